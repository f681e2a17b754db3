import { mergedOrder, noteSequence, unseen, type Seen } from '../../../../src/table/order.ts'
import type { Look } from './look.ts'
import { isAgeShared, shownOf, shownOptions, textOf, type ModelColumn } from './model-columns.ts'
import type { WorldEntry, WorldRecord } from './world.ts'

/** Tables by name, their first rows the names of columns; all cells as the texts that a person reads. */
export type Grids = Readonly<Record<string, readonly (readonly string[])[]>>

/** What a service sends: partial responses only where they are asked for. */
const served = (records: readonly WorldRecord[], { source, withPartials }: Look): readonly WorldRecord[] =>
  source === 'service' && !withPartials ? records.filter(({ finished }) => finished) : records

const isOfForm = ({ formId }: WorldRecord, { formIds }: Look): boolean =>
  formIds.length === 0 || formIds.includes(formId)

const isInTime = (record: WorldRecord, { by, since, until }: Look): boolean =>
  (since === '' || record[by] >= since) && (until === '' || record[by] <= until)

/** The records that forms and times choose: what is left out by these leaves no column. */
export const readOf = (records: readonly WorldRecord[], look: Look): readonly WorldRecord[] =>
  served(records, look).filter((record) => isOfForm(record, look) && isInTime(record, look))

/** What an export says, by the plainest means: a few loops over the records of the reply. */
export function gridsOf(records: readonly WorldRecord[], look: Look): Grids {
  const grids = headedGrids(records, look)
  if (look.headers !== 'sql') return grids
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

function headedGrids(records: readonly WorldRecord[], look: Look): Grids {
  const read = readOf(records, look)
  const rows = read.filter((record) => look.where.every((holds) => holds(record)))
  const shown = shownOf(read, look)
  if (look.layout === 'wide')
    return {
      responses: [shown.map(({ name }) => name), ...rows.map((row) => shown.map(({ cell }) => cell(row)))],
    }
  const told = (record: WorldRecord, id: string): string =>
    shown.find((column) => column.id === id)?.cell(record) ?? ''
  const toldLook: Told = { ...look, isShared: isAgeShared(read) }
  return look.layout === 'long' ? longOf(rows, toldLook, told) : relationalOf(rows, toldLook, shown)
}

/** Also whether two questions of one headline are there. */
type Told = Look & { readonly isShared: boolean }

type Answer = {
  readonly column: ModelColumn
  readonly entry: WorldEntry
  readonly member: string
  readonly value: unknown
}

/** The answers of a record, in the order of the columns. */
function answersOf(record: WorldRecord, shown: readonly ModelColumn[]): readonly Answer[] {
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
  { headers, isShared }: Told,
): readonly string[] {
  const both = `${response.headline} [${questionId}]`
  const headline = response.headline === 'Age' && isShared ? both : response.headline
  const name = { id: questionId, both, headline, sql: headline }[headers]
  return [questionId, name, response.type, mains.has(member) ? '' : member]
}

const ofQuestion = ['questionId', 'question', 'type', 'member']

function longOf(
  rows: readonly WorldRecord[],
  look: Told,
  told: (record: WorldRecord, id: string) => string,
): Grids {
  const own = look.columns === undefined ? ['id', 'formId', 'createdAt', 'finished'] : ['id']
  const header = [
    'responseNumber',
    ...own.map((id) => (id === 'id' ? 'responseId' : id)),
    ...ofQuestion,
    'value',
  ]
  const all = shownOf(rows, { ...look, columns: undefined })
  const chosen =
    look.columns === undefined ? all : look.columns.flatMap((id) => all.find((it) => it.id === id) ?? [])
  const made = rows.flatMap((record, i) =>
    answersOf(record, chosen).flatMap((answer) => {
      const before = [String(i + 1), ...own.map((id) => told(record, id)), ...questionCells(answer, look)]
      return valuesOf(answer, look).flatMap((value) => (value === '' ? [] : [before.concat(value)]))
    }),
  )
  return { answers: [header, ...made] }
}

/** The values of an answer: one per chosen option of a list, unless the list goes into one cell. An empty text gives no value. */
function valuesOf({ column, value }: Answer, look: Look): readonly string[] {
  const options = shownOptions(value, column)
  if (options === undefined || look.multi !== undefined) return [textOf(value, column, look)]
  const chosen = options.filter(({ isChosen }) => isChosen)
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

function relationalOf(rows: readonly WorldRecord[], look: Told, shown: readonly ModelColumn[]): Grids {
  const response = shown.filter(({ question }) => question === undefined)
  const answers = shown.filter(({ question }) => question !== undefined)
  const tied = (record: WorldRecord, i: number): readonly string[] => [String(i + 1), record.id]
  const eachAnswer = (
    cells: (answer: Answer) => readonly (readonly string[])[],
  ): readonly (readonly string[])[] =>
    rows.flatMap((record, i) =>
      answersOf(record, answers).flatMap((answer) =>
        cells(answer).map((more) => tied(record, i).concat(questionCells(answer, look), more)),
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
      ...eachAnswer(({ column, value }) => [[textOf(value, column, look)]].filter(([text]) => text !== '')),
    ],
    choices: [
      ['responseNumber', 'responseId', ...ofQuestion, 'option', 'chosen'],
      ...eachAnswer(({ column, value }) => choiceRows(column, value)),
    ],
  }
}
