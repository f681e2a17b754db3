import type { ExportSummary } from '../../export/write-export.ts'
import { count } from '../../failure.ts'
import type { Context } from '../command.ts'
import { changeWords } from './columns-file/change-words.ts'
import type { OpenColumns } from './columns-file/open-columns.ts'
import { coverageWords, type Coverage } from './coverage.ts'
import type { ExportPlan } from './export-plan.ts'
import type { Filtered } from './record-filter.ts'

/** What came of an export. */
export type Exported = {
  readonly plan: ExportPlan
  readonly summary: ExportSummary
  readonly filtered: Filtered
  readonly coverage: Coverage
  /** The columns file, where one is kept. */
  readonly opened?: OpenColumns | undefined
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

function written({ plan, summary, filtered }: Exported): string {
  const columns = summary.columns === undefined ? '' : ` in ${count(summary.columns.length, 'column')}`
  const left = filtered.read - filtered.kept
  return [
    `Wrote ${count(summary.rows, 'response')}${columns}`,
    plan.out === undefined ? '' : ` to ${plan.out}`,
    left === 0 ? '' : `; ${count(left, 'other')} did not match`,
    '.',
  ].join('')
}

function remarksOf({
  plan: { withPartials },
  summary: { guarded, renamed, unlike = [], cutCells = 0, held },
  filtered: { formless, undated },
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
      `${count(cutCells, 'text')} are longer than a cell of the format holds, and end in a mark that says so; other formats hold them whole.`,
    )
  for (const title of renamed.slice(0, mostRenamed))
    add(false, `A question had several headlines; its columns bear the newest one, "${title}".`)
  if (renamed.length > mostRenamed)
    add(false, `So had ${count(renamed.length - mostRenamed, 'more question')}.`)
  if (formless > 0)
    add(true, `${count(formless, 'record')} tell no form and were left out; --all exports them too.`)
  if (undated > 0)
    add(true, `${count(undated, 'record')} tell no time of creation that can be read; they were kept.`)
  return remarks
}

const mostRenamed = 5
