import type { Column, Columns } from './columns.ts'
import { headerOf } from './columns/header.ts'
import { keepHeadline } from './headlines.ts'
import { stemsOf } from './columns/name-stems.ts'
import type { Contract, ContractColumn, Holding } from './contract.ts'

/** Columns in the order of a contract: those that it has, then the new ones. */
export type OrderedColumns = {
  readonly order: readonly Column[]
  /** The names of all: as the contract has them, and in its style. */
  readonly names: ReadonlyMap<Column, string>
  readonly contract: Contract
  /** The entries of the contract by their columns, in their order. */
  readonly kept: ReadonlyMap<Column, ContractColumn>
  /** The names of columns that the contract has and these responses do not. */
  readonly absent: readonly string[]
}

/** Orders the columns of collected responses by a contract, once; the ones that it has and they lack come to be. */
export function orderBy(columns: Columns, contract: Contract): OrderedColumns {
  const met = new Set(columns.inOrder())
  // A question of which these responses show no headline is called as before.
  for (const { id, headline } of contract.questions) {
    const question = columns.question(id)
    question.headline ||= headline
    if (headline !== question.headline) keepHeadline(question, headline)
  }
  const kept = new Map(contract.columns.map((entry) => [columnOf(columns, entry.holds), entry]))
  for (const [column, { name }] of kept) keepTitles(column, name)
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

/** What a name that a column was given calls its question, which may have been a headline of it. */
function keepTitles(column: Column, name: string): void {
  if (column.holds.kind !== 'answer') return
  const { question } = column.holds.member
  for (const title of stemsOf(name, column).question)
    if (title !== question.headline && title !== question.name) keepHeadline(question, title)
}

function columnOf(columns: Columns, holds: Holding): Column {
  if (holds.kind !== 'answer') return columns.of(holds.kind, holds.name)
  const question = columns.question(holds.question)
  const member = holds.isBeside
    ? columns.entryMember(question, holds.member)
    : columns.member(question, holds.member)
  return holds.option === undefined ? columns.whole(member) : columns.option(member, holds.option).column
}
