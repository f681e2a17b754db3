// Reads strings, numbers and white space of JSON, 16 or 32 bytes at once (SIMD).
//
//     p ──► N a m e " , …        a block of 16 bytes
//           0 0 0 0 1 0 …        its bitmask: the quote ends the string; `ctz` gives its index
//
// Every function takes an address `p` and returns the address after what it read, or 0 if that is not JSON in UTF-8. The input
// is zero-padded, so scanning stops at its end, and no function has to check for it. `held…` are the bits of what a column
// holds, as in `cellTypes` of the table room.

/**
 * 16 each of the quote, the backslash and the greatest control character: bytes below 0x20 are invalid in strings. They are
 * loaded from memory, since the compiler builds constants again for each use.
 */
const stringStops: u32 = <u32>memory.data<u8>([
  34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34,
  92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92,
  31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31,
])

/** Bitmask of the bytes among 16 that stop plain text: quotes, backslashes, control characters. */
@inline
function stopMask(block: v128): u32 {
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(block, v128.load(stringStops)), i8x16.eq(block, v128.load(stringStops, 16))),
      i8x16.eq(i8x16.min_u(block, v128.load(stringStops, 32)), block),
    ),
  )
}

/** The first quote or backslash at `p` or after it. */
@inline export function plainEnd(p: u32): u32 {
  return endOfPlain(p, 0, false)
}

/** The end of the copy that `copyPlain` made last. */
let copiedTo: u32 = 0

/** The same, and copies the bytes before it to `to`. */
@inline function copyPlain(p: u32, to: u32): u32 {
  return endOfPlain(p, to, true)
}

@inline
function endOfPlain(p: u32, to: u32, copies: bool): u32 {
  // Whether a character of the block before may continue here.
  let isOpen: u32 = 0
  while (true) {
    // Two blocks at once: most texts end in one of them, which spares the processor a wrong branch prediction.
    const first = v128.load(p)
    const second = v128.load(p, 16)
    if (copies) {
      v128.store(to, first)
      v128.store(to, second, 16)
    }
    const stops = stopMask(first) | (stopMask(second) << 16)
    // All bits up to the first stop.
    const before = stops ^ (stops - 1)
    const high: u32 = i8x16.bitmask(first) | (i8x16.bitmask(second) << 16)
    if (((high & before) | isOpen) != 0) if (((invalidUtf8Mask(p) | (invalidUtf8Mask(p + 16) << 16)) & before) != 0) return 0
    if (stops != 0) {
      p += ctz(stops)
      if (copies) copiedTo = to + ctz(stops)
      return load<u8>(p) >= 0x20 ? p : 0
    }
    isOpen = high >>> 29
    p += 32
    if (copies) to += 32
  }
}

// UTF-8 by tables, after Keiser and Lemire (Validating UTF-8 in less than one instruction per byte, 2021). Three tables give the
// errors, as bits, that a pair of bytes may have: by the high half of the first byte, its low half, and the high half of the
// second byte. An error is real if all three have its bit.
const tables: u32 = <u32>memory.data<u8>([
  2, 2, 2, 2, 2, 2, 2, 2, 128, 128, 128, 128, 33, 1, 21, 73,
  231, 163, 131, 131, 139, 203, 203, 203, 203, 203, 203, 203, 203, 219, 203, 203,
  1, 1, 1, 1, 1, 1, 1, 1, 230, 174, 186, 186, 1, 1, 1, 1,
])

/** Bitmask of invalid UTF-8 bytes among 16; the bytes before them are valid. */
function invalidUtf8Mask(p: u32): u32 {
  const bytes = v128.load(p)
  const before = v128.load(p - 1)
  const low = i8x16.splat(0x0f)
  const firstHigh = i8x16.swizzle(v128.load(tables), v128.and(i16x8.shr_u(before, 4), low))
  const firstLow = i8x16.swizzle(v128.load(tables, 16), v128.and(before, low))
  const secondHigh = i8x16.swizzle(v128.load(tables, 32), v128.and(i16x8.shr_u(bytes, 4), low))
  // The third and fourth byte of a character follow another continuation byte.
  const further = v128.or(
    i8x16.sub_sat_u(v128.load(p - 2), i8x16.splat(0x60)),
    i8x16.sub_sat_u(v128.load(p - 3), i8x16.splat(0x70)),
  )
  const wrong = v128.xor(
    v128.and(v128.and(firstHigh, firstLow), secondHigh),
    v128.and(further, i8x16.splat(<i8>0x80)),
  )
  return ~i8x16.bitmask(i8x16.eq(wrong, i8x16.splat(0))) & 0xffff
}

