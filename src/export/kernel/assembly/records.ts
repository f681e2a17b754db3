import { judge, verdictOther, verdictUnclear } from './choice'
import { isWritingLines, unplaced, writeRecordLine } from './csv'
import { edgeBehind, parts } from './edges'
import { edgeNamed } from './named'
import {
  beginData, beginEntries, endEntry, noteEntries, noteNames, setTemplate, setTold,
} from './entries'
import {
  cellsEnd, constantColumn, constantLength, constantRead, constantText, edgeEvents, edgeFlags, edgeLength, edgeTarget, eventCount, eventData,
  eventEntry, eventForm, eventOnce, eventTemplate, flagBare, flagEnd, isUnordered, otherStart,
  ownStart, stamps,
} from './layout'
import { setTelling } from './patterns'
import { writeRow } from './sparse-row'
import { beginValues, cells, kindText, putCell, readValue } from './values'

/** How many records were written as rows or lines. */
export let rows: u32 = 0

/** Counts one more. */
export function countRow(): void {
  rows++
}

// Why a record was not read, as `read` gives it in read.ts.
/** It is for the host. */
export const slow: i32 = 1
/** The rows have no room; it is to be read again. */
export const full: i32 = 4
/** A column of it has no place in the lines yet. */
const open: i32 = 5

/** After so many parts that were gone, a record is left to the host, which learns how it goes on as a whole. */
const lesson: u32 = 256
let taught: u32 = 0

/** Why the last record was not read. */
export let why: i32 = slow
/** The number of the record that is read; what is stamped with it was seen in it. */
export let attempt: u32 = 0
/** The constant of the record's form, or 0. */
let form: u32 = 0
/** Whether records begin as those that were passed over. */
let isOther: bool = false

/** Reads a record as one of those that are wanted, or of the others; gives the place after it, 0 where it is not read. */
export function readEither(p: u32, end: u32): u32 {
  why = slow
  const after = readRecord(p, end)
  if (after != 0 || why != slow || otherStart == 0) return after
  // What the last record was, the next one may be, too.
  isOther = !isOther
  return readRecord(p, end)
}

let isProbing: bool = false

/** Whether a whole record stands here that is made as one that is known. */
export function isRecord(p: u32, end: u32): bool {
  isProbing = true
  setTelling(false)
  const after = readRecord(p, end)
  isProbing = false
  setTelling(true)
  return after != 0
}

function readRecord(p: u32, end: u32): u32 {
  attempt++
  form = 0
  beginValues()
  beginEntries()
  let edge = isOther ? otherStart : ownStart
  const isByName = isUnordered(edgeTarget(edge))
  while (true) {
    if (isByName) {
      const found = edgeNamed(edge, p, end)
      edge = <u32>found
      p = <u32>(found >>> 32)
    } else {
      edge = edgeBehind(edge, p, end)
      p += edgeLength(edge)
    }
    if (edge == 0) return 0
    const last = edge + edgeEvents + (eventCount(edge) << 3)
    for (let event = edge + edgeEvents; event < last; event += 8)
      if (!note(load<u32>(event), load<u32>(event, 4))) return 0
    const flags = edgeFlags(edge)
    if ((flags & (flagBare | flagEnd)) == 0) {
      p = readValue(p, end, edge)
      if (p == 0) return 0
    } else if ((flags & flagEnd) != 0) return p <= end && finish() ? p : 0
  }
}

/** Takes note of an event of an edge; false where the record is for the host. */
@inline
function note(event: u32, argument: u32): bool {
  if (event == eventOnce) {
    const stamp = stamps + (argument << 2)
    if (load<u32>(stamp) == attempt) return false
    store<u32>(stamp, attempt)
    return true
  }
  if (event == eventEntry) return endEntry(attempt)
  if (event == eventForm) {
    form = argument
    if (cells >= cellsEnd) return false
    putCell(constantColumn(argument), kindText, constantText(argument), constantLength(argument), 1)
    return true
  }
  if (event == eventData) {
    beginData()
    return true
  }
  if (!noteNames(event >>> 8)) return false
  const kind = event & 0xff
  if (kind == eventTemplate) setTemplate(argument)
  else setTold(kind, argument)
  return true
}

/** Writes the row, and what it tells of columns and questions; or passes the record over. */
function finish(): bool {
  if (isProbing) return true
  const verdict = otherStart == 0 ? 0 : judge(form)
  if (verdict == verdictUnclear) return false
  if (verdict == verdictOther) {
    countForm()
    return true
  }
  // A row that is made as one of the others has no columns.
  if (isOther) return false
  if (parts - taught >= lesson) {
    taught = parts
    return false
  }
  if (!noteEntries(form, attempt) || !write()) return false
  rows++
  countForm()
  return true
}

function countForm(): void {
  if (form != 0) store<u32>(form, load<u32>(form, constantRead) + 1, constantRead)
}

function write(): bool {
  if (isWritingLines ? writeRecordLine() : writeRow()) return true
  why = isWritingLines && unplaced != 0 ? open : full
  return false
}
