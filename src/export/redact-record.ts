import type { RawRecord } from '../record/records.ts'
import type { Keyed } from '../form/value.ts'
import type { Column, Columns } from './columns.ts'
import type { Kind } from './fixed-columns.ts'
import { describing, hasMembers, isEntry, type Entry } from './merge-entries.ts'
import { isInAnswer, rulesOf, type Members, type RecordRedaction, type Rules } from './redact-rules.ts'

/**
 * Redacts whole records: what a table has of them as redacted cells, at its place in the record. Answers that a member of
 * another shape repeats, by the id or any title of their question or by the name that was given, are redacted there, too.
 * Undefined: nothing is redacted.
 */
export function recordRedactor(
  columns: Columns,
  redaction: RecordRedaction,
): ((record: RawRecord) => RawRecord) | undefined {
  if (redaction.names.size === 0) return undefined
  const rules = rulesOf(columns, redaction)
  return (record) => changed(record, (name, value) => recordMember({ name, value }, rules))
}

function recordMember({ name, value }: Member, rules: Rules): unknown {
  if (name === 'data' && Array.isArray(value)) return entriesOf(value, rules)
  const owner = owners.get(name)
  if (!owner || !hasMembers(value)) return memberOf(rules.of.record, { name, value }, rules)
  return changed(value, (member, held) => memberOf(rules.of[owner], { name: member, value: held }, rules))
}

/**
 * Redacts what cells hold that are not redacted as a whole, as `recordRedactor` does at their place in the record.
 * Undefined: nothing is redacted.
 */
export function valueRedactor(
  columns: Columns,
  redaction: RecordRedaction,
): ((column: Column) => (value: unknown) => unknown) | undefined {
  if (redaction.names.size === 0) return undefined
  const rules = rulesOf(columns, redaction)
  return (column) => {
    const names = isInAnswer(column) ? rules.namesInAnswers : rules.names
    return (value) => cleaned(value, rules, names)
  }
}

const owners = new Map<string, Kind>([
  ['meta', 'meta'],
  ['personAttributes', 'person'],
])

type Change = (name: string, value: unknown) => unknown

/** The same members in the same order, but those of which nothing is left; the very object where none changed. */
function changed(members: Keyed, change: Change): Keyed {
  const names = Object.keys(members)
  let isChanged = false
  const values = names.map((name) => {
    const value = change(name, members[name])
    if (value !== members[name]) isChanged = true
    return value
  })
  if (!isChanged) return members
  const left: Record<string, unknown> = {}
  for (const [i, name] of names.entries()) {
    if (values[i] === undefined) continue
    // As a literal would set the prototype.
    if (name === '__proto__') Object.defineProperty(left, name, { value: values[i], ...ordinary })
    else left[name] = values[i]
  }
  return left
}

const ordinary = { enumerable: true, configurable: true, writable: true }

type Member = { readonly name: string; readonly value: unknown }

function memberOf(members: Members, { name, value }: Member, rules: Rules): unknown {
  const how = members.get(name)
  return how === undefined ? cleaned(value, rules, rules.names) : rules.redact(how, value)
}

function entriesOf(entries: readonly unknown[], rules: Rules): readonly unknown[] {
  const how = rules.of.record.get('data')
  return entries
    .map((entry) => {
      if (isEntry(entry)) return entryOf(entry, rules)
      return how === undefined ? cleaned(entry, rules, rules.names) : rules.redact(how, entry)
    })
    .filter((entry) => entry !== undefined)
}

function entryOf(entry: Entry, rules: Rules): Keyed | undefined {
  const asked = rules.questions.get(entry.questionId)
  if (asked?.isDropped) return undefined
  return changed(entry, (name, value) => {
    if (name === 'questionId') return value
    if (name !== 'response') {
      const how = asked?.entryMembers.get(name) ?? rules.names.get(name)
      return how === undefined ? cleaned(value, rules, rules.names) : rules.redact(how, value)
    }
    return changed(entry.response, (member, held) => {
      if (typeof held === 'string' && describing.includes(member)) return held
      const how = asked?.members.get(member) ?? rules.namesInAnswers.get(member)
      return how === undefined ? cleaned(held, rules, rules.namesInAnswers) : rules.redact(how, held)
    })
  })
}

/** A value of no known shape, without what repeats something that is redacted, as its names tell. */
function cleaned(value: unknown, rules: Rules, names: Members): unknown {
  if (Array.isArray(value))
    return value.map((part) => cleaned(part, rules, names)).filter((part) => part !== undefined)
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
