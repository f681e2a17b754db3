import type { Collect } from '../client/responses.ts'
import type { Coverage } from './coverage.ts'

/** Where the records of an export come from. */
export type RecordSource = {
  /** The service, or the saved reply. */
  readonly origin:
    | { readonly kind: 'service'; readonly baseUrl: string }
    | { readonly kind: 'saved'; readonly file: string }
  /** Gives all records to `collect`; after a reading that broke off, to another call of it, from the start. */
  readonly read: <T>(collect: Collect<T>) => Promise<T>
  /** Whether a reading may begin anew. */
  readonly mayRestart: boolean
  /** The forms that records must be of; absent: any. */
  readonly formIds?: ReadonlySet<string>
  /** What is to be known once all was read. */
  readonly coverage: () => Coverage
  readonly close: () => Promise<void>
}
