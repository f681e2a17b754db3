// Reads records one after another. A record that was read to its end is skipped, written as a row or a line, or left to the host:
//
//     readRecord ──► decide ──► wanted:      writeRow (or the copied line), and its counts
//                          ├──► other:       skipped and counted
//                          └──► leftToHost:  `read` stops, and nothing of the record is kept
//
// A row is sparse: the number of its cells, a head of 8 bytes for each (column and kind, length), and then their texts.
import { clearFull, fitsOut, addCell, isOutFull, isWritingLines, out, setOut, writeLine } from './csv'
import { beginCopy, copyBytes, copyTo, endCopy, copyUpTo, heldSpelt, heldUnknown, skipSpace } from './text'
import {
  addPair, columnOf, fitsPairs, followerAt, formAt, heldAt, isWanted, placeAt, roleMember, roleOf, roleQuestion, roleSplit, roleText, roleValue,
  roleVersion, timeAt,
} from './tree'
import {
  cells, cellSize, created, facts, firstCell, ids, isLines, keepsRecord, kept, kindJson, maxIds, maxText, pending, pendingEnd, readRecord,
} from './walk'

/** The bits of what a column holds, for a number. */
@external('host', 'heldBy')
declare function heldBy(text: u32, length: u32): u32

/** The same for a text that may be a time. */
@external('host', 'heldByText')
declare function heldByText(text: u32, length: u32): u32

/** What may come next: 0 the first record or the end, 1 a comma or the end, 2 a record. */
export let place: u32 = 0
const afterRecord: u32 = 1
const afterComma: u32 = 2

export function setPlace(next: u32): void {
  place = next
}

/** Where reading stopped: at a record for the host, at one that continues after the end, or at another byte. */
export let at: u32 = 0
/** Whether that record was read to its end, and only has names that the host does not know yet. */
export let isNew: bool = false

const stoppedAtEnd: i32 = 0
const stoppedAtRecord: i32 = 1
const stoppedAtOther: i32 = 2
const stoppedAtClose: i32 = 3
const stoppedOutputFull: i32 = 4

/** The bytes between two lines. */
let between: u32 = 0
let betweenLength: u32 = 0

export function setBetween(bytes: u32, length: u32): void {
  between = bytes
  betweenLength = length
}

export let hasLine: bool = false

/** Begins a line; also called by the host. */
export function beginLine(): void {
  if (hasLine) {
    store<u16>(out, between)
    setOut(out + betweenLength)
  }
  hasLine = true
}

let choosesForm: bool = false
let since: u32 = 0
let until: u32 = 0

/** Which records are wanted: `first` and `last` are the addresses of times of 24 bytes, or 0. */
export function setChoice(byForm: bool, first: u32, last: u32): void {
  choosesForm = byForm
  since = first
  until = last
}

export let taken: u32 = 0
/** The number of id hashes that the host has not taken yet. */
export let idCount: u32 = 0

export function clearIds(): void {
  idCount = 0
}

/** Whether any record that was taken or skipped is partial. */
export let hasPartial: bool = false

/** Of the records taken: how many are partial, and the greatest `updatedAt` that is an instant (24 bytes, zeros for none). */
export let partials: u32 = 0
export const latest: u32 = <u32>memory.data(24)

/** How many of the records skipped as created before `since` were updated after it. */
export let lateUpdates: u32 = 0

@inline
function countTaken(): void {
  taken++
  if (facts.hasId) store<u64>(ids + (idCount++ << 3), facts.idHash)
  if (facts.isPartial) {
    partials++
    hasPartial = true
  }
  if (isUpdatedAfter(latest)) memory.copy(latest, facts.updated, 24)
}

/** Whether the record's `updatedAt` is after a time of 24 bytes. */
@inline
function isUpdatedAfter(time: u32): bool {
  return facts.updated != 0 && memory.compare(facts.updated, time, 24) > 0
}

export let otherForms: u32 = 0
export let otherTimes: u32 = 0

/** Reads records and the bytes between them, until something is for the host. */
export function read(p: u32, end: u32): i32 {
  isNew = false
  clearFull()
  while (true) {
    p = skipSpace(p)
    at = p
    if (p >= end) return stoppedAtEnd
    const byte = load<u8>(p)
    if (byte == 0x7b && place != afterRecord) {
      if (idCount == maxIds) return stoppedOutputFull
      p = take(p, end)
      if (p == 0) return isOutFull ? stoppedOutputFull : stoppedAtRecord
      place = afterRecord
    } else if (byte == 0x2c && place == afterRecord) {
      place = afterComma
      p++
    } else return byte == 0x5d && place != afterComma ? stoppedAtClose : stoppedAtOther
  }
}

function take(p: u32, end: u32): u32 {
  const begin = out
  const had = hasLine
  if (isLines) {
    beginLine()
    beginCopy(p, out)
  }
  const after = readRecord(p, end)
  if (isLines) {
    if (after != 0) copyUpTo(after)
    endCopy()
  }
  const verdict = after == 0 ? leftToHost : decide()
  if (facts.isPartial && verdict == other) hasPartial = true
  if (verdict == wanted) {
    if (isLines) {
      setOut(copyTo)
      countTaken()
      if (facts.formNode != 0) countForm()
      return after
    }
    if (writeRow(p, after)) {
      countTaken()
      return after
    }
  }
  setOut(begin)
  hasLine = had
  return verdict == other ? after : 0
}

