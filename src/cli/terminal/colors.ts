import { plain } from './plain.ts'
import type { Paint } from './terminal.ts'

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
