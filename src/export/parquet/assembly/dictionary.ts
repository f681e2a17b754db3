import { endList, indices, slots, startList, values } from './layout'

// An index has at most so many bits.
const mostValues: u32 = 1 << 15
const mostBytes: u32 = 1 << 20
// Values are seldom alike where, of more than the first few, over half are new.
const firstFew: u32 = 2048
// Values that are made to share their hashes must not cost more than others do.
const mostProbes: u32 = 64
const pageHeader: f64 = 20

/** The bits that an index of the last dictionary needs. */
export let indexWidth: u32 = 0

/**
 * Finds the different values of the cells that are listed, and which of them each cell has; gives how many there are, or 0
 * where cells are smaller than their dictionary and indices. `prefix` is how many bytes of length a value has.
 */
export function findDictionary(count: u32, prefix: u32): u32 {
  const bits = min<u32>(16, 33 - clz(count))
  const mask: u32 = (1 << bits) - 1
  memory.fill(slots, 0, (mask + 1) << 1)
  let size: u32 = 0
  let plain: f64 = 0
  let kept: u32 = 0
  for (let cell: u32 = 0; cell < count; cell++) {
    const start = load<u32>(startList + (cell << 2))
    const length = load<u32>(endList + (cell << 2)) - start
    plain += length
    let slot = hashOf(start, length) >>> (32 - bits)
    let probes: u32 = 0
    let found: u32 = load<u16>(slots + (slot << 1))
    while (found != 0 && !isSame(load<u32>(values + ((found - 1) << 2)), start, length)) {
      if (++probes > mostProbes) return 0
      slot = (slot + 1) & mask
      found = load<u16>(slots + (slot << 1))
    }
    if (found == 0) {
      if (size == mostValues || kept > mostBytes || (size > firstFew && size * 2 > cell)) return 0
      kept += length
      store<u32>(values + (size << 2), cell)
      found = ++size
      store<u16>(slots + (slot << 1), <u16>found)
    }
    store<u32>(indices + (cell << 2), found - 1)
  }
  indexWidth = max<u32>(1, 32 - clz(size - 1))
  const asDictionary = <f64>kept + <f64>size * prefix + (<f64>count * indexWidth) / 8 + pageHeader
  return asDictionary < plain + <f64>count * prefix ? size : 0
}

// An odd number with bits all over, so that the highest bits of a product depend on all of a factor's.
const mixer: u32 = 0x9e3779b1

function hashOf(at: u32, length: u32): u32 {
  let hash = length
  const end = at + length
  for (; at + 4 <= end; at += 4) hash = (rotl<u32>(hash, 5) ^ load<u32>(at)) * mixer
  for (; at < end; at++) hash = (rotl<u32>(hash, 5) ^ load<u8>(at)) * mixer
  return hash
}

/** Whether a listed cell has that text. */
function isSame(cell: u32, at: u32, length: u32): bool {
  let other = load<u32>(startList + (cell << 2))
  if (load<u32>(endList + (cell << 2)) - other != length) return false
  const end = at + length
  for (; at + 8 <= end; at += 8, other += 8) if (load<u64>(at) != load<u64>(other)) return false
  for (; at < end; at++, other++) if (load<u8>(at) != load<u8>(other)) return false
  return true
}
