import type { Cells } from './row-group.ts'

/** The different values of a column, and which of them each cell has. Good until the next one is built. */
export type Dictionary = {
  /** A cell that has the value, for each value, in the order of first use. */
  readonly values: Uint32Array
  /** The place of its value in the dictionary, for each cell. */
  readonly indices: Uint32Array
  /** How many bits such a place takes. */
  readonly bitWidth: number
}

const mostBits = 15
const mostValues = 2 ** mostBits
const mostBytes = 2 ** 20
// Values seldom repeat where more than half of them are new, after the first few.
const firstFew = 2048
// Limits what values that were chosen to share a hash can cost.
const mostProbes = 64
const pageHeaderSize = 20

/**
 * Makes a builder of dictionaries, which gives undefined where a column is smaller without one. `prefix` is the size of
 * the length before each value.
 */
export function makeDictionaryBuilder(): (cells: Cells, prefix: number) => Dictionary | undefined {
  const slots = new Uint16Array(2 ** (mostBits + 1))
  const values = new Uint32Array(mostValues)
  let indices = new Uint32Array(0)
  return (cells, prefix) => {
    const { count, starts, ends } = cells
    if (count > indices.length) indices = new Uint32Array(count)
    const bits = Math.min(mostBits + 1, 33 - Math.clz32(count))
    const mask = 2 ** bits - 1
    slots.fill(0, 0, mask + 1)
    let [size, plainBytes, valueBytes] = [0, 0, 0]
    for (let cell = 0; cell < count; cell++) {
      const start = starts[cell] ?? 0
      const length = (ends[cell] ?? 0) - start
      plainBytes += length
      let slot = hashOf(cells, start, length) >>> (32 - bits)
      let probes = 0
      let found = slots[slot] ?? 0
      while (found !== 0 && !isEqual(cells, cell, values[found - 1] ?? 0)) {
        if (++probes > mostProbes) return undefined
        slot = (slot + 1) & mask
        found = slots[slot] ?? 0
      }
      if (found === 0) {
        if (size === mostValues || valueBytes > mostBytes || (size > firstFew && size * 2 > cell))
          return undefined
        valueBytes += length
        values[size] = cell
        found = ++size
        slots[slot] = found
      }
      indices[cell] = found - 1
    }
    const bitWidth = Math.max(1, 32 - Math.clz32(size - 1))
    const withDictionary = valueBytes + size * prefix + (count * bitWidth) / 8 + pageHeaderSize
    if (size === 0 || withDictionary >= plainBytes + count * prefix) return undefined
    return { values: values.subarray(0, size), indices: indices.subarray(0, count), bitWidth }
  }
}

// An odd number with bits all over: the highest bits of a product depend on all bits of the other factor.
const mixer = 0x9e37_79b1

function hashOf({ view }: Cells, start: number, length: number): number {
  let hash = length
  let at = start
  const end = start + length
  for (; at + 4 <= end; at += 4)
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint32(at, true), mixer)
  for (; at < end; at++) hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint8(at), mixer)
  return hash
}

function isEqual({ view, starts, ends }: Cells, cell: number, other: number): boolean {
  let at = starts[cell] ?? 0
  let otherAt = starts[other] ?? 0
  const end = ends[cell] ?? 0
  if (end - at !== (ends[other] ?? 0) - otherAt) return false
  for (; at + 4 <= end; at += 4, otherAt += 4)
    if (view.getUint32(at) !== view.getUint32(otherAt)) return false
  for (; at < end; at++, otherAt++) if (view.getUint8(at) !== view.getUint8(otherAt)) return false
  return true
}
