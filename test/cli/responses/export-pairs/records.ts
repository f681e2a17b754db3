import { createHmac } from 'node:crypto'
import type { ExportOptions } from './options.ts'
import { masked, shownOptions } from './model-columns.ts'
import { readOf } from './oracle.ts'
import type { DatasetEntry, DatasetRecord } from './dataset.ts'

/** The records that JSON and NDJSON are to hold, by the plainest means. */
export const recordsOf = (records: readonly DatasetRecord[], options: ExportOptions): readonly unknown[] =>
  readOf(records, options)
    .filter((record) => options.where.every((holds) => holds(record)))
    .map((record) => redacted(record, options))

function redacted(record: DatasetRecord, options: ExportOptions): unknown {
  const { data, meta, personAttributes, ...own } = record
  const of = (members: object): object =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, value]) => memberOf({ column: name, name, value }, options)),
    )
  // In the order of the dataset's records.
  return {
    ...of(own),
    data: data.flatMap((entry) => entryOf(entry, options)),
    meta: of(meta),
    personAttributes: of(personAttributes),
  }
}

function entryOf({ questionId, response }: DatasetEntry, options: ExportOptions): readonly unknown[] {
  if (['value', 'selected', 'choices', 'files'].some((name) => name in response))
    if (options.redactions.get(questionId) === 'drop') return []
  const members = Object.entries(response).flatMap(([name, value]) => {
    const isMain = ['value', 'selected', 'choices', 'files'].includes(name)
    return memberOf({ column: isMain ? questionId : `${questionId}.${name}`, name, value }, options)
  })
  return [{ questionId, response: Object.fromEntries(members) }]
}

type Member = { readonly column: string; readonly name: string; readonly value: unknown }

function memberOf(
  { column, name, value }: Member,
  { redactions, hashKey }: ExportOptions,
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
