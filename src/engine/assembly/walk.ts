// The walk through a record: one reader of objects for all levels, in which the role of each name's node says what becomes of
// its value. Nothing that it finds is kept before the record's end: cells gather in a table, texts that have to be spelt
// otherwise in a scratch area. A 0 at any place means: this record is for the host.
import { allocate, noteTight } from './memory'
import {
  beginCopy, copyFrom, copyTo, decode, decodedTo, endCopy, flush, hasEscape, hasHalves, heldBoolean, heldInstant, heldJson,
  heldText, textHeld, isCopying, isInstant, joinText, number, numberHeld, plainEnd, space, text, word,
} from './text'
import {
  columnOf, find, firstOf, longestName, nextOf, nodeOf, nodes, parentOf, roleBelow, roleColumn, roleCreated, roleData, roleEntryName,
  roleExtra, roleFinished, roleForm, roleId, roleKey, roleMember, roleMembers, roleNested, roleOf, roleQuestion, roleQuestionId, roleResponse, roleSplit,
  roleText, roleTick, roleTime, roleUpdated, roleValue, roleVersion, literalAt, lengthOf, literalOf, seenIn, setFirst, setNext, setSeen, stands,
  textAt, textsAt,
} from './tree'

/** The nodes that the host made first: of a record, of all questions, of an entry of `data`. */
let root: u32 = 0
let questions: u32 = 0
let entryNode: u32 = 0
/** Whether lists of choices become texts; or stay JSON and are joined later, so that their columns hold these texts. */
let isJoining: bool = false
let joinsLater: bool = false
/** Whether records are copied as lines. */
export let isLines: bool = false
/** Whether rows end with a cell that holds their record. */
export let keepsRecord: bool = false

export function setRoots(record: u32, allQuestions: u32, entry: u32): void {
  root = record
  questions = allQuestions
  entryNode = entry
}

export function setStyle(lines: bool, joins: bool, later: bool, keeps: bool): void {
  isLines = lines
  isJoining = joins
  joinsLater = later
  keepsRecord = keeps
}

// Cells: of each its node, its kind and what it makes its column hold, where its text stands and how long it is.
export const cellSize: u32 = 16
export const kindNone: u32 = 0
export const kindText: u32 = 1
const kindNumber: u32 = 2
const kindBoolean: u32 = 3
export const kindJson: u32 = 4
export let firstCell: u32 = 0
export let cells: u32 = 0
let cellsEnd: u32 = 0
/** How many have a kind. */
export let kept: u32 = 0

/** Nodes of the record that the host does not know yet. */
export let pending: u32 = 0
export let pendingEnd: u32 = 0
const mostPending: u32 = 16 * 1024

/** The hashes of ids that the host has not taken yet. */
export let ids: u32 = 0
export const mostIds: u32 = 32 * 1024

export function growCells(): void {
  if (ids == 0) ids = allocate(mostIds * 8)
  if (pending == 0) pending = allocate(mostPending * 4)
  if (cells + 64 * cellSize < cellsEnd) return
  const size = max<u32>(1024 * cellSize, (cellsEnd - firstCell) * 2)
  firstCell = allocate(size)
  cells = firstCell
  cellsEnd = firstCell + size - 8 * cellSize
}

/** Where unescaped and joined texts go: twice as much space as there is input, so that nobody has to look. */
let scratch: u32 = 0
let free: u32 = 0

export function setScratch(at: u32): void {
  scratch = at
}

/** The most bytes that the texts of the record's cells take: they are in the record, or were written to the scratch area. */
export function mostText(size: u32): u32 {
  return size + (free - scratch)
}

let inputEnd: u32 = 0
let objects: u32 = 0
let record: u32 = 0
let depth: u32 = 0
const deepest: u32 = 64

/** The record's id as a hash of 64 bits; `hasId`: whether it has one. */
export let hasId: bool = false
export let idHash: u64 = 0

/** Notes the hash of the id at `p`, as `hashOfId` has it; false where the host has to read it. */
function hashesId(p: u32): bool {
  let stop = plainEnd(p)
  if (stop == 0) return false
  if (load<u8>(stop) != 0x22) {
    if (decode(p, free) == 0 || hasHalves) return false
    p = free
    stop = decodedTo
  }
  let one: u32 = 0x811c9dc5
  let two: u32 = 0x9747b28c
  for (; p < stop; p++) {
    const byte: u32 = load<u8>(p)
    one = (one ^ byte) * 0x01000193
    two = (rotl<u32>(two, 5) ^ byte) * 0x9e3779b1
  }
  idHash = (<u64>two << 32) | <u64>one
  hasId = true
  return true
}

