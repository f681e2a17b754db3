import type { TableSummary, ExportSummary } from '../../export/write-export.ts'
import { count } from '../../failure/failure.ts'
import type { Context } from '../command.ts'
import { changeWords } from './change-words.ts'
import type { OpenColumns } from '../../export/files/columns-file.ts'
import { coverageWords } from './coverage-words.ts'
import type { Coverage } from '../../responses/responses.ts'
import type { Exported } from '../../export/files/export-plan.ts'
import { nameWords } from './name-words.ts'
import type { Counts, ResponsesQuery } from '../../responses/responses.ts'
import type { WrittenFile } from '../../export/files/data-files.ts'
import { formatRemarks, mostRenamed, type Remark } from './format-remarks.ts'
import { untoldWords } from './untold-words.ts'

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
