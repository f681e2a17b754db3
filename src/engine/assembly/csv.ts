// Writes lines of CSV: from the record that was read last, from sparse rows (table/sparse-rows.ts), or from other lines
// whose cells move. `addCell` stores each cell by the position of its column, and `writeLine` writes them in order:
//
//     cells   position:   0    1        2    3           16 bytes each: kind, address and length of the text
//                              "Ada"         "London"
//     filled  bits:       0    1        0    1
//     line    Ada,,London\n
//
// Cells get quotes only where they need them.
import { copyBytes } from './text'

/** Whether a spreadsheet would run the text. */
@external('host', 'isFormula')
declare function isFormula(text: u32, length: u32): bool

/** Where the next line goes, and the end of the space for lines. */
export let out: u32 = 0
let outEnd: u32 = 0

export function setOut(to: u32): void {
  out = to
}

/** Only lines of CSV need it: the host reserves enough space for all other output. */
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

/** Per column number: its position in the line, from 1; 0 for none. */
let positions: u32 = 0
/** How many positions a line has. */
let width: u32 = 0
/** Per position: kind, address, length of its cell. */
let cells: u32 = 0
/** A bit per position: whether it has a cell. In words of 64 bits. */
let filled: u32 = 0

export function setColumnOrder(byNumber: u32, count: u32, cellTable: u32, bits: u32, atOnce: bool): void {
  positions = byNumber
  width = count
  cells = cellTable
  filled = bits
  isWritingLines = atOnce
}

/** How many cells got a `'`. */
export let guarded: u32 = 0

/** The kind of a cell that is copied from another line. */
const kindRaw: u32 = 5

/** The maximum size of the line: its texts with every character doubled, and the delimiters. */
let size: u32 = 0

export function addCell(column: u32, kind: u32, text: u32, length: u32): void {
  const position = load<u32>(positions + (column << 2))
  if (position == 0) return
  size += 2 * length + 3
  const cell = cells + (position << 4)
  store<u32>(cell, kind)
  store<u32>(cell, text, 4)
  store<u32>(cell, length, 8)
  const word = filled + ((position >>> 6) << 3)
  store<u64>(word, load<u64>(word) | ((<u64>1) << (position & 63)))
}

/** Whether there was no space for the last line. */
export let isOutFull: bool = false

/** Whether this many bytes fit the output, with the bytes that a copy may write beyond them; sets `isOutFull` if not. */
export function fitsOut(size: u32): bool {
  isOutFull = out + size + 64 > outEnd
  return !isOutFull
}

export function clearFull(): void {
  isOutFull = false
}

/** Writes the cells that were added as a line; false if it does not fit, and then the cells are cleared. */
export function writeLine(): bool {
  const end = filled + (((width >>> 6) + 1) << 3)
  isOutFull = out + size + width + 96 > outEnd
  if (isOutFull) {
    clearCells()
    return false
  }
  size = 0
  let to = out
  let last: u32 = 1
  for (let word = filled; word < end; word += 8) {
    let bits = load<u64>(word)
    store<u64>(word, 0)
    for (; bits != 0; bits &= bits - 1) {
      const position = ((word - filled) << 3) + <u32>ctz(bits)
      to = writeDelimiters(to, position - last)
      last = position
      const cell = cells + (position << 4)
      to = writeCell(load<u32>(cell), load<u32>(cell, 4), load<u32>(cell, 8), to)
    }
  }
  to = writeDelimiters(to, width - last)
  // Readers would skip a line that is nothing but its end.
  if (width == 1 && to == out) {
    store<u16>(to, 0x2222)
    to += 2
  }
  if (isCrlf) store<u8>(to++, 0x0d)
  store<u8>(to++, 0x0a)
  out = to
  return true
}

function writeDelimiters(to: u32, count: u32): u32 {
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
    let hits = quoteMask(first) | (quoteMask(second) << 16)
    if (length - i < 32) hits &= (1 << (length - i)) - 1
    if (hits != 0) return writeQuoted(text, length, begin, isGuarded)
  }
  return to + length
}

/** Bitmask of the bytes among 16 that need quotes around their cell. */
@inline
function quoteMask(block: v128): u32 {
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

/** Whether a text has to be guarded. The first byte decides for most texts, the host for the others. */
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

/** Whether a character of several bytes may be a special space, an invisible character or a full-width `=`. */
function mayBeSpace(lead: u32, next: u32): bool {
  if (lead >= 0xc3 && lead <= 0xd7) return false
  if (lead == 0xe0) return next < 0xa4
  if (lead == 0xe3) return next == 0x80
  if (lead >= 0xe4 && lead <= 0xed) return false
  return lead != 0xf0 || next != 0x9f
}

/** Writes sparse rows as lines; returns the address of the first one that does not fit. */
export function formatRows(p: u32, end: u32): u32 {
  isOutFull = false
  while (p < end) {
    const row = p
    const texts = p + 4 + (load<u32>(p) << 3)
    let text = texts
    for (p += 4; p < texts; p += 8) {
      const head = load<u32>(p)
      const length = load<u32>(p, 4)
      addCell(head >>> 3, head & 7, text, length)
      text += length
    }
    if (!writeLine()) return row
    p = text
  }
  return p
}

/** Writes lines with their cells at other positions (the old positions count from 0); otherwise like `formatRows`. */
export function moveLines(p: u32, end: u32): u32 {
  isOutFull = false
  while (true) {
    const line = p
    for (let i: u32 = 0; ; i++) {
      const after = afterCell(p, end)
      if (after >= end) break
      // `""` is the empty cell of a line with one cell.
      if (after > p && (after - p != 2 || load<u16>(p) != 0x2222)) addCell(i, kindRaw, p, after - p)
      p = after + 1
      const byte = load<u8>(after)
      if (byte == 0x0d) p++
      if (byte != delimiter) break
    }
    // The last line continues after the end.
    if (p > end || p == line || load<u8>(p - 1) != 0x0a) {
      clearCells()
      return line
    }
    if (!writeLine()) return line
    if (p == end) return p
  }
}

function clearCells(): void {
  size = 0
  memory.fill(filled, 0, ((width >>> 6) + 1) << 3)
}

/** The address after a cell of a line; `end` or more if the cell does not end before. */
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
    const hits = quoteMask(v128.load(p))
    if (hits != 0) return p + ctz(hits)
    p += 16
  }
  return end
}
