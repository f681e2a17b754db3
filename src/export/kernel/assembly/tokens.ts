import { isPlainNumber, scanNumber } from './numbers'

/** Of the record that was scanned last: how deep it nests, and whether it may have a number that a double would not give back. */
export let deepest: u32 = 0
export let hasOddNumber: bool = false

/** How many bytes more than units of UTF-16 stand before what is scanned. */
let skew: u32 = 0
let hasEscape: bool = false

const mostOpen: u32 = 1024

/** Per open object or list, its token. */
const open: u32 = <u32>memory.data(1024 * 4)

const tokenSize: u32 = 16

/** Where tokens are written, and how many, behind which there is room for one more. */
let tokens: u32 = 0
let mostTokens: u32 = 0

export function setTokens(to: u32, most: u32): void {
  tokens = to
  mostTokens = most
}

/**
 * Writes where the strings, brackets, numbers and words of a whole record of JSON stand, each with its first byte, the
 * byte after it, the bytes before it that are no units of UTF-16 and, of an opening bracket, the number of the token
 * behind its closing one, or, of a string, whether it has an escape. Gives how many there are, be there room for them or not.
 */
export function scanTokens(begin: u32, end: u32): u32 {
  let depth: u32 = 0
  let count: u32 = 0
  deepest = 0
  hasOddNumber = false
  skew = 0
  for (let p = begin; p < end; ) {
    const byte: u32 = load<u8>(p)
    if (byte <= 0x20 || byte == 0x2c || byte == 0x3a) {
      p++
      continue
    }
    const token = tokens + min(count, mostTokens) * tokenSize
    store<u32>(token, p - begin)
    store<u32>(token, skew, 8)
    store<u32>(token, 0, 12)
    count++
    if (byte == 0x22) {
      p = afterString(p + 1, end)
      store<u32>(token, hasEscape ? 1 : 0, 12)
    } else if ((byte | 0x20) == 0x7b) {
      if (depth < mostOpen) store<u32>(open + (depth << 2), token)
      if (++depth > deepest) deepest = depth
      p++
    } else if ((byte | 0x20) == 0x7d) {
      if (--depth < mostOpen) store<u32>(load<u32>(open + (depth << 2)), count, 12)
      p++
    } else p = afterScalar(p, end)
    store<u32>(token, p - begin, 4)
  }
  return count
}

/** The place after a number or a word, whatever stands there up to what ends one. */
function afterScalar(p: u32, end: u32): u32 {
  const first: u32 = load<u8>(p)
  if (first == 0x2d || first - 0x30 <= 9) {
    const after = scanNumber(p, end)
    if (after == 0 || !isPlainNumber(p, after)) hasOddNumber = true
  }
  while (p < end) {
    const byte: u32 = load<u8>(++p)
    if (byte <= 0x20 || byte == 0x2c || byte == 0x3a || byte == 0x22 || (byte | 0x20) == 0x7b || (byte | 0x20) == 0x7d) break
  }
  return p
}

/** The place after the string whose text begins at `p`. */
function afterString(p: u32, end: u32): u32 {
  hasEscape = false
  while (p < end) {
    const block = v128.load(p)
    const stops: u32 = i8x16.bitmask(
      v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c))),
    )
    const length: u32 = stops == 0 ? 16 : ctz(stops)
    const own = (<u32>1 << length) - 1
    // Bytes that go on with a character, and those that begin one of two units.
    const more: u32 = i8x16.bitmask(i8x16.lt_s(block, i8x16.splat(-64)))
    const twice: u32 = i8x16.bitmask(i8x16.ge_u(block, i8x16.splat(-16)))
    skew += popcnt(more & own) - popcnt(twice & own)
    p += length
    if (stops == 0) continue
    if (load<u8>(p) == 0x22) return p + 1
    hasEscape = true
    p += 2
  }
  return end
}
