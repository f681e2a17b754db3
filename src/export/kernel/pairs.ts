import { writeWords, type Kernel } from './memory.ts'
import type { Room } from './regions.ts'

/** A table in the kernel's memory: pairs of numbers with a value each. */
export type Pairs = {
  readonly find: (first: number, second: number) => number
  readonly put: (first: number, second: number, value: number) => void
  /** Puts a pair where the kernel's memory must not move; false where there is no room. */
  readonly tryPut: (first: number, second: number, value: number) => boolean
  /** Makes room where there is little. */
  readonly reserve: () => void
}

type Table = {
  readonly kernel: Kernel
  readonly room: Room
  /** How many pairs there may be, and how many there are. */
  size: number
  used: number
}

/** An empty table. */
export function makePairs(kernel: Kernel, room: Room): Pairs {
  const table: Table = { kernel, room, size: 0, used: 0 }
  grow(table)
  const reserve = (): void => {
    if (2 * table.used >= table.size) grow(table)
  }
  return {
    find: (first, second) => kernel.view().getUint32(slotOf(table, first, second) + 8, true),
    put: (first, second, value) => {
      reserve()
      put(table, [first, second, value])
    },
    tryPut: (first, second, value) => {
      if (4 * table.used >= 3 * table.size) return false
      put(table, [first, second, value])
      return true
    },
    reserve,
  }
}

/** The place of a pair, or the free one that it would have. */
function slotOf({ kernel, room, size }: Table, first: number, second: number): number {
  const view = kernel.view()
  for (let slot = kernel.exports.hashPair(first, second); ; slot++) {
    const at = room.regions.pairs + 12 * (slot & (size - 1))
    if (view.getUint32(at + 8, true) === 0) return at
    if (view.getUint32(at, true) === first >>> 0 && view.getUint32(at + 4, true) === second >>> 0) return at
  }
}

type Triple = readonly [first: number, second: number, value: number]

function put(table: Table, triple: Triple): void {
  const at = slotOf(table, triple[0], triple[1])
  if (table.kernel.view().getUint32(at + 8, true) === 0) table.used++
  writeWords(table.kernel, at, triple)
}

function grow(table: Table): void {
  const { kernel, room } = table
  const { regions } = room
  const [from, to] = [regions.pairs, regions.pairs + 12 * table.size]
  table.size = Math.max(1024, 2 * table.size)
  table.used = 0
  regions.pairs = kernel.allocate(12 * table.size)
  regions.pairMask = table.size - 1
  const wordsAt = (at: number): Triple => {
    const view = kernel.view()
    return [view.getUint32(at, true), view.getUint32(at + 4, true), view.getUint32(at + 8, true)]
  }
  for (let at = from; at < to; at += 12) {
    const triple = wordsAt(at)
    if (triple[2] !== 0) put(table, triple)
  }
  room.tell()
}
