import { writeDelimited } from './delimited.ts'
import type { StreamedTables } from './table-format.ts'

/** CSV: commas unless told otherwise. */
export const csv: StreamedTables = {
  kind: 'stream',
  delimiter: ',',
  holds: 'one table',
  write: ([table], out, options) => writeDelimited(table, out, { delimiter: ',', ...options }),
}
