import { sumOf } from '../form/value.ts'
import { misuse } from '../failure/failure.ts'
import type { ColumnType, HeaderStyle, MultiStyle } from './table.ts'
import {
  hasValues,
  typeOf,
  type Column,
  type Columns,
  keepHeadline,
  type QuestionColumns,
} from './columns.ts'
import { answerFactsOf } from '../form/answer-facts.ts'
import { cellTypes, typeOfCell, fits } from './cell-values.ts'
import { headerOf, partsOfName } from './columns/header.ts'
import type { Collected } from './collect.ts'
import { cachePerCell, eachRow, textOfCell } from './sparse-rows.ts'
export { fieldColumnName, foldedName } from './columns/header.ts'

/** The columns contract of repeated exports: earlier columns in their order, and the styles of new ones. */
export type Contract = {
  readonly headers: HeaderStyle
  readonly multi: MultiStyle
  readonly columns: readonly ContractColumn[]
  readonly questions: readonly ContractQuestion[]
  /** Ids of questions whose columns are one, each with the id that stands for it; absent: none. */
  readonly joined?: ReadonlyMap<string, string>
}

/** A column as it was first written. */
export type ContractColumn = {
  readonly name: string
  readonly holds: ColumnSource
  /** The type that all its values must have; absent while it has none. */
  readonly type?: ColumnType
  /** Whether values of another type make the column text for an export; absent: they end it. */
  readonly onMismatch?: 'text'
}

/** What a column holds, which identifies it across exports. */
export type ColumnSource =
  | { readonly kind: 'record' | 'meta' | 'person'; readonly name: string }
  | {
      readonly kind: 'answer'
      readonly question: string
      readonly member: string
      /** Whether it is a member of the entry itself, beside `response`. */
      readonly isOfEntry: boolean
      readonly option?: string
    }

/** The newest headline of a question, and the creation time of the newest response that had it. */
export type ContractQuestion = { readonly id: string; readonly headline: string; readonly shown: string }

/** A difference between a contract and the one before. */
export type Change =
  | { readonly change: 'added'; readonly column: string }
  /** The column has its first values, or, with `from`, values that need a wider type. */
  | { readonly change: 'type'; readonly column: string; readonly from?: ColumnType; readonly to: ColumnType }
  | {
      readonly change: 'headline'
      readonly question: string
      readonly from: string
      readonly to: string
    }

/** A text that is equal for two columns exactly if they hold the same. */
export const keyOf = (holds: ColumnSource): string =>
  JSON.stringify(
    holds.kind === 'answer'
      ? [holds.kind, holds.question, holds.member, holds.isOfEntry, holds.option ?? null]
      : [holds.kind, holds.name],
  )

/** Columns in the order of a contract: its own, then new ones. */
type OrderedColumns = {
  readonly order: readonly Column[]
  /** The names of all columns: those of the contract, and new ones in its style. */
  readonly names: ReadonlyMap<Column, string>
  readonly contract: Contract
  /** The entries of the contract by their columns, in their order. */
  readonly kept: ReadonlyMap<Column, ContractColumn>
  /** The names of columns that the contract has and these responses do not. */
  readonly absent: readonly string[]
}

/** Orders the columns of collected responses by a contract, and creates those that only the contract has. */
export function orderBy(columns: Columns, contract: Contract): OrderedColumns {
  const met = new Set(columns.inOrder())
  // A question without a headline in these responses keeps the name of before.
  for (const { id, headline } of contract.questions) {
    const question = columns.question(id)
    question.headline.text ||= headline
    if (headline !== question.headline.text) keepHeadline(question, headline)
  }
  const kept = new Map<Column, ContractColumn>()
  for (const entry of contract.columns) {
    const column = columnOf(columns, entry.holds)
    const before = kept.get(column)
    if (before)
      throw misuse(
        `Columns "${before.name}" and "${entry.name}" of --columns-file hold one question now, which several forms ask: remove one of them from the file.`,
      )
    kept.set(column, entry)
  }
  if (contract.headers !== 'sql') for (const [column, { name }] of kept) keepTitles(column, name)
  const order = [...kept.keys(), ...[...met].filter((column) => !kept.has(column))]
  const given = new Map([...kept].map(([column, { name }]) => [column, name]))
  const header = headerOf(order, contract.headers, given)
  return {
    order,
    names: new Map(order.map((column, i) => [column, header[i] ?? ''])),
    contract,
    kept,
    absent: [...kept].filter(([column]) => !met.has(column)).map(([, { name }]) => name),
  }
}

/** Keeps the question's title within a column's given name, since it may be a former headline. */
function keepTitles(column: Column, name: string): void {
  if (column.holds.kind !== 'answer') return
  const { question } = column.holds.member
  for (const title of partsOfName(name, column).question)
    if (title !== question.headline.text && title !== question.name) keepHeadline(question, title)
}

