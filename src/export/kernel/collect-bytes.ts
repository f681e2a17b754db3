import type { ArrayPlace, RecordReader, RecordTaker } from '../../form/record-taker.ts'
import { isPlainNumber } from '../../form/number-text.ts'
import { collectRow, type Collecting } from '../collect-row.ts'
import type { Collected } from '../collected.ts'
import { holding, makeColumns, type Columns } from '../columns.ts'
import { needsGuard } from '../formula.ts'
import type { MultiStyle, Spool } from '../format.ts'
import { longestLiteral, makeLearned, type Learned } from './learn.ts'
import { startKernel, type Kernel } from './memory.ts'
import { makeRoom } from './regions.ts'
import { makeRowBlocks, type RowBlocks } from './row-blocks.ts'

/** A collecting that takes bytes. */
export type ByteCollecting = RecordTaker & {
  /** What was collected, once all bytes were taken. */
  readonly collected: () => Promise<Collected>
  /** The columns as the records tell them up to now. */
  readonly soFar: () => Columns
  /** Records that the kernel read, and those that it left to the parser. */
  readonly counts: () => { readonly fast: number; readonly slow: number }
}

const status = { more: 0, slow: 1, gap: 2, closed: 3, full: 4 } as const

const places = ['first', 'comma', 'record'] as const satisfies readonly ArrayPlace[]

/** How bytes are collected. */
type ByteCollection = {
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly spool: Spool
  readonly blockSize?: number
}

type Byting = {
  readonly kernel: Kernel
  readonly learned: Learned
  readonly reader: RecordReader
  readonly collecting: Collecting
  readonly blocks: RowBlocks
  readonly input: { at: number; size: number; held: number; offset: number }
  slow: number
}

/**
 * Collects records from their bytes, as `collect` does from parsed ones and with the same result, but most of them by a
 * kernel that has learned what such records look like.
 */
export function collectBytes(
  reader: RecordReader,
  { multi, spool, blockSize }: ByteCollection,
): ByteCollecting {
  const kernel = startKernel({
    heldBy: (text) => (isPlainNumber(text) ? holding.number : holding.digits),
    isFormula: needsGuard,
  })
  const room = makeRoom(kernel, multi === 'json')
  const columns = makeColumns()
  const learned = makeLearned(kernel, room, columns)
  const blocks = makeRowBlocks(kernel, spool, blockSize)
  const collecting = { columns, multi, cells: { columns: [], kinds: [], texts: [] }, row: 0 }
  const input = { at: 0, size: 0, held: 0, offset: 0 }
  const byting: Byting = { kernel, learned, reader, collecting, blocks, input, slow: 0 }
  const rows = (): number => kernel.exports.rows.value + byting.slow
  return {
    take: (chunk, from) => take(byting, chunk, from),
    rest: () => {
      const { at, held, offset } = byting.input
      return { bytes: kernel.bytes().subarray(at, at + held), offset }
    },
    taken: rows,
    soFar: () => {
      learned.recall()
      return columns
    },
    counts: () => ({ fast: kernel.exports.rows.value, slow: byting.slow }),
    collected: async () => {
      await blocks.flush()
      await blocks.settled()
      learned.recall()
      return { columns, rowCount: rows(), spool }
    },
  }
}

async function take(
  byting: Byting,
  chunk: Uint8Array,
  { at, base }: { readonly at: number; readonly base: number },
): Promise<number | undefined> {
  const { kernel, input } = byting
  const size = chunk.length - at
  await makeInput(byting, input.held + size)
  const from = input.at + input.held
  kernel.bytes().set(at === 0 ? chunk : chunk.subarray(at), from)
  const end = from + size
  // What is read beyond the end is nothing that could go on there.
  kernel.bytes().fill(0, end, end + 16)
  const offsetOf = (place: number): number => base + at + (place - from)
  for (let next = input.at; ;) {
    const what = kernel.exports.read(next, end)
    next = kernel.exports.at.value
    if (what === status.closed) return at + (next - from)
    if (what === status.gap) throw gapFault(byting, offsetOf(next), next)
    if (what === status.full && !byting.blocks.isEmpty()) {
      await byting.blocks.flush()
      continue
    }
    const after =
      what === status.more ? undefined : await takeSlowly(byting, { from: next, end, offset: offsetOf(next) })
    if (after === undefined) {
      keep(byting, { from: next, end, offset: offsetOf(next) })
      return undefined
    }
    next = after
  }
}

function gapFault({ kernel, reader }: Byting, offset: number, at: number): Error {
  return reader.misplaced(kernel.bytes()[at] ?? 0, offset, places[kernel.exports.place.value] ?? 'first')
}

/** Makes room for so many bytes of input; what is held stays. */
async function makeInput(byting: Byting, size: number): Promise<void> {
  const { kernel, input, blocks } = byting
  if (size <= input.size) return
  // The memory may move, and what is being written must not.
  await blocks.settled()
  const [from, room] = [input.at, Math.max(2 * input.size, size + 64 * 1024)]
  input.at = kernel.allocate(room + longestLiteral + 64)
  input.size = room
  kernel.bytes().copyWithin(input.at, from, from + input.held)
}

type Span = { readonly from: number; readonly end: number; readonly offset: number }

/** Keeps the beginning of a record until the next chunk. */
function keep({ kernel, input, reader }: Byting, { from, end, offset }: Span): void {
  kernel.bytes().copyWithin(input.at, from, end)
  input.held = end - from
  input.offset = offset
  const fault = reader.tooLarge(input.held, offset)
  if (fault) throw fault
}

/** Reads a record as the reference does and teaches its make; gives the place after it, undefined where it goes on. */
async function takeSlowly(byting: Byting, { from, end, offset }: Span): Promise<number | undefined> {
  const { kernel, reader, collecting, learned } = byting
  const bytes = kernel.bytes().subarray(from, end)
  const size = reader.endOf(bytes, 0)
  if (size === undefined) return undefined
  const record = reader.read(bytes.subarray(0, size), offset)
  // The kernel's memory may move while it learns; what is being written must not.
  const own = bytes.slice(0, size)
  collectRow(collecting, record)
  await byting.blocks.put(collecting.cells)
  byting.slow++
  await byting.blocks.settled()
  learned.learn(own, record)
  kernel.exports.setPlace(1)
  return from + size
}
