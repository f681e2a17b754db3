import type { Column } from './columns.ts'
import { columnsByName, columnUnknown } from './column-names.ts'

/** The columns that were asked for by any of their names, in that order; all of them where none was. */
export function chosenColumns(
  columns: readonly Column[],
  names: readonly string[] | undefined,
  given: ReadonlyMap<Column, string> = new Map(),
): readonly Column[] {
  if (names === undefined) return columns
  const byName = columnsByName(columns, given)
  const chosen = names.map((name) => {
    const column = byName.get(name)
    if (column === undefined) throw columnUnknown(name, byName.keys())
    return column
  })
  return [...new Set(chosen)]
}
