import { copyBytes } from './scalars'

/** Whether a spreadsheet would run the text. */
@external('host', 'isFormula')
declare function isFormula(text: u32, length: u32): bool

/** Where the last call stopped in the block, and where its output ends. */
export let blockAt: u32 = 0
export let csvEnd: u32 = 0
/** How many cells got a `'`. */
export let guarded: u32 = 0

let delimiter: u32 = 0x2c
let isGuarding: bool = true
let isCrlf: bool = false
/** By the number of a column its place in the row, from 1; 0 where it has none. */
let places: u32 = 0
let width: u32 = 0
/** Temporary: the cells of a row, each its place, where its text stands, its length and its kind. */
let cells: u32 = 0
let mostCells: u32 = 0

export function setCsv(settings: u32): void {
  delimiter = load<u32>(settings)
  isGuarding = load<u32>(settings, 4) != 0
  isCrlf = load<u32>(settings, 8) != 0
  places = load<u32>(settings, 12)
  width = load<u32>(settings, 16)
  cells = load<u32>(settings, 20)
  mostCells = load<u32>(settings, 24)
}

/** The room for lines. */
let room: u32 = 0
let roomEnd: u32 = 0
export function setCsvRoom(from: u32, to: u32): void {
  room = from
  roomEnd = to
}

/** Writes sparse rows as lines of CSV until the block or the room ends; false where a row has more cells than room. */
export function writeCsv(p: u32, end: u32): bool {
  let to = room
  while (p < end) {
    blockAt = p
    csvEnd = to
    const count = load<u32>(p)
    if (count > mostCells) return false
    const kept = gather(p, count)
    if (to + 2 * texts + 3 * kept + width + 64 > roomEnd) return true
    to = writeLine(kept, to)
    p = after
  }
  blockAt = p
  csvEnd = to
  return true
}

/** Of the row that was gathered last: where it ends, and how many bytes its texts have. */
let after: u32 = 0
let texts: u32 = 0

/** Gathers the cells that have a place, in the order of their places; gives their number. */
function gather(p: u32, count: u32): u32 {
  let text = p + 4 + (count << 3)
  let kept: u32 = 0
  const begin = text
  for (let i: u32 = 0; i < count; i++) {
    const head = p + 4 + (i << 3)
    const column = load<u32>(head)
    const length = load<u32>(head, 4)
    const spot = load<u32>(places + ((column >>> 3) << 2))
    if (spot != 0) insert(kept++, spot, text, length, column & 7)
    text += length
  }
  after = text
  texts = text - begin
  return kept
}

function insert(count: u32, spot: u32, text: u32, length: u32, kind: u32): void {
  let cell = cells + (count << 4)
  // Nearly all come in order.
  while (cell > cells && load<u32>(cell - 16) > spot) {
    v128.store(cell, v128.load(cell - 16))
    cell -= 16
  }
  store<u32>(cell, spot)
  store<u32>(cell, text, 4)
  store<u32>(cell, length, 8)
  store<u32>(cell, kind, 12)
}

function writeLine(count: u32, to: u32): u32 {
  const begin = to
  let spot: u32 = 1
  for (let i: u32 = 0; i < count; i++) {
    const cell = cells + (i << 4)
    const place = load<u32>(cell)
    to = fill(to, place - spot)
    spot = place
    to = writeCell(load<u32>(cell, 4), load<u32>(cell, 8), load<u32>(cell, 12), to)
  }
  to = fill(to, width - spot)
  // A row that is nothing but a line end would be skipped by readers.
  if (width == 1 && to == begin) {
    store<u16>(to, 0x2222)
    to += 2
  }
  if (isCrlf) store<u8>(to++, 0x0d)
  store<u8>(to++, 0x0a)
  return to
}

function fill(to: u32, count: u32): u32 {
  const block = i8x16.splat(<i8>delimiter)
  for (let i: u32 = 0; i < count; i += 16) v128.store(to + i, block)
  return to + count
}

function writeCell(text: u32, length: u32, kind: u32, to: u32): u32 {
  if (length == 0) return to
  const isGuarded: bool = isGuarding && (kind == 1 || kind == 4) && needsGuard(text, length)
  const begin = to
  if (isGuarded) {
    guarded++
    store<u8>(to++, 0x27)
  }
  let i: u32 = 0
  while (i < length) {
    const block = v128.load(text + i)
    v128.store(to + i, block)
    let hits = specials(block)
    if (length - i < 16) hits &= (1 << (length - i)) - 1
    if (hits != 0) return writeQuoted(text, length, begin, isGuarded)
    i += 16
  }
  return to + length
}

/** Of 16 bytes those that make quotes necessary, as bits. */
function specials(block: v128): u32 {
  return i8x16.bitmask(
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
    let hits: u32 = i8x16.bitmask(i8x16.eq(block, i8x16.splat(0x22)))
    const left = end - text
    if (left < 16) hits &= (1 << left) - 1
    if (hits == 0) {
      const step = min<u32>(16, left)
      text += step
      to += step
      continue
    }
    const step = ctz(hits) + 1
    text += step
    to += step
    store<u8>(to++, 0x22)
  }
  store<u8>(to++, 0x22)
  return to
}

/** Whether a text has to be guarded; most are told by their first byte, the doubtful ones by the host. */
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
  if (lead == 0xe3) return next == 0x80
  if (lead >= 0xe4 && lead <= 0xed) return false
  return lead != 0xf0 || next != 0x9f
}
