import { afterCell, emptyCells, fill, kindRaw, setCells, writeCell } from './csv-cells'
import { cellColumn, cellKind, cellLength, cellSize, cellText, firstCell } from './layout'
import { noteHeld } from './numbers'
import { out, outEnd, setOut } from './out'
import { copyBytes } from './scalars'
import { cells } from './values'

/** Where the last call stopped in its input. */
export let blockAt: u32 = 0
/** Whether records are written as lines at once. */
export let isWritingLines: bool = false

let isCrlf: bool = false
/** Whether lines end behind their last cell that holds something. */
let isRagged: bool = false
/** By the number of a column its place in the row, from 1; 0 where it has none, `openPlace` where it is to get one. */
let places: u32 = 0
let width: u32 = 0
/** By place, of the row that is being written, the first 16 bytes of its cell. */
let slots: u32 = 0
/** Which places have a cell, a bit each, in words of 64. */
let marks: u32 = 0
let marksEnd: u32 = 0

const openPlace: u32 = 0xffffffff

export function setCsv(settings: u32): void {
  setCells(load<u32>(settings), load<u32>(settings, 4) != 0)
  isCrlf = load<u32>(settings, 8) != 0
  places = load<u32>(settings, 12)
  width = load<u32>(settings, 16)
  slots = load<u32>(settings, 20)
  marks = load<u32>(settings, 24)
  marksEnd = marks + (((width >>> 6) + 1) << 3)
  isWritingLines = load<u32>(settings, 28) != 0
  isRagged = load<u32>(settings, 32) != 0
}

/** Writes sparse rows as lines of CSV; false once there is one that can't be written: see `unplaced`. */
export function writeCsv(p: u32, end: u32): bool {
  while (p < end) {
    blockAt = p
    const texts = p + 4 + (load<u32>(p) << 3)
    let text = texts
    beginLine()
    for (p += 4; p < texts; p += 8) {
      const head = load<u32>(p)
      const length = load<u32>(p, 4)
      gather(head >>> 3, text, length, head & 7)
      text += length
    }
    if (!writeLine()) return false
    p = text
  }
  blockAt = p
  return true
}

/**
 * Writes whole lines of CSV with their cells in other places; `places` are by the cell's place in the line, from 0. A
 * line that does not end before `end` is left; false once there is one that can't be written.
 */
export function moveCells(p: u32, end: u32): bool {
  while (true) {
    blockAt = p
    beginLine()
    for (let i: u32 = 0; ; i++) {
      // Where many columns were added, most cells of a line hold nothing.
      const empty = emptyCells(p, end)
      i += empty
      p += empty
      const after = afterCell(p, end)
      if (after >= end) return leave()
      // What a row of one column has for nothing.
      if (after - p != 2 || load<u16>(p) != 0x2222) if (after > p) gather(i, p, after - p, kindRaw)
      p = after + 1
      if (load<u8>(after) == 0x0a) break
      if (load<u8>(after) != 0x0d) continue
      if (p++ == end) return leave()
      break
    }
    if (!writeLine()) return false
  }
}

/** Forgets the cells of a line that is not written. */
function leave(): bool {
  memory.fill(marks, 0, marksEnd - marks)
  return true
}

/** Writes the record that was read last as a line; false where it can't be: see `unplaced`. */
export function writeRecordLine(): bool {
  beginLine()
  const end = cells
  let bytes: u32 = 0
  let count: u32 = 0
  for (let cell = firstCell; cell < end; cell += cellSize) {
    noteHeld(cell)
    if (cellKind(cell) == 0) continue
    const place = load<u32>(places + (cellColumn(cell) << 2))
    // No place, or an open one.
    if (place + 1 <= 1) {
      if (place == openPlace) unplaced = cellColumn(cell) + 1
      continue
    }
    bytes += cellLength(cell)
    count++
    v128.store(slots + (place << 4), v128.load(cell))
    mark(place)
  }
  size = bytes
  kept = count
  return writeLine()
}

/** Of a row that was not written: the column that has to get a place first, plus 1; 0 where it had no room. */
export let unplaced: u32 = 0
/** Of the row: the bytes of its texts, and the cells that have a place. */
let size: u32 = 0
let kept: u32 = 0

function beginLine(): void {
  unplaced = 0
  size = 0
  kept = 0
}

function gather(column: u32, text: u32, length: u32, kind: u32): void {
  const place = load<u32>(places + (column << 2))
  if (place == 0) return
  if (place == openPlace) {
    unplaced = column + 1
    return
  }
  size += length
  kept++
  const slot = slots + (place << 4)
  store<u32>(slot, kind, 4)
  store<u32>(slot, text, 8)
  store<u32>(slot, length, 12)
  mark(place)
}

@inline
function mark(place: u32): void {
  const at = marks + ((place >>> 6) << 3)
  store<u64>(at, load<u64>(at) | ((<u64>1) << (place & 63)))
}

function writeLine(): bool {
  if (unplaced != 0 || out + 2 * size + 3 * kept + width + 64 > outEnd) {
    return !leave()
  }
  let to = out
  let last: u32 = 1
  for (let mark = marks; mark < marksEnd; mark += 8) {
    let bits = load<u64>(mark)
    if (bits == 0) continue
    store<u64>(mark, 0)
    const first = (mark - marks) << 3
    do {
      const place = first + <u32>ctz(bits)
      bits &= bits - 1
      to = fill(to, place - last)
      last = place
      const slot = slots + (place << 4)
      const kind = cellKind(slot)
      if (kind < kindRaw) to = writeCell(cellText(slot), cellLength(slot), kind, to)
      else {
        // With its quotes or without: which of both nobody can foresee.
        const quotes = kind - kindRaw
        store<u8>(to, 0x22)
        to = copyBytes(cellText(slot), cellLength(slot), to + quotes)
        store<u8>(to, 0x22)
        to += quotes
      }
    } while (bits != 0)
  }
  if (!isRagged) to = fill(to, width - last)
  // A row that is nothing but a line end would be skipped by readers.
  if (width == 1 && to == out) {
    store<u16>(to, 0x2222)
    to += 2
  }
  if (isCrlf) store<u8>(to++, 0x0d)
  store<u8>(to++, 0x0a)
  setOut(to, outEnd)
  return true
}
