import type { ExportSummary, SplitTable, TableSummary } from '../../export/write-export.ts'
import { count } from '../../failure/failure.ts'
import type { Context } from '../command.ts'
import { changeWords } from './change-words.ts'
import { coverageWords } from './coverage-words.ts'
import type { Exported, ExportJob } from '../../export/files/export-files.ts'
import { nameWords, untoldWords, namesakeWords, type Remark } from './remarks.ts'
import type { Counts, ResponsesQuery } from '../../responses/responses.ts'
import { formatByName } from '../../export/formats.ts'

/** Tells the person what was written, and everything about it that the file can't say. */
export async function sayExport(exported: Exported, { terminal }: Context): Promise<void> {
  await terminal.say(terminal.plain(written(exported)))
  for (const { sentence, isWarning } of remarksOf(exported))
    await (isWarning
      ? terminal.warn(`${terminal.err.yellow('warning')}: ${terminal.plain(sentence)}`)
      : terminal.say(terminal.plain(sentence)))
}

function written({ summary, counts, files }: Exported): string {
  const left = counts.read - summary.rows
  const paths = files.flatMap(({ out }) => (out === undefined ? [] : [out]))
  return [
    `Wrote ${tablesWords(summary)}`,
    paths.length === 0 ? '' : ` to ${inWords(paths)}`,
    left === 0 ? '' : `; ${count(left, 'other')} did not match`,
    '.',
  ].join('')
}

function tablesWords({ rows, tables = [] }: ExportSummary): string {
  const responses = count(rows, 'response')
  const [first, ...others] = tables
  if (first === undefined) return responses
  const columns = count(first.columns.length, 'column')
  if (first.name !== 'responses') return `${rowWords(first)} of ${responses} in ${columns}`
  return others.length === 0 ? `${responses} in ${columns}` : inWords([responses, ...others.map(rowWords)])
}

/** Tables bear the name of what their rows are, of many. */
const rowWords = ({ name, rows }: TableSummary): string => count(rows, name.slice(0, -1))

const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function remarksOf(exported: Exported): readonly Remark[] {
  const { counts, coverage, job } = exported
  const { source, withPartials, by, table } = job.plan
  const { renamed, timesLeft = 0, held } = exported.summary
  const remarks: Remark[] = []
  const add = (isWarning: boolean, sentence: string): void => void remarks.push({ isWarning, sentence })
  for (const sentence of coverageWords(coverage, withPartials)) add(false, sentence)
  for (const { sentence } of coverage.doubts) add(true, sentence)
  if (job.columns && held) remarks.push(...changeWords(job.columns, held))
  remarks.push(...formatRemarks(job, exported.summary))
  for (const title of renamed.slice(0, mostRenamed))
    add(false, `A question had several headlines; its columns bear the newest one, "${title}".`)
  if (renamed.length > mostRenamed)
    add(false, `So had ${count(renamed.length - mostRenamed, 'more question')}.`)
  const absent = absentForms(job.plan, counts)
  if (absent.length > 0) add(true, absentWords(counts, absent))
  if (source.kind === 'saved' && exported.summary.areNoResponses)
    add(true, `None of the records tells an answer or when it was begun: are these responses?`)
  for (const sentence of untoldWords(counts, { by, does: 'export', source: source.kind })) add(true, sentence)
  if (timesLeft > 0)
    add(
      true,
      `${count(timesLeft, 'time')} can't be read and ${timesLeft === 1 ? 'stands as it' : 'stand as they'} came, in no time zone.`,
    )
  remarks.push(...nameWords(table, exported.summary))
  return remarks
}

/** The forms that were asked for of a saved reply, and of which it holds no response. */
export const absentForms = ({ source }: ResponsesQuery, { metForms, read }: Counts): readonly string[] =>
  source.kind === 'saved' && read > 0 ? source.formIds.filter((id) => !metForms.has(id)) : []

/** What is said of them. */
export function absentWords({ read }: Counts, formIds: readonly string[]): string {
  const more = formIds.length > 3 ? [count(formIds.length - 3, 'more form')] : []
  return `None of the ${count(read, 'response')} of the saved reply is of form ${[...formIds.slice(0, 3), ...more].join(' or ')}.`
}

export type { Remark } from './remarks.ts'

/** The most names that are told one by one. */
const mostRenamed = 5

/** The most names that are told in one sentence. */
const mostNamed = 10

