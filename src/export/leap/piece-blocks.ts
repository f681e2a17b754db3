import type { Reading } from './pieces.ts'
import type { Piece } from './turns.ts'

/** A part of the source in the kernel's memory. */
export type Block = {
  /** Where to read on in that memory; 0 where no record was found. */
  readonly next: number
  readonly end: number
  /** The byte of the source that stands first. */
  readonly from: number
}

/** The byte of the source at a place of a block. */
export const byteAt = ({ room }: Pick<Reading, 'room'>, { from, next }: Block, place = next): number =>
  from + (place - room.input)

/** Puts the beginning of a piece into the kernel's memory. */
export async function beginPiece(reading: Reading, piece: Piece): Promise<Block> {
  const { kernel, room, stretch } = reading
  const { exports } = kernel
  const { from, to } = piece
  const block = await readBlock(reading, piece, { from, known: from })
  const isFirst = from === stretch.from
  exports.setPlace(isFirst ? stretch.place : 2)
  exports.setAlone(true)
  if (isFirst) return block
  const next = exports.findRecord(room.input, block.end)
  if (next !== 0) return { ...block, next }
  // The one before it may end far behind.
  const long = await readBlock(reading, piece, { from, known: to })
  return { ...long, next: exports.findRecord(room.input, long.end) }
}

/** Puts what the source has from one byte on into the kernel's memory, of which nothing behind `known` was seen. */
export async function readBlock(
  { kernel, room, sizes, files }: Reading,
  { to }: Piece,
  { from, known }: { readonly from: number; readonly known: number },
): Promise<Block> {
  const { input } = room
  const most = sizes.block + sizes.tail
  // Where the usual rest was not enough, it is a long record.
  const size = known >= to ? most : Math.min(to + sizes.rest - from, most)
  const end = input + (await files.readAt(kernel.bytes().subarray(input, input + size), from))
  kernel.bytes().fill(0, end, end + 64)
  kernel.exports.setLimit(Math.max(0, Math.min(input + to - from, 0xffffffff)))
  return { next: input, end, from }
}
