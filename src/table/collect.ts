import type { Batches } from '../record/records.ts'
import { carryRecord } from './carried-records.ts'
import { collectRow, type Collecting } from './collect-row.ts'
import type { Collected } from './collected.ts'
import { makeColumns, type Columns } from './columns.ts'
import type { MultiStyle, Spool } from '../export/format.ts'
import { keepHeadline } from './headlines.ts'
import { hasMembers, isEntry } from './answers.ts'
import { makeRowWriter } from './rows/sparse-rows.ts'

/** How records are collected. */
export type Collection = Pick<Collecting, 'joinsLater' | 'isRedacting'> & {
  readonly multi: MultiStyle
  readonly spool: Spool
  /** What each row holds, if not its cells: its record in the place of these, or behind them. */
  readonly carries?: 'record' | 'cells and record'
}

/** Collects records as rows. Which columns there are is known only after the last one, so the rows wait in the spool. */
export async function collectBatches(
  batches: Batches,
  { spool, carries, ...collection }: Collection,
): Promise<Collected> {
  const { isRedacting = false } = collection
  const columns = makeColumns(isRedacting ? Infinity : undefined)
  const rowCount = await collectInto({ ...collection, columns, ...noRow() }, batches, { spool, carries })
  return { columns, rowCount, spool, isRedacting }
}

/** Collects records anew after they were chosen and redacted; `lists` are those that stand in one cell. */
export async function collectAgain(
  batches: Batches,
  { columns, rowCount, isRedacting = false, ...before }: Collected,
  collection: Pick<Collecting, 'multi' | 'joinsLater' | 'lists'> & { readonly spool: Spool },
): Promise<Collected> {
  const { spool, ...collecting } = collection
  // Questions remember the last row that answered them.
  const table = { ...collecting, columns, isRedacting, ...noRow(), row: rowCount }
  return { ...before, columns, isRedacting, rowCount: await collectInto(table, batches, { spool }), spool }
}

const noRow = (): Pick<Collecting, 'cells' | 'row'> => ({
  cells: { columns: [], kinds: [], texts: [] },
  row: 0,
})

/** Gives the number of rows. */
async function collectInto(
  collecting: Collecting,
  batches: Batches,
  { spool, carries }: { readonly spool: Spool; readonly carries?: Collection['carries'] },
): Promise<number> {
  const before = collecting.row
  const rows = makeRowWriter(spool)
  for await (const batch of batches)
    for (const record of batch) {
      collectRow(collecting, record)
      if (collecting.isRedacting && !collecting.lists) keepHeadlines(collecting.columns, record)
      if (carries) carryRecord(collecting.cells, record, carries)
      rows.add(collecting.cells)
      if (rows.isFull()) await rows.flush()
    }
  await rows.flush()
  return collecting.row - before
}

/** Keeps every headline that a question has in a value, also where its answer stands within others. */
function keepHeadlines(columns: Columns, value: object): void {
  if (hasMembers(value) && typeof value['questionId'] === 'string') {
    const question = columns.expect(value['questionId'])
    for (const headline of [value['headline'], isEntry(value) && value.response['headline']])
      if (typeof headline === 'string' && headline !== '') keepHeadline(question, headline)
  }
  for (const part of Object.values(value) as readonly unknown[])
    if (typeof part === 'object' && part !== null) keepHeadlines(columns, part)
}
