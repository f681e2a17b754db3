import type { Cells } from './cell-chains.ts'

/** The different values of some cells, and which of them each cell has. */
type Dictionary = {
  readonly size: number
  /** Of each value a cell that has it, in the order in which they came. */
  readonly cells: Uint32Array
  /** Of each cell the place of its value. */
  readonly indices: Uint32Array
  /** The bits that an index needs. */
  readonly width: number
}

/** Finds the dictionary of cells where one is smaller than the cells are; `prefix` is how many bytes of length a value has. */
export type FindDictionary = (cells: Cells, prefix: number) => Dictionary | undefined

// An index has at most so many bits.
const mostValues = 2 ** 15
const mostBytes = 2 ** 20
// Values are seldom alike where, of more than the first few, over half are new.
const firstFew = 2048
// Values that are made to share their hashes must not cost more than others do.
const mostProbes = 64

/** Finds dictionaries of up to so many cells, in room that is used again: each is good until the next. */
export function makeFindDictionary(mostCells: number): FindDictionary {
  const slots = new Uint16Array(mostValues * 2)
  const values = new Uint32Array(mostValues)
  const indices = new Uint32Array(mostCells)
  return (cells, prefix) => {
    const { count, starts, ends } = cells
    const { view } = cells.room
    const bits = Math.min(16, 33 - Math.clz32(count))
    const mask = 2 ** bits - 1
    slots.fill(0, 0, mask + 1)
    let size = 0
    let plain = 0
    let kept = 0
    for (let cell = 0; cell < count; cell++) {
      const start = starts[cell] ?? 0
      const end = ends[cell] ?? 0
      plain += end - start
      let slot = hashOf(view, start, end) >>> (32 - bits)
      let probes = 0
      let found = slots[slot] ?? 0
      while (found !== 0 && !isSame(cells, values[found - 1] ?? 0, cell)) {
        if (++probes > mostProbes) return undefined
        slot = (slot + 1) & mask
        found = slots[slot] ?? 0
      }
      if (found === 0) {
        if (size === mostValues || kept > mostBytes || (size > firstFew && size * 2 > cell)) return undefined
        kept += end - start
        values[size] = cell
        found = ++size
        slots[slot] = found
      }
      indices[cell] = found - 1
    }
    const width = Math.max(1, 32 - Math.clz32(size - 1))
    const asDictionary = kept + size * prefix + (count * width) / 8 + pageHeader
    return asDictionary < plain + count * prefix ? { size, cells: values, indices, width } : undefined
  }
}

const pageHeader = 20

function hashOf(view: DataView, start: number, end: number): number {
  let hash = end - start
  let at = start
  for (; at + 4 <= end; at += 4)
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint32(at, true), mixer)
  for (; at < end; at++) hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint8(at), mixer)
  return hash
}

// An odd number with bits all over, so that the highest bits of a product depend on all of a factor's.
const mixer = 0x9e37_79b1

function isSame({ starts, ends, room: { view } }: Cells, one: number, other: number): boolean {
  let at = starts[one] ?? 0
  let otherAt = starts[other] ?? 0
  const end = ends[one] ?? 0
  if ((ends[other] ?? 0) - otherAt !== end - at) return false
  for (; at + 4 <= end; at += 4, otherAt += 4)
    if (view.getUint32(at) !== view.getUint32(otherAt)) return false
  for (; at < end; at++, otherAt++) if (view.getUint8(at) !== view.getUint8(otherAt)) return false
  return true
}
