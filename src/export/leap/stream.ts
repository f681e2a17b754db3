import type { FlowingBytes } from '../../form/record-taker.ts'
import type { Kernel } from '../kernel/memory.ts'
import { pieceStatus, type LeapFiles, type LeapSizes, type PiecesRead } from './pieces.ts'
import type { PieceRoom } from './piece-room.ts'
import { layingPages } from './uncached.ts'
import { makeWritingBeside } from './writing-beside.ts'
import type { Turns } from './turns.ts'
import type { Told, Window, WindowReader } from './window.ts'

/** Lays a stream out in a window until its reader leaves or all has come; what nobody read comes back. */
export async function feed(flow: FlowingBytes, window: Window, told: (told: Told) => void): Promise<void> {
  for (;;) {
    // Its failure is told again to who reads on, once all that came before it was read.
    const chunk = await flow.some().catch(() => undefined)
    if (!chunk) return window.end()
    const laid = await window.put(chunk)
    told(window.told())
    if (laid < chunk.length) return flow.putBack(chunk.subarray(laid))
  }
}

type Reading = {
  readonly kernel: Kernel
  readonly room: PieceRoom
  readonly sizes: LeapSizes
  readonly window: WindowReader
  readonly files: Pick<LeapFiles, 'writeAt' | 'writePast'>
  readonly turns: Turns
  /** What may come first. */
  readonly place: number
}

/** Reads a window until all has come, or what only the parser reads, or a column without a place. */
export async function readStream(reading: Reading): Promise<PiecesRead> {
  const { kernel, room, sizes, window, turns } = reading
  const { exports } = kernel
  const begin = turns.last()
  const before = { rows: exports.rows.value, guarded: exports.guarded.value }
  const rows = (): number => exports.rows.value - before.rows
  const output = beginStream(reading, begin.out)
  const most = room.input + sizes.block + sizes.tail
  let [at, held] = [begin.at, 0]
  try {
    for (let isLast = false; !isLast;) {
      const from = room.input + held
      const end = from + (await window.take(kernel.bytes().subarray(from, most)))
      kernel.bytes().fill(0, end, end + 64)
      const { next, what } = await readBlock(reading, { end, output })
      isLast = what !== pieceStatus.more || end === from
      at += next - room.input
      window.pass(next - room.input, { rows: rows(), out: output.there() - begin.out })
      held = end - next
      kernel.bytes().copyWithin(room.input, next, end)
    }
    await output.write()
  } finally {
    // Also where we fail: nothing may be on its way to a file that nobody has open any more.
    await output.settled()
  }
  turns.end(turns.take(0), { at, place: exports.place.value, out: output.end(), isStopped: true })
  const guarded = exports.guarded.value - before.guarded
  return { rows: rows(), guarded, unproven: undefined, cuts: output.cuts }
}

function beginStream(reading: Reading, out: number): StreamOutput {
  const { exports } = reading.kernel
  exports.setPlace(reading.place)
  exports.setLimit(0xffffffff)
  exports.setAlone(true)
  return makeOutput(reading, out)
}

/** What a kernel writes. */
type StreamOutput = {
  readonly isEmpty: () => boolean
  /** Lets what the kernel wrote go to the file, once what went before is there, and gives it another room. */
  readonly write: () => Promise<void>
  readonly settled: () => Promise<void>
  /** The byte of the file behind all that was written, and up to which all is there. */
  readonly end: () => number
  /** Where each write ends. */
  readonly cuts: readonly number[]
  readonly there: () => number
}

function makeOutput({ kernel, room, sizes, turns, files }: Reading, from: number): StreamOutput {
  const { exports } = kernel
  const { writeAt, writePast } = files
  const laying = writePast && layingPages(kernel, turns)
  const rooms = [room.out.first, room.out.second()] as const
  const writing = makeWritingBeside(writePast ?? writeAt, { rooms, ...(laying && { laying }) })
  let [own, end] = [room.out.first, from]
  const cuts: number[] = []
  exports.setOut(own, own + sizes.out)
  return {
    isEmpty: () => exports.out.value === own,
    write: async () => {
      const bytes = kernel.bytes().subarray(own, exports.out.value)
      await writing.now(bytes, end)
      end += bytes.length
      cuts.push(end)
      own = await writing.room()
      exports.setOut(own, own + sizes.out)
    },
    settled: writing.rest,
    end: () => end,
    cuts,
    there: () => Math.min(end, Math.max(from, writing.there() ?? from)),
  }
}

/** Reads what lies in the kernel's memory, and writes what has no room. */
async function readBlock(
  { kernel: { exports }, room }: Reading,
  { end, output }: { readonly end: number; readonly output: StreamOutput },
): Promise<{ readonly next: number; readonly what: number }> {
  for (let next = room.input; ;) {
    const what = exports.read(next, end)
    next = exports.at.value
    if (what === pieceStatus.slow && exports.recordEnd(next, end) === 0)
      return { next, what: pieceStatus.more }
    if (what !== pieceStatus.full || output.isEmpty()) return { next, what }
    await output.write()
  }
}
