import { createHmac } from 'node:crypto'
import type { ExportOptions } from './options.ts'
import type { DatasetRecord } from './dataset.ts'
import { personMembers, recordMembers } from '../../../support/record-columns.ts'

/** A column of the model. */
export type ModelColumn = {
  /** Its name by ids. */
  readonly id: string
  readonly name: string
  /** Of which question and member it is; absent of what a response holds beside answers. */
  readonly question?: string
  readonly member: string
  /** Of which list it is an option. */
  readonly list?: string
  readonly redact: (text: string) => string
  readonly cell: (record: DatasetRecord) => string
}

type Kind = {
  readonly id: string
  readonly question: string
  readonly member: string
  readonly headline: string
}

/** What is answered, in the order of the forms. */
const answered: readonly Kind[] = [
  ['name', 'value', 'Your name'],
  ['age', 'value', 'Age'],
  ['score', 'value', 'Score'],
  ['who', 'firstName', 'Contact: firstName'],
  ['who', 'emailAddress', 'Contact: emailAddress'],
  ['colours', 'choices', 'Colours'],
  ['tags', 'selected', 'Tags'],
  ['land', 'selected', 'Where from'],
  ['land', 'other', 'Where from: other'],
  ['note', 'value', 'Note'],
  ['age2', 'value', 'Age'],
  ['rate', 'value', 'Rate'],
  ['order', 'value', 'Order'],
  ['file', 'files', 'Files'],
  ['late', 'value', 'Late'],
  ['gone', 'value', 'gone'],
].map(([question = '', member = '', headline = '']) => ({
  id: headline.includes(':') ? `${question}.${member}` : question,
  question,
  member,
  headline,
}))

const lists: Readonly<Record<string, readonly string[]>> = {
  colours: ['red', 'green', 'blue; dark'],
  tags: ['x', 'y', 'z'],
  land: ['France', 'Germany'],
}
const times: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'dataUpdatedAt'])
const members = [...recordMembers, 'leadId']

const valueIn = (record: DatasetRecord, { question, member }: Kind): unknown =>
  record.data.find(({ questionId }) => questionId === question)?.response[member]

/** What a list tells of its options; undefined of what is no list of these. */
export function optionsOf(
  value: unknown,
): readonly { readonly name: string; readonly isChosen: boolean }[] | undefined {
  if (!Array.isArray(value)) return undefined
  const entries: readonly unknown[] = value
  return entries.every((one) => typeof one === 'string')
    ? entries.map((name) => ({ name, isChosen: true }))
    : entries.flatMap((one) =>
          typeof one === 'object' && one !== null && 'key' in one && 'value' in one
            ? [{ name: String(one.key), isChosen: one.value === true }]
            : [],
        ).length === 0
      ? undefined
      : (entries as readonly { key: string; value: boolean }[]).map(({ key, value: isChosen }) => ({
          name: key,
          isChosen,
        }))
}

/** Each in quotes if it holds a `;` itself. */
const joined = (names: readonly string[]): string =>
  names.map((name) => (name.includes(';') ? `"${name}"` : name)).join('; ')

/** An answer in one cell. */
export function textOf(value: unknown, { redact, isRedacted }: Redacting, { multi }: ExportOptions): string {
  const choices = shownOptions(value, { redact, isRedacted })
  if (choices && multi !== 'json')
    return joined(choices.filter(({ isChosen }) => isChosen).map(({ name }) => name))
  if (choices && isRedacted)
    return JSON.stringify(
      typeof (value as readonly unknown[])[0] === 'string'
        ? choices.map(({ name }) => name)
        : choices.map(({ name, isChosen }) => ({ key: name, value: isChosen })),
    )
  return value === undefined ? '' : redact(plain(value))
}

type Redacting = { readonly redact: (text: string) => string; readonly isRedacted?: boolean | undefined }

