import { identityKeys } from '../form/identity-keys.ts'
import type { RawRecord } from '../form/raw-record.ts'
import type { Keyed } from '../form/value.ts'
import { cellText, choicesOf } from './cell-text.ts'
import type { Column, Columns, Question } from './columns.ts'
import { isFixed, type Kind } from './fixed-columns.ts'
import { titleOf } from './header.ts'
import { listOf } from './lists.ts'
import { describing, hasMembers, isEntry, type Entry } from './merge-entries.ts'
import { redactText, strictestOf, type Hash, type RedactStyle } from './redact.ts'

/** What is redacted: columns, and the names by which they were given. */
export type RecordRedaction = {
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  readonly names: ReadonlyMap<string, RedactStyle>
  readonly hash?: Hash
}

type Members = Map<string, RedactStyle>

/** What becomes of the answers to a question. */
type Asked = {
  readonly members: Members
  readonly entryMembers: Members
  /** Of entries of another shape than answers have. */
  strictest: RedactStyle
  /** Whether nothing of it is to be left, not even that it was answered. */
  isDropped: boolean
}

type Rules = {
  readonly of: Readonly<Record<Kind, Members>>
  readonly questions: Map<string, Asked>
  /** What bears one of these names in a value of no known shape is redacted, too. */
  readonly names: Members
  readonly redact: (how: RedactStyle, value: unknown) => unknown
}

/**
 * Redacts whole records: what a table has of them as redacted cells, at its place in the record. Answers that a member of
 * another shape repeats, by the id or the title of their question or by the name that was given, are redacted there, too.
 * Undefined: nothing is redacted.
 */
export function recordRedactor(
  columns: Columns,
  redaction: RecordRedaction,
): ((record: RawRecord) => RawRecord) | undefined {
  if (redaction.names.size === 0) return undefined
  const rules = rulesOf(columns, redaction)
  return (record) =>
    changed(record, (name, value) => {
      if (name === 'data' && Array.isArray(value)) return entriesOf(value, rules)
      const owner = owners.get(name)
      if (!owner || !hasMembers(value)) return ownMember('record', { name, value }, rules)
      return changed(value, (member, held) => ownMember(owner, { name: member, value: held }, rules))
    })
}

const owners = new Map<string, Kind>([
  ['meta', 'meta'],
  ['personAttributes', 'person'],
])

function rulesOf(columns: Columns, { redacted, names, hash }: RecordRedaction): Rules {
  const rules: Rules = {
    of: { record: new Map(), meta: new Map(), person: new Map() },
    questions: new Map(),
    names: new Map(names),
    redact: redactingBy(hash),
  }
  for (const [{ holds }, how] of redacted) {
    if (holds.kind !== 'answer') {
      rules.of[holds.kind].set(holds.name, how)
      continue
    }
    const { question, name } = holds.member
    const asked = askedIn(rules.questions, question.name, how)
    const isOfEntry = question.entryMembers.get(name) === holds.member
    ;(isOfEntry ? asked.entryMembers : asked.members).set(name, how)
  }
  for (const question of columns.questions()) noteWhole(rules, question, redacted)
  return rules
}

function askedIn(questions: Map<string, Asked>, id: string, how: RedactStyle): Asked {
  const known = questions.get(id)
  const asked = known ?? { members: new Map(), entryMembers: new Map(), strictest: how, isDropped: false }
  asked.strictest = strictestOf([asked.strictest, how])
  questions.set(id, asked)
  return asked
}

/** Of a question that is redacted as a whole, its id and its title name what is redacted. */
function noteWhole(
  { questions, names }: Rules,
  question: Question,
  redacted: ReadonlyMap<Column, RedactStyle>,
): void {
  const asked = questions.get(question.name)
  const members = [...question.members.values(), ...question.entryMembers.values()]
  const hows = members.map(({ column }) => column && redacted.get(column))
  if (!asked || hows.includes(undefined)) return
  asked.isDropped = hows.every((how) => how === 'drop')
  for (const name of [question.name, question.headline, titleOf(question)])
    if (name !== '') names.set(name, strictestOf([asked.strictest, names.get(name) ?? asked.strictest]))
}

/** The same value as its cell would hold, as JSON; undefined: it is left out. */
function redactingBy(hash: Hash | undefined): Rules['redact'] {
  return (how, value) => {
    const redact = redactText(how, hash)
    if (!redact) return undefined
    if (value === null) return null
    const choices = Array.isArray(value) ? choicesOf(value) : undefined
    if (!choices) return redact(cellText(value))
    const options = choices.options.map(({ name, isChosen }) => ({ name: redact(name), isChosen }))
    return listOf({ ...choices, options })
  }
}

type Change = (name: string, value: unknown) => unknown

/** The same members in the same order, but those of which nothing is left. */
const changed = (members: Keyed, change: Change): Keyed =>
  Object.fromEntries(
    Object.keys(members).flatMap((name) => {
      const value = change(name, members[name])
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

type Member = { readonly name: string; readonly value: unknown }

/** Of a member that the contract names, its name tells what it is; any other may repeat an answer. */
function ownMember(kind: Kind, { name, value }: Member, rules: Rules): unknown {
  const how = rules.of[kind].get(name) ?? (isFixed(kind, name) ? undefined : rules.names.get(name))
  return how === undefined ? cleaned(value, rules, isAnyName) : rules.redact(how, value)
}

function memberOf(members: Members, { name, value }: Member, rules: Rules): unknown {
  const how = members.get(name)
  return how === undefined ? cleaned(value, rules, isAnyName) : rules.redact(how, value)
}

function entriesOf(entries: readonly unknown[], rules: Rules): readonly unknown[] {
  const how = rules.of.record.get('data')
  return entries
    .map((entry) => {
      if (isEntry(entry)) return entryOf(entry, rules)
      return how === undefined ? cleaned(entry, rules, isAnyName) : rules.redact(how, entry)
    })
    .filter((entry) => entry !== undefined)
}

function entryOf(entry: Entry, rules: Rules): Keyed | undefined {
  const asked = rules.questions.get(entry.questionId)
  if (asked?.isDropped) return undefined
  return changed(entry, (name, value) => {
    if (name === 'questionId') return value
    if (name !== 'response') return memberOf(asked?.entryMembers ?? new Map(), { name, value }, rules)
    return changed(entry.response, (member, held) => {
      if (typeof held === 'string' && describing.includes(member)) return held
      const how = asked?.members.get(member)
      return how === undefined ? cleaned(held, rules, isIdentityKey) : rules.redact(how, held)
    })
  })
}

const identities = new Set<string>(identityKeys)
const isIdentityKey = (name: string): boolean => identities.has(name)
const isAnyName = (): boolean => true

/** A value of no known shape, without what repeats something that is redacted; of an answer, only identities are known. */
function cleaned(value: unknown, rules: Rules, isNamed: (name: string) => boolean): unknown {
  if (Array.isArray(value))
    return value.map((part) => cleaned(part, rules, isNamed)).filter((part) => part !== undefined)
  if (!hasMembers(value)) return value
  const { questionId } = value
  const asked = typeof questionId === 'string' ? rules.questions.get(questionId) : undefined
  if (asked && isEntry(value)) return entryOf(value, rules)
  if (asked?.isDropped) return undefined
  return changed(value, (name, held) => {
    if (name === 'questionId' && asked) return held
    const how = asked?.strictest ?? (isNamed(name) ? rules.names.get(name) : undefined)
    return how === undefined ? cleaned(held, rules, isNamed) : rules.redact(how, held)
  })
}
