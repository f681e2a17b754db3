import { cellText, choicesOf, joinChosen } from '../../table/cell-values.ts'
import { questionMembers, isJsonObject, type Entry, isMain } from '../../table/answers.ts'
import { onOneLine, noteText, noText, type NewestText } from '../../table/questions.ts'
import { mergedOrder, noteSequence, unseen, type Seen } from '../../table/order.ts'
import type { FoundColumn } from '../../table/choose-records.ts'
import { isTimeColumn, type Column as DataColumn } from '../../table/columns.ts'
import { sortableTime } from '../../record/moment.ts'
import type { RawRecord } from '../../record/records.ts'
import type { Column } from '../terminal/terminal.ts'
import { entriesOf, heldIn, readableEntriesOf } from './held-in.ts'

export type TableLook = {
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
  const value = heldIn(record, column)
  if (isTimeColumn(column)) return timeText(value, look)
  return typeof value === 'boolean' ? yesOrNo(value) : valueText('', value)
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

type Shown = {
  readonly name: string
  readonly newest: NewestText
  readonly seen: Seen<Shown>
  /** The least of the ids of the forms that ask it. */
  group: string
}

/** Each question by its id, in the order of the form as an export has it, with the headline of its newest response. */
function headlinesOf(records: readonly RawRecord[]): ReadonlyMap<string, string> {
  const questions = new Map<string, Shown>()
  for (const record of records) {
    const [at, form] = [sortableTime(record['createdAt']), cellText(record['formId'])]
    noteSequence(
      entriesOf(record).map(({ questionId: name, response }) => {
        const known = questions.get(name) ?? { name, newest: noText(), seen: unseen(), group: form }
        // Identity fields have labels and no headline; their type tells a person more than an id.
        noteText(known.newest, onOneLine(cellText(response['headline'])) || cellText(response['type']), at)
        if (form < known.group) known.group = form
        questions.set(name, known)
        return known
      }),
    )
  }
  return new Map(
    mergedOrder([...questions.values()]).map(({ name, newest: { text } }) => [
      name,
      text === '' ? name : text,
    ]),
  )
}

function answersOf(entries: readonly Entry[], questionIds: readonly string[]): readonly string[] {
  const byQuestion = new Map(entries.map(({ questionId, response }) => [questionId, answerText(response)]))
  return questionIds.map((questionId) => byQuestion.get(questionId) ?? '')
}

function answerText(response: Entry['response']): string {
  let joined = ''
  for (const name of Object.keys(response)) {
    const text = questionMembers.includes(name) ? '' : valueText(name, response[name])
    if (text !== '') joined += joined === '' ? text : `, ${text}`
  }
  return joined
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

function valueText(name: string, value: unknown): string {
  // The answer itself is yes or no; another flag is shown by its name.
  if (typeof value === 'boolean') return isMain(name) ? yesOrNo(value) : value ? name : ''
  const choices = choicesOf(value)
  if (choices) return joinChosen(choices)
  if (!Array.isArray(value)) return cellText(value)
  return value.map(nameOf).join('; ')
}

/** An element of a list by its name, such as an uploaded file's, or whole. */
const nameOf = (value: unknown): string =>
  isJsonObject(value) && typeof value['name'] === 'string' ? value['name'] : cellText(value)

function timeText(value: unknown, { isFramed }: TableLook): string {
  const text = cellText(value)
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text) ?? []
  return isFramed && date !== undefined && time !== undefined ? `${date} ${time}` : text
}