/** Copies bytes, and may write up to 31 more behind them; returns the address after them. */
@inline
export function copyBytes(from: u32, length: u32, to: u32): u32 {
  v128.store(to, v128.load(from))
  v128.store(to, v128.load(from, 16), 16)
  if (length > 32) copyRest(from, length, to)
  return to + length
}

function copyRest(from: u32, length: u32, to: u32): void {
  for (let i: u32 = 32; i < length; i += 32) {
    v128.store(to + i, v128.load(from + i))
    v128.store(to + i, v128.load(from + i, 16), 16)
  }
}

// While JSON is read it can be copied as `JSON.stringify` writes it: without white space, and with its spelling of escapes. The
// copy is never longer. Bytes that stay the same are copied in long runs:
//
//     {"a" : "b\/c"}      copyFrom ──► first byte that is not copied yet
//     {"a":"b/c"}         copyTo   ──► where it goes
export let isCopying: bool = false
export let copyFrom: u32 = 0
export let copyTo: u32 = 0

export function beginCopy(p: u32, to: u32): void {
  isCopying = true
  copyFrom = p
  copyTo = to
}

export function endCopy(): void {
  isCopying = false
}

/** Copies the bytes before `p` that are not copied yet. */
export function copyUpTo(p: u32): void {
  copyTo = copyBytes(copyFrom, p - copyFrom, copyTo)
  copyFrom = p
}

@inline export function skipSpace(p: u32): u32 {
  return load<u8>(p) > 0x20 ? p : afterSpace(p)
}

function afterSpace(p: u32): u32 {
  const begin = p
  while (true) {
    const block = v128.load(p)
    const others: u32 = ~i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(block, i8x16.splat(0x20)), i8x16.eq(block, i8x16.splat(0x0a))),
        v128.or(i8x16.eq(block, i8x16.splat(0x0d)), i8x16.eq(block, i8x16.splat(0x09))),
      ),
    ) & 0xffff
    p += others == 0 ? 16 : ctz(others)
    if (others != 0) break
  }
  if (isCopying && p != begin) {
    copyUpTo(begin)
    copyFrom = p
  }
  return p
}

/** The character that a letter after a backslash means: " / \ b f n r t; 0 for others. */
function unescaped(byte: u32): u32 {
  if (byte == 0x22 || byte == 0x2f || byte == 0x5c) return byte
  if (byte == 0x6e) return 0x0a
  if (byte == 0x74) return 0x09
  if (byte == 0x72) return 0x0d
  if (byte == 0x62) return 0x08
  return byte == 0x66 ? 0x0c : 0
}

/** Whether the string that was read last has escapes. */
export let hasEscape: bool = false

/** Reads a string whose text begins at `p`, and copies it while copying; returns the address after its closing quote. */
export function readString(p: u32): u32 {
  hasEscape = false
  while (true) {
    p = plainEnd(p)
    if (p == 0) return 0
    if (load<u8>(p) == 0x22) return p + 1
    hasEscape = true
    const byte: u32 = load<u8>(p, 1)
    if (byte == 0x75 || (byte == 0x2f && isCopying)) {
      if (isCopying) copyUpTo(p)
      p = respell(p, byte)
      if (p == 0) return 0
      if (isCopying) copyFrom = p
    } else if (unescaped(byte) == 0) return 0
    else p += 2
  }
}

