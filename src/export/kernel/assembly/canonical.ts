import { afterSpace, afterWord, beginAt, beginKey, flush, isFull, textEnd, to, written } from './copying'
import { isNewKey, closeKeys, openKeys, startKeys } from './keys'
import { knownName, learnName, nameLength, namesIn, namesOf, record } from './names'

const deepest: u32 = 128
/** Of the objects and lists that are open, what closes each, and the name that was last before it. */
const open: u32 = <u32>memory.data(128 * 8)

/** Eight times how many records more may have new names before known ones are not looked for any longer; below 0, how many come until they are. */
let patience: i32 = 64
const mostPatience: i32 = 64

/**
 * Copies a record as `JSON.stringify` writes it: without spaces, all else as it came, but escapes that it spells
 * otherwise. Gives the place after it; 0 where it has no room, or is for the host: what is not JSON, and objects
 * whose members may be repeated or change their places. It never gets longer.
 */
export function copyRecord(p: u32, into: u32, intoEnd: u32): u32 {
  if (patience >= 0) {
    const after = copyKnown(p, into, intoEnd)
    if (after != 0 || isFull) {
      patience = min(patience + 1, mostPatience)
      return after
    }
    patience -= 8
    if (patience < 0) patience = -mostPatience
  } else patience++
  return copyAnew(p, into, intoEnd)
}

/** Copies a record all of whose objects have members that followed one another before, and so are new to each other. */
function copyKnown(p: u32, into: u32, intoEnd: u32): u32 {
  return copyAs(p, into, intoEnd, true)
}

/** Copies any record, and learns its names. */
function copyAnew(p: u32, into: u32, intoEnd: u32): u32 {
  startKeys()
  return copyAs(p, into, intoEnd, false)
}

@inline
function copyAs(p: u32, into: u32, intoEnd: u32, isKnown: bool): u32 {
  beginAt(p, into, intoEnd)
  let depth: u32 = 0
  // What closes the object or the list that is open, and the last name in it, or before it.
  let close: u32 = 0
  let name = isKnown || patience >= 0 ? record() : 0
  while (true) {
    const first: u32 = load<u8>(p)
    if (first == 0x22) {
      p = textEnd(p + 1)
      if (p++ == 0) return 0
    } else if (first == 0x7b || first == 0x5b) {
      if (depth == deepest) return 0
      store<u64>(open + (depth++ << 3), (<u64>name << 32) | close)
      close = first + 2
      p = afterSpace(p + 1)
      if (first == 0x7b) {
        if (!isKnown && !openKeys()) return 0
        name = isKnown ? namesOf(name) : namesIn(name)
      }
      if (load<u8>(p) != close) {
        if (first == 0x7b) {
          p = isKnown ? afterName((name = knownName(name, p)), p) : copyKey(p, name)
          if (p == 0) return 0
          if (!isKnown) name = learned
        }
        continue
      }
    } else {
      p = afterWord(p, first)
      if (p == 0) return 0
    }
    while (true) {
      p = afterSpace(p)
      const byte: u32 = load<u8>(p)
      if (byte == 0x2c) {
        p = afterSpace(p + 1)
        if (close == 0x7d) {
          p = isKnown ? afterName((name = knownName(name, p)), p) : copyKey(p, name)
          if (p == 0) return 0
          if (!isKnown) name = learned
        }
        break
      }
      if (byte != close) return 0
      p++
      if (!isKnown && close == 0x7d) closeKeys()
      const before = load<u64>(open + (--depth << 3))
      close = <u32>before
      name = <u32>(before >>> 32)
      if (depth == 0) return flush(p) ? p : 0
    }
  }
}

/** The place of the value behind a name that stands at `p`, or 0. */
@inline
function afterName(name: u32, p: u32): u32 {
  return name == 0 ? 0 : afterSpace(p + nameLength(name))
}

/** The key that was gone over last, 0 where it is no name that is known. */
let learned: u32 = 0

/** Goes over a key and its colon; gives the place of the value, or 0. */
function copyKey(p: u32, before: u32): u32 {
  if (load<u8>(p) != 0x22) return 0
  const begin = p + 1
  beginKey(begin)
  p = textEnd(begin)
  if (p == 0) return 0
  if (written == 0) {
    if (!isNewKey(begin, p - begin)) return 0
    learned = load<u8>(p, 1) == 0x3a ? learnName(before, begin - 1, p + 2) : 0
  } else {
    if (!flush(p) || !isNewKey(written, to - written)) return 0
    learned = 0
  }
  p = afterSpace(p + 1)
  return load<u8>(p) == 0x3a ? afterSpace(p + 1) : 0
}
