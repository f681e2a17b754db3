// Reads a record: one function reads the objects of all levels, and the role of each name's node decides how its value is read.
//
//     {"id":"r1","data":[{"questionId":"q1","response":{"value":"Ada"}}]}
//      └ roleId   └ roleData └ roleQuestionId  └ roleResponse  └ roleMember
//
// Nothing is kept before the record's end: cells wait in a table, and texts that have to be decoded wait in the scratch space.
// Every function takes an address and returns the address after what it read; 0 means that the record is left to the host.
import { allocate, markMemoryLow } from './memory'
import {
  beginCopy, copyFrom, copyTo, decode, decodedTo, endCopy, copyUpTo, hasEscape, hasLoneSurrogate, heldBoolean, heldInstant, heldJson,
  heldText, textHeld, isCopying, isInstant, joinText, numberHeld, plainEnd, readNumber, readString, readWord, skipSpace,
} from './text'
import {
  columnOf, find, firstOf, maxNameLength, nextOf, nodeOf, nodes, parentOf, roleBelow, roleColumn, roleCreated, roleData, roleEntryName,
  roleExtra, roleFinished, roleForm, roleId, roleKey, roleMember, roleMembers, roleNested, roleOf, roleQuestion, roleQuestionId, roleResponse, roleSplit,
  roleText, roleTick, roleTime, roleUpdated, roleValue, roleVersion, literalAt, lengthOf, literalOf, seenIn, setFirst, setNext, setSeen, matchesAt,
  textAt, textsAt,
} from './tree'

/** The nodes that the host made first: for a record, for all questions, for an entry of `data`. */
let root: u32 = 0
let questions: u32 = 0
let entryNode: u32 = 0
/** Whether lists of choices become texts; or stay JSON here and are joined later, but their columns count as these texts. */
let isJoining: bool = false
let joinsLater: bool = false
/** Whether records are copied as lines. */
export let isLines: bool = false
/** Whether rows end with a cell that holds their record. */
export let keepsRecord: bool = false

export function setRoots(record: u32, allQuestions: u32, ofEntry: u32): void {
  root = record
  questions = allQuestions
  entryNode = ofEntry
}

export function setStyle(lines: bool, joins: bool, later: bool, keeps: bool): void {
  isLines = lines
  isJoining = joins
  joinsLater = later
  keepsRecord = keeps
}

// The cells of the record, 16 bytes each: node, kind and bits of what it holds, address and length of its text.
export const cellSize: u32 = 16
export const kindNone: u32 = 0
export const kindText: u32 = 1
const kindNumber: u32 = 2
const kindBoolean: u32 = 3
export const kindJson: u32 = 4
export let firstCell: u32 = 0
export let cells: u32 = 0
let cellsEnd: u32 = 0
/** How many cells have a kind; others only note that a name was there. */
export let kept: u32 = 0

/** The nodes of the record that the host does not know yet. */
export let pending: u32 = 0
export let pendingEnd: u32 = 0
const maxPending: u32 = 16 * 1024

/** The id hashes that the host has not taken yet. */
export let ids: u32 = 0
export const maxIds: u32 = 32 * 1024

export function growCells(): void {
  if (ids == 0) ids = allocate(maxIds * 8)
  if (pending == 0) pending = allocate(maxPending * 4)
  if (cells + 64 * cellSize < cellsEnd) return
  const size = max<u32>(1024 * cellSize, (cellsEnd - firstCell) * 2)
  firstCell = allocate(size)
  cells = firstCell
  cellsEnd = firstCell + size - 8 * cellSize
}

/** Scratch space for decoded and joined texts, twice the size of the input, so bounds need no check. */
let scratch: u32 = 0
let free: u32 = 0

export function setScratch(at: u32): void {
  scratch = at
}

/** The maximum size of the texts of the record's cells: they are in the record, or in the scratch space. */
export function maxText(size: u32): u32 {
  return size + (free - scratch)
}

let inputEnd: u32 = 0
let objects: u32 = 0
let record: u32 = 0
let depth: u32 = 0
const maxDepth: u32 = 64

/** Computes the hash of the id at `p`, as `hashOfId` of the host; false if the host has to read it. */
function hashId(p: u32): bool {
  let stop = plainEnd(p)
  if (stop == 0) return false
  if (load<u8>(stop) != 0x22) {
    if (decode(p, free) == 0 || hasLoneSurrogate) return false
    p = free
    stop = decodedTo
  }
  let one: u32 = 0x811c9dc5
  let twoDigits: u32 = 0x9747b28c
  for (; p < stop; p++) {
    const byte: u32 = load<u8>(p)
    one = (one ^ byte) * 0x01000193
    twoDigits = (rotl<u32>(twoDigits, 5) ^ byte) * 0x9e3779b1
  }
  facts.idHash = (<u64>twoDigits << 32) | <u64>one
  facts.hasId = true
  return true
}