/** Copies an escape in the spelling of `JSON.stringify`; returns the address after it. */
function respell(p: u32, byte: u32): u32 {
  let code: i32 = 0x2f
  if (byte == 0x75) {
    code = codeAt(p)
    if (code < 0) return 0
    p = codeEnd
  } else p += 2
  if (!isCopying) return p
  let to = copyTo
  let short: u32 = 0
  if (code == 0x22 || code == 0x5c) short = code
  else if (code == 0x08) short = 0x62
  else if (code == 0x09) short = 0x74
  else if (code == 0x0a) short = 0x6e
  else if (code == 0x0c) short = 0x66
  else if (code == 0x0d) short = 0x72
  if (short != 0) {
    store<u16>(to, 0x5c | (short << 8))
    copyTo = to + 2
  } else if (code >= 0x20 && (code & 0xfffff800) != 0xd800) copyTo = putCode(code, to)
  else {
    store<u16>(to, 0x755c)
    for (let i: u32 = 0; i < 4; i++) {
      const digit = (code >> (12 - 4 * i)) & 15
      store<u8>(to + i, digit + (digit < 10 ? 0x30 : 0x57), 2)
    }
    copyTo = to + 6
  }
  return p
}

function digitOf(byte: u32): i32 {
  if (byte - 0x30 <= 9) return byte - 0x30
  const letter = (byte | 0x20) - 0x61
  return letter < 6 ? letter + 10 : -1
}

function hexOf(p: u32): i32 {
  const first = (digitOf(load<u8>(p)) << 4) | digitOf(load<u8>(p, 1))
  return (first << 8) | (digitOf(load<u8>(p, 2)) << 4) | digitOf(load<u8>(p, 3))
}

let codeEnd: u32 = 0

/** The code point of a \u escape, or of a surrogate pair of two; negative if it is invalid. */
function codeAt(p: u32): i32 {
  const code = hexOf(p + 2)
  codeEnd = p + 6
  if ((code & 0xfffffc00) != 0xd800 || load<u16>(p, 6) != 0x755c) return code
  const low = hexOf(p + 8)
  if ((low & 0xfffffc00) != 0xdc00) return code
  codeEnd = p + 12
  return 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)
}

function putCode(code: u32, to: u32): u32 {
  if (code < 0x80) {
    store<u8>(to, code)
    return to + 1
  }
  if (code < 0x800) store<u8>(to++, 0xc0 | (code >> 6))
  else {
    if (code < 0x10000) store<u8>(to++, 0xe0 | (code >> 12))
    else {
      store<u8>(to++, 0xf0 | (code >> 18))
      store<u8>(to++, 0x80 | ((code >> 12) & 0x3f))
    }
    store<u8>(to++, 0x80 | ((code >> 6) & 0x3f))
  }
  store<u8>(to, 0x80 | (code & 0x3f))
  return to + 1
}

/** The end of the text that was decoded last, and whether it has lone surrogates, which become U+FFFD. */
export let decodedTo: u32 = 0
export let hasLoneSurrogate: bool = false

/** Decodes the text that begins at `p` to `to`; returns the address after its closing quote. */
export function decode(p: u32, to: u32): u32 {
  hasLoneSurrogate = false
  while (true) {
    p = copyPlain(p, to)
    if (p == 0) return 0
    to = copiedTo
    if (load<u8>(p) == 0x22) {
      decodedTo = to
      return p + 1
    }
    do {
      const byte: u32 = load<u8>(p, 1)
      if (byte == 0x75) {
        const code = codeAt(p)
        if (code < 0) return 0
        p = codeEnd
        const isLoneSurrogate = (code & 0xfffff800) == 0xd800
        hasLoneSurrogate = hasLoneSurrogate || isLoneSurrogate
        to = putCode(isLoneSurrogate ? 0xfffd : code, to)
      } else {
        const sign = unescaped(byte)
        if (sign == 0) return 0
        store<u8>(to++, sign)
        p += 2
      }
    } while (load<u8>(p) == 0x5c)
  }
}

