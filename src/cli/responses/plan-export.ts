import type { ExportPlan, TablePlan } from '../../export/files/export-files.ts'
import {
  formatByName,
  formatNames,
  delimitedFormats,
  packedFormats,
  compressionByName,
  type FormatName,
} from '../../export/formats.ts'
import { misuse, count, Failure } from '../../failure/failure.ts'
import type { CommandQuery, ResponsesQuery, ResponsesSource } from '../../responses/responses.ts'
import { type OutputFormat, choice, flag, inGroup, many, text, type OptionValues } from '../command.ts'
import { withoutAddress, namesIn } from '../option-values.ts'
import { instantOf, isRelative, type NamedZone, namedZone } from './time-zone.ts'
import { checkCondition, type Redaction, type RedactStyle, type Hash } from '../../table/choose-records.ts'
import type { Host } from '../host.ts'
import { timeNames } from '../../record/moment.ts'
import { headerStyles, layouts } from '../../table/table.ts'

const tables = formatNames.filter((format) => format !== 'json' && format !== 'ndjson')

/** Standard output is for the export itself. */
const aFile = { what: 'the path of a file, and not -', isValid: (given: string) => given !== '-' }

export const sourceOptions = inGroup('Which responses', {
  form: many('--form <id>', 'all responses of this form, named by its id, name, address or spec', {
    excludes: ['all'],
  }),
  all: flag('--all', 'the responses of every form'),
  from: text(
    '--from <file>',
    'read a saved reply, or one record per line, instead of the service; gzip and Zstandard are unpacked, - is standard input',
    // A saved reply is all that it holds, partial responses too.
    { excludes: ['all', 'partials', 'requireComplete'] },
  ),
  partials: flag('--partials', 'include responses that were begun and not finished'),
  keepDuplicates: flag(
    '--keep-duplicates',
    'keep every copy of a response that comes twice, not only the one that was updated last',
  ),
  since: text(
    '--since <time>',
    'only from this time on: 2026-03-01, 2026-03, 2026-03-01T09:00Z, 7d, 12h, 2w, today or yesterday, in UTC or the zone of --timezone without an offset',
  ),
  until: text('--until <time>', 'only up to this time; a day or a month is included as a whole'),
  by: choice('--by <time>', timeNames, 'the time that --since and --until compare (default: createdAt)', {
    needs: ['since', 'until'],
  }),
  requireComplete: flag(
    '--require-complete',
    'write nothing, and exit with 1, unless a comparison shows that the service sent all responses',
  ),
  where: many(
    '--where <condition>',
    'only responses that match, such as "country = DE" or "Age > 17 and (country in (FR, ES) or Languages = French)"',
  ),
})

/** Without an option for the zone. */
export const { sinceInUtc } = inGroup('Which responses', {
  sinceInUtc: text(
    '--since <time>',
    'only from this time on: 2026-03-01, 2026-03, 2026-03-01T09:00Z, 7d, 12h, 2w, today or yesterday, in UTC without an offset',
  ),
})

