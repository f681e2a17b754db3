import { figureColumns, rowsOf, totalOf } from '../../stats/stats.ts'
import type { Context } from '../command.ts'
import type { Files, PendingFile } from '../../files/file-system.ts'
import type { StatsPlan } from '../responses/stats-plan.ts'
import { jsonOf, nothingWords, remarksOf, reportOf, titleOf, type Figures } from './report.ts'
import { sayRemarks } from '../responses/remarks.ts'
import { viewLines } from './stats-view.ts'

/** Prints the figures in the format of --output, and remarks on stderr. */
export async function printFigures(figures: Figures, context: Context): Promise<void> {
  const { terminal, host, globals } = context
  const { forms, plan } = figures
  if (globals.output === 'json') await terminal.printJson(jsonOf(figures))
  else if (globals.output === 'yaml') await terminal.printYaml(jsonOf(figures))
  else if (!host.stdout.isTerminal && globals.output !== 'table')
    await terminal.table(figureColumns(forms), [...rowsOf(forms)])
  else {
    const look = { columns: Math.min(host.stdout.columns, widest), paint: terminal.out }
    const lines = [
      ...viewLines(forms, {
        timezone: plan.zone.name,
        title: titleOf(figures),
        dividedBy: plan.dividedBy,
        look,
      }),
    ]
    if (lines.length > 0) await terminal.print(`${lines.join('\n')}\n`)
  }
  if (totalOf(forms).total === 0) await terminal.info(nothingWords(figures))
  await sayRemarks(remarksOf(figures), context)
}

/** Longer lines are hard to read. */
const widest = 100

/** Begins the page of --report, if it is given. Called before counting, so that an unwritable file fails at once. */
export async function openPage(
  { report, replace }: StatsPlan,
  files: Files,
): Promise<PendingFile | undefined> {
  return report === undefined ? undefined : files.create(report, { replace, isPrivate: true })
}

export async function writePage(
  figures: Figures,
  file: PendingFile,
  { terminal, uninterruptible }: Context,
): Promise<void> {
  // Loaded on demand: it is the largest part of this command.
  const { reportPage } = await import('../../stats/page/report-page.ts')
  await file.write(reportPage(reportOf(figures)))
  await uninterruptible(file.commit)
  await terminal.info(`Wrote the page ${figures.plan.report}.`)
}
