import { copyText, reserve, type Room } from '../room.ts'
import { kinds, type RowBatch } from '../table.ts'

/**
 * Cells of many columns in one room, though they come row by row: of each column, blocks of cells, at whose end stands
 * where the next one begins. Before the text of a cell stand its row and its size; a long text stands alone, and its
 * place in its stead. A column's first blocks are small: of thousands of columns, most have few cells.
 */
export type CellChains = {
  readonly room: Room
  /** Of each column its first block, the place for its next cell, the end of its last block, and how large that is. */
  readonly firsts: Uint32Array
  readonly nexts: Uint32Array
  readonly ends: Uint32Array
  readonly sizes: Uint32Array
  /** Of each column how many cells it has. */
  readonly counts: Uint32Array
}

/** Cells in the order of rows, each with its row and the place of its bytes in a room. */
export type Cells = {
  readonly count: number
  readonly rows: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly room: Room
}

/** A row of a batch: the place of its first cell there, and its own number among those that wait. */
export type NewRow = {
  readonly batch: RowBatch
  readonly from: DataView
  readonly first: number
  readonly row: number
}

/** Chains of so many columns, without cells. */
export const makeCellChains = (room: Room, columns: number): CellChains => ({
  room,
  firsts: new Uint32Array(columns),
  nexts: new Uint32Array(columns),
  ends: new Uint32Array(columns),
  sizes: new Uint32Array(columns),
  counts: new Uint32Array(columns),
})

/** Forgets all cells. */
export function clearChains({ room, nexts, ends, sizes, counts }: CellChains): void {
  room.at = 0
  for (const ofColumns of [nexts, ends, sizes, counts]) ofColumns.fill(0)
}

const smallestBlock = 64
const largestBlock = 4096
const longText = largestBlock / 4
/** The row and the size of a cell; of the next block a mark and its place. */
const headSize = 8
const placeSize = 4
const nextBlock = 0xffff_ffff

/** Adds the cells of a row that hold something, each behind the last one of its column. */
export function addRow(chains: CellChains, { batch, from, first, row }: NewRow): void {
  const { room, nexts, ends, counts } = chains
  const columns = counts.length
  for (let column = 0, cell = first; column < columns; column++, cell++) {
    if (batch.kinds[cell] === kinds.none) continue
    const start = batch.starts[cell] ?? 0
    const end = batch.ends[cell] ?? 0
    const size = end - start
    const needed = headSize + (size > longText ? placeSize : size)
    let at = nexts[column] ?? 0
    if (at + needed + headSize > (ends[column] ?? 0)) at = addBlock(chains, column, needed + headSize)
    const to = size > longText ? placeAlone(room, size, at + headSize) : at + headSize
    room.view.setUint32(at, row, true)
    room.view.setUint32(at + 4, size, true)
    copyText(room, to, { from, start, end })
    nexts[column] = at + needed
    counts[column] = (counts[column] ?? 0) + 1
  }
}

/** Makes room for a text that stands alone, and says so at a place. */
function placeAlone(room: Room, size: number, at: number): number {
  const alone = take(room, size)
  room.view.setUint32(at, alone, true)
  return alone
}

/** Adds a block for at least so many bytes; gives its place. */
function addBlock(
  { room, firsts, nexts, ends, sizes, counts }: CellChains,
  column: number,
  least: number,
): number {
  const size = Math.max(least, Math.min(largestBlock, Math.max(smallestBlock, (sizes[column] ?? 0) * 2)))
  const block = take(room, size)
  if (counts[column] === 0) firsts[column] = block
  else {
    const last = nexts[column] ?? 0
    room.view.setUint32(last, nextBlock, true)
    room.view.setUint32(last + 4, block, true)
  }
  ends[column] = block + size
  sizes[column] = size
  return block
}

function take(room: Room, size: number): number {
  reserve(room, size)
  const { at } = room
  room.at += size
  return at
}

/** Lists the cells of a column; gives their number. */
export function listCells(
  { room: { view }, firsts, counts }: CellChains,
  column: number,
  { rows, starts, ends }: Pick<Cells, 'rows' | 'starts' | 'ends'>,
): number {
  const count = counts[column] ?? 0
  let at = firsts[column] ?? 0
  for (let cell = 0; cell < count; cell++) {
    let row = view.getUint32(at, true)
    if (row === nextBlock) {
      at = view.getUint32(at + 4, true)
      row = view.getUint32(at, true)
    }
    const size = view.getUint32(at + 4, true)
    at += headSize
    const start = size > longText ? view.getUint32(at, true) : at
    at += size > longText ? placeSize : size
    rows[cell] = row
    starts[cell] = start
    ends[cell] = start + size
  }
  return count
}
