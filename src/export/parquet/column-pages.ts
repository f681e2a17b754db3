import type { ColumnType } from '../table.ts'
import type { ColumnsKernel } from './columns-kernel.ts'
import { toFixedCells, type Range } from './fixed-cells.ts'
import { appendIndices, appendLevels } from './hybrid.ts'
import type { Page } from './page-header.ts'
import { filled, makeRoom, reserve, shrink, type Room } from '../room.ts'
import { appendValues, sizeOfLength, textRange } from './values.ts'
import type { ListedCells } from './waiting-rows.ts'

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
const firstSize = 64 * 1024

/** How many bytes pages have. */
export const sizeOfPages = ({ dictionary, cells }: ColumnPages): number =>
  (dictionary?.bytes.length ?? 0) + cells.bytes.length

/** What the pages of a column are made with. */
export type ColumnOfGroup = {
  readonly type: ColumnType
  /** The rows of the group. */
  readonly rows: number
  readonly room: PageRoom
}

/** Makes the pages of a column out of the texts of its cells. They are good until their room is used again. */
export function toPages(texts: ListedCells, { type, rows, room }: ColumnOfGroup): ColumnPages {
  const { kernel } = texts
  const isText = type === 'text' || type === 'json'
  const prefix = isText ? sizeOfLength : 0
  const { count, range } = isText ? { count: texts.count } : toFixedCells(texts, type)
  const { rows: named, indices } = kernel.memory()
  room.cells.at = 0
  appendLevels(room.cells, named, { count, rows })
  const size = type === 'boolean' ? 0 : kernel.exports.findDictionary(count, prefix)
  const isDictionary = size > 0
  const values = { kernel, count: isDictionary ? size : count, isDictionary }
  if (isDictionary) {
    appendIndices(room.cells, indices, { count, width: kernel.exports.indexWidth.value })
    room.dictionary.at = 0
    appendValues(room.dictionary, values, prefix)
  } else if (type === 'boolean') appendBits(room.cells, kernel, count)
  else appendValues(room.cells, values, prefix)
  return {
    held: count,
    range: isText ? textRange(values) : range,
    dictionary: isDictionary ? { values: size, bytes: filled(room.dictionary) } : undefined,
    cells: { values: rows, bytes: filled(room.cells) },
  }
}

/** A bit a boolean, the first the lowest. */
function appendBits(room: Room, { memory, fixed }: ColumnsKernel, count: number): void {
  const { bytes } = memory()
  const size = Math.ceil(count / 8)
  reserve(room, size)
  room.bytes.fill(0, room.at, room.at + size)
  for (let i = 0; i < count; i++) {
    const at = room.at + (i >> 3)
    room.bytes[at] = (room.bytes[at] ?? 0) | ((bytes[fixed + i] ?? 0) << (i & 7))
  }
  room.at += size
}
