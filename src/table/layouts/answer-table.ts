import { isChoiceType } from '../questions.ts'
import { chosenIn, joinChosen, readChoices, withoutMark, type Choices } from '../cell-values.ts'
import { typeOf, type Column, type QuestionColumns, mainMember } from '../columns.ts'
import {
  beginRow,
  cachePerCell,
  denseRows,
  putCell,
  remakeRows,
  type Cell,
  type ReadRow,
  type RowBlock,
} from '../sparse-rows.ts'
import { numberDuplicates, foldedName, fieldColumnName, questionTitleOrType } from '../columns/header.ts'
import {
  type ColumnType,
  type Table,
  type TableColumn,
  type HeaderStyle,
  kinds,
  type Shown,
} from '../table.ts'
import type { Collected } from '../collect.ts'

/** Options of layouts with tables of answers. */
export type AnswerOptions = {
  readonly headers: HeaderStyle
  /** Names of columns of responses, answers and the table itself; a kind without a name has its default columns. */
  readonly columns?: readonly string[]
  /** The style of lists; absent: that of the layout. */
  readonly multi?: 'joined' | 'json'
}

/** A column of a table of answers. */
export type AnswerColumn = TableColumn & { readonly part: Part }

/** Columns of texts, named after what they hold. */
export const textColumns = (...parts: readonly Shown[]): readonly AnswerColumn[] =>
  parts.map((holds) => ({ name: holds, type: 'text', part: { holds } }))

/** A table with a row for each answer or option. */
export function answerTable(
  { spool, typeOf: typeOfColumn = typeOf }: Collected,
  columns: readonly AnswerColumn[],
  {
    name,
    ...rows
  }: Omit<AnswerRows, 'parts' | 'itemsOf' | 'typeOf'> &
    Pick<Table, 'name' | 'indexes' | 'references'> & { readonly itemsOf: () => ItemsOf | Promise<ItemsOf> },
): Table {
  const { indexes, references, ...making } = rows
  const width = columns.length
  const places = Uint32Array.from(columns, (_, i) => i + 1)
  const parts = columns.map(({ part }) => part)
  const blocks = async function* (): AsyncIterable<Uint8Array> {
    const itemsOf = await making.itemsOf()
    yield* remakeRows(spool.blocks(), makeAnswerRows({ ...making, itemsOf, parts, typeOf: typeOfColumn }))
  }
  return {
    name,
    columns: columns.map(({ part, ...column }) => ({
      ...column,
      ...(part.holds === 'response' ? { source: part.column } : { shows: part.holds }),
    })),
    answers: calledOf(rows),
    indexes,
    references,
    rows: () => denseRows(blocks(), { width, places }),
  }
}

/** A table with the names of a style. The columns that its layout adds keep theirs if a field of the record has one of them, too. */
export function inStyle({ columns, ...table }: Table, headers: HeaderStyle): Table {
  const named = (name: string): string => fieldColumnName(name, headers)
  const isOwn = ({ shows, source }: TableColumn): boolean =>
    shows !== undefined || (source?.holds.kind === 'record' && source.holds.name === 'id')
  const own = columns.map(isOwn)
  const wanted = columns.map(({ name }, i) => (own[i] ? named(name) : name))
  const names = numberDuplicates(wanted, (i) => (own[i] ? 0 : 1), headers)
  return {
    ...table,
    columns: columns.map((column, i) => Object.assign({}, column, { name: names[i] ?? '' })),
    ...(table.indexes && { indexes: table.indexes.map((index) => index.map(named)) }),
    ...(table.references && {
      references: table.references.map(({ column, of }) => ({
        column: named(column),
        of: { ...of, column: named(of.column) },
      })),
    }),
  }
}

const calledOf = ({ answers, titles }: Pick<AnswerRows, 'answers' | 'titles'>): ReadonlyMap<Column, string> =>
  new Map(
    answers.flatMap((column) =>
      column.holds.kind === 'answer' ? [[column, titles.get(column.holds.member.question) ?? '']] : [],
    ),
  )

/** The columns of answers, without those that say whether "Other" was chosen: the answer itself says it. */
export const answersOf = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(
    ({ holds }) =>
      holds.kind === 'answer' &&
      !(holds.member.name === 'selectedOther' && mainMember(holds.member.question) !== undefined),
  )

/** The columns that hold no answers. */
export const ofResponse = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ holds }) => holds.kind !== 'answer')

