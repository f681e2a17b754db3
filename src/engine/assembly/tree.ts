// The tree of known names: a node for every name in its place (`response` members below their question, members of nested
// objects below the member that holds them; the elements of a list share the node of the list), for every question, form and
// headline. A node is found by its parent and its bytes in one hash table, but mostly by a guess: what followed last time.
import { allocate, noteTight, take } from './memory'
import { copyBytes } from './text'

// What a node is for. Below `roleQuestion` it is the name of a member.
/** A member of an object that is copied as JSON. */
export const roleNested: u32 = 0
/** A cell; of `meta` and `personAttributes`, of a record. */
export const roleColumn: u32 = 1
/** A cell of an answer; a member that stands beside `questionId` and `response`. */
export const roleMember: u32 = 2
export const roleExtra: u32 = 3
/** A cell that may be an instant; the one that is the record's time of creation. */
export const roleTime: u32 = 4
export const roleCreated: u32 = 5
export const roleId: u32 = 6
export const roleForm: u32 = 7
/** `meta` and `personAttributes`. */
export const roleMembers: u32 = 8
export const roleData: u32 = 9
export const roleQuestionId: u32 = 10
export const roleResponse: u32 = 11
/** Any other name in an entry of `data`; its cells belong to extras of the entry's question. */
export const roleEntryName: u32 = 12
/** `headline` and `type`: texts to note, else members; `componentShapeVersion`: a text to ignore. */
export const roleText: u32 = 13
export const roleVersion: u32 = 14
/** `key` and `value` of an option. */
export const roleKey: u32 = 15
export const roleTick: u32 = 16
/** Of a record, its time of update, which may be an instant, and whether it is finished. */
export const roleUpdated: u32 = 17
export const roleFinished: u32 = 18
/** `rows` and `ranking` of an answer, whose lists the host splits; `selectedOther`, and `other` of an option, which add an option. */
export const roleSplit: u32 = 19
/** From here on nodes are of texts, not of names. */
export const roleQuestion: u32 = 20
/** A headline, a type, a form's id, a record's id. */
export const roleValue: u32 = 21
// Parents alone.
export const roleRecord: u32 = 22
export const roleEntry: u32 = 23

const nodeSize: u32 = 64
/** More names than these are not learned: records with others go the slow way. */
const mostNodes: u32 = 250_000
export const longestName: u32 = 4096

@inline export function parentOf(node: u32): u32 { return load<u32>(node) }
@inline export function lengthOf(node: u32): u32 { return load<u16>(node, 4) }
/** The length of the node's literal, `"name":` or `"value"`; 0 where the text is spelt with escapes. */
@inline export function literalOf(node: u32): u32 { return load<u16>(node, 6) }
@inline export function roleOf(node: u32): u32 { return load<u8>(node, 8) }
/** Of a form, whether its records are wanted. */
@inline export function isWanted(node: u32): bool { return load<u8>(node, 9) != 0 }
/** The number of its column plus 1; of what has none, 1 once the host knows of it; 0: not known to the host. */
@inline export function columnOf(node: u32): u32 { return load<u32>(node, 12) }
/** The object that had it last: a second time in the same object, it is repeated. */
@inline export function seenIn(node: u32): u32 { return load<u32>(node, 16) }
@inline export function setSeen(node: u32, object: u32): void { store<u32>(node, object, 16) }
/** The guesses: what came after it last time, and what came first below it. */
@inline export function nextOf(node: u32): u32 { return load<u32>(node, 20) }
@inline export function setNext(node: u32, next: u32): void { store<u32>(node, next, 20) }
@inline export function firstOf(node: u32): u32 { return load<u32>(node, 24) }
@inline export function setFirst(node: u32, first: u32): void { store<u32>(node, first, 24) }
/** Of a column what its cells held, as bits; of a form, how many records it had. */
export const heldAt: u32 = 28
/** The highest place that a question or member had in its sequence. */
export const placeAt: u32 = 32
/** The last pairs that were noted: what followed it, and the form that asked it. */
export const followerAt: u32 = 36
export const formAt: u32 = 40
/** Of a text its latest time, as three big-endian numbers. */
export const timeAt: u32 = 32
/** Of a member with texts, how many these are, and the last one. */
export const textsAt: u32 = 44
export const textAt: u32 = 48
/** The literal. */
@inline export function literalAt(node: u32): u32 { return node + nodeSize }

let table: u32 = 0
let slots: u32 = 0
export let nodes: u32 = 0

/** The templates: names with a role of their own below a question, and in an option. */
let ofQuestion: u32 = 0
let ofOption: u32 = 0

export function setTemplates(question: u32, option: u32): void {
  ofQuestion = question
  ofOption = option
}

function hashOf(parent: u32, text: u32, length: u32): u32 {
  let hash: u64 = <u64>parent * 0x9e3779b97f4a7c15
  while (length > 8) {
    hash = (hash ^ load<u64>(text)) * 0xff51afd7ed558ccd
    hash ^= hash >> 32
    text += 8
    length -= 8
  }
  // No text is empty here without its quote behind it, so that 8 bytes can always be read.
  const last = length == 0 ? 0 : load<u64>(text) << (<u64>(8 - length) << 3)
  hash = (hash ^ last ^ length) * 0xff51afd7ed558ccd
  return <u32>(hash >> 32) ^ <u32>(hash >> 12)
}

