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
import type { Ordered } from '../table/order.ts'
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
    // The host decides about ids that have no node.
    const wanted = id.isWellFormed() ? node(form + 1, id, roles.value) : 0
    if (wanted === 0) continue
    engine.bytes()[wanted + wantedAt] = 1
    forms.set(id, wanted)
  }
  if (ids) {
    const passed = root('ids to pass on', roles.nested)
    const nodes = Array.from(ids, (id) => node(passed, id, roles.value))
    exports.setIdsToPass(passed, nodes.includes(0))
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

/** What a node stands for: a column, a question, or a headline or type of a question. */
type NodeTarget =
  | { readonly column: Column; readonly ordered?: Member }
  | { readonly question: QuestionColumns; readonly ordered: QuestionColumns }
  | { readonly value: string; readonly of: QuestionColumns; readonly isHeadline: boolean }

/** Assigns columns to the nodes of the tree, and copies what the engine noted back to the columns and questions. */
export function makeNodeTable(engine: Engine, roots: Roots, columns: Columns) {
  const { exports, words, bytes, textOf } = engine
  const targets = new Map<number, NodeTarget>()
  const parentOf = (node: number): number => words()[node / 4] ?? 0
  const questionOf = (node: number): QuestionColumns | undefined => {
    const target = targets.get(node)
    return target && 'question' in target ? target.question : undefined
  }

  const targetOf = (node: number): NodeTarget | undefined => {
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

  const readBackNode = (node: number, target: NodeTarget): void => {
    const memory = words()
    if ('value' in target) {
      if (!target.isHeadline) target.of.types.add(target.value)
      const at = timeOf(bytes(), node + timeAt)
      // Without a time, all was noted when the record was parsed.
      if (at === '') return
      if (target.isHeadline) noteHeadline(target.of, target.value, at)
      else noteText(target.of.type, target.value, at)
      return
    }
    if ('column' in target) target.column.seenTypes |= memory[(node + heldAt) / 4] ?? 0
    const seen = target.ordered?.seen
    if (seen) seen.place = Math.max(seen.place, memory[(node + placeAt) / 4] ?? 0)
  }

  /** Copies that `b` followed `a`, or that the form `b` asked the question `a`. */
  const readBackPair = (a: number, b: number): void => {
    const [one, other] = [targets.get(a), targets.get(b)]
    if (!one) return
    if (!other) {
      if ('question' in one && parentOf(b) === roots.form + 1) noteForm(one.question, textOf(b))
    } else if (!('value' in one) && !('value' in other) && one.ordered && other.ordered) {
      // Both are questions, or members of one.
      const { seen } = one.ordered as Ordered<object>
      seen.followers.add(other.ordered)
    }
  }

  return {
    /** Assigns columns to the nodes of the last record, which has just been collected. */
    registerNames: () => {
      for (let at = exports.pending.value; at < exports.pendingEnd.value; at += 4) {
        const node = words()[at / 4] ?? 0
        const target = targets.get(node) ?? targetOf(node)
        if (!target) continue
        targets.set(node, target)
        words()[(node + columnAt) / 4] = 'column' in target ? target.column.number + 1 : 1
      }
    },
    /** Copies what the engine noted so far. */
    readBack: () => {
      for (const [node, target] of targets) readBackNode(node, target)
      const memory = words()
      const begin = exports.pairTable.value / 4
      for (let at = begin; at < begin + 2 * exports.pairSlots.value; at += 2) {
        const [b = 0, a = 0] = [memory[at], memory[at + 1]]
        if (a !== 0) readBackPair(a, b)
      }
    },
  }
}

/** A time that is stored as three big-endian numbers; '' if there is no time. */
function timeOf(bytes: Uint8Array, at: number): string {
  let text = ''
  for (let i = 0; i < 24; i++) {
    const byte = bytes[at + (i & ~7) + 7 - (i & 7)] ?? 0
    if (byte !== 0) text += String.fromCharCode(byte)
  }
  return text
}
