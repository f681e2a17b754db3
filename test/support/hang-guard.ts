/**
 * How many milliseconds a test waits for a condition before it counts as hung. Nothing is asserted about time: a machine with much
 * other work needs a hundred times as long as an idle one.
 */
export const hangGuard = 180_000
