import type { RawRecord } from '../form/raw-record.ts'
import type { RecordLines, Records, TakeLines } from '../form/record-taker.ts'
import { carryRecord } from './carried-records.ts'
import { collectRow, type Collecting } from './collect-row.ts'
import { collectBytes } from './kernel/collect-bytes.ts'
import { collectOptionBytes } from './kernel/collect-options.ts'
import type { Collected } from './collected.ts'
import { keepNestedHeadlines } from './nested-headlines.ts'
import { makeColumns } from './columns.ts'
import type { MultiStyle, Spool } from './format.ts'
import type { LeapThreads } from './leap/leap.ts'
import { takeFromLines } from './lines/take-lines.ts'
import { makeRowWriter } from './sparse-rows.ts'

/** Collects records as rows. Which columns there are is known only after the last one, so the rows wait in the spool. */
export async function collect(
  records: Records,
  { threads, ...collection }: Collection & { readonly threads?: LeapThreads },
): Promise<Collected> {
  const { multi, isRedacting = false, spool } = collection
  if (records.take === undefined) return collectBatches(records, collection)
  const leaping = threads && spool.shared && { leaping: { ...threads, target: spool.shared } }
  const taker = await records.take((reader, choice) =>
    multi === 'columns'
      ? collectOptionBytes(reader, choice, { isRedacting, spool })
      : collectBytes(reader, choice, { multi, isRedacting, spool, ...leaping }),
  )
  const collected = await taker.collected()
  // What follows needs the memory.
  await threads?.end?.()
  return isRedacting ? redacting(collected) : collected
}

/** The same of lines, all of which `also` gets. */
export async function collectLines(
  lines: RecordLines,
  { multi, isRedacting = false, spool, also }: LineCollection,
): Promise<Collected> {
  const taker = await takeFromLines(
    lines,
    (reader, choice) => collectBytes(reader, choice, { multi, isRedacting, spool }),
    also,
  )
  const collected = await taker.collected()
  return isRedacting ? redacting(collected) : collected
}

/** How lines are collected. */
type LineCollection = Pick<Collection, 'isRedacting' | 'spool'> & {
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly also: TakeLines
}

/** What is collected, where something of it is redacted. */
async function redacting(collected: Collected): Promise<Collected> {
  await keepNestedHeadlines(collected)
  return { ...collected, isRedacting: true }
}

/** How records are collected. */
export type Collection = {
  readonly multi: MultiStyle
  /** Whether answers are redacted, so that lists whose options name questions of their own are to be looked into. */
  readonly isRedacting?: boolean
  readonly spool: Spool
  /** Whether each row carries its record, too. */
  readonly isCarrying?: true
}

/** The same by the parser alone: the reference of what rows are. */
export async function collectBatches(
  batches: AsyncIterable<readonly RawRecord[]>,
  { multi, isRedacting = false, spool, isCarrying }: Collection,
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
      if (isCarrying) carryRecord(collecting.cells, record)
      rows.add(collecting.cells)
      if (rows.isFull()) await rows.flush()
    }
  await rows.flush()
  const collected = { columns, rowCount: collecting.row, spool }
  return isRedacting ? redacting(collected) : collected
}
