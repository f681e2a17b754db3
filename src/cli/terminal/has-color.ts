import type { ColorChoice } from './terminal.ts'

/** What decides about colour on one stream. */
export type ColorQuestion = {
  readonly choice: ColorChoice
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  readonly platform: string
}

/** One rule about colour: when it decides, in words and in code, and for what. */
export type ColorRule = {
  readonly when: string
  readonly holds: (question: ColorQuestion) => boolean
  readonly isColored: boolean
}

/** The rules about colour, for each stream by itself; the first that holds decides. `CI` is in none: it asks no questions, that is all. */
export const colorRules: readonly ColorRule[] = [
  { when: '`--color always`', holds: ({ choice }) => choice === 'always', isColored: true },
  { when: '`--color never`', holds: ({ choice }) => choice === 'never', isColored: false },
  {
    when: '`FORCE_COLOR` is `0` or `false`',
    holds: ({ env }) => /^(0|false)$/i.test(env['FORCE_COLOR'] ?? ''),
    isColored: false,
  },
  { when: '`FORCE_COLOR` is set to anything else', holds: isSet('FORCE_COLOR'), isColored: true },
  { when: '`NO_COLOR` is set to anything', holds: isSet('NO_COLOR'), isColored: false },
  {
    when: '`CLICOLOR_FORCE` is set to anything but `0`',
    holds: (question) => isSet('CLICOLOR_FORCE')(question) && question.env['CLICOLOR_FORCE'] !== '0',
    isColored: true,
  },
  { when: 'the stream is a pipe or a file', holds: ({ isTerminal }) => !isTerminal, isColored: false },
  { when: '`TERM` is `dumb`', holds: ({ env }) => env['TERM'] === 'dumb', isColored: false },
  {
    // Windows sets no TERM, and its consoles have colour; elsewhere a terminal without a name has none.
    when: '`TERM` is not set, but on Windows',
    holds: ({ env, platform }) => !env['TERM'] && platform !== 'win32',
    isColored: false,
  },
  { when: 'otherwise', holds: () => true, isColored: true },
]

/** Whether a stream is coloured. */
export const hasColor = (question: ColorQuestion): boolean =>
  colorRules.find(({ holds }) => holds(question))?.isColored ?? false

// An empty variable is as good as none.
function isSet(name: string): ColorRule['holds'] {
  return ({ env }) => Boolean(env[name])
}
