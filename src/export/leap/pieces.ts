import type { Kernel } from '../kernel/memory.ts'
import { leastLeft } from './least-left.ts'
import { beginPiece, byteAt, readBlock, type Block } from './piece-blocks.ts'
import type { PieceRoom } from './piece-room.ts'
import type { Piece, Turns } from './turns.ts'
import { layingPages } from './uncached.ts'
import { makeWritingBeside } from './writing-beside.ts'
import { makeWriting, type Writing } from './writing.ts'

/** What a thread reads from and writes to. */
export type LeapFiles = {
  /** Reads what the source has from byte `at` on, as much as there is room for; gives the number of bytes. */
  readonly readAt: (into: Uint8Array, at: number) => Promise<number> | number
  readonly writeAt: (bytes: Uint8Array, at: number) => Promise<void> | void
  /** Writes whole pages past the system's cache, while we go on; absent where that is no way. */
  readonly writePast?: (bytes: Uint8Array, at: number) => Promise<void>
}

/** The byte of the source where pieces begin, and what may come there. */
export type Stretch = { readonly from: number; readonly place: number }

/** What became of a thread's pieces. */
export type PiecesRead = {
  readonly rows: number
  readonly guarded: number
  /** Where a piece was thought to begin that does not count; undefined where there is none. */
  readonly unproven: number | undefined
  /** Bytes of the output at which a row or a line ends, of those that count. */
  readonly cuts: readonly number[]
}

/** What is read and written at once, in bytes. */
export type LeapSizes = {
  /** Most of a piece of the source: in it its records begin. */
  readonly piece: number
  /** What is read of it at once; of a stream, as much as a piece is. */
  readonly block: number
  /** What is read behind it for its last record, and most of that where it is longer. */
  readonly rest: number
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
  /** What must be left of the source, so that what it becomes is written past the system's cache; what is read and written at once then. */
  readonly uncached: number
  readonly past: Pick<LeapSizes, 'piece' | 'out'>
}

/** The sizes that proved good. */
export const usualSizes: LeapSizes = {
  piece: 512 * 1024,
  // It stays in a processor's own memory, with what it becomes.
  block: 256 * 1024,
  rest: 16 * 1024,
  tail: 128 * 1024,
  // For larger writes, the system takes larger pieces of its memory, which have rarely been used before and are slow then.
  out: 384 * 1024,
  left: leastLeft,
  calm: 1024 * 1024,
  window: 2 * 1024 * 1024,
  begun: 4 * 1024 * 1024,
  // Two threads make more at once than memory is found for where all of it is in use, or lent.
  uncached: 64 * 1024 * 1024,
  // Each write takes its time, whatever its size.
  past: { piece: 768 * 1024, out: 768 * 1024 },
}

/** Why a kernel has stopped reading, as far as threads care. */
export const pieceStatus = { more: 0, slow: 1, full: 4, reached: 6 } as const

/** What a thread reads pieces with. */
export type Reading = {
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
  const { sizes, turns } = reading
  const sum = { rows: 0, guarded: 0, cuts: [] as number[] }
  const writing = writingOf(reading)
  try {
    for (let size = Math.min(sizes.block, sizes.piece); ;) {
      const read = await readPiece(reading, turns.take(size), writing)
      sum.rows += read.rows
      sum.guarded += read.guarded
      sum.cuts.push(...read.cuts)
      if (read.isLast) return { ...sum, unproven: read.unproven }
      size = sizeAfter(read, sizes)
    }
  } finally {
    // Also where we fail: nothing may be on its way to a file that nobody has open any more.
    await writing.rest()
  }
}

/** What a piece becomes shall have room, as the next thread has to wait where more than that is written. */
export function sizeAfter({ taken, written }: Became, { piece, block, out }: LeapSizes): number {
  const most = Math.floor((0.9 * out * taken) / Math.max(written, 1))
  return Math.min(piece, Math.max(most, block >> 2, 1))
}

/** So many bytes were made of those that were taken of the source. */
type Became = { readonly taken: number; readonly written: number }

type PieceRead = PiecesRead & Became & { readonly isLast: boolean }

const notRead = { rows: 0, guarded: 0, cuts: [], isLast: true, taken: 0, written: 0 } as const

/** How pieces are written. */
export function writingOf({ kernel, room: { out }, turns, files }: Omit<Reading, 'stretch'>): Writing {
  const { writePast } = files
  if (!writePast) return makeWriting(files, { turns, room: out.first })
  const laying = layingPages(kernel, turns)
  return makeWritingBeside(writePast, { rooms: [out.first, out.second()], laying })
}

/** Gives the place of a room that is free, and lets the kernel write into it. */
export async function nextRoom(
  { kernel, sizes }: Pick<Reading, 'kernel' | 'sizes'>,
  writing: Writing,
): Promise<number> {
  const room = await writing.room()
  kernel.exports.setOut(room, room + sizes.out)
  return room
}

async function readPiece(reading: Reading, piece: Piece, writing: Writing): Promise<PieceRead> {
  const { kernel, turns } = reading
  const { exports } = kernel
  let block = await beginPiece(reading, piece)
  let room = await nextRoom(reading, writing)
  const before = { rows: exports.rows.value, guarded: exports.guarded.value }
  const begin = block.next === 0 ? undefined : byteAt(reading, block)
  const cuts: number[] = []
  let out: number | undefined
  for (let written = 0; ;) {
    const stopped = await readOn(reading, piece, block)
    block = stopped.block
    if (out === undefined) {
      const ended = await turns.before(piece)
      if (ended.isStopped || ended.at !== begin) {
        turns.end(piece, { ...ended, isStopped: true })
        return { ...notRead, unproven: begin }
      }
      out = ended.out
    }
    const bytes = kernel.bytes().subarray(room, exports.out.value)
    written += bytes.length
    cuts.push(out + bytes.length)
    if (stopped.what === pieceStatus.full && bytes.length > 0) {
      await writing.now(bytes, out)
      out += bytes.length
      room = await nextRoom(reading, writing)
      continue
    }
    const [rows, guarded] = [exports.rows.value - before.rows, exports.guarded.value - before.guarded]
    const isLast = stopped.what !== pieceStatus.reached
    const at = byteAt(reading, block)
    const ended = { at, place: exports.place.value, out: out + bytes.length, isStopped: isLast }
    await writing.last(bytes, out, () => turns.end(piece, ended))
    return { rows, guarded, cuts, isLast, taken: at - (begin ?? at), written, unproven: undefined }
  }
}

/** Reads on in a piece, block by block, until the kernel is stopped by something else than a block's end. */
async function readOn(
  reading: Reading,
  piece: Piece,
  begin: Block,
): Promise<{ readonly what: number; readonly block: Block }> {
  const { exports } = reading.kernel
  for (let block = begin; ;) {
    const what = block.next === 0 ? pieceStatus.full : exports.read(block.next, block.end)
    const stopped = block.next === 0 ? block : { ...block, next: exports.at.value }
    const isCut = what === pieceStatus.slow && exports.recordEnd(stopped.next, block.end) === 0
    if (what !== pieceStatus.more && !isCut) return { what, block: stopped }
    const known = byteAt(reading, block, block.end)
    const on = await readBlock(reading, piece, { from: byteAt(reading, stopped), known })
    if (byteAt(reading, on, on.end) <= known) return { what, block: stopped }
    block = on
  }
}
