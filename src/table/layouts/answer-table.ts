import { isChoiceType } from '../questions.ts'
import { chosenIn, joinChosen, readChoices, withoutMark, type Choices } from '../cell-values.ts'
import { typeOf, type Column, type QuestionColumns, mainMember } from '../columns.ts'
import {
  denseRows,
  remakeRows,
  type ReadRow,
  type RowBlock,
  addCell,
  addNumber,
  clearCellBuffer,
  makeCellBuffer,
  putRowOf,
  spanCell,
  spanBytes,
  type CellBuffer,
  cachePerCell,
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
import { makeTextSpan, viewOf, type TextSpan } from '../bytes.ts'

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
  readonly segments: readonly Segment[]
  /** By column number: the rank of a column of answers, from 1; and for each segment the cells that describe its question. */
  readonly ranks: Uint32Array
  /** By column number, what kind its texts are: numbers in a column of numbers. */
  readonly textKinds: Uint8Array
  readonly ofQuestion: readonly (readonly CellBuffer[] | undefined)[]
  /** The cells of the current response that are answers, in the order of their columns. */
  order: Uint32Array
  /** The text that is being copied, and the answer of the current row. */
  readonly span: TextSpan
  readonly value: TextSpan
}

function makeAnswerRows(rows: AnswerRows): (row: ReadRow, into: RowBlock) => void {
  const making = startMaking(rows)
  let responseNumber = 0
  return (row, into) => {
    responseNumber++
    for (const segment of making.segments)
      if (segment.of === 'response') fillResponse(segment, row, { responseNumber, span: making.span })
    const answers = sortAnswers(making, row)
    for (let i = 0; i < answers; i++) addAnswer(making, { row, i: making.order[i] ?? 0 }, into)
  }
}

function startMaking({ parts, answers, titles, itemsOf, typeOf: typeOfColumn }: AnswerRows): Making {
  const segments = segmentsOf(parts)
  const ranks = new Uint32Array(answers.reduce((most, { number }) => Math.max(most, number + 1), 0))
  const textKinds = new Uint8Array(ranks.length)
  const ofQuestion: Making['ofQuestion'][number][] = []
  for (const [i, column] of answers.entries()) {
    ranks[column.number] = i + 1
    textKinds[column.number] = kindOfTexts(column, typeOfColumn(column))
    ofQuestion[column.number] = questionCells(column, segments, titles)
  }
  return {
    itemsOf,
    segments,
    ranks,
    textKinds,
    ofQuestion,
    order: new Uint32Array(64),
    span: makeTextSpan(),
    value: makeTextSpan(),
  }
}

/** The kind of texts in a column; those of options are names. */
function kindOfTexts({ holds }: Column, type: ColumnType): number {
  if (holds.kind !== 'answer' || isChoiceType(holds.member.question.type.text)) return kinds.text
  if (type === 'boolean') return kinds.boolean
  return type === 'integer' || type === 'number' || type === 'int64' ? kinds.number : kinds.text
}

const encoder = new TextEncoder()
const no = viewOf(encoder.encode('false'))
const yes = viewOf(encoder.encode('true'))

/** The cells that describe the question of a column; they are the same in all rows of its answers. */
function questionCells(
  { holds }: Column,
  segments: readonly Segment[],
  titles: AnswerRows['titles'],
): Making['ofQuestion'][number] {
  if (holds.kind !== 'answer') return undefined
  const { member, option } = holds
  const { question } = member
  const texts: Readonly<Record<string, string>> = {
    questionId: question.name,
    question: titles.get(question) ?? question.name,
    type: question.type.text,
    member: option ?? (mainMember(question) === member ? '' : member.name),
  }
  return segments.map(({ of, slots }) => {
    const [cells, span] = [makeCellBuffer(), makeTextSpan()]
    if (of !== 'question') return cells
    for (const { column, part } of slots) {
      const text = viewOf(encoder.encode(texts[part.holds] ?? ''))
      const isNone = part.holds === 'type' && text.byteLength === 0
      spanBytes(span, text)
      if (!isNone) addCell(cells, column * 8 + kinds.text, span)
    }
    return cells
  })
}

function fillResponse(
  { slots, cells: made }: Segment,
  row: ReadRow,
  { responseNumber, span }: { readonly responseNumber: number; readonly span: TextSpan },
): void {
  clearCellBuffer(made)
  for (const { column, part } of slots) {
    if (part.holds !== 'response') {
      addNumber(made, column * 8 + kinds.number, responseNumber)
      continue
    }
    const i = placeIn(row.cells, part.column.number)
    if (i < 0) continue
    spanCell(span, row, i)
    addCell(made, column * 8 + (row.cells.kinds[i] ?? 0), span)
  }
}

