import type { TimeName } from '../../record/moment.ts'
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
import { instantOf, isRelative, type NamedZone } from './zone-named.ts'
import { flagOf, planTable, refuseTableWords } from './table-plan.ts'

/** The plan of an export. With `isCheck` nothing is written; only changes of the columns file are reported. */
type AskedExport = ExportPlan & { readonly isCheck: boolean }

/** What a plan needs to know of the run beside its options. */
export type Run = {
  readonly output: OutputFormat | undefined
  readonly isTerminal: boolean
  readonly now: Date
}

/** Names of standard output: `-` and those of the system. */
const isStandardOutput = /^(-|\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/

/** Validates the options of an export; misuse is a Failure. */
export function planExport(options: ExportWords, { output, isTerminal, now }: Run): AskedExport {
  const out = isStandardOutput.test(options.out ?? '-') ? undefined : options.out
  const format = options.format ?? formatOf(out, output)
  refuseOtherOutput({ format, out, output })
  refusePacked(format, out)
  refuseTableWords(format, options)
  refuseStandardOutput(format, out, isTerminal)
  if (options.force && out === undefined && options.manifest === undefined)
    throw misuse('--force replaces a file that is there: name it with --out, or leave --force out.')
  refuseColumnsWords(options, { format, out })
  refuseSplitWords(options, out)
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

/** Refuses combinations of --columns-file, --check and --codebook that make no sense. */
function refuseColumnsWords(
  { columnsFile, check, codebook, layout = 'wide' }: ExportWords,
  { format, out }: Pick<Asked, 'format' | 'out'>,
): void {
  if (check && columnsFile === undefined)
    throw misuse('--check reports whether a columns file would change. Name the file with --columns-file.')
  const named = columnsFile === undefined ? (codebook === undefined ? undefined : 'codebook') : 'columns-file'
  if (named !== undefined && (format === 'json' || format === 'ndjson'))
    throw misuse(`--${named} is for tables; ${format} holds whole records.`)
  if (columnsFile !== undefined && layout !== 'wide')
    throw misuse(`--columns-file keeps the columns of --layout wide; those of ${layout} never change.`)
  if (columnsFile === '-') throw misuse('--columns-file is for a file, which the next export reads again.')
  if (codebook === '-')
    throw misuse('--codebook is for a file: the standard output is for the export itself.')
  if (codebook !== undefined && out === undefined)
    throw misuse('--codebook describes a file: say with --out where the export goes.')
}

const ofOneTable = ['columnsFile', 'codebook', 'columns'] as const

/** Refuses --split without a file, and with options that describe the one table of an export. */
function refuseSplitWords({ split, ...words }: ExportWords, out: string | undefined): void {
  if (split === undefined) return
  if (out === undefined)
    throw misuse('--split form writes a file for each form: name one with --out, such as --out answers.csv.')
  const one = ofOneTable.find((name) => words[name] !== undefined)
  if (one !== undefined)
    throw misuse(
      `--${flagOf(one)} is for one table, and --split form writes one for each form: leave one of them out, or export each form by itself.`,
    )
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
  by: byOf(options),
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

/** The time that --since and --until compare. */
function byOf({ by, since, until }: QueryWords): TimeName {
  if (by !== undefined && since === undefined && until === undefined)
    throw misuse(
      '--by chooses the time that --since and --until compare. Give one of them, or leave --by out.',
    )
  return by ?? 'createdAt'
}

/** The source of responses that the options name. */
function sourceOf({ form, all, from, partials, requireComplete = false }: QueryWords): ResponsesSource {
  const formIds = [...new Set(form.map(withoutAddress))]
  if (formIds.some((id) => id.trim() === '')) throw misuse('--form names no form.')
  if (from !== undefined && all)
    throw misuse('--from reads a saved reply, --all the service: give one of them.')
  if (from !== undefined && partials)
    throw misuse('--from takes what the saved reply holds, partial responses too: leave --partials out.')
  if (from !== undefined && requireComplete)
    throw misuse('--require-complete is about reading from a service: a saved reply is all that it holds.')
  if (all && formIds.length > 0) throw misuse('--all takes every form, --form some: give one of them.')
  if (from !== undefined) return { kind: 'saved', path: from, formIds }
  if (all) return { kind: 'all' }
  if (formIds.length > 0) return { kind: 'forms', formIds }
  throw misuse('Choose responses with --form <id>, --all, or --from <file>.')
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

/** Refuses to pack formats that are files of their own. */
function refusePacked(format: FormatName, out: string | undefined): void {
  if (out === undefined || packingByName(out) === undefined || packedFormats.includes(format)) return
  throw misuse(
    `${out} cannot be packed: ${format} is a file that programs open as it is. Leave the last ending out, or choose ${packedFormats.join(', ')}.`,
  )
}

/** Refuses two formats for one export. With --out, `-o json` only makes failures JSON. */
function refuseOtherOutput({ format, out, output }: Asked): void {
  if (output === undefined || output === format || (out !== undefined && output === 'json')) return
  const other = out !== undefined && formatByName(out) === format ? `the name ${out}` : `--format ${format}`
  throw misuse(`-o ${output} and ${other} give two formats for one export. Leave -o out.`)
}

type Asked = {
  readonly format: FormatName
  readonly out: string | undefined
  readonly output: OutputFormat | undefined
}

/** Refuses binary formats on a terminal, and SQLite without a file, which a library writes. */
function refuseStandardOutput(format: FormatName, out: string | undefined, isTerminal: boolean): void {
  if (out !== undefined) return
  if (format === 'sqlite') throw misuse('An SQLite file is written by --out: name one.')
  if (isTerminal && (format === 'xlsx' || format === 'parquet'))
    throw misuse(
      `${format} is not text, so it is not written to a terminal. Name a file with --out, or use a pipe.`,
    )
}
