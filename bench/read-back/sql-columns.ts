import { readFileSync } from 'node:fs'
import type { Comparison, ReadTable } from './compare.ts'
import type { ExpectedTable } from './expected.ts'

/** What is used of a codebook. */
type Codebook = {
  readonly resources: readonly {
    readonly schema: { readonly fields: readonly Field[] }
  }[]
  readonly questions?: readonly { readonly id: string; readonly title: string }[]
}
type Field = {
  readonly name: string
  readonly title?: string
  readonly question?: { readonly id: string; readonly member: string }
}

type Telling = {
  readonly wanted: readonly ExpectedTable[]
  readonly codebook: string
  readonly counts: Comparison
}

/** Tables whose columns have names for SQL, with the names and titles of `--headers id`, as far as the codebook maps them back. */
export function calledAsAsked(
  tables: readonly ReadTable[],
  { wanted, codebook, counts }: Telling,
): readonly ReadTable[] {
  // The export wrote it.
  const { resources, questions = [] } = JSON.parse(readFileSync(codebook, 'utf8')) as Codebook
  const titles = new Map(questions.map(({ id, title }) => [`t${title.toWellFormed()}`, `t${id}`]))
  return tables.map((table, n) => {
    const fields = new Map(resources[n]?.schema.fields.map((field) => [field.name, field]))
    const known = wanted[n]?.columns ?? new Set()
    const columns = table.columns.map((name) => {
      if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
        counts.differences.push(`${table.name}: ${JSON.stringify(name)} is no name for SQL`)
      return ownName(name, fields.get(name), known)
    })
    const asked = columns.indexOf('question')
    const rows = table.rows.map((row) => row.map((cell, i) => (i === asked ? idOf(cell, titles) : cell)))
    return { ...table, columns, rows: titles.size > 0 ? rows : table.rows }
  })
}

const idOf = (title: string | null, titles: ReadonlyMap<string, string>): string | null =>
  titles.get(title ?? '') ?? title

/** The name by ids. Columns that a layout adds have no title. */
function ownName(name: string, field: Field | undefined, known: ReadonlySet<string>): string {
  const { question, title } = field ?? {}
  if (question !== undefined) {
    const ofMember = [question.id, question.member].filter((part) => part !== '').join('.')
    return known.has(ofMember) ? ofMember : question.id
  }
  const asked = title?.replaceAll('\0', '\ufffd').toWellFormed()
  if (asked !== undefined && known.has(asked)) return asked
  const added = [...known].find((own) => own.replaceAll(/[A-Z]/g, '_$&').toLowerCase() === name)
  return added ?? name
}