function placeIn({ count, columns }: ReadRow['cells'], column: number): number {
  for (let i = 0; i < count; i++) if (columns[i] === column) return i
  return -1
}

/** Sorts the answers of a row by column (insertion sort: they are nearly always sorted); returns their number. */
function sortAnswers(making: Making, { cells: { count, columns } }: ReadRow): number {
  const { ranks } = making
  if (count > making.order.length) making.order = new Uint32Array(2 * count)
  const { order } = making
  let answers = 0
  for (let i = 0; i < count; i++) {
    const rank = ranks[columns[i] ?? 0] ?? 0
    if (rank === 0) continue
    let at = answers++
    for (; at > 0 && (ranks[columns[order[at - 1] ?? 0] ?? 0] ?? 0) > rank; at--)
      order[at] = order[at - 1] ?? 0
    order[at] = i
  }
  return answers
}

type Answer = { readonly row: ReadRow; readonly i: number }

function addAnswer(making: Making, { row, i }: Answer, into: RowBlock): void {
  const { segments, value } = making
  const { cells } = row
  const ofQuestion = making.ofQuestion[cells.columns[i] ?? 0]
  if (ofQuestion === undefined) return
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at]
    if (segment?.of === 'question') segment.cells = ofQuestion[at] ?? segment.cells
  }
  const column = cells.columns[i] ?? 0
  const items = making.itemsOf(row, i)
  if (items === undefined) {
    spanCell(value, row, i)
    const kind = cells.kinds[i] ?? 0
    const ofText = making.textKinds[column] ?? kind
    addRow(making, { kind: kind === kinds.text ? ofText : kind, isChosen: false }, into)
  } else
    for (const item of items) {
      spanBytes(value, item.text)
      addRow(making, item, into)
    }
}

type RowOfAnswer = { readonly kind: number; readonly isChosen: boolean }

/** Adds the row of an answer or option, whose text is in `value`. An empty text does not count as an answer. */
function addRow({ segments, span, value }: Making, { kind, isChosen }: RowOfAnswer, into: RowBlock): void {
  if (value.start === value.end) return
  for (const { of, slots, cells } of segments) {
    if (of !== 'row') continue
    clearCellBuffer(cells)
    for (const { column, part } of slots) {
      if (part.holds === 'chosen') {
        spanBytes(span, isChosen ? yes : no)
        addCell(cells, column * 8 + kinds.boolean, span)
      } else if (part.holds === 'option') addCell(cells, column * 8 + kinds.text, value)
      else addCell(cells, column * 8 + kind, value)
    }
  }
  putRowOf(into, segments)
}

type Part = { readonly holds: 'response'; readonly column: Column } | { readonly holds: Shown }

/** Adjacent columns that change together: with each response, with each question, or with each row. */
type Segment = {
  readonly of: 'response' | 'question' | 'row'
  readonly slots: readonly { readonly column: number; readonly part: Part }[]
  /** Its cells in the current row. */
  cells: CellBuffer
}

const questionParts: ReadonlySet<string> = new Set(['questionId', 'question', 'type', 'member'])
const responseParts: ReadonlySet<string> = new Set(['response', 'responseNumber'])

function segmentsOf(parts: readonly Part[]): readonly Segment[] {
  const segments: (Segment & { readonly slots: Segment['slots'][number][] })[] = []
  for (const [column, part] of parts.entries()) {
    const of = questionParts.has(part.holds) ? 'question' : responseParts.has(part.holds) ? 'response' : 'row'
    const last = segments.at(-1)
    if (last?.of === of) last.slots.push({ column, part })
    else segments.push({ of, slots: [{ column, part }], cells: makeCellBuffer() })
  }
  return segments
}

/** An item of a list that becomes a row. */
export type MadeItem = { readonly kind: number; readonly text: DataView; readonly isChosen: boolean }

/** The items of a cell, one for each row; undefined: the cell becomes one row, unchanged. */
export type ItemsOf = (row: ReadRow, cell: number) => readonly MadeItem[] | undefined

export const itemOf = (name: string, isChosen: boolean, kind: number = kinds.text): MadeItem => ({
  kind,
  text: viewOf(encoder.encode(name)),
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
