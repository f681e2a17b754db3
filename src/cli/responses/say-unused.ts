import type { Context } from '../command.ts'

/** Warns who names an environment for a read: the contract's reads have none in their path. */
export async function sayUnusedEnvironment({ terminal, globals }: Context): Promise<void> {
  if (globals.environment === undefined) return
  await terminal.warn(
    `${terminal.err.yellow('warning')}: --environment changes nothing here: a read names no environment, so the API key alone decides whose responses come.`,
  )
}