export const exportOptions = {
  ...sourceOptions,
  ...inGroup('What to write, and where', {
    format: choice(
      '--format <format>',
      formatNames,
      'the output format (default: by the ending of --out, else csv)',
    ),
    out: text(
      '--out <file>',
      'the file to write, packed if its name ends in .gz or .zst (default: standard output, which - names too)',
      { isStandardOutput: true },
    ),
    split: choice(
      '--split <by>',
      ['form'],
      'form: a file for each form, with its own columns, named after the form: answers.<form>.csv',
      { needs: ['out'], excludes: ['columnsFile', 'codebook', 'columns'] },
    ),
    force: flag('--force', 'replace existing files', { needs: ['out', 'manifest'] }),
    manifest: text(
      '--manifest <file>',
      'also write a JSON file with the source, coverage and SHA-256 of the export',
      { takes: aFile },
    ),
    codebook: text(
      '--codebook <file>',
      'also describe tables and columns as a Frictionless data package: questions, types, options, counts; a name that ends in .sps, .do or .R makes it a program for SPSS, Stata or R that reads the table with labels',
      { takes: aFile, needs: ['out'], formats: tables },
    ),
  }),
  ...inGroup('Tables', {
    layout: choice(
      '--layout <layout>',
      layouts,
      'wide: one row per response (default); long: one row per answer; relational: tables of responses, answers and choices',
      { formats: tables },
    ),
    headers: choice(
      '--headers <style>',
      headerStyles,
      'column names: headline: as questions are worded (default); id: by their ids; both; sql: as databases take them without quotes (default for sqlite)',
      { formats: tables },
    ),
    multi: choice(
      '--multi <style>',
      ['joined', 'json', 'columns'],
      'how several choices are written: joined: as "a; b" in one cell (default; in long, one row each); json: as JSON; columns: one 0/1 column per option',
      { formats: tables },
    ),
    merge: choice(
      '--merge <how>',
      ['headline'],
      'headline: questions of all forms with the same headline and type are one question, as those of one spec always are',
      { formats: tables },
    ),
    types: choice(
      '--types <how>',
      ['values', 'text'],
      'values: columns have the type of their values (default); text: all columns are text',
      { formats: tables },
    ),
    columns: text('--columns <names>', 'only these columns, in this order, separated by commas', {
      formats: tables,
    }),
    columnsFile: text(
      '--columns-file <file>',
      'keep the columns that this YAML file lists, and add new ones at its end; created if missing',
      // The columns of other layouts never change, and those of the file have types of their own.
      { takes: aFile, formats: tables, excludes: ['layout long', 'layout relational', 'types'] },
    ),
    check: flag(
      '--check',
      'write nothing, report how --columns-file would change, and exit with 1 if its columns would (for CI)',
      { needs: ['columnsFile'] },
    ),
    timezone: text(
      '--timezone <zone>',
      'show times with the offset of this zone, such as Europe/Berlin, UTC or +02:00; --since and --until use it too',
      // Parquet stores instants without a zone.
      { formats: tables.filter((format) => format !== 'parquet') },
    ),
    formulas: choice(
      '--formulas <how>',
      ['guard', 'raw'],
      "guard: put a ' before cells that a spreadsheet would run (default); raw: leave them as they are",
      { formats: [...delimitedFormats, 'xlsx'] },
    ),
  }),
  ...inGroup('Personal data', {
    redact: many(
      '--redact <name=how>',
      'drop, hash or mask a column, question or member; identity=hash hashes all that identifies a person',
    ),
    redactKeyFile: text('--redact-key-file <file>', 'the key of hashes (default: FORMCTL_REDACT_KEY)'),
  }),
  ...inGroup('CSV and TSV', {
    delimiter: text(
      '--delimiter <character>',
      'the character between cells (default: a comma); \\t is a tab',
      {
        mayBeBlank: true,
        formats: delimitedFormats,
        takes: {
          what: 'one ASCII character that is not a quote or a line end, such as ; or \\t',
          isValid: (given) => /^(?:[^"\r\n\u0080-\uFFFF]|\\t|tab)$/.test(given),
        },
      },
    ),
    for: choice(
      '--for <program>',
      ['excel'],
      'excel: with a byte order mark, CRLF line ends and numbers as Excel reads them, with a decimal comma if --delimiter is ;',
      { formats: delimitedFormats },
    ),
    bom: flag('--bom', 'begin with a byte order mark, by which Excel recognises UTF-8', {
      formats: delimitedFormats,
    }),
    lineEnd: choice('--line-end <end>', ['lf', 'crlf'], 'the line ending (default: lf)', {
      formats: delimitedFormats,
    }),
  }),
}

export type ExportWords = OptionValues<typeof exportOptions>

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
  if (out !== undefined && compressionByName(out) !== undefined && !packedFormats.includes(format))
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
  if (compressionByName(out) !== undefined)
    throw misuse(
      `${ending} says how the file is packed, and not its format: give --format ${packedFormats.join('|')}, or a name such as answers.csv${ending}.`,
    )
  throw misuse(
    `${ending} is not a supported format. Give --format ${formatNames.join('|')}, or another ending.`,
  )
}

/** Validates the options about tables; misuse is a Failure. */
function planTable(words: ExportWords, format: FormatName): TablePlan {
  const {
    layout = 'wide',
    headers = format === 'sqlite' ? 'sql' : 'headline',
    multi,
    types,
    formulas = 'guard',
    bom,
    lineEnd,
    where,
  } = words
  const isForExcel = words.for === 'excel'
  const delimiter = words.delimiter === 'tab' || words.delimiter === '\\t' ? '\t' : words.delimiter
  if (format === 'tsv' && delimiter !== undefined && delimiter !== '\t')
    throw misuse(
      '--delimiter is for csv: tsv has tabs between its cells. Leave it out, or give --format csv.',
    )
  if (multi === 'columns' && layout !== 'wide')
    throw misuse(`--multi columns is for --layout wide: ${layout} has one row per option.`)
  for (const condition of where) checkCondition(condition)
  return {
    layout,
    headers,
    formulas,
    bom: bom || isForExcel,
    lineEnd: (lineEnd ?? (isForExcel ? 'crlf' : 'lf')) === 'crlf' ? '\r\n' : '\n',
    // Where Excel separates cells by semicolons, it is because commas are in its numbers.
    ...(isForExcel && { excelNumbers: words.delimiter === ';' ? ',' : '.' }),
    where,
    redactions: redactionsOf(words),
    multi,
    types,
    redactKeyFile: words.redactKeyFile,
    ...(words.timezone !== undefined && { zone: namedZone(words.timezone) }),
    ...(delimiter !== undefined && { delimiter }),
    ...(words.columns !== undefined && { columns: columnsOf(words.columns) }),
  }
}

/** Parses --redact; misuse is a Failure. */
export function redactionsOf({
  redact,
  redactKeyFile,
}: Pick<ExportWords, 'redact' | 'redactKeyFile'>): readonly Redaction[] {
  const redactions = redact.map(redactionOf)
  for (const { name, how } of redactions) {
    const other = redactions.find((one) => one.name === name && one.how !== how)
    if (other)
      throw misuse(`--redact names ${name} twice, with ${how} and with ${other.how}. Give one of them.`)
  }
  if (redactKeyFile !== undefined && !redactions.some(({ how }) => how === 'hash'))
    throw misuse('--redact-key-file is the key of hashes: give --redact name=hash, or leave it out.')
  return redactions.filter(({ name }, i) => redactions.findIndex((one) => one.name === name) === i)
}

function redactionOf(given: string): Redaction {
  const [, name = '', how = ''] = /^(.*)=(.*)$/s.exec(given) ?? []
  const styles: readonly RedactStyle[] = ['drop', 'hash', 'mask']
  const style = styles.find((known) => known === how.trim().toLowerCase())
  if (/=(?:drop|hash|mask)\s*[,;]/.test(given))
    throw misuse(`--redact ${given} names several columns. Give --redact once for each.`)
  if (name.trim() !== '' && style) return { name: name.trim(), how: style }
  throw misuse(
    `--redact ${given} does not say what to do with which column: write name=drop, name=hash or name=mask, as identity=hash.`,
  )
}

/** Parses --columns; misuse is a Failure. */
export const columnsOf = (given: string): readonly string[] =>
  namesIn(given, { option: '--columns', of: 'column', hint: '; one that is empty is ""' })

/** A shorter key can be guessed, and with it every hashed value. */
const shortest = 16

/** HMAC-SHA-256 in hexadecimal, or undefined if nothing is hashed. A missing or short key is a Failure. */
export async function redactionHash(
  { redactions, redactKeyFile }: Pick<TablePlan, 'redactions' | 'redactKeyFile'>,
  host: Pick<Host, 'env' | 'files'>,
): Promise<Hash | undefined> {
  if (!redactions.some(({ how }) => how === 'hash')) return undefined
  const { createHmac, createSecretKey } = await import('node:crypto')
  const key = createSecretKey(await keyOf(redactKeyFile, host))
  return (value) => createHmac('sha256', key).update(value).digest('hex')
}

async function keyOf(file: string | undefined, { env, files }: Pick<Host, 'env' | 'files'>): Promise<Buffer> {
  const [name, given] =
    file === undefined
      ? ['FORMCTL_REDACT_KEY', Buffer.from(env['FORMCTL_REDACT_KEY'] ?? '')]
      : [file, Buffer.from(await files.read(file, 64 * 1024))]
  const key = trimmed(given)
  if (key.length >= shortest) return key
  throw Failure.of('redact-key', {
    problem:
      key.length > 0
        ? `The key in ${name} has ${count(key.length, 'byte')}, and shorter than ${shortest} can be guessed.`
        : file === undefined
          ? '--redact …=hash needs a key, and none is set.'
          : `The key file ${file} ${given.length === 0 ? 'is empty' : 'holds nothing but blanks'}.`,
  })
}

/** Trims blanks and line ends, which editors add to files. */
function trimmed(bytes: Buffer): Buffer {
  const isSign = (byte: number): boolean => byte !== 0x20 && (byte < 9 || byte > 13)
  return bytes.subarray(bytes.findIndex(isSign), bytes.findLastIndex(isSign) + 1)
}
