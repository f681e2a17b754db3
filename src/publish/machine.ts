import type { Files } from '../files/file-system.ts'
import type { JournalEntry } from './generated/journal-entry.ts'

/** A process; `start` distinguishes it from a later one with the same number. */
export type ProcessMark = JournalEntry['process']

export type Machine = {
  readonly files: Files
  /** The folder in which formctl keeps state between runs. */
  readonly stateFolder: string
  readonly now: () => Date
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (count: number) => Uint8Array
  readonly processes: {
    readonly self: () => Promise<ProcessMark>
    readonly isRunning: (mark: ProcessMark) => Promise<boolean>
  }
  /** Aborts when the run is asked to end. */
  readonly signal: AbortSignal
}
