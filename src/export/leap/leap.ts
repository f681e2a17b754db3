import type { FlowingBytes, SeekableBytes } from '../../form/record-taker.ts'
import type { Kernel, KernelCopy, KernelNotes } from '../kernel/memory.ts'
import {
  makePieceRoom,
  type InputRoom,
  readPieces,
  usualSizes,
  type LeapSizes,
  type PieceRoom,
  type PiecesRead,
  type Stretch,
} from './pieces.ts'
import { feed } from './stream.ts'
import { makeTurns, type Ended, type Turns } from './turns.ts'
import { makeWindow, type Told, type Window } from './window.ts'

/** A file that is being written, by several threads. */
export type SharedFile = {
  /** A number by which other threads of the process write it, too. */
  readonly handle: () => number
  /** How many bytes it has. */
  readonly end: () => number
  readonly writeAt: (bytes: Uint8Array, at: number) => Promise<void>
  /** Is told up to where another thread has written by now; absent where nobody asks. */
  readonly reached?: (to: number) => void
  /** Is told that it will be written anew, so that nothing of it has to last; absent where nobody asks. */
  readonly passes?: () => void
  /** Counts what was written behind its end; what others wrote has ended at these bytes, each at one of them. */
  readonly moveEnd: (to: number, ends: readonly number[]) => void
  /** Fails as `writeAt` would, when another thread could not write. */
  readonly fail: (error: unknown) => Promise<void>
  /** Absent where it is open already. */
  readonly open?: () => Promise<void>
}

/** What another thread is asked for, by a copy of our kernel. */
export type LeapTask = {
  readonly copy: KernelCopy
  readonly turns: SharedArrayBuffer
  readonly sizes: LeapSizes
  readonly source: LeapSource
  readonly target: number
}

/** What it reads: pieces of a stretch of a file that we don't, or all that comes in a window. */
type LeapSource =
  | { readonly handle: number; readonly stretch: Stretch }
  | { readonly window: SharedArrayBuffer; readonly place: number }

/**
 * What it gives: what its kernel noted and was asked of its host, and where what it wrote has ended; or why it failed, or
 * that there can be no such thread.
 */
export type LeapDone =
  | { readonly read: PiecesRead; readonly noted: Noted; readonly ends: readonly number[] }
  | { readonly read?: undefined; readonly error: unknown; readonly unwritten?: Unwritten }
  | { readonly read?: undefined; readonly isMissing: true }

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
type Begin = Pick<Ended, 'at' | 'place'>

/** Reads on as far as kernels alone come, by way of a room of the kernel that nobody needs meanwhile; of a stream, `told` hears on the way how far that is. */
export type Leaper = {
  readonly over: (source: SeekableBytes, begin: Begin, input: InputRoom) => Promise<Leapt>
  readonly along: (flow: FlowingBytes, begin: Begin, told: (told: Told) => void) => Promise<Leapt>
}

/** Leaps of a kernel; its memory may move at the first one. */
export function makeLeaper(kernel: Kernel, { target, run, sizes = usualSizes }: Leaping): Leaper {
  let room: PieceRoom | undefined
  let window: Window | undefined
  const begin = async (at: Begin): Promise<Begun> => {
    await target.open?.()
    const turns = makeTurns({ ...at, out: target.end(), isStopped: false })
    return {
      turns,
      target,
      ask: (source) =>
        run({ copy: kernel.copy(), turns: turns.shared, sizes, source, target: target.handle() }),
    }
  }
  const end = async ({ turns }: Begun, own: PiecesRead, done: LeapDone): Promise<Leapt> => {
    if ('error' in done) return failAs(done, target)
    const { at, place, out } = turns.last()
    target.moveEnd(out, done.read ? done.ends : [])
    return { at, place, own, other: done.read ?? nothing, noted: done.read && done.noted }
  }
  return {
    over: async (source, at, input) => {
      const begun = await begin(at)
      const stretch = { from: at.at, place: at.place }
      const asked = begun.ask({ handle: source.handle, stretch })
      room ??= makePieceRoom(kernel, sizes, input)
      const files = { readAt: source.readAt, writeAt: target.writeAt }
      const own = { kernel, room, sizes, files, turns: begun.turns, stretch }
      return end(begun, ...(await readHalf(asked, own)))
    },
    along: async (flow, at, told) => {
      const begun = await begin(at)
      window = makeWindow(sizes.window, window)
      return end(begun, nothing, await handOn(flow, begun, { window, at, told }))
    },
  }
}

async function failAs(
  { error, unwritten }: Extract<LeapDone, { readonly error: unknown }>,
  target: SharedFile,
): Promise<never> {
  if (unwritten) await target.fail(Object.assign(new Error(String(error)), unwritten))
  throw error
}

/** A leap that has begun. */
type Begun = {
  readonly turns: Turns
  readonly target: SharedFile
  /** Asks the other thread for its part. */
  readonly ask: (source: LeapSource) => Promise<LeapDone>
}

/** Reads our pieces of a file while the other thread reads its own. */
async function readHalf(
  asked: Promise<LeapDone>,
  reading: Parameters<typeof readPieces>[0],
): Promise<readonly [own: PiecesRead, other: LeapDone]> {
  const { turns } = reading
  const running = asked.then((done) => {
    // Nobody has to wait for its pieces.
    if (!done.read) turns.breakOff()
    return done
  })
  const own = await readPieces(reading).catch((error: unknown) => {
    turns.breakOff()
    return { error }
  })
  const done = await running
  if ('error' in own) throw own.error
  return [own, done]
}

type Handing = { readonly window: Window; readonly at: Begin; readonly told: (told: Told) => void }

/** Hands a stream on to the other thread, which leaves what it can't read. */
async function handOn(
  flow: FlowingBytes,
  { ask, turns, target }: Begun,
  { window, at, told }: Handing,
): Promise<LeapDone> {
  const { out } = turns.last()
  const running = ask({ window: window.shared, place: at.place }).finally(window.leave)
  // Whoever waits for it learns of a failure; until then, it is no unhandled one.
  running.catch(() => undefined)
  const tell = (now: Told): void => {
    target.reached?.(out + now.out)
    told(now)
  }
  await feed(flow, window, tell).finally(window.end)
  const done = await running
  flow.putBack(window.rest())
  return done
}

const nothing: PiecesRead = { rows: 0, guarded: 0, unproven: undefined }
