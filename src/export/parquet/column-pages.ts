import type { ColumnType } from '../table.ts'
import type { FindDictionary } from './dictionary.ts'
import { toFixedCells, type Range } from './fixed-cells.ts'
import { appendIndices, appendLevels } from './hybrid.ts'
import type { Page } from './page-header.ts'
import { copyText, filled, makeRoom, reserve, shrink, type Room } from '../room.ts'
import { textRange, type Values } from './text-range.ts'
import type { Cells } from './cell-chains.ts'

/** A column of a row group as pages: its dictionary, where it has one, and its cells. */
export type ColumnPages = {
  /** Cells that hold something. */
  readonly held: number
  /** The least and the greatest of them, where that is told. */
  readonly range: Range | undefined
  readonly dictionary: Page | undefined
  readonly cells: Page
}

/** Room for the pages of one column, to be used again. */
export type PageRoom = { readonly dictionary: Room; readonly cells: Room }

/** Room that grows with the pages. */
export const makePageRoom = (): PageRoom => ({
  dictionary: makeRoom(firstSize),
  cells: makeRoom(firstSize),
})

/** Gives back what pages larger than this took. */
export function shrinkPageRoom({ dictionary, cells }: PageRoom, most: number): void {
  for (const room of [dictionary, cells]) shrink(room, { most, to: firstSize })
}

/** How large such room is at first. */
export const firstSize = 64 * 1024

/** How many bytes pages have. */
export const sizeOfPages = ({ dictionary, cells }: ColumnPages): number =>
  (dictionary?.bytes.length ?? 0) + cells.bytes.length

/** What the pages of a column are made with. */
export type ColumnOfGroup = {
  readonly type: ColumnType
  /** The rows of the group. */
  readonly rows: number
  readonly findDictionary: FindDictionary
  /** Room for values of a fixed size, which are not part of pages. */
  readonly fixed: Room
  readonly room: PageRoom
}

/** Makes the pages of a column out of the texts of its cells. They are good until their room is used again. */
export function toPages(
  texts: Cells,
  { type, rows, findDictionary, fixed, room }: ColumnOfGroup,
): ColumnPages {
  const isText = type === 'text' || type === 'json'
  const prefix = isText ? sizeOfLength : 0
  const { cells, range } = isText ? { cells: texts } : toFixedCells(texts, type, fixed)
  const { count } = cells
  room.cells.at = 0
  appendLevels(room.cells, cells.rows, { count, rows })
  const dictionary = type === 'boolean' ? undefined : findDictionary(cells, prefix)
  const values: Values =
    dictionary === undefined ? { count } : { count: dictionary.size, among: dictionary.cells }
  if (dictionary === undefined) {
    if (type === 'boolean') appendBits(room.cells, cells)
    else appendValues(room.cells, cells, { ...values, prefix })
  } else {
    appendIndices(room.cells, dictionary.indices, { count, width: dictionary.width })
    room.dictionary.at = 0
    appendValues(room.dictionary, cells, { ...values, prefix })
  }
  return {
    held: count,
    range: isText ? textRange(cells, values) : range,
    dictionary: dictionary && { values: dictionary.size, bytes: filled(room.dictionary) },
    cells: { values: rows, bytes: filled(room.cells) },
  }
}

// Of a text, its length before it.
const sizeOfLength = 4

function appendValues(
  room: Room,
  { starts, ends, room: { view } }: Cells,
  { count, among, prefix }: Values & { readonly prefix: number },
): void {
  const cellOf = (i: number): number => (among === undefined ? i : (among[i] ?? 0))
  let size = count * prefix
  for (let i = 0; i < count; i++) size += (ends[cellOf(i)] ?? 0) - (starts[cellOf(i)] ?? 0)
  // At once: room that doubles leaves all its smaller ones behind.
  reserve(room, size)
  for (let i = 0; i < count; i++) {
    const start = starts[cellOf(i)] ?? 0
    const end = ends[cellOf(i)] ?? 0
    if (prefix > 0) room.view.setUint32(room.at, end - start, true)
    room.at += prefix
    copyText(room, room.at, { from: view, start, end })
    room.at += end - start
  }
}

/** A bit a boolean, the first the lowest. */
function appendBits(room: Room, { count, room: { bytes } }: Cells): void {
  const size = Math.ceil(count / 8)
  reserve(room, size)
  room.bytes.fill(0, room.at, room.at + size)
  for (let i = 0; i < count; i++) {
    const at = room.at + (i >> 3)
    room.bytes[at] = (room.bytes[at] ?? 0) | ((bytes[i] ?? 0) << (i & 7))
  }
  room.at += size
}