/** Unique titles of questions. */
export function questionTitles(
  { columns }: Collected,
  headers: HeaderStyle,
): ReadonlyMap<QuestionColumns, string> {
  const questions = [...columns.questions()]
  const withId = (question: QuestionColumns): string => {
    const title = questionTitleOrType(question)
    return title === question.name ? title : `${title} [${question.name}]`
  }
  const names =
    headers === 'headline' || headers === 'sql'
      ? disambiguate(questions.map(questionTitleOrType), questions.map(withId))
      : undefined
  return new Map(
    questions.map((question, i) => [
      question,
      names?.[i] ?? (headers === 'id' ? question.name : withId(question)),
    ]),
  )
}

/** Names, in their long form if they are not unique. */
function disambiguate(names: readonly string[], long: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const [i, name] of names.entries())
    for (const form of new Set([name, long[i] ?? name].map(foldedName)))
      counts.set(form, (counts.get(form) ?? 0) + 1)
  return names.map((name, i) => (counts.get(foldedName(name)) === 1 ? name : (long[i] ?? name)))
}

type AnswerRows = {
  readonly parts: readonly Part[]
  /** The columns whose cells become rows, in this order. */
  readonly answers: readonly Column[]
  readonly titles: ReadonlyMap<QuestionColumns, string>
  /** The rows of a cell. */
  readonly itemsOf: ItemsOf
  readonly typeOf: (column: Column) => ColumnType
}

type Making = {
  readonly itemsOf: ItemsOf
  /** The columns that differ from row to row of an answer. */
  readonly ownParts: readonly { readonly column: number; readonly holds: Part['holds'] }[]
  /** By column number: the rank of a column of answers, from 1; and the cells that describe its question. */
  readonly ranks: Uint32Array
  /** By column number, what kind its texts are: numbers in a column of numbers. */
  readonly textKinds: Uint8Array
  readonly ofQuestion: readonly (readonly MadeCell[] | undefined)[]
}

/** A cell that several rows have. */
type MadeCell = Cell & { readonly bytes: Uint8Array }

function makeAnswerRows({
  parts,
  answers,
  titles,
  itemsOf,
  typeOf: typeOfColumn,
}: AnswerRows): (row: ReadRow, into: RowBlock) => void {
  const ranks = new Uint32Array(answers.reduce((most, { number }) => Math.max(most, number + 1), 0))
  const textKinds = new Uint8Array(ranks.length)
  const ofQuestion: Making['ofQuestion'][number][] = []
  for (const [i, column] of answers.entries()) {
    ranks[column.number] = i + 1
    textKinds[column.number] = kindOfTexts(column, typeOfColumn(column))
    ofQuestion[column.number] = questionCells(column, parts, titles)
  }
  const ownParts = parts
    .map(({ holds }, column) => ({ holds, column }))
    .filter(({ holds }) => holds === 'value' || holds === 'option' || holds === 'chosen')
  const making = { itemsOf, ownParts, ranks, textKinds, ofQuestion }
  let responseNumber = 0
  return (row, into) => {
    const responsePart = responseCells(parts, row, ++responseNumber)
    for (const i of answersIn(making, row)) addAnswer(making, { row, i, responsePart }, into)
  }
}

/** The kind of texts in a column; those of options are names. */
function kindOfTexts({ holds }: Column, type: ColumnType): number {
  if (holds.kind !== 'answer' || isChoiceType(holds.member.question.type.text)) return kinds.text
  if (type === 'boolean') return kinds.boolean
  return type === 'integer' || type === 'number' || type === 'int64' ? kinds.number : kinds.text
}

const encoder = new TextEncoder()
const no = encoder.encode('false')
const yes = encoder.encode('true')

const madeCell = (column: number, kind: number, bytes: Uint8Array): MadeCell => ({
  column,
  kind,
  from: 0,
  to: bytes.length,
  bytes,
})

/** The cells that describe the question of a column. */
function questionCells(
  { holds }: Column,
  parts: readonly Part[],
  titles: AnswerRows['titles'],
): readonly MadeCell[] | undefined {
  if (holds.kind !== 'answer') return undefined
  const { member, option } = holds
  const { question } = member
  const texts = new Map<string, string>([
    ['questionId', question.name],
    ['question', titles.get(question) ?? question.name],
    ['member', option ?? (mainMember(question) === member ? '' : member.name)],
  ])
  if (question.type.text !== '') texts.set('type', question.type.text)
  return parts.flatMap(({ holds: shown }, column) => {
    const text = texts.get(shown)
    return text === undefined ? [] : [madeCell(column, kinds.text, encoder.encode(text))]
  })
}

