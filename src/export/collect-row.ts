import type { RawRecord } from '../form/raw-record.ts'
import type { Keyed } from '../form/value.ts'
import { cellText, choicesOf, joinList, type Choices } from './cell-text.ts'
import type { Column, Columns, Member, Question } from './columns.ts'
import type { MultiStyle } from './format.ts'
import { describing, hasMembers, isEntry, mergeEntries, type Entry } from './merge-entries.ts'
import { noteSequence } from './merged-order.ts'

/** The cells of some rows, one row after another, and the columns that they belong to. */
export type Rows = {
  readonly columns: Column[]
  readonly texts: string[]
  /** For each row, where its cells end. */
  readonly ends: number[]
}

/** A table that is being filled. */
export type Table = {
  readonly columns: Columns
  readonly multi: MultiStyle
  readonly rows: Rows
  /** Number of the row that is being collected. */
  row: number
}

/** Adds a record as a row. Every value in it gets a place; a column that was not met before comes to be. */
export function collectRow(table: Table, record: RawRecord): void {
  table.row++
  for (const name of Object.keys(record)) {
    const value = record[name]
    if (name === 'data' && Array.isArray(value)) collectData(table, record, value)
    else if (name === 'meta' && hasMembers(value)) collectMembers(table, 'meta', value)
    else if (name === 'personAttributes' && hasMembers(value)) collectMembers(table, 'person', value)
    else put(table, table.columns.of('record', name), cellText(value))
  }
  table.rows.ends.push(table.rows.texts.length)
}

function put({ rows }: Table, column: Column, text: string): void {
  rows.columns.push(column)
  rows.texts.push(text)
}

function collectMembers(table: Table, kind: 'meta' | 'person', members: Keyed): void {
  for (const name of Object.keys(members)) put(table, table.columns.of(kind, name), cellText(members[name]))
}

function collectData(table: Table, record: RawRecord, data: readonly unknown[]): void {
  const isWhole = data.every(isEntry)
  const entries = isWhole ? data : data.filter(isEntry)
  if (!isWhole)
    put(table, table.columns.of('record', 'data'), JSON.stringify(data.filter((it) => !isEntry(it))))
  const questions: Question[] = []
  for (const { questionId } of entries) {
    const question = table.columns.question(questionId)
    if (question.row !== table.row) questions.push(question)
    question.row = table.row
  }
  noteSequence(questions)
  const unique = questions.length === entries.length ? entries : mergeEntries(entries)
  for (const entry of unique) collectAnswer(table, entry, record)
}

function collectAnswer(table: Table, entry: Entry, { formId, createdAt }: RawRecord): void {
  const question = table.columns.question(entry.questionId)
  if (typeof formId === 'string' && (question.group === '' || formId < question.group))
    question.group = formId
  noteHeadline(question, entry.response['headline'], typeof createdAt === 'string' ? createdAt : '')
  const members: Member[] = []
  for (const name of Object.keys(entry.response)) {
    const value = entry.response[name]
    if (typeof value === 'string' && describing.includes(name)) continue
    const member = table.columns.member(question, name)
    members.push(member)
    collectValue(table, member, value)
  }
  noteSequence(members)
  for (const name of Object.keys(entry))
    if (name !== 'questionId' && name !== 'response')
      collectValue(table, table.columns.entryMember(question, name), entry[name])
}

/** The newest headline stands for the question, whatever order the records come in. */
function noteHeadline(question: Question, headline: unknown, at: string): void {
  if (typeof headline !== 'string' || headline === '') return
  if (headline !== question.headline && question.headline !== '') question.isRenamed = true
  if (at < question.headlineAt || (at === question.headlineAt && headline <= question.headline)) return
  question.headline = headline
  question.headlineAt = at
}

function collectValue(table: Table, member: Member, value: unknown): void {
  const choices = Array.isArray(value) && table.multi !== 'json' ? choicesOf(value) : undefined
  if (choices === undefined) put(table, table.columns.whole(member), cellText(value))
  else if (table.multi === 'joined') put(table, table.columns.whole(member), joinList(chosenIn(choices)))
  else collectOptions(table, member, choices)
}

const chosenIn = ({ options }: Choices): readonly string[] =>
  options.filter(({ isChosen }) => isChosen).map(({ name }) => name)

function collectOptions(table: Table, member: Member, { options, isComplete }: Choices): void {
  member.namesEveryOption ||= isComplete
  const chosen = new Map<Column, boolean>()
  const named = options.map(({ name, isChosen }) => {
    const option = table.columns.option(member, name)
    chosen.set(option.column, isChosen || chosen.get(option.column) === true)
    return option
  })
  noteSequence(named)
  for (const [column, isChosen] of chosen) put(table, column, isChosen ? '1' : '0')
}
