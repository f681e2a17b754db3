import { arenaEnd } from './layout'
import { copyJson } from './nested'
import { scanNumber } from './numbers'
import { hasEscape, joinString, plainEnd, scanString } from './scalars'
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
  let isFirst = true
  while (p < end) {
    if (load<u8>(p) != first) return 0
    if (first == 0x22) {
      p = addText(p, end, isFirst)
      isFirst = false
    } else {
      const after = usualOption(p, end)
      if (after == 0) p = addOption(p, end, isFirst)
      else p = wasChosen && !join(name, nameEnd, isFirst) ? 0 : after
      if (wasChosen) isFirst = false
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

/** Adds the text at `p` to what is joined; gives the place after it. */
function addText(p: u32, end: u32, isFirst: bool): u32 {
  const quote = scanString(p + 1, end)
  if (quote == 0 || !join(p + 1, quote, isFirst)) return 0
  return quote + 1
}

function join(from: u32, quote: u32, isFirst: bool): bool {
  if (joined + 2 * (quote - from) + 2 > arenaEnd) {
    isUnclear = true
    return false
  }
  if (!isFirst) {
    store<u16>(joined, 0x203b)
    joined += 2
  }
  joined = joinString(from, quote, joined)
  return true
}

let wasChosen: bool = false
/** The text of an option's name. */
let name: u32 = 0
let nameEnd: u32 = 0

/** Gives the place after an option as most programs write it, `{"key":"…","value":true,"index":0}` or without its index; else 0. */
function usualOption(p: u32, end: u32): u32 {
  // {"key":"
  if (load<u64>(p) != 0x223a2279656b227b) return 0
  name = p + 8
  nameEnd = plainEnd(name, end)
  // ","value and ":
  if (nameEnd == 0 || load<u64>(nameEnd) != 0x65756c6176222c22 || load<u16>(nameEnd, 8) != 0x3a22) return 0
  const value = nameEnd + 10
  wasChosen = load<u32>(value) == 0x65757274
  if (!wasChosen && (load<u8>(value) != 0x66 || load<u32>(value, 1) != 0x65736c61)) return 0
  p = value + (wasChosen ? 4 : 5)
  // ,"index" and :
  if (load<u64>(p) == 0x227865646e69222c && load<u8>(p, 8) == 0x3a) {
    p = scanNumber(p + 9, end)
    if (p == 0) return 0
  }
  return p < end && load<u8>(p) == 0x7d ? p + 1 : 0
}

/** Adds an option, an object with a text `key` and a `value` of true or false; its other members are passed over. */
function addOption(p: u32, end: u32, isFirst: bool): u32 {
  name = 0
  let ticked: i32 = -1
  let isOption = true
  let names = 0
  wasChosen = false
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
  wasChosen = ticked == 1
  return !wasChosen || join(name, nameEnd, isFirst) ? p : 0
}

/** Gives the place after a value that is JSON beyond doubt, or 0. */
function skipValue(p: u32, end: u32): u32 {
  if (load<u8>(p) != 0x22) return copyJson(p, end, joined)
  const quote = scanString(p + 1, end)
  return quote == 0 ? 0 : quote + 1
}
