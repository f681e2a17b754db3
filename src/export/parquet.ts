import { writeTable } from './parquet/write-table.ts'
import type { StreamedTables } from './table-format.ts'

/**
 * Parquet: typed columns in row groups, in memory that does not grow with their number. A column may lack a value in any
 * row, which an empty text is not; instants are kept without their offset.
 */
export const parquet: StreamedTables = {
  kind: 'stream',
  holds: 'one table',
  write: async (tables, out) => {
    for (const table of tables) await writeTable(table, out, groupLimits)
    return { guarded: 0 }
  },
}

// More would be memory here, less would be work for readers, who take a row group at a time.
const groupLimits = { bytes: 10 * 2 ** 20, rows: 2 ** 17 }
