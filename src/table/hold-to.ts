import { typeOf } from './column-type.ts'
import type { Column, Columns, Question } from './columns.ts'
import type { ColumnType } from './table.ts'
import {
  widened,
  type Change,
  type Contract,
  type ContractColumn,
  type ContractQuestion,
  type Holding,
} from './contract.ts'
import type { OrderedColumns } from './order-by.ts'

/** The columns of an export that is held to a contract. */
export type HeldColumns = OrderedColumns & {
  readonly types: ReadonlyMap<Column, ColumnType>
  /** The contract for the next export. */
  readonly next: Contract
  readonly changes: readonly Change[]
}

/** What is made of columns between responses and table. */
export type Remade = {
  /** Columns of another type than that of what they held. */
  readonly retyped?: ReadonlyMap<Column, ColumnType>
  /** Columns that no table shows: a contract that lacks them does not get them. */
  readonly hidden?: ReadonlySet<Column>
  /** Whether times of creation are redacted, so that the contract must not tell any. */
  readonly hidesTimes?: boolean
}

/** Holds columns to the contract that ordered them. */
export function holdTo(
  columns: Columns,
  ordered: OrderedColumns,
  { retyped = new Map(), hidden = new Set(), hidesTimes = false }: Remade = {},
): HeldColumns {
  const { names, contract, kept } = ordered
  const order = ordered.order.filter((column) => kept.has(column) || !hidden.has(column))
  const entries = order.map((column): ContractColumn => {
    const before = kept.get(column)
    const now = column.held === 0 ? undefined : (retyped.get(column) ?? typeOf(column))
    const type = widened(before?.type, now)
    return {
      name: names.get(column) ?? '',
      holds: before?.holds ?? holdingOf(column),
      ...(type === undefined ? {} : { type }),
    }
  })
  const { questions, changes } = questionsOf(columns, contract.questions, hidesTimes ? untimed : timed)
  return {
    ...ordered,
    order,
    types: new Map(order.map((column, i) => [column, entries[i]?.type ?? 'text'])),
    next: { ...contract, columns: entries, questions },
    changes: [
      ...entries.slice(kept.size).map(({ name }): Change => ({ change: 'added', column: name })),
      ...entries.flatMap((entry, i) => typeChange(contract.columns[i], entry)),
      ...changes,
    ],
  }
}

function holdingOf({ holds }: Column): Holding {
  if (holds.kind !== 'answer') return holds
  const { member, option } = holds
  return {
    kind: 'answer',
    question: member.question.name,
    member: member.name,
    isBeside: member.question.entryMembers.get(member.name) === member,
    ...(option === undefined ? {} : { option }),
  }
}

function typeChange(before: ContractColumn | undefined, { name, type }: ContractColumn): readonly Change[] {
  if (before === undefined || type === undefined || before.type === type) return []
  return [{ change: 'type', column: name, ...(before.type && { from: before.type }), to: type }]
}

type Questions = { readonly questions: readonly ContractQuestion[]; readonly changes: readonly Change[] }

/** Whether a headline takes the place of another one, and what is noted of when it was shown. */
type Noting = {
  readonly isNewer: (question: Question, before: ContractQuestion) => boolean
  readonly shownAt: (question: Question, before?: ContractQuestion) => string
}

function questionsOf(
  columns: Columns,
  before: readonly ContractQuestion[],
  { isNewer, shownAt }: Noting,
): Questions {
  const shownOf = (question: Question, earlier?: ContractQuestion): ContractQuestion => ({
    id: question.name,
    headline: question.headline,
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
      to: now.headline,
    })
    return shownOf(now, question)
  })
  const known = new Set(before.map(({ id }) => id))
  // Sorted: what a file says must not hang on the order in which responses came.
  const added = [...columns.questions()]
    .filter(({ name, headline }) => headline !== '' && !known.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { questions: [...kept, ...added.map((question) => shownOf(question))], changes }
}

/** A headline has to be later than that of the contract: an export of older responses changes nothing. */
const timed: Noting = {
  isNewer: ({ headline, headlineAt }, before) =>
    headline !== '' &&
    headline !== before.headline &&
    (headlineAt > before.shown || (headlineAt === before.shown && headline > before.headline)),
  shownAt: ({ headlineAt }) => headlineAt,
}

/** Where no time is to be told, the export that is made last has the newest one. */
const untimed: Noting = {
  isNewer: ({ headline }, before) => headline !== '' && headline !== before.headline,
  shownAt: (_, before) => before?.shown ?? '',
}
