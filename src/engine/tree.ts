import type { RecordFilter } from '../record/records.ts'
import { noteForm, noteText } from '../table/questions.ts'
import {
  type Column,
  type Columns,
  type Member,
  type QuestionColumns,
  noteHeadline,
} from '../table/columns.ts'
import { splitMembers } from '../table/answers.ts'
import { noteFollower, type Ordered } from '../table/order.ts'
import { heldAt, roles, type Engine } from './instance.ts'

/** The initial nodes. */
export type Roots = {
  readonly record: number
  readonly meta: number
  readonly person: number
  readonly form: number
  /** The chosen forms, by id. */
  readonly forms: ReadonlyMap<string, number>
}

/** What the engine writes of a record: a line, or a row of cells. */
type Style = {
  readonly isLines?: boolean
  /** Whether lists of choices become texts. */
  readonly joins?: boolean
  /** Whether they stay JSON and are joined later. */
  readonly joinsLater?: boolean
  /** Whether rows end with a cell that holds their record. */
  readonly keepsRecord?: boolean
}

/** Makes the initial nodes, for rows or for lines. */
export function makeRoots(
  engine: Engine,
  { formIds, since, until, ids }: RecordFilter,
  { isLines = false, joins = false, joinsLater = false, keepsRecord = false }: Style,
): Roots {
  const { exports, node } = engine
  const root = (name: string, role: number): number => node(0, name, role)
  const record = root('record', isLines ? roles.nested : roles.record)
  // Lines need only the members that a filter compares.
  const isWatched = [formIds, since, until, ids].some((part) => part !== undefined) || !isLines
  const below = (name: string, role: number): number => node(record, name, role)
  const form = isWatched ? below('formId', roles.form) : 0
  if (isWatched) below('createdAt', roles.created)
  below('id', roles.id)
  below('updatedAt', roles.updated)
  below('finished', roles.finished)
  const [questions, entry] = [root('questions', roles.nested), root('entry', roles.entry)]
  if (!isLines) {
    below('dataUpdatedAt', roles.time)
    below('data', roles.data)
    node(entry, 'questionId', roles.questionId)
    node(entry, 'response', roles.response)
    const [ofQuestion, ofOption] = [root('of question', roles.nested), root('of option', roles.nested)]
    for (const name of ['headline', 'type']) node(ofQuestion, name, roles.text)
    node(ofQuestion, 'componentShapeVersion', roles.version)
    for (const name of [...splitMembers, 'selectedOther']) node(ofQuestion, name, roles.split)
    node(ofOption, 'key', roles.key)
    node(ofOption, 'value', roles.tick)
    node(ofOption, 'other', roles.split)
    exports.setTemplates(ofQuestion, ofOption)
  }
  const meta = isLines ? 0 : below('meta', roles.members)
  const person = isLines ? 0 : below('personAttributes', roles.members)
  exports.setRoots(record, questions, entry)
  exports.setStyle(isLines, joins, joinsLater, keepsRecord)
  const forms = new Map<string, number>()
  for (const id of formIds ?? []) {
    // The host decides on ids that have no node.
    const wanted = id.isWellFormed() ? node(form + 1, id, roles.value) : 0
    if (wanted === 0) continue
    engine.bytes()[wanted + wantedAt] = 1
    forms.set(id, wanted)
  }
  if (ids) {
    const asked = root('asked ids', roles.nested)
    const nodes = Array.from(ids, (id) => node(asked, id, roles.value))
    exports.setAskedIds(asked, nodes.includes(0))
  }
  exports.setChoice(formIds !== undefined, timeIn(engine, since), timeIn(engine, until))
  return { record, meta, person, form, forms }
}

/** Stores a moment as a text of 24 bytes that sorts among instants; returns its place, 0 for none. */
function timeIn({ exports, bytes }: Engine, moment: number | undefined): number {
  if (moment === undefined) return 0
  const text = new Date(moment).toISOString()
  const at = exports.allocate(24)
  // Years of more than four digits have a sign.
  new TextEncoder().encodeInto(
    text.length === 24 ? text : text.startsWith('-') ? '' : '~',
    bytes().subarray(at, at + 24),
  )
  return at
}

// Offsets into a node: see assembly/tree.ts.
const [roleAt, wantedAt, columnAt, placeAt, timeAt] = [8, 9, 12, 32, 32]

