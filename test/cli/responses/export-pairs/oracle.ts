import { mergedOrder, noteSequence, unseen, type Seen } from '../../../../src/table/order.ts'
import type { ExportOptions } from './options.ts'
import { isAgeShared, shownOf, shownOptions, textOf, type ModelColumn } from './model-columns.ts'
import type { DatasetEntry, DatasetRecord } from './dataset.ts'

/** Tables by name, their first rows the names of columns; all cells as the texts that a person reads. */
export type Grids = Readonly<Record<string, readonly (readonly string[])[]>>

/** What a service sends: partial responses only where they are asked for. */
const served = (
  records: readonly DatasetRecord[],
  { source, withPartials }: ExportOptions,
): readonly DatasetRecord[] =>
  source === 'service' && !withPartials ? records.filter(({ finished }) => finished) : records

const isOfForm = ({ formId }: DatasetRecord, { formIds }: ExportOptions): boolean =>
  formIds.length === 0 || formIds.includes(formId)

const isInTime = (record: DatasetRecord, { by, since, until }: ExportOptions): boolean =>
  (since === '' || record[by] >= since) && (until === '' || record[by] <= until)

/** The records that forms and times choose: what is left out by these leaves no column. */
export const readOf = (records: readonly DatasetRecord[], options: ExportOptions): readonly DatasetRecord[] =>
  served(records, options).filter((record) => isOfForm(record, options) && isInTime(record, options))

/** What an export says, by the plainest means: a few loops over the records of the reply. */
export function gridsOf(records: readonly DatasetRecord[], options: ExportOptions): Grids {
  const grids = headedGrids(records, options)
  if (options.headers !== 'sql') return grids
  return Object.fromEntries(
    Object.entries(grids).map(([table, [header = [], ...rows]]) => [table, [header.map(sqlOf), ...rows]]),
  )
}

/** A name as SQL takes it; of these only one is a word of SQL. */
function sqlOf(name: string): string {
  const words =
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.join('_').replace(/^order$/, 'order_')
}

function headedGrids(records: readonly DatasetRecord[], options: ExportOptions): Grids {
  const read = readOf(records, options)
  const rows = read.filter((record) => options.where.every((holds) => holds(record)))
  const shown = shownOf(read, options)
  if (options.layout === 'wide')
    return {
      responses: [shown.map(({ name }) => name), ...rows.map((row) => shown.map(({ cell }) => cell(row)))],
    }
  const cellOf = (record: DatasetRecord, id: string): string =>
    shown.find((column) => column.id === id)?.cell(record) ?? ''
  const headedOptions: HeadedOptions = { ...options, isShared: isAgeShared(read) }
  return options.layout === 'long'
    ? longOf(rows, headedOptions, cellOf)
    : relationalOf(rows, headedOptions, shown)
}

/** With whether the records have two questions of the same headline. */
type HeadedOptions = ExportOptions & { readonly isShared: boolean }

type Answer = {
  readonly column: ModelColumn
  readonly entry: DatasetEntry
  readonly member: string
  readonly value: unknown
}

/** The answers of a record, in the order of the columns. */
function answersOf(record: DatasetRecord, shown: readonly ModelColumn[]): readonly Answer[] {
  return shown.flatMap((column) => {
    if (column.question === undefined) return []
    const { question, member } = column
    const found = record.data.find(({ questionId }) => questionId === question)
    const value = found?.response[member]
    return found === undefined || value === undefined ? [] : [{ column, entry: found, member, value }]
  })
}

const mains: ReadonlySet<string> = new Set(['value', 'selected', 'choices', 'files'])

function questionCells(
  { entry: { questionId, response }, member }: Answer,
  { headers, isShared }: HeadedOptions,
): readonly string[] {
  const both = `${response.headline} [${questionId}]`
  const headline = response.headline === 'Age' && isShared ? both : response.headline
  const name = { id: questionId, both, headline, sql: headline }[headers]
  return [questionId, name, response.type, mains.has(member) ? '' : member]
}

const ofQuestion = ['questionId', 'question', 'type', 'member']

