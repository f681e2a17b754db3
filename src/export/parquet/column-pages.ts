import type { ColumnType } from '../table.ts'
import type { FindDictionary } from './dictionary.ts'
import { toFixedCells, type Range } from './fixed-cells.ts'
import { appendIndices, appendLevels } from './hybrid.ts'
import type { Page } from './page-header.ts'
import { copyText, filled, makeRoom, reserve, shrink, type Room } from '../room.ts'
import { textRange, type Values } from './text-range.ts'
import type { Cells } from './waiting-rows.ts'

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
export type PageRoom = { readonly fixed: Room; readonly dictionary: Room; readonly cells: Room }

/** Room that grows with the pages. */
export const makePageRoom = (): PageRoom => ({
  fixed: makeRoom(firstSize),
  dictionary: makeRoom(firstSize),
  cells: makeRoom(firstSize),
})

/** Gives back what pages larger than this took. */
export function shrinkPageRoom({ fixed, dictionary, cells }: PageRoom, most: number): void {
  for (const room of [fixed, dictionary, cells]) shrink(room, { most, to: firstSize })
}

const firstSize = 64 * 1024

/** What the pages of a column are made with. */
export type ColumnOfGroup = {
  readonly type: ColumnType
  /** The rows of the group. */
  readonly rows: number
  readonly findDictionary: FindDictionary
  readonly room: PageRoom
}

/** Makes the pages of a column out of the texts of its cells. They are good until their room is used again. */
export function toPages(texts: Cells, { type, rows, findDictionary, room }: ColumnOfGroup): ColumnPages {
  const isText = type === 'text' || type === 'json'
  const prefix = isText ? sizeOfLength : 0
  const { cells, range } = isText ? { cells: texts } : toFixedCells(texts, type, room.fixed)
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
  for (let i = 0; i < count; i++) {
    const cell = among === undefined ? i : (among[i] ?? 0)
    const start = starts[cell] ?? 0
    const end = ends[cell] ?? 0
    reserve(room, prefix + end - start)
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
