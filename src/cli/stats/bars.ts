import { firstLines, padded, widestOf } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'
import type { Paint } from '../terminal/terminal.ts'

/** How wide lines may be, and how they are painted. */
export type Look = { readonly columns: number; readonly paint: Paint }

/** A label, its figures and a bar. */
export type Bar = {
  /** Its number before the label, where it has one. */
  readonly nth?: number
  readonly label: string
  readonly figures: readonly string[]
  /** The length of the bar as a share of the longest possible one, from 0 to 1. */
  readonly share: number
}

/** Bars, and the headings of their figures; '' is no heading. */
export type Bars = { readonly names?: readonly string[]; readonly bars: readonly Bar[] }

/** Bars as lines that fit: labels are wrapped, figures aligned. Wide letters take two columns. */
export function barLines(shown: Bars, { columns, paint }: Look): readonly string[] {
  const { names = [], bars } = shown
  const widths = widthsOf(shown, columns)
  const mostLines = bars.length > mostWrapped ? 1 : mostLabelLines
  const lead = indent + ' '.repeat(widths.number)
  const figuresOf = (figures: readonly string[]): string =>
    widths.figures.map((width, n) => `  ${(figures[n] ?? '').padStart(width)}`).join('')
  const heading = `${lead}${' '.repeat(widths.label)}${figuresOf(names)}`.trimEnd()
  return [
    ...(names.some(Boolean) ? [paint.dim(heading)] : []),
    ...bars.flatMap((bar) => {
      const { label, figures, share } = bar
      const [first = '', ...more] = firstLines(plain(label), widths.label, mostLines)
      const number = numberOf(bar).padStart(widths.number)
      const begin = indent + number + padded(first, widths.label) + figuresOf(figures)
      const drawn = blocks(share, widths.bar)
      const line = drawn === '' ? begin.trimEnd() : `${begin}  ${paint.cyan(drawn)}`
      return [line].concat(more.map((rest) => `${lead}${rest}`))
    }),
  ]
}

const numberOf = ({ nth }: Bar): string => (nth === undefined ? '' : `${nth} `)

const indent = '  '
/** Shorter bars say nothing, and longer ones make eyes travel. */
const [leastBar, mostBar] = [8, 48]
/** Labels are not squeezed into less for the sake of bars. */
const leastLabel = 12

type Widths = {
  readonly number: number
  readonly label: number
  readonly figures: readonly number[]
  /** 0: there is no room for bars. */
  readonly bar: number
}

function widthsOf({ names = [], bars }: Bars, columns: number): Widths {
  const number = widestOf(bars.map(numberOf))
  const figures = (bars[0]?.figures ?? []).map((_, n) =>
    widestOf([names[n] ?? '', ...bars.map((bar) => bar.figures[n] ?? '')]),
  )
  const room = columns - indent.length - number - figures.reduce((sum, one) => sum + one + 2, 0)
  const longest = Math.max(1, widestOf(bars.map(({ label }) => plain(label))))
  const besideBars = Math.min(longest, Math.floor(columns * 0.4) - number, room - leastBar - 2)
  if (besideBars < Math.min(longest, leastLabel))
    return { number, figures, label: Math.max(1, Math.min(longest, room)), bar: 0 }
  return { number, figures, label: besideBars, bar: Math.min(room - besideBars - 2, mostBar) }
}

const mostLabelLines = 3
/** Of more bars each takes a line. */
const mostWrapped = 25

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar in eighths of a column; where there is room, more than nothing has at least one. */
function blocks(share: number, width: number): string {
  const length = Math.round(share * width * 8)
  const shown = share > 0 && width > 0 ? Math.max(1, length) : 0
  return '█'.repeat(Math.floor(shown / 8)) + (eighths[shown % 8] ?? '')
}
