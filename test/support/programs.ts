import { spawnSync } from 'node:child_process'

/** The program is on this machine. Where everything is required, it has to be. */
export function has(program: string, ...words: readonly string[]): boolean {
  const isThere = spawnSync(program, words).status === 0
  if (!isThere && process.env['FORMCTL_REQUIRE_ALL'] === '1')
    throw new Error(`FORMCTL_REQUIRE_ALL=1, but there is no ${program}; install it.`)
  return isThere
}
