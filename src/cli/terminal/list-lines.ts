import Table from 'cli-table3'
import { shortened } from '../../form/words.ts'
import {
  labelledLines,
  maxShown,
  widestOf,
  widestWord,
  wrap,
  wrapWords,
  type LabelledLines,
} from './display-width.ts'
import { plain } from './plain.ts'
import { nameOf, type Column } from './terminal.ts'

/** `columns`: the width of the terminal. */
type Look = { readonly columns: number; readonly paintHead: (text: string) => string }

/**
 * Rows for a terminal, each on one line where it can be. To make the columns fit, the columns for it go below their rows, the last one
 * first, and texts are wrapped between words. Where that is not enough, each row becomes a block with a line per field. All other
 * cells stay whole. What is empty in every row is left out.
 */
export function listLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  look: Look,
): Iterable<string> {
  const all = columns.map((column, i) => ({
    // A column's name may be a question, which is text from outside.
    name: plain(nameOf(column)),
    isText: typeof column !== 'string' && 'text' in column,
    mayBeBelow: typeof column !== 'string' && 'below' in column,
    cells: rows.map((row) => plain(shortened(row[i] ?? '', maxShown))),
  }))
  const filled = all.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const shown = filled.length > 0 ? filled : all
  const movable = shown.filter(({ mayBeBelow }) => mayBeBelow)
  for (const mayWrap of [false, true])
    for (let kept = movable.length; kept >= 0; kept--) {
      const below = movable.slice(kept)
      const beside = shown.filter((column) => !below.includes(column))
      const laid = wrapCells(mayWrap ? beside : beside.map(unwrapped), look.columns)
      if (laid) return rowLines(laid, below, look)
    }
  return blockLines(shown, look)
}

type ShownColumn = { readonly name: string; readonly isText: boolean; readonly cells: readonly string[] }

const unwrapped = (column: ShownColumn): ShownColumn => ({ ...column, isText: false })

const between = '  '

/** Wrapped texts in narrower columns are hard to read. */
const minWidth = 12
/** A row of more lines is easier to read as a block. */
const maxLines = 8

/** A column of a width, with the lines of its name and of each cell. */
type WrappedColumn = {
  readonly width: number
  readonly head: readonly string[]
  readonly cells: readonly (readonly string[])[]
}

/** The columns with their texts wrapped, or undefined if they do not fit. */
function wrapCells(columns: readonly ShownColumn[], available: number): readonly WrappedColumn[] | undefined {
  const widths = fitWidths(columns, available - (columns.length - 1) * between.length)
  const wrapped = widths?.map((width, i) => {
    const { name = '', isText = false, cells = [] } = columns[i] ?? {}
    const linesOf = (text: string): readonly string[] => (isText ? wrap(text, width) : [text])
    return { width, head: linesOf(name), cells: cells.map(linesOf) }
  })
  const isLow = wrapped?.every(({ head, cells }) =>
    [head, ...cells].every(({ length }) => length <= maxLines),
  )
  return isLow ? wrapped : undefined
}

/** Shrinks the widest texts until the columns fit into `available`; undefined if a word or a whole cell does not fit. */
function fitWidths(columns: readonly ShownColumn[], available: number): readonly number[] | undefined {
  const ranges = columns.map(({ name, isText, cells }) => {
    const texts = [name, ...cells]
    const max = Math.max(1, widestOf(texts))
    return { min: isText ? Math.min(max, Math.max(minWidth, widestWord(texts))) : max, max }
  })
  const cappedAt = (cap: number): readonly number[] =>
    ranges.map(({ min, max }) => Math.max(min, Math.min(max, cap)))
  const spareAt = (cap: number): number => cappedAt(cap).reduce((left, width) => left - width, available)
  if (spareAt(0) < 0) return undefined
  let cap = available
  while (spareAt(cap) < 0) cap--
  return cappedAt(cap)
}

/** How many rows cli-table3, which draws all tables, lays out at a time: its time grows with their square. */
const rowsAtOnce = 50

const frameParts =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'

/** No frame: only space between the columns. */
const chars = { ...Object.fromEntries(frameParts.split(' ').map((part) => [part, ''])), middle: between }

function* rowLines(
  columns: readonly WrappedColumn[],
  below: readonly ShownColumn[],
  { paintHead }: Look,
): Iterable<string> {
  const drawn = (rows: readonly (readonly (readonly string[])[])[]): readonly string[] => {
    const table = new Table({
      chars,
      colWidths: columns.map(({ width }) => width),
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    })
    table.push(...rows.map((row) => row.map((lines) => lines.join('\n'))))
    return table
      .toString()
      .split('\n')
      .map((line) => line.trimEnd())
  }
  for (const line of drawn([columns.map(({ head }) => head)])) yield `${paintHead(line)}\n`
  const rows = [...(columns[0]?.cells.keys() ?? [])]
  // Lines below a row stay whole, so they stand outside of the table.
  const step = below.length > 0 ? 1 : rowsAtOnce
  for (let start = 0; start < rows.length; start += step) {
    const some = rows.slice(start, start + step)
    for (const line of drawn(some.map((row) => columns.map(({ cells }) => cells[row] ?? ['']))))
      yield `${line}\n`
    for (const { name, cells } of below)
      if (cells[start]) yield `${between}${paintHead(name)}${between}${cells[start]}\n`
  }
}

function* blockLines(columns: readonly ShownColumn[], { columns: width, paintHead }: Look): Iterable<string> {
  const rule = `${'─'.repeat(width)}\n`
  for (const row of columns[0]?.cells.keys() ?? []) {
    yield rule
    const fields = columns.map(({ name, isText, cells }): LabelledLines => {
      const cell = cells[row] ?? ''
      return [name, (room) => (cell === '' ? [] : isText ? wrapWords(cell, room) : [cell])]
    })
    for (const line of labelledLines(fields, { columns: width, paint: paintHead })) yield `${line}\n`
  }
  yield rule
}
