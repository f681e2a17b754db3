import type { NamesReport } from '../../table/choose-records.ts'
import type { ExportSummary } from '../../export/write-export.ts'
import type { TablePlan } from '../../export/files/export-plan.ts'

/** A sentence for the person; a warning is said even under --quiet. */
export type Remark = { readonly sentence: string; readonly isWarning: boolean }

/** Names of columns that differ in capital letters only, which programs that read a table may take for one. */
export function namesakeWords({ tables = [] }: ExportSummary): readonly Remark[] {
  const byPlain = new Map<string, string[]>()
  for (const name of tables[0]?.columns ?? []) {
    const plain = name.toLowerCase()
    byPlain.set(plain, [...(byPlain.get(plain) ?? []), name])
  }
  return [...byPlain.values()]
    .filter((names) => names.length > 1)
    .slice(0, mostNamed)
    .map((names) => ({
      isWarning: false,
      sentence: `Columns ${names.map((name) => `"${name}"`).join(' and ')} differ in capital letters only; DuckDB and other databases take them for one name.`,
    }))
}

/** What became of the names in --where, --columns and --redact, in sentences. */
export function nameWords(
  { redactions, columns = [] }: Pick<TablePlan, 'redactions' | 'columns'>,
  { names, rows }: Pick<ExportSummary, 'names' | 'rows'>,
): readonly Remark[] {
  if (!names) return []
  const { unmatched, withoutColumn, meant } = names
  const done = redactions.filter(({ name }) => !withoutColumn.includes(name))
  return [
    ...unmatched.map(({ condition, part, hint }) => ({
      isWarning: true,
      sentence: `no response holds ${part === undefined ? '' : `${JSON.stringify(part)} of `}--where ${JSON.stringify(condition)}.${hint === undefined ? '' : ` ${hint}`}`,
    })),
    ...(withoutColumn.length > 0
      ? [
          {
            isWarning: false,
            sentence:
              rows === 0
                ? `There was no response to tell by whether there is a column ${orWords(withoutColumn)}.`
                : `Nobody gave ${orWords(withoutColumn)} in these responses.`,
          },
        ]
      : []),
    ...againWords(columns, names).map((sentence) => ({ isWarning: true, sentence })),
    ...(done.length > 0
      ? [
          {
            isWarning: false,
            sentence: `Redacted: ${done.map((one) => redactionWords(one, meant)).join(', ')}.`,
          },
        ]
      : []),
  ]
}

/** Columns that are named twice, by one name or two. */
const againWords = (columns: readonly string[], { repeated = [] }: NamesReport): readonly string[] => [
  ...[...new Set(columns.filter((name, i) => columns.indexOf(name) < i))].map(
    (name) => `--columns names "${name}" more than once; what it means is shown once.`,
  ),
  ...repeated.map(
    ({ name, before }) =>
      `--columns names by "${name}" what "${before}" before it means, too; it is shown once.`,
  ),
]

const orWords = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(' or ')

const mostNamed = 5

/** A redaction; where it met other columns than the one of its name, these are told. */
function redactionWords(
  { name, how }: TablePlan['redactions'][number],
  meant: ReadonlyMap<string, readonly string[]>,
): string {
  const columns = meant.get(name) ?? []
  if (columns.every((column) => column === name)) return `${name} (${how})`
  const told = columns.slice(0, mostNamed).map((column) => `"${column}"`)
  const rest = columns.length - told.length
  return `${name} (${how}) in ${columns.length === 1 ? 'column' : 'columns'} ${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
