import { writeWords, type Kernel } from './memory.ts'
import type { Room } from './regions.ts'

/** A table in the kernel's memory: pairs of numbers with a value each. */
export type Pairs = {
  readonly find: (first: number, second: number) => number
  readonly put: (first: number, second: number, value: number) => void
}

/** An empty table. */
export function makePairs(kernel: Kernel, { regions, tell }: Room): Pairs {
  const { allocate, exports, view } = kernel
  let size = 0
  let used = 0
  const slotOf = (first: number, second: number): number => {
    for (let slot = exports.hashPair(first, second) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const at = regions.pairs + 12 * slot
      const [one, two, value] = [0, 4, 8].map((offset) => view().getUint32(at + offset, true))
      if (value === 0 || (one === first >>> 0 && two === second >>> 0)) return at
    }
  }
  const grow = (): void => {
    const [from, before] = [regions.pairs, size]
    size = Math.max(1024, 2 * size)
    regions.pairs = allocate(12 * size)
    regions.pairMask = size - 1
    for (let at = from; at < from + 12 * before; at += 12) {
      const [one = 0, two = 0, value = 0] = [0, 4, 8].map((offset) => view().getUint32(at + offset, true))
      if (value !== 0) writeWords(kernel, slotOf(one, two), [one, two, value])
    }
    tell()
  }
  grow()
  return {
    find: (first, second) => view().getUint32(slotOf(first, second) + 8, true),
    put: (first, second, value) => {
      if (2 * used >= size) grow()
      const at = slotOf(first, second)
      if (view().getUint32(at + 8, true) === 0) used++
      writeWords(kernel, at, [first, second, value])
    },
  }
}
