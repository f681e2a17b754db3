import type { Batches, RawRecord } from '../../record/records.ts'
import type { JsonObject } from '../../form/value.ts'
import {
  cellText,
  choicesOf,
  describing,
  hasMembers,
  isEntry,
  isRow,
  type Entry,
  listOf,
  mainMembers,
  masked,
  redactedChoices,
  saysOther,
  splitParts,
  withOther,
} from '../answers.ts'
import { columnsOfMember, type Kind } from '../columns.ts'
import {
  mask,
  redactText,
  stricterOf,
  type Hash,
  type Members,
  type Redacted,
  type RedactStyle,
} from './redact.ts'

type QuestionRules = {
  readonly members: Members
  readonly entryMembers: Members
  /** Options that are left out of the lists of a member, by its name. */
  readonly dropped: Map<string, ReadonlySet<string>>
  readonly rows: Members
  /** For entries that do not have the shape of answers. */
  strictest: RedactStyle
  /** Whether every member is dropped, and so the whole entry. */
  isDropped: boolean
}

type Names = ReadonlyMap<string, RedactStyle>

/** How each member of a record is redacted, by its place. */
type Rules = Pick<Redacted, 'names' | 'namesInAnswers'> & {
  readonly of: Readonly<Record<Kind, Members>>
  readonly questions: ReadonlyMap<string, QuestionRules>
  readonly redact: (how: RedactStyle, value: unknown) => unknown
}

/**
 * Makes a function that redacts a record: values of redacted columns; members of any shape that repeat a redacted answer under
 * the id or a headline of its question or a given name; and answers nested in other members. Everything else stays unchanged.
 */
export function recordRedactor(redacted: Redacted, hash: Hash | undefined): (record: RawRecord) => RawRecord {
  const rules = rulesOf(redacted, hash)
  return (record) =>
    changed(record, (name, value) => {
      if (name === 'data' && Array.isArray(value)) return entriesOf(value, rules)
      const kind = name === 'meta' ? 'meta' : name === 'personAttributes' ? 'person' : undefined
      if (kind === undefined || !hasMembers(value)) return memberOf(rules.of.record.get(name), value, rules)
      return changed(value, (member, held) => memberOf(rules.of[kind].get(member), held, rules))
    })
}

export async function* mapBatches(batches: Batches, redact: (record: RawRecord) => RawRecord): Batches {
  for await (const batch of batches) yield batch.map(redact)
}

function rulesOf({ columns, lists, ...names }: Redacted, hash: Hash | undefined): Rules {
  const of = { record: new Map(), meta: new Map(), person: new Map() }
  const questions = new Map<string, QuestionRules>()
  for (const [{ holds }, how] of columns) {
    if (holds.kind !== 'answer') {
      of[holds.kind].set(holds.name, how)
      continue
    }
    const { member, option } = holds
    const { question, name } = member
    const isOfRow = option !== undefined && name === 'rows'
    // A single option has no member of its own in a record: only its column is left out.
    if (
      option !== undefined &&
      !isOfRow &&
      (lists.has(member) || columnsOfMember(member).some((one) => !columns.has(one)))
    )
      continue
    const asked = questions.get(question.name) ?? newRules(how)
    for (const id of [question.name, ...question.mergedIds]) questions.set(id, asked)
    const isOfEntry = question.entryMembers.get(name) === member
    if (isOfRow) asked.rows.set(option, how)
    else (isOfEntry ? asked.entryMembers : asked.members).set(name, how)
    asked.dropped.set(name, lists.get(member) ?? none)
    asked.strictest = stricterOf(how, asked.strictest)
    asked.isDropped = [...question.members.values(), ...question.entryMembers.values()]
      .flatMap(columnsOfMember)
      .every((column) => columns.get(column) === 'drop')
  }
  return { ...names, of, questions, redact: redactingBy(columns.values(), hash) }
}

const newRules = (how: RedactStyle): QuestionRules => ({
  members: new Map(),
  entryMembers: new Map(),
  dropped: new Map(),
  rows: new Map(),
  strictest: how,
  isDropped: false,
})

const none: ReadonlySet<string> = new Set()

/** Makes a function that redacts a value as its cell would show it, a list option by option; undefined: left out. */
function redactingBy(styles: Iterable<RedactStyle>, hash: Hash | undefined): Rules['redact'] {
  const redacts = new Map(Array.from(new Set(styles), (how) => [how, redactText(how, hash)]))
  return (how, value) => {
    const redact = redacts.get(how) ?? redactText(how, hash)
    if (!redact) return undefined
    if (value === null) return null
    const choices = Array.isArray(value) ? choicesOf(value) : undefined
    return choices ? listOf(redactedChoices(choices, redact)) : redact(cellText(value))
  }
}

