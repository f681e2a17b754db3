// Lines of CSV: of the record that was read last, of sparse rows (sparse-rows.ts), or of other lines whose cells move. A line's
// cells are gathered by their places first; quotes stand only where a cell needs them.
import { copyBytes } from './text'

/** Whether a spreadsheet would run the text. */
@external('host', 'isFormula')
declare function isFormula(text: u32, length: u32): bool

/** Where the next line goes, and what it must not reach. */
export let out: u32 = 0
let outEnd: u32 = 0

export function setOut(to: u32): void {
  out = to
}

/** Only lines of CSV need it: all else fits into what `instance.ts` takes for it. */
export function setOutEnd(end: u32): void {
  outEnd = end
}

let delimiter: u32 = 0x2c
let isGuarding: bool = true
let isCrlf: bool = false
/** Whether records become lines at once. */
export let isWritingLines: bool = false

export function setCsv(byte: u32, guards: bool, crlf: bool): void {
  delimiter = byte
  isGuarding = guards
  isCrlf = crlf
}

/** By the number of a column its place in the line, from 1; 0 where it has none. */
let places: u32 = 0
let width: u32 = 0
/** By place: the kind of its cell, where its text stands, its length; which of them are filled, as bits in words of 64. */
let slots: u32 = 0
let marks: u32 = 0

export function setPlaces(byNumber: u32, count: u32, cells: u32, bits: u32, atOnce: bool): void {
  places = byNumber
  width = count
  slots = cells
  marks = bits
  isWritingLines = atOnce
}

/** How many cells got a `'`. */
export let guarded: u32 = 0

/** A cell that stands in lines already. */
const kindRaw: u32 = 5

/** Bytes that the line takes at most: its texts with all of their signs doubled, and its signs between cells. */
let size: u32 = 0

export function gather(column: u32, kind: u32, text: u32, length: u32): void {
  const place = load<u32>(places + (column << 2))
  if (place == 0) return
  size += 2 * length + 3
  const slot = slots + (place << 4)
  store<u32>(slot, kind)
  store<u32>(slot, text, 4)
  store<u32>(slot, length, 8)
  const mark = marks + ((place >>> 6) << 3)
  store<u64>(mark, load<u64>(mark) | ((<u64>1) << (place & 63)))
}

/** Whether there was no space for the last line. */
export let isOutFull: bool = false

/** Whether so many bytes, and what a copy may write beyond them, fit the output; marks it as full if not. */
export function fitsOut(size: u32): bool {
  isOutFull = out + size + 64 > outEnd
  return !isOutFull
}

export function clearFull(): void {
  isOutFull = false
}

/** Writes the cells that were gathered as a line; false, with these forgotten, where it has no space. */
export function writeLine(): bool {
  const end = marks + (((width >>> 6) + 1) << 3)
  isOutFull = out + size + width + 96 > outEnd
  if (isOutFull) {
    forget()
    return false
  }
  size = 0
  let to = out
  let last: u32 = 1
  for (let mark = marks; mark < end; mark += 8) {
    let bits = load<u64>(mark)
    store<u64>(mark, 0)
    for (; bits != 0; bits &= bits - 1) {
      const place = ((mark - marks) << 3) + <u32>ctz(bits)
      to = fill(to, place - last)
      last = place
      const slot = slots + (place << 4)
      to = writeCell(load<u32>(slot), load<u32>(slot, 4), load<u32>(slot, 8), to)
    }
  }
  to = fill(to, width - last)
  // A line that is nothing but its end would be skipped by readers.
  if (width == 1 && to == out) {
    store<u16>(to, 0x2222)
    to += 2
  }
  if (isCrlf) store<u8>(to++, 0x0d)
  store<u8>(to++, 0x0a)
  out = to
  return true
}

function fill(to: u32, count: u32): u32 {
  const block = i8x16.splat(<i8>delimiter)
  v128.store(to, block)
  for (let i: u32 = 16; i < count; i += 16) v128.store(to + i, block)
  return to + count
}

function writeCell(kind: u32, text: u32, length: u32, to: u32): u32 {
  if (length == 0) return to
  if (kind == kindRaw) return copyBytes(text, length, to)
  const begin = to
  let isGuarded = false
  if (isGuarding && (kind == 1 || kind == 4) && needsGuard(text, length)) {
    guarded++
    isGuarded = true
    store<u8>(to++, 0x27)
  }
  for (let i: u32 = 0; i < length; i += 32) {
    const first = v128.load(text + i)
    const second = v128.load(text + i, 16)
    v128.store(to + i, first)
    v128.store(to + i, second, 16)
    let hits = specials(first) | (specials(second) << 16)
    if (length - i < 32) hits &= (1 << (length - i)) - 1
    if (hits != 0) return writeQuoted(text, length, begin, isGuarded)
  }
  return to + length
}

