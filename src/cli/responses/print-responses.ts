import { shortened } from '../../form/words.ts'
import type { FoundColumn } from '../../table/choose-records.ts'
import {
  type MergeOptions,
  onOneLine,
  newQuestion,
  noteForm,
  noteText,
  type Question,
} from '../../table/questions.ts'
import { formatOf } from '../../export/formats.ts'
import { writeExport } from '../../export/write-export.ts'
import { recordsIn, type RawRecord } from '../../record/records.ts'
import type { Context, OutputFormat } from '../command.ts'
import { agoWords } from '../terminal/ago-words.ts'
import { printerOf, plain } from '../terminal/plain.ts'
import { withSpools } from '../../export/files/spool.ts'
import type { LayoutOptions } from '../../table/table.ts'
import { cellText } from '../../table/cell-values.ts'
import {
  isMain,
  questionMembers,
  readableTexts,
  type Entry,
  noteAnswers,
  isJsonObject,
  isEntry,
  mergeEntries,
  withOther,
} from '../../table/answers.ts'
import { isTimeColumn, type Column as DataColumn, type QuestionColumns } from '../../table/columns.ts'
import {
  fitted,
  labelledLines,
  maxShown,
  widthOf,
  wrap,
  wrapWords,
  type LabelledLines,
} from '../terminal/display-width.ts'
import { type Paint, type Column } from '../terminal/terminal.ts'
import { momentOf, sortableTime } from '../../record/moment.ts'
import { momentWords } from '../../stats/stats.ts'
import { mergedOrder, unseen, type Seen } from '../../table/order.ts'
import { getOrMake, type JsonObject } from '../../form/value.ts'

/** What is shown of each response. */
type Shown = {
  /** Whether each response shows its form: the list may have several. */
  readonly withForm: boolean
  /** Only these columns, in their order; absent: all, or the default ones of a table. */
  readonly found?: readonly FoundColumn[]
}

/** `mayBeMore`: the service may hold more responses than these. */
type PrintOptions = Shown & {
  readonly mayBeMore: boolean
  /** Which questions of several forms are one in these columns. */
  readonly merging?: MergeOptions
}

/** Prints responses in the format of --output; without it, one below the other on a terminal, one per line in a pipe. */
export async function printResponses(
  records: readonly RawRecord[],
  context: Context,
  { mayBeMore, merging, ...showing }: PrintOptions,
): Promise<void> {
  const { host, terminal, globals } = context
  const { found } = showing
  const output: OutputFormat = globals.output ?? 'table'
  if (output === 'yaml') return terminal.printYaml({ schema_version: 1, mayBeMore, data: records })
  if (output === 'json' || output === 'ndjson' || output === 'csv')
    return write(records, context, {
      format: output,
      members: { mayBeMore },
      merging,
      // Columns are kept even if none of the shown responses has a value there.
      ...(found && { columns: found.map(({ name }) => name), areKnown: true }),
    })
  const shown = found && merging ? withFormNames(records, merging) : records
  if (globals.output === undefined && host.stdout.isTerminal) return printCards(shown, context, showing)
  const { head, rows } = responsesTable(shown, {
    ...showing,
    isForPeople: host.stdout.isTerminal || globals.output === 'table',
  })
  return terminal.list(head, rows)
}

/** Records with what the column `formName` shows. */
function withFormNames(records: readonly RawRecord[], { forms }: MergeOptions): readonly RawRecord[] {
  const names = new Map<unknown, string | undefined>(forms.map(({ id, name }) => [id, name]))
  return records.map((record) => {
    const name = names.get(record['formId'])
    return name === undefined ? record : { ...record, formName: name }
  })
}

/** Longer lines are hard to read. */
const widest = 100

async function printCards(
  records: readonly RawRecord[],
  { host, terminal }: Context,
  showing: Shown,
): Promise<void> {
  const columns = Math.min(host.stdout.columns, widest)
  const look = { columns, paint: terminal.out, now: host.now(), ...showing }
  for (const [i, record] of records.entries()) {
    const lines = [...cardLines(record, i + 1, records.length, look)]
    await terminal.print(`${i === 0 ? '' : '\n'}${lines.join('\n')}\n`)
  }
}

