import type { FlowingBytes } from '../../form/record-taker.ts'
import type { Kernel } from '../kernel/memory.ts'
import { pieceStatus, type LeapFiles, type LeapSizes, type PieceRoom, type PiecesRead } from './pieces.ts'
import type { Turns } from './turns.ts'
import type { Told, Window, WindowReader } from './window.ts'

/** Lays a stream out in a window until its reader leaves or all has come; what nobody read comes back. */
export async function feed(flow: FlowingBytes, window: Window, told: (told: Told) => void): Promise<void> {
  for (;;) {
    // Its failure is told again to who reads on, once all that came before it was read.
    const chunk = await flow.next().catch(() => undefined)
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
  const begin = await turns.before(0)
  const before = { rows: exports.rows.value, guarded: exports.guarded.value }
  const rows = (): number => exports.rows.value - before.rows
  beginStream(reading)
  const most = room.input + sizes.piece + sizes.tail
  let [at, out, held] = [begin.at, begin.out, 0]
  for (let isLast = false; !isLast;) {
    const from = room.input + held
    const end = from + (await window.take(kernel.bytes().subarray(from, most)))
    kernel.bytes().fill(0, end, end + 64)
    const { next, what, outTo } = await readBlock(reading, { end, out })
    isLast = what !== pieceStatus.more || end === from
    at += next - room.input
    out = outTo
    window.pass(next - room.input, { rows: rows(), out: out - begin.out })
    held = end - next
    kernel.bytes().copyWithin(room.input, next, end)
  }
  const written = kernel.bytes().subarray(room.out, exports.out.value)
  await reading.writeAt(written, out)
  turns.end(0, { at, place: exports.place.value, out: out + written.length, isStopped: true })
  return { rows: rows(), guarded: exports.guarded.value - before.guarded, unproven: undefined }
}

function beginStream({ kernel: { exports }, room, sizes, place }: Reading): void {
  exports.setPlace(place)
  exports.setOut(room.out, room.out + sizes.out)
  exports.setLimit(0xffffffff)
  exports.setAlone(true)
}

/** Reads what lies in the kernel's memory, and writes what has no room. */
async function readBlock(
  { kernel, room, sizes, writeAt }: Reading,
  { end, out }: { readonly end: number; readonly out: number },
): Promise<{ readonly next: number; readonly what: number; readonly outTo: number }> {
  const { exports } = kernel
  for (let next = room.input, outTo = out; ;) {
    const what = exports.read(next, end)
    next = exports.at.value
    const written = kernel.bytes().subarray(room.out, exports.out.value)
    if (what === pieceStatus.slow && exports.recordEnd(next, end) === 0)
      return { next, what: pieceStatus.more, outTo }
    if (what !== pieceStatus.full || written.length === 0) return { next, what, outTo }
    await writeAt(written, outTo)
    outTo += written.length
    exports.setOut(room.out, room.out + sizes.out)
  }
}
