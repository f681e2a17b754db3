import type { Batches, RawRecord } from '../record/records.ts'
import {
  makeColumns,
  type Column,
  type Columns,
  keepHeadline,
  isTimeColumn,
  type Member,
  type QuestionColumns,
  noteHeadline,
  type OfferedOptions,
} from './columns.ts'
import { noteForm, isChoiceType, noteText } from './questions.ts'
import { type ColumnType, type MultiStyle, kinds } from './table.ts'
import {
  noteAnswers,
  isJsonObject,
  isEntry,
  isMain,
  questionMembers,
  type Entry,
  choseOther,
  withOther,
  splitParts,
  namesQuestions,
} from './answers.ts'
import {
  cellText,
  choiceOf,
  chosenIn,
  choicesOf,
  type Choices,
  joinChosen,
  namedIn,
  cellTypesOfNumber,
  cellTypesOfText,
  cellTypes,
} from './cell-values.ts'
import { keepRecord, makeRowWriter, type SparseRow, type ReadRow, type RowBlock } from './sparse-rows.ts'
import type { Spool } from '../record/bytes.ts'
import { isNumberText } from '../record/exact-json.ts'
import type { JsonObject } from '../form/value.ts'
import { isInstant, sortableTime } from '../record/moment.ts'
import { noteSequence } from './order.ts'

/** Responses as rows in a spool, and the columns of all of them. */
export type Collected = {
  readonly columns: Columns
  readonly rowCount: number
  readonly spool: Pick<Spool, 'blocks'>
  /** The rows of all responses, unredacted, where `spool` leaves some out. */
  readonly all?: Pick<Spool, 'blocks'>
  /** The options that forms are known to offer; absent: none are known. */
  readonly offered?: OfferedOptions
  /** Whether something is redacted: then no message may name an option, since an option may be a redacted answer. */
  readonly isRedacting?: boolean
  /** The columns in the order and with the names of the columns contract; absent: there is none. */
  readonly ordered?: { readonly order: readonly Column[]; readonly names: ReadonlyMap<Column, string> }
  /** How questions were merged; absent: none were. */
  readonly merge?: Merge
  /** Columns that no table shows. */
  readonly hidden?: ReadonlySet<Column>
  /** Columns whose values are redacted: different options may have become equal. */
  readonly redacted?: Pick<ReadonlySet<Column>, 'has'>
  /** The types of columns that do not have the type of their cells; absent: all have it. */
  readonly typeOf?: (column: Column) => ColumnType
}

/** Where responses come from. */
export type Source = {
  readonly batches: () => Batches
  /** A faster way to collect them with the same result (the engine), where records are not redacted. */
  readonly collect?: ((how: CollectHow) => Promise<Collected>) | undefined
}

/** How a faster way collects. */
export type CollectHow = Pick<CollectSettings, 'joinsLater'> & {
  readonly multi: Exclude<MultiStyle, 'columns'>
  /** Whether each row ends with its record as JSON, unchanged, perhaps with white space. */
  readonly keepsRecord?: boolean
  readonly spool: Spool
}

/** What was merged, and what looks alike and was not. */
export type MergeReport = {
  /** Questions whose answers share their columns. */
  readonly merged: readonly { readonly question: string; readonly ids: readonly string[] }[]
  /** Questions of one questionnaire with equal headlines and other types. */
  readonly alike: readonly { readonly headline: string; readonly types: readonly string[] }[]
}

/** How the rows of merged columns are remade, from the first one on. */
export type Merge = MergeReport & { readonly startRemake: () => (row: ReadRow, into: RowBlock) => void }

type Collection = CollectSettings & {
  readonly spool: Spool
  /** Whether rows hold their record instead of their cells, or after them; absent: cells only. */
  readonly keeps?: 'record' | 'cells and record' | undefined
}

/** Collects records as rows in a spool, since the columns are known only after the last record. */
export async function collectBatches(
  batches: Batches,
  { spool, keeps, ...settings }: Collection,
): Promise<Collected> {
  const { isRedacting = false } = settings
  const columns = makeColumns(isRedacting ? Infinity : undefined)
  const rowCount = await collectInto(makeRowCollector(columns, settings), batches, { spool, keeps })
  return { columns, rowCount, spool, isRedacting }
}

/** Collects records again after they were chosen and redacted, into the same columns. */
export async function collectAgain(
  batches: Batches,
  { columns, rowCount, isRedacting = false, ...before }: Collected,
  { spool, ...settings }: Collection,
): Promise<Collected> {
  // Questions remember the last row that answered them.
  const collector = { ...makeRowCollector(columns, { ...settings, isRedacting }), row: rowCount }
  return {
    ...before,
    columns,
    isRedacting,
    rowCount: await collectInto(collector, batches, { spool }),
    spool,
  }
}

