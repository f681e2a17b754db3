import {
  arena,
  arenaEnd,
  cellColumns,
  cellHeld,
  cellKinds,
  cellLengths,
  cellTexts,
  flagCreated,
  flagDescribing,
  flagIdentity,
  flagJoined,
  flagNested,
  flagTime,
  listsAsJson,
  mostCells,
  stateColumn,
  stateFlags,
} from './layout'
import {
  copyString,
  hasEscape,
  isAsciiText,
  joinString,
  scanNumber,
  scanString,
  numberIsPlainInteger,
} from './scalars'
import { copyJson } from './nested'

/** How many values the record had so far. */
export let cells: u32 = 0
/** Where the arena's free room begins. */
export let free: u32 = 0
/** The record's `createdAt`. */
export let createdText: u32 = 0
export let createdLength: u32 = 0
/** Whether that is an instant. */
export let createdIsInstant: bool = false
/** The record's `id`, a text without escapes; 0 where it has none. */
export let idText: u32 = 0
export let idLength: u32 = 0

export const kindNone: u32 = 0
export const kindText: u32 = 1
export const kindNumber: u32 = 2
export const kindBoolean: u32 = 3
export const kindJson: u32 = 4

const heldText: u32 = 1
const heldInteger: u32 = 2
const heldBoolean: u32 = 16
const heldJson: u32 = 32
const heldInstant: u32 = 64
/** A number of which only the host can say whether a double holds it. */
export const heldUnknown: u32 = 128

export function beginValues(): void {
  cells = 0
  free = arena
  createdLength = 0
  createdIsInstant = false
  idText = 0
}

/** Adds a cell. */
export function putCell(column: u32, kind: u32, text: u32, length: u32, what: u32): void {
  const i = cells++ << 2
  store<u32>(cellColumns + i, column)
  store<u32>(cellKinds + i, kind)
  store<u32>(cellTexts + i, text)
  store<u32>(cellLengths + i, length)
  store<u32>(cellHeld + i, what)
}

/** Reads the value that stands at `p` as a cell of a state; gives the place after it, or 0 where that is not for us. */
export function readValue(p: u32, end: u32, state: u32): u32 {
  if (cells >= mostCells) return 0
  const column = stateColumn(state)
  const first = load<u8>(p)
  if (first == 0x22) return readText(p + 1, end, state)
  if (first == 0x74) {
    if (load<u32>(p) != 0x65757274) return 0
    putCell(column, kindBoolean, p, 4, heldBoolean)
    return p + 4
  }
  if (first == 0x66) {
    if (load<u32>(p + 1) != 0x65736c61) return 0
    putCell(column, kindBoolean, p, 5, heldBoolean)
    return p + 5
  }
  if (first == 0x6e) {
    if (load<u32>(p) != 0x6c6c756e) return 0
    putCell(column, kindNone, p, 0, 0)
    return p + 4
  }
  if (first == 0x5b || first == 0x7b) return readNested(p, end, state)
  const after = scanNumber(p, end)
  if (after == 0) return 0
  putCell(column, kindNumber, p, after - p, numberIsPlainInteger ? heldInteger : heldUnknown)
  return after
}

function readText(p: u32, end: u32, state: u32): u32 {
  const flags = stateFlags(state)
  if (flags & flagDescribing) return 0
  const quote = scanString(p, end)
  if (quote == 0) return 0
  let text = p
  let length = quote - p
  if (hasEscape) {
    if (flags & (flagCreated | flagTime)) return 0
    if (free + length > arenaEnd) return 0
    text = free
    free = copyString(p, quote, free)
    length = free - text
  }
  let what = heldText
  if (flags & flagTime) {
    if (isInstant(p, length)) what = heldInstant
    if (flags & flagCreated) {
      if (length > 24 || !isAsciiText) return 0
      createdText = p
      createdLength = length
      createdIsInstant = what == heldInstant
    }
  }
  if (flags & flagIdentity && !hasEscape) {
    idText = text
    idLength = length
  }
  putCell(stateColumn(state), kindText, text, length, what)
  return quote + 1
}

function readNested(p: u32, end: u32, state: u32): u32 {
  const flags = stateFlags(state)
  if ((flags & flagNested) == 0) return 0
  const column = stateColumn(state)
  const begin = free
  if (load<u8>(p) == 0x5b && flags & flagJoined && !listsAsJson) {
    isUnclear = false
    const after = joinList(p, end)
    if (isUnclear) return 0
    if (after != 0) {
      putCell(column, kindText, begin, free - begin, heldText)
      return after
    }
    free = begin
  }
  const after = copyJson(p, end, free)
  if (after == 0) return 0
  free = copied
  putCell(column, kindJson, begin, free - begin, heldJson)
  return after
}

/** Where the text ends that `copyJson` wrote. */
let copied: u32 = 0
export function setCopied(at: u32): void {
  copied = at
}

export function skipSpace(p: u32): u32 {
  while (true) {
    const byte = load<u8>(p)
    if (byte != 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09) return p
    p++
  }
}

/** Whether only the host can tell what the list is. */
let isUnclear: bool = false

function unclear(): u32 {
  isUnclear = true
  return 0
}

/** Joins a list of texts, or of options with their ticks, with `; ` between the chosen ones; 0 for other lists. */
function joinList(p: u32, end: u32): u32 {
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
  if (free + 2 * (quote - from) + 2 > arenaEnd) {
    isUnclear = true
    return false
  }
  if (!isFirst) {
    store<u16>(free, 0x203b)
    free += 2
  }
  free = joinString(from, quote, free)
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
  if (load<u8>(p) != 0x22) return copyJson(p, end, free)
  const quote = scanString(p + 1, end)
  return quote == 0 ? 0 : quote + 1
}

/** Whether a text is `dddd-dd-ddTdd:dd:dd.dddZ` of a day and a time that there is. */
function isInstant(p: u32, length: u32): bool {
  if (length != 24) return false
  if (load<u8>(p, 4) != 0x2d || load<u8>(p, 7) != 0x2d || load<u8>(p, 10) != 0x54) return false
  if (load<u8>(p, 13) != 0x3a || load<u8>(p, 16) != 0x3a) return false
  if (load<u8>(p, 19) != 0x2e || load<u8>(p, 23) != 0x5a) return false
  const century = two(p)
  const year = century * 100 + two(p + 2)
  const month = two(p + 5)
  const day = two(p + 8)
  if (two(p + 20) > 99 || load<u8>(p, 22) - 0x30 > 9) return false
  if (century > 99 || year - century * 100 > 99 || month - 1 > 11 || day - 1 > 30) return false
  if (two(p + 11) > 23 || two(p + 14) > 59 || two(p + 17) > 59) return false
  if (month == 2) {
    const isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return day <= (isLeap ? 29 : 28)
  }
  return day < 31 || (month != 4 && month != 6 && month != 9 && month != 11)
}

/** Two digits as a number; a large one where they are none. */
function two(p: u32): u32 {
  const tens: u32 = <u32>load<u8>(p) - 0x30
  const ones: u32 = <u32>load<u8>(p, 1) - 0x30
  return tens > 9 || ones > 9 ? 1000 : tens * 10 + ones
}
