import { padded, shorten, widthOf, wrap } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'
import type { Paint } from '../terminal/terminal.ts'

/** How wide lines may be, and how they are painted. */
export type Look = { readonly columns: number; readonly paint: Paint }

/** A bar with its label before it and its figures between the two. */
export type Bar = {
  readonly label: string
  readonly figures: readonly string[]
  /** Of the longest bar that there could be, from 0 to 1. */
  readonly share: number
}

/** Bars with what their figures mean above them; '' needs no word. */
export type Bars = { readonly names?: readonly string[]; readonly bars: readonly Bar[] }

const indent = '  '
const mostLabelLines = 3
/** Shorter bars say nothing. */
const leastBar = 8

/** Bars in lines that fit: labels wrapped, figures one under the other, whatever the width of their letters. */
export function barLines({ names = [], bars }: Bars, { columns, paint }: Look): readonly string[] {
  const labels = bars.map(({ label }) => plain(label))
  const width = (n: number): number =>
    Math.max(widthOf(names[n] ?? ''), ...bars.map(({ figures }) => widthOf(figures[n] ?? '')))
  const widths = (bars[0]?.figures ?? []).map((_, n) => width(n))
  const figuresWidth = widths.reduce((sum, one) => sum + one + 2, 0)
  const room = columns - indent.length - figuresWidth
  const labelWidth = Math.max(
    1,
    Math.min(Math.max(...labels.map(widthOf)), Math.floor(columns * 0.4), room - leastBar - 2),
  )
  const figuresOf = (figures: readonly string[]): string =>
    widths.map((one, n) => `  ${(figures[n] ?? '').padStart(one)}`).join('')
  const barWidth = Math.max(leastBar, Math.min(room - labelWidth - 2, mostBar))
  const heading = names.some(Boolean)
    ? [paint.dim(`${indent}${' '.repeat(labelWidth)}${figuresOf(names)}`)]
    : []
  return [
    ...heading,
    ...bars.flatMap(({ figures, share }, i) => {
      const [first = '', ...more] = labelLines(labels[i] ?? '', labelWidth)
      const line = `${indent}${padded(first, labelWidth)}${figuresOf(figures)}`
      const bar = blocks(share, barWidth)
      return [bar === '' ? line : `${line}  ${paint.cyan(bar)}`, ...more.map((rest) => `${indent}${rest}`)]
    }),
  ]
}

/** Longer bars make eyes travel. */
const mostBar = 48

function labelLines(label: string, width: number): readonly string[] {
  const lines = wrap(label, width)
  if (lines.length <= mostLabelLines) return lines
  return [...lines.slice(0, mostLabelLines - 1), shorten(lines.slice(mostLabelLines - 1).join(' '), width)]
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar in eighths of a column; what is more than nothing is seen. */
function blocks(share: number, width: number): string {
  const length = Math.round(share * width * 8)
  const shown = share > 0 ? Math.max(1, length) : 0
  return '█'.repeat(Math.floor(shown / 8)) + (eighths[shown % 8] ?? '')
}
