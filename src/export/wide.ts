import { chosenColumns } from './chosen-columns.ts'
import type { Collected } from './collected.ts'
import { typeOf } from './column-type.ts'
import { denseRows, listsOf, placesOf } from './dense-rows.ts'
import type { HeaderStyle } from './format.ts'
import { headerOf } from './header.ts'
import type { Table } from './table.ts'

/** The wide table: a row a response. */
export function wideTable(
  collected: Collected,
  options: { readonly headers: HeaderStyle; readonly columns?: readonly string[] },
): Table {
  const { columns, rowCount, spool, ordered, retyped } = collected
  const order = chosenColumns(ordered?.order ?? columns.inOrder(), options.columns, ordered?.names)
  const names = headerOf(order, options.headers, ordered?.names)
  return {
    name: 'responses',
    columns: order.map((column, i) => ({
      name: names[i] ?? '',
      type: retyped?.get(column) ?? typeOf(column),
      source: column,
    })),
    rowCount,
    rows: () => denseRows(collected, order),
    ...(listsOf(order).size > 0
      ? {}
      : {
          sparse: { blocks: spool.blocks, places: placesOf(order, columns.all.length), width: order.length },
        }),
  }
}