/** What is known of the record that is being read. */
export class facts {
  static isPartial: bool = false
  static hasId: bool = false
  /** The hash of its id. */
  static idHash: u64 = 0
  /** Whether its id is one of `idsToPass`. */
  static isPassed: bool = false
  /** The node of its form; 0 for none. */
  static formNode: u32 = 0
  /** Whether `created` holds its time of creation. */
  static hasCreated: bool = false
  /** The address of its `updatedAt`; 0 for none. */
  static updated: u32 = 0
}

/** Its time of creation, 24 bytes. */
export const created: u32 = <u32>memory.data(24)

/** The parent of the ids whose records are left to the host; 0: none. */
export let idsToPass: u32 = 0

/** Whether all records are left to the host. */
let passesAllIds: bool = false

export function setIdsToPass(node: u32, areAll: bool): void {
  idsToPass = node
  passesAllIds = areAll
}

/** Reads the record that begins at `p`; returns the address after it. The input is zero-padded after `end`. */
export function readRecord(p: u32, end: u32): u32 {
  inputEnd = end
  cells = firstCell
  kept = 0
  pendingEnd = pending
  free = scratch
  depth = 0
  facts.isPassed = idsToPass != 0
  facts.formNode = 0
  facts.hasCreated = false
  facts.isPartial = false
  facts.hasId = false
  facts.updated = 0
  record = ++objects
  return readObject(p, root)
}

/** The address of the value of the name that was read last. */
let valueAt: u32 = 0

function readObject(p: u32, parent: u32): u32 {
  if (++depth > maxDepth) return 0
  const object = ++objects
  let last: u32 = 0
  p = skipSpace(p + 1)
  if (load<u8>(p) == 0x7d) {
    depth--
    return p + 1
  }
  while (true) {
    const guess = last == 0 ? firstOf(parent) : nextOf(last)
    let node = guess
    if (guess != 0 && matchesAt(guess, p)) p = skipSpace(p + literalOf(guess))
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
    p = skipSpace(p)
    const byte = load<u8>(p)
    if (byte == 0x7d) {
      depth--
      return p + 1
    }
    if (byte != 0x2c) return 0
    p = skipSpace(p + 1)
  }
}

const nameBuffer: u32 = <u32>memory.data(4096 + 64)

/** The node of the name at `p`, found by its bytes. */
function nameAt(p: u32, parent: u32): u32 {
  if (load<u8>(p) != 0x22) return 0
  const after = readString(p + 1)
  if (after == 0) return 0
  let name = p + 1
  let length = after - 1 - name
  if (length > maxNameLength) return 0
  if (hasEscape) {
    decode(name, nameBuffer)
    if (hasLoneSurrogate) return 0
    name = nameBuffer
    length = decodedTo - name
  }
  // JavaScript sorts names that are numbers before all others.
  if (length > 0 && <u32>load<u8>(name) - 0x30 <= 9) return 0
  p = skipSpace(after)
  if (load<u8>(p) != 0x3a) return 0
  valueAt = skipSpace(p + 1)
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
      if (entry.question == 0) {
        entry.responseAt = p
        return skipValue(p)
      }
      entry.isAnswered = true
      return readObject(p, entry.question)
    case roleEntryName:
      return deferMember(p, node)
    case roleText:
      if (first == 0x22) return readText(p, node)
      break
    case roleVersion:
      if (first == 0x22) {
        return readString(p + 1)
      }
      break
    case roleSplit:
      if ((first != 0x66 && first != 0x6e) || roleOf(parentOf(node)) != roleQuestion) return 0
      break
    case roleId:
      if (first == 0x22 && !hashId(p + 1)) return 0
      if (idsToPass != 0) facts.isPassed = passesAllIds || first != 0x22 || isIdToPass(p)
      break
    case roleForm:
      if (first == 0x22) {
        facts.formNode = valueNode(p, node | 1, formGuess)
        if (facts.formNode == 0) return 0
        formGuess = facts.formNode
      }
      break
    case roleCreated:
      if (first == 0x22 && !noteCreated(p)) return 0
      break
    case roleUpdated:
      if (first == 0x22) {
        if (mayBeOtherTime(p)) return 0
        if (isCommonInstant(p)) facts.updated = p + 1
      }
      break
    case roleFinished:
      facts.isPartial = first == 0x66
      break
  }
  return isLines ? readJson(p, node) : readCell(p, node)
}

