import type { RawRecord } from '../record/records.ts'
import type { Keyed } from '../form/value.ts'
import { isNumberText } from '../record/exact-json.ts'
import { cellText, choicesOf, type Choices } from './cell-text.ts'
import { holding, isTimeColumn, type Column, type Columns, type Member, type Question } from './columns.ts'
import type { MultiStyle } from '../export/format.ts'
import { keepHeadline } from './headlines.ts'
import { heldByNumber } from './held-by-number.ts'
import { describing, hasMembers, isEntry, mergeEntries, type Entry } from './answers.ts'
import { isInstant } from '../record/moment.ts'
import { joinChosen, namesQuestions } from './lists.ts'
import { noteSequence } from './order.ts'
import { kinds } from './table.ts'

/** The cells of a row that hold something, in the order of the record, and the columns that they belong to. */
export type SparseRow = {
  readonly columns: Column[]
  /** Of each cell, one of `kinds`. */
  readonly kinds: number[]
  readonly texts: string[]
}

/** Rows that are being collected. */
export type Collecting = {
  readonly columns: Columns
  readonly multi: MultiStyle
  /** Whether lists of choices, as JSON here, will be joined later: their columns hold text. */
  readonly joinsLater?: boolean
  /**
   * Whether records are to be redacted: an option that names a question of its own may repeat an answer, and has no column.
   */
  readonly isRedacting?: boolean
  /**
   * The lists that stand in one cell though others have a column an option. Given for records that were redacted: these
   * were collected before, and nothing new can be learned of questions.
   */
  readonly lists?: ReadonlyMap<Member, unknown>
  /** The row that was collected last. */
  readonly cells: SparseRow
  /** Number of that row. */
  row: number
}

/** Takes a record as the next row. Every value in it gets a place; a column that was not met before comes to be. */
export function collectRow(table: Collecting, record: RawRecord): void {
  table.row++
  const { columns, kinds: ofKinds, texts } = table.cells
  columns.length = ofKinds.length = texts.length = 0
  for (const name of Object.keys(record)) {
    const value = record[name]
    if (name === 'data' && Array.isArray(value)) collectData(table, record, value)
    else if (name === 'meta' && hasMembers(value)) collectMembers(table, 'meta', value)
    else if (name === 'personAttributes' && hasMembers(value)) collectMembers(table, 'person', value)
    else put(table, table.columns.of('record', name), value)
  }
}

/** Puts a value into a column; null is none, but the column is there. */
function put(table: Collecting, column: Column, value: unknown): void {
  if (typeof value === 'string') return putText(table, column, value)
  if (value === null || value === undefined) return
  const isNumber = typeof value === 'number' || isNumberText(value)
  const kind = isNumber ? kinds.number : typeof value === 'boolean' ? kinds.boolean : kinds.json
  const text = cellText(value)
  column.held |= isNumber ? heldByNumber(text) : kind === kinds.json ? holding.json : holding.boolean
  putCell(table.cells, column, { kind, text })
}

function putText({ cells }: Collecting, column: Column, text: string): void {
  column.held |= isTimeColumn(column) && isInstant(text) ? holding.instant : holding.text
  putCell(cells, column, { kind: kinds.text, text })
}

function putCell(cells: SparseRow, column: Column, cell: { kind: number; text: string }): void {
  cells.columns.push(column)
  cells.kinds.push(cell.kind)
  cells.texts.push(cell.text)
}

function collectMembers(table: Collecting, kind: 'meta' | 'person', members: Keyed): void {
  for (const name of Object.keys(members)) put(table, table.columns.of(kind, name), members[name])
}

function collectData(table: Collecting, record: RawRecord, data: readonly unknown[]): void {
  const isWhole = data.every(isEntry)
  const entries = isWhole ? data : data.filter(isEntry)
  if (!isWhole)
    put(
      table,
      table.columns.of('record', 'data'),
      data.filter((it) => !isEntry(it)),
    )
  const questions: Question[] = []
  for (const { questionId } of entries) {
    const question = table.columns.question(questionId)
    if (question.row !== table.row) questions.push(question)
    question.row = table.row
  }
  noteSequence(questions)
  const isUnique = questions.length === entries.length
  if (!isUnique) keepHeadlines(table.columns, entries)
  const unique = isUnique ? entries : mergeEntries(entries)
  for (const entry of unique) collectAnswer(table, entry, record)
}

/** Of entries that become one, all headlines that they have. */
function keepHeadlines(columns: Columns, entries: readonly Entry[]): void {
  for (const { questionId, response } of entries) {
    const { headline } = response
    if (typeof headline === 'string' && headline !== '') keepHeadline(columns.question(questionId), headline)
  }
}

function collectAnswer(table: Collecting, entry: Entry, { formId, createdAt }: RawRecord): void {
  const question = table.columns.question(entry.questionId)
  if (table.lists === undefined) {
    if (typeof formId === 'string' && (question.group === '' || formId < question.group))
      question.group = formId
    const at = typeof createdAt === 'string' ? createdAt : ''
    noteHeadline(question, entry.response['headline'], at)
    noteType(question, entry.response['type'], at)
  }
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
export function noteHeadline(question: Question, headline: unknown, at: string): void {
  if (typeof headline !== 'string' || headline === '') return
  if (headline !== question.headline && question.headline !== '') {
    question.isRenamed = true
    keepHeadline(question, question.headline)
    keepHeadline(question, headline)
  }
  if (at < question.headlineAt || (at === question.headlineAt && headline <= question.headline)) return
  question.headline = headline
  question.headlineAt = at
}

/** Likewise the newest type. */
export function noteType(question: Question, type: unknown, at: string): void {
  if (typeof type !== 'string' || type === '') return
  if (at < question.typeAt || (at === question.typeAt && type <= question.type)) return
  question.type = type
  question.typeAt = at
}

function collectValue(table: Collecting, member: Member, value: unknown): void {
  const multi = table.multi === 'columns' && table.lists?.has(member) ? 'joined' : table.multi
  // What became of entries that are one may be undefined.
  const isList =
    Array.isArray(value) &&
    (multi !== 'json' || table.joinsLater === true) &&
    !(table.isRedacting && namesQuestions(value))
  const choices = isList ? choicesOf(value) : undefined
  if (choices === undefined) put(table, table.columns.whole(member), value)
  else if (multi === 'columns') collectOptions(table, member, choices)
  else if (multi === 'joined') putText(table, table.columns.whole(member), joinChosen(choices))
  else {
    const column = table.columns.whole(member)
    column.held |= holding.text
    putCell(table.cells, column, { kind: kinds.json, text: cellText(value) })
  }
}

function collectOptions(table: Collecting, member: Member, choices: Choices): void {
  for (const [column, isChosen] of optionsIn(table.columns, member, choices))
    put(table, column, isChosen ? 1 : 0)
}

/** The columns of the options that a list names, and whether each is chosen. */
function optionsIn(
  columns: Columns,
  member: Member,
  { options, isComplete }: Choices,
): ReadonlyMap<Column, boolean> {
  member.namesEveryOption ||= isComplete
  const chosen = new Map<Column, boolean>()
  const named = options.map(({ name, isChosen }) => {
    const option = columns.option(member, name)
    chosen.set(option.column, isChosen || chosen.get(option.column) === true)
    return option
  })
  noteSequence(named)
  return chosen
}