/** The cells of a response. */
const responseCells = (
  parts: readonly Part[],
  { cells, bytes }: ReadRow,
  responseNumber: number,
): readonly MadeCell[] =>
  parts.flatMap((part, column): readonly MadeCell[] => {
    if (part.holds === 'responseNumber')
      return [madeCell(column, kinds.number, encoder.encode(String(responseNumber)))]
    if (part.holds !== 'response') return []
    const i = cells.columns.subarray(0, cells.count).indexOf(part.column.number)
    const [kind = 0, from = 0, to = 0] = [cells.kinds[i], cells.starts[i], cells.ends[i]]
    return i < 0 ? [] : [{ column, kind, from, to, bytes }]
  })

/** The cells of a row that are answers, in the order of their columns. */
function answersIn({ ranks }: Making, { cells: { count, columns } }: ReadRow): readonly number[] {
  const rankOf = (i: number): number => ranks[columns[i] ?? 0] ?? 0
  const answers = Array.from({ length: count }, (_, i) => i).filter((i) => rankOf(i) > 0)
  return answers.toSorted((a, b) => rankOf(a) - rankOf(b))
}

type Answer = { readonly row: ReadRow; readonly i: number; readonly responsePart: readonly MadeCell[] }

function addAnswer(making: Making, { row, i, responsePart }: Answer, into: RowBlock): void {
  const { cells, bytes } = row
  const column = cells.columns[i] ?? 0
  const shared = [...responsePart, ...(making.ofQuestion[column] ?? [])]
  const items = making.itemsOf(row, i)
  if (items !== undefined) {
    for (const item of items) addRow(making.ownParts, { shared, item }, into)
    return
  }
  const kind = cells.kinds[i] ?? 0
  const ofText = making.textKinds[column] ?? kind
  const [from = 0, to = 0] = [cells.starts[i], cells.ends[i]]
  const item = { kind: kind === kinds.text ? ofText : kind, isChosen: false, bytes, from, to }
  addRow(making.ownParts, { shared, item }, into)
}

type RowOfAnswer = { readonly shared: readonly MadeCell[]; readonly item: MadeItem }

/** Adds the row of an answer or option. An empty text does not count as an answer. */
function addRow(ownParts: Making['ownParts'], { shared, item }: RowOfAnswer, into: RowBlock): void {
  const { kind, isChosen, bytes, from, to } = item
  if (from === to) return
  beginRow(into, shared.length + ownParts.length)
  for (const cell of shared) putCell(into, cell, cell.bytes)
  for (const { holds, column } of ownParts)
    if (holds === 'value') putCell(into, { column, kind, from, to }, bytes)
    else if (holds === 'option') putCell(into, { column, kind: kinds.text, from, to }, bytes)
    else {
      const flag = isChosen ? yes : no
      putCell(into, { column, kind: kinds.boolean, from: 0, to: flag.length }, flag)
    }
}

type Part = { readonly holds: 'response'; readonly column: Column } | { readonly holds: Shown }

/** An item of a list that becomes a row. */
export type MadeItem = Omit<MadeCell, 'column'> & { readonly isChosen: boolean }

/** The items of a cell, one for each row; undefined: the cell becomes one row, unchanged. */
export type ItemsOf = (row: ReadRow, cell: number) => readonly MadeItem[] | undefined

export const itemOf = (name: string, isChosen: boolean, kind: number = kinds.text): MadeItem => ({
  ...madeCell(0, kind, encoder.encode(name)),
  isChosen,
})

/** A row for each chosen option. */
export const chosenItems = (): ItemsOf =>
  itemsOfLists((choices) => chosenIn(choices).map((name) => itemOf(name, true)))

/** One row with all chosen options. */
export const joinedItems = (): ItemsOf => itemsOfLists((choices) => [itemOf(joinChosen(choices), true)])

const itemsOfLists = (make: (choices: Choices) => readonly MadeItem[]): ItemsOf =>
  itemsOfJson((text) => {
    const choices = readChoices(text)
    return choices && make(choices)
  })

/** One row for each cell. */
export const wholeItems = (): ItemsOf =>
  itemsOfJson((json) => {
    const whole = withoutMark(json)
    return whole && [itemOf(whole.text, true, whole.isText ? kinds.text : kinds.json)]
  })

function itemsOfJson(make: (json: string) => readonly MadeItem[] | undefined): ItemsOf {
  const known = cachePerCell(({ text }) => make(text))
  return (row, cell) => (row.cells.kinds[cell] === kinds.json ? known(row, cell) : undefined)
}
