import { holding, type Column } from './columns.ts'
import type { ColumnType } from './table.ts'

/** The narrowest type that all cells of a column are of. */
export function typeOf({ held }: Pick<Column, 'held'>): ColumnType {
  if (held === holding.integer) return 'integer'
  if (held === holding.number || held === (holding.integer | holding.number)) return 'number'
  if (held === holding.boolean) return 'boolean'
  if (held === holding.instant) return 'time'
  return held === holding.json ? 'json' : 'text'
}
