import type { Sink } from '../format.ts'
import type { SparseRow } from '../collect-row.ts'
import { rowAlone } from '../sparse-rows.ts'
import type { LineOptions, LinePlaces } from './line-layout.ts'
import { makeLines, type Lines } from './lines.ts'
import type { Kernel } from './memory.ts'
import type { Blocks } from './blocks.ts'
import { makeRowBlocks, type Rows } from './row-blocks.ts'

/** How rows become lines as they come. */
export type LineRowOptions = LineOptions & {
  readonly out: Sink
  /** Writes what stands before the first line, and says where the cells of lines go, by the rows up to now. */
  readonly begin: () => Promise<LinePlaces>
  /** Bytes of rows after which lines are begun, and those of a block. */
  readonly beginAfter: number
  readonly blockSize?: number
  /** How many columns there are by now. */
  readonly columnCount: () => number
}

/** Rows that wait until lines are begun, and then become such at once. */
export type LineRows = Rows & {
  /** Where the cells of all lines went, and how many were guarded, once `end` is through. */
  readonly written: () => LinePlaces & { readonly guarded: number }
}

/** Rows that become lines of CSV. A column that comes later gets the next place behind the others. */
export function makeLineRows(kernel: Kernel, options: LineRowOptions): LineRows {
  const waiting = makeWaiting(kernel, options.blockSize)
  let lines: Lines | undefined
  const beginOnceEnough = async (): Promise<void> => {
    if (waiting.size() >= options.beginAfter) lines = await begin(kernel, options, waiting)
  }
  return {
    makeRoom: async () => {
      if (lines) return makeRoomIn(lines)
      const hasRoom = await waiting.rows.makeRoom()
      await beginOnceEnough()
      return hasRoom
    },
    put: async (row) => {
      if (lines) return putInto(lines, row, options.columnCount())
      await waiting.rows.put(row)
      await beginOnceEnough()
    },
    reaches: (count) => lines?.reaches(count) ?? true,
    settled: () => lines?.settled() ?? waiting.rows.settled(),
    end: async () => {
      lines ??= await begin(kernel, options, waiting)
      await lines.end()
    },
    written: () => {
      if (!lines) throw new Error('no line was begun')
      return { ...lines.places(), guarded: kernel.exports.guarded.value }
    },
  }
}

/** Rows that are kept in memory. */
type Waiting = {
  readonly rows: Rows & Pick<Blocks, 'release'>
  readonly blocks: Uint8Array<ArrayBuffer>[]
  readonly size: () => number
}

function makeWaiting(kernel: Kernel, blockSize: number | undefined): Waiting {
  const blocks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const append = async (block: Uint8Array): Promise<void> => {
    blocks.push(block.slice())
    size += block.length
  }
  return { rows: makeRowBlocks(kernel, { append }, blockSize), blocks, size: () => size }
}

async function begin(kernel: Kernel, options: LineRowOptions, { rows, blocks }: Waiting): Promise<Lines> {
  await rows.end()
  rows.release()
  const lines = makeLines(kernel, await options.begin(), { ...options, atOnce: true })
  await lines.reach(options.columnCount())
  for (const block of blocks.splice(0)) {
    const loaded = await lines.load(block)
    // At once: the engine looks rarely for what nobody needs.
    block.buffer.transfer(0)
    await lines.make('writeCsv', loaded)
  }
  return lines
}

async function putInto(lines: Lines, row: SparseRow, columnCount: number): Promise<void> {
  await lines.reach(columnCount)
  await lines.make('writeCsv', await lines.load(rowAlone(row)))
}

async function makeRoomIn(lines: Lines): Promise<boolean> {
  if (await lines.addPlace()) return true
  if (lines.isEmpty()) return false
  await lines.flush()
  return true
}
