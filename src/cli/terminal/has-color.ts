import type { ColorChoice } from './terminal.ts'

/** What decides about colour on one stream. */
export type ColorQuestion = {
  readonly choice: ColorChoice
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  readonly platform: string
}

/** Whether a stream is coloured: --color, FORCE_COLOR, NO_COLOR, CLICOLOR_FORCE, then the terminal itself. */
export function hasColor({ choice, env, isTerminal, platform }: ColorQuestion): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (env['FORCE_COLOR']) return !/^(0|false)$/i.test(env['FORCE_COLOR'])
  if (env['NO_COLOR']) return false
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true
  // Windows sets no TERM, and its consoles have colour; elsewhere a terminal without a name has none.
  const name = env['TERM'] || (platform === 'win32' ? 'windows' : 'dumb')
  return isTerminal && name !== 'dumb'
}
