/** What must be left of a source, in bytes, so that another thread pays. */
export const leastLeft = 32 * 1024 * 1024
