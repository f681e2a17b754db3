import Table from 'cli-table3'
import { firstLines, fitted, padded, widestOf, widthOf } from './display-width.ts'
import { plain } from './plain.ts'

type Row = readonly string[]

export type Frame = { readonly columns: number; readonly paintHead: (text: string) => string }

/** Rows for a terminal, framed; where the columns can't stand side by side, one under the other. */
export function framedLines(names: Row, rows: readonly Row[], frame: Frame): Iterable<string> {
  // A column's name may be a question of somebody's form.
  const head = names.map(plain)
  // More is never seen, and measuring a text of megabytes takes seconds.
  const longest = frame.columns * mostLines * 16
  const shown = rows.map((row) => head.map((_, i) => plain(row[i]?.slice(0, longest) ?? '')))
  const widths = fit(naturalWidths([head, ...shown]), frame.columns - head.length * 3 - 1)
  return widths ? sideBySide(head, shown, { ...frame, widths }) : oneByOne(head, shown, frame)
}

// Longer cells end with …; --output json has them whole.
const mostLines = 5
// Narrower than this, words fall to pieces.
const leastWidth = 8

const naturalWidths = (rows: readonly Row[]): readonly number[] =>
  (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 1),
  )

/** The widths in `room`: the widest columns give way first. Nothing when they would become too narrow. */
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
 * Rows in one frame. cli-table3 draws it around one row of signs that stand for cells, and each line of each row is written
 * into that: by itself it takes 50 ms for a row of long Chinese cells, the square of the rows in time, and too many or
 * too few columns for newer emoji and Hindi.
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