/** What the record tells of itself: whether it is partial, where its time of update stands (0: nowhere), */
export let isPartial: bool = false
export let updated: u32 = 0
/** its id is one of those to ask for, its form's node, its time of creation. */
export let isAsked: bool = false
export let formNode: u32 = 0
export let hasCreated: bool = false
/** 24 bytes. */
export const created: u32 = <u32>memory.data(24)

/** Where ids lie for which the host is to be asked; 0: for none. */
export let askedIds: u32 = 0

/** Whether it is asked for all ids. */
let asksAll: bool = false

export function setAskedIds(node: u32, areAll: bool): void {
  askedIds = node
  asksAll = areAll
}

/** Reads the record that begins at `p`; gives the place after it. Behind `end` there are zeros. */
export function readRecord(p: u32, end: u32): u32 {
  inputEnd = end
  cells = firstCell
  kept = 0
  pendingEnd = pending
  free = scratch
  depth = 0
  isAsked = askedIds != 0
  formNode = 0
  hasCreated = false
  isPartial = false
  hasId = false
  updated = 0
  record = ++objects
  return readObject(p, root)
}

/** Where the value of the name stands that was read last. */
let valueAt: u32 = 0

function readObject(p: u32, parent: u32): u32 {
  if (++depth > deepest) return 0
  const object = ++objects
  let last: u32 = 0
  p = space(p + 1)
  if (load<u8>(p) == 0x7d) {
    depth--
    return p + 1
  }
  while (true) {
    const guess = last == 0 ? firstOf(parent) : nextOf(last)
    let node = guess
    if (guess != 0 && stands(guess, p)) p = space(p + literalOf(guess))
    else {
      node = nameAt(p, parent)
      if (node == 0) return 0
      p = valueAt
      if (last == 0) setFirst(parent, node)
      else setNext(last, node)
    }
    if (seenIn(node) == object) return 0
    setSeen(node, object)
    last = node
    p = readMember(p, node)
    if (p == 0) return 0
    p = space(p)
    const byte = load<u8>(p)
    if (byte == 0x7d) {
      depth--
      return p + 1
    }
    if (byte != 0x2c) return 0
    p = space(p + 1)
  }
}

const nameBuffer: u32 = <u32>memory.data(4096 + 64)

/** The node of the name at `p`, found by its bytes. */
function nameAt(p: u32, parent: u32): u32 {
  if (load<u8>(p) != 0x22) return 0
  const after = text(p + 1)
  if (after == 0) return 0
  let name = p + 1
  let length = after - 1 - name
  if (length > longestName) return 0
  if (hasEscape) {
    decode(name, nameBuffer)
    if (hasHalves) return 0
    name = nameBuffer
    length = decodedTo - name
  }
  // JavaScript puts names that are numbers before all others.
  if (length > 0 && <u32>load<u8>(name) - 0x30 <= 9) return 0
  p = space(after)
  if (load<u8>(p) != 0x3a) return 0
  valueAt = space(p + 1)
  const known = find(parent, name, length)
  return known != 0 ? known : nodeOf(parent, name, length, roleBelow(parent, name, length))
}

@inline
function readMember(p: u32, node: u32): u32 {
  const role = roleOf(node)
  if (role == roleNested) return readJson(p, node)
  return role == roleColumn || role == roleMember ? readCell(p, node) : readSpecial(p, node, role)
}

function readSpecial(p: u32, node: u32, role: u32): u32 {
  const first: u32 = load<u8>(p)
  switch (role) {
    case roleKey:
      keyAt = p
      return readJson(p, node)
    case roleTick:
      tickAt = p
      return readJson(p, node)
    case roleMembers:
      if (first == 0x7b) return readObject(p, node)
      break
    case roleData:
      if (first == 0x5b) return readData(p)
      break
    case roleQuestionId:
      return readQuestion(p, node)
    case roleResponse:
      if (first != 0x7b) return 0
      if (question == 0) {
        responseAt = p
        return skip(p)
      }
      isAnswered = true
      return readObject(p, question)
    case roleEntryName:
      return putOff(p, node)
    case roleText:
      if (first == 0x22) return readText(p, node)
      break
    case roleVersion:
      if (first == 0x22) {
        return text(p + 1)
      }
      break
    case roleSplit:
      if ((first != 0x66 && first != 0x6e) || roleOf(parentOf(node)) != roleQuestion) return 0
      break
    case roleId:
      if (first == 0x22 && !hashesId(p + 1)) return 0
      if (askedIds != 0) isAsked = asksAll || first != 0x22 || findsId(p)
      break
    case roleForm:
      if (first == 0x22) {
        formNode = valueNode(p, node | 1, formGuess)
        if (formNode == 0) return 0
        formGuess = formNode
      }
      break
    case roleCreated:
      if (first == 0x22 && !notesCreated(p)) return 0
      break
    case roleUpdated:
      if (first == 0x22) {
        if (mayBeOdd(p)) return 0
        if (isUsual(p)) updated = p + 1
      }
      break
    case roleFinished:
      isPartial = first == 0x66
      break
  }
  return isLines ? readJson(p, node) : readCell(p, node)
}

