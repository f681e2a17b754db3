import { kinds, type RowBatch } from '../table.ts'
import { clearBlocks, makeBlocks, spaceFor, type Blocks } from './blocks.ts'
import { copyText, makeRoom, shrink, type Room } from '../room.ts'

/** Rows that wait to become a row group: the bytes of their cells, and of each column the cells that hold something. */
export type WaitingRows = {
  /** Takes rows of a batch from one on, until there are enough for a row group; gives the row after them. */
  readonly take: (batch: RowBatch, from: number) => number
  readonly isFull: () => boolean
  readonly rows: () => number
  /** The cells of a column that hold something: good until the next column. */
  readonly cellsOf: (column: number) => Cells
  readonly clear: () => void
}

/** Cells in the order of rows, each with its row and the place of its bytes in a room. */
export type Cells = {
  readonly count: number
  readonly rows: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly room: Room
}

/** How much a row group holds: it ends with the row that reaches one of these. */
export type GroupLimits = {
  readonly bytes: number
  readonly cells: number
  readonly rows: number
}

/** Room for the rows of one group, of so many columns. Only a row larger than a group makes it grow, until it is cleared. */
export function makeWaitingRows(columns: number, limits: GroupLimits): WaitingRows {
  const waiting = makeWaiting(columns, limits)
  const { room, chains } = waiting
  const gathered = {
    rows: new Uint32Array(limits.rows),
    starts: new Uint32Array(limits.rows),
    ends: new Uint32Array(limits.rows),
  }
  const isFull = (): boolean =>
    room.at >= limits.bytes ||
    waiting.rows >= limits.rows ||
    chains.words.length - chains.nextBlock < columns * blockWords
  return {
    take(batch, from) {
      const { buffer, byteOffset, byteLength } = batch.bytes
      const view = new DataView(buffer, byteOffset, byteLength)
      let row = from
      while (row < batch.rows && !isFull()) takeRow(waiting, { batch, view }, row++)
      return row
    },
    isFull,
    rows: () => waiting.rows,
    cellsOf: (column) => ({ count: gather(chains, column, gathered), ...gathered, room }),
    clear() {
      shrink(room, { most: roomFor(limits), to: roomFor(limits) })
      room.at = 0
      clearBlocks(waiting.blocks)
      waiting.rows = 0
      chains.nextBlock = 0
      chains.counts.fill(0)
    },
  }
}

type Waiting = {
  readonly columns: number
  readonly room: Room
  readonly chains: Chains
  readonly blocks: Blocks
  rows: number
}

/**
 * The cells of each column in blocks, and behind each block the place of the column's next. Room for all columns is
 * shared, since the one that is full in these rows may be empty in the next.
 */
type Chains = {
  /** Of each cell its row, start and end. */
  readonly words: Uint32Array
  nextBlock: number
  /** Of each column its first block, the place for its next cell, and how many cells it has. */
  readonly firsts: Uint32Array
  readonly nexts: Uint32Array
  readonly counts: Uint32Array
}

const cellWords = 3
const blockCells = 16
const blockWords = blockCells * cellWords + 1

const makeWaiting = (columns: number, limits: GroupLimits): Waiting => ({
  columns,
  room: makeRoom(roomFor(limits)),
  chains: {
    words: new Uint32Array((Math.ceil(limits.cells / blockCells) + columns) * blockWords),
    nextBlock: 0,
    firsts: new Uint32Array(columns),
    nexts: new Uint32Array(columns),
    counts: new Uint32Array(columns),
  },
  blocks: makeBlocks(columns),
  rows: 0,
})

// The last row of a group, which passes the limit of bytes, should seldom need more.
const roomFor = (limits: GroupLimits): number => limits.bytes + 64 * 1024

type Source = { readonly batch: RowBatch; readonly view: DataView }

function takeRow(waiting: Waiting, { batch, view }: Source, from: number): void {
  const { columns, chains, blocks, room } = waiting
  const { kinds: ofKinds, starts, ends } = batch
  const first = from * columns
  for (let column = 0; column < columns; column++) {
    if (ofKinds[first + column] === kinds.none) continue
    const start = starts[first + column] ?? 0
    const end = ends[first + column] ?? 0
    const at = placeFor(chains, column)
    const to = spaceFor(blocks, column, { room, size: end - start })
    chains.words[at] = waiting.rows
    chains.words[at + 1] = to
    chains.words[at + 2] = to + end - start
    copyText(room, to, { from: view, start, end })
  }
  waiting.rows++
}

/** The place for a column's next cell, in a new block where the last one is full. */
function placeFor(chains: Chains, column: number): number {
  const { words, firsts, nexts, counts } = chains
  const count = counts[column] ?? 0
  let at = nexts[column] ?? 0
  if (count % blockCells === 0) {
    if (count === 0) firsts[column] = chains.nextBlock
    else words[at] = chains.nextBlock
    at = chains.nextBlock
    chains.nextBlock += blockWords
  }
  nexts[column] = at + cellWords
  counts[column] = count + 1
  return at
}

/** Puts a column's cells one after another; gives their number. */
function gather(
  { words, firsts, counts }: Chains,
  column: number,
  { rows, starts, ends }: Pick<Cells, 'rows' | 'starts' | 'ends'>,
): number {
  const count = counts[column] ?? 0
  let at = firsts[column] ?? 0
  for (let cell = 0; cell < count;) {
    rows[cell] = words[at] ?? 0
    starts[cell] = words[at + 1] ?? 0
    ends[cell] = words[at + 2] ?? 0
    at += cellWords
    if (++cell % blockCells === 0) at = words[at] ?? 0
  }
  return count
}
