import Table from 'cli-table3'
import { firstLines, fitted, padded, widestOf, widthOf } from './display-width.ts'
import { plain } from './plain.ts'

type Row = readonly string[]

export type Frame = { readonly columns: number; readonly paintHead: (text: string) => string }

/** Rows in a frame for a terminal, or one block per row if the columns do not fit. */
export function framedLines(names: Row, rows: readonly Row[], frame: Frame): Iterable<string> {
  // A column's name may be a question, which is text from outside.
  const head = names.map(plain)
  // Longer texts are cut anyway, and measuring megabytes takes seconds.
  const longest = frame.columns * mostLines * 16
  const shown = rows.map((row) => head.map((_, i) => plain(row[i]?.slice(0, longest) ?? '')))
  const widths = fit(naturalWidths([head, ...shown]), frame.columns - head.length * 3 - 1)
  return widths ? sideBySide(head, shown, { ...frame, widths }) : oneByOne(head, shown, frame)
}

// Longer cells are cut with …; --output json has them whole.
const mostLines = 5
// In narrower columns most words would be broken.
const leastWidth = 8

const naturalWidths = (rows: readonly Row[]): readonly number[] =>
  (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 1),
  )

/** Shrinks the widest columns until they fit into `room`; undefined if they would become too narrow. */
function fit(natural: readonly number[], room: number): readonly number[] | undefined {
  const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)
  if (sum(natural) <= room) return natural
  let most = Math.min(
    room,
    natural.reduce((widest, width) => Math.max(widest, width), 0),
  )
  const cappedAt = (cap: number): readonly number[] => natural.map((width) => Math.min(width, cap))
  while (most > leastWidth && sum(cappedAt(most)) > room) most--
  let spare = room - sum(cappedAt(most))
  if (spare < 0) return undefined
  return natural.map((width) => (width > most && spare-- > 0 ? most + 1 : Math.min(width, most)))
}

type Columns = Frame & { readonly widths: readonly number[] }

/**
 * Rows in one frame. cli-table3 draws only the frame, around one row of placeholders, into which each line is written: for
 * the cells themselves it is slow (50 ms for a row of long Chinese cells, quadratic in the rows), and measures newer emoji
 * and Hindi wrongly.
 */
function* sideBySide(head: Row, rows: readonly Row[], { widths, paintHead }: Columns): Iterable<string> {
  const signs = widths.map((width) => '#'.repeat(width))
  const table = new Table({ head: signs, style: { head: [], border: [] } })
  table.push(signs)
  const [top, line = '', rule, , bottom] = table.toString().split('\n')
  function* linesOf(row: Row, paint: (text: string) => string): Iterable<string> {
    const cells = widths.map((width, i) => cellLines(row[i] ?? '', width))
    const height = Math.max(1, ...cells.map((lines) => lines.length))
    for (let n = 0; n < height; n++) {
      let i = 0
      yield `${line.replaceAll(/#+/g, ({ length }) => paint(padded(cells[i++]?.[n] ?? '', length)))}\n`
    }
  }
  yield `${top}\n`
  yield* linesOf(head, paintHead)
  yield `${rule}\n`
  for (const row of rows) yield* linesOf(row, (text) => text)
  yield `${bottom}\n`
}

const cellLines = (cell: string, width: number): readonly string[] => firstLines(cell, width, mostLines)

function* oneByOne(head: Row, rows: readonly Row[], { columns, paintHead }: Frame): Iterable<string> {
  const labelWidth = Math.min(widestOf(head), Math.floor(columns / 3))
  const width = Math.max(1, columns - labelWidth - 2)
  for (const [n, row] of rows.entries()) {
    const title = `── ${n + 1} `
    yield `${title}${'─'.repeat(Math.max(0, columns - title.length))}\n`
    for (const [i, name] of head.entries()) {
      const label = fitted(name, labelWidth)
      for (const [k, line] of cellLines(row[i] ?? '', width).entries())
        yield `${paintHead(padded(k === 0 ? label : '', labelWidth))}  ${line}\n`
    }
  }
}
