import { misuse } from '../../failure/failure.ts'
import { chosenColumns, type ColumnChoice, namesOf, shownColumns } from '../columns/column-names.ts'
import { isTick, typeOf, type Column, type Columns } from '../columns.ts'
import {
  denseRows,
  placesOf,
  beginRow,
  putCell,
  putRun,
  remakeRows,
  type ReadRow,
  type RowBlock,
} from '../sparse-rows.ts'
import { numberDuplicates, fieldColumnName, columnTitle } from '../columns/header.ts'
import { type Table, type TableColumn, type HeaderStyle, kinds } from '../table.ts'
import type { Collected } from '../collect.ts'

/** The wide table: a row for each response. */
export function wideTable(
  all: Collected,
  options: Omit<ColumnChoice, 'names'> & { readonly columns?: readonly string[] },
): Table {
  // Ordered once: sorting thousands of columns takes a while, and several functions need the order.
  const collected = { ...all, ordered: all.ordered ?? { order: all.columns.inOrder(), names: new Map() } }
  const { rowCount, spool } = collected
  const { columns: names, ...choosing } = options
  const chosen =
    names === undefined ? shownColumns(collected) : chosenColumns(collected, { names, ...choosing })
  refuseAllDropped(chosen)
  const order = chosen.map((column) => (typeof column === 'string' ? ungiven(column) : column))
  const lists = listsOf(order)
  const blocks = lists.size > 0 ? () => fillLists(spool.blocks(), lists) : spool.blocks
  const shape = { places: placesOf(order, collected.columns.all), width: order.length }
  return {
    name: 'responses',
    columns: withNamesApart(tableColumns(collected, order, options.headers), options.headers),
    rowCount,
    rows: () => denseRows(blocks(), shape),
  }
}

/** The columns of the wide table, without choosing or renaming. */
export function wideColumns(columns: Columns, headers: HeaderStyle): readonly TableColumn[] {
  const order = columns.inOrder()
  return tableColumns({ columns, ordered: { order, names: new Map() } }, order, headers)
}

export function refuseAllDropped(left: readonly unknown[]): void {
  if (left.length > 0) return
  throw misuse(
    'Every column is dropped, so nothing is left to write. Keep one: --redact id=hash still tells responses apart.',
  )
}

/** An empty column for a known member that no response has; no cell has its number. */
const ungiven = (name: string): Column => ({
  holds: { kind: 'record', name },
  number: noNumber,
  seenTypes: 0,
})

const noNumber = 0xffffffff

/** Columns that no response has may have been named as others are. */
function withNamesApart(columns: readonly TableColumn[], headers: HeaderStyle): readonly TableColumn[] {
  if (columns.every(({ source }) => source)) return columns
  const names = numberDuplicates(
    columns.map(({ name }) => name),
    (i) => (columns[i]?.source ? 0 : 1),
    headers,
  )
  return columns.map((column, i) => Object.assign({}, column, { name: names[i] ?? '' }))
}

/** Columns of a table: each with its unique name, whichever others are shown, and the narrowest type of all its cells. */
export function tableColumns(
  collected: Pick<Collected, 'columns' | 'ordered' | 'typeOf' | 'isRedacting'>,
  order: readonly Column[],
  headers: HeaderStyle,
): readonly TableColumn[] {
  const { header } = namesOf(collected, headers)
  return order.map((column) => ({
    name: header.get(column) ?? fieldColumnName(columnTitle(column), headers),
    type: (collected.typeOf ?? typeOf)(column),
    ...(header.has(column) && { source: column }),
  }))
}

/** Questions with columns of options: by the number of an option's column, or of "Other", the numbers of the shown options of its question. */
type Lists = ReadonlyMap<number, readonly number[]>

/** The shown columns of options whose answers may name only what was chosen. Others name every option that was offered. */
function listsOf(columns: readonly Column[]): Lists {
  const lists = new Map<number, readonly number[]>()
  const shown = new Set(columns)
  const members = new Set(
    columns.flatMap((column) =>
      column.holds.kind === 'answer' && isTick(column) && column.holds.member.hasOpenLists === true
        ? [column.holds.member]
        : [],
    ),
  )
  for (const member of members) {
    const options = [...member.options.values()].map(({ column }) => column)
    const seen = options.filter((column) => shown.has(column)).map(({ number }) => number)
    const other = member.question.members.get('selectedOther')?.column
    for (const { number } of other ? [...options, other] : options) lists.set(number, seen)
  }
  return lists
}

/** Adds a 0 for each option that an answer does not choose; unanswered questions stay empty. */
const fillLists = (blocks: AsyncIterable<Uint8Array>, lists: Lists): AsyncIterable<Uint8Array> => {
  const given = new Set<number>()
  const answered = new Set<readonly number[]>()
  return remakeRows(blocks, (row: ReadRow, into: RowBlock) => {
    const { cells, bytes } = row
    given.clear()
    answered.clear()
    for (let i = 0; i < cells.count; i++) {
      const list = lists.get(cells.columns[i] ?? 0)
      if (list === undefined || isLeft(cells.kinds[i], bytes[cells.starts[i] ?? 0])) continue
      given.add(cells.columns[i] ?? 0)
      answered.add(list)
    }
    const missing = [...answered].flatMap((list) => list.filter((number) => !given.has(number)))
    beginRow(into, cells.count + missing.length)
    putRun(into, row, { from: 0, to: cells.count })
    for (const column of missing) putCell(into, { column, kind: kinds.number, from: 0, to: 1 }, zero)
  })
}

/** Whether a cell says that "Other" was not chosen: then only the options say whether the question was answered. */
const isLeft = (kind: number | undefined, first: number | undefined): boolean =>
  kind === kinds.boolean && first === 0x66

const zero = Uint8Array.of(0x30)
