import type { Files } from '../files/file-system.ts'
import type { JournalEntry } from './generated/journal-entry.ts'

/** A process; `start` distinguishes it from a later one with the same number. */
export type ProcessMark = JournalEntry['process']

/** What publishing needs of the program's host. */
export type Machine = {
  readonly files: Files
  /** The folder of the state that formctl keeps between runs for this user (XDG). */
  readonly stateFolder: string
  readonly now: () => Date
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (count: number) => Uint8Array
  /** Identifies processes of this machine, so that an entry of a run that was killed is recognised as stale. */
  readonly processes: {
    readonly self: () => Promise<ProcessMark>
    readonly isRunning: (mark: ProcessMark) => Promise<boolean>
  }
  /** Aborts on Ctrl-C (reason `interrupted`), a request to end (`terminated`) and a closed terminal (`hung-up`), each a Failure. */
  readonly signal: AbortSignal
}