type WriteOptions = {
  readonly format: 'json' | 'ndjson' | 'csv'
  readonly members: { readonly mayBeMore: boolean }
  readonly merging?: MergeOptions
} & Pick<LayoutOptions, 'columns' | 'areKnown'>

/** Writes the same bytes as an export. */
const write = (
  records: readonly RawRecord[],
  { host }: Context,
  { format, ...writing }: WriteOptions,
): Promise<void> =>
  withSpools(host.files, async (makeSpool) => {
    await writeExport(await formatOf(format), recordsIn(records), {
      sinkOf: () => printerOf(host.stdout),
      file: undefined,
      rewrite: undefined,
      lineEnd: '\n',
      headers: 'headline',
      layout: 'wide',
      bom: false,
      formulas: 'guard',
      ...writing,
      makeSpool,
    })
  })

type CardLook = Shown & { readonly columns: number; readonly paint: Paint; readonly now: Date }

/** A response for a terminal: id, status and times, then each question with its answer below it. */
function* cardLines(record: RawRecord, nth: number, of: number, look: CardLook): Iterable<string> {
  const { columns, paint } = look
  const end = of === 1 ? '' : ` ${nth} of ${of}`
  const id = plain(cellText(record['id']).slice(0, maxShown)) || 'no id'
  const title = `── ${fitted(id, columns - end.length - 6)} `
  yield paint.bold(`${title}${'─'.repeat(Math.max(0, columns - widthOf(title) - end.length))}${end}`)
  const facts = factsOf(record, look).map(([label, text]): LabelledLines => [
    label,
    (width) => wrap(plain(text.slice(0, maxShown)), width),
  ])
  yield* labelledLines(facts, { columns, paint: paint.dim })
  yield* answerLines(record, look)
}

type Fact = readonly [label: string, text: string]

function factsOf(record: RawRecord, { withForm, now, found }: CardLook): readonly Fact[] {
  if (found) return found.flatMap((one) => factIn(record, one, now))
  const { formId, finished, createdAt, dataUpdatedAt, updatedAt } = record
  const status = finished === true ? 'finished' : finished === false ? 'begun and not finished' : ''
  const changed = dataUpdatedAt ?? updatedAt
  const facts: readonly Fact[] = [
    ['form', withForm ? cellText(formId) : ''],
    ['status', status],
    ['created', timeWithAge(createdAt, now)],
    ['changed', changed === createdAt ? '' : timeWithAge(changed, now)],
  ]
  return facts.filter(([, text]) => text !== '')
}

/** The value of a column that is no answer; the id is in the title already. */
function factIn(record: RawRecord, { name, column }: FoundColumn, now: Date): readonly Fact[] {
  if (!column || column.holds.kind === 'answer') return []
  const { kind, name: member } = column.holds
  if (kind === 'record' && member === 'id') return []
  const value = cellValue(record, column)
  const text = isTimeColumn(column) ? timeWithAge(value, now) : cellText(value)
  return text === '' ? [] : [[plain(name), text]]
}

function* answerLines(record: RawRecord, { columns, paint, found }: CardLook): Iterable<string> {
  const shown = found?.flatMap(({ column }) => column ?? [])
  const entries = shown ? entriesIn(record, shown) : readableEntriesOf(record)
  const answered = entries.map((entry) => ({ entry, lines: linesOf(entry, columns - indent.length) }))
  for (const { entry, lines } of answered) {
    if (lines.length === 0) continue
    yield ''
    for (const line of wrap(plain(titleOf(entry)), columns)) yield paint.cyan(line)
    for (const line of lines) yield line === '' ? '' : `${indent}${line}`
  }
  const silent = answered.filter(({ lines }) => lines.length === 0).length
  const isAsked = !shown || shown.some(({ holds }) => holds.kind === 'answer')
  if (silent === entries.length && isAsked) yield* ['', paint.dim('no answers')]
}

const indent = '  '

/** Identity fields have labels and no headline; their type tells a person more than an id. */
const headlineOrType = ({ headline, type }: JsonObject): string =>
  onOneLine(cellText(headline)) || cellText(type)

const titleOf = ({ questionId, response }: Entry): string =>
  (headlineOrType(response) || questionId).slice(0, maxShown)

