import type { FlowingBytes } from '../../form/record-taker.ts'
import type { Kernel } from '../kernel/memory.ts'
import { pieceStatus, type LeapFiles, type LeapSizes, type PieceRoom, type PiecesRead } from './pieces.ts'
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
  readonly writeAt: LeapFiles['writeAt']
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
  for (let isLast = false; !isLast;) {
    const from = room.input + held
    const end = from + (await window.take(kernel.bytes().subarray(from, most)))
    kernel.bytes().fill(0, end, end + 64)
    const { next, what } = await readBlock(reading, { end, output })
    isLast = what !== pieceStatus.more || end === from
    at += next - room.input
    window.pass(next - room.input, { rows: rows(), out: output.written() - begin.out })
    held = end - next
    kernel.bytes().copyWithin(room.input, next, end)
  }
  await output.write()
  await output.settled()
  turns.end(turns.take(0), { at, place: exports.place.value, out: output.written(), isStopped: true })
  return { rows: rows(), guarded: exports.guarded.value - before.guarded, unproven: undefined }
}

function beginStream(reading: Reading, out: number): StreamOutput {
  const { exports } = reading.kernel
  exports.setPlace(reading.place)
  exports.setLimit(0xffffffff)
  exports.setAlone(true)
  return makeOutput(reading, out)
}

/** What a kernel writes, in two rooms: while one is filled, the other one is on its way to the file. */
type StreamOutput = {
  readonly isEmpty: () => boolean
  /** Lets what the kernel wrote go to the file, once what went before is there, and gives it the other room. */
  readonly write: () => Promise<void>
  readonly settled: () => Promise<void>
  /** The byte of the file up to which all is there. */
  readonly written: () => number
}

function makeOutput({ kernel, room, sizes, writeAt }: Reading, from: number): StreamOutput {
  const { exports } = kernel
  let [own, other] = [room.out, kernel.allocate(sizes.out + 64, 'passing')]
  let [begun, written] = [from, from]
  let going: Promise<unknown> = Promise.resolve()
  const settled = async (): Promise<void> => {
    await going
    written = begun
  }
  exports.setOut(own, own + sizes.out)
  return {
    isEmpty: () => exports.out.value === own,
    write: async () => {
      await settled()
      const bytes = kernel.bytes().subarray(own, exports.out.value)
      going = Promise.resolve(writeAt(bytes, begun))
      // Whoever waits for it learns of a failure; until then, it is no unhandled one.
      going.catch(() => undefined)
      begun += bytes.length
      ;[own, other] = [other, own]
      exports.setOut(own, own + sizes.out)
    },
    settled,
    written: () => written,
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
