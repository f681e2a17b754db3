import { isLater, momentOf, type TimeName } from '../record/moment.ts'
import { filtered, formMatchOf, withoutBytes, type RawRecord, type Records } from '../record/records.ts'

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
      const isPassing = passes(record, conditions, counts)
      counts.read++
      counts.hasPartial ||= record['finished'] === false
      if (isPassing) noteKept(record, counts)
      return isPassing ? record : undefined
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

function noteKept({ finished, updatedAt }: RawRecord, counts: Counts): void {
  counts.kept++
  if (finished === false) counts.partials++
  if (typeof updatedAt === 'string' && isLater(updatedAt, counts.updated)) counts.updated = updatedAt
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
