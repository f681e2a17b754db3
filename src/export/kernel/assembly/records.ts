import {
  cellColumns, cellHeld, cellKinds, cellLengths, cellTexts, constantColumn, constantForm, constantLength, constantRead,
  constantText,
  edgeEvents, edgeLength, edgeLiteral, edgeTarget, eventCount, eventEntry, eventForm, eventOnce, findPair, flagAmbiguous,
  held, masks, mostCells, mostVisited, nextEdge, otherStart, predict, predicted, questionStamps, recordEnd, shortEdges, stamps,
  startState, stateFlags, stateKind, templateColumns, templateCount, templateIsFormless, templateLatest, templatePlace,
  templateQuestion, visited,
} from './layout'
import { judge, verdictOther, verdictUnclear } from './choice'
import { isWritingLines, unplaced, writeRecordLine } from './csv'
import { out, outEnd, setOut } from './out'
import { copyBytes } from './scalars'
import { beginValues, cells, createdLength, createdText, heldUnknown, kindText, putCell, readValue } from './values'

/** Whether a double gives back the digits of a number: its `held` bit, of a number that is no plain integer. */
@external('host', 'heldBy')
declare function heldBy(text: u32, length: u32): u32

/** Where the last call stopped. */
export let at: u32 = 0
/** How many records were written as rows. */
export let rows: u32 = 0
/** What may come: 0 a record or the end, 1 a comma or the end, 2 a record. */
export let place: u32 = 0

export function setPlace(what: u32): void {
  place = what
}

/** All bytes are read. */
const more: i32 = 0
/** The record at `at` is for the host. */
const slow: i32 = 1
/** The byte at `at` may not stand there. */
const gap: i32 = 2
/** The array's end is at `at`. */
const closed: i32 = 3
/** The rows have no room; the record at `at` is to be read again. */
const full: i32 = 4
/** A column of the record at `at` has no place in the lines yet. */
const open: i32 = 5

let why: i32 = slow
let attempt: u32 = 0
/** The constant of the record's form, or 0. */
let form: u32 = 0
/** Whether records begin as those that were passed over. */
let isOther: bool = false
let visits: u32 = 0

/** Reads records from `p` on, the commas between them too, and writes each as a sparse row. */
export function read(p: u32, end: u32): i32 {
  while (true) {
    while (true) {
      at = p
      if (p >= end) return more
      const byte = load<u8>(p)
      if (byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09) p++
      else if (byte == 0x2c && place == 1) {
        place = 2
        p++
      } else if (byte == 0x7b && place != 1) break
      else return byte == 0x5d && place != 2 ? closed : gap
    }
    why = slow
    let after = readRecord(p, end)
    if (after == 0 && why == slow && otherStart != 0) {
      // What the last record was, the next one may be, too.
      isOther = !isOther
      after = readRecord(p, end)
    }
    if (after == 0) return why
    p = after
    place = 1
  }
}

function readRecord(p: u32, end: u32): u32 {
  attempt++
  form = 0
  visits = 0
  beginValues()
  let state = isOther ? otherStart : startState
  while (true) {
    let edge = predicted(state)
    if (edge == 0 || !begins(p, edge)) {
      edge = findEdge(state, p, end)
      if (edge == 0) return 0
      if ((stateFlags(state) & flagAmbiguous) == 0) predict(state, edge)
    }
    const count = eventCount(edge)
    for (let i: u32 = 0; i < count; i++) {
      const event = edge + edgeEvents + (i << 3)
      if (!note(load<u32>(event), load<u32>(event, 4))) return 0
    }
    p += edgeLength(edge)
    state = edgeTarget(edge)
    if (stateKind(state) == recordEnd) return p <= end && finish() ? p : 0
    p = readValue(p, end, state)
    if (p == 0) return 0
  }
}

/** Whether the bytes at `p` begin with an edge's literal. */
function begins(p: u32, edge: u32): bool {
  const literal = edgeLiteral(edge)
  const length = edgeLength(edge)
  let i: u32 = 0
  while (i + 16 <= length) {
    if (v128.any_true(v128.xor(v128.load(p + i), v128.load(literal + i)))) return false
    i += 16
  }
  const rest = length - i
  if (rest == 0) return true
  const difference = v128.xor(v128.load(p + i), v128.load(literal + i))
  return !v128.any_true(v128.and(difference, v128.load(masks + 16 - rest)))
}

/** Finds the edge whose literal stands at `p`: by what stands up to the fourth quote or the second, the longer first. */
function findEdge(state: u32, p: u32, end: u32): u32 {
  for (let edge = shortEdges(state); edge != 0; edge = nextEdge(edge)) if (begins(p, edge)) return edge
  let hash: u32 = 0
  let second: u32 = 0
  let quotes = 0
  const limit = min(end, p + 4096)
  for (let i = p; i < limit; i++) {
    const byte: u32 = load<u8>(i)
    hash = (hash ^ byte) * 0x01000193
    if (byte != 0x22) continue
    quotes++
    if (quotes == 2) second = hash
    if (quotes == 4) {
      const edge = inChain(findPair(state, hash), p)
      if (edge != 0) return edge
      break
    }
  }
  return quotes < 2 ? 0 : inChain(findPair(state, second), p)
}