/** Decodes a text of a list, from `p` to its closing quote, to `to`, in quotes if it needs them; returns the address after it. */
export function joinText(p: u32, quote: u32, to: u32): u32 {
  if (!hasSpecial(p, quote)) {
    const isPlain = p == quote || load<u8>(p) != 0x20
    return isPlain ? copyBytes(p, quote - p, to) : quoteText(p, quote, to)
  }
  decode(p, to)
  const first: u32 = load<u8>(to)
  if (decodedTo > to && (first == 0x22 || first == 0x20)) return quoteText(p, quote, to)
  for (let at = to; at < decodedTo; at++) {
    const byte: u32 = load<u8>(at)
    if (byte == 0x3b || byte == 0x0a || byte == 0x0d) return quoteText(p, quote, to)
  }
  return decodedTo
}

function quoteText(p: u32, quote: u32, to: u32): u32 {
  // It is decoded behind the maximum size of the result, so that it is never overwritten before it is read.
  let from = to + (quote - p) + 2
  decode(p, from)
  store<u8>(to++, 0x22)
  for (const end = decodedTo; from < end; from++) {
    const byte: u32 = load<u8>(from)
    if (byte == 0x22) store<u8>(to++, 0x22)
    store<u8>(to++, byte)
  }
  store<u8>(to, 0x22)
  return to + 1
}

function hasSpecial(p: u32, end: u32): bool {
  for (; p < end; p += 16) {
    const block = v128.load(p)
    let hits: u32 = i8x16.bitmask(v128.or(i8x16.eq(block, i8x16.splat(0x3b)), i8x16.eq(block, i8x16.splat(0x5c))))
    if (end - p < 16) hits &= (1 << (end - p)) - 1
    if (hits != 0) return true
  }
  return false
}

// The bits of `cellTypes` in the host.
export const heldText: u32 = 1
export const heldInteger: u32 = 2
const heldNumber: u32 = 4
export const heldBoolean: u32 = 16
export const heldJson: u32 = 32
export const heldInstant: u32 = 64
export const heldUnknown: u32 = 128
const heldEmpty: u32 = 1024
const heldDate: u32 = 2048
export const heldSpelt: u32 = 4096

/** The bits of an answer's text at `p`, as `cellTypesOfText` gives them. */
export function textHeld(p: u32, length: u32): u32 {
  if (length - 1 > 39) return length == 0 ? heldEmpty : heldText
  const first: u32 = load<u8>(p)
  if (first > 0x39) {
    if (first == 0x74) return length == 4 && load<u32>(p) == 0x65757274 ? heldBoolean | heldSpelt : heldText
    if (first == 0x66) return length == 5 && load<u32>(p, 1) == 0x65736c61 ? heldBoolean | heldSpelt : heldText
    return heldText
  }
  const found = digitsHeld(p, p + length)
  return found == 0 ? heldText : found | heldSpelt
}

function digitsHeld(p: u32, end: u32): u32 {
  const isNegative = load<u8>(p) == 0x2d
  const first = isNegative ? p + 1 : p
  let at = digitsTo(first, end)
  if (at == first) return 0
  const whole = at - first
  const isZero = load<u8>(first) == 0x30
  if (at < end && load<u8>(at) == 0x2e) {
    const fraction = at + 1
    at = digitsTo(fraction, end)
    if (at != end || at == fraction || (isZero && whole > 1)) return 0
    return whole + (at - fraction) <= 15 ? heldNumber : 0
  }
  if (at == end) {
    if (isZero) return whole == 1 && !isNegative ? heldInteger : 0
    return whole <= 15 ? heldInteger : 0
  }
  // The host decides about other spellings of moments.
  if (!isNegative && whole == 8 && (load<u8>(at) | 0x20) == 0x74) return heldUnknown
  if (isNegative || whole != 4) return 0
  if (end - p == 10) return isDay(p) ? heldDate : 0
  if (end - p == 24 && isInstant(p)) return heldInstant
  return load<u8>(p, 4) == 0x2d && end - p > 10 && (load<u8>(p, 10) == 0x20 || (load<u8>(p, 10) | 0x20) == 0x74) ? heldUnknown : 0
}

/** The bits of the last number. */
export let numberHeld: u32 = 0

