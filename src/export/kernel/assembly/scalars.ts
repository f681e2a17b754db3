import { hexOf } from './characters'
import { delimitersIn } from './csv-cells'
import { beginCopy, copiedTo, copyUnescaped, unescaped } from './unescape'
import { brokenIn } from './utf8'

/** Whether the last string that was scanned has an escape. */
export let hasEscape: bool = false
/** Whether it is ASCII; of strings without escapes. */
export let isAsciiText: bool = true
/**
 * Gives the place of the quote that ends the string whose text begins at `p`; 0 where it is no string of JSON in UTF-8,
 * or not ended before `end`.
 */
export function scanString(p: u32, end: u32): u32 {
  p = plainEnd(p, end)
  hasEscape = p != 0 && load<u8>(p) != 0x22
  while (p != 0 && load<u8>(p) != 0x22) {
    p = afterEscape(p)
    if (p != 0) p = plainEnd(p, end)
  }
  return p
}

/** Whether the text that `cellEnd` passed last holds the delimiter of cells. */
export let isDelimited: bool = false

/**
 * Gives the place of the quote or the backslash that is the first one at `p` or behind; 0 where what stands before it is
 * no text of JSON in UTF-8, or `end` comes before.
 */
export function plainEnd(p: u32, end: u32): u32 {
  return endOfPlain(p, end, false)
}

/** The same, of a text that may become a cell. */
@inline
export function cellEnd(p: u32, end: u32): u32 {
  return endOfPlain(p, end, true)
}

/** The same, of a cell or not. */
@inline
export function endOfPlain(p: u32, end: u32, isCell: bool): u32 {
  isAsciiText = true
  let delimiters: u32 = 0
  // Whether a character may go on here that began before.
  let isOpen: u32 = 0
  while (p < end) {
    // Two blocks at once: most texts end in one of them, so that nothing has to be guessed.
    const first = v128.load(p)
    const second = v128.load(p, 16)
    const stops = stopsIn(first) | (stopsIn(second) << 16)
    const before = stops ^ (stops - 1)
    if (isCell) delimiters |= (delimitersIn(first) | (delimitersIn(second) << 16)) & before
    const high: u32 = i8x16.bitmask(first) | (i8x16.bitmask(second) << 16)
    if (((high & before) | isOpen) != 0) {
      isAsciiText = false
      if (((brokenIn(p) | (brokenIn(p + 16) << 16)) & before) != 0) return 0
    }
    if (stops != 0) {
      if (isCell) isDelimited = delimiters != 0
      p += ctz(stops)
      return p < end && load<u8>(p) >= 0x20 ? p : 0
    }
    isOpen = high >>> 29
    p += 32
  }
  return 0
}

// From memory, as the compiler makes a constant of 16 bytes anew wherever it is needed.
const signs: u32 = <u32>memory.data<u8>([
  34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34,
  92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92,
  31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31,
])

/** Of 16 bytes of a string those that end it, begin an escape or may not stand there, as bits. */
@inline
export function stopsIn(block: v128): u32 {
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(block, v128.load(signs)), i8x16.eq(block, v128.load(signs, 16))),
      i8x16.eq(i8x16.min_u(block, v128.load(signs, 32)), block),
    ),
  )
}

/** The place after an escape, or 0. */
function afterEscape(p: u32): u32 {
  const byte: u32 = load<u8>(p, 1)
  if (load<u8>(unescaped + byte) != 0) return p + 2
  return byte == 0x75 && hexOf(p + 2) >= 0 ? p + 6 : 0
}

/** Copies bytes, and may write up to 31 more after them; gives the place after them. */
export function copyBytes(from: u32, length: u32, to: u32): u32 {
  let i: u32 = 0
  do {
    const first = v128.load(from + i)
    const second = v128.load(from + i, 16)
    v128.store(to + i, first)
    v128.store(to + i, second, 16)
    i += 32
  } while (i < length)
  return to + length
}

/** Copies a scanned string as one of a joined list: without its escapes, a `\` before each `;` and `\`. */
export function joinString(from: u32, quote: u32, to: u32): u32 {
  if (isPlain(from, quote)) return copyBytes(from, quote - from, to)
  // The plain text stands behind the room that it may need at most, and so is never overtaken.
  const room = to + (quote - from)
  beginCopy(room, false)
  copyUnescaped(from, quote + 1)
  for (let p = room; p < copiedTo; p++) {
    const byte = load<u8>(p)
    if (byte == 0x3b || byte == 0x5c) store<u8>(to++, 0x5c)
    store<u8>(to++, byte)
  }
  return to
}

/** Whether a text has neither a `;` nor a backslash. */
function isPlain(from: u32, end: u32): bool {
  for (; from < end; from += 16) {
    const block = v128.load(from)
    let hits = i8x16.bitmask(
      v128.or(i8x16.eq(block, i8x16.splat(0x3b)), i8x16.eq(block, i8x16.splat(0x5c))),
    )
    if (end - from < 16) hits &= (1 << (end - from)) - 1
    if (hits != 0) return false
  }
  return true
}
