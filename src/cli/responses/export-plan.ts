import type { HeaderStyle, MultiStyle } from '../../export/format.ts'
import { formatByName, formatNames, type FormatName } from '../../export/formats.ts'
import { Failure } from '../../failure.ts'
import { choice, flag, many, text, type Given, type OutputFormat } from '../command.ts'
import { contractOptions, contractPlanOf, type ContractPlan } from './contract-plan.ts'
import { instantOf } from './instant.ts'

/** The options of `responses export`. */
export const exportOptions = {
  form: many('--form <id>', 'all responses of this form; may be given several times'),
  all: flag('--all', 'the responses of every form'),
  from: text('--from <file>', 'read a saved reply instead of the service; - is the standard input'),
  format: choice('--format <format>', formatNames, 'what to write (else by the ending of --out, else csv)'),
  out: text(
    '--out <file>',
    'where to write; - is the standard output, as is nothing; a device or a pipe, as /dev/stdout, is refused',
  ),
  force: flag('--force', 'replace the file if it is there'),
  manifest: text('--manifest <file>', 'also write, as JSON, how the export came about and what it holds'),
  partials: flag('--partials', 'also responses that were begun and not finished'),
  since: text('--since <time>', 'only responses created then or later: 2026-03-01, or 2026-03-01T09:00Z'),
  until: text('--until <time>', 'only responses created then or before; a date means its whole day, in UTC'),
  layout: choice('--layout <layout>', ['wide'], 'wide: a row a response'),
  headers: choice(
    '--headers <style>',
    ['headline', 'id', 'both'],
    'how columns are named (usually headline)',
  ),
  multi: choice(
    '--multi <style>',
    ['joined', 'json', 'columns'],
    'several choices: a; b in one cell (usual), as JSON, or a column of 0 and 1 each',
  ),
  columns: text('--columns <names>', 'only these columns, in this order, separated by commas'),
  ...contractOptions,
  delimiter: text('--delimiter <character>', 'what stands between cells; \\t is a tab'),
  bom: flag('--bom', 'begin with a byte order mark, by which Excel knows UTF-8'),
  formulas: choice(
    '--formulas <how>',
    ['guard', 'raw'],
    "put a ' before cells that a spreadsheet would run (usual), or not",
  ),
}

/** What was asked for, made whole. */
export type ExportPlan = {
  readonly source:
    | { readonly kind: 'forms'; readonly formIds: readonly string[] }
    | { readonly kind: 'all' }
    | { readonly kind: 'saved'; readonly path: string; readonly formIds: readonly string[] }
  readonly withPartials: boolean
  /** Milliseconds since 1970; both ends are inclusive. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly format: FormatName
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly replace: boolean
  /** Where to tell how it came about; absent: nowhere. */
  readonly manifest: string | undefined
  readonly contract: ContractPlan
  readonly table: {
    readonly headers: HeaderStyle
    readonly multi: MultiStyle
    readonly delimiter?: string
    readonly bom: boolean
    readonly formulas: 'guard' | 'raw'
    readonly columns?: readonly string[]
  }
}

type Options = Given<typeof exportOptions>

const misuse = (problem: string): Failure => Failure.of('usage', { problem })

/** The plan of an export; misuse is a Failure. */
export function planExport(
  options: Options,
  { output, isTerminal }: { readonly output: OutputFormat | undefined; readonly isTerminal: boolean },
): ExportPlan {
  const out = options.out === '-' ? undefined : options.out
  const format = options.format ?? formatOf(out, output)
  refuseTableOptions(format, options)
  refuseStandardOutput(format, out, isTerminal)
  return {
    source: sourceOf(options),
    withPartials: options.partials,
    ...windowOf(options),
    format,
    out,
    replace: options.force,
    manifest: options.manifest,
    contract: contractPlanOf(options, { format, out }),
    table: tableOf(options),
  }
}