@inline
function putCell(node: u32, kindAndHeld: u32, at: u32, length: u32): bool {
  const cell = cells
  if (cell >= cellsEnd) {
    markMemoryLow()
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
  if (pendingEnd == pending + maxPending * 4) return
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
    if (isTime && mayBeOtherTime(p)) return 0
    if (load<u8>(stop) == 0x22) {
      const length = stop - p - 1
      const held = isAnswer(role) ? textHeld(p + 1, length) : isTime && isCommonInstant(p) ? heldInstant : heldText
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
    const after = readNumber(p)
    return after != 0 && putCell(node, kindNumber | (numberHeld << 8), p, after - p) ? after : 0
  }
  const after = readWord(p)
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
      // The JSON replaces the text.
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
  // Most JSON is already as `JSON.stringify` writes it.
  if (copyTo == free) return putCell(node, kind, p, after - p) ? after : 0
  copyUpTo(after)
  if (!putCell(node, kind, free, copyTo - free)) return 0
  free = copyTo
  return after
}

function isAnswer(role: u32): bool {
  return role == roleMember || role == roleExtra || role == roleText || role == roleVersion || role == roleSplit
}

/** Reads a value as JSON, and copies it while copying. */
function readJson(p: u32, node: u32): u32 {
  const first: u32 = load<u8>(p)
  if (first == 0x22) return readString(p + 1)
  if (first == 0x7b) return readObject(p, node)
  if (first == 0x5b) {
    if (++depth > maxDepth) return 0
    p = skipSpace(p + 1)
    if (load<u8>(p) != 0x5d)
      while (true) {
        p = readJson(p, node)
        if (p == 0) return 0
        p = skipSpace(p)
        const byte = load<u8>(p)
        if (byte == 0x5d) break
        if (byte != 0x2c) return 0
        p = skipSpace(p + 1)
      }
    depth--
    return p + 1
  }
  return first == 0x2d || first - 0x30 <= 9 ? readNumber(p) : readWord(p)
}

// The addresses of the key and the value of the option that was read last.
let keyAt: u32 = 0
let tickAt: u32 = 0

/** Reads a list of texts, or of options with a `key` and a `value` that tells whether it is chosen, as a text; 0 for others. */
function joinList(p: u32, node: u32): u32 {
  let to = free
  let joined: u32 = 0
  const level = depth
  p = skipSpace(p + 1)
  const first: u32 = load<u8>(p)
  if (first == 0x5d) return putCell(node, kindText | (textHeld(free, 0) << 8), free, 0) ? p + 1 : 0
  while (true) {
    if (load<u8>(p) != first) return 0
    let from = p + 1
    let quote: u32 = 0
    let isChosen = true
    if (first == 0x22) {
      p = readString(from)
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
      quote = readString(from) - 1
    } else return 0
    if (p == 0) return 0
    if (isChosen) {
      if (joined++ > 0) {
        store<u16>(to, 0x203b)
        to += 2
      }
      to = joinText(from, quote, to)
    }
    p = skipSpace(p)
    const byte = load<u8>(p)
    if (byte == 0x5d) break
    if (byte != 0x2c) return 0
    p = skipSpace(p + 1)
  }
  if (!putCell(node, kindText | (textHeld(free, to - free) << 8), free, to - free)) return 0
  free = to
  return p + 1
}

/** The entry of `data` that is being read. */
class entry {
  static question: u32 = 0
  /** The question of the entry before it. */
  static lastQuestion: u32 = 0
  /** The address of a response that came before its question; 0 for none. */
  static responseAt: u32 = 0
  static isAnswered: bool = false
  /** Members beside `questionId` and `response`, which are read last. */
  static extraCount: u32 = 0
}

/** Of each such member: the node of its name, and the address of its value. */
const extras: u32 = <u32>memory.data(16 * 8)

function readData(p: u32): u32 {
  entry.lastQuestion = 0
  p = skipSpace(p + 1)
  if (load<u8>(p) == 0x5d) return p + 1
  while (true) {
    if (load<u8>(p) != 0x7b) return 0
    p = readEntry(p)
    if (p == 0) return 0
    p = skipSpace(p)
    const byte = load<u8>(p)
    if (byte == 0x5d) return p + 1
    if (byte != 0x2c) return 0
    p = skipSpace(p + 1)
  }
}

function readEntry(p: u32): u32 {
  entry.question = 0
  entry.responseAt = 0
  entry.isAnswered = false
  entry.extraCount = 0
  p = readObject(p, entryNode)
  if (p == 0 || entry.question == 0) return 0
  if (!entry.isAnswered) if (entry.responseAt == 0 || readObject(entry.responseAt, entry.question) == 0) return 0
  for (let i: u32 = 0; i < entry.extraCount; i++) {
    const name = load<u32>(extras + (i << 3))
    // Nodes have even addresses, so an odd parent distinguishes these from members of the response.
    const node = nodeOf(entry.question | 1, literalAt(name) + 1, lengthOf(name), roleExtra)
    if (node == 0 || readCell(load<u32>(extras + (i << 3), 4), node) == 0) return 0
  }
  entry.lastQuestion = entry.question
  return p
}

function readQuestion(p: u32, node: u32): u32 {
  if (load<u8>(p) != 0x22) return 0
  const guess = entry.lastQuestion == 0 ? firstOf(node) : nextOf(entry.lastQuestion)
  entry.question = valueNode(p, questions, guess)
  if (entry.question == 0 || seenIn(entry.question) == record) return 0
  setSeen(entry.question, record)
  if (entry.question != guess)
    if (entry.lastQuestion == 0) setFirst(node, entry.question)
    else setNext(entry.lastQuestion, entry.question)
  return putCell(entry.question, kindNone, 0, 0) ? valueEnd : 0
}

function deferMember(p: u32, name: u32): u32 {
  if (entry.extraCount == 16) return 0
  store<u32>(extras + (entry.extraCount << 3), name)
  store<u32>(extras + (entry.extraCount << 3), p, 4)
  entry.extraCount++
  return skipValue(p)
}

/** The form of the last record. */
let formGuess: u32 = 0

/** The end of the text whose node was found last. */
let valueEnd: u32 = 0
const valueBuffer: u32 = <u32>memory.data(4096 + 64)

/** The node of the text at `p`, probably `guess`. An odd parent (a node's address + 1) distinguishes texts from names. */
function valueNode(p: u32, parent: u32, guess: u32): u32 {
  if (guess != 0 && matchesAt(guess, p)) {
    valueEnd = p + literalOf(guess)
    return guess
  }
  const wasCopying = isCopying
  endCopy()
  valueEnd = readString(p + 1)
  if (wasCopying) beginCopy(copyFrom, copyTo)
  let value = p + 1
  let length = valueEnd - 1 - value
  if (valueEnd == 0 || length > maxNameLength) return 0
  if (hasEscape) {
    decode(value, valueBuffer)
    if (hasLoneSurrogate) return 0
    value = valueBuffer
    length = decodedTo - value
  }
  return nodeOf(parent, value, length, parent == questions ? roleQuestion : roleValue)
}

/** The maximum number of texts per member: a headline may contain earlier answers, and so differ in each record. */
const maxTexts: u32 = 1024

/** Notes the headline or the type of a question. */
function readText(p: u32, node: u32): u32 {
  if (load<u32>(node, textsAt) > maxTexts) return 0
  const guess = load<u32>(node, textAt)
  const before = nodes
  const value = valueNode(p, node | 1, guess)
  if (value == 0) return 0
  if (value != guess) store<u32>(node, value, textAt)
  if (nodes != before) store<u32>(node, load<u32>(node, textsAt) + 1, textsAt)
  return putCell(value, kindNone, 0, 0) ? valueEnd : 0
}

/** Whether the id at `p` is one of `idsToPass`; also true for ids that are spelt with escapes. */
function isIdToPass(p: u32): bool {
  const stop = plainEnd(p + 1)
  return stop == 0 || load<u8>(stop) != 0x22 || find(idsToPass, p + 1, stop - p - 1) != 0
}

/** Whether the text at `p` is a time as most services write it. */
function isCommonInstant(p: u32): bool {
  return load<u8>(p, 25) == 0x22 && isInstant(p + 1)
}

/** Whether the text at `p` may be another spelling of a time, which the host reads. */
function mayBeOtherTime(p: u32): bool {
  const first: u32 = load<u8>(p, 1)
  return (first - 0x30 <= 9 || first == 0x5c) && !isCommonInstant(p)
}

function noteCreated(p: u32): bool {
  if (mayBeOtherTime(p)) return false
  if (!isCommonInstant(p)) return true
  memory.copy(created, p + 1, 24)
  facts.hasCreated = true
  return true
}

/** The address after a value that is read later. */
function skipValue(p: u32): u32 {
  const first: u32 = load<u8>(p)
  if (first == 0x22) return readString(p + 1)
  if (first == 0x7b || first == 0x5b) {
    beginScan(p)
    return scanTo(inputEnd)
  }
  while (load<u8>(p) > 0x20 && load<u8>(p) != 0x2c && load<u8>(p) != 0x7d) p++
  return p
}

/** Where the last scan stopped; one byte after the end if an escape continues there. */
export let scannedTo: u32 = 0
let scanDepth: u32 = 0
let isInString: bool = false

export function beginScan(p: u32): void {
  scannedTo = p
  scanDepth = 0
  isInString = false
}

/** Continues the scan at another address, to which the record was moved. */
export function moveScan(p: u32): void {
  scannedTo = p
}

/** The address after the record or value at which the scan began; 0 if it continues after `end`. Knows strings and depth only. */
export function scanTo(end: u32): u32 {
  let p = scannedTo
  while (p < end) {
    const block = v128.load(p)
    // Brackets and braces differ in this bit.
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
