import type { Column, Member } from './columns.ts'
import type { Segment } from './layout.ts'

/** How rows of a segment become rows with the final columns; undefined when they are that already. */
export function rearrangement(
  segment: Segment,
  order: readonly Column[],
  delimiter: string,
): ((rows: string) => string) | undefined {
  const before = segment.order.slice(0, segment.width)
  const isPlaced = before.length === order.length && before.every((column, i) => column === order[i])
  const siblings = order.map((column) => siblingsOf(column, before))
  if (isPlaced && siblings.every((places) => places.length === 0)) return undefined
  const places = new Map(before.map((column, i) => [column, i]))
  const from = order.map((column) => places.get(column) ?? -1)
  return (rows) => {
    let text = ''
    const cells: string[] = []
    for (let at = 0; at < rows.length;) {
      at = readRow(rows, { at, cells, delimiter })
      const row = from.map((place, i) => cells[place] || notChosen(siblings[i] ?? [], cells))
      // A row that is nothing but a line end would be skipped by readers.
      text += `${row.length === 1 && row[0] === '' ? '""' : row.join(delimiter)}\n`
    }
    return text
  }
}

/** Places of the options beside an option whose lists name only what was chosen. */
function siblingsOf({ holds }: Column, columns: readonly Column[]): readonly number[] {
  if (holds.kind !== 'answer' || holds.option === undefined || holds.member.namesEveryOption) return []
  return columns.flatMap((column, i) => (isOptionOf(column, holds.member) ? [i] : []))
}

const isOptionOf = ({ holds }: Column, member: Member): boolean =>
  holds.kind === 'answer' && holds.member === member && holds.option !== undefined

/** An option that was not chosen is 0 where another was, and nothing where the question was not answered. */
const notChosen = (siblings: readonly number[], cells: readonly string[]): string =>
  siblings.some((place) => cells[place] !== '') ? '0' : ''

type Reading = { readonly at: number; readonly cells: string[]; readonly delimiter: string }

/** Reads the cells of one row as they are written, quotes and all; gives the place after its line end. */
function readRow(rows: string, { at, cells, delimiter }: Reading): number {
  let start = at
  for (let i = 0; ; i++) {
    const end =
      rows.charCodeAt(start) === 0x22 ? endOfQuoted(rows, start) : endOfPlain(rows, start, delimiter)
    cells[i] = rows.slice(start, end)
    start = end + 1
    if (rows.charCodeAt(end) === 0x0a) return start
  }
}

function endOfQuoted(rows: string, start: number): number {
  let end = rows.indexOf('"', start + 1)
  while (rows.charCodeAt(end + 1) === 0x22) end = rows.indexOf('"', end + 2)
  return end + 1
}

function endOfPlain(rows: string, start: number, delimiter: string): number {
  const stop = delimiter.charCodeAt(0)
  let end = start
  for (let code = rows.charCodeAt(end); code !== stop && code !== 0x0a; code = rows.charCodeAt(++end));
  return end
}
