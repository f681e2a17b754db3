import { Failure } from '../failure.ts'
import type { Column } from './columns.ts'
import { headerOf } from './header.ts'

/** The columns that were asked for by any of their names, in that order; all of them where none was. */
export function chosenColumns(
  columns: readonly Column[],
  names: readonly string[] | undefined,
  given: ReadonlyMap<Column, string> = new Map(),
): readonly Column[] {
  if (names === undefined) return columns
  const byName = new Map<string, Column>()
  for (const style of ['both', 'id', 'headline'] as const) {
    const header = headerOf(columns, style)
    // Set last, so first in rank: the name that a person sees.
    columns.forEach((column, i) => byName.set(header[i] ?? '', column))
  }
  for (const [column, name] of given) byName.set(name, column)
  const chosen = names.map((name) => {
    const column = byName.get(name)
    if (column === undefined) throw Failure.of('column-unknown', { name })
    return column
  })
  return [...new Set(chosen)]
}