/** The column, question or text of a node. */
type Meaning =
  | { readonly column: Column; readonly ordered?: Member }
  | { readonly question: QuestionColumns; readonly ordered: QuestionColumns }
  | { readonly value: string; readonly of: QuestionColumns; readonly isHeadline: boolean }

/** Assigns columns to the nodes of the tree, and copies what the engine noted back to these. */
export function makeMeanings(engine: Engine, roots: Roots, columns: Columns) {
  const { exports, words, bytes, textOf } = engine
  const meanings = new Map<number, Meaning>()
  const parentOf = (node: number): number => words()[node / 4] ?? 0
  const questionOf = (node: number): QuestionColumns | undefined => {
    const meaning = meanings.get(node)
    return meaning && 'question' in meaning ? meaning.question : undefined
  }

  const meaningOf = (node: number): Meaning | undefined => {
    const [name, parent, role] = [textOf(node), parentOf(node), bytes()[node + roleAt]]
    if (role === roles.question) {
      const question = columns.question(name)
      return { question, ordered: question }
    }
    if (role === roles.value) {
      const member = parent - 1
      const of = questionOf(parentOf(member))
      return of && { value: name, of, isHeadline: textOf(member) === 'headline' }
    }
    if (parent === roots.record || parent === roots.meta || parent === roots.person) {
      const kind = parent === roots.record ? 'record' : parent === roots.meta ? 'meta' : 'person'
      return { column: columns.of(kind, name) }
    }
    const isExtra = role === roles.extra
    const question = questionOf(isExtra ? parent - 1 : parent)
    if (!question) return undefined
    const member = isExtra ? columns.entryMember(question, name) : columns.member(question, name)
    return { column: columns.whole(member), ...(!isExtra && { ordered: member }) }
  }

  const recall = (node: number, meaning: Meaning): void => {
    const memory = words()
    if ('value' in meaning) {
      if (!meaning.isHeadline) meaning.of.types.add(meaning.value)
      const at = timeOf(bytes(), node + timeAt)
      // Without a time, the plain way has noted all.
      if (at === '') return
      if (meaning.isHeadline) noteHeadline(meaning.of, meaning.value, at)
      else noteText(meaning.of.type, meaning.value, at)
      return
    }
    if ('column' in meaning) meaning.column.seenTypes |= memory[(node + heldAt) / 4] ?? 0
    const seen = meaning.ordered?.seen
    if (seen) seen.place = Math.max(seen.place, memory[(node + placeAt) / 4] ?? 0)
  }

  const recallPair = (a: number, b: number): void => {
    const [one, other] = [meanings.get(a), meanings.get(b)]
    if (!one) return
    if (other) noteFollowerOf(one, other)
    else if ('question' in one && parentOf(b) === roots.form + 1) {
      noteForm(one.question, textOf(b))
    }
  }

  return {
    /** Assigns columns to the nodes of the last record, which has just been collected. */
    learn: () => {
      for (let at = exports.pending.value; at < exports.pendingEnd.value; at += 4) {
        const node = words()[at / 4] ?? 0
        const meaning = meanings.get(node) ?? meaningOf(node)
        if (!meaning) continue
        meanings.set(node, meaning)
        words()[(node + columnAt) / 4] = 'column' in meaning ? meaning.column.number + 1 : 1
      }
    },
    recall: () => {
      for (const [node, meaning] of meanings) recall(node, meaning)
      const memory = words()
      const begin = exports.pairTable.value / 4
      for (let at = begin; at < begin + 2 * exports.pairSlots.value; at += 2) {
        const [b = 0, a = 0] = [memory[at], memory[at + 1]]
        if (a !== 0) recallPair(a, b)
      }
    },
  }
}

function noteFollowerOf(one: Meaning, other: Meaning): void {
  if ('value' in one || 'value' in other || !one.ordered || !other.ordered) return
  // Both are questions, or members of one.
  noteFollower(one.ordered as Ordered<object>, other.ordered)
}

/** A time that is stored as three big-endian numbers; empty if there is none. */
function timeOf(bytes: Uint8Array, at: number): string {
  let text = ''
  for (let i = 0; i < 24; i++) {
    const byte = bytes[at + (i & ~7) + 7 - (i & 7)] ?? 0
    if (byte !== 0) text += String.fromCharCode(byte)
  }
  return text
}
