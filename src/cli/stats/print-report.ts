import type { Context } from '../command.ts'
import type { Files, PendingFile } from '../host.ts'
import type { StatsPlan } from '../responses/stats-plan.ts'
import { countedIn, jsonOf, nothingWords, remarksOf, type Report } from './report.ts'
import { head, rowsOf } from './rows.ts'
import { viewLines } from './view.ts'

/** Prints the figures as --output says, and says what a reader must know of them. */
export async function printReport(report: Report, context: Context): Promise<void> {
  const { terminal, host, globals } = context
  const { forms, plan } = report
  if (globals.output === 'json') await terminal.printJson(jsonOf(report))
  else if (globals.output === 'yaml') await terminal.printYaml(jsonOf(report))
  else if (!host.stdout.isTerminal) await terminal.table(head, [...rowsOf(forms)])
  else {
    const look = { columns: Math.min(host.stdout.columns, widest), paint: terminal.out }
    const lines = [...viewLines(forms, { timezone: plan.zone.name, look })]
    if (lines.length > 0) await terminal.print(`${lines.join('\n')}\n`)
  }
  if (countedIn(forms).total === 0) await terminal.say(nothingWords(report))
  for (const { sentence, isWarning } of remarksOf(report))
    await (isWarning
      ? terminal.warn(`${terminal.err.yellow('warning')}: ${terminal.plain(sentence)}`)
      : terminal.say(terminal.plain(sentence)))
}

/** Longer lines are hard to read, and bars do not get better. */
const widest = 100

/** Begins the page of --report, if there is to be one: where it cannot be written, nothing needs to be counted. */
export async function openPage(
  { report, replace }: StatsPlan,
  files: Files,
): Promise<PendingFile | undefined> {
  return report === undefined ? undefined : files.create(report, { replace })
}

/** Writes the page of --report. */
export async function writePage(
  report: Report,
  file: PendingFile,
  { terminal, carryThrough }: Context,
): Promise<void> {
  // Loaded only where it is asked for: it is the largest part of this command.
  const { reportPage } = await import('./page/report-page.ts')
  await file.write(reportPage(report))
  await carryThrough(file.commit)
  await terminal.say(`Wrote the page ${report.plan.report}.`)
}
