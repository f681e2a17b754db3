import { longestLiteral, type Kernel } from '../kernel/memory.ts'
import type { Turns } from './turns.ts'

/** What a thread reads from and writes to. */
export type LeapFiles = {
  /** Reads what the source has from byte `at` on, as much as there is room for; gives the number of bytes. */
  readonly readAt: (into: Uint8Array, at: number) => Promise<number> | number
  readonly writeAt: (bytes: Uint8Array, at: number) => Promise<void> | void
}

/** A stretch of the source, and the pieces of it that a thread reads: each `step`th, from the `first` on. */
export type Stretch = {
  /** The byte of the source where the stretch begins, and what may come there. */
  readonly from: number
  readonly place: number
  readonly first: number
  readonly step: number
}

/** What became of a thread's pieces. */
export type PiecesRead = {
  readonly rows: number
  readonly guarded: number
  /** Where a piece was thought to begin that does not count; undefined where there is none. */
  readonly unproven: number | undefined
}

/** What is read and written at once, in bytes. */
export type LeapSizes = {
  /** Of the source: in them the records of a piece begin. */
  readonly piece: number
  /** Most of its last record, behind them. */
  readonly tail: number
  /** What is written at once. */
  readonly out: number
  /** What must be left of the source, so that a leap pays. */
  readonly left: number
  /** What has to be read without the parser before a leap. */
  readonly calm: number
  /** What lies in a window on a stream. */
  readonly window: number
  /** What must have come of a stream whose length is not known, so that a leap pays. */
  readonly begun: number
}

/** The sizes that proved good. */
export const usualSizes: LeapSizes = {
  piece: 512 * 1024,
  tail: 128 * 1024,
  // What a piece becomes must not wait for those before it, and lines of NDJSON are as long as what they are made of.
  out: 640 * 1024,
  left: 32 * 1024 * 1024,
  calm: 1024 * 1024,
  window: 2 * 1024 * 1024,
  begun: 4 * 1024 * 1024,
}

/** Why a kernel has stopped reading, as far as threads care. */
export const pieceStatus = { more: 0, slow: 1, full: 4, reached: 6 } as const

/** Room of a kernel for pieces. */
export type PieceRoom = { readonly input: number; readonly out: number }

/** Makes such room. */
export const makePieceRoom = (kernel: Kernel, { piece, tail, out }: LeapSizes): PieceRoom => ({
  input: kernel.allocate(piece + tail + longestLiteral + 64, 'passing'),
  out: kernel.allocate(out + 64, 'passing'),
})

type Reading = {
  readonly kernel: Kernel
  readonly room: PieceRoom
  readonly sizes: LeapSizes
  readonly files: LeapFiles
  readonly turns: Turns
  readonly stretch: Stretch
}

/**
 * Reads pieces until one is stopped: by the end, by a record that only the parser reads, by a column without a place. A
 * piece begins at the first record in it that the kernel can read, before it is known where the one before it ends; what
 * it writes counts only when that was the very place.
 */
export async function readPieces(reading: Reading): Promise<PiecesRead> {
  const { stretch } = reading
  const sum = { rows: 0, guarded: 0 }
  for (let piece = stretch.first; ; piece += stretch.step) {
    const { rows, guarded, isLast, unproven } = await readPiece(reading, piece)
    sum.rows += rows
    sum.guarded += guarded
    if (isLast) return { ...sum, unproven }
  }
}

type PieceRead = PiecesRead & { readonly isLast: boolean }

async function readPiece(reading: Reading, piece: number): Promise<PieceRead> {
  const { kernel, room, sizes, files, turns } = reading
  const { exports } = kernel
  const { start, end, from } = await beginPiece(reading, piece)
  const before = { rows: exports.rows.value, guarded: exports.guarded.value }
  const none = { rows: 0, guarded: 0, isLast: true }
  let out: number | undefined
  for (let next = start; ;) {
    const what = next === 0 ? pieceStatus.full : exports.read(next, end)
    if (out === undefined) {
      const ended = await turns.before(piece)
      const isRight = next !== 0 && ended.at === from + (start - room.input)
      if (ended.isStopped || !isRight) {
        turns.end(piece, { ...ended, isStopped: true })
        return { ...none, unproven: next === 0 ? undefined : from + (start - room.input) }
      }
      out = ended.out
    }
    next = exports.at.value
    const written = kernel.bytes().subarray(room.out, exports.out.value)
    if (what === pieceStatus.full && written.length > 0) {
      await files.writeAt(written, out)
      out += written.length
      exports.setOut(room.out, room.out + sizes.out)
      continue
    }
    const isLast = what !== pieceStatus.reached
    turns.end(piece, {
      at: from + (next - room.input),
      place: exports.place.value,
      out: out + written.length,
      isStopped: isLast,
    })
    await files.writeAt(written, out)
    const [rows, guarded] = [exports.rows.value - before.rows, exports.guarded.value - before.guarded]
    return { rows, guarded, isLast, unproven: undefined }
  }
}

type Begun = {
  /** Where its first record begins in the kernel's memory; 0 where none was found. */
  readonly start: number
  readonly end: number
  /** The byte of the source that its memory begins with. */
  readonly from: number
}

/** Puts a piece into the kernel's memory. */
async function beginPiece({ kernel, room, sizes, files, stretch }: Reading, piece: number): Promise<Begun> {
  const { exports } = kernel
  const { input } = room
  const from = stretch.from + piece * sizes.piece
  const size = await files.readAt(kernel.bytes().subarray(input, input + sizes.piece + sizes.tail), from)
  const end = input + size
  kernel.bytes().fill(0, end, end + 64)
  const start = piece === 0 ? input : exports.findRecord(input, end)
  exports.setPlace(piece === 0 ? stretch.place : 2)
  exports.setOut(room.out, room.out + sizes.out)
  exports.setLimit(input + sizes.piece)
  exports.setAlone(true)
  return { start, end, from }
}