function columnOf(columns: Columns, holds: ColumnSource): Column {
  if (holds.kind !== 'answer') return columns.of(holds.kind, holds.name)
  const question = columns.question(holds.question)
  const member = holds.isOfEntry
    ? columns.entryMember(question, holds.member)
    : columns.member(question, holds.member)
  return holds.option === undefined ? columns.whole(member) : columns.option(member, holds.option).column
}

/**
 * The type of a column under a contract: that of the contract, which grows from whole numbers to other ones; else text where people
 * type what they like, else that of its values; text if some values do not fit.
 */
export function typeUnder({ kept }: Pick<OrderedColumns, 'kept'>, column: Column): ColumnType {
  const { type, isFit } = typeHeld(kept, column)
  return isFit ? (type ?? typeOf(column)) : 'text'
}

function typeHeld(kept: OrderedColumns['kept'], column: Column) {
  const now = hasValues(column) || column.expected !== undefined ? typeOf(column) : undefined
  const before = kept.get(column)?.type
  const isWider = before === 'integer' && (now === 'number' || now === 'int64')
  const type = isWider ? now : (before ?? (now !== undefined && isTypedFreely(column) ? 'text' : now))
  return { type, isFit: now === undefined || type === undefined || fits(now, type) }
}

/** Whether people type its values as they like, so that digits so far promise nothing. */
function isTypedFreely({ holds, seenTypes }: Column): boolean {
  if (holds.kind !== 'answer' || holds.option !== undefined || (seenTypes & cellTypes.spelt) === 0)
    return false
  const { name, question } = holds.member
  return name === 'other' || answerFactsOf(question.type.text)?.answerKind === 'text'
}

/** The columns of an export with a columns contract. */
export type ContractResult = OrderedColumns & {
  readonly types: ReadonlyMap<Column, ColumnType>
  /** Columns whose values have another type than the contract says; its `type` is that of the contract. */
  readonly broken: ReadonlyMap<Column, ContractColumn & { readonly type: ColumnType }>
  /** The first value of each of them that does not fit; known once the rows were read for it. */
  readonly misfits?: ReadonlyMap<Column, Misfit>
  readonly next: Contract
  readonly changes: readonly Change[]
}

/** How the view of responses changed their columns. */
type Remade = {
  /** Redacted columns, which are always text. */
  readonly redacted?: Pick<ReadonlyMap<Column, unknown>, 'has'>
  /** Columns that no table shows; they are not added to the contract. */
  readonly hidden?: ReadonlySet<Column>
  /** Whether times of creation are redacted, so that the contract must not show any. */
  readonly hidesTimes?: boolean
}

/** Applies a contract to the columns that it ordered: their types, the contract for the next export, and the changes. */
export function applyContract(
  columns: Columns,
  ordered: OrderedColumns,
  { redacted = new Map(), hidden = new Set(), hidesTimes = false }: Remade = {},
): ContractResult {
  const { names, contract, kept } = ordered
  const order = ordered.order.filter((column) => kept.has(column) || !hidden.has(column))
  const types = new Map<Column, ColumnType>()
  const broken = new Map<Column, ContractColumn & { readonly type: ColumnType }>()
  const entries = order.map((column): ContractColumn => {
    const before = kept.get(column)
    const { type, isFit } = typeHeld(kept, column)
    types.set(column, redacted.has(column) ? 'text' : typeUnder(ordered, column))
    const entry = {
      ...before,
      name: names.get(column) ?? '',
      holds: before?.holds ?? holdingOf(column),
      type,
    }
    if (!isFit && type !== undefined && !redacted.has(column)) broken.set(column, { ...entry, type })
    return entry
  })
  const { questions, changes } = questionsOf(columns, contract.questions, hidesTimes ? untimed : timed)
  return {
    ...ordered,
    order,
    types,
    broken,
    next: { ...contract, columns: entries, questions },
    changes: [
      ...entries.slice(kept.size).map(({ name }): Change => ({ change: 'added', column: name })),
      ...entries.flatMap((entry, i) => typeChange(contract.columns[i], entry)),
      ...changes,
    ],
  }
}

function holdingOf({ holds }: Column): ColumnSource {
  if (holds.kind !== 'answer') return holds
  const { member, option } = holds
  return {
    kind: 'answer',
    question: member.question.name,
    member: member.name,
    isOfEntry: member.question.entryMembers.get(member.name) === member,
    option,
  }
}

function typeChange(before: ContractColumn | undefined, { name, type }: ContractColumn): readonly Change[] {
  if (before === undefined || before.type === type || type === undefined) return []
  return [{ change: 'type', column: name, ...(before.type && { from: before.type }), to: type }]
}

type Questions = { readonly questions: readonly ContractQuestion[]; readonly changes: readonly Change[] }