export function readNumber(p: u32): u32 {
  const isNegative = load<u8>(p) == 0x2d
  if (isNegative) p++
  const first = p
  if (load<u8>(p) == 0x30) p++
  else {
    p = afterDigits(p)
    if (p == first) return 0
  }
  const whole = p - first
  if (load<u8>(p) == 0x2e) {
    const fraction = p + 1
    p = afterDigits(fraction)
    if (p == fraction) return 0
    numberHeld = heldByFraction(load<u8>(first) == 0x30 ? 0 : whole, fraction, p)
  } else if (whole > 15) numberHeld = heldUnknown
  else numberHeld = isNegative && load<u8>(first) == 0x30 ? heldNumber : heldInteger
  if ((load<u8>(p) | 0x20) == 0x65) {
    p++
    const sign = load<u8>(p)
    if (sign == 0x2b || sign == 0x2d) p++
    const exponent = p
    p = afterDigits(p)
    if (p == exponent) return 0
    // An exponent of two digits is far from the limits of doubles.
    numberHeld = numberHeld == heldUnknown || p - exponent > 2 ? heldUnknown : heldNumber
  }
  return p
}

/** A double holds 15 digits; leading and trailing zeros do not count. */
function heldByFraction(whole: u32, p: u32, end: u32): u32 {
  while (end > p && load<u8>(end - 1) == 0x30) end--
  if (whole == 0) {
    const first = p
    while (p < end && load<u8>(p) == 0x30) p++
    if (p - first > 100) return heldUnknown
  }
  return whole + (end - p) > 15 ? heldUnknown : heldNumber
}

/** The address after the digits at `p`, at most `end`: digits of another text may follow. */
@inline function digitsTo(p: u32, end: u32): u32 {
  while (p < end && <u32>load<u8>(p) - 0x30 <= 9) p++
  return p
}

@inline function afterDigits(p: u32): u32 {
  while (<u32>load<u8>(p) - 0x30 <= 9) p++
  return p
}

/** true, false or null. */
@inline export function readWord(p: u32): u32 {
  const four = load<u32>(p)
  if (four == 0x65757274 || four == 0x6c6c756e) return p + 4
  return load<u8>(p) == 0x66 && load<u32>(p, 1) == 0x65736c61 ? p + 5 : 0
}

/** Date, hour and minute of the last valid instant, which often repeat. */
const minute: u32 = <u32>memory.data(16)

/** Whether the 24 bytes at `p` are an instant, `2026-03-01T09:00:00.000Z`, of a valid day. */
export function isInstant(p: u32): bool {
  if (load<u8>(p, 16) != 0x3a || load<u8>(p, 19) != 0x2e || load<u8>(p, 23) != 0x5a) return false
  if (twoDigits(p + 17) > 59 || twoDigits(p + 20) > 99 || <u32>load<u8>(p, 22) - 0x30 > 9) return false
  if (!v128.any_true(v128.xor(v128.load(p), v128.load(minute)))) return true
  if (!isMinute(p)) return false
  v128.store(minute, v128.load(p))
  return true
}

function isMinute(p: u32): bool {
  return load<u8>(p, 10) == 0x54 && load<u8>(p, 13) == 0x3a && twoDigits(p + 11) <= 23 && twoDigits(p + 14) <= 59 && isDay(p)
}

/** Whether the 10 bytes at `p` are a valid day. */
function isDay(p: u32): bool {
  if (load<u8>(p, 4) != 0x2d || load<u8>(p, 7) != 0x2d) return false
  const century = twoDigits(p)
  const years = twoDigits(p + 2)
  const month = twoDigits(p + 5)
  const day = twoDigits(p + 8)
  if (century > 99 || years > 99 || month - 1 > 11 || day - 1 > 30) return false
  const isLeap = years % 4 == 0 && (years != 0 || century % 4 == 0)
  if (month == 2) return day <= (isLeap ? 29 : 28)
  return day < 31 || (month != 4 && month != 6 && month != 9 && month != 11)
}

/** Two digits as a number; 1000 if they are not digits. */
function twoDigits(p: u32): u32 {
  const tens: u32 = <u32>load<u8>(p) - 0x30
  const ones: u32 = <u32>load<u8>(p, 1) - 0x30
  return tens > 9 || ones > 9 ? 1000 : tens * 10 + ones
}
