import type { Collect } from '../../client/responses.ts'

/** Where the records of an export come from. */
export type RecordSource = {
  /** Gives all records to `collect`; after a reading that broke off, to another call of it, from the start. */
  readonly read: <T>(collect: Collect<T>) => Promise<T>
  /** Whether a reading may begin anew. */
  readonly mayRestart: boolean
  /** The forms that records must be of; absent: any. */
  readonly formIds?: ReadonlySet<string>
  /** What is to be known once all was read: how it was read, and what nobody can prove complete. */
  readonly remarks: () => readonly Remark[]
  readonly close: () => Promise<void>
}

/** A sentence for the person; a warning is said even under --quiet. */
export type Remark = { readonly sentence: string; readonly isWarning: boolean }