/** Of 16 bytes those that need quotes around their cell, as bits. */
@inline
function specials(block: v128): u32 {
  return <u32>i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(<i8>delimiter))),
      v128.or(i8x16.eq(block, i8x16.splat(0x0a)), i8x16.eq(block, i8x16.splat(0x0d))),
    ),
  )
}

function writeQuoted(text: u32, length: u32, to: u32, isGuarded: bool): u32 {
  store<u8>(to++, 0x22)
  if (isGuarded) store<u8>(to++, 0x27)
  const end = text + length
  while (text < end) {
    const block = v128.load(text)
    v128.store(to, block)
    const left = min<u32>(16, end - text)
    const hits: u32 = i8x16.bitmask(i8x16.eq(block, i8x16.splat(0x22))) & ((1 << left) - 1)
    const step = hits == 0 ? left : ctz(hits) + 1
    text += step
    to += step
    // A quote is written twice.
    if (hits != 0) store<u8>(to++, 0x22)
  }
  store<u8>(to++, 0x22)
  return to
}

/** Whether a text has to be guarded: most are told by their first byte, the doubtful ones by the host. */
function needsGuard(text: u32, length: u32): bool {
  const first: u32 = load<u8>(text)
  if (first > 0x40 && first < 0x7f) return false
  if (first > 0x20 && first < 0x40) {
    // = + - ' may begin a formula; + and - also begin telephone numbers.
    if (first != 0x3d && first != 0x2b && first != 0x2d && first != 0x27) return false
    if (first == 0x2b || first == 0x2d) if (isNumberLike(text + 1, text + length)) return false
  } else if (first > 0x7f && !mayBeSpace(first, load<u8>(text, 1))) return false
  return isFormula(text, length)
}

/** Digits, spaces, dots, commas and brackets only. */
function isNumberLike(p: u32, end: u32): bool {
  for (; p < end; p++) {
    const byte: u32 = load<u8>(p)
    if (byte - 0x30 <= 9 || byte == 0x20 || byte == 0x2e || byte == 0x2c || byte == 0x28 || byte == 0x29) continue
    return false
  }
  return true
}

/** Whether a character of more than a byte may be an odd space, an invisible sign or a wide sign of a formula. */
function mayBeSpace(lead: u32, next: u32): bool {
  if (lead >= 0xc3 && lead <= 0xd7) return false
  if (lead == 0xe0) return next < 0xa4
  if (lead == 0xe3) return next == 0x80
  if (lead >= 0xe4 && lead <= 0xed) return false
  return lead != 0xf0 || next != 0x9f
}

/** Writes sparse rows as lines; gives the place of the first one for which there is no space. */
export function formatRows(p: u32, end: u32): u32 {
  isOutFull = false
  while (p < end) {
    const row = p
    const texts = p + 4 + (load<u32>(p) << 3)
    let text = texts
    for (p += 4; p < texts; p += 8) {
      const head = load<u32>(p)
      const length = load<u32>(p, 4)
      gather(head >>> 3, head & 7, text, length)
      text += length
    }
    if (!writeLine()) return row
    p = text
  }
  return p
}

/** Writes lines with their cells, of which the places in the old line count from 0, in other places; else as `formatRows`. */
export function moveLines(p: u32, end: u32): u32 {
  isOutFull = false
  while (true) {
    const line = p
    for (let i: u32 = 0; ; i++) {
      const after = afterCell(p, end)
      if (after >= end) break
      // What a line of one cell has for nothing.
      if (after > p && (after - p != 2 || load<u16>(p) != 0x2222)) gather(i, kindRaw, p, after - p)
      p = after + 1
      const byte = load<u8>(after)
      if (byte == 0x0d) p++
      if (byte != delimiter) break
    }
    // The last line goes on behind the end.
    if (p > end || p == line || load<u8>(p - 1) != 0x0a) {
      forget()
      return line
    }
    if (!writeLine()) return line
    if (p == end) return p
  }
}

function forget(): void {
  size = 0
  memory.fill(marks, 0, ((width >>> 6) + 1) << 3)
}

/** The place after a cell of a line; `end` or more where it does not end before. */
function afterCell(p: u32, end: u32): u32 {
  if (load<u8>(p) == 0x22) {
    for (p++; p < end; ) {
      const hits: u32 = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x22)))
      p += hits == 0 ? 16 : ctz(hits) + 1
      if (hits == 0) continue
      if (load<u8>(p) != 0x22) return p
      p++
    }
    return end
  }
  while (p < end) {
    const hits = specials(v128.load(p))
    if (hits != 0) return p + ctz(hits)
    p += 16
  }
  return end
}
