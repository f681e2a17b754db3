import { afterMultibyte, stopsIn } from './characters'
import { copyEscape, escapeEnd } from './escapes'
import { isNewKey, closeKeys, openKeys, startKeys } from './keys'
import { scanNumber } from './numbers'
import { copyBytes } from './scalars'

/** Where the next byte goes. */
export let to: u32 = 0
/** Whether the last record had no room. */
export let isFull: bool = false

let roomEnd: u32 = 0
/** From where on the input is not copied yet: what stays as it is goes in long runs. */
let from: u32 = 0

const deepest: u32 = 128
/** Of the objects and lists that are open, what closes each. */
const closers: u32 = <u32>memory.data(128)

/**
 * Copies a record as `JSON.stringify` writes it: without spaces, all else as it came, but escapes that it spells
 * otherwise. Gives the place after it; 0 where it has no room, or is for the host: what is not JSON, and objects
 * whose members may be repeated or change their places. It never gets longer.
 */
export function copyRecord(p: u32, into: u32, intoEnd: u32): u32 {
  to = into
  roomEnd = intoEnd
  isFull = false
  from = p
  startKeys()
  let depth: u32 = 0
  // What closes the object or the list that is open.
  let close: u32 = 0
  while (true) {
    const first: u32 = load<u8>(p)
    if (first == 0x22) {
      p = textEnd(p + 1)
      if (p++ == 0) return 0
    } else if (first == 0x7b || first == 0x5b) {
      if (depth == deepest) return 0
      store<u8>(closers + depth++, close)
      close = first + 2
      p = afterSpace(p + 1)
      if (first == 0x7b && !openKeys()) return 0
      if (load<u8>(p) != close) {
        if (first == 0x7b) {
          p = copyKey(p)
          if (p == 0) return 0
        }
        continue
      }
    } else {
      p = afterWord(p, first)
      if (p == 0) return 0
    }
    while (true) {
      p = afterSpace(p)
      const byte: u32 = load<u8>(p)
      if (byte == 0x2c) {
        p = afterSpace(p + 1)
        if (close == 0x7d) {
          p = copyKey(p)
          if (p == 0) return 0
        }
        break
      }
      if (byte != close) return 0
      p++
      if (close == 0x7d) closeKeys()
      close = load<u8>(closers + --depth)
      if (depth == 0) return flush(p) ? p : 0
    }
  }
}

/** Copies what was not copied before `p`; false where it has no room. */
function flush(p: u32): bool {
  const length = p - from
  if (to + length > roomEnd) {
    isFull = true
    return false
  }
  to = copyBytes(from, length, to)
  from = p
  return true
}

@inline
function afterSpace(p: u32): u32 {
  return load<u8>(p) > 0x20 ? p : leaveSpace(p)
}

/** Leaves white space out; gives the place after it, or 0, where there is a zero, with which nothing goes on. */
function leaveSpace(p: u32): u32 {
  const begin = p
  // One space is what most programs write.
  if (load<u8>(++p) <= 0x20 || load<u8>(begin) != 0x20) p = afterSpaces(begin)
  const length = begin - from
  if (length > 16) {
    if (!flush(begin)) return 0
  } else {
    if (to + length > roomEnd) {
      isFull = true
      return 0
    }
    v128.store(to, v128.load(from))
    to += length
  }
  from = p
  return p
}

function afterSpaces(p: u32): u32 {
  while (true) {
    const block = v128.load(p)
    const spaces = v128.or(
      v128.or(i8x16.eq(block, i8x16.splat(0x20)), i8x16.eq(block, i8x16.splat(0x0a))),
      v128.or(i8x16.eq(block, i8x16.splat(0x0d)), i8x16.eq(block, i8x16.splat(0x09))),
    )
    const others = ~i8x16.bitmask(spaces) & 0xffff
    if (others != 0) return p + ctz(others)
    p += 16
  }
}

function afterWord(p: u32, first: u32): u32 {
  const word = load<u32>(p)
  if (word == 0x65757274 || word == 0x6c6c756e) return p + 4
  if (first == 0x66) return load<u32>(p, 1) == 0x65736c61 ? p + 5 : 0
  return scanNumber(p, u32.MAX_VALUE)
}

/** Goes over a key and its colon; gives the place of the value, or 0. */
function copyKey(p: u32): u32 {
  if (load<u8>(p) != 0x22) return 0
  const begin = p + 1
  textBegin = begin
  written = 0
  p = textEnd(begin)
  if (p == 0) return 0
  if (written == 0) {
    if (!isNewKey(begin, p - begin)) return 0
  } else if (!flush(p) || !isNewKey(written, to - written)) return 0
  p = afterSpace(p + 1)
  return load<u8>(p) == 0x3a ? afterSpace(p + 1) : 0
}

/** Where the key's text begins, and where that is written, once it has an escape that is spelt otherwise. */
let textBegin: u32 = 0
let written: u32 = 0

/** Gives the place of the quote that ends the string whose text begins at `p`, or 0. */
function textEnd(p: u32): u32 {
  while (true) {
    const stops = stopsIn(v128.load(p))
    if (stops == 0) {
      p += 16
      continue
    }
    p += ctz(stops)
    const byte: u32 = load<u8>(p)
    if (byte == 0x22) return p
    if (byte >= 0x80) p = afterMultibyte(p)
    else if (byte == 0x5c) p = afterEscape(p)
    else return 0
    if (p == 0) return 0
  }
}

/** The place after an escape, or after several, or 0. Those that `JSON.stringify` does not write, or not so, are written anew. */
function afterEscape(p: u32): u32 {
  const byte: u32 = load<u8>(p, 1)
  // " \ b f n r t
  if (
    byte == 0x22 ||
    byte == 0x5c ||
    byte == 0x6e ||
    byte == 0x72 ||
    byte == 0x74 ||
    byte == 0x62 ||
    byte == 0x66
  )
    return p + 2
  if ((byte != 0x2f && byte != 0x75) || !flush(p)) return 0
  if (written == 0) written = to - (p - textBegin)
  if (byte == 0x2f) {
    store<u8>(to++, 0x2f)
    p += 2
  } else {
    // What is all escapes is written in a run; each gets shorter, or stays as long.
    const most = (roomEnd - to) / 6
    for (let i: u32 = 0; ; i++) {
      to = copyEscape(p + 2, to)
      p = escapeEnd
      if (p == 0 || i >= most || load<u16>(p) != 0x755c) break
    }
  }
  from = p
  return p
}