/** Writes a row for each record; returns their number. */
async function collectInto(
  collector: RowCollector,
  batches: Batches,
  { spool, keeps }: Pick<Collection, 'spool' | 'keeps'>,
): Promise<number> {
  const before = collector.row
  const { isRedacting, lists } = collector.settings
  const rows = makeRowWriter(spool)
  for await (const batch of batches)
    for (const record of batch) {
      collectRow(collector, record)
      if (isRedacting && !lists) keepQuestions(collector.columns, record)
      if (keeps) keepRecord(collector.cells, record, keeps)
      rows.add(collector.cells)
      if (rows.isFull()) await rows.flush()
    }
  await rows.flush()
  return collector.row - before
}

/** Keeps every headline and type of a question in a value, also those of answers that are nested in others. */
function keepQuestions(columns: Columns, value: object): void {
  if (isJsonObject(value) && typeof value['questionId'] === 'string') {
    const question = columns.expect(value['questionId'])
    const type = isEntry(value) ? value.response['type'] : undefined
    if (typeof type === 'string') question.types.add(type)
    for (const headline of [value['headline'], isEntry(value) && value.response['headline']])
      if (typeof headline === 'string' && headline !== '') keepHeadline(question, headline)
  }
  for (const part of Object.values(value) as readonly unknown[])
    if (typeof part === 'object' && part !== null) keepQuestions(columns, part)
}

/** How values become cells. */
type CollectSettings = {
  readonly multi: MultiStyle
  /** Whether lists of choices, which are JSON in these rows, are joined later, so that their columns count as text. */
  readonly joinsLater?: boolean
  /** Whether records are redacted: then an option that names a question gets no column, since it may repeat an answer. */
  readonly isRedacting?: boolean
  /** For redacted records: the lists that are one cell, though other lists have a column for each option. */
  readonly lists?: ReadonlyMap<Member, unknown>
}

/** Turns records into rows, one at a time. */
export type RowCollector = {
  readonly settings: CollectSettings
  readonly columns: Columns
  /** The cells of the last record; reused for the next. */
  readonly cells: SparseRow
  /** The number of the last row, from 1. */
  row: number
  /** Whether the answer at hand chose "Other". */
  choseOther: boolean
}

export const makeRowCollector = (columns: Columns, settings: CollectSettings): RowCollector => ({
  settings,
  columns,
  cells: { columns: [], kinds: [], texts: [] },
  row: 0,
  choseOther: false,
})

/** Collects a record as the next row: each value becomes a cell, in a new column where there is none for it. */
export function collectRow(collector: RowCollector, record: RawRecord): void {
  collector.row++
  const { columns, kinds: ofKinds, texts } = collector.cells
  columns.length = ofKinds.length = texts.length = 0
  for (const name of Object.keys(record)) {
    const value = record[name]
    if (name === 'data' && Array.isArray(value)) collectData(collector, record, value)
    else if (name === 'meta' && isJsonObject(value)) collectMembers(collector, 'meta', value)
    else if (name === 'personAttributes' && isJsonObject(value)) collectMembers(collector, 'person', value)
    else put(collector, collector.columns.of('record', name), value)
  }
}

/** Adds a value as a cell. Null makes no cell, but its column exists. */
function put(collector: RowCollector, column: Column, value: unknown): void {
  if (typeof value === 'string') return putText(collector, column, value)
  if (value === null || value === undefined) return
  const isNumber = typeof value === 'number' || isNumberText(value)
  const kind = isNumber ? kinds.number : typeof value === 'boolean' ? kinds.boolean : kinds.json
  const text = cellText(value)
  column.seenTypes |= isNumber
    ? cellTypesOfNumber(text)
    : kind === kinds.json
      ? cellTypes.json
      : cellTypes.boolean
  putCell(collector.cells, column, { kind, text })
}

function putText({ cells }: RowCollector, column: Column, text: string): void {
  column.seenTypes |= cellTypesOfTextIn(column, text)
  putCell(cells, column, { kind: kinds.text, text })
}

/** Texts of the record itself are ids and words of the service; only its times have a type. */
const cellTypesOfTextIn = (column: Column, text: string): number =>
  column.holds.kind === 'answer'
    ? cellTypesOfText(text)
    : isTimeColumn(column) && isInstant(text)
      ? cellTypes.instant
      : cellTypes.text

function putCell(cells: SparseRow, column: Column, cell: { kind: number; text: string }): void {
  cells.columns.push(column)
  cells.kinds.push(cell.kind)
  cells.texts.push(cell.text)
}

function collectMembers(collector: RowCollector, kind: 'meta' | 'person', members: JsonObject): void {
  for (const name of Object.keys(members)) put(collector, collector.columns.of(kind, name), members[name])
}