const wanted: i32 = 0
const other: i32 = 1
const leftToHost: i32 = 2

function decide(): i32 {
  if (choosesForm) {
    if (facts.formNode == 0) return leftToHost
    if (!isWanted(facts.formNode)) {
      otherForms++
      return other
    }
  }
  if (facts.isPassed) return leftToHost
  if (since == 0 && until == 0) return wanted
  if (!facts.hasCreated) return leftToHost
  if (since == 0 || memory.compare(created, since, 24) >= 0)
    if (until == 0 || memory.compare(created, until, 24) <= 0) return wanted
  otherTimes++
  if (since != 0 && memory.compare(created, since, 24) < 0 && isUpdatedAfter(since)) lateUpdates++
  if (facts.formNode != 0) countForm()
  return other
}

function countForm(): void {
  store<u32>(facts.formNode, load<u32>(facts.formNode, heldAt) + 1, heldAt)
}

/** The number of the column of records, as `recordColumn` of the host. */
const recordNumber: u32 = 0x1fffffff

/** Writes the row of the record from `begin` to `after`, and notes what it holds; false, with nothing done, if it has new names. */
function writeRow(begin: u32, after: u32): bool {
  if (pendingEnd != pending) {
    isNew = true
    return false
  }
  if (!fitsPairs((cells - firstCell) / cellSize * 2)) return false
  if (facts.hasCreated) loadTime()
  const count = kept + u32(keepsRecord)
  const size = after - begin
  if (!isWritingLines && !fitsOut(4 + (count << 3) + maxText(size) + (keepsRecord ? size : 0))) return false
  store<u32>(out, count)
  let head = out + 4
  let text = head + (count << 3)
  let question: u32 = 0
  let questions: u32 = 0
  let member: u32 = 0
  let members: u32 = 0
  const end = cells
  for (let cell = firstCell; cell < end; cell += cellSize) {
    const node = load<u32>(cell)
    const what = load<u32>(cell, 4)
    const kind = what & 0xff
    if (kind != 0) {
      const from = load<u32>(cell, 8)
      const length = load<u32>(cell, 12)
      let held = what >>> 8
      if (held == heldUnknown) held = heldBy(from, length)
      else if (held == (heldUnknown | heldSpelt)) held = heldByText(from, length)
      store<u32>(node, load<u32>(node, heldAt) | held, heldAt)
      if (isWritingLines) addCell(columnOf(node) - 1, kind, from, length)
      else {
        store<u32>(head, ((columnOf(node) - 1) << 3) | kind)
        store<u32>(head, length, 4)
        head += 8
        text = copyBytes(from, length, text)
      }
    }
    const role = roleOf(node)
    if (role == roleMember || role == roleText || role == roleVersion || role == roleSplit) {
      noteNext(member, node, members++)
      member = node
    } else if (role == roleValue) {
      if (facts.hasCreated) noteTime(node)
    } else if (role == roleQuestion) {
      noteNext(question, node, questions++)
      question = node
      member = 0
      members = 0
      if (facts.formNode != 0 && load<u32>(node, formAt) != facts.formNode) {
        store<u32>(node, facts.formNode, formAt)
        addPair(node, facts.formNode)
      }
    }
  }
  if (keepsRecord) {
    store<u32>(head, (recordNumber << 3) | kindJson)
    store<u32>(head, size, 4)
    text = copyBytes(begin, size, text)
  }
  if (!isWritingLines) setOut(text)
  // The record is then read again, and noted again, which changes nothing.
  else if (!writeLine()) return false
  if (facts.formNode != 0) countForm()
  return true
}

/** Notes the position of a question or a member, and what it followed. */
@inline
function noteNext(before: u32, node: u32, place: u32): void {
  if (place > load<u32>(node, placeAt)) store<u32>(node, place, placeAt)
  if (before == 0 || load<u32>(before, followerAt) == node) return
  store<u32>(before, node, followerAt)
  addPair(before, node)
}

// The record's time of creation as three numbers that sort like it.
let first: u64 = 0
let second: u64 = 0
let third: u64 = 0

function loadTime(): void {
  first = bswap(load<u64>(created))
  second = bswap(load<u64>(created, 8))
  third = bswap(load<u64>(created, 16))
}

/** Keeps the latest time of a headline or type. */
@inline
function noteTime(node: u32): void {
  const a = load<u64>(node, timeAt)
  if (first < a) return
  if (first == a) {
    const b = load<u64>(node, timeAt + 8)
    if (second < b || (second == b && third <= load<u64>(node, timeAt + 16))) return
  }
  store<u64>(node, first, timeAt)
  store<u64>(node, second, timeAt + 8)
  store<u64>(node, third, timeAt + 16)
}
