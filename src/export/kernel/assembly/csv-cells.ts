/** Of a cell that stands in lines already, and is written as it is. */
export const kindRaw: u32 = 5
/** The same, of one that gets quotes around it and needs nothing else: the next number. */
export const kindQuoted: u32 = 6

/** Whether a spreadsheet would run the text. */
@external('host', 'isFormula')
declare function isFormula(text: u32, length: u32): bool

/** How many cells got a `'`. */
export let guarded: u32 = 0

let delimiter: u32 = 0x2c
let isGuarding: bool = true

/** Of each byte below 128 whether a cell that has it stands between quotes. */
const quoted: u32 = <u32>memory.data(128)

export function setCells(byte: u32, isToGuard: bool): void {
  memory.fill(quoted, 0, 128)
  store<u8>(quoted + 0x22, 1)
  store<u8>(quoted + 0x0a, 1)
  store<u8>(quoted + 0x0d, 1)
  store<u8>(quoted + byte, 1)
  delimiter = byte
  isBarePlain = !isHarmless(byte) && byte != 0x2b && byte != 0x2d && byte != 0x2e
  // Digits, T and Z, as well as - . and :
  isInstantPlain = isBarePlain && byte != 0x3a
  v128.store(signs, i8x16.splat(<i8>byte), 48)
  isGuarding = isToGuard
}

@inline export function isQuoted(byte: u32): u32 {
  return load<u8>(quoted + byte)
}

/** Whether numbers and booleans stand in lines as they are, having no sign that is the delimiter. */
export let isBarePlain: bool = true

/** The same of instants. */
export let isInstantPlain: bool = true

/** Of 16 bytes those that are delimiters, as bits. */
@inline export function delimitersIn(block: v128): u32 {
  return i8x16.bitmask(i8x16.eq(block, v128.load(signs, 48)))
}

/** Whether no text that begins with this byte needs a guard; of others, `needsGuard` tells. */
@inline export function isHarmless(first: u32): bool {
  return first - 0x30 <= 9 || (first | 0x20) - 0x61 < 26 || first - 0xc3 <= 0xd7 - 0xc3 || first - 0xe4 <= 0xed - 0xe4
}

export function fill(to: u32, count: u32): u32 {
  const block = v128.load(signs, 48)
  v128.store(to, block)
  for (let i: u32 = 16; i < count; i += 16) v128.store(to + i, block)
  return to + count
}

/** Writes a cell that is neither raw nor quoted. */
export function writeCell(text: u32, length: u32, kind: u32, to: u32): u32 {
  if (length == 0) return to
  const isGuarded: bool = isGuarding && (kind == 1 || kind == 4) && needsGuard(text, length)
  const begin = to
  if (isGuarded) {
    guarded++
    if (delimiter == 0x27) return writeQuoted(text, length, begin, true)
    store<u8>(to++, 0x27)
  }
  let i: u32 = 0
  while (i < length) {
    // Two blocks at once: most texts end in them, so that nothing has to be guessed.
    const first = v128.load(text + i)
    const second = v128.load(text + i, 16)
    v128.store(to + i, first)
    v128.store(to + i, second, 16)
    let hits = specials(first) | (specials(second) << 16)
    if (length - i < 32) hits &= (1 << (length - i)) - 1
    if (hits != 0) return writeQuoted(text, length, begin, isGuarded)
    i += 32
  }
  return to + length
}

// From memory, as the compiler makes a constant of 16 bytes anew wherever it is needed.
const signs: u32 = <u32>memory.data<u8>([
  34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34,
  10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
  13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13,
  44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44,
])

/** Of 16 bytes those that make quotes necessary, as bits. */
@inline
function specials(block: v128): u32 {
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(block, v128.load(signs)), i8x16.eq(block, v128.load(signs, 48))),
      v128.or(i8x16.eq(block, v128.load(signs, 16)), i8x16.eq(block, v128.load(signs, 32))),
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
  if (lead == 0xe0) return next < 0xa4
  if (lead == 0xe3) return next == 0x80
  if (lead >= 0xe4 && lead <= 0xed) return false
  // Letters of Arabic and of India, but for a few signs among those of Arabic.
  if (lead == 0xd8) return next < 0x86 || next == 0x9c
  if (lead == 0xe0) return next == 0xa2 || next == 0xa3
  return lead != 0xf0 || next != 0x9f
}

/** How many cells in a row hold nothing: the delimiters from `p` on. Those behind `end` count, too. */
export function emptyCells(p: u32, end: u32): u32 {
  const begin = p
  const wanted = i8x16.splat(<i8>delimiter)
  while (p < end) {
    const others: u32 = i8x16.bitmask(i8x16.ne(v128.load(p), wanted))
    if (others != 0) return p + ctz(others) - begin
    p += 16
  }
  return p - begin
}

/** Gives the place after a cell of a line of CSV; `end` or more where it does not end before. */
export function afterCell(p: u32, end: u32): u32 {
  if (load<u8>(p) != 0x22) return firstSpecial(p, end)
  p++
  while (p < end) {
    const hits: u32 = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x22)))
    if (hits == 0) {
      p += 16
      continue
    }
    p += ctz(hits) + 1
    if (load<u8>(p) != 0x22) return p
    p++
  }
  return end
}

function firstSpecial(p: u32, end: u32): u32 {
  while (p < end) {
    const hits = specials(v128.load(p))
    if (hits != 0) return p + ctz(hits)
    p += 16
  }
  return end
}
