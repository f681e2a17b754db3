import { reserve, type Room } from '../room.ts'

/**
 * Room for the texts of each column in blocks, so that those of a column stand together and are read in one go, though they
 * come row by row. A column's first blocks are small: of thousands of columns, most have few texts.
 */
export type Blocks = {
  /** Of each column the place for its next text, the end of its block, and how large that was. */
  readonly nexts: Uint32Array
  readonly ends: Uint32Array
  readonly sizes: Uint32Array
}

/** Blocks of so many columns, none of which has any. */
export const makeBlocks = (columns: number): Blocks => ({
  nexts: new Uint32Array(columns),
  ends: new Uint32Array(columns),
  sizes: new Uint32Array(columns),
})

/** Forgets all blocks. */
export function clearBlocks({ nexts, ends, sizes }: Blocks): void {
  nexts.fill(0)
  ends.fill(0)
  sizes.fill(0)
}

const smallest = 64
const largest = 4096

/** The place in a room for so many bytes of a column. */
export function spaceFor(
  blocks: Blocks,
  column: number,
  { room, size }: { readonly room: Room; readonly size: number },
): number {
  const next = blocks.nexts[column] ?? 0
  if (next + size <= (blocks.ends[column] ?? 0)) {
    blocks.nexts[column] = next + size
    return next
  }
  const begin = room.at
  if (size > largest / 4) {
    // Alone: what is left of the column's block is for texts that fit.
    reserve(room, size)
    room.at += size
    return begin
  }
  const block = Math.max(size, Math.min(largest, Math.max(smallest, (blocks.sizes[column] ?? 0) * 2)))
  reserve(room, block)
  room.at += block
  blocks.nexts[column] = begin + size
  blocks.ends[column] = begin + block
  blocks.sizes[column] = block
  return begin
}
