import type { Column } from '../columns.ts'
import type { Spool } from '../bytes.ts'

/** The cells of a row that hold something, in the order of the record, and the columns that they belong to. */
export type SparseRow = {
  readonly columns: Column[]
  /** Of each cell, one of `kinds`. */
  readonly kinds: number[]
  readonly texts: string[]
}

/**
 * Rows as they wait in a spool, in little-endian 32-bit numbers: how many cells a row has; of each cell its column's
 * number times 8 plus its kind, and how many bytes its text takes; then the texts, UTF-8, one after another.
 */
export type RowWriter = {
  readonly add: (row: SparseRow) => void
  /** Whether a block is full. */
  readonly isFull: () => boolean
  readonly flush: () => Promise<void>
}

/** Bytes per block: smaller ones cost a call each, larger ones live too long for the nursery. */
const blockSize = 64 * 1024

const encoder = new TextEncoder()

/** Writes rows into a spool in blocks of whole rows. */
export function makeRowWriter(spool: Spool): RowWriter {
  let bytes = new Uint8Array(2 * blockSize)
  let view = new DataView(bytes.buffer)
  let end = 0
  const reserve = (size: number): void => {
    if (end + size <= bytes.length) return
    const larger = new Uint8Array(Math.max(2 * bytes.length, end + size))
    larger.set(bytes.subarray(0, end))
    bytes = larger
    view = new DataView(bytes.buffer)
  }
  return {
    isFull: () => end >= blockSize,
    add: (row) => {
      const text = row.texts.join('')
      reserve(sizeOfRow(row, text))
      end = writeRow({ bytes, view, at: end }, row, text)
    },
    flush: async () => {
      if (end === 0) return
      const block = bytes.subarray(0, end)
      end = 0
      await spool.append(block)
    },
  }
}

type Place = { readonly bytes: Uint8Array; readonly view: DataView; readonly at: number }

/** How many bytes a row takes at most, whose texts are `text` together. */
const sizeOfRow = ({ texts }: SparseRow, text: string): number => 4 + 8 * texts.length + 3 * text.length

/** Writes a row, whose texts are `text` together; gives the place after it. */
function writeRow({ bytes, view, at }: Place, { columns, kinds, texts }: SparseRow, text: string): number {
  const count = texts.length
  const begin = at + 4 + 8 * count
  view.setUint32(at, count, true)
  const { written } = encoder.encodeInto(text, bytes.subarray(begin))
  const isAscii = written === text.length
  let end = begin
  for (let i = 0; i < count; i++) {
    const cell = texts[i] ?? ''
    // Each by itself: two halves of a pair in two cells must not become a whole.
    const size = isAscii ? cell.length : encoder.encodeInto(cell, bytes.subarray(end)).written
    view.setUint32(at + 4 + 8 * i, (columns[i]?.number ?? 0) * 8 + (kinds[i] ?? 0), true)
    view.setUint32(at + 8 + 8 * i, size, true)
    end += size
  }
  return end
}

/** A row as a block of its own. */
export function encodeRow(row: SparseRow): Uint8Array {
  const text = row.texts.join('')
  const bytes = new Uint8Array(sizeOfRow(row, text))
  return bytes.subarray(0, writeRow({ bytes, view: new DataView(bytes.buffer), at: 0 }, row, text))
}

/** The cells of a row in a block: of each its column, its kind and where its text stands. */
export type RowCells = {
  count: number
  columns: Uint32Array
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
}

/** Arrays for the cells of a row; larger ones take their place where a row has more. */
export const makeRowCells = (): RowCells => ({
  count: 0,
  columns: new Uint32Array(64),
  kinds: new Uint8Array(64),
  starts: new Uint32Array(64),
  ends: new Uint32Array(64),
})

/** Reads the row at a place of a block; gives the place after it. */
export function readRow(view: DataView, at: number, cells: RowCells): number {
  const count = view.getUint32(at, true)
  if (count > cells.columns.length) grow(cells, count)
  const { columns, kinds, starts, ends } = cells
  let end = at + 4 + 8 * count
  for (let i = 0; i < count; i++) {
    const column = view.getUint32(at + 4 + 8 * i, true)
    columns[i] = column >>> 3
    kinds[i] = column & 7
    starts[i] = end
    end += view.getUint32(at + 8 + 8 * i, true)
    ends[i] = end
  }
  cells.count = count
  return end
}

function grow(cells: RowCells, count: number): void {
  const size = 2 * count
  Object.assign(cells, {
    columns: new Uint32Array(size),
    kinds: new Uint8Array(size),
    starts: new Uint32Array(size),
    ends: new Uint32Array(size),
  })
}
