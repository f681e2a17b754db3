import type { RawRecord } from '../form/raw-record.ts'
import { collectRow, type Collecting } from './collect-row.ts'
import { makeColumns, type Columns } from './columns.ts'
import type { MultiStyle, Spool } from './format.ts'
import { makeRowWriter } from './sparse-rows.ts'

/** Responses as rows in a spool, and the columns that all of them together have. */
export type Collected = {
  readonly columns: Columns
  readonly rowCount: number
  readonly spool: Spool
}

/** Collects records as rows. Which columns there are is known only after the last one, so the rows wait in the spool. */
export async function collect(
  batches: AsyncIterable<readonly RawRecord[]>,
  { multi, spool }: { readonly multi: MultiStyle; readonly spool: Spool },
): Promise<Collected> {
  const columns = makeColumns()
  const collecting: Collecting = { columns, multi, cells: { columns: [], kinds: [], texts: [] }, row: 0 }
  const rows = makeRowWriter(spool)
  for await (const batch of batches)
    for (const record of batch) {
      collectRow(collecting, record)
      rows.add(collecting.cells)
      if (rows.isFull()) await rows.flush()
    }
  await rows.flush()
  return { columns, rowCount: collecting.row, spool }
}
