import type { TableSummary } from '../../export/counted-table.ts'
import type { ExportSummary } from '../../export/write-export.ts'
import { count } from '../../failure.ts'
import type { Context } from '../command.ts'
import { changeWords } from './columns-file/change-words.ts'
import type { OpenColumns } from './columns-file/open-columns.ts'
import { coverageWords, type Coverage } from './coverage.ts'
import type { ExportPlan } from './export-plan.ts'
import type { Filtered } from './record-filter.ts'
import type { WrittenFile } from './table-files.ts'
import { untoldWords } from './untold-words.ts'

/** What came of an export. */
export type Exported = {
  readonly plan: ExportPlan
  readonly summary: ExportSummary
  readonly filtered: Filtered
  readonly coverage: Coverage
  /** The columns file, where one is kept. */
  readonly opened?: OpenColumns | undefined
  readonly files: readonly WrittenFile[]
}

/** A sentence for the person; a warning is said even under --quiet. */
type Remark = { readonly sentence: string; readonly isWarning: boolean }

/** Tells the person what was written, and everything about it that the file can't say. */
export async function sayExport(exported: Exported, { terminal }: Context): Promise<void> {
  await terminal.say(written(exported))
  for (const { sentence, isWarning } of remarksOf(exported))
    await (isWarning
      ? terminal.warn(`${terminal.err.yellow('warning')}: ${sentence}`)
      : terminal.say(sentence))
}

function written({ summary, filtered, files }: Exported): string {
  const left = filtered.read - summary.rows
  const paths = files.flatMap(({ of: { out } }) => (out === undefined ? [] : [out]))
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

function remarksOf({
  plan: { withPartials, by, table },
  summary: { guarded, renamed, unlike = [], cutCells = 0, timesLeft = 0, held },
  filtered,
  coverage,
  opened,
}: Exported): readonly Remark[] {
  const remarks: Remark[] = []
  const add = (isWarning: boolean, sentence: string): void => void remarks.push({ isWarning, sentence })
  for (const sentence of coverageWords(coverage, withPartials)) add(false, sentence)
  for (const { sentence } of coverage.doubts) add(true, sentence)
  if (opened && held) remarks.push(...changeWords(opened, held))
  if (guarded > 0)
    add(
      false,
      `${count(guarded, 'cell')} would run as a formula in a spreadsheet, so a ' stands before each; --formulas raw leaves it out.`,
    )
  for (const { column, name } of unlike.slice(0, mostRenamed))
    add(true, `The format does not take the name of column "${column}", which is "${name}" there.`)
  if (unlike.length > mostRenamed)
    add(true, `So it is with ${count(unlike.length - mostRenamed, 'more column')}.`)
  if (cutCells > 0)
    add(
      true,
      `Longer than a cell of the format holds: ${count(cutCells, 'text')}, cut and marked there; other formats hold ${cutCells === 1 ? 'it' : 'them'} whole.`,
    )
  for (const title of renamed.slice(0, mostRenamed))
    add(false, `A question had several headlines; its columns bear the newest one, "${title}".`)
  if (renamed.length > mostRenamed)
    add(false, `So had ${count(renamed.length - mostRenamed, 'more question')}.`)
  for (const sentence of untoldWords(filtered, { by, does: 'export' })) add(true, sentence)
  if (timesLeft > 0)
    add(
      true,
      `${count(timesLeft, 'time')} can't be read and ${timesLeft === 1 ? 'stands as it' : 'stand as they'} came, in no time zone.`,
    )
  if (table.redactions.length > 0)
    add(false, `Redacted: ${table.redactions.map(({ name, how }) => `${name} (${how})`).join(', ')}.`)
  return remarks
}

const mostRenamed = 5
