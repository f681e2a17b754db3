import { createHmac } from 'node:crypto'
import type { Look } from './look.ts'
import { masked, shownOptions } from './model-columns.ts'
import { readOf } from './oracle.ts'
import type { WorldEntry, WorldRecord } from './world.ts'

/** The records that JSON and NDJSON are to hold, by the plainest means. */
export const recordsOf = (records: readonly WorldRecord[], look: Look): readonly unknown[] =>
  readOf(records, look)
    .filter((record) => look.where.every((holds) => holds(record)))
    .map((record) => redacted(record, look))

function redacted(record: WorldRecord, look: Look): unknown {
  const { data, meta, personAttributes, ...own } = record
  const of = (members: object): object =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, value]) => memberOf({ column: name, name, value }, look)),
    )
  // In the order of the world's records.
  return {
    ...of(own),
    data: data.flatMap((entry) => entryOf(entry, look)),
    meta: of(meta),
    personAttributes: of(personAttributes),
  }
}

function entryOf({ questionId, response }: WorldEntry, look: Look): readonly unknown[] {
  if (['value', 'selected', 'choices', 'files'].some((name) => name in response))
    if (look.redactions.get(questionId) === 'drop') return []
  const members = Object.entries(response).flatMap(([name, value]) => {
    const isMain = ['value', 'selected', 'choices', 'files'].includes(name)
    return memberOf({ column: isMain ? questionId : `${questionId}.${name}`, name, value }, look)
  })
  return [{ questionId, response: Object.fromEntries(members) }]
}

type Member = { readonly column: string; readonly name: string; readonly value: unknown }

function memberOf(
  { column, name, value }: Member,
  { redactions, hashKey }: Look,
): readonly (readonly [string, unknown])[] {
  const how = redactions.get(column)
  if (how === undefined) return [[name, value]]
  if (how === 'drop') return []
  const hidden = (text: string): string =>
    how === 'hash' ? createHmac('sha256', hashKey).update(text).digest('hex') : masked(text)
  const options = shownOptions(value, { redact: hidden, isRedacted: true })
  if (!options) return [[name, hidden(String(value))]]
  const isOfTexts = (value as readonly unknown[]).every((one) => typeof one === 'string')
  return [
    [name, options.map((option) => (isOfTexts ? option.name : { key: option.name, value: option.isChosen }))],
  ]
}
