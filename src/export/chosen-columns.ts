import type { Column } from './columns.ts'
import { columnsByName, columnUnknown } from './column-names.ts'
import { memberNames } from './header.ts'

/**
 * The columns that were asked for by any of their names, in that order; all of them where none was. The name of a list
 * with a column an option means all of these.
 */
export function chosenColumns(
  columns: readonly Column[],
  names: readonly string[] | undefined,
  given: ReadonlyMap<Column, string> = new Map(),
): readonly Column[] {
  if (names === undefined) return columns
  const byName = columnsByName(columns, given)
  const lists = listsByName(columns)
  const chosen = names.flatMap((name) => {
    const column = byName.get(name)
    // What is in several cells may stand in one, too, where an answer is no list.
    const named = [...(column ? [column] : []), ...(lists.get(name) ?? [])]
    if (named.length === 0) throw columnUnknown(name, [...byName.keys(), ...lists.keys()])
    return named
  })
  return [...new Set(chosen)]
}

/** The columns of options, by the names of the lists that they are of. */
function listsByName(columns: readonly Column[]): ReadonlyMap<string, readonly Column[]> {
  const lists = new Map<string, Column[]>()
  for (const column of columns) {
    const { holds } = column
    if (holds.kind !== 'answer' || holds.option === undefined) continue
    for (const name of new Set(memberNames(holds.member))) {
      const known = lists.get(name)
      if (known) known.push(column)
      else lists.set(name, [column])
    }
  }
  return lists
}
