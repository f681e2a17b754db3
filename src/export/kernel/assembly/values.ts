import {
  arena, arenaEnd, cellSize, cellsEnd, edgeColumn, edgeFlags, firstCell, flagCreated, flagDescribing, flagIdentity, flagJoined, flagNested,
  flagTime, listsAsJson,
} from './layout'
import { numberHeld, scanNumber } from './numbers'
import { isWritingLines } from './csv'
import { isBarePlain, isHarmless, isInstantPlain, kindQuoted, kindRaw } from './csv-cells'
import { cellEnd, copyBytes, isAsciiText, isDelimited } from './scalars'
import { beginCopy, copiedTo, copyUnescaped, needsQuotes } from './unescape'
import { isUnclear, joinList, joined } from './lists'
import { copyJson } from './nested'
import { isInstant } from './times'

/** Where the next of the record's values goes. */
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

export const kindNone: u32 = 0, kindText: u32 = 1, kindNumber: u32 = 2, kindBoolean: u32 = 3, kindJson: u32 = 4

const heldText: u32 = 1, heldBoolean: u32 = 16, heldJson: u32 = 32, heldInstant: u32 = 64

export function beginValues(): void {
  cells = firstCell
  free = arena
  createdLength = 0
  createdIsInstant = false
  idText = 0
}

/** Adds a cell. */
export function putCell(column: u32, kind: u32, text: u32, length: u32, what: u32): void {
  const cell = cells
  cells = cell + cellSize
  store<u32>(cell, column)
  store<u32>(cell, kind, 4)
  store<u32>(cell, text, 8)
  store<u32>(cell, length, 12)
  store<u32>(cell, what, 16)
}

/** Reads the value that stands at `p` as the cell of an edge; gives the place after it, or 0 where that is not for us. */
@inline
export function readValue(p: u32, end: u32, edge: u32): u32 {
  if (cells >= cellsEnd) return 0
  const column = edgeColumn(edge)
  const first = load<u8>(p)
  if (first == 0x22) return readText(p + 1, end, edge)
  if (first == 0x74) {
    if (load<u32>(p) != 0x65757274) return 0
    putCell(column, bareKind(kindBoolean), p, 4, heldBoolean)
    return p + 4
  }
  if (first == 0x66) {
    if (load<u32>(p + 1) != 0x65736c61) return 0
    putCell(column, bareKind(kindBoolean), p, 5, heldBoolean)
    return p + 5
  }
  if (first == 0x6e) {
    if (load<u32>(p) != 0x6c6c756e) return 0
    putCell(column, kindNone, p, 0, 0)
    return p + 4
  }
  if (first == 0x5b || first == 0x7b) return readNested(p, end, edge)
  const after = scanNumber(p, end)
  if (after == 0) return 0
  putCell(column, bareKind(kindNumber), p, after - p, numberHeld)
  return after
}

/** The kind of a number or a boolean, which in lines is as it stands. */
@inline
function bareKind(kind: u32): u32 {
  return isWritingLines && isBarePlain ? kindRaw : kind
}

@inline
function readText(p: u32, end: u32, edge: u32): u32 {
  const flags = edgeFlags(edge)
  if ((flags & (flagTime | flagIdentity | flagDescribing)) == flagTime && isWhole(p, end)) return readInstant(p, edge)
  if (flags & flagDescribing) return 0
  const stop = cellEnd(p, end)
  if (stop == 0) return 0
  let quote = stop
  let text = p
  let length = stop - p
  let kind = kindText
  if (isWritingLines && isHarmless(load<u8>(p))) kind = isDelimited ? kindQuoted : kindRaw
  const hasEscape = load<u8>(stop) != 0x22
  if (hasEscape) {
    if (flags & (flagCreated | flagTime)) return 0
    quote = copyText(p, stop, end)
    if (quote == 0) return 0
    text = copied
    length = free - text
    kind = copiedKind
  }
  let what = heldText
  if (flags & flagTime) {
    if (length == 24 && isInstant(p)) what = heldInstant
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
  putCell(edgeColumn(edge), kind, text, length, what)
  return quote + 1
}

/** Whether a text is an instant that stands in lines as it is, and its quote comes before the end. */
@inline
function isWhole(p: u32, end: u32): bool {
  return load<u8>(p, 24) == 0x22 && p + 24 < end && isInstant(p) && (isInstantPlain || !isWritingLines)
}

@inline
function readInstant(p: u32, edge: u32): u32 {
  if (edgeFlags(edge) & flagCreated) {
    createdText = p
    createdLength = 24
    createdIsInstant = true
  }
  putCell(edgeColumn(edge), isWritingLines ? kindRaw : kindText, p, 24, heldInstant)
  return p + 25
}

/** The kind of the text that was copied last. */
let copiedKind: u32 = 0

/**
 * Copies a text without its escapes, of which the first one stands at `stop`; where lines are written, as it stands in
 * them, which is told by its first byte mostly.
 */
function copyText(p: u32, stop: u32, end: u32): u32 {
  copied = free
  const isCell = isWritingLines && isHarmless(load<u8>(p))
  if (isCell) store<u8>(free++, 0x22)
  if (free + (stop - p) > arenaEnd) return 0
  beginCopy(copyBytes(p, stop - p, free), isCell)
  const isDelimitedBefore = isDelimited
  const quote = copyUnescaped(stop, end)
  if (quote == 0) return 0
  free = copiedTo
  copiedKind = isCell ? kindRaw : kindText
  if (isCell) {
    if (needsQuotes || isDelimitedBefore) store<u8>(free++, 0x22)
    else copied++
  }
  return quote
}

function readNested(p: u32, end: u32, edge: u32): u32 {
  const flags = edgeFlags(edge)
  if ((flags & flagNested) == 0) return 0
  const column = edgeColumn(edge)
  const begin = free
  if (load<u8>(p) == 0x5b && flags & flagJoined && !listsAsJson) {
    const after = joinList(p, end, begin)
    if (isUnclear) return 0
    if (after != 0) {
      free = joined
      putCell(column, kindText, begin, free - begin, heldText)
      return after
    }
  }
  const after = copyJson(p, end, free)
  if (after == 0) return 0
  free = copied
  putCell(column, kindJson, begin, free - begin, heldJson)
  return after
}

/** Where the text ends that `copyJson` wrote; where one begins that `copyText` did. */
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
