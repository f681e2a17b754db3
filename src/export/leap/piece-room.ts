import { longestLiteral, type Kernel } from '../kernel/memory.ts'
import type { LeapSizes } from './pieces.ts'
import { pageSize } from './uncached.ts'

/** Room of a kernel for pieces. */
export type PieceRoom = { readonly input: number; readonly out: OutRooms }

/** Rooms of a kernel for what it writes, each behind a free page; the second one is made when it is asked for. */
type OutRooms = { readonly size: number; readonly first: number; readonly second: () => number }

/** Room of a kernel for what it reads, with what has to lie behind it. */
export type InputRoom = { readonly at: number; readonly size: number }

/** Makes room for pieces; what is read of them goes into another room, where it is given and large enough. */
export function makePieceRoom(
  kernel: Kernel,
  { block, tail, out }: LeapSizes,
  input: InputRoom = { at: 0, size: 0 },
): PieceRoom {
  const isEnough = input.size >= block + tail
  return {
    input: isEnough ? input.at : kernel.allocate(block + tail + longestLiteral + 64, 'passing'),
    out: makeOutRooms(kernel, out),
  }
}

function makeOutRooms({ allocate }: Pick<Kernel, 'allocate'>, size: number): OutRooms {
  // A page before it, and as much as is lost up to where one begins.
  const make = (): number =>
    Math.ceil(allocate(size + 2 * pageSize + 64, 'passing') / pageSize) * pageSize + pageSize
  let second: number | undefined
  return { size, first: make(), second: () => (second ??= make()) }
}