@inline
function putCell(node: u32, kindAndHeld: u32, at: u32, length: u32): bool {
  const cell = cells
  if (cell >= cellsEnd) {
    noteTight()
    return false
  }
  if (columnOf(node) == 0) putPending(node)
  store<u32>(cell, node)
  store<u32>(cell, kindAndHeld, 4)
  store<u32>(cell, at, 8)
  store<u32>(cell, length, 12)
  cells = cell + cellSize
  if (kindAndHeld & 0xff) kept++
  return true
}

function putPending(node: u32): void {
  if (pendingEnd == pending + mostPending * 4) return
  store<u32>(pendingEnd, node)
  pendingEnd += 4
}

/** Reads a value as a cell. */
function readCell(p: u32, node: u32): u32 {
  const first: u32 = load<u8>(p)
  if (first == 0x22) {
    const stop = plainEnd(p + 1)
    if (stop == 0) return 0
    const role = roleOf(node)
    const isTime: bool = role == roleTime || role == roleCreated || role == roleUpdated
    if (isTime && mayBeOdd(p)) return 0
    if (load<u8>(stop) == 0x22) {
      const length = stop - p - 1
      const held = isAnswer(role) ? textHeld(p + 1, length) : isTime && isUsual(p) ? heldInstant : heldText
      return putCell(node, kindText | (held << 8), p + 1, length) ? stop + 1 : 0
    }
    const after = decode(p + 1, free)
    const held = isAnswer(role) ? textHeld(free, decodedTo - free) : heldText
    if (after == 0 || !putCell(node, kindText | (held << 8), free, decodedTo - free)) return 0
    free = decodedTo
    return after
  }
  if (first == 0x5b || first == 0x7b) return readNested(p, node)
  if (first == 0x2d || first - 0x30 <= 9) {
    const after = number(p)
    return after != 0 && putCell(node, kindNumber | (numberHeld << 8), p, after - p) ? after : 0
  }
  const after = word(p)
  if (after == 0) return 0
  const isPut = first == 0x6e ? putCell(node, kindNone, p, 0) : putCell(node, kindBoolean | (heldBoolean << 8), p, after - p)
  return isPut ? after : 0
}

/** Reads a list or an object as a cell: choices joined, else as JSON. */
function readNested(p: u32, node: u32): u32 {
  let held: u32 = heldJson
  if ((isJoining || joinsLater) && load<u8>(p) == 0x5b && isAnswer(roleOf(node))) {
    const before = free
    const after = joinList(p, node)
    if (after != 0) {
      if (isJoining) return after
      // The JSON takes the place of the text.
      free = before
      kept--
      cells -= cellSize
      held = load<u32>(cells, 4) >>> 8
    }
  }
  beginCopy(p, free)
  const after = readJson(p, node)
  endCopy()
  if (after == 0) return 0
  const kind = kindJson | (held << 8)
  // Most is as `JSON.stringify` writes it.
  if (copyTo == free) return putCell(node, kind, p, after - p) ? after : 0
  flush(after)
  if (!putCell(node, kind, free, copyTo - free)) return 0
  free = copyTo
  return after
}

function isAnswer(role: u32): bool {
  return role == roleMember || role == roleExtra || role == roleText || role == roleVersion || role == roleSplit
}

/** Passes a value as JSON, and copies it where that is wanted. */
function readJson(p: u32, node: u32): u32 {
  const first: u32 = load<u8>(p)
  if (first == 0x22) return text(p + 1)
  if (first == 0x7b) return readObject(p, node)
  if (first == 0x5b) {
    if (++depth > deepest) return 0
    p = space(p + 1)
    if (load<u8>(p) != 0x5d)
      while (true) {
        p = readJson(p, node)
        if (p == 0) return 0
        p = space(p)
        const byte = load<u8>(p)
        if (byte == 0x5d) break
        if (byte != 0x2c) return 0
        p = space(p + 1)
      }
    depth--
    return p + 1
  }
  return first == 0x2d || first - 0x30 <= 9 ? number(p) : word(p)
}

