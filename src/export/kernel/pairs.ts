import type { Kernel } from './memory.ts'
import type { Room } from './regions.ts'

/** Added to a question's place, the first number of its pairs with forms: see assembly/layout.ts. */
export const ofForms = 3

/** A table in the kernel's memory: pairs of numbers with a value each. */
export type Pairs = {
  readonly find: (first: number, second: number) => number
  readonly put: (first: number, second: number, value: number) => void
  /** Puts a pair where the kernel's memory must not move; false where there is no room. */
  readonly tryPut: (first: number, second: number, value: number) => boolean
  /** Whether so many could be put where the kernel's memory must not move. */
  readonly hasRoom: (count: number) => boolean
  /** Makes room where there is little: then one, or so many, may be put. */
  readonly reserve: (count?: number) => void
}

/** An empty table. */
export function makePairs(kernel: Kernel, { regions, tell }: Room): Pairs {
  const { findPair, putPair, usedPairs } = kernel.exports
  let size = 0
  const grow = (): void => {
    const [from, to] = [regions.pairs, regions.pairs + 12 * size]
    size = Math.max(1024, 2 * size)
    regions.pairs = kernel.allocate(12 * size)
    regions.pairMask = size - 1
    tell()
    kernel.exports.movePairs(from, to)
    if (from < to) kernel.release(from, to - from)
  }
  const hasRoom = (count: number): boolean => 2 * (usedPairs.value + count) < size
  const reserve = (count = 0): void => {
    if (!hasRoom(count)) grow()
  }
  grow()
  return {
    find: findPair,
    hasRoom,
    put: (first, second, value) => {
      reserve()
      putPair(first, second, value)
    },
    tryPut: (first, second, value) => {
      if (4 * usedPairs.value >= 3 * size) return false
      putPair(first, second, value)
      return true
    },
    reserve,
  }
}
