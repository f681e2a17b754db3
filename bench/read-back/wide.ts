import { typesOf } from './answers.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import { cellOfPart, mainsOf, nameOf, partsOf, sourceOf } from './parts.ts'
import { typed, type Source } from './types.ts'

/** Columns that every wide table has. */
export const fixed =
  'id formId createdAt updatedAt dataUpdatedAt finished status version meta.leadId personAttributes.ip personAttributes.country personAttributes.visitedForm personAttributes.completedForm'.split(
    ' ',
  )

/** What owns a name that no question takes. */
const kept = [...fixed, 'formName', 'data'].map((name): readonly [string, string] => [
  name.toLowerCase(),
  (name.includes('.') ? name : `record.${name}`).replace('.', '\0'),
])

/** What the wide table of a reply has to hold with `--headers id`; undefined where two columns want one name, whatever its case. */
export function wideOf(records: readonly unknown[]): readonly ExpectedTable[] | undefined {
  const parts = records.map(partsOf)
  const [mains, types] = [mainsOf(parts.flat()), typesOf(records)]
  const sources = new Map<string, Source>()
  const owners = new Map(kept)
  const names = new Set(fixed)
  const rows: Map<string, Expected | null>[] = []
  for (const row of parts) {
    const cells = new Map<string, Expected | null>()
    for (const part of row) {
      const name = nameOf(part, mains)
      const owner = part.path.join('\0')
      if ((owners.get(name.toLowerCase()) ?? owner) !== owner) return undefined
      owners.set(name.toLowerCase(), owner)
      names.add(name)
      sources.set(name, sourceOf(part, types))
      cells.set(name, cellOfPart(part))
    }
    rows.push(cells)
  }
  return [typed({ name: 'responses', columns: names, rows }, sources)]
}