/** The members of an answer without the text of a consent that repeats its question. */
const answeredMembers = (response: JsonObject): readonly (readonly [string, unknown])[] =>
  Object.entries(response).filter(
    ([name, value]) => !questionMembers.includes(name) && (name !== 'text' || value !== response['headline']),
  )

/** An answer in lines; none where nothing was answered. */
function linesOf({ response }: Entry, width: number): readonly string[] {
  const members = answeredMembers(response)
  const others = members.flatMap(([name, value]): readonly LabelledLines[] => {
    const texts = isMain(name) ? [] : readableTexts(name, value, 'lines')
    if (texts.length === 0) return []
    return [[plain(name.slice(0, maxShown)), (room) => texts.flatMap((text) => wrapped(text, room))]]
  })
  return members
    .filter(([name]) => isMain(name))
    .flatMap(([name, value]) => valueLines(value, readableTexts(name, value, 'lines'), width))
    .concat(...labelledLines(others, { columns: width }))
}

/** A list gets one line per value. */
function valueLines(value: unknown, texts: readonly string[], width: number): readonly string[] {
  if (!Array.isArray(value)) return texts.flatMap((text) => wrapped(text, width))
  return texts.flatMap((text) =>
    wrapped(text, width - 2).map((line, i) => (i === 0 ? `• ${line}` : line === '' ? '' : `  ${line}`)),
  )
}

/** A text of several lines in lines that fit; URLs and other words that are too wide stay whole. */
function wrapped(text: string, width: number): readonly string[] {
  const length = text.length > maxShown ? `\n(${text.length} characters in all; -o json shows them)` : ''
  return `${shortened(text, maxShown)}${length}`
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .flatMap((line) => wrapWords(plain(line), width))
}

/** Such as 1 March 2026, 09:00 UTC, 3 days ago (2026-03-01T09:00:00.000Z). */
function timeWithAge(value: unknown, now: Date): string {
  const exact = cellText(value)
  const at = momentOf(value)
  if (Number.isNaN(at)) return exact
  const ago = agoWords(now.getTime() - at)
  return `${momentWords(new Date(at).toISOString())}${ago === '' ? '' : `, ${ago}`} (${exact})`
}

/** `isForPeople`: short times for people, else the exact ones. */
type TableLook = Shown & { readonly isForPeople: boolean }

/** Responses as rows, made one by one: one per response, with a column per question under its newest headline. */
function responsesTable(
  records: readonly RawRecord[],
  look: TableLook,
): { readonly head: readonly Column[]; readonly rows: Iterable<readonly string[]> } {
  const { found } = look
  if (found)
    return {
      head: found.map(({ name, column }) => (column?.holds.kind === 'answer' ? { text: name } : name)),
      rows: records
        .values()
        .map((record) => found.map(({ column }) => (column ? textIn(record, column, look) : ''))),
    }
  const headlines = headlinesOf(records)
  const questionIds = [...headlines.keys()]
  return {
    head: [
      'id',
      ...(look.withForm ? ['form'] : []),
      look.isForPeople ? 'created (UTC)' : 'created',
      'finished',
      ...Array.from(headlines.values(), (text) => ({ text })),
    ],
    rows: records.values().map((record) => rowOf(record, questionIds, look)),
  }
}

function textIn(record: RawRecord, column: DataColumn, look: TableLook): string {
  const value = cellValue(record, column)
  if (isTimeColumn(column)) return timeText(value, look)
  return readableTexts('value', value, 'line').join('')
}

function rowOf(record: RawRecord, questionIds: readonly string[], look: TableLook): readonly string[] {
  const { id, formId, createdAt, finished } = record
  return [
    cellText(id),
    ...(look.withForm ? [cellText(formId)] : []),
    timeText(createdAt, look),
    finished === true ? 'yes' : finished === false ? 'no' : cellText(finished),
    ...answersOf(readableEntriesOf(record), questionIds),
  ]
}

type SeenQuestion = Question & { readonly seen: Seen<SeenQuestion> }

