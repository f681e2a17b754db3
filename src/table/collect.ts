import type { Batches, RawRecord } from '../record/records.ts'
import {
  makeColumns,
  type Column,
  type Columns,
  keepHeadline,
  isTimeColumn,
  type Member,
  type Question,
} from './columns.ts'
import { type ColumnType, type MultiStyle, kinds } from './table.ts'
import {
  hasMembers,
  isEntry,
  cellText,
  choicesOf,
  type Choices,
  describing,
  mergeEntries,
  type Entry,
  joinChosen,
  namesQuestions,
} from './answers.ts'
import { makeRowWriter, makeRowCells, readRow, type SparseRow } from './rows/sparse-rows.ts'
import type { Spool } from './bytes.ts'
import { parseExactly, isNumberText } from '../record/exact-json.ts'
import type { Keyed } from '../form/value.ts'
import { holdingOfNumber, holding } from './columns/column-type.ts'
import { isInstant } from '../record/moment.ts'
import { noteSequence } from './order.ts'

export { holdingOfNumberBytes } from './columns/column-type.ts'
export { encodeRow } from './rows/sparse-rows.ts'

/** Responses as rows in a spool, and the columns that all of them together have. */
export type Collected = {
  readonly columns: Columns
  readonly rowCount: number
  readonly spool: Pick<Spool, 'blocks'>
  /** Whether something is redacted: then no option of a list is to be named that was not given. */
  readonly isRedacting?: boolean
  /** The columns as a contract orders and names them; absent: there is none. */
  readonly ordered?: { readonly order: readonly Column[]; readonly names: ReadonlyMap<Column, string> }
  /** Columns that no table shows. */
  readonly hidden?: ReadonlySet<Column>
  /** Columns of another type than that of what they held. */
  readonly retyped?: ReadonlyMap<Column, ColumnType>
}

/** How records are collected. */
type Collection = CollectSettings & {
  readonly spool: Spool
  /** What each row holds, if not its cells: its record in the place of these, or behind them. */
  readonly keeps?: 'record' | 'cells and record' | undefined
}

/** Collects records as rows. Which columns there are is known only after the last one, so the rows wait in the spool. */
export async function collectBatches(
  batches: Batches,
  { spool, keeps, ...settings }: Collection,
): Promise<Collected> {
  const { isRedacting = false } = settings
  const columns = makeColumns(isRedacting ? Infinity : undefined)
  const rowCount = await collectInto(startRows(columns, settings), batches, { spool, keeps })
  return { columns, rowCount, spool, isRedacting }
}

/** Collects records anew after they were chosen and redacted, with the columns of before. */
export async function collectAgain(
  batches: Batches,
  { columns, rowCount, isRedacting = false, ...before }: Collected,
  { spool, ...settings }: Collection,
): Promise<Collected> {
  // Questions remember the last row that answered them.
  const table = { ...startRows(columns, { ...settings, isRedacting }), row: rowCount }
  return { ...before, columns, isRedacting, rowCount: await collectInto(table, batches, { spool }), spool }
}

/** Writes a row for each record; gives their number. */
async function collectInto(
  collecting: Collecting,
  batches: Batches,
  { spool, keeps }: Pick<Collection, 'spool' | 'keeps'>,
): Promise<number> {
  const before = collecting.row
  const rows = makeRowWriter(spool)
  for await (const batch of batches)
    for (const record of batch) {
      collectRow(collecting, record)
      if (collecting.isRedacting && !collecting.lists) keepHeadlines(collecting.columns, record)
      if (keeps) keepRecord(collecting.cells, record, keeps)
      rows.add(collecting.cells)
      if (rows.isFull()) await rows.flush()
    }
  await rows.flush()
  return collecting.row - before
}

/** Keeps every headline that a question has in a value, also where its answer stands within others. */
function keepHeadlines(columns: Columns, value: object): void {
  if (hasMembers(value) && typeof value['questionId'] === 'string') {
    const question = columns.expect(value['questionId'])
    for (const headline of [value['headline'], isEntry(value) && value.response['headline']])
      if (typeof headline === 'string' && headline !== '') keepHeadline(question, headline)
  }
  for (const part of Object.values(value) as readonly unknown[])
    if (typeof part === 'object' && part !== null) keepHeadlines(columns, part)
}

/** The column of a cell that no table shows: it holds the whole record. */
const recordColumn: Column = { holds: { kind: 'record', name: '' }, number: 0x1fffffff, held: 0 }

/** Puts a record into the row that was made of it, to be read again once all columns are known. */
function keepRecord(
  { columns, kinds: ofKinds, texts }: SparseRow,
  record: RawRecord,
  how: 'record' | 'cells and record',
): void {
  if (how === 'record') columns.length = ofKinds.length = texts.length = 0
  columns.push(recordColumn)
  ofKinds.push(kinds.json)
  texts.push(JSON.stringify(record))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The records that rows carry, of those that are wanted, block by block. */
export async function* keptRecords(
  blocks: AsyncIterable<Uint8Array>,
  isWanted: (row: number) => boolean,
): AsyncIterable<readonly RawRecord[]> {
  // Rows carry nothing but records.
  for await (const texts of keptTexts(blocks, isWanted))
    yield texts.map((text) => parseExactly(text) as RawRecord)
}

/** Likewise as JSON. */
export async function* keptTexts(
  blocks: AsyncIterable<Uint8Array>,
  isWanted: (row: number) => boolean,
): AsyncIterable<readonly string[]> {
  const cells = makeRowCells()
  let row = 0
  for await (const block of blocks) {
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    const texts: string[] = []
    for (let at = 0; at < block.length; row++) {
      at = readRow(view, at, cells)
      if (!isWanted(row)) continue
      // It was put last.
      texts.push(decoder.decode(block.subarray(cells.starts[cells.count - 1], at)))
    }
    if (texts.length > 0) yield texts
  }
}

/** What becomes of values. */
type CollectSettings = {
  readonly multi: MultiStyle
  /** Whether lists of choices, as JSON here, will be joined later: their columns hold text. */
  readonly joinsLater?: boolean
  /** Whether records are to be redacted: an option that is called like a question may repeat an answer, and has no column. */
  readonly isRedacting?: boolean
  /** For records that were redacted: the lists that now stand in one cell, where other lists have a column an option. */
  readonly lists?: ReadonlyMap<Member, unknown>
}

/** The row that is being collected. */
export type Collecting = CollectSettings & {
  readonly columns: Columns
  /** The cells of the row that was collected last. */
  readonly cells: SparseRow
  /** Number of that row. */
  row: number
}

/** Begins to collect rows. */
export const startRows = (columns: Columns, settings: CollectSettings): Collecting => ({
  ...settings,
  columns,
  cells: { columns: [], kinds: [], texts: [] },
  row: 0,
})

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
  column.held |= isNumber ? holdingOfNumber(text) : kind === kinds.json ? holding.json : holding.boolean
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
  if (!isUnique) keepHeadlinesOf(table.columns, entries)
  const unique = isUnique ? entries : mergeEntries(entries)
  for (const entry of unique) collectAnswer(table, entry, record)
}

/** Of entries that become one, all headlines that they have. */
function keepHeadlinesOf(columns: Columns, entries: readonly Entry[]): void {
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
