import { count, type FailureOf } from '../failure/failure.ts'
import type { Host } from './host.ts'
import { textReport } from './reporters/text.ts'
import type { Terminal } from './terminal/terminal.ts'

/** The faults of a settings file as those of a spec are shown, and a sentence on them together. */
export function configFaults(
  { args: { path, report }, message }: FailureOf<'config-invalid'>,
  { host: { stderr }, terminal }: { readonly host: Pick<Host, 'stderr'>; readonly terminal: Terminal },
): string {
  const look = {
    paint: terminal.err,
    plain: terminal.plain,
    columns: stderr.isTerminal ? stderr.columns : undefined,
  }
  const label = `${terminal.err.red('error')}:`
  if (report === undefined || report.findings.length === 0) return `${label} ${terminal.plain(message)}`
  const { findings, text } = report
  const sum = `${path} cannot be used: ${count(findings.length, 'error')}. Mend ${findings.length === 1 ? 'it' : 'them'} and run again.`
  return `${textReport([{ file: path, text, findings }], look)}\n${label} ${terminal.plain(sum)}`
}
