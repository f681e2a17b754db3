import { Failure } from '../../failure.ts'
import type { Host } from '../host.ts'
import type { JournalEntry } from './journal.ts'

/** Why it is open whether the form of an entry exists. */
const reasonOf = ({ reason }: JournalEntry): string => reason ?? 'the run ended before an answer came'

/** The state of an entry, in words. */
export async function stateOf(entry: JournalEntry, { processes }: Pick<Host, 'processes'>): Promise<string> {
  if (await processes.isRunning(entry.process)) return `on its way, by process ${entry.process.pid}`
  return entry.form ? `created as ${entry.form.id}, not told` : `unknown: ${reasonOf(entry)}`
}

/** Why nothing is sent of a form that an earlier run may have created. */
export const openFailure = (entry: JournalEntry): Failure =>
  Failure.of('outcome-open', {
    what: `the form "${entry.name}"`,
    at: entry.at,
    from: `${entry.spec === '-' ? 'the standard input' : entry.spec}${entry.row === undefined ? '' : `, row ${entry.row}`}`,
    baseUrl: entry.baseUrl,
    reason: reasonOf(entry),
    id: entry.id,
  })

/** Why an entry of a run that still goes on is left alone. */
export const inProgress = ({ name, process }: JournalEntry): Failure =>
  Failure.of('form-in-progress', { what: `the form "${name}"`, pid: process.pid })
