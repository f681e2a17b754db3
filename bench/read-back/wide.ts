import type { Expected, ExpectedTable } from './expected.ts'
import { cellOfPart, mainsOf, nameOf, partsOf } from './parts.ts'

/** Columns that every wide table has. */
export const fixed =
  'id formId createdAt updatedAt dataUpdatedAt finished status version leadId ip country visitedForm completedForm'.split(
    ' ',
  )

/** What the wide table of a reply has to hold with `--headers id`; undefined where two columns want one name. */
export function wideOf(records: readonly unknown[]): readonly ExpectedTable[] | undefined {
  const parts = records.map(partsOf)
  const mains = mainsOf(parts.flat())
  const owners = new Map<string, string>()
  const rows: Map<string, Expected | null>[] = []
  for (const row of parts) {
    const cells = new Map<string, Expected | null>()
    for (const part of row) {
      const name = nameOf(part, mains)
      const owner = part.path.join('\0')
      if ((owners.get(name) ?? owner) !== owner) return undefined
      owners.set(name, owner)
      cells.set(name, cellOfPart(part))
    }
    rows.push(cells)
  }
  return [{ name: 'responses', columns: new Set([...fixed, ...owners.keys()]), rows }]
}
