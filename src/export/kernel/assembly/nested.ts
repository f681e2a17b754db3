import { arenaEnd } from './layout'
import { scanNumber } from './numbers'
import { copyBytes, hasEscape, scanString } from './scalars'
import { setCopied, skipSpace } from './values'

const deepest: u32 = 32
const mostKeys: u32 = 32

// The keys of the objects that are open, each where it stands and how long it is.
const keys: u32 = <u32>memory.data(32 * 32 * 8)

let depth: u32 = 0
let to: u32 = 0

/**
 * Copies a list or an object as `JSON.stringify` writes it: no spaces, else as it came. Gives the place after it; 0 for
 * what is not JSON or would not stay as it is: repeated keys, keys like numbers, escapes that are written otherwise.
 */
export function copyJson(p: u32, end: u32, into: u32): u32 {
  depth = 0
  to = into
  const after = copyValue(p, end)
  setCopied(to)
  return after
}

function copyValue(p: u32, end: u32): u32 {
  if (p >= end || to + 32 > arenaEnd) return 0
  const first = load<u8>(p)
  if (first == 0x22) return copyText(p, end)
  if (first == 0x5b) return copyArray(p, end)
  if (first == 0x7b) return copyObject(p, end)
  const word = load<u32>(p)
  if (word == 0x65757274 || word == 0x6c6c756e) return copyRun(p, 4)
  if (first == 0x66) return load<u32>(p + 1) == 0x65736c61 ? copyRun(p, 5) : 0
  const after = scanNumber(p, end)
  return after == 0 ? 0 : copyRun(p, after - p)
}

function copyRun(p: u32, length: u32): u32 {
  if (to + length + 16 > arenaEnd) return 0
  to = copyBytes(p, length, to)
  return p + length
}

function copyText(p: u32, end: u32): u32 {
  const quote = scanString(p + 1, end)
  if (quote == 0) return 0
  if (hasEscape && !isUsual(p + 1, quote)) return 0
  return copyRun(p, quote + 1 - p)
}

/** Whether all escapes are the short ones that have no other way. */
function isUsual(p: u32, quote: u32): bool {
  while (p < quote) {
    if (load<u8>(p) != 0x5c) {
      p++
      continue
    }
    const byte = load<u8>(p, 1)
    if (byte == 0x75 || byte == 0x2f) return false
    p += 2
  }
  return true
}

function put(byte: u32): void {
  store<u8>(to++, byte)
}

function copyArray(p: u32, end: u32): u32 {
  if (++depth > deepest) return 0
  put(0x5b)
  p = skipSpace(p + 1)
  if (load<u8>(p) == 0x5d) {
    depth--
    put(0x5d)
    return p + 1
  }
  while (p < end) {
    p = copyValue(p, end)
    if (p == 0) return 0
    p = skipSpace(p)
    const byte = load<u8>(p++)
    put(byte)
    if (byte == 0x5d) {
      depth--
      return p
    }
    if (byte != 0x2c) return 0
    p = skipSpace(p)
  }
  return 0
}

function copyObject(p: u32, end: u32): u32 {
  if (++depth > deepest) return 0
  const own = keys + (depth - 1) * mostKeys * 8
  let count: u32 = 0
  put(0x7b)
  p = skipSpace(p + 1)
  if (load<u8>(p) == 0x7d) {
    depth--
    put(0x7d)
    return p + 1
  }
  while (p < end) {
    if (load<u8>(p) != 0x22 || count == mostKeys || to + 32 > arenaEnd) return 0
    const quote = scanString(p + 1, end)
    if (quote == 0 || hasEscape || !noteKey(own, count++, p + 1, quote)) return 0
    p = copyRun(p, quote + 1 - p)
    if (p == 0) return 0
    p = skipSpace(p)
    if (load<u8>(p) != 0x3a) return 0
    put(0x3a)
    p = copyValue(skipSpace(p + 1), end)
    if (p == 0) return 0
    p = skipSpace(p)
    const byte = load<u8>(p++)
    put(byte)
    if (byte == 0x7d) {
      depth--
      return p
    }
    if (byte != 0x2c) return 0
    p = skipSpace(p)
  }
  return 0
}

/** Notes a key of the object; false where it was there before, or begins with a digit and so may change its place. */
function noteKey(own: u32, count: u32, key: u32, quote: u32): bool {
  if (<u32>load<u8>(key) - 0x30 <= 9) return false
  const length = quote - key
  for (let i: u32 = 0; i < count; i++) {
    if (load<u32>(own + i * 8 + 4) == length && memory.compare(load<u32>(own + i * 8), key, length) == 0)
      return false
  }
  store<u32>(own + count * 8, key)
  store<u32>(own + count * 8 + 4, length)
  return true
}
