import type { TimeName } from '../record/moment.ts'
import type { FilterConditions } from './filter-records.ts'

/** Which responses are requested. */
export type ResponsesQuery = Omit<FilterConditions, 'formIds'> & {
  readonly source: ResponsesSource
  readonly withPartials: boolean
  /** What relative times meant, as a sentence; absent: none were given. */
  readonly resolved?: string
  /** Whether the newest responses of the one form are enough: a single read, ten at most. */
  readonly isNewest?: boolean
  /** So many of the newest responses of the one form are enough, where the service gives pages. */
  readonly newest?: number | undefined
  /** Whether responses that come twice stay; absent: the one that was updated last stays. */
  readonly keepsDuplicates?: boolean
}

/** A query as a command asks it. */
export type AskedQuery = ResponsesQuery & {
  /** Which time `since` and `until` mean. */
  readonly by: TimeName
  /** Whether the command fails unless all responses were shown to be read. */
  readonly requireComplete: boolean
}

/** Where responses are read from. The `path` of a saved reply is `-` for standard input; no `formIds` there means all. */
export type ResponsesSource =
  | { readonly kind: 'forms'; readonly formIds: readonly string[] }
  | { readonly kind: 'all' }
  | { readonly kind: 'saved'; readonly path: string; readonly formIds: readonly string[] }

/** Where responses came from. */
export type Origin =
  | { readonly kind: 'service'; readonly baseUrl: string }
  | { readonly kind: 'saved'; readonly file: string }
