import { copyText, endList, gathered, gatheredEnd, startList, values } from './layout'

/** The place after what was gathered. */
export let gatheredTo: u32 = 0

/**
 * Puts the values of listed cells one after another, from one on as many as there is room for. `prefix` is how many bytes
 * of length stand before each. Gives the next one.
 */
export function gather(next: u32, count: u32, prefix: u32): u32 {
  return gatherAny(next, count, prefix, false)
}

/** The same of the values of the dictionary. */
export function gatherDictionary(next: u32, count: u32, prefix: u32): u32 {
  return gatherAny(next, count, prefix, true)
}

@inline
function gatherAny(next: u32, count: u32, prefix: u32, isDictionary: bool): u32 {
  let to = gathered
  for (; next < count; next++) {
    const cell = (isDictionary ? load<u32>(values + (next << 2)) : next) << 2
    const start = load<u32>(startList + cell)
    const size = load<u32>(endList + cell) - start
    // As much as copying may spoil stays free.
    if (<u64>to + prefix + size + 8 > gatheredEnd) break
    if (prefix != 0) store<u32>(to, size)
    copyText(start, size, to + prefix)
    to += prefix + size
  }
  gatheredTo = to
  return next
}

/** The cells with the least and the greatest text by their bytes. */
export let least: u32 = 0
export let greatest: u32 = 0

/** Finds them, of all that are listed, or of the dictionary. */
export function findRange(count: u32, isDictionary: bool): void {
  least = isDictionary ? load<u32>(values) : 0
  greatest = least
  for (let i: u32 = 1; i < count; i++) {
    const cell = isDictionary ? load<u32>(values + (i << 2)) : i
    if (isBefore(cell, least)) least = cell
    else if (isBefore(greatest, cell)) greatest = cell
  }
}

function isBefore(one: u32, other: u32): bool {
  let at = load<u32>(startList + (one << 2))
  let otherAt = load<u32>(startList + (other << 2))
  const end = load<u32>(endList + (one << 2))
  const otherEnd = load<u32>(endList + (other << 2))
  for (; at + 8 <= end && otherAt + 8 <= otherEnd; at += 8, otherAt += 8) {
    // The first byte is the highest.
    const word = bswap<u64>(load<u64>(at))
    const otherWord = bswap<u64>(load<u64>(otherAt))
    if (word != otherWord) return word < otherWord
  }
  for (; at < end && otherAt < otherEnd; at++, otherAt++) {
    const byte = load<u8>(at)
    const otherByte = load<u8>(otherAt)
    if (byte != otherByte) return byte < otherByte
  }
  return otherAt < otherEnd
}
