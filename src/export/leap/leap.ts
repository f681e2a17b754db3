import type { SeekableBytes } from '../../form/record-taker.ts'
import type { Kernel, KernelCopy } from '../kernel/memory.ts'
import {
  makePieceRoom,
  readPieces,
  usualSizes,
  type LeapSizes,
  type PieceRoom,
  type PiecesRead,
  type Stretch,
} from './pieces.ts'
import { makeTurns, type Ended } from './turns.ts'

/** A file that is being written, by several threads. */
export type SharedFile = {
  /** A number by which other threads of the process write it, too. */
  readonly handle: () => number
  /** How many bytes it has. */
  readonly end: () => number
  readonly writeAt: (bytes: Uint8Array, at: number) => Promise<void>
  /** Counts what was written behind its end. */
  readonly moveEnd: (to: number) => void
}

/** What another thread is asked for: every second piece of a stretch, by a copy of our kernel. */
export type LeapTask = {
  readonly copy: KernelCopy
  readonly turns: SharedArrayBuffer
  readonly stretch: Stretch
  readonly sizes: LeapSizes
  readonly source: number
  readonly target: number
}

/** What it gives, beside what its kernel gives back: what that was asked of its host, or why it failed, or that there can be no such thread. */
export type LeapDone =
  | { readonly read: PiecesRead; readonly asked: Asked }
  | { readonly read?: undefined; readonly error: unknown }
  | { readonly read?: undefined; readonly isMissing: true }

/** Pairs that a kernel told its host of. */
export type Asked = {
  readonly follows: readonly (readonly [number, number])[]
  readonly isAskedBy: readonly (readonly [number, number])[]
}

/** What leaping takes: a file to write into, and another thread, whose end is not for us. */
export type Leaping = {
  readonly target: SharedFile
  /** Absent: as usual. */
  readonly sizes?: LeapSizes
  readonly run: (task: LeapTask) => Promise<LeapDone>
  /** Starts the thread, which takes a while; `run` does so, too. */
  readonly start?: () => void
}

/** Where two threads came to, and what they did on the way. */
type Leapt = Pick<Ended, 'at' | 'place'> & {
  readonly own: PiecesRead
  readonly other: PiecesRead
  /** Of the other kernel; undefined where there was none. */
  readonly noted: { readonly asked: Asked; readonly copy: KernelCopy } | undefined
}

/** Reads on from a byte of the source, what may come there being `place`, as far as kernels alone come. */
export type Leaper = (
  source: SeekableBytes,
  begin: { readonly at: number; readonly place: number },
) => Promise<Leapt>

/** Leaps of a kernel; its memory may move at the first one. */
export function makeLeaper(kernel: Kernel, { target, run, sizes = usualSizes }: Leaping): Leaper {
  let room: PieceRoom | undefined
  let copy: KernelCopy | undefined
  return async (source, { at, place }) => {
    copy = kernel.copy(copy)
    room ??= makePieceRoom(kernel, sizes)
    const turns = makeTurns({ at, place, out: target.end(), isStopped: false })
    const stretch = { from: at, place, step: 2 }
    const running = run({
      copy,
      turns: turns.shared,
      stretch: { ...stretch, first: 1 },
      sizes,
      source: source.handle,
      target: target.handle(),
    }).then((done) => {
      // Nobody has to wait for its pieces.
      if (!done.read) turns.breakOff()
      return done
    })
    const files = { readAt: source.readAt, writeAt: target.writeAt }
    const reading = { kernel, room, sizes, files, turns, stretch: { ...stretch, first: 0 } }
    const own = await readPieces(reading).catch((error: unknown) => {
      turns.breakOff()
      return { error }
    })
    const done = await running
    if ('error' in own) throw own.error
    if ('error' in done) throw done.error
    const { at: to, place: next, out } = turns.last()
    target.moveEnd(out)
    const noted = done.read && { asked: done.asked, copy }
    return { at: to, place: next, own, other: done.read ?? nothing, noted }
  }
}

const nothing: PiecesRead = { rows: 0, guarded: 0, unproven: undefined }
