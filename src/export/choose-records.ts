import type { RawRecord } from '../form/raw-record.ts'
import type { Records } from '../form/record-taker.ts'
import { carriedRecords } from './carried-records.ts'
import { collectBatches } from './collect.ts'
import type { Spool } from './format.ts'
import { namedIn, type Naming, type ToldOfNames } from './named.ts'
import { namesRedacted, type Hash } from './redact.ts'
import { recordRedactor } from './redact-record.ts'
import { refuseAllDropped } from './wide.ts'

/** Which records are wanted, and how, by what columns are called in a wide table of them. */
export type RecordChoosing = Naming & {
  readonly hash?: Hash
  /** Where records wait until it is known what names mean. */
  readonly spool: Spool
}

/** Records that were chosen. */
export type ChosenRecords = {
  readonly count: number
  /** In the order in which they came. */
  readonly batches: AsyncIterable<readonly RawRecord[]>
  readonly told: ToldOfNames
}

/**
 * Reads all records and chooses among them: which columns there are, and so what names mean, is known only after the last
 * one. Memory does not grow with their number.
 */
export async function chooseRecords(
  records: AsyncIterable<readonly RawRecord[]>,
  { hash, spool, ...naming }: RecordChoosing,
): Promise<ChosenRecords> {
  const isRedacting = (naming.redactions ?? []).length > 0
  const collected = await collectBatches(records, { multi: 'json', isRedacting, spool, isCarrying: true })
  const { matching, redacted, told } = await namedIn(collected, naming)
  refuseAllDropped(collected.columns.all.filter((column) => redacted.get(column) !== 'drop'))
  const chosen = carriedRecords(spool.blocks(), (row) => matching?.has(row) !== false)
  const names = namesRedacted(naming.redactions ?? [])
  const redact = recordRedactor(collected.columns, { redacted, names, ...(hash && { hash }) })
  return {
    count: matching?.count ?? collected.rowCount,
    batches: redact === undefined ? chosen : eachOf(chosen, redact),
    told,
  }
}

/** The same records where all of them are wanted as they are; else those that were chosen. */
export async function wantedRecords(
  records: Records,
  { where = [], redactions = [], ...choosing }: RecordChoosing,
): Promise<{ readonly wanted: Records; readonly names?: ToldOfNames }> {
  if (where.length === 0 && redactions.length === 0) return { wanted: records }
  const { batches, told } = await chooseRecords(records, { where, redactions, ...choosing })
  return { wanted: batches, names: told }
}

async function* eachOf(
  batches: AsyncIterable<readonly RawRecord[]>,
  redact: (record: RawRecord) => RawRecord,
): AsyncIterable<readonly RawRecord[]> {
  for await (const batch of batches) yield batch.map(redact)
}
