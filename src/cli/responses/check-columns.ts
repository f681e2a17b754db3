import { checkReport, type CheckReport, type OpenColumns } from '../../export/files/columns-file.ts'
import type { HeldColumns } from '../../table/contract.ts'
import type { Context } from '../command.ts'
import { changeWords } from './change-words.ts'

/**
 * Tells what would become of a columns file; 1 where its columns would change, and then also under --quiet. A headline that
 * would be noted changes none.
 */
export async function sayCheck(
  opened: OpenColumns,
  held: HeldColumns,
  { terminal, globals }: Context,
): Promise<0 | 1> {
  const report = checkReport(opened, held)
  const say = report.columnsWouldChange ? terminal.warn : terminal.say
  await say(`${opened.path} ${becomesWords(report)}.`)
  for (const { sentence } of changeWords(opened, held)) await say(terminal.plain(sentence))
  if (globals.output === 'json') await terminal.printJson(report)
  return report.columnsWouldChange ? 1 : 0
}

function becomesWords({ fileWouldChange, columnsWouldChange }: CheckReport): string {
  if (columnsWouldChange) return 'would change'
  return fileWouldChange ? 'would note a headline, and keep all columns' : 'would stay as it is'
}
