import { makeDeflate } from './deflate.ts'
import { makeRoom, refill, type Room } from './room.ts'

/** How much is packed at once: less packs worse, more costs memory and is no faster. */
export const blockSize = 512 * 1024

/** So many blocks are packed while the next is filled: a machine's threads, and one that waits. */
const depth = 3

/** A block, and what the row at its end takes beyond it, mostly. */
const roomSize = blockSize + 128 * 1024

/** A room as the zip file takes it. */
export const makeBlock = (): Room => makeRoom(roomSize)

/** Packs blocks, several at once. */
export type Packer = {
  /** Packs what is in the room, and leaves it empty. */
  readonly pack: (room: Room) => void
  readonly isBusy: () => boolean
  /** Whether the oldest is to be taken before more is given. */
  readonly isFull: () => boolean
  /** What was given longest ago, packed. */
  readonly oldest: () => Promise<readonly Uint8Array[]>
  readonly close: () => void
}

/** A packer of blocks as `makeBlock` makes them. */
export function makePacker(): Packer {
  const packing: { readonly block: Uint8Array; readonly packed: Promise<readonly Uint8Array[]> }[] = []
  const spare: Uint8Array[] = []
  const lanes = Array.from({ length: depth + 1 }, makeDeflate)
  return {
    pack: (room) => {
      const [lane] = lanes.splice(0, 1)
      if (lane === undefined) throw new Error('a block more than are packed at once')
      lanes.push(lane)
      packing.push({ block: room.bytes, packed: lane.pack(room.bytes.subarray(0, room.at)) })
      refill(room, spare.pop() ?? new Uint8Array(roomSize))
    },
    isBusy: () => packing.length > 0,
    isFull: () => packing.length > depth,
    oldest: async () => {
      const oldest = packing.shift()
      if (oldest === undefined) return []
      const packed = await oldest.packed
      // A block that grew is not kept: one huge row would keep its memory to the end.
      if (oldest.block.length === roomSize && spare.length < depth) spare.push(oldest.block)
      return packed
    },
    close: () => {
      for (const lane of lanes) lane.close()
    },
  }
}
