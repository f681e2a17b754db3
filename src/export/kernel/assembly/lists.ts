import { arenaEnd } from './layout'
import { copyJson } from './nested'
import { hasEscape, joinString, scanString } from './scalars'
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
      p = addOption(p, end, isFirst)
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

/** Adds an option, an object with a text `key` and a `value` of true or false; its other members are passed over. */
function addOption(p: u32, end: u32, isFirst: bool): u32 {
  let name: u32 = 0
  let nameEnd: u32 = 0
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
    } else p = skipValue(p, end)
    if (p == 0) return unclear()
    p = skipSpace(p)
    const byte = load<u8>(p++)
    if (byte == 0x7d) break
    if (byte != 0x2c) return unclear()
    p = skipSpace(p)
  }
  if (name == 0 || ticked < 0 || !isOption) return 0
  if (ticked == 0) return p
  wasChosen = true
  return join(name, nameEnd, isFirst) ? p : 0
}

/** Gives the place after a value that is JSON beyond doubt, or 0. */
function skipValue(p: u32, end: u32): u32 {
  if (load<u8>(p) != 0x22) return copyJson(p, end, joined)
  const quote = scanString(p + 1, end)
  return quote == 0 ? 0 : quote + 1
}
