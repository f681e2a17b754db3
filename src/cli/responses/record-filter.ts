import type { RawRecord } from '../../form/raw-record.ts'
import type { Records } from '../../form/record-taker.ts'
import { countedRecords } from './counted-records.ts'

/** What records must be like to be exported. */
export type RecordFilter = {
  /** Absent: of any form. */
  readonly formIds?: ReadonlySet<string>
  /** Milliseconds since 1970; both ends are inclusive. */
  readonly since: number | undefined
  readonly until: number | undefined
}

/** What a filter met. */
export type Filtered = {
  read: number
  kept: number
  /** Left out, since they tell no form. */
  formless: number
  /** Kept, since they tell no readable time of creation. */
  undated: number
}

/** The records that pass, batch by batch; `filtered` counts along. */
export function filterRecords(records: Records, filter: RecordFilter, filtered: Filtered): Records {
  const isOpen = filter.formIds === undefined && filter.since === undefined && filter.until === undefined
  if (!isOpen) return passing(records, filter, filtered)
  const count = (size: number): void => {
    filtered.read += size
    filtered.kept += size
  }
  return countedRecords(records, count, () => count(-filtered.read))
}

async function* passing(
  batches: AsyncIterable<readonly RawRecord[]>,
  filter: RecordFilter,
  filtered: Filtered,
): AsyncIterable<readonly RawRecord[]> {
  for await (const batch of batches) {
    const passed = batch.filter((record) => passes(record, filter, filtered))
    filtered.read += batch.length
    filtered.kept += passed.length
    if (passed.length > 0) yield passed
  }
}

function passes(record: RawRecord, { formIds, since, until }: RecordFilter, filtered: Filtered): boolean {
  const { formId, createdAt } = record
  if (formIds !== undefined) {
    if (typeof formId !== 'string') filtered.formless++
    if (typeof formId !== 'string' || !formIds.has(formId)) return false
  }
  if (since === undefined && until === undefined) return true
  const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  if (Number.isNaN(created)) {
    filtered.undated++
    return true
  }
  return (since === undefined || created >= since) && (until === undefined || created <= until)
}
