import { arenaEnd } from './layout'
import { copyJson } from './nested'
import { scanNumber } from './numbers'
import { hasEscape, joinString, plainEnd, scanString, stopsIn } from './scalars'
import { skipSpace } from './values'

/** Whether only the host can tell what the list is. */
export let isUnclear: bool = false

function unclear(): u32 {
  isUnclear = true
  return 0
}

/** Where the text ends that was joined last. */
export let joined: u32 = 0

/** Joins a list of texts, or of options with their ticks, with `; ` between the chosen ones, at `into`; 0 for other lists. */
export function joinList(p: u32, end: u32, into: u32): u32 {
  isUnclear = false
  joined = into
  p = skipSpace(p + 1)
  const first = load<u8>(p)
  if (first == 0x5d) return p + 1
  if (first != 0x22 && first != 0x7b) return 0
  separator = 0
  while (p < end) {
    if (load<u8>(p) != first) return 0
    if (first == 0x22) p = addText(p, end)
    else {
      const after = usualOption(p, end)
      p = after == 0 ? addOption(p, end) : after
    }
    if (p == 0) return 0
    p = skipSpace(p)
    const byte = load<u8>(p)
    if (byte == 0x5d) return p + 1
    if (byte != 0x2c) return 0
    p = skipSpace(p + 1)
  }
  return 0
}

/** The bytes that stand before the next text that is joined: none before the first one. */
let separator: u32 = 0

/** Adds the text at `p` to what is joined; gives the place after it. */
function addText(p: u32, end: u32): u32 {
  let quote = shortEnd(p + 1)
  if (quote != 0 && quote < end) {
    joinShort(p + 1, quote, true)
    return quote + 1
  }
  quote = scanString(p + 1, end)
  return quote == 0 || !join(p + 1, quote) ? 0 : quote + 1
}

/**
 * Gives the place of the quote that ends a text of 31 bytes at most which is joined as it stands, as it is ASCII without
 * escapes and without `;`; 0 for others, and where what is joined may have no room.
 */
@inline
function shortEnd(text: u32): u32 {
  const first = v128.load(text)
  const second = v128.load(text, 16)
  const stops = stopsIn(first) | (stopsIn(second) << 16)
  const others = oddIn(first) | (oddIn(second) << 16)
  if (stops == 0 || (others & (stops ^ (stops - 1))) != 0) return 0
  const quote = text + <u32>ctz(stops)
  return load<u8>(quote) == 0x22 && joined + 64 <= arenaEnd ? quote : 0
}

@inline
function oddIn(block: v128): u32 {
  return i8x16.bitmask(v128.or(block, i8x16.eq(block, i8x16.splat(0x3b))))
}

/** Joins such a text, if it is chosen: which nobody can foresee. */
@inline
function joinShort(text: u32, quote: u32, isChosen: bool): void {
  const to = joined + separator
  store<u16>(joined, 0x203b)
  v128.store(to, v128.load(text))
  v128.store(to, v128.load(text, 16), 16)
  joined = select(to + (quote - text), joined, isChosen)
  separator = select<u32>(2, separator, isChosen)
}

function join(from: u32, quote: u32): bool {
  if (joined + 2 * (quote - from) + 2 > arenaEnd) {
    isUnclear = true
    return false
  }
  store<u16>(joined, 0x203b)
  joined = joinString(from, quote, joined + separator)
  separator = 2
  return true
}

// What stands at the beginning of an option's members.
const keyHead: u64 = 0x223a2279656b22 // "key":"
const valueHead: u64 = 0x3a2265756c617622 // "value":
const indexHead: u64 = 0x3a227865646e6922 // "index":
const keyHeadBits: u64 = 0xffffffffffffff

/** Adds an option as most programs write it, of `key`, `value` and maybe `index` in any order, without spaces; gives the place after it, or 0 for others. */
function usualOption(p: u32, end: u32): u32 {
  let name: u32 = 0
  let nameEnd: u32 = 0
  let short: u32 = 0
  let isChosen = false
  let isTold = false
  for (let left = 3; ; left--) {
    const head = load<u64>(p, 1)
    if ((head & keyHeadBits) == keyHead) {
      if (name != 0) return 0
      name = p + 8
      short = shortEnd(name)
      nameEnd = short == 0 ? plainEnd(name, end) : short
      if (nameEnd == 0 || load<u8>(nameEnd) != 0x22) return 0
      p = nameEnd + 1
    } else if (head == valueHead) {
      p += 9
      isChosen = load<u32>(p) == 0x65757274
      if (isTold || !(<u32>isChosen | (<u32>(load<u8>(p) == 0x66) & <u32>(load<u32>(p, 1) == 0x65736c61)))) return 0
      isTold = true
      p += 5 - <u32>isChosen
    } else if (head == indexHead) {
      p += 9
      const byte: u32 = load<u8>(p, 1)
      if (<u32>load<u8>(p) - 0x30 <= 9 && (byte == 0x7d || byte == 0x2c)) p++
      else p = scanNumber(p, end)
      if (p == 0) return 0
    } else return 0
    if (load<u8>(p) == 0x7d) break
    if (load<u8>(p) != 0x2c || left == 1) return 0
  }
  if (p >= end || name == 0 || !isTold) return 0
  if (short != 0) joinShort(name, nameEnd, isChosen)
  else if (isChosen && !join(name, nameEnd)) return 0
  return p + 1
}

/** Adds an option, an object with a text `key` and a `value` of true or false; its other members are passed over. */
function addOption(p: u32, end: u32): u32 {
  let name: u32 = 0
  let nameEnd: u32 = 0
  let ticked: i32 = -1
  let isOption = true
  let names = 0
  p = skipSpace(p + 1)
  while (p < end) {
    if (load<u8>(p) != 0x22) return names == 0 ? 0 : unclear()
    names++
    const key = p + 1
    const keyEnd = scanString(key, end)
    if (keyEnd == 0 || hasEscape) return unclear()
    p = skipSpace(keyEnd + 1)
    if (load<u8>(p) != 0x3a) return unclear()
    p = skipSpace(p + 1)
    const size = keyEnd - key
    if (size == 3 && load<u16>(key) == 0x656b && load<u8>(key, 2) == 0x79) {
      if (name != 0) return unclear()
      name = p + 1
      isOption = isOption && load<u8>(p) == 0x22
      p = skipValue(p, end)
      nameEnd = p - 1
    } else if (size == 5 && load<u32>(key) == 0x756c6176 && load<u8>(key, 4) == 0x65) {
      if (ticked >= 0) return unclear()
      ticked = load<u8>(p) == 0x74 ? 1 : 0
      isOption = isOption && (ticked == 1 || load<u8>(p) == 0x66)
      p = skipValue(p, end)
    } else {
      // Where answers are redacted, an option that names a question is to be looked into.
      if (size == 10 && load<u64>(key) == 0x6e6f697473657571 && load<u16>(key, 8) == 0x6449) return unclear()
      p = skipValue(p, end)
    }
    if (p == 0) return unclear()
    p = skipSpace(p)
    const byte = load<u8>(p++)
    if (byte == 0x7d) break
    if (byte != 0x2c) return unclear()
    p = skipSpace(p)
  }
  if (name == 0 || ticked < 0 || !isOption) return 0
  return ticked == 0 || join(name, nameEnd) ? p : 0
}

/** Gives the place after a value that is JSON beyond doubt, or 0. */
function skipValue(p: u32, end: u32): u32 {
  if (load<u8>(p) != 0x22) return copyJson(p, end, joined)
  const quote = scanString(p + 1, end)
  return quote == 0 ? 0 : quote + 1
}
