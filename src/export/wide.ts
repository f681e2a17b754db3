import { chosenColumns } from './chosen-columns.ts'
import { shownColumns, type Collected } from './collected.ts'
import { typeOf } from './column-type.ts'
import type { Column } from './columns.ts'
import { denseRows, listsOf, placesOf } from './dense-rows.ts'
import type { HeaderStyle } from './format.ts'
import { headerOf } from './header.ts'
import type { Table, TableColumn } from './table.ts'

/** The wide table: a row a response. */
export function wideTable(
  collected: Collected,
  options: { readonly headers: HeaderStyle; readonly columns?: readonly string[] },
): Table {
  const { rowCount, spool, ordered } = collected
  const order = chosenColumns(shownColumns(collected), options.columns, ordered?.names)
  const lists = listsOf(order)
  const shape = { places: placesOf(order, collected.columns.all), width: order.length }
  return {
    name: 'responses',
    columns: tableColumns(collected, order, options.headers),
    rowCount,
    rows: () => denseRows(spool.blocks(), { ...shape, lists }),
    ...(lists.size > 0 ? {} : { sparse: { blocks: spool.blocks, ...shape } }),
  }
}

/**
 * Columns as a table has them: each with its own name, whichever others are shown beside it, and with the narrowest type
 * of all its cells.
 */
export function tableColumns(
  { columns, retyped, ordered }: Collected,
  order: readonly Column[],
  headers: HeaderStyle,
): readonly TableColumn[] {
  const all = ordered?.order ?? columns.inOrder()
  const header = headerOf(all, headers, ordered?.names)
  const names = new Map(all.map((column, i) => [column, header[i]]))
  return order.map((column) => ({
    name: names.get(column) ?? '',
    type: retyped?.get(column) ?? typeOf(column),
    source: column,
  }))
}
