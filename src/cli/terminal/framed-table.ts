import { padded, widestOf, widestWord, widthOf, wrap, wrapWords } from './display-width.ts'
import { plain } from './plain.ts'
import { nameOf, type Column } from './terminal.ts'

export type Frame = { readonly columns: number; readonly paintHead: (text: string) => string }

/**
 * Rows in a frame for a terminal. To make the columns fit, texts are wrapped between words, and the columns for it go below
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
  for (let kept = movable.length; kept >= 0; kept--) {
    const below = movable.slice(kept)
    const framed = wrapCells(
      shown.filter((column) => !below.includes(column)),
      frame.columns,
    )
    if (framed && below.every((column) => widestBelow(column) <= innerWidth(framed)))
      return tableLines(framed, below, frame)
  }
  return blockLines(shown, frame)
}

type Shown = { readonly name: string; readonly isText: boolean; readonly cells: readonly string[] }

const between = '  '

const widestBelow = ({ name, cells }: Shown): number => widthOf(name + between) + widestOf(cells)

const innerWidth = (columns: readonly Framed[]): number =>
  columns.reduce((sum, { width }) => sum + width + 3, -3)

/** Measuring megabytes takes seconds; --output json has them whole. */
const longest = 3000

const shownCell = (text: string): string =>
  plain(text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`)

/** Wrapped texts in narrower columns are hard to read. */
const leastWidth = 12
/** A row of more lines is easier to read as a block. */
const mostLines = 8

/** A column of a width, with the lines of its name and of each cell. */
type Framed = {
  readonly width: number
  readonly head: readonly string[]
  readonly cells: readonly (readonly string[])[]
}

/** The columns with their texts wrapped, or undefined if they do not fit. */
function wrapCells(columns: readonly Shown[], room: number): readonly Framed[] | undefined {
  const widths = fit(columns, room - columns.length * 3 - 1)
  const framed = widths?.map((width, i) => {
    const { name = '', isText = false, cells = [] } = columns[i] ?? {}
    const linesOf = (text: string): readonly string[] => (isText ? wrap(text, width) : [text])
    return { width, head: linesOf(name), cells: cells.map(linesOf) }
  })
  const isLow = framed?.every(({ head, cells }) =>
    [head, ...cells].every(({ length }) => length <= mostLines),
  )
  return isLow ? framed : undefined
}

/** Shrinks the widest texts until the columns fit into `room`; undefined if a word or a whole cell does not fit. */
function fit(columns: readonly Shown[], room: number): readonly number[] | undefined {
  const ranges = columns.map(({ name, isText, cells }) => {
    const texts = [name, ...cells]
    const most = Math.max(1, widestOf(texts))
    return { least: isText ? Math.min(most, Math.max(leastWidth, widestWord(texts))) : most, most }
  })
  const cappedAt = (cap: number): readonly number[] =>
    ranges.map(({ least, most }) => Math.max(least, Math.min(most, cap)))
  const spareAt = (cap: number): number => cappedAt(cap).reduce((left, width) => left - width, room)
  if (spareAt(0) < 0) return undefined
  let cap = room
  while (spareAt(cap) < 0) cap--
  return cappedAt(cap)
}

function* tableLines(
  columns: readonly Framed[],
  below: readonly Shown[],
  { paintHead }: Frame,
): Iterable<string> {
  const rule = (left: string, cross: string, right: string): string =>
    `${left}${columns.map(({ width }) => '─'.repeat(width + 2)).join(cross)}${right}\n`
  function* rowLines(cells: readonly (readonly string[])[], paint: Frame['paintHead']): Iterable<string> {
    const height = Math.max(...cells.map(({ length }) => length))
    for (let n = 0; n < height; n++)
      yield `│${columns.map(({ width }, i) => ` ${paint(padded(cells[i]?.[n] ?? '', width))} `).join('│')}│\n`
  }
  yield rule('┌', '┬', '┐')
  yield* rowLines(
    columns.map(({ head }) => head),
    paintHead,
  )
  const inner = innerWidth(columns)
  for (const row of columns[0]?.cells.keys() ?? []) {
    // A row with lines below it needs a rule to the next one.
    if (row === 0 || below.length > 0) yield rule('├', '┼', '┤')
    yield* rowLines(
      columns.map(({ cells }) => cells[row] ?? []),
      (text) => text,
    )
    for (const { name, cells } of below)
      if (cells[row]) yield `│ ${paintHead(name)}${padded(between + cells[row], inner - widthOf(name))} │\n`
  }
  yield rule('└', '┴', '┘')
}

function* blockLines(columns: readonly Shown[], { columns: room, paintHead }: Frame): Iterable<string> {
  const labelWidth = Math.min(widestOf(columns.map(({ name }) => name)), Math.floor(room / 3))
  const rule = `${'─'.repeat(room)}\n`
  for (const row of columns[0]?.cells.keys() ?? []) {
    yield rule
    for (const { name, isText, cells } of columns) {
      const cell = cells[row] ?? ''
      if (cell === '') continue
      const label = wrap(name, labelWidth)
      const lines = isText ? wrapWords(cell, room - labelWidth - 2) : [cell]
      for (let n = 0; n < Math.max(label.length, lines.length); n++)
        yield `${paintHead(padded(label[n] ?? '', labelWidth))}  ${lines[n] ?? ''}\n`
    }
  }
  yield rule
}