/** Decides whether a headline replaces that of the contract, and which time is noted for it. */
type Noting = {
  readonly isNewer: (question: QuestionColumns, before: ContractQuestion) => boolean
  readonly shownAt: (question: QuestionColumns, before?: ContractQuestion) => string
}

function questionsOf(
  columns: Columns,
  before: readonly ContractQuestion[],
  { isNewer, shownAt }: Noting,
): Questions {
  const shownOf = (question: QuestionColumns, earlier?: ContractQuestion): ContractQuestion => ({
    id: question.name,
    headline: question.headline.text,
    shown: shownAt(question, earlier),
  })
  const changes: Change[] = []
  const kept = before.map((question): ContractQuestion => {
    const now = columns.question(question.id)
    if (!isNewer(now, question)) return question
    changes.push({
      change: 'headline',
      question: question.id,
      from: question.headline,
      to: now.headline.text,
    })
    return shownOf(now, question)
  })
  const known = new Set(before.map(({ id }) => id))
  // Sorted, so that the file does not depend on the order of responses.
  const added = [...columns.questions()]
    .filter(({ name, headline }) => headline.text !== '' && !known.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { questions: [...kept, ...added.map((question) => shownOf(question))], changes }
}

/** Only a later headline replaces that of the contract, so an export of older responses changes nothing. */
const timed: Noting = {
  isNewer: ({ headline: { text, at } }, before) =>
    text !== '' &&
    text !== before.headline &&
    (at > before.shown || (at === before.shown && text > before.headline)),
  shownAt: ({ headline }) => headline.at,
}

/** Where times are redacted, the last export has the newest headline. */
const untimed: Noting = {
  isNewer: ({ headline: { text } }, before) => text !== '' && text !== before.headline,
  shownAt: (_, before) => before?.shown ?? '',
}

/** A value that does not fit the type of its column, the first one in the order of the responses. */
export type Misfit = {
  /** The type that the column would have without such values. */
  readonly type: ColumnType
  readonly value: string
  /** The id of its response, else its number, from 1. */
  readonly response: string
  /** How many values do not fit, and how many there are; empty ones do not count. */
  readonly misfits: number
  readonly values: number
}

type TypeCounts = {
  readonly column: Column
  readonly types: Map<ColumnType, number>
  readonly firsts: Map<ColumnType, Pick<Misfit, 'value' | 'response'>>
}

/**
 * Finds the first value of each column that does not fit its wanted type; undefined as the type: the one that most of its values
 * have, if that is not text. Reads all rows once.
 */
export async function findMisfits(
  { spool, columns }: Pick<Collected, 'spool' | 'columns'>,
  wanted: ReadonlyMap<Column, ColumnType | undefined>,
): Promise<ReadonlyMap<Column, Misfit>> {
  if (wanted.size === 0) return new Map()
  const counted = new Map<number, TypeCounts>()
  for (const column of wanted.keys())
    counted.set(column.number, { column, types: new Map(), firsts: new Map() })
  const id = columns.of('record', 'id').number
  const read = cachePerCell((cell) => cell)
  await eachRow(spool.blocks(), (row) => {
    const { cells, number } = row
    for (let i = 0; i < cells.count; i++) {
      const counting = counted.get(cells.columns[i] ?? 0)
      if (counting === undefined) continue
      const cell = read(row, i)
      const type = typeOfCell(counting.column.holds.kind === 'answer', cell)
      if (type === undefined) continue
      counting.types.set(type, (counting.types.get(type) ?? 0) + 1)
      if (counting.firsts.has(type)) continue
      const response = textOfCell(row, id) ?? String(number + 1)
      counting.firsts.set(type, { value: cell.text, response })
    }
  })
  const found = new Map<Column, Misfit>()
  for (const counting of counted.values()) {
    const misfit = misfitOf(counting, wanted.get(counting.column))
    if (misfit) found.set(counting.column, misfit)
  }
  return found
}

function misfitOf({ types, firsts }: TypeCounts, wanted: ColumnType | undefined): Misfit | undefined {
  const values = sumOf(types.values())
  const type = wanted ?? mostCommon(types, values)
  if (type === undefined) return undefined
  const misfits = sumOf([...types].flatMap(([one, count]) => (fits(one, type) ? [] : [count])))
  // The maps have the types in the order of their first values.
  const [first] = [...firsts].flatMap(([one, at]) => (fits(one, type) ? [] : [at]))
  return first && { type, ...first, misfits, values }
}

/** The type of at least half of the values, if it is not text. */
function mostCommon(types: ReadonlyMap<ColumnType, number>, values: number): ColumnType | undefined {
  return (['integer', 'number', 'int64', 'boolean', 'date', 'time'] as const).find(
    (type) => 2 * sumOf([...types].flatMap(([one, count]) => (fits(one, type) ? [count] : []))) >= values,
  )
}
