import type { FlowingBytes, SeekableBytes } from '../../form/record-taker.ts'
import type { Kernel, KernelCopy, KernelNotes } from '../kernel/memory.ts'
import { begin, end, nothing, readHalf, type Begun } from './begin-leap.ts'
import { makePieceRoom, type InputRoom, type PieceRoom } from './piece-room.ts'
import { readPieces, type LeapSizes, type PiecesRead, type Stretch } from './pieces.ts'
import type { SharedFile } from './shared-file.ts'
import { feed } from './stream.ts'
import type { Ended } from './turns.ts'
import { makeWindow, type Told, type Window } from './window.ts'

/** What another thread is asked for, by a copy of our kernel. */
export type LeapTask = {
  readonly copy: KernelCopy
  readonly turns: SharedArrayBuffer
  readonly sizes: LeapSizes
  readonly source: LeapSource
  readonly target: number
  /** The number for writing past the system's cache; absent where that is no way. */
  readonly uncached?: number
}

/**
 * What it reads: pieces of a stretch of a file that we don't, or all that comes in a window; or pieces of lines that are
 * written anew, with the bytes at which such begin.
 */
export type LeapSource =
  | { readonly handle: number; readonly stretch: Stretch }
  | { readonly handle: number; readonly cuts: Float64Array<SharedArrayBuffer> }
  | { readonly window: SharedArrayBuffer; readonly place: number }

/**
 * What it gives: what its kernel noted and was asked of its host, and where what it wrote has ended; or why it failed, or
 * that there can be no such thread, or none any more, with which all that it noted is gone.
 */
export type LeapDone =
  | { readonly read: PiecesRead; readonly noted: Noted; readonly ends: readonly number[] }
  | { readonly read?: undefined; readonly error: unknown; readonly unwritten?: Unwritten }
  | { readonly read?: undefined; readonly isMissing: true; readonly why?: unknown }

/** That it was the target which could not be written, and the system's own name of the reason, which errors lose on their way. */
type Unwritten = { readonly code: string }

/** What a kernel noted, and pairs that it told its host of. */
type Noted = { readonly notes: KernelNotes; readonly asked: Asked }

/** Pairs that a kernel told its host of. */
export type Asked = {
  readonly follows: readonly (readonly [number, number])[]
  readonly isAskedBy: readonly (readonly [number, number])[]
}

/** What leaping takes: another thread, whose end is not for us, and a file to write into. */
export type Leaping = LeapThreads & { readonly target: SharedFile }

/** Another thread, whichever file is written. */
export type LeapThreads = {
  /** Absent: as usual. */
  readonly sizes?: LeapSizes
  readonly run: (task: LeapTask) => Promise<LeapDone>
  /** Starts the thread, which takes a while; `run` does so, too. */
  readonly start?: () => void
  /** Whether it would begin at once; absent: always. */
  readonly isReady?: () => boolean
  /** Gives back what it takes, once nothing more is to be read. */
  readonly end?: () => Promise<void>
}

/** Where two threads came to, and what they did on the way. */
export type Leapt = Pick<Ended, 'at' | 'place'> & {
  readonly own: PiecesRead
  readonly other: PiecesRead
  /** Of the other kernel; undefined where there was none. */
  readonly noted: Noted | undefined
}

/** Where a leap begins: at a byte of the source, what may come there being `place`. */
export type Begin = Pick<Ended, 'at' | 'place'>

/** Reads on as far as kernels alone come, by way of a room of the kernel that nobody needs meanwhile; of a stream, `told` hears on the way how far that is. */
export type Leaper = {
  readonly over: (source: SeekableBytes, begin: Begin, input: InputRoom) => Promise<Leapt>
  readonly along: (flow: FlowingBytes, begin: Begin, told: (told: Told) => void) => Promise<Leapt>
}

/** Leaps of a kernel; its memory may move at the first one. */
export function makeLeaper(kernel: Kernel, leaping: Leaping): Leaper {
  const { target } = leaping
  let room: PieceRoom | undefined
  let window: Window | undefined
  return {
    over: async (source, at, input) => {
      const begun = await begin(kernel, leaping, { at, size: source.size })
      const { turns, writes, sizes } = begun
      const stretch = { from: at.at, place: at.place }
      const asked = begun.ask({ handle: source.handle, stretch })
      if (!room || room.out.size < sizes.out) room = makePieceRoom(kernel, sizes, input)
      const files = { readAt: source.readAt, ...writes }
      const reading = { kernel, room, sizes, files, turns, stretch }
      const [own, done] = await readHalf(asked, begun, () => readPieces(reading))
      return end(begun, own, done)
    },
    along: async (flow, at, told) => {
      const begun = await begin(kernel, leaping, { at, size: flow.size })
      window = makeWindow(begun.sizes.window, window)
      return end(begun, nothing, await handOn(flow, begun, { target, window, at, told }))
    },
  }
}

type Handing = {
  readonly target: SharedFile
  readonly window: Window
  readonly at: Begin
  readonly told: (told: Told) => void
}

/** Hands a stream on to the other thread, which leaves what it can't read. */
async function handOn(
  flow: FlowingBytes,
  { ask, turns, writes }: Begun,
  { target, window, at, told }: Handing,
): Promise<LeapDone> {
  const { out } = turns.last()
  const running = ask({ window: window.shared, place: at.place }).finally(window.leave)
  // Whoever waits for it learns of a failure; until then, it is no unhandled one.
  running.catch(() => undefined)
  const tell = (now: Told): void => {
    // Past the cache, nothing waits to become durable.
    if (!writes.writePast) target.reached?.(out + now.out)
    told(now)
  }
  await feed(flow, window, tell).finally(window.end)
  const done = await running
  flow.putBack(window.rest())
  return done
}
