import type { JournalEntry } from './generated/journal-entry.ts'

/** A file being written: nothing stands under its name until `commit`, which makes it durable. */
type PendingFile = {
  readonly write: (text: string) => Promise<void>
  readonly commit: () => Promise<void>
  /** Safe to call after `commit`. */
  readonly discard: () => Promise<void>
}

/** Files by path. Every error is a `Failure` that names the path. */
export type Files = {
  readonly resolve: (...parts: readonly string[]) => string
  readonly kind: (path: string) => Promise<'file' | 'folder' | 'other' | 'missing'>
  /** A text that changes whenever the file is written or replaced; undefined when it cannot be looked at. */
  readonly stamp: (path: string) => Promise<string | undefined>
  /** Refuses a file of more than `limit` bytes (default 1 MiB). */
  readonly read: (path: string, limit?: number) => Promise<Uint8Array>
  readonly list: (path: string) => Promise<readonly string[]>
  readonly makeFolder: (path: string, mode?: number) => Promise<void>
  /** Fails with `file-exists` for an existing file unless `replace`. */
  readonly create: (
    path: string,
    options: { readonly replace: boolean; readonly mode?: number },
  ) => Promise<PendingFile>
  readonly remove: (path: string) => Promise<void>
  /** Takes a path for this process alone; undefined while another process has it. `folder` keeps the claims. */
  readonly claim: (path: string, folder: string) => Promise<Claim | undefined>
  readonly access: (path: string) => Promise<{ readonly isLink: boolean } | undefined>
}

/** A path taken for this process alone, until it is released or the process ends. */
export type Claim = { readonly release: () => void }

/** A process; `start` distinguishes it from a later one with the same number. */
export type ProcessMark = JournalEntry['process']

/** What publishing needs of the machine. */
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
