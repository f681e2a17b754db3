import { nothing } from './begin-leap.ts'
import { nextRoom, sizeAfter, writingOf, type PiecesRead, type Reading } from './pieces.ts'
import type { Piece } from './turns.ts'
import type { Writing } from './writing.ts'

/** What a thread moves the cells of lines with; its kernel knows where they go. */
export type Moving = Omit<Reading, 'stretch'> & {
  /** Bytes of the source at which a line begins, from the first one to the end, in order. */
  readonly cuts: Float64Array
}

/** Moves the cells of the lines in pieces until all are moved, or a line comes that is too long for its room. */
export async function movePieces(moving: Moving): Promise<PiecesRead> {
  const { sizes, turns } = moving
  const writing = writingOf(moving)
  try {
    for (let size = sizes.block >> 2 || 1; ;) {
      const moved = await movePiece(moving, turns.take(size), writing)
      if (!moved) return nothing
      size = sizeAfter(moved, sizes)
    }
  } finally {
    // Also where we fail: nothing may be on its way to a file that nobody has open any more.
    await writing.rest()
  }
}

/** Gives how many bytes became how many; undefined where no further piece counts. */
async function movePiece(
  moving: Moving,
  piece: Piece,
  writing: Writing,
): Promise<{ readonly taken: number; readonly written: number } | undefined> {
  const { kernel, turns, cuts } = moving
  const [from, to] = [cutFrom(cuts, piece.from), cutFrom(cuts, piece.to)]
  if (from === undefined) return undefined
  let room = await nextRoom(moving, writing)
  let out: number | undefined
  for (let [at, written] = [from, 0]; ;) {
    const stopped = await moveOn(moving, at, to ?? cuts.at(-1) ?? from)
    at = stopped.at
    if (out === undefined) {
      const ended = await turns.before(piece)
      if (ended.isStopped) {
        turns.end(piece, ended)
        return undefined
      }
      out = ended.out
    }
    const bytes = kernel.bytes().subarray(room, kernel.exports.out.value)
    written += bytes.length
    if (stopped.what === 'full' && bytes.length > 0) {
      await writing.now(bytes, out)
      out += bytes.length
      room = await nextRoom(moving, writing)
      continue
    }
    const isStopped = stopped.what !== 'moved'
    const ended = { at, place: 0, out: out + bytes.length, isStopped }
    await writing.last(bytes, out, () => turns.end(piece, ended))
    return isStopped ? undefined : { taken: at - from, written }
  }
}

/** The first byte from one on at which a line begins, or all end; undefined behind that. */
function cutFrom(cuts: Float64Array, byte: number): number | undefined {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle] ?? 0) < byte) low = middle + 1
    else high = middle
  }
  return cuts[low]
}

/** Moves lines from one byte to another, block by block, until there is no room for more, or a line is longer than it. */
async function moveOn(
  { kernel, room: { input }, sizes, files }: Moving,
  from: number,
  to: number,
): Promise<{ readonly what: 'moved' | 'full' | 'long'; readonly at: number }> {
  const { exports } = kernel
  for (let at = from; ;) {
    if (at === to) return { what: 'moved', at }
    const most = Math.min(sizes.block + sizes.tail, to - at)
    const end = input + (await files.readAt(kernel.bytes().subarray(input, input + most), at))
    kernel.bytes().fill(0, end, end + 64)
    const hasRoom = exports.moveCells(input, end) !== 0
    const moved = exports.blockAt.value - input
    at += moved
    if (!hasRoom) return { what: 'full', at }
    if (moved === 0) return { what: 'long', at }
  }
}
