import { Failure } from '../../failure/failure.ts'
import { chosenColumns, type Choosing } from '../columns/choose.ts'
import { namesOf, shownColumns, type Collected } from '../collected.ts'
import { typeOf } from '../column-type.ts'
import type { Column } from '../columns.ts'
import { denseRows, placesOf } from '../rows/dense-rows.ts'
import { fillLists, listsOf } from './fill-lists.ts'
import type { HeaderStyle } from '../../export/format.ts'
import { titleOfColumn } from '../columns/header.ts'
import type { Table, TableColumn } from '../table.ts'

/** The wide table: a row a response. */
export function wideTable(
  all: Collected,
  options: Omit<Choosing, 'names'> & { readonly columns?: readonly string[] },
): Table {
  // To put thousands of columns in order takes a while, and it is asked for several times.
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
    columns: tableColumns(collected, order, options.headers),
    rowCount,
    rows: () => denseRows(blocks(), shape),
    sparse: { blocks, ...shape },
  }
}

/** Refuses an export of which every column is dropped. */
export function refuseAllDropped(left: readonly unknown[]): void {
  if (left.length > 0) return
  throw Failure.of('usage', {
    problem:
      'Every column is dropped, so nothing is left to write. Keep one: --redact id=hash still tells responses apart.',
  })
}

/** The place of a column that nobody gave anything for: no cell bears its number. */
const ungiven = (name: string): Column => ({ holds: { kind: 'record', name }, number: noNumber, held: 0 })

const noNumber = 0xffffffff

/**
 * Columns as a table has them: each with its own name, whichever others are shown beside it, and with the narrowest type
 * of all its cells.
 */
export function tableColumns(
  collected: Collected,
  order: readonly Column[],
  headers: HeaderStyle,
): readonly TableColumn[] {
  const { header } = namesOf(collected, headers)
  return order.map((column) => ({
    name: header.get(column) ?? titleOfColumn(column),
    type: collected.retyped?.get(column) ?? typeOf(column),
    ...(header.has(column) && { source: column }),
  }))
}
