import { chains, copyText, endList, mostBytes, mostRows, places, room, roomEnd, rowList, startList, width } from './layout'

/**
 * Cells of many columns in one room, though they come row by row: of each column, blocks of cells, at whose end stands
 * where the next one begins. Before the text of a cell stand its row and its size; a long text stands alone, and its
 * place in its stead. A column's first blocks are small: of thousands of columns, most have few cells.
 */
const smallestBlock: u32 = 64
const largestBlock: u32 = 4096
const longText: u32 = 1024
/** The row and the size of a cell; of the next block a mark and its place. Copying a text may spoil as much behind it. */
const headSize: u32 = 8
const placeSize: u32 = 4
const nextBlock: u32 = 0xffffffff

/** Of a column its first block, the place for its next cell, the end of its last block, how large that is, its cells. */
const chainSize: u32 = 20
const nextAt: usize = 4
const endAt: usize = 8
const sizeAt: usize = 12
const countAt: usize = 16

/** Rows that wait, and the bytes that they take. */
export let rows: u32 = 0
export let used: u32 = 0
let free: u32 = 0
let freeEnd: u32 = 0

/** Forgets all rows. */
export function clear(): void {
  rows = 0
  used = 0
  free = room
  freeEnd = roomEnd
  memory.fill(chains, 0, width * chainSize)
}

/** Whether there are enough rows. */
export function isFull(): bool {
  return used >= mostBytes || rows >= mostRows
}

/** Adds rows, each cell behind the last one of its column, until there are enough; gives the place after them. */
export function takeRows(from: u32, to: u32): u32 {
  while (from < to && !isFull()) {
    let head = from + 4
    const first = head + (load<u32>(from) << 3)
    from = first
    for (; head < first; head += 8) {
      const told = load<u32>(head)
      const size = load<u32>(head, 4)
      const place = load<u32>(places + ((told >>> 3) << 2))
      if (place != 0 && (told & 7) != 0) addCell(chains + (place - 1) * chainSize, from, size)
      from += size
    }
    rows++
  }
  return from
}

function addCell(chain: u32, text: u32, size: u32): void {
  let at = load<u32>(chain, nextAt)
  const needed = headSize + (size > longText ? placeSize : size)
  if (at + needed + headSize > load<u32>(chain, endAt)) at = addBlock(chain, needed + headSize)
  store<u32>(at, rows)
  store<u32>(at, size, 4)
  if (size > longText) {
    const alone = take(size)
    memory.copy(alone, text, size)
    store<u32>(at + headSize, alone)
  } else copyText(text, size, at + headSize)
  store<u32>(chain, at + needed, nextAt)
  store<u32>(chain, load<u32>(chain, countAt) + 1, countAt)
}

/** Adds a block for at least so many bytes; gives its place. */
function addBlock(chain: u32, least: u32): u32 {
  const usual = min<u32>(largestBlock, max<u32>(smallestBlock, load<u32>(chain, sizeAt) << 1))
  const size = max<u32>(least, usual)
  const block = take(size)
  if (load<u32>(chain, countAt) == 0) store<u32>(chain, block)
  else {
    const last = load<u32>(chain, nextAt)
    store<u32>(last, nextBlock)
    store<u32>(last, block, 4)
  }
  store<u32>(chain, block + size, endAt)
  store<u32>(chain, size, sizeAt)
  return block
}

/** Takes so many bytes; the memory grows where there are none. */
function take(size: u32): u32 {
  if (free + size > freeEnd) {
    const pages = (size >>> 16) + 16
    const before = memory.grow(pages)
    if (before < 0) unreachable()
    const grown = <u32>before << 16
    if (grown != freeEnd) free = grown
    freeEnd = grown + (<u32>pages << 16)
  }
  const at = free
  free += size
  used += size
  return at
}

/** Lists the cells of a column; gives their number. */
export function listCells(column: u32): u32 {
  const chain = chains + column * chainSize
  const count = load<u32>(chain, countAt)
  let at = load<u32>(chain)
  for (let cell: u32 = 0; cell < count << 2; cell += 4) {
    let row = load<u32>(at)
    if (row == nextBlock) {
      at = load<u32>(at, 4)
      row = load<u32>(at)
    }
    const size = load<u32>(at, 4)
    at += headSize
    const start = size > longText ? load<u32>(at) : at
    at += size > longText ? placeSize : size
    store<u32>(rowList + cell, row)
    store<u32>(startList + cell, start)
    store<u32>(endList + cell, start + size)
  }
  return count
}
