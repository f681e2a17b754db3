import type { Column } from '../columns.ts'
import { filled, makeBuffer, reserve, type ByteBuffer, type Spool } from '../bytes.ts'

/** The cells of a row that hold something, in the order of the record, and the columns that they belong to. */
export type SparseRow = {
  readonly columns: Column[]
  /** The kind of each cell, one of `kinds`. */
  readonly kinds: number[]
  readonly texts: string[]
}

/**
 * Writes rows as they wait in a spool, in little-endian 32-bit numbers: the number of cells; for each cell its column's
 * number times 8 plus its kind, and the size of its text in bytes; then the texts, UTF-8, one after another.
 */
export type RowWriter = {
  readonly add: (row: SparseRow) => void
  readonly isFull: () => boolean
  readonly flush: () => Promise<void>
}

/** Bytes per block: smaller blocks cost more calls, larger ones survive the young generation of the garbage collector. */
const blockSize = 64 * 1024

const encoder = new TextEncoder()

/** Writes rows into a spool in blocks of whole rows. */
export function makeRowWriter(spool: Spool): RowWriter {
  const buffer = makeBuffer(2 * blockSize)
  return {
    isFull: () => buffer.at >= blockSize,
    add: (row) => writeRow(buffer, row),
    flush: async () => {
      if (buffer.at === 0) return
      const block = filled(buffer)
      buffer.at = 0
      await spool.append(block)
    },
  }
}

function writeRow(buffer: ByteBuffer, { columns, kinds, texts }: SparseRow): void {
  const count = texts.length
  const text = texts.join('')
  // A UTF-16 code unit takes three bytes at most.
  reserve(buffer, 4 + 8 * count + 3 * text.length)
  const { bytes, view, at } = buffer
  const begin = at + 4 + 8 * count
  view.setUint32(at, count, true)
  const { written } = encoder.encodeInto(text, bytes.subarray(begin))
  const isAscii = written === text.length
  let end = begin
  for (let i = 0; i < count; i++) {
    const cell = texts[i] ?? ''
    // Cell by cell: the halves of a surrogate pair in two cells must not become one character.
    const size = isAscii ? cell.length : encoder.encodeInto(cell, bytes.subarray(end)).written
    view.setUint32(at + 4 + 8 * i, (columns[i]?.number ?? 0) * 8 + (kinds[i] ?? 0), true)
    view.setUint32(at + 8 + 8 * i, size, true)
    end += size
  }
  buffer.at = end
}

/** A row as a block of its own. */
export function encodeRow(row: SparseRow): Uint8Array {
  const buffer = makeBuffer(0)
  writeRow(buffer, row)
  return filled(buffer)
}

/** The cells of a row in a block: the column, kind and place of the text of each. */
export type RowCells = {
  count: number
  columns: Uint32Array
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
}

/** Arrays for the cells of a row; they are replaced by larger ones when a row has more. */
export const makeRowCells = (): RowCells => ({
  count: 0,
  columns: new Uint32Array(64),
  kinds: new Uint8Array(64),
  starts: new Uint32Array(64),
  ends: new Uint32Array(64),
})

/** Reads the row at a place of a block; returns the place after it. */
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
