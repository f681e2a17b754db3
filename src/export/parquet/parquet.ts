import { makeChunkWriter } from './chunk-writer.ts'
import { makeChunkEncoder } from './column-chunk.ts'
import { magic, makeFooter } from './file-metadata.ts'
import { makeRowGroup, type GroupLimits } from './row-group.ts'
import type { StreamedTables } from '../format.ts'
import type { Table } from '../../table/table.ts'
import type { Sink } from '../../table/bytes.ts'

/**
 * Parquet: typed columns in row groups, in memory that does not grow with the number of rows. A column may have no value in
 * any row; an empty text is none. Times are kept as instants, without their offset.
 */
export const parquet: StreamedTables = {
  kind: 'stream',
  mediaType: 'application/vnd.apache.parquet',
  holds: 'one table',
  write: async (tables, out) => {
    for (const table of tables) await writeTable(table, out, groupLimits)
    return { guarded: 0 }
  },
}

// Larger groups would take more memory here, smaller ones make more work for readers.
const groupLimits: GroupLimits = { bytes: 8 * 2 ** 20, rows: 2 ** 17 }

/** Writes a table as a Parquet file with row groups of this size. */
export async function writeTable(table: Table, out: Sink, limits: GroupLimits): Promise<void> {
  const { columns } = table
  const writer = makeChunkWriter(out)
  const footer = makeFooter(columns)
  const encode = makeChunkEncoder()
  const group = makeRowGroup(columns.length, limits)
  const flush = async (): Promise<void> => {
    const rows = group.rows()
    let column = 0
    for (const cells of group.columns()) {
      const { type = 'text' } = columns[column++] ?? {}
      const pages = encode(cells, type, rows, writer.nextBuffers())
      await writer.add(pages, footer.addChunk)
    }
    group.clear()
  }
  try {
    await writer.write(magic)
    for await (const batch of table.rows())
      for (let row = 0; row < batch.rows;) {
        row = group.add(batch, row)
        if (group.isFull()) await flush()
      }
    if (group.rows() > 0) await flush()
    await writer.end()
    await writer.write(footer.bytes())
    await writer.end()
  } finally {
    writer.close()
  }
}