type Change = (name: string, value: unknown) => unknown

/** Maps members in their order and removes those that become undefined; returns the same object if none changes. */
function changed(members: JsonObject, change: Change): JsonObject {
  const names = Object.keys(members)
  let left: Record<string, unknown> | undefined
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? ''
    const value = change(name, members[name])
    if (left === undefined) {
      if (value === members[name]) continue
      left = {}
      for (const before of names.slice(0, i)) put(left, before, members[before])
    }
    if (value !== undefined) put(left, name, value)
  }
  return left ?? members
}

function put(members: Record<string, unknown>, name: string, value: unknown): void {
  // An assignment would set the prototype.
  if (name === '__proto__') Object.defineProperty(members, name, { value, ...ordinary })
  else members[name] = value
}

const ordinary = { enumerable: true, configurable: true, writable: true }

const memberOf = (how: RedactStyle | undefined, value: unknown, rules: Rules): unknown =>
  how === undefined ? cleaned(value, rules, rules.names) : rules.redact(how, value)

function entriesOf(entries: readonly unknown[], rules: Rules): readonly unknown[] {
  const how = rules.of.record.get('data')
  return entries
    .map((entry) => (isEntry(entry) ? entryOf(entry, rules) : memberOf(how, entry, rules)))
    .filter((entry) => entry !== undefined)
}

function entryOf(entry: Entry, rules: Rules): JsonObject | undefined {
  const asked = rules.questions.get(entry.questionId)
  if (asked?.isDropped) return undefined
  return changed(entry, (name, value) => {
    if (name === 'questionId') return value
    if (name === 'response') return answerOf(entry.response, asked, rules)
    return memberOf(asked?.entryMembers.get(name) ?? rules.names.get(name), value, rules)
  })
}

function answerOf(given: JsonObject, asked: QuestionRules | undefined, rules: Rules): JsonObject {
  const isMasked = (name: string): boolean => asked?.members.get(name) === 'mask'
  const { selectedOther, other } = given
  // A mask of `selectedOther` does not say whether "Other" was chosen: without a text beside it, only its place among the options does.
  const needsPlace =
    isMasked('selectedOther') &&
    mainMembers.some(isMasked) &&
    saysOther(selectedOther) &&
    cellText(other) === '' &&
    mask(cellText(selectedOther)) === masked
  return changed(needsPlace ? withOther(given) : given, (name, value) => {
    if (typeof value === 'string' && describing.includes(name)) return value
    const how = asked?.members.get(name) ?? rules.namesInAnswers.get(name)
    if (asked && asked.rows.size > 0 && splitParts(name, value)) return rowsOf(value, asked.rows, rules)
    if (how === undefined) return cleaned(value, rules, rules.namesInAnswers)
    const dropped = asked?.dropped.get(name) ?? none
    // A text is the one chosen option.
    if (typeof value === 'string' && dropped.has(value)) return undefined
    // A hash of false would count as an option that somebody typed, and one of true as another one than "Other".
    if (name === 'selectedOther' && typeof value === 'boolean' && how === 'hash')
      return value ? rules.redact(how, 'Other') : value
    return rules.redact(how, withoutOptions(value, dropped))
  })
}

/** The rows of a Matrix with redacted values. */
const rowsOf = (value: unknown, rows: Members, rules: Rules): unknown =>
  [value].flat().flatMap((entry) => {
    const how = isRow(entry) ? rows.get(entry.row) : undefined
    if (!isRow(entry) || how === undefined) return [cleaned(entry, rules, rules.namesInAnswers)]
    return how === 'drop' ? [] : [{ ...entry, value: rules.redact(how, entry['value']) }]
  })

const withoutOptions = (value: unknown, dropped: ReadonlySet<string>): unknown =>
  dropped.size === 0 || !Array.isArray(value)
    ? value
    : value.filter((option: unknown) => !dropped.has(String(hasMembers(option) ? option['key'] : option)))

/** Redacts whatever repeats a redacted answer in a value of unknown shape. */
function cleaned(value: unknown, rules: Rules, names: Names): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const left = value.map((part) => cleaned(part, rules, names)).filter((part) => part !== undefined)
    return left.length === value.length && left.every((part, i) => part === value[i]) ? value : left
  }
  if (!hasMembers(value)) return value
  const { questionId } = value
  const asked = typeof questionId === 'string' ? rules.questions.get(questionId) : undefined
  if (asked && isEntry(value)) return entryOf(value, rules)
  if (asked?.isDropped) return undefined
  return changed(value, (name, held) => {
    if (name === 'questionId' && asked) return held
    const how = asked?.strictest ?? names.get(name)
    return how === undefined ? cleaned(held, rules, names) : rules.redact(how, held)
  })
}
