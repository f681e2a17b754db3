// Records one after another, and what becomes of one that was read to its end: it is passed over, written as a row or a line,
// or left to the host. Only here anything is noted of it.
import { clearFull, fitsOut, gather, isOutFull, isWritingLines, out, setOut, writeLine } from './csv'
import { beginCopy, copyBytes, copyTo, endCopy, flush, heldSpelt, heldUnknown, space } from './text'
import {
  addPair, columnOf, fitsPairs, followerAt, formAt, heldAt, isWanted, placeAt, roleMember, roleOf, roleQuestion, roleSplit, roleText, roleValue,
  roleVersion, timeAt,
} from './tree'
import {
  askedIds, cells, cellSize, created, firstCell, formNode, hasCreated, isAsked, isLines, isPartial, keepsRecord, kept, kindJson,
  mostText, pending, pendingEnd, readRecord, updated, hasId, idHash, ids, mostIds,
} from './walk'

/** What the column of a number holds then, as bits. */
@external('host', 'heldBy')
declare function heldBy(text: u32, length: u32): u32

/** The same for a text that may be a moment. */
@external('host', 'heldByText')
declare function heldByText(text: u32, length: u32): u32

/** What may come next: the first record or the end, a comma or the end, a record. */
export let place: u32 = 0
const afterRecord: u32 = 1
const afterComma: u32 = 2

export function setPlace(next: u32): void {
  place = next
}

/** Where reading stopped: at the record that is for the host, that goes on behind the end, or at another byte. */
export let at: u32 = 0
/** Whether that record was read to its end, and only has something that the host does not know yet. */
export let isNew: bool = false

const stoppedAtEnd: i32 = 0
const stoppedAtRecord: i32 = 1
const stoppedAtOther: i32 = 2
const stoppedAtClose: i32 = 3
const stoppedAsFull: i32 = 4

/** What stands between two lines. */
let between: u32 = 0
let betweenLength: u32 = 0

export function setBetween(bytes: u32, length: u32): void {
  between = bytes
  betweenLength = length
}

export let hasLine: bool = false

/** Begins a line; the host does so, too. */
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

/** Which records are wanted: `first` and `last` are where a time of 24 bytes stands, or 0. */
export function setChoice(byForm: bool, first: u32, last: u32): void {
  choosesForm = byForm
  since = first
  until = last
}

export let taken: u32 = 0
/** How many hashes of ids wait for the host. */
export let idCount: u32 = 0

export function forgetIds(): void {
  idCount = 0
}

/** Whether any record that was taken or passed over is partial. */
export let hasPartial: bool = false

/** Of the records taken, how many are partial, and the greatest time of update that is an instant: 24 bytes, zeros for none. */
export let partials: u32 = 0
export const latest: u32 = <u32>memory.data(24)

/** Of those passed over as created before `since`, how many were updated since. */
export let lateUpdates: u32 = 0

@inline
function noteTaken(): void {
  taken++
  if (hasId) store<u64>(ids + (idCount++ << 3), idHash)
  if (isPartial) {
    partials++
    hasPartial = true
  }
  if (isUpdatedAfter(latest)) memory.copy(latest, updated, 24)
}

/** Whether the record's time of update is after a time of 24 bytes. */
@inline
function isUpdatedAfter(time: u32): bool {
  return updated != 0 && memory.compare(updated, time, 24) > 0
}

export let otherForms: u32 = 0
export let otherTimes: u32 = 0

/** Reads records, and what stands between them, up to something that is for the host. */
export function read(p: u32, end: u32): i32 {
  isNew = false
  clearFull()
  while (true) {
    p = space(p)
    at = p
    if (p >= end) return stoppedAtEnd
    const byte = load<u8>(p)
    if (byte == 0x7b && place != afterRecord) {
      if (idCount == mostIds) return stoppedAsFull
      p = take(p, end)
      if (p == 0) return isOutFull ? stoppedAsFull : stoppedAtRecord
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
    if (after != 0) flush(after)
    endCopy()
  }
  const verdict = after == 0 ? unclear : judge()
  if (isPartial && verdict == other) hasPartial = true
  if (verdict == wanted) {
    if (isLines) {
      setOut(copyTo)
      noteTaken()
      if (formNode != 0) countForm()
      return after
    }
    if (commit(p, after)) {
      noteTaken()
      return after
    }
  }
  setOut(begin)
  hasLine = had
  return verdict == other ? after : 0
}

const wanted: i32 = 0
const other: i32 = 1
const unclear: i32 = 2

function judge(): i32 {
  if (choosesForm) {
    if (formNode == 0) return unclear
    if (!isWanted(formNode)) {
      otherForms++
      return other
    }
  }
  if (isAsked) return unclear
  if (since == 0 && until == 0) return wanted
  if (!hasCreated) return unclear
  if (since == 0 || memory.compare(created, since, 24) >= 0)
    if (until == 0 || memory.compare(created, until, 24) <= 0) return wanted
  otherTimes++
  if (since != 0 && memory.compare(created, since, 24) < 0 && isUpdatedAfter(since)) lateUpdates++
  if (formNode != 0) countForm()
  return other
}

function countForm(): void {
  store<u32>(formNode, load<u32>(formNode, heldAt) + 1, heldAt)
}

/** The number of the column of records: that of `recordColumn` in table/collect.ts. */
const recordNumber: u32 = 0x1fffffff

/** Writes the row of the record from `begin` to `after` and notes what it shows; false, with nothing done, where it has something new. */
function commit(begin: u32, after: u32): bool {
  if (pendingEnd != pending) {
    isNew = true
    return false
  }
  if (!fitsPairs((cells - firstCell) / cellSize * 2)) return false
  if (hasCreated) loadTime()
  const count = kept + u32(keepsRecord)
  const size = after - begin
  if (!isWritingLines && !fitsOut(4 + (count << 3) + mostText(size) + (keepsRecord ? size : 0))) return false
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
      if (isWritingLines) gather(columnOf(node) - 1, kind, from, length)
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
      if (hasCreated) noteTime(node)
    } else if (role == roleQuestion) {
      noteNext(question, node, questions++)
      question = node
      member = 0
      members = 0
      if (formNode != 0 && load<u32>(node, formAt) != formNode) {
        store<u32>(node, formNode, formAt)
        addPair(node, formNode)
      }
    }
  }
  if (keepsRecord) {
    store<u32>(head, (recordNumber << 3) | kindJson)
    store<u32>(head, size, 4)
    text = copyBytes(begin, size, text)
  }
  if (!isWritingLines) setOut(text)
  // What was noted is noted again then.
  else if (!writeLine()) return false
  if (formNode != 0) countForm()
  return true
}

/** Notes the place of a question or a member, and what it followed. */
@inline
function noteNext(before: u32, node: u32, place: u32): void {
  if (place > load<u32>(node, placeAt)) store<u32>(node, place, placeAt)
  if (before == 0 || load<u32>(before, followerAt) == node) return
  store<u32>(before, node, followerAt)
  addPair(before, node)
}

// The record's time of creation as three numbers that are in its order.
let first: u64 = 0
let second: u64 = 0
let third: u64 = 0

function loadTime(): void {
  first = bswap(load<u64>(created))
  second = bswap(load<u64>(created, 8))
  third = bswap(load<u64>(created, 16))
}

/** Keeps the latest time of a text. */
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
