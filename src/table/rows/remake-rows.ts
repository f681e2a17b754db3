import { viewOf } from '../bytes.ts'
import { makeRowCells, readRow, type RowCells } from './sparse-rows.ts'

/** A block of sparse rows that is being filled. */
export type RowBlock = {
  bytes: Uint8Array
  view: DataView
  /** The place after the last row. */
  end: number
  /** Where the head of the next cell goes, its text behind `end`. */
  head: number
}

/** A row of a block. */
export type ReadRow = {
  readonly cells: RowCells
  /** The bytes that the texts of its cells stand in, and the same as numbers. */
  bytes: Uint8Array
  view: DataView
  /** Rows are numbered from 0, over all blocks. */
  number: number
  /** Where the row begins in the bytes, and the place after it. */
  from: number
  to: number
}

const blockSize = 256 * 1024

/** Makes rows of other rows: of each any number. A block is good until the next. */
export async function* remakeRows(
  blocks: AsyncIterable<Uint8Array>,
  remake: (row: ReadRow, into: RowBlock) => void,
): AsyncIterable<Uint8Array> {
  const into = makeBlock()
  const row = noRow()
  for await (const block of blocks) {
    enterBlock(row, block)
    while (readNext(row)) {
      remake(row, into)
      if (into.end < blockSize) continue
      yield into.bytes.subarray(0, into.end)
      into.end = 0
    }
  }
  if (into.end > 0) yield into.bytes.subarray(0, into.end)
}

/** A block without rows. */
function makeBlock(): RowBlock {
  const bytes = new Uint8Array(2 * blockSize)
  return { bytes, view: viewOf(bytes), end: 0, head: 0 }
}

/** What rows of blocks are read into, one after another, before the first of them. */
function noRow(): ReadRow {
  const bytes = new Uint8Array(0)
  return { cells: makeRowCells(), bytes, view: viewOf(bytes), number: -1, from: 0, to: 0 }
}

/** Goes before the first row of the next block. */
function enterBlock(row: ReadRow, block: Uint8Array): void {
  row.bytes = block
  row.view = viewOf(block)
  row.to = 0
}

/** Reads the next row of the block; false behind its last. */
function readNext(row: ReadRow): boolean {
  if (row.to >= row.bytes.length) return false
  row.number++
  row.from = row.to
  row.to = readRow(row.view, row.from, row.cells)
  return true
}

/** Calls for every row, in order. */
export async function eachRow(blocks: AsyncIterable<Uint8Array>, use: (row: ReadRow) => void): Promise<void> {
  for await (const block of remakeRows(blocks, use)) if (block.length > 0) throw new Error('rows were made')
}

/** Puts a row as it is. */
export function putRow(into: RowBlock, { bytes, from, to }: ReadRow): void {
  reserveIn(into, to - from)
  copy(into, bytes, { from, to })
}

/** Begins a row of so many cells, which have to be put then. */
export function beginRow(into: RowBlock, cells: number): void {
  reserveIn(into, 4 + 8 * cells)
  into.view.setUint32(into.end, cells, true)
  into.head = into.end + 4
  into.end += 4 + 8 * cells
}

/** Puts a cell, whose text are bytes from one place to another. */
export function putCell(
  into: RowBlock,
  cell: { readonly column: number; readonly kind: number; readonly from: number; readonly to: number },
  bytes: Uint8Array,
): void {
  reserveIn(into, cell.to - cell.from)
  into.view.setUint32(into.head, cell.column * 8 + cell.kind, true)
  into.view.setUint32(into.head + 4, cell.to - cell.from, true)
  into.head += 8
  copy(into, bytes, cell)
}

/** Puts cells of a row, from one on up to another one, as they are. */
export function putRun(
  into: RowBlock,
  { cells, bytes, view, from: row }: ReadRow,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  if (from >= to) return
  const [first, end] = [cells.starts[from] ?? 0, cells.ends[to - 1] ?? 0]
  reserveIn(into, end - first)
  const [heads, headsEnd] = [row + 4 + 8 * from, row + 4 + 8 * to]
  for (let at = heads; at < headsEnd; at += 4, into.head += 4)
    into.view.setUint32(into.head, view.getUint32(at, true), true)
  // The texts of cells stand one behind the other.
  copy(into, bytes, { from: first, to: end })
}

// A call into the engine for so few bytes costs more than the bytes.
const shortest = 48

function copy(
  into: RowBlock,
  bytes: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const target = into.bytes
  let { end } = into
  if (to - from > shortest) target.set(bytes.subarray(from, to), end)
  else for (let i = from; i < to; i++) target[end++] = bytes[i] ?? 0
  into.end += to - from
}

/** Makes space for so many bytes more. */
export function reserveIn(into: RowBlock, size: number): void {
  if (into.end + size <= into.bytes.length) return
  const larger = new Uint8Array(Math.max(2 * into.bytes.length, into.end + size))
  larger.set(into.bytes.subarray(0, into.end))
  into.bytes = larger
  into.view = viewOf(larger)
}
