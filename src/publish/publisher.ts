import type { Caller } from '../client/client.ts'
import type { Failure } from '../failure/failure.ts'
import type { JournalEntry } from './generated/journal-entry.ts'
import { journalOf, type Journal } from './journal.ts'
import type { Machine, ProcessMark } from './machine.ts'

/** What publishing reports while it works. */
export type Notice =
  /** An earlier run created this very form and ended before it reported it: nothing is sent. */
  | { readonly kind: 'created-already'; readonly entry: JournalEntry }
  /** An earlier run sent this very form and got no answer: the same request is sent once more. */
  | { readonly kind: 'sent-again'; readonly entry: JournalEntry }
  /** An earlier run created another form of this spec and ended before it reported it. */
  | { readonly kind: 'created-before'; readonly entry: JournalEntry; readonly form: JournaledForm }
  /** A journal entry could not be removed; the next run will go by it. */
  | { readonly kind: 'entry-left'; readonly failure: Failure }
  /** Another run holds the lock file. */
  | { readonly kind: 'waiting-for-lock'; readonly name: string; readonly seconds: number }

export type JournaledForm = NonNullable<JournalEntry['form']>

/** What creates forms: a caller of the service, the machine, the journal, and who hears of progress. */
export type Publisher = {
  readonly caller: Caller
  readonly machine: Machine
  readonly journal: Journal
  /** This process, as the journal names it. */
  readonly self: ProcessMark
  readonly report: (notice: Notice) => Promise<void>
}

/** A publisher whose journal is in the state folder. */
export async function makePublisher(
  given: Pick<Publisher, 'caller' | 'machine' | 'report'>,
): Promise<Publisher> {
  const { machine } = given
  return { ...given, journal: journalOf(machine), self: await machine.processes.self() }
}