/** What a format does not hold as it is, and what stands in its place. */
export function formatRemarks(
  { plan: { format, out, table } }: Pick<ExportJob, 'plan'>,
  summary: ExportSummary,
): readonly Remark[] {
  const { guarded, unlike = [], cutCells = 0, textNumbers = 0, mixed = [], split = [] } = summary
  const remarks: Remark[] = []
  const add = (isWarning: boolean, sentence: string): void => void remarks.push({ isWarning, sentence })
  for (const one of split) add(false, splitWords(one))
  const byName = out === undefined ? undefined : formatByName(out)
  if (byName !== undefined && byName !== format)
    add(true, `${out} holds ${format}, as --format says, and its name says ${byName}.`)
  if (guarded > 0) add(false, format === 'xlsx' ? markedWords(guarded) : guardedWords(guarded))
  if (format === 'xlsx' && table.zone && !/^(utc|z)$/i.test(table.zone.name))
    add(false, clockWords(table.zone.name))
  for (const { column, name } of unlike.slice(0, mostRenamed))
    add(true, `The format does not take the name of column "${column}", which is "${name}" there.`)
  if (unlike.length > mostRenamed)
    add(true, `So it is with ${count(unlike.length - mostRenamed, 'more column')}.`)
  if (cutCells > 0)
    add(
      true,
      `Longer than a cell of the format holds: ${count(cutCells, 'text')}, cut and marked there; other formats hold ${cutCells === 1 ? 'it' : 'them'} whole.`,
    )
  if (textNumbers > 0) add(false, textNumberWords(textNumbers))
  if (format === 'parquet' || format === 'sqlite') remarks.push(...mixedWords(mixed))
  // A database file has names that it takes; texts and workbooks are mostly read by what minds capitals.
  if (format === 'parquet') remarks.push(...namesakeWords(summary))
  return remarks
}

/** A table that is more than a sheet holds. */
function splitWords({ table, sheets }: SplitTable): string {
  const told = sheets.slice(0, mostRenamed).map(({ name, rows }) => `${name} (${count(rows, 'row')})`)
  const more = sheets.length - told.length
  const all = more > 0 ? [...told, `${more} more`] : told
  return `The table ${table} is more than a sheet of XLSX holds, so it stands in ${count(sheets.length, 'sheet')}: ${listed(all)}.`
}

/** Columns of typed tables that are text for a few of their values; no digit of these is lost. */
const mixedWords = (mixed: NonNullable<ExportSummary['mixed']>): readonly Remark[] => [
  ...mixed.slice(0, mostRenamed).map(({ column, holds }) => ({
    isWarning: false,
    sentence: `Column "${column}" is text, so that each value stays as it came: it holds ${listed(holds)}.`,
  })),
  ...(mixed.length > mostRenamed
    ? [
        {
          isWarning: false,
          sentence: `So ${mixed.length === mostRenamed + 1 ? 'is' : 'are'} ${listed(furtherNames(mixed))}.`,
        },
      ]
    : []),
]

/** The columns behind those that are told one by one. */
function furtherNames(mixed: NonNullable<ExportSummary['mixed']>): readonly string[] {
  const names = mixed.slice(mostRenamed, mostRenamed + mostNamed).map(({ column }) => `"${column}"`)
  const more = mixed.length - mostRenamed - names.length
  return more > 0 ? [...names, count(more, 'more column')] : names
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const guardedWords = (n: number): string =>
  `${count(n, 'cell')} would run as a formula in a spreadsheet, so a ' stands before each; --formulas raw leaves it out.`

const markedWords = (n: number): string =>
  n === 1
    ? '1 cell would become a formula when edited, so it is marked as text; the text stays as it came, and --formulas raw leaves the mark out.'
    : `${count(n, 'cell')} would become formulas when edited, so they are marked as text; the texts stay as they came, and --formulas raw leaves the marks out.`

/** Of numbers that a spreadsheet would change. */
const textNumberWords = (n: number): string =>
  n === 1
    ? '1 number is a text there, as it came: Excel keeps 15 digits, and would change it.'
    : `${count(n, 'number')} are texts there, as they came: Excel keeps 15 digits, and would change them.`

/** Of an offset nobody puts clocks back. */
const clockWords = (zone: string): string =>
  `A cell of XLSX holds no offset: times are what clocks of ${zone} show${/^[+-]/.test(zone) ? '' : '; where these are put back, two moments look the same'}.`
