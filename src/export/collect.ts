import type { Batches } from '../record/records.ts'
import { carryRecord, leaveJson } from './carried-records.ts'
import { collectRow, type Collecting } from './collect-row.ts'
import type { Collected } from './collected.ts'
import { keepNestedHeadlines } from './nested-headlines.ts'
import { makeColumns } from './columns.ts'
import type { MultiStyle, Spool } from './format.ts'
import { makeRowWriter } from './sparse-rows.ts'

/** How records are collected. */
export type Collection = {
  readonly multi: MultiStyle
  /** Whether answers are redacted, so that lists whose options name questions of their own are to be looked into. */
  readonly isRedacting?: boolean
  readonly spool: Spool
  /** Whether each row carries its record, too: beside its cells, or beside those alone that are JSON. */
  readonly carries?: 'beside cells' | 'beside JSON'
}

/** Collects records as rows. Which columns there are is known only after the last one, so the rows wait in the spool. */
export async function collectBatches(
  batches: Batches,
  { multi, isRedacting = false, spool, carries }: Collection,
): Promise<Collected> {
  const columns = makeColumns(isRedacting ? Infinity : undefined)
  const collecting: Collecting = {
    columns,
    multi,
    isRedacting,
    cells: { columns: [], kinds: [], texts: [] },
    row: 0,
  }
  const rows = makeRowWriter(spool)
  for await (const batch of batches)
    for (const record of batch) {
      collectRow(collecting, record)
      if (carries === 'beside JSON') leaveJson(collecting.cells)
      if (carries) carryRecord(collecting.cells, record)
      rows.add(collecting.cells)
      if (rows.isFull()) await rows.flush()
    }
  await rows.flush()
  const collected = { columns, rowCount: collecting.row, spool }
  if (!isRedacting) return collected
  await keepNestedHeadlines(collected)
  return { ...collected, isRedacting: true }
}
