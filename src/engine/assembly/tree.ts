// The tree of known names: a node for each name in its place, for each question, form and headline.
//
//     record ─┬─ "id":            members of a response are below their question, members of a nested object below the
//             ├─ "data":          member that holds it; the elements of a list share the node of the list
//             └─ "meta": ─ "ip":
//
// A node is found by its parent and its bytes in one hash table, but mostly by a guess: the node that followed last time. A node
// is 64 bytes, and behind them its literal, the bytes that are expected in the input:
//
//     0 parent   4 length of the name   6 length of the literal   8 role   9 wanted   12 column   16 seen   20 next   24 first
//     28 held    32 position or time    36 follower   40 form      44 number of texts  48 last text         64 "name":
import { allocate, allocateInPlace, markMemoryLow } from './memory'
import { copyBytes } from './text'

// What a node is for. Roles below `roleQuestion` are those of member names.
/** A member of an object that is copied as JSON. */
export const roleNested: u32 = 0
/** A cell; of `meta` and `personAttributes`, of a record. */
export const roleColumn: u32 = 1
/** A cell of an answer; a member beside `questionId` and `response`. */
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
/** A record's `updatedAt`, a cell that may be an instant, and `finished`. */
export const roleUpdated: u32 = 17
export const roleFinished: u32 = 18
/** `rows` and `ranking` of an answer, whose lists the host splits; `selectedOther`, and `other` of an option, which add options. */
export const roleSplit: u32 = 19
/** From here on nodes are texts, not names. */
export const roleQuestion: u32 = 20
/** A headline, a type, a form's id, a record's id. */
export const roleValue: u32 = 21
// Parents alone.
export const roleRecord: u32 = 22
export const roleEntry: u32 = 23

const nodeSize: u32 = 64
/** The maximum number of nodes: records with further names are left to the host. */
const maxNodes: u32 = 250_000
export const maxNameLength: u32 = 4096

@inline export function parentOf(node: u32): u32 { return load<u32>(node) }
@inline export function lengthOf(node: u32): u32 { return load<u16>(node, 4) }
/** The length of the node's literal, `"name":` or `"value"`; 0 if the text is spelt with escapes. */
@inline export function literalOf(node: u32): u32 { return load<u16>(node, 6) }
@inline export function roleOf(node: u32): u32 { return load<u8>(node, 8) }
/** Whether the records of a form are wanted. */
@inline export function isWanted(node: u32): bool { return load<u8>(node, 9) != 0 }
/** The number of its column plus 1, or 1 for nodes without a column; 0: the host does not know the node yet. */
@inline export function columnOf(node: u32): u32 { return load<u32>(node, 12) }
/** The number of the object that had it last, to notice names that are repeated in an object. */
@inline export function seenIn(node: u32): u32 { return load<u32>(node, 16) }
@inline export function setSeen(node: u32, object: u32): void { store<u32>(node, object, 16) }
/** The guesses: the node that came after it last time, and the node that came first below it. */
@inline export function nextOf(node: u32): u32 { return load<u32>(node, 20) }
@inline export function setNext(node: u32, next: u32): void { store<u32>(node, next, 20) }
@inline export function firstOf(node: u32): u32 { return load<u32>(node, 24) }
@inline export function setFirst(node: u32, first: u32): void { store<u32>(node, first, 24) }
/** The bits of what the cells of a column held; for a form, how many records it had. */
export const heldAt: u32 = 28
/** The highest position that a question or member had in its sequence. */
export const placeAt: u32 = 32
/** The last pairs that were added: its follower, and the form that asked it. */
export const followerAt: u32 = 36
export const formAt: u32 = 40
/** The latest time of a text, as three big-endian numbers. */
export const timeAt: u32 = 32
/** The number of texts of a member, and the last one. */
export const textsAt: u32 = 44
export const textAt: u32 = 48
/** The literal. */
@inline export function literalAt(node: u32): u32 { return node + nodeSize }

let table: u32 = 0
let slots: u32 = 0
export let nodes: u32 = 0

/** The templates: names with special roles below a question, and in an option. */
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
  // A quote follows every text, so 8 bytes can always be read.
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

/** Whether the node's literal is at `p`. */
@inline export function matchesAt(node: u32, p: u32): bool {
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

/** The same; makes a node of this role if there is none. 0 if there is no space for it. */
export function nodeOf(parent: u32, text: u32, length: u32, role: u32): u32 {
  const known = find(parent, text, length)
  if (known != 0) return known
  if (nodes >= maxNodes || length > maxNameLength) return 0
  if (nodes * 2 >= slots) {
    markMemoryLow()
    return 0
  }
  const at = slot
  const node = allocateInPlace(nodeSize + length + 48)
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

// A set of pairs of nodes: a question or member and its follower, or a question and the form that asked it. The host reads all
// of it at the end.
export let pairTable: u32 = 0
export let pairSlots: u32 = 0
let pairs: u32 = 0

/** Whether this many more pairs fit. */
export function fitsPairs(more: u32): bool {
  if ((pairs + more) * 2 <= pairSlots) return true
  markMemoryLow()
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