function collectData(collector: RowCollector, record: RawRecord, data: readonly unknown[]): void {
  const areAllEntries = data.every(isEntry)
  const entries = areAllEntries ? data : data.filter(isEntry)
  if (!areAllEntries)
    put(
      collector,
      collector.columns.of('record', 'data'),
      data.filter((it) => !isEntry(it)),
    )
  const answers = noteAnswers(entries, collector.row, collector.columns.question)
  if (answers.entries !== entries) keepHeadlinesOf(collector.columns, entries)
  for (const entry of answers.entries) collectAnswer(collector, entry, record)
}

function keepHeadlinesOf(columns: Columns, entries: readonly Entry[]): void {
  for (const { questionId, response } of entries) {
    const { headline } = response
    if (typeof headline === 'string' && headline !== '') keepHeadline(columns.question(questionId), headline)
  }
}

function collectAnswer(collector: RowCollector, entry: Entry, { formId, createdAt }: RawRecord): void {
  const question = collector.columns.question(entry.questionId)
  if (collector.settings.lists === undefined) {
    if (typeof formId === 'string') noteForm(question, formId)
    const at = sortableTime(createdAt)
    noteHeadline(question, entry.response['headline'], at)
    noteType(question, entry.response['type'], at)
  }
  collector.choseOther = choseOther(entry.response['selectedOther'])
  const members: Member[] = []
  const { multi, lists } = collector.settings
  const hasOptionColumns = multi === 'columns' && isChoiceType(entry.response['type'])
  const answer = withOther(entry.response)
  const isOneCell = (name: string): boolean => lists?.has(collector.columns.member(question, name)) === true
  // "Other" has columns of its own beside those of options.
  const hasColumns = multi === 'columns' && !Object.keys(answer).filter(isMain).some(isOneCell)
  const response = hasColumns ? entry.response : answer
  for (const name of Object.keys(response)) {
    if (typeof response[name] === 'string' && questionMembers.includes(name)) continue
    const member = collector.columns.member(question, name)
    const value = response[name]
    members.push(member)
    const isOption = hasOptionColumns && typeof value === 'string' && isMain(name)
    member.hasLists ||= Array.isArray(value)
    collectValue(collector, member, isOption ? chosenIn(choiceOf(value)) : value)
  }
  noteSequence(members)
  for (const name of Object.keys(entry))
    if (name !== 'questionId' && name !== 'response')
      collectValue(collector, collector.columns.entryMember(question, name), entry[name])
}

/** Notes a type: all of them, and the newest. */
function noteType({ type: newest, types }: QuestionColumns, type: unknown, at: string): void {
  if (typeof type === 'string') types.add(type)
  noteText(newest, type, at)
}

function collectValue(collector: RowCollector, member: Member, value: unknown): void {
  const { settings } = collector
  const isOneCell = settings.lists?.has(member) === true
  const parts = isOneCell || isNaming(collector, value) ? undefined : splitParts(member.name, value)
  if (parts) return collectParts(collector, member, parts)
  const multi = settings.multi === 'columns' && isOneCell ? 'joined' : settings.multi
  // "Other" alone is a text and not a list.
  const isList = Array.isArray(value) && !isNaming(collector, value)
  const isRead = isList ? multi !== 'json' || settings.joinsLater === true : isJsonObject(value)
  const choices = isRead ? choicesOf(value) : undefined
  if (choices === undefined) put(collector, collector.columns.whole(member), value)
  else if (multi === 'columns') collectOptions(collector, member, namedIn(choices))
  else if (multi === 'joined') putText(collector, collector.columns.whole(member), joinChosen(choices))
  else {
    const column = collector.columns.whole(member)
    // Typed as the joined text, because the layout joins the list later.
    column.seenTypes |= cellTypesOfText(joinChosen(choices))
    putCell(collector.cells, column, { kind: kinds.json, text: cellText(value) })
  }
}

/** Whether a list names a question and is to be redacted. */
const isNaming = ({ settings }: RowCollector, value: unknown): boolean =>
  settings.isRedacting === true && Array.isArray(value) && namesQuestions(value)

/** Gives each row of a Matrix its value, each option of a Ranking its place. Only rows come in the order of the form. */
function collectParts(collector: RowCollector, member: Member, parts: ReadonlyMap<string, unknown>): void {
  const options = Array.from(parts.keys(), (name) => collector.columns.option(member, name))
  if (member.name === 'rows') noteSequence(options)
  for (const { name, column } of options) put(collector, column, parts.get(name))
}

/** Gives each option a 1 or 0, if any or "Other" was chosen: an option that is named twice was chosen if it was once. */
function collectOptions(collector: RowCollector, member: Member, { options, isComplete }: Choices): void {
  member.hasOpenLists ||= !isComplete
  const isAnswer = collector.choseOther || options.some(({ isChosen }) => isChosen)
  const named = options.map(({ name }) => collector.columns.option(member, name))
  noteSequence(named)
  const chosen = new Set(named.filter((_, i) => options[i]?.isChosen))
  for (const option of new Set(named))
    if (isAnswer) put(collector, option.column, chosen.has(option) ? 1 : 0)
    else option.column.seenTypes |= cellTypes.integer
}
