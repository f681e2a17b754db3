import Table from 'cli-table3'
import { padded, widestOf, widestWord, widthOf, wrap, wrapWords } from './display-width.ts'
import { plain } from './plain.ts'
import { nameOf, type Column } from './terminal.ts'

/** `columns`: the width of the terminal. `isList`: without lines around the cells. */
type Frame = {
  readonly columns: number
  readonly paintHead: (text: string) => string
  readonly isList?: boolean
}

/**
 * Rows for a terminal, in a frame or as a list. To make the columns fit, texts are wrapped between words, and the columns for it go below
 * their rows, the last one first. Where that is not enough, each row becomes a block with a line per field. All other cells
 * stay whole. What is empty in every row is left out.
 */
export function framedLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  frame: Frame,
): Iterable<string> {
  const all = columns.map((column, i) => ({
    // A column's name may be a question, which is text from outside.
    name: plain(nameOf(column)),
    isText: typeof column !== 'string' && 'text' in column,
    mayBeBelow: typeof column !== 'string' && 'below' in column,
    cells: rows.map((row) => shownCell(row[i] ?? '')),
  }))
  const filled = all.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const shown = filled.length > 0 ? filled : all
  const movable = shown.filter(({ mayBeBelow }) => mayBeBelow)
  // Of a list, each row is one line where it can be.
  for (const mayWrap of frame.isList ? [false, true] : [true])
    for (let kept = movable.length; kept >= 0; kept--) {
      const below = movable.slice(kept)
      const beside = shown.filter((column) => !below.includes(column))
      const framed = wrapCells(mayWrap ? beside : beside.map(unwrapped), frame)
      if (!framed) continue
      if (frame.isList) return listLines(framed, below, frame)
      const innerWidth = framed.reduce((sum, { width }) => sum + width + 3, -3)
      if (below.every(({ name, cells }) => widthOf(name + between) + widestOf(cells) <= innerWidth))
        return tableLines(framed, below, frame)
    }
  return blockLines(shown, frame)
}

type ShownColumn = { readonly name: string; readonly isText: boolean; readonly cells: readonly string[] }

const unwrapped = (column: ShownColumn): ShownColumn => ({ ...column, isText: false })

const between = '  '

/** Measuring megabytes takes seconds; --output json prints them in full. */
const maxLength = 3000

const shownCell = (text: string): string =>
  plain(text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`)

/** Wrapped texts in narrower columns are hard to read. */
const minWidth = 12
/** A row of more lines is easier to read as a block. */
const maxLines = 8

/** A column of a width, with the lines of its name and of each cell. */
type FramedColumn = {
  readonly width: number
  readonly head: readonly string[]
  readonly cells: readonly (readonly string[])[]
}

/** The columns with their texts wrapped, or undefined if they do not fit. */
function wrapCells(
  columns: readonly ShownColumn[],
  { columns: available, isList }: Frame,
): readonly FramedColumn[] | undefined {
  const widths = fitWidths(columns, available - (isList ? columns.length * 2 - 2 : columns.length * 3 + 1))
  const framed = widths?.map((width, i) => {
    const { name = '', isText = false, cells = [] } = columns[i] ?? {}
    const linesOf = (text: string): readonly string[] => (isText ? wrap(text, width) : [text])
    return { width, head: linesOf(name), cells: cells.map(linesOf) }
  })
  const isLow = framed?.every(({ head, cells }) => [head, ...cells].every(({ length }) => length <= maxLines))
  return isLow ? framed : undefined
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

function* listLines(
  columns: readonly FramedColumn[],
  below: readonly ShownColumn[],
  { paintHead }: Frame,
): Iterable<string> {
  const linesOf = (row: (column: FramedColumn) => readonly string[]): readonly string[] => {
    const cells = columns.map((column) => ({ width: column.width, lines: row(column) }))
    const height = Math.max(...cells.map(({ lines }) => lines.length))
    return Array.from({ length: height }, (_, n) =>
      cells
        .map(({ width, lines }) => padded(lines[n] ?? '', width))
        .join(between)
        .trimEnd(),
    )
  }
  for (const line of linesOf(({ head }) => head)) yield `${paintHead(line)}\n`
  for (const row of columns[0]?.cells.keys() ?? []) {
    for (const line of linesOf(({ cells }) => cells[row] ?? [''])) yield `${line}\n`
    for (const { name, cells } of below)
      if (cells[row]) yield `${between}${paintHead(name)}${between}${cells[row]}\n`
  }
}

/** How many rows cli-table3 lays out at a time: its time grows with their square. */
const rowsAtOnce = 50

/** The columns as cli-table3 draws them, block by block; the rules between blocks are drawn with the later one. */
function* tableLines(
  columns: readonly FramedColumn[],
  below: readonly ShownColumn[],
  { paintHead }: Frame,
): Iterable<string> {
  const colWidths = columns.map(({ width }) => width + 2)
  const count = columns[0]?.cells.length ?? 0
  // A row with lines below it needs a rule to the next one.
  const step = below.length > 0 ? 1 : rowsAtOnce
  for (let start = 0; start === 0 || start < count; start += step) {
    const table = new Table({
      ...(start === 0 && { head: columns.map(({ head }) => head.map(paintHead).join('\n')) }),
      colWidths,
      style: { head: [], border: [], compact: true },
      ...(start > 0 && { chars: { 'top-left': '├', 'top-right': '┤' } }),
    })
    for (let row = start; row < Math.min(start + step, count); row++) {
      table.push(columns.map(({ cells }) => cells[row]?.join('\n')))
      for (const { name, cells } of below)
        if (cells[row])
          table.push([{ colSpan: columns.length, content: paintHead(name) + between + cells[row] }])
    }
    const lines = table.toString().split('\n')
    const isLast = start + step >= count
    yield* lines
      .slice(start > 0 && below.length === 0 ? 1 : 0, isLast ? undefined : -1)
      .map((line) => `${line}\n`)
  }
}

function* blockLines(
  columns: readonly ShownColumn[],
  { columns: width, paintHead }: Frame,
): Iterable<string> {
  const labelWidth = Math.min(widestOf(columns.map(({ name }) => name)), Math.floor(width / 3))
  const rule = `${'─'.repeat(width)}\n`
  for (const row of columns[0]?.cells.keys() ?? []) {
    yield rule
    for (const { name, isText, cells } of columns) {
      const cell = cells[row] ?? ''
      if (cell === '') continue
      const label = wrap(name, labelWidth)
      const lines = isText ? wrapWords(cell, width - labelWidth - 2) : [cell]
      for (let n = 0; n < Math.max(label.length, lines.length); n++)
        yield `${paintHead(padded(label[n] ?? '', labelWidth))}  ${lines[n] ?? ''}\n`
    }
  }
  yield rule
}
