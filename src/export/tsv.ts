import { writeDelimited } from './delimited.ts'
import type { StreamedTables } from './table-format.ts'

/** TSV: CSV with tabs. */
export const tsv: StreamedTables = {
  kind: 'stream',
  delimiter: '\t',
  holds: 'one table',
  write: ([table], out, options) => writeDelimited(table, out, { delimiter: '\t', ...options }),
}