function longOf(
  rows: readonly DatasetRecord[],
  options: HeadedOptions,
  cellOf: (record: DatasetRecord, id: string) => string,
): Grids {
  const own = options.columns === undefined ? ['id', 'formId', 'createdAt', 'finished'] : ['id']
  const header = [
    'responseNumber',
    ...own.map((id) => (id === 'id' ? 'responseId' : id)),
    ...ofQuestion,
    'value',
  ]
  const all = shownOf(rows, { ...options, columns: undefined })
  const chosen =
    options.columns === undefined
      ? all
      : options.columns.flatMap((id) => all.find((it) => it.id === id) ?? [])
  const made = rows.flatMap((record, i) =>
    answersOf(record, chosen).flatMap((answer) => {
      const before = [
        String(i + 1),
        ...own.map((id) => cellOf(record, id)),
        ...questionCells(answer, options),
      ]
      return valuesOf(answer, options).flatMap((value) => (value === '' ? [] : [before.concat(value)]))
    }),
  )
  return { answers: [header, ...made] }
}

/** The values of an answer: one per chosen option of a list, unless the list goes into one cell. An empty text gives no value. */
function valuesOf({ column, value }: Answer, options: ExportOptions): readonly string[] {
  const choices = shownOptions(value, column)
  if (choices === undefined || options.multi !== undefined) return [textOf(value, column, options)]
  const chosen = choices.filter(({ isChosen }) => isChosen)
  return chosen.map(({ name }) => name)
}

/** The options of these lists in the order that the lists show. */
function inOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const nodes = new Map(
    lists.flat().map((name): [string, Node] => [name, { name, group: '', seen: unseen<Node>() }]),
  )
  for (const list of lists) noteSequence(list.flatMap((name) => nodes.get(name) ?? []))
  return mergedOrder([...nodes.values()]).map(({ name }) => name)
}

type Node = { readonly name: string; readonly group: string; readonly seen: Seen<Node> }

function relationalOf(
  rows: readonly DatasetRecord[],
  options: HeadedOptions,
  shown: readonly ModelColumn[],
): Grids {
  const response = shown.filter(({ question }) => question === undefined)
  const answers = shown.filter(({ question }) => question !== undefined)
  const tied = (record: DatasetRecord, i: number): readonly string[] => [String(i + 1), record.id]
  const eachAnswer = (
    cells: (answer: Answer) => readonly (readonly string[])[],
  ): readonly (readonly string[])[] =>
    rows.flatMap((record, i) =>
      answersOf(record, answers).flatMap((answer) =>
        cells(answer).map((more) => tied(record, i).concat(questionCells(answer, options), more)),
      ),
    )
  const choicesIn = (column: ModelColumn, value: unknown): ReturnType<typeof shownOptions> =>
    shownOptions(column.id === 'land' && value !== undefined ? [value] : value, column)
  const offered = new Map(
    answers.map((column) => [
      column,
      inOrder(
        rows.flatMap((record) =>
          answersOf(record, [column]).map(({ value }) =>
            (choicesIn(column, value) ?? []).map(({ name }) => name),
          ),
        ),
      ),
    ]),
  )
  const choiceRows = (column: ModelColumn, value: unknown): readonly (readonly string[])[] => {
    const choices = choicesIn(column, value)
    if (choices?.some(({ isChosen }) => isChosen) !== true) return []
    return (offered.get(column) ?? []).flatMap((option) => {
      // Masked options may have become equal.
      const chosen = choices.filter(({ name, isChosen }) => isChosen && name === option)
      return chosen.length === 0 ? [[option, 'false']] : chosen.map(() => [option, 'true'])
    })
  }
  return {
    responses: [
      ['responseNumber', ...response.map(({ name }) => name)],
      ...rows.map((record, i) => [String(i + 1), ...response.map(({ cell }) => cell(record))]),
    ],
    answers: [
      ['responseNumber', 'responseId', ...ofQuestion, 'value'],
      ...eachAnswer(({ column, value }) =>
        [[textOf(value, column, options)]].filter(([text]) => text !== ''),
      ),
    ],
    choices: [
      ['responseNumber', 'responseId', ...ofQuestion, 'option', 'chosen'],
      ...eachAnswer(({ column, value }) => choiceRows(column, value)),
    ],
  }
}
