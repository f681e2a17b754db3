import { cellText } from '../../table/cell-values.ts'
import {
  noteAnswers,
  questionMembers,
  readableTexts,
  type Entry,
  isJsonObject,
  isEntry,
  mergeEntries,
  withOther,
} from '../../table/answers.ts'
import { newQuestion, noteForm, noteText, onOneLine, type Question } from '../../table/questions.ts'
import { mergedOrder, unseen, type Seen } from '../../table/order.ts'
import type { FoundColumn } from '../../table/choose-records.ts'
import { isTimeColumn, type Column as DataColumn, type QuestionColumns } from '../../table/columns.ts'
import { sortableTime } from '../../record/moment.ts'
import type { RawRecord } from '../../record/records.ts'
import type { Column } from '../terminal/terminal.ts'
import type { JsonObject } from '../../form/value.ts'

type TableLook = {
  /** Whether a column shows the form: the rows may be of several. */
  readonly withForm: boolean
  /** Short times for a framed table, else the exact ones. */
  readonly isFramed: boolean
  /** Only these columns, in their order; absent: the usual. */
  readonly found?: readonly FoundColumn[]
}

/** Responses as rows, made one by one: one per response, with a column per question under its newest headline. */
export function responsesTable(
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
      look.isFramed ? 'created (UTC)' : 'created',
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
  const questionOf = (id: string): SeenQuestion => {
    const question = known.get(id) ?? { ...newQuestion(id), seen: unseen<SeenQuestion>() }
    known.set(id, question)
    return question
  }
  for (const [i, record] of records.entries()) {
    const { questions, entries } = noteAnswers(entriesOf(record), i, questionOf)
    for (const [nth, question] of questions.entries()) {
      const { headline, type } = entries[nth]?.response ?? {}
      const { formId } = record
      if (typeof formId === 'string') noteForm(question, formId)
      // Identity fields have labels and no headline; their type tells a person more than an id.
      const text = onOneLine(cellText(headline)) || cellText(type)
      noteText(question.headline, text, sortableTime(record['createdAt']))
    }
  }
  return new Map(mergedOrder([...known.values()]).map(({ name, headline }) => [name, headline.text || name]))
}

function answersOf(entries: readonly Entry[], questionIds: readonly string[]): readonly string[] {
  const byQuestion = new Map(entries.map(({ questionId, response }) => [questionId, answerText(response)]))
  return questionIds.map((questionId) => byQuestion.get(questionId) ?? '')
}

function answerText(response: Entry['response']): string {
  let joined = ''
  for (const name of Object.keys(response)) {
    const text = questionMembers.includes(name) ? '' : readableTexts(name, response[name], 'line').join('')
    if (text !== '') joined += joined === '' ? text : `, ${text}`
  }
  return joined
}

function timeText(value: unknown, { isFramed }: TableLook): string {
  const text = cellText(value)
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text) ?? []
  return isFramed && date !== undefined && time !== undefined ? `${date} ${time}` : text
}

/** The value of a response in a column of the wide table; undefined if it has none. */
export function cellValue(record: RawRecord, { holds }: DataColumn): unknown {
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
export const readableEntriesOf = (record: RawRecord): readonly Entry[] =>
  entriesOf(record).map((entry) => {
    const { selectedOther, other: _, ...response } = entry.response
    return typeof selectedOther === 'boolean' ? withAnswer(entry, response) : entry
  })

const withAnswer = (entry: Entry, response: JsonObject): Entry => ({ ...entry, response })

/** The answers of a response, limited to the members that columns show, in the order of the columns. */
export function entriesIn(record: RawRecord, columns: readonly DataColumn[]): readonly Entry[] {
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