/** Each question by its id, in the order of the form as an export has it, with the headline of its newest response. */
function headlinesOf(records: readonly RawRecord[]): ReadonlyMap<string, string> {
  const known = new Map<string, SeenQuestion>()
  const questionOf = (id: string): SeenQuestion =>
    getOrMake(known, id, () => ({ ...newQuestion(id), seen: unseen<SeenQuestion>() }))
  for (const [i, record] of records.entries()) {
    const { questions, entries } = noteAnswers(entriesOf(record), i, questionOf)
    for (const [nth, question] of questions.entries()) {
      const { formId, createdAt } = record
      if (typeof formId === 'string') noteForm(question, formId)
      noteText(question.headline, headlineOrType(entries[nth]?.response ?? {}), sortableTime(createdAt))
    }
  }
  return new Map(mergedOrder([...known.values()]).map(({ name, headline }) => [name, headline.text || name]))
}

function answersOf(entries: readonly Entry[], questionIds: readonly string[]): readonly string[] {
  const byQuestion = new Map(entries.map(({ questionId, response }) => [questionId, answerText(response)]))
  return questionIds.map((questionId) => byQuestion.get(questionId) ?? '')
}

function answerText(response: Entry['response']): string {
  const texts = answeredMembers(response).map(([name, value]) => readableTexts(name, value, 'line').join(''))
  return texts.filter((text) => text !== '').join(', ')
}

function timeText(value: unknown, { isForPeople }: TableLook): string {
  const text = cellText(value)
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text) ?? []
  return isForPeople && date !== undefined && time !== undefined ? `${date} ${time}` : text
}

/** The value of a response in a column of the wide table; undefined if it has none. */
function cellValue(record: RawRecord, { holds }: DataColumn): unknown {
  if (holds.kind === 'record') return holds.name === 'data' ? nonAnswers(record) : ownOf(record, holds.name)
  if (holds.kind !== 'answer') {
    const owner = record[holds.kind === 'meta' ? 'meta' : 'personAttributes']
    return isJsonObject(owner) ? ownOf(owner, holds.name) : undefined
  }
  const { name, question } = holds.member
  const entry = entriesOf(record).find(({ questionId }) => isOf(question, questionId))
  if (!entry) return undefined
  return ownOf(question.entryMembers.get(name) === holds.member ? entry : entry.response, name)
}

/** Whether the question, or one that was merged into it, has that id. */
const isOf = ({ name, mergedIds }: QuestionColumns, id: string): boolean =>
  name === id || mergedIds.includes(id)

/** An own member; inherited ones, such as `toString`, do not count. */
const ownOf = (members: JsonObject, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

/** The answers of a response, one per question. */
const entriesOf = ({ data }: RawRecord): readonly Entry[] =>
  Array.isArray(data)
    ? mergeEntries(data.filter(isEntry)).map((entry) => withAnswer(entry, withOther(entry.response)))
    : []

/** The same as people read them: "Other" is one of the options, and no member beside them. */
const readableEntriesOf = (record: RawRecord): readonly Entry[] =>
  entriesOf(record).map((entry) => {
    const { selectedOther, other: _, ...response } = entry.response
    return typeof selectedOther === 'boolean' ? withAnswer(entry, response) : entry
  })

const withAnswer = (entry: Entry, response: JsonObject): Entry => ({ ...entry, response })

/** The answers of a response, limited to the members that columns show, in the order of the columns. */
function entriesIn(record: RawRecord, columns: readonly DataColumn[]): readonly Entry[] {
  const entries = entriesOf(record)
  const shown = new Map<string, Entry>()
  for (const column of columns) {
    const { holds } = column
    if (holds.kind !== 'answer') continue
    const entry = entries.find(({ questionId }) => isOf(holds.member.question, questionId))
    if (!entry) continue
    const { type, headline } = entry.response
    const before = shown.get(entry.questionId)?.response ?? { type, headline }
    const response = { ...before, [holds.member.name]: cellValue(record, column) }
    shown.set(entry.questionId, { questionId: entry.questionId, response })
  }
  return [...shown.values()]
}

/** Values in `data` that are no answers. */
function nonAnswers({ data }: RawRecord): unknown {
  if (!Array.isArray(data)) return data
  const left = data.filter((entry) => !isEntry(entry))
  return left.length > 0 ? left : undefined
}