function inChain(edge: u32, p: u32): u32 {
  while (edge != 0 && !begins(p, edge)) edge = nextEdge(edge)
  return edge
}

/** Takes note of an event of an edge; false where the record is for the host. */
function note(event: u32, argument: u32): bool {
  if (event == eventOnce) {
    const stamp = stamps + (argument << 2)
    if (load<u32>(stamp) == attempt) return false
    store<u32>(stamp, attempt)
    return true
  }
  if (event == eventForm) {
    form = argument
    if (cells >= mostCells) return false
    putCell(constantColumn(argument), kindText, constantText(argument), constantLength(argument), 1)
    return true
  }
  const stamp = questionStamps + (templateQuestion(argument) << 2)
  if (load<u32>(stamp) == attempt || visits == mostVisited) return false
  store<u32>(stamp, attempt)
  store<u32>(visited + (visits++ << 2), argument)
  const count = templateCount(argument)
  const first = (cells - count) << 2
  for (let i: u32 = 0; i < count; i++)
    store<u32>(cellColumns + first + (i << 2), load<u32>(argument + templateColumns + (i << 2)))
  return true
}

/** Writes the row, and what it tells of columns and questions; or passes the record over. */
function finish(): bool {
  const verdict = otherStart == 0 ? 0 : judge(form)
  if (verdict == verdictUnclear) return false
  if (verdict == verdictOther) {
    countForm()
    return true
  }
  // A row that is made as one of the others has no columns.
  if (isOther) return false
  if (form != 0)
    for (let i: u32 = 0; i < visits; i++) {
      const template = load<u32>(visited + (i << 2))
      if (templateIsFormless(template) && findPair(template, constantForm(form)) == 0) return false
    }
  if (!(isWritingLines ? writeLine() : writeRow())) return false
  for (let i: u32 = 0; i < cells; i++) {
    let what = load<u32>(cellHeld + (i << 2))
    const seen = held + (load<u32>(cellColumns + (i << 2)) << 2)
    const before = load<u32>(seen)
    if (what == heldUnknown) what = before & 8 ? 8 : heldBy(load<u32>(cellTexts + (i << 2)), load<u32>(cellLengths + (i << 2)))
    store<u32>(seen, before | what)
  }
  for (let i: u32 = 0; i < visits; i++) {
    const template = load<u32>(visited + (i << 2))
    if (i > load<u32>(template, templatePlace)) store<u32>(template, i, templatePlace)
    noteTime(template + templateLatest)
  }
  rows++
  countForm()
  return true
}

function countForm(): void {
  if (form != 0) store<u32>(form, load<u32>(form, constantRead) + 1, constantRead)
}

function writeLine(): bool {
  if (writeRecordLine()) return true
  why = unplaced != 0 ? open : full
  return false
}

function writeRow(): bool {
  let count: u32 = 0
  let size: u32 = 0
  for (let i: u32 = 0; i < cells << 2; i += 4) {
    if (load<u32>(cellKinds + i) == 0) continue
    count++
    size += load<u32>(cellLengths + i)
  }
  let head = out + 4
  let text = head + (count << 3)
  if (text + size + 16 > outEnd) {
    why = full
    return false
  }
  store<u32>(out, count)
  for (let i: u32 = 0; i < cells << 2; i += 4) {
    const kind = load<u32>(cellKinds + i)
    if (kind == 0) continue
    const length = load<u32>(cellLengths + i)
    store<u32>(head, (load<u32>(cellColumns + i) << 3) | kind)
    store<u32>(head, length, 4)
    head += 8
    text = copyBytes(load<u32>(cellTexts + i), length, text)
  }
  setOut(text, outEnd)
  return true
}

/** Keeps the later one of a template's time and the record's. */
function noteTime(latest: u32): void {
  if (createdLength == 0) return
  for (let i: u32 = 0; i < 24; i += 8) {
    const one = i < createdLength ? ordered(createdText + i, createdLength - i) : 0
    const other = bswap<u64>(load<u64>(latest + i))
    if (one < other) return
    if (one == other) continue
    for (let j = i; j < 24; j += 8)
      store<u64>(latest + j, bswap<u64>(j < createdLength ? ordered(createdText + j, createdLength - j) : 0))
    return
  }
}

/** Eight bytes, those beyond the text as zeros, as a number that orders as they do. */
function ordered(p: u32, length: u32): u64 {
  const bytes = bswap<u64>(load<u64>(p))
  return length >= 8 ? bytes : bytes & ~((<u64>-1) >> (length << 3))
}
