import { afterMultibyte, hexOf, putCode, stopsIn } from './characters'

/** Whether the last string that was scanned has an escape. */
export let hasEscape: bool = false
/** Whether it is ASCII; of strings without escapes. */
export let isAsciiText: bool = true
/**
 * Gives the place of the quote that ends the string whose text begins at `p`; 0 where it is no string of JSON in UTF-8,
 * or not ended before `end`.
 */
export function scanString(p: u32, end: u32): u32 {
  hasEscape = false
  isAsciiText = true
  while (p < end) {
    // Two blocks at once: most texts end in one of them, so that nothing has to be guessed.
    const stops = stopsIn(v128.load(p)) | (stopsIn(v128.load(p, 16)) << 16)
    if (stops == 0) {
      p += 32
      continue
    }
    p += ctz(stops)
    if (p >= end) return 0
    const byte: u32 = load<u8>(p)
    if (byte == 0x22) return p
    if (byte < 0x20) return 0
    if (byte == 0x5c) {
      hasEscape = true
      p = afterEscape(p)
    } else {
      isAsciiText = false
      p = afterMultibyte(p)
    }
    if (p == 0) return 0
  }
  return 0
}

/** The place after an escape, or 0. */
function afterEscape(p: u32): u32 {
  const byte: u32 = load<u8>(p, 1)
  // " / \ b f n r t
  if (
    byte == 0x22 ||
    byte == 0x2f ||
    byte == 0x5c ||
    byte == 0x62 ||
    byte == 0x66 ||
    byte == 0x6e ||
    byte == 0x72 ||
    byte == 0x74
  )
    return p + 2
  if (byte != 0x75) return 0
  return hexOf(p + 2) < 0 ? 0 : p + 6
}

/** Copies bytes, and may write up to 15 more after them; gives the place after them. */
export function copyBytes(from: u32, length: u32, to: u32): u32 {
  let i: u32 = 0
  do {
    v128.store(to + i, v128.load(from + i))
    i += 16
  } while (i < length)
  return to + length
}

/** Copies a scanned string without its escapes; gives the place after it. Halves of pairs become U+FFFD. */
export function copyString(from: u32, quote: u32, to: u32): u32 {
  while (from < quote) {
    const stop = nextBackslash(from, quote)
    to = copyBytes(from, stop - from, to)
    from = stop
    if (from >= quote) break
    const byte: u32 = load<u8>(from, 1)
    if (byte == 0x75) {
      let code = hexOf(from + 2)
      from += 6
      if ((code & 0xf800) == 0xd800) {
        let low: i32 = 0
        if (code < 0xdc00 && from + 6 <= quote && load<u16>(from) == 0x755c) low = hexOf(from + 2)
        if ((low & 0xfc00) == 0xdc00) {
          code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)
          from += 6
        } else code = 0xfffd
      }
      to = putCode(code, to)
    } else {
      store<u8>(to++, unescaped(byte))
      from += 2
    }
  }
  return to
}

function nextBackslash(from: u32, quote: u32): u32 {
  while (from < quote) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(from), i8x16.splat(0x5c)))
    if (hits != 0) {
      from += ctz(hits)
      return from < quote ? from : quote
    }
    from += 16
  }
  return quote
}

function unescaped(byte: u32): u32 {
  if (byte == 0x6e) return 0x0a
  if (byte == 0x74) return 0x09
  if (byte == 0x72) return 0x0d
  if (byte == 0x62) return 0x08
  if (byte == 0x66) return 0x0c
  return byte
}

/** Copies a scanned string as one of a joined list: without its escapes, a `\` before each `;` and `\`. */
export function joinString(from: u32, quote: u32, to: u32): u32 {
  if (isPlain(from, quote)) return copyBytes(from, quote - from, to)
  // The plain text stands behind the room that it may need at most, and so is never overtaken.
  const room = to + (quote - from)
  const end = copyString(from, quote, room)
  for (let p = room; p < end; p++) {
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
