// Copies JSON as `JSON.stringify` writes it: without spaces, all else as it came, but escapes that it spells otherwise.
import { copyEscape, escapeEnd } from './escapes'
import { scanNumber } from './numbers'
import { copyBytes, endOfPlain, stopsIn } from './scalars'

/** Where the next byte goes. */
export let to: u32 = 0
/** Whether the last record had no room. */
export let isFull: bool = false

let roomEnd: u32 = 0
/** From where on the input is not copied yet: what stays as it is goes in long runs. */
let from: u32 = 0

/** Begins to copy what stands at `p`. */
export function beginAt(p: u32, into: u32, intoEnd: u32): void {
  to = into
  roomEnd = intoEnd
  isFull = false
  from = p
}

/** Copies what was not copied before `p`; false where it has no room. */
export function flush(p: u32): bool {
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
export function afterSpace(p: u32): u32 {
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

export function afterWord(p: u32, first: u32): u32 {
  const word = load<u32>(p)
  if (word == 0x65757274 || word == 0x6c6c756e) return p + 4
  if (first == 0x66) return load<u32>(p, 1) == 0x65736c61 ? p + 5 : 0
  return scanNumber(p, u32.MAX_VALUE)
}

/** Where the key's text begins, and where that is written, once it has an escape that is spelt otherwise. */
let textBegin: u32 = 0
export let written: u32 = 0

/** Begins a key. */
export function beginKey(p: u32): void {
  textBegin = p
  written = 0
}

/** Gives the place of the quote that ends the string whose text begins at `p`, or 0. */
export function textEnd(p: u32): u32 {
  const stops = i8x16.bitmask(v128.load(p)) | stopsIn(v128.load(p))
  if (stops != 0) {
    const quote = p + <u32>ctz(stops)
    if (load<u8>(quote) == 0x22) return quote
  }
  while (true) {
    p = endOfPlain(p, u32.MAX_VALUE, false)
    if (p == 0 || load<u8>(p) == 0x22) return p
    p = afterEscape(p)
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