/** The time in which responses were created, as options give it. */
export function windowOf(options: Pick<Options, 'since' | 'until'>): Pick<ExportPlan, 'since' | 'until'> {
  const since = instantOf('--since', options.since, 'start')
  const until = instantOf('--until', options.until, 'end')
  if (since !== undefined && until !== undefined && since > until)
    throw misuse('--since is later than --until, so nothing can lie between.')
  return { since, until }
}

/** Which responses the options name. */
export function sourceOf({
  form,
  all,
  from,
  partials,
}: Pick<Options, 'form' | 'all' | 'from' | 'partials'>): ExportPlan['source'] {
  const formIds = [...new Set(form)]
  if (from !== undefined && all)
    throw misuse('--from reads a saved reply, --all the service: give one of them.')
  if (from !== undefined && partials)
    throw misuse('--from takes what the saved reply holds, partial responses too: leave --partials out.')
  if (all && formIds.length > 0) throw misuse('--all takes every form, --form some: give one of them.')
  if (from !== undefined) return { kind: 'saved', path: from, formIds }
  if (all) return { kind: 'all' }
  if (formIds.length > 0) return { kind: 'forms', formIds }
  throw misuse('Say which responses: --form <id>, --all, or --from <file>.')
}

function formatOf(out: string | undefined, output: OutputFormat | undefined): FormatName {
  const asked = formatNames.find((name) => name === output) ?? 'csv'
  const ending = out === undefined ? undefined : /\.[^./\\]+$/.exec(out)?.[0]
  if (out === undefined || ending === undefined) return asked
  const format = formatByName(out)
  if (format !== undefined) return format
  throw misuse(
    `The ending ${ending} names no format: give --format ${formatNames.join('|')}, or another ending.`,
  )
}

function refuseTableOptions(format: FormatName, options: Options): void {
  const isText = format === 'csv' || format === 'tsv'
  const isRecords = format === 'json' || format === 'ndjson'
  const ofTables = (['layout', 'headers', 'multi', 'columns'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (isRecords && ofTables !== undefined)
    throw misuse(`--${ofTables} is for tables; ${format} holds the records as they came.`)
  const ofText = options.delimiter !== undefined ? 'delimiter' : options.bom ? 'bom' : undefined
  if (!isText && ofText !== undefined) throw misuse(`--${ofText} is for csv and tsv, and not for ${format}.`)
  if (!isText && format !== 'xlsx' && options.formulas !== undefined)
    throw misuse(`--formulas is for csv, tsv and xlsx: nothing of ${format} is run by a spreadsheet.`)
}

/** Formats of bytes that no terminal shows; of SQLite, a library writes the file. */
function refuseStandardOutput(format: FormatName, out: string | undefined, isTerminal: boolean): void {
  if (out !== undefined) return
  if (format === 'sqlite') throw misuse('An SQLite file is written by --out: name one.')
  if (isTerminal && (format === 'xlsx' || format === 'parquet'))
    throw misuse(`${format} is no text for a terminal: name a file with --out, or send it into a pipe.`)
}

function tableOf(options: Options): ExportPlan['table'] {
  const { headers = 'headline', multi = 'joined', formulas = 'guard', bom } = options
  return {
    headers,
    multi,
    formulas,
    bom,
    ...(options.delimiter === undefined ? {} : { delimiter: delimiterOf(options.delimiter) }),
    ...(options.columns === undefined ? {} : { columns: columnsOf(options.columns) }),
  }
}

function delimiterOf(given: string): string {
  const delimiter = given === '\\t' || given === 'tab' ? '\t' : given
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter
  throw misuse('--delimiter is one character, and no quote or line end: , or ; or \\t.')
}

/** Names separated by commas; one with a comma in it stands in quotes, as in the header of a CSV. */
function columnsOf(given: string): readonly string[] {
  const parts = given.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/g)
  const names = Array.from(parts, ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
  const named = names.filter((name) => name !== '')
  if (named.length > 0) return named
  throw misuse('--columns names no column.')
}
