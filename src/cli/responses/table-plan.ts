import type { TablePlan } from '../../export/files/export-files.ts'
import type { FormatName } from '../../export/formats.ts'
import { checkCondition, type Redaction, type RedactStyle, type Hash } from '../../table/choose-records.ts'
import { misuse, count, Failure } from '../../failure/failure.ts'
import { namesIn } from '../option-values.ts'
import type { ExportWords } from './export-options.ts'
import { namedZone } from './time-zone.ts'
import type { Host } from '../host.ts'

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
  host: Host,
): Promise<Hash | undefined> {
  if (!redactions.some(({ how }) => how === 'hash')) return undefined
  const { createHmac, createSecretKey } = await import('node:crypto')
  const key = createSecretKey(await keyOf(redactKeyFile, host))
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

async function keyOf(file: string | undefined, { env, files }: Host): Promise<Buffer> {
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
  const isBlank = (byte: number | undefined): boolean =>
    byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13)
  let [from, to] = [0, bytes.length]
  while (from < to && isBlank(bytes[from])) from++
  while (to > from && isBlank(bytes[to - 1])) to--
  return bytes.subarray(from, to)
}
