import { hexOf, putCode } from './characters'
import { delimitersIn, isQuoted } from './csv-cells'
import { arenaEnd } from './layout'
import { stopsIn } from './scalars'
import { brokenIn } from './utf8'

/** What a sign after a backslash stands for; 0 for those that stand for nothing alone. */
export const unescaped: u32 = <u32>memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 92, 0, 0, 0,
  0, 0, 8, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 13, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
])

/** Where the next text is copied to; where the last one ends. */
export let copiedTo: u32 = 0
/** Whether quotes are written twice, as in a cell of CSV that needs quotes. */
let isDoubling: bool = false
/** Whether the last text holds what has to stand between quotes in a cell of CSV. */
export let needsQuotes: bool = false

export function beginCopy(to: u32, doubling: bool): void {
  copiedTo = to
  isDoubling = doubling
}

/**
 * Copies the string that begins at `p` without its escapes; gives the place of the quote that ends it, or 0 as
 * `scanString` does, or where the arena has no room. Halves of pairs become U+FFFD.
 */
export function copyUnescaped(p: u32, end: u32): u32 {
  let to = copiedTo
  let quoting: u32 = 0
  // Whether a character of more than a byte was met: where there is one, there are more.
  let isWide: bool = false
  while (p != 0 && p < end && to <= arenaEnd) {
    const first = v128.load(p)
    const second = v128.load(p, 16)
    v128.store(to, first)
    v128.store(to, second, 16)
    const stops = stopsIn(first) | (stopsIn(second) << 16)
    const before = stops ^ (stops - 1)
    quoting |= (delimitersIn(first) | (delimitersIn(second) << 16)) & before & ~stops
    if (isWide || ((i8x16.bitmask(first) | (i8x16.bitmask(second) << 16)) & before) != 0) {
      isWide = true
      if (((brokenIn(p) | (brokenIn(p + 16) << 16)) & before) != 0) return 0
    }
    if (stops == 0) {
      p += 32
      to += 32
      continue
    }
    p += ctz(stops)
    to += ctz(stops)
    if (load<u8>(p) != 0x5c) return endCopy(p < end && load<u8>(p) == 0x22 ? p : 0, to, quoting)
    const sign: u32 = load<u8>(unescaped + load<u8>(p, 1))
    if (sign == 0) {
      to = putUnicode(p, to)
      p = unicodeEnd
      quoting |= unicodeQuoting
      continue
    }
    // Twice at once, so that nothing has to be guessed.
    store<u16>(to, sign | (sign << 8))
    to += 1 + (<u32>(sign == 0x22) & <u32>isDoubling)
    quoting |= isQuoted(sign)
    p += 2
  }
  return 0
}

@inline
function endCopy(quote: u32, to: u32, quoting: u32): u32 {
  copiedTo = to
  needsQuotes = quoting != 0
  return quote
}

/** The place after the escape that was put last; 0 where it was none. */
let unicodeEnd: u32 = 0
let unicodeQuoting: u32 = 0

function putUnicode(p: u32, to: u32): u32 {
  let code = load<u8>(p, 1) == 0x75 ? hexOf(p + 2) : -1
  unicodeEnd = code < 0 ? 0 : p + 6
  unicodeQuoting = <u32>code < 0x80 ? isQuoted(code) : 0
  if (code == 0x22 && isDoubling) store<u8>(to++, 0x22)
  if ((code & 0xfffff800) == 0xd800) {
    let low: i32 = 0
    if (code < 0xdc00 && load<u16>(p, 6) == 0x755c) low = hexOf(p + 8)
    if ((low & 0xfffffc00) == 0xdc00) {
      code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)
      unicodeEnd = p + 12
    } else code = 0xfffd
  }
  return putCode(code, to)
}
