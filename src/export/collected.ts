import type { Columns } from './columns.ts'
import type { Spool } from './format.ts'

/** Responses as rows in a spool, and the columns that all of them together have. */
export type Collected = {
  readonly columns: Columns
  readonly rowCount: number
  readonly spool: Spool
}
