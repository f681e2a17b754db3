import { isLater, momentOf, type TimeName, sortableTime } from '../record/moment.ts'
import {
  filtered,
  formMatchOf,
  withoutBytes,
  type RawRecord,
  type Records,
  type Batches,
} from '../record/records.ts'
import { Failure } from '../failure/failure.ts'

/** Conditions on the records that are read. */
export type FilterConditions = {
  /** Absent: of any form. */
  readonly formIds?: ReadonlySet<string>
  /** Milliseconds since 1970; both ends are inclusive. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** Which time of a record is compared; absent: its creation. */
  readonly by?: TimeName
}

/** How many records were read, and how many of them were kept or left out. */
export type Counts = {
  read: number
  kept: number
  /** Left out because they name no form. */
  formless: number
  /** Kept although the time that is compared cannot be read. */
  undated: number
  /** Left out as created before `since`, although updated after it. */
  lateUpdates: number
  /** How many of those kept are partial. */
  partials: number
  /** Whether any that was read is partial, kept or not. */
  hasPartial: boolean
  /** The latest `updatedAt` of those kept, as it was written; empty if none says a moment. */
  updated: string
  /** Left out since the same response came again, updated later. */
  duplicates: number
  /** The wanted forms that had records, kept or not. */
  readonly metForms: Set<string>
}

export const startCounts = (): Counts => ({
  read: 0,
  kept: 0,
  formless: 0,
  undated: 0,
  lateUpdates: 0,
  partials: 0,
  hasPartial: false,
  updated: '',
  duplicates: 0,
  metForms: new Set(),
})

/** The records that meet the conditions; `counts` is updated while they are read. */
export function filterRecords(records: Records, conditions: FilterConditions, counts: Counts): Records {
  const { formIds, since, until, by = 'createdAt' } = conditions
  const hasTimes = since !== undefined || until !== undefined
  // The engine compares the time of creation only.
  const readable =
    hasTimes && by !== 'createdAt' ? withoutBytes(records, `responses are chosen by ${by}`) : records
  return filtered(readable, {
    formIds,
    since,
    until,
    choose: (record) => {
      const { finished, updatedAt } = record
      counts.read++
      counts.hasPartial ||= finished === false
      if (!passes(record, conditions, counts)) return undefined
      counts.kept++
      if (finished === false) counts.partials++
      if (typeof updatedAt === 'string' && isLater(updatedAt, counts.updated)) counts.updated = updatedAt
      return record
    },
    count: ({ taken, otherForm, otherTime, lateUpdates, partials, hasPartial, updated }) => {
      counts.read += taken + otherForm + otherTime
      counts.kept += taken
      counts.lateUpdates += lateUpdates
      counts.partials += partials
      counts.hasPartial ||= hasPartial
      if (isLater(updated, counts.updated)) counts.updated = updated
    },
    countForm: (formId, read) => void (read > 0 && counts.metForms.add(formId)),
  })
}

function passes(record: RawRecord, conditions: FilterConditions, counts: Counts): boolean {
  const { formIds, since, until, by = 'createdAt' } = conditions
  if (formIds !== undefined) {
    const match = formMatchOf(record, formIds)
    if (match === 'none') counts.formless++
    if (match !== 'wanted') return false
    counts.metForms.add(String(record['formId']))
  }
  if (since === undefined && until === undefined) return true
  const time = momentOf(record[by])
  if (Number.isNaN(time)) {
    counts.undated++
    return true
  }
  const isLate = since !== undefined && time < since
  if (isLate && by === 'createdAt' && momentOf(record['updatedAt']) > since) counts.lateUpdates++
  return !isLate && (until === undefined || time <= until)
}

/** Receives the numbers of further records, and a call after the last. */
type RecordCounter = { readonly records: (more: number) => void; readonly end?: () => void }

/** The same records, reported to a counter while they are read. */
export const countedRecords = (records: Records, counter: RecordCounter): Records =>
  filtered(records, {
    choose: (record) => {
      counter.records(1)
      return record
    },
    count: ({ taken, otherForm, otherTime }) => counter.records(taken + otherForm + otherTime),
    onEnd: counter.end,
  })

type Candidate = { readonly record: RawRecord; readonly at: string; readonly nth: number }

/** Picks the `max` newest records by creation, in their order; `onCount` is called with the number of all records. */
export const newestOf = (max: number, onCount: (records: number) => void) =>
  async function* (batches: Batches): Batches {
    let kept: Candidate[] = []
    let nth = 0
    for await (const batch of batches) {
      for (const record of batch) kept.push({ record, at: sortableTime(record['createdAt']), nth: nth++ })
      if (kept.length > 2 * max) kept = newest(kept, max)
      refuseMany(kept, batch)
    }
    onCount(nth)
    const picked = newest(kept, max).toSorted((a, b) => a.nth - b.nth)
    if (picked.length > 0) yield picked.map(({ record }) => record)
  }

const newest = (kept: readonly Candidate[], max: number): Candidate[] =>
  kept.length <= max
    ? [...kept]
    : kept.toSorted((a, b) => (a.at === b.at ? a.nth - b.nth : a.at < b.at ? 1 : -1)).slice(0, max)

/** Picks the first record with an id; `onCount` is called with the number of all records. */
export const onlyOf = (id: string, onCount: (records: number) => void) =>
  async function* (batches: Batches): Batches {
    let found: RawRecord | undefined
    let all = 0
    for await (const batch of batches) {
      all += batch.length
      found ??= batch.find((record) => record['id'] === id)
    }
    onCount(all)
    if (found) yield [found]
  }

/** The most records kept in memory, and roughly the most characters. */
const [maxKept, maxCharacters] = [500_000, 256 * 1024 * 1024]

/** Refuses more than fits in memory, estimating the size of all records by that of one. */
function refuseMany(kept: readonly Candidate[], [first]: readonly RawRecord[]): void {
  const isLarge = kept.length > 1000 && JSON.stringify(first ?? null).length * kept.length > maxCharacters
  if (kept.length > maxKept || isLarge)
    throw Failure.of('reply-too-large', {
      limit: `${maxKept} responses or ${maxCharacters / 1024 / 1024} MiB`,
    })
}
