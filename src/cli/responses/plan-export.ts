import type { ExportPlan } from '../../export/files/export-files.ts'
import {
  formatByName,
  formatNames,
  packedFormats,
  packingByName,
  type FormatName,
} from '../../export/formats.ts'
import { misuse } from '../../failure/failure.ts'
import type { CommandQuery, ResponsesQuery, ResponsesSource } from '../../responses/responses.ts'
import type { OutputFormat } from '../command.ts'
import { withoutAddress } from '../option-values.ts'
import type { ExportWords } from './export-options.ts'
import { instantOf, isRelative, type NamedZone } from './time-zone.ts'
import { planTable } from './table-plan.ts'

/** The plan of an export. With `isCheck` nothing is written; only changes of the columns file are reported. */
type AskedExport = ExportPlan & { readonly isCheck: boolean }

/** What a plan needs to know of the run beside its options. */
export type Run = {
  readonly output: OutputFormat | undefined
  readonly isTerminal: boolean
  readonly now: Date
}

/** Validates the options of an export; misuse is a Failure. */
export function planExport(options: ExportWords, { output, isTerminal, now }: Run): AskedExport {
  const { out } = options
  const format = exportFormat(options, output)
  if (out === undefined && format === 'sqlite') throw misuse('An SQLite file is written by --out: name one.')
  if (out === undefined && isTerminal && (format === 'xlsx' || format === 'parquet'))
    throw misuse(
      `${format} is not text, so it is not written to a terminal. Name a file with --out, or use a pipe.`,
    )
  const table = planTable(options, format)
  return {
    ...queryOf(options, { zone: table.zone, now }),
    format,
    out,
    replace: options.force,
    manifest: options.manifest,
    codebook: options.codebook,
    columnsFile: options.columnsFile,
    isCheck: options.check,
    styles: { headers: options.headers, multi: options.multi },
    table,
    split: options.split,
  }
}

/** The clock by which times are read; those without an offset are in `zone`, else UTC. */
type Clock = { readonly zone?: NamedZone | undefined; readonly now: Date }

type QueryWords = Pick<ExportWords, 'form' | 'all' | 'from' | 'partials' | 'since' | 'until' | 'by'> &
  Partial<Pick<ExportWords, 'keepDuplicates' | 'requireComplete'>>

/** Which responses the options ask for; misuse is a Failure. */
export const queryOf = (options: QueryWords, clock: Clock): CommandQuery => ({
  source: sourceOf(options),
  withPartials: options.partials,
  keepsDuplicates: options.keepDuplicates ?? false,
  ...windowOf(options, clock),
  by: options.by ?? 'createdAt',
  requireComplete: options.requireComplete ?? false,
})

/** The range of --since and --until, in milliseconds since 1970. */
export function windowOf(
  options: Pick<QueryWords, 'since' | 'until'>,
  clock: Clock,
): Pick<ResponsesQuery, 'since' | 'until' | 'resolved'> {
  const since = instantOf(options.since, { option: '--since', edge: 'start', ...clock })
  const until = instantOf(options.until, { option: '--until', edge: 'end', ...clock })
  if (since !== undefined && until !== undefined && since > until)
    throw misuse('--since is later than --until, so no response can match.')
  const resolved = [
    resolvedWords('--since', options.since, since),
    resolvedWords('--until', options.until, until),
  ].filter((words) => words !== '')
  return { since, until, ...(resolved.length > 0 && { resolved: `${resolved.join(', ')}.` }) }
}

const resolvedWords = (option: string, given = '', instant?: number): string =>
  instant === undefined || !isRelative(given)
    ? ''
    : `${option} ${given.trim()} is ${new Date(instant).toISOString()}`

/** The source of responses that the options name. */
function sourceOf({ form, all, from }: QueryWords): ResponsesSource {
  const formIds = [...new Set(form.map(withoutAddress))]
  if (from !== undefined) return { kind: 'saved', path: from, formIds }
  return all ? { kind: 'all' } : { kind: 'forms', formIds }
}

/** The format of an export. Misuse is a Failure: a name that tells none, two formats, or one that is never packed. */
export function exportFormat(
  { out, format: named, check }: ExportWords,
  asked: OutputFormat | undefined,
): FormatName {
  // --check writes no data; with -o json its report is JSON.
  const output = check ? undefined : asked
  const format = named ?? formatOf(out, output)
  if (output !== undefined && output !== format && !(out !== undefined && output === 'json')) {
    const other = out !== undefined && formatByName(out) === format ? `the name ${out}` : `--format ${format}`
    throw misuse(`-o ${output} and ${other} give two formats for one export. Leave -o out.`)
  }
  if (out !== undefined && packingByName(out) !== undefined && !packedFormats.includes(format))
    throw misuse(
      `${out} cannot be packed: ${format} is a file that programs open as it is. Leave the last ending out, or choose ${packedFormats.join(', ')}.`,
    )
  return format
}

function formatOf(out: string | undefined, output: OutputFormat | undefined): FormatName {
  const asked = formatNames.find((name) => name === output) ?? 'csv'
  const ending = out === undefined ? undefined : /\.[^./\\]+$/.exec(out)?.[0]
  if (out === undefined || ending === undefined) return asked
  const format = formatByName(out)
  if (format !== undefined) return format
  if (packingByName(out) !== undefined)
    throw misuse(
      `${ending} says how the file is packed, and not its format: give --format ${packedFormats.join('|')}, or a name such as answers.csv${ending}.`,
    )
  throw misuse(
    `${ending} is not a supported format. Give --format ${formatNames.join('|')}, or another ending.`,
  )
}