/** The options of a list as they are shown: of a redacted one those that were chosen, in an order that tells nothing. */
export function shownOptions(
  value: unknown,
  { redact, isRedacted }: Redacting,
): ReturnType<typeof optionsOf> {
  const choices = optionsOf(value)
  if (!choices || !isRedacted) return choices
  const names = choices.flatMap(({ name, isChosen }) => (isChosen ? [redact(name)] : []))
  return names.toSorted().map((name) => ({ name, isChosen: true }))
}

const plain = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const same = (text: string): string => text

/** A text as `mask` leaves it; the texts of the datasets begin with a letter. */
export function masked(text: string): string {
  if (text === '') return ''
  return text.length < 6 ? '•••' : `${text.slice(0, 1)}•••${text.includes('@') ? '@•••' : ''}`
}

function redacting(id: string, { redactions, hashKey }: ExportOptions): Redacting {
  const how = redactions.get(id)
  const hash = (text: string): string => createHmac('sha256', hashKey).update(text).digest('hex')
  const redact = how === 'hash' ? hash : how === 'mask' ? masked : undefined
  return redact ? { redact, isRedacted: true } : { redact: same }
}

/** The columns that records have together, as they are to be shown. */
export function shownOf(read: readonly DatasetRecord[], options: ExportOptions): readonly ModelColumn[] {
  const met = answered.filter(
    (kind) => options.kept.has(kind.id) || read.some((record) => valueIn(record, kind) !== undefined),
  )
  const all = [...members, ...personMembers].map((id) => ofResponse(id, options))
  const columns = [...all, ...met.flatMap((kind) => ofAnswer(kind, read, options))]
  const first = [...options.kept.keys()].flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const ordered = [...first, ...columns.filter((column) => !first.includes(column))]
  const left = ordered.filter(({ id, list = id }) => options.redactions.get(list) !== 'drop')
  if (options.columns === undefined) return left
  // The name of a list means the columns of its options.
  return options.columns.flatMap((id) => left.filter((column) => column.id === id || column.list === id))
}

function ofResponse(id: string, options: ExportOptions): ModelColumn {
  const { redact } = redacting(id, options)
  const valueOf = (record: DatasetRecord): unknown =>
    id === 'leadId'
      ? record.meta.leadId
      : personMembers.includes(id)
        ? record.personAttributes[id]
        : record[id as 'id']
  const name = id === 'leadId' ? 'meta.leadId' : personMembers.includes(id) ? `personAttributes.${id}` : id
  const zoned = options.zone && times.has(id) ? options.zone : same
  return { id, name, member: id, redact, cell: (record) => redact(zoned(plain(valueOf(record)))) }
}

/** Whether both forms, which ask for it under one headline, are among the records. */
export const isAgeShared = (read: readonly DatasetRecord[]): boolean =>
  new Set(read.map(({ formId }) => formId)).size > 1

function ofAnswer(
  kind: Kind,
  read: readonly DatasetRecord[],
  options: ExportOptions,
): readonly ModelColumn[] {
  const isShared = kind.headline === 'Age' && !options.kept.has('age') && isAgeShared(read)
  const nameOf = (id: string, headline: string): string =>
    options.headers === 'id' ? id : options.headers === 'both' || isShared ? `${headline} [${id}]` : headline
  const redacts = redacting(kind.id, options)
  const { id, question, member, headline } = kind
  // Columns would tell the options that a redaction is to hide.
  const choices = options.multi === 'columns' && !redacts.isRedacted ? lists[id] : undefined
  if (choices === undefined)
    return [
      {
        id,
        question,
        member,
        ...redacts,
        name: options.kept.get(id) ?? nameOf(id, headline),
        cell: (record) => textOf(valueIn(record, kind), redacts, options),
      },
    ]
  return choices.map((option) => ({
    id: `${id}.${option}`,
    list: id,
    question,
    member,
    redact: redacts.redact,
    name: nameOf(`${id}.${option}`, `${headline}: ${option}`),
    cell: (record) => {
      const value = valueIn(record, kind)
      const named = optionsOf(typeof value === 'string' ? [value] : value) ?? []
      const chosen = named.filter(({ isChosen }) => isChosen)
      return chosen.length === 0 ? '' : chosen.some(({ name }) => name === option) ? '1' : '0'
    },
  }))
}
