import { holding, type Column } from './columns.ts'
import type { ColumnType } from './table.ts'

/** The narrowest type that all cells of a column are of. */
export function typeOf({ held }: Pick<Column, 'held'>): ColumnType {
  if (held !== 0 && (held & ~numeric) === 0) return numericType(held)
  if (held === holding.boolean) return 'boolean'
  if (held === holding.instant) return 'time'
  return held === holding.json ? 'json' : 'text'
}

const numeric = holding.integer | holding.whole | holding.long | holding.number

function numericType(held: number): ColumnType {
  const isWhole = (held & holding.number) === 0
  if ((held & holding.long) === 0) return isWhole ? 'integer' : 'number'
  return isWhole ? 'int64' : 'text'
}