// The option that was read last: where its key and its value stand.
let keyAt: u32 = 0
let tickAt: u32 = 0

/** Reads a list of texts, or of options with a `key` and a `value` that tells whether it is chosen, as a text; 0 for others. */
function joinList(p: u32, node: u32): u32 {
  let to = free
  let joined: u32 = 0
  const level = depth
  p = space(p + 1)
  const first: u32 = load<u8>(p)
  if (first == 0x5d) return putCell(node, kindText | (textHeld(free, 0) << 8), free, 0) ? p + 1 : 0
  while (true) {
    if (load<u8>(p) != first) return 0
    let from = p + 1
    let quote: u32 = 0
    let isChosen = true
    if (first == 0x22) {
      p = text(from)
      quote = p - 1
    } else if (first == 0x7b) {
      keyAt = 0
      tickAt = 0
      p = readObject(p, node)
      depth = level
      if (p == 0 || keyAt == 0 || tickAt == 0 || load<u8>(keyAt) != 0x22) return 0
      const tick: u32 = load<u8>(tickAt)
      if (tick != 0x74 && tick != 0x66) return 0
      isChosen = tick == 0x74
      from = keyAt + 1
      quote = text(from) - 1
    } else return 0
    if (p == 0) return 0
    if (isChosen) {
      if (joined++ > 0) {
        store<u16>(to, 0x203b)
        to += 2
      }
      to = joinText(from, quote, to)
    }
    p = space(p)
    const byte = load<u8>(p)
    if (byte == 0x5d) break
    if (byte != 0x2c) return 0
    p = space(p + 1)
  }
  if (!putCell(node, kindText | (textHeld(free, to - free) << 8), free, to - free)) return 0
  free = to
  return p + 1
}

// The entry of `data` that is being read: its question, where a response stands that came before it, and members beside
// these two, which come after all else.
let question: u32 = 0
let lastQuestion: u32 = 0
let responseAt: u32 = 0
let isAnswered: bool = false
/** Of each such member its name's node and where its value stands. */
const extras: u32 = <u32>memory.data(16 * 8)
let extraCount: u32 = 0

function readData(p: u32): u32 {
  lastQuestion = 0
  p = space(p + 1)
  if (load<u8>(p) == 0x5d) return p + 1
  while (true) {
    if (load<u8>(p) != 0x7b) return 0
    p = readEntry(p)
    if (p == 0) return 0
    p = space(p)
    const byte = load<u8>(p)
    if (byte == 0x5d) return p + 1
    if (byte != 0x2c) return 0
    p = space(p + 1)
  }
}

function readEntry(p: u32): u32 {
  question = 0
  responseAt = 0
  isAnswered = false
  extraCount = 0
  p = readObject(p, entryNode)
  if (p == 0 || question == 0) return 0
  if (!isAnswered) if (responseAt == 0 || readObject(responseAt, question) == 0) return 0
  for (let i: u32 = 0; i < extraCount; i++) {
    const name = load<u32>(extras + (i << 3))
    // No node is at an odd place, so that these are told from members of the response.
    const node = nodeOf(question | 1, literalAt(name) + 1, lengthOf(name), roleExtra)
    if (node == 0 || readCell(load<u32>(extras + (i << 3), 4), node) == 0) return 0
  }
  lastQuestion = question
  return p
}

function readQuestion(p: u32, node: u32): u32 {
  if (load<u8>(p) != 0x22) return 0
  const guess = lastQuestion == 0 ? firstOf(node) : nextOf(lastQuestion)
  question = valueNode(p, questions, guess)
  if (question == 0 || seenIn(question) == record) return 0
  setSeen(question, record)
  if (question != guess)
    if (lastQuestion == 0) setFirst(node, question)
    else setNext(lastQuestion, question)
  return putCell(question, kindNone, 0, 0) ? valueEnd : 0
}

function putOff(p: u32, name: u32): u32 {
  if (extraCount == 16) return 0
  store<u32>(extras + (extraCount << 3), name)
  store<u32>(extras + (extraCount << 3), p, 4)
  extraCount++
  return skip(p)
}

/** The form of the last record. */
let formGuess: u32 = 0

/** Where the text ends whose node was looked for last. */
let valueEnd: u32 = 0
const valueBuffer: u32 = <u32>memory.data(4096 + 64)

