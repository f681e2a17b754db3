import type { NamesReport } from '../../table/choose-records.ts'
import type { ExportSummary } from '../../export/write-export.ts'
import type { TablePlan } from '../../export/files/export-files.ts'
import { count } from '../../failure/failure.ts'
import type { TimeName } from '../../record/moment.ts'
import type { ResponsesQuery, Counts } from '../../responses/responses.ts'
import type { Context } from '../command.ts'

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

/** What records are chosen for, and by which of their times. */
type Choosing = {
  readonly by: TimeName
  readonly does: 'export' | 'count' | 'show'
  /** Where they come from: not all sources know the same options. */
  readonly source: ResponsesQuery['source']['kind']
}

/** Warnings of records that do not tell what they are chosen by: of those left out, and of those kept. */
export const untoldWords = (
  { formless, undated }: Pick<Counts, 'formless' | 'undated'>,
  { by, does, source }: Choosing,
): readonly string[] => [
  ...(formless === 0
    ? []
    : [
        `${formlessWords(formless)}; ${source === 'saved' ? 'without --form a run' : '--all'} ${does}s ${formless === 1 ? 'it' : 'them'}, too.`,
      ]),
  ...(undated === 0
    ? []
    : [`${undatedWords(undated, by)} ${does === 'show' ? 'shown' : `${does}ed`} all the same.`]),
]

const formlessWords = (n: number): string =>
  n === 1 ? '1 record tells no form and was left out' : `${count(n, 'record')} tell no form and were left out`

const undatedWords = (n: number, by: TimeName): string =>
  n === 1
    ? `1 record tells no ${timeWords[by]} that can be read; it was`
    : `${count(n, 'record')} tell no ${timeWords[by]} that can be read; they were`

const timeWords = {
  createdAt: 'time of creation',
  updatedAt: 'time of update',
  dataUpdatedAt: 'time at which answers changed',
} as const satisfies Record<TimeName, string>

/** Warns who names an environment for a read: the contract's reads have none in their path. */
export async function sayUnusedEnvironment({ terminal, globals }: Context): Promise<void> {
  if (globals.environment === undefined) return
  await terminal.warn(
    `${terminal.err.yellow('warning')}: --environment changes nothing here: a read names no environment, so the API key alone decides whose responses come.`,
  )
}
