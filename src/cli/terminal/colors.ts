import { plain } from './plain.ts'
import type { ColorChoice, Paint } from './terminal.ts'

/**
 * Colours that nobody else can set: `paint` puts marks around a text that hold a number drawn for this run, and the
 * writer turns just those into escape sequences. A sequence that came from outside is none of ours, whatever it says.
 */
export type Colors = {
  readonly paint: Paint
  /** The text with its colours, and all else as it is. */
  readonly colored: (text: string) => string
  /** The text with its colours and line breaks, and all else that could steer a terminal made visible. */
  readonly visible: (text: string) => string
}

const same = (text: string): string => text

/** For a stream without colours. */
export const noColors: Colors = {
  paint: { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same },
  colored: same,
  visible: (text) => text.split('\n').map(plain).join('\n'),
}

/** For a stream with colours; `drawn` is the number, as text that a regular expression takes as it is. */
export async function makeColors(drawn: string): Promise<Colors> {
  const real = await sixteenColors()
  const mark = `\u001b${drawn}[`
  const marked = (style: keyof Paint): Paint[keyof Paint] => {
    const [open = '', close = ''] = real[style]('|').replaceAll('\u001b[', mark).split('|')
    return (text) => `${open}${text}${close}`
  }
  const ours = new RegExp(String.raw`(\n|\u001b${drawn}\[\d{1,2}m)`)
  const unmarked = (text: string): string => text.replace(mark, '\u001b[')
  const shown = (text: string, show: (part: string) => string): string =>
    text
      .split(ours)
      .map((part, i) => (i % 2 === 0 ? show(part) : unmarked(part)))
      .join('')
  return {
    paint: {
      bold: marked('bold'),
      dim: marked('dim'),
      red: marked('red'),
      yellow: marked('yellow'),
      green: marked('green'),
      cyan: marked('cyan'),
    },
    colored: (text) => shown(text, same),
    visible: (text) => shown(text, plain),
  }
}

/** The sixteen colours that the person's own theme sets, as escape sequences. Loaded only where something is coloured. */
async function sixteenColors(): Promise<Paint> {
  const { Chalk } = await import('chalk')
  // Level 1. By itself chalk would ask the process.
  return new Chalk({ level: 1 })
}

/** What decides whether a stream is coloured. */
type ColorQuestion = {
  readonly choice: ColorChoice
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  readonly platform: string
}

/** One rule about colour: its condition, in words and in code, and its decision. */
type ColorRule = {
  readonly when: string
  readonly holds: (question: ColorQuestion) => boolean
  readonly isColored: boolean
}

/** The rules about colour, for each stream; the first that holds decides. `CI` does not matter. */
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
