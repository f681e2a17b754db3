import type { ArrayPlace, RecordReader, RecordTaker } from '../../form/record-taker.ts'
import { isPlainNumber } from '../../form/number-text.ts'
import { collectRow, type Collecting } from '../collect-row.ts'
import type { Collected } from '../collected.ts'
import { holding, makeColumns } from '../columns.ts'
import { needsGuard } from '../formula.ts'
import type { MultiStyle, Spool } from '../format.ts'
import { sizeOfRow, writeRow } from '../sparse-rows.ts'
import { longestLiteral, makeLearned, type Learned } from './learn.ts'
import { startKernel, type Kernel } from './memory.ts'
import { makeRoom } from './regions.ts'

/** A collecting that takes bytes. */
export type ByteCollecting = RecordTaker & {
  /** What was collected, once all bytes were taken. */
  readonly collected: () => Promise<Collected>
  /** Records that the kernel read, and those that it left to the parser. */
  readonly counts: () => { readonly fast: number; readonly slow: number }
}

/** Bytes of a block of rows. */
const blockSize = 256 * 1024

const status = { more: 0, slow: 1, gap: 2, closed: 3, full: 4 } as const

const places = ['first', 'comma', 'record'] as const satisfies readonly ArrayPlace[]

type Byting = {
  readonly kernel: Kernel
  readonly learned: Learned
  readonly reader: RecordReader
  readonly collecting: Collecting
  readonly spool: Spool
  readonly input: { at: number; size: number; held: number; offset: number }
  readonly outs: readonly [number, number]
  out: 0 | 1
  slow: number
  writing: Promise<void>
}

/**
 * Collects records from their bytes, as `collect` does from parsed ones and with the same result, but most of them by a
 * kernel that has learned what such records look like.
 */
export function collectBytes(
  reader: RecordReader,
  { multi, spool }: { readonly multi: Exclude<MultiStyle, 'columns'>; readonly spool: Spool },
): ByteCollecting {
  const kernel = startKernel({
    heldBy: (text) => (isPlainNumber(text) ? holding.number : holding.digits),
    isFormula: needsGuard,
  })
  const room = makeRoom(kernel, multi === 'json')
  const columns = makeColumns()
  const learned = makeLearned(kernel, room, columns)
  const outs = [kernel.allocate(blockSize + 64), kernel.allocate(blockSize + 64)] as const
  const collecting = { columns, multi, cells: { columns: [], kinds: [], texts: [] }, row: 0 }
  const input = { at: 0, size: 0, held: 0, offset: 0 }
  const writing = Promise.resolve()
  const byting: Byting = { kernel, learned, reader, collecting, spool, input, outs, out: 0, slow: 0, writing }
  useOut(byting)
  const rows = (): number => kernel.exports.rows.value + byting.slow
  return {
    take: (chunk, from) => take(byting, chunk, from),
    rest: () => {
      const { at, held, offset } = byting.input
      return { bytes: kernel.bytes().subarray(at, at + held), offset }
    },
    taken: rows,
    counts: () => ({ fast: kernel.exports.rows.value, slow: byting.slow }),
    collected: async () => {
      await flush(byting)
      await byting.writing
      learned.recall()
      return { columns, rowCount: rows(), spool }
    },
  }
}

function useOut({ kernel, outs, out }: Byting): void {
  kernel.exports.setOut(outs[out], outs[out] + blockSize)
}

/** Hands the block that is being filled to the spool, and goes on with the other one. */
async function flush(byting: Byting): Promise<void> {
  const { kernel, outs, out, spool } = byting
  const end = kernel.exports.out.value
  if (end === outs[out]) return
  await byting.writing
  byting.writing = spool.append(kernel.bytes().subarray(outs[out], end))
  // Whoever waits for it learns of a failure; until then, it is no unhandled one.
  byting.writing.catch(() => undefined)
  byting.out = out === 0 ? 1 : 0
  useOut(byting)
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
    if (what === status.full && kernel.exports.out.value > byting.outs[byting.out]) {
      await flush(byting)
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
  const { kernel, input, writing } = byting
  if (size <= input.size) return
  // The memory may move, and what is being written must not.
  await writing
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
  await putRow(byting)
  byting.slow++
  await byting.writing
  learned.learn(own, record)
  kernel.exports.setPlace(1)
  return from + size
}

/** Puts the row that was collected behind those of the kernel. */
async function putRow(byting: Byting): Promise<void> {
  const { kernel, collecting, spool, outs } = byting
  const text = collecting.cells.texts.join('')
  const size = sizeOfRow(collecting.cells, text)
  if (kernel.exports.out.value + size > outs[byting.out] + blockSize) await flush(byting)
  if (size > blockSize) {
    await byting.writing
    const bytes = new Uint8Array(size)
    const end = writeRow({ bytes, view: new DataView(bytes.buffer), at: 0 }, collecting.cells, text)
    return spool.append(bytes.subarray(0, end))
  }
  const end = writeRow(
    { bytes: kernel.bytes(), view: kernel.view(), at: kernel.exports.out.value },
    collecting.cells,
    text,
  )
  kernel.exports.setOut(end, outs[byting.out] + blockSize)
}