function isSame(a: u32, b: u32, length: u32): bool {
  while (length > 16) {
    if (v128.any_true(v128.xor(v128.load(a), v128.load(b)))) return false
    a += 16
    b += 16
    length -= 16
  }
  return (i8x16.bitmask(i8x16.ne(v128.load(a), v128.load(b))) & ((1 << length) - 1)) == 0
}

/** Whether the node's literal stands at `p`. */
@inline export function stands(node: u32, p: u32): bool {
  const length = literalOf(node)
  if (length == 0) return false
  if (length > 16) return isSame(p, literalAt(node), length)
  return (i8x16.bitmask(i8x16.ne(v128.load(p), v128.load(literalAt(node)))) & ((1 << length) - 1)) == 0
}

let slot: u32 = 0

/** The node of a text below a parent, or 0. */
export function find(parent: u32, text: u32, length: u32): u32 {
  slot = hashOf(parent, text, length) & (slots - 1)
  while (true) {
    const node = load<u32>(table + (slot << 2))
    if (node == 0) return 0
    if (parentOf(node) == parent && lengthOf(node) == length && isSame(literalAt(node) + 1, text, length)) return node
    slot = (slot + 1) & (slots - 1)
  }
}

/** The same, made where there is none; 0 where there is no space for it. `role` is that of a new one. */
export function nodeOf(parent: u32, text: u32, length: u32, role: u32): u32 {
  const known = find(parent, text, length)
  if (known != 0) return known
  if (nodes >= mostNodes || length > longestName) return 0
  if (nodes * 2 >= slots) {
    noteTight()
    return 0
  }
  const at = slot
  const node = take(nodeSize + length + 48)
  if (node == 0) return 0
  nodes++
  store<u32>(node, parent)
  store<u16>(node, length, 4)
  store<u8>(node, role, 8)
  const literal = literalAt(node)
  store<u8>(literal, 0x22)
  copyBytes(text, length, literal + 1)
  store<u16>(literal + 1 + length, 0x3a22)
  let isPlain = true
  for (let i: u32 = 0; i < length; i++) {
    const byte = load<u8>(text + i)
    isPlain = isPlain && byte != 0x22 && byte != 0x5c && byte >= 0x20
  }
  if (isPlain) store<u16>(node, length + (role < roleQuestion ? 3 : 2), 6)
  store<u32>(table + (at << 2), node)
  return node
}

/** The role of a name below a node. */
export function roleBelow(parent: u32, name: u32, length: u32): u32 {
  const role = roleOf(parent)
  if (role == roleNested) return roleNested
  if (role == roleRecord || role == roleMembers) return roleColumn
  if (role == roleEntry) return roleEntryName
  const template = find(role == roleQuestion ? ofQuestion : ofOption, name, length)
  return template != 0 ? roleOf(template) : role == roleQuestion ? roleMember : roleNested
}

export function growNodes(): void {
  if (slots > nodes * 4) return
  const before = table
  const count = slots
  slots = max<u32>(4096, slots * 4)
  table = allocate(slots << 2)
  for (let i: u32 = 0; i < count; i++) {
    const node = load<u32>(before + (i << 2))
    if (node == 0) continue
    find(parentOf(node), literalAt(node) + 1, lengthOf(node))
    store<u32>(table + (slot << 2), node)
  }
}

// Pairs of nodes that were seen side by side: a question or member and what followed it, a question and the form that asked
// it. A set; the host reads all of it at the end.
export let pairTable: u32 = 0
export let pairSlots: u32 = 0
let pairs: u32 = 0

/** Whether so many more pairs fit. */
export function fitsPairs(more: u32): bool {
  if ((pairs + more) * 2 <= pairSlots) return true
  noteTight()
  pairsWanted = more
  return false
}

let pairsWanted: u32 = 0

export function addPair(a: u32, b: u32): void {
  const pair = (<u64>a << 32) | b
  let hash = pair * 0x9e3779b97f4a7c15
  for (let i = <u32>(hash >> 32) & (pairSlots - 1); ; i = (i + 1) & (pairSlots - 1)) {
    const there = load<u64>(pairTable + (i << 3))
    if (there == pair) return
    if (there != 0) continue
    store<u64>(pairTable + (i << 3), pair)
    pairs++
    return
  }
}

export function growPairs(): void {
  if (pairSlots > (pairs + pairsWanted) * 4) return
  const before = pairTable
  const count = pairSlots
  pairSlots = max<u32>(4096, pairSlots)
  while (pairSlots <= (pairs + pairsWanted) * 4) pairSlots *= 2
  pairTable = allocate(pairSlots << 3)
  pairs = 0
  for (let i: u32 = 0; i < count; i++) {
    const pair = load<u64>(before + (i << 3))
    if (pair != 0) addPair(<u32>(pair >> 32), <u32>pair)
  }
}
