import type { TablePlan } from '../../export/files/export-files.ts'
import type { FormatName } from '../../export/formats.ts'
import { checkCondition, type Redaction, type RedactStyle } from '../../table/choose-records.ts'
import { misuse } from '../../failure/failure.ts'
import { namesIn } from '../option-values.ts'
import type { ExportWords } from './export-options.ts'
import { zoneNamed } from './zone-named.ts'

const ofTables = ['layout', 'headers', 'multi', 'columns', 'merge', 'types', 'timezone'] as const
const ofTexts = ['delimiter', 'lineEnd'] as const

/** The option for records in place of one for tables. */
const recordHints: Readonly<Partial<Record<(typeof ofTables)[number], string>>> = {
  columns: ' --redact name=drop leaves members of them out.',
}

/** Refuses options for tables with JSON and NDJSON, and options for text with all formats but CSV and TSV. */
export function refuseTableWords(format: FormatName, words: ExportWords): void {
  const isText = format === 'csv' || format === 'tsv'
  const isRecords = format === 'json' || format === 'ndjson'
  const table = ofTables.find((name) => words[name] !== undefined)
  if (isRecords && table !== undefined)
    throw misuse(
      `--${flagOf(table)} is for tables; ${format} holds whole records.${recordHints[table] ?? ''}`,
    )
  if (!isText && words.for !== undefined)
    throw misuse(
      format === 'xlsx'
        ? '--for excel is for csv and tsv: xlsx is made for Excel as it is. Leave it out.'
        : `--for excel is for csv and tsv, and ${format} has no lines of cells: leave it out, or choose csv or xlsx.`,
    )
  const ofText = ofTexts.find((name) => words[name] !== undefined) ?? (words.bom ? 'bom' : undefined)
  if (!isText && ofText !== undefined)
    throw misuse(`--${flagOf(ofText)} is for csv and tsv, and not for ${format}.`)
  if (format === 'tsv' && words.delimiter !== undefined && delimiterOf(words.delimiter) !== '\t')
    throw misuse(
      '--delimiter is for csv: tsv has tabs between its cells. Leave it out, or give --format csv.',
    )
  if (format === 'parquet' && words.timezone !== undefined)
    throw misuse(
      '--timezone is not for parquet, which stores instants without a zone. Leave it out, or choose another format.',
    )
  if (!isText && format !== 'xlsx' && words.formulas !== undefined)
    throw misuse(`--formulas is for csv, tsv and xlsx: a spreadsheet runs nothing in ${format}.`)
}

export const flagOf = (word: string): string =>
  word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Validates the options about tables; misuse is a Failure. */
export function planTable(words: ExportWords, format: FormatName): TablePlan {
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
  if (types !== undefined && words.columnsFile !== undefined)
    throw misuse(
      '--types is not for --columns-file, whose columns have types of their own. Leave one of them out.',
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
    ...(words.timezone !== undefined && { zone: zoneNamed(words.timezone) }),
    ...(words.delimiter !== undefined && { delimiter: delimiterOf(words.delimiter) }),
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

function delimiterOf(given: string): string {
  const delimiter = given === '\\t' || given === 'tab' ? '\t' : given
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter
  throw misuse('--delimiter takes one character that is not a quote or a line end, such as , or ; or \\t.')
}

/** Parses --columns; misuse is a Failure. */
export const columnsOf = (given: string): readonly string[] =>
  namesIn(given, { option: '--columns', of: 'column', hint: '; one that is empty is ""' })
