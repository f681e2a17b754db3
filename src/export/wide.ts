import { chosenColumns } from './chosen-columns.ts'
import type { Collected } from './collected.ts'
import { holding, type Column } from './columns.ts'
import { denseRows, listsOf, placesOf } from './dense-rows.ts'
import type { HeaderStyle } from './format.ts'
import { headerOf } from './header.ts'
import type { ColumnType, Table } from './table.ts'

/** The wide table: a row a response. */
export function wideTable(
  collected: Collected,
  options: { readonly headers: HeaderStyle; readonly columns?: readonly string[] },
): Table {
  const { columns, rowCount, spool } = collected
  const order = chosenColumns(columns.inOrder(), options.columns)
  const names = headerOf(order, options.headers)
  return {
    name: 'responses',
    columns: order.map((column, i) => ({ name: names[i] ?? '', type: typeOf(column) })),
    rowCount,
    rows: () => denseRows(collected, order),
    ...(listsOf(order).size > 0
      ? {}
      : {
          sparse: { blocks: spool.blocks, places: placesOf(order, columns.all.length), width: order.length },
        }),
  }
}

/** The narrowest type that all cells of a column are of. */
function typeOf({ held }: Column): ColumnType {
  if (held === holding.integer) return 'integer'
  if (held === holding.number || held === (holding.integer | holding.number)) return 'number'
  if (held === holding.boolean) return 'boolean'
  if (held === holding.instant) return 'time'
  return held === holding.json ? 'json' : 'text'
}