/** The node of the text at `p`, which may be that of the guess. No node is at an odd place, so that texts are told from names. */
function valueNode(p: u32, parent: u32, guess: u32): u32 {
  if (guess != 0 && stands(guess, p)) {
    valueEnd = p + literalOf(guess)
    return guess
  }
  const wasCopying = isCopying
  endCopy()
  valueEnd = text(p + 1)
  if (wasCopying) beginCopy(copyFrom, copyTo)
  let value = p + 1
  let length = valueEnd - 1 - value
  if (valueEnd == 0 || length > longestName) return 0
  if (hasEscape) {
    decode(value, valueBuffer)
    if (hasHalves) return 0
    value = valueBuffer
    length = decodedTo - value
  }
  return nodeOf(parent, value, length, parent == questions ? roleQuestion : roleValue)
}

/** More texts of a question are not learned: a headline may hold what somebody answered before. */
const mostTexts: u32 = 1024

/** Notes the headline or the type of a question. */
function readText(p: u32, node: u32): u32 {
  if (load<u32>(node, textsAt) > mostTexts) return 0
  const guess = load<u32>(node, textAt)
  const before = nodes
  const value = valueNode(p, node | 1, guess)
  if (value == 0) return 0
  if (value != guess) store<u32>(node, value, textAt)
  if (nodes != before) store<u32>(node, load<u32>(node, textsAt) + 1, textsAt)
  return putCell(value, kindNone, 0, 0) ? valueEnd : 0
}

/** Whether the host is to be asked for a record with the id at `p`; for one that is spelt with escapes, too. */
function findsId(p: u32): bool {
  const stop = plainEnd(p + 1)
  return stop == 0 || load<u8>(stop) != 0x22 || find(askedIds, p + 1, stop - p - 1) != 0
}

/** Whether the text at `p` is a time as most services write it. */
function isUsual(p: u32): bool {
  return load<u8>(p, 25) == 0x22 && isInstant(p + 1)
}

/** Whether it may be another spelling of one, which the host reads. */
function mayBeOdd(p: u32): bool {
  const first: u32 = load<u8>(p, 1)
  return (first - 0x30 <= 9 || first == 0x5c) && !isUsual(p)
}

function notesCreated(p: u32): bool {
  if (mayBeOdd(p)) return false
  if (!isUsual(p)) return true
  memory.copy(created, p + 1, 24)
  hasCreated = true
  return true
}

/** Gives the place after a value that is read later. */
function skip(p: u32): u32 {
  const first: u32 = load<u8>(p)
  if (first == 0x22) return text(p + 1)
  if (first == 0x7b || first == 0x5b) {
    beginScan(p)
    return scanTo(inputEnd)
  }
  while (load<u8>(p) > 0x20 && load<u8>(p) != 0x2c && load<u8>(p) != 0x7d) p++
  return p
}

/** Where the last scan stopped; behind the end by one byte where an escape goes on there. */
export let scannedTo: u32 = 0
let scanDepth: u32 = 0
let isInString: bool = false

export function beginScan(p: u32): void {
  scannedTo = p
  scanDepth = 0
  isInString = false
}

/** Goes on with the scan at another place, to which the record was moved. */
export function moveScan(p: u32): void {
  scannedTo = p
}

/** Gives the place after the record or value at which the scan began; 0 where it goes on after `end`. Knows strings and depth only. */
export function scanTo(end: u32): u32 {
  let p = scannedTo
  while (p < end) {
    const block = v128.load(p)
    // Both brackets and both braces, whose difference is this bit.
    const low = v128.or(block, i8x16.splat(0x20))
    const stops: u32 = i8x16.bitmask(
      isInString
        ? v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c)))
        : v128.or(
            i8x16.eq(block, i8x16.splat(0x22)),
            v128.or(i8x16.eq(low, i8x16.splat(0x7b)), i8x16.eq(low, i8x16.splat(0x7d))),
          ),
    )
    if (stops == 0) {
      p = min(p + 16, end)
      continue
    }
    p += ctz(stops)
    if (p >= end) {
      p = end
      break
    }
    const byte: u32 = load<u8>(p++)
    if (byte == 0x22) isInString = !isInString
    else if (byte == 0x5c) {
      if (++p > end) break
    } else if ((byte | 0x20) == 0x7b) scanDepth++
    else if (--scanDepth == 0) {
      scannedTo = p
      return p
    }
  }
  scannedTo = p
  return 0
}
