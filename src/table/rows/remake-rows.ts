import { filled, makeBuffer, reserve, viewOf, type ByteBuffer } from '../bytes.ts'
import { makeRowCells, readRow, type RowCells } from './sparse-rows.ts'

/** A block of sparse rows that is being filled, and where the head of the next cell goes; its text goes to the end. */
export type RowBlock = ByteBuffer & { head: number }

export type ReadRow = {
  readonly cells: RowCells
  bytes: Uint8Array
  view: DataView
  /** Rows are numbered from 0, over all blocks. */
  number: number
  /** Where the row begins in the block, and where it ends. */
  from: number
  to: number
}

const blockSize = 256 * 1024

/** Calls `remake` for each row, which puts any number of rows into a new block. A block is valid until the next one. */
export async function* remakeRows(
  blocks: AsyncIterable<Uint8Array>,
  remake: (row: ReadRow, into: RowBlock) => void,
): AsyncIterable<Uint8Array> {
  const into: RowBlock = { ...makeBuffer(2 * blockSize), head: 0 }
  const row = noRow()
  for await (const block of blocks) {
    enterBlock(row, block)
    while (readNext(row)) {
      remake(row, into)
      if (into.at < blockSize) continue
      yield filled(into)
      into.at = 0
    }
  }
  if (into.at > 0) yield filled(into)
}

/** An object that rows are read into, one after another. */
function noRow(): ReadRow {
  const bytes = new Uint8Array(0)
  return { cells: makeRowCells(), bytes, view: viewOf(bytes), number: -1, from: 0, to: 0 }
}

/** Begins the next block. */
function enterBlock(row: ReadRow, block: Uint8Array): void {
  row.bytes = block
  row.view = viewOf(block)
  row.to = 0
}

/** Reads the next row of the block; false where there is none. */
function readNext(row: ReadRow): boolean {
  if (row.to >= row.bytes.length) return false
  row.number++
  row.from = row.to
  row.to = readRow(row.view, row.from, row.cells)
  return true
}

/** The text of a row in a column; undefined if it has no cell there. */
export function textOfCell({ cells, bytes }: ReadRow, column: number): string | undefined {
  const i = cells.columns.subarray(0, cells.count).indexOf(column)
  return i < 0 ? undefined : decoder.decode(bytes.subarray(cells.starts[i], cells.ends[i]))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Calls for every row, in order. */
export async function eachRow(blocks: AsyncIterable<Uint8Array>, use: (row: ReadRow) => void): Promise<void> {
  for await (const block of remakeRows(blocks, use)) if (block.length > 0) throw new Error('rows were made')
}

export function putRow(into: RowBlock, { bytes, from, to }: ReadRow): void {
  reserve(into, to - from)
  copy(into, bytes, { from, to })
}

/** Begins a row of so many cells, which must be put next. */
export function beginRow(into: RowBlock, cells: number): void {
  reserve(into, 4 + 8 * cells)
  into.view.setUint32(into.at, cells, true)
  into.head = into.at + 4
  into.at += 4 + 8 * cells
}

/** Puts a cell whose text is `bytes` between `from` and `to`. */
export function putCell(
  into: RowBlock,
  cell: { readonly column: number; readonly kind: number; readonly from: number; readonly to: number },
  bytes: Uint8Array,
): void {
  reserve(into, cell.to - cell.from)
  into.view.setUint32(into.head, cell.column * 8 + cell.kind, true)
  into.view.setUint32(into.head + 4, cell.to - cell.from, true)
  into.head += 8
  copy(into, bytes, cell)
}

/** Copies the cells of a row from number `from` up to, but not with, number `to`. */
export function putRun(
  into: RowBlock,
  { cells, bytes, view, from: row }: ReadRow,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  if (from >= to) return
  const [first, end] = [cells.starts[from] ?? 0, cells.ends[to - 1] ?? 0]
  reserve(into, end - first)
  const [heads, headsEnd] = [row + 4 + 8 * from, row + 4 + 8 * to]
  for (let at = heads; at < headsEnd; at += 4, into.head += 4)
    into.view.setUint32(into.head, view.getUint32(at, true), true)
  // The texts of cells are contiguous.
  copy(into, bytes, { from: first, to: end })
}

// Below this, a loop is faster than a call of `set`.
const shortest = 48

function copy(
  into: RowBlock,
  bytes: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const target = into.bytes
  let { at } = into
  if (to - from > shortest) target.set(bytes.subarray(from, to), at)
  else for (let i = from; i < to; i++) target[at++] = bytes[i] ?? 0
  into.at += to - from
}
