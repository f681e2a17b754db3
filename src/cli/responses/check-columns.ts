import { checkReport, type CheckReport, type OpenColumns } from '../../export/files/columns-file.ts'
import type { ContractResult } from '../../table/contract.ts'
import type { Context } from '../command.ts'
import { note, sayRemarks } from './remarks.ts'
import { changeRemarks } from './say-export.ts'

/**
 * Reports how an export would change a columns file. Returns 1, and reports even under --quiet, if its columns would change;
 * a new headline alone is no change of columns.
 */
export async function sayCheck(opened: OpenColumns, held: ContractResult, context: Context): Promise<0 | 1> {
  const { terminal, globals } = context
  const report = checkReport(opened, held)
  const say = report.columnsWouldChange ? terminal.warn : terminal.info
  await say(`${opened.path} ${changeWords(report)}.`)
  await sayRemarks(
    Array.from(changeRemarks(opened, held), ({ sentence }) => note(sentence)),
    context,
  )
  if (globals.output === 'json') await terminal.printJson(report)
  return report.columnsWouldChange ? 1 : 0
}

function changeWords({ fileWouldChange, columnsWouldChange }: CheckReport): string {
  if (columnsWouldChange) return 'would change'
  return fileWouldChange ? 'would note a headline, and keep all columns' : 'would stay as it is'
}
