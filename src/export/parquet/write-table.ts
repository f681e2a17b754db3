import type { Sink } from '../format.ts'
import type { Table } from '../table.ts'
import { magic, makeFooter } from './footer.ts'
import { makeOutput } from './output.ts'
import { makeRowGroups } from './row-groups.ts'
import type { GroupLimits } from './columns-kernel.ts'
import { makeWaitingRows } from './waiting-rows.ts'

/** Writes a table as a Parquet file with row groups of this size. */
export async function writeTable(table: Table, out: Sink, limits: GroupLimits): Promise<void> {
  const { columns, sparse } = table
  const output = makeOutput(out)
  const footer = makeFooter(columns, table.metadata ?? {})
  const waiting = makeWaitingRows(sparse, limits)
  const groups = makeRowGroups({ columns, output, footer })
  try {
    await output.write(magic)
    for await (const block of sparse.blocks()) {
      for (let at = 0; at < block.length;) {
        at = waiting.take(block, at)
        if (waiting.isFull()) await groups.write(waiting)
      }
    }
    if (waiting.rows() > 0) await groups.write(waiting)
    await groups.end()
    await output.write(footer.bytes())
    await output.end()
  } finally {
    groups.close()
  }
}
