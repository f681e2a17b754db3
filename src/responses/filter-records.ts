import { momentOf, type TimeName } from '../record/moment.ts'
import {
  formMatchOf,
  narrowed,
  type Batches,
  type Narrowing,
  type RawRecord,
  type Records,
} from '../record/records.ts'

/** What records must be like to be exported. */
export type RecordFilter = {
  /** Absent: of any form. */
  readonly formIds?: ReadonlySet<string>
  /** Milliseconds since 1970; both ends are inclusive. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** The time that they mean; absent: that of creation. */
  readonly by?: TimeName
}

/** What a filter met. */
export type Filtered = {
  read: number
  kept: number
  /** Left out, since they tell no form. */
  formless: number
  /** Kept, since the time by which they are filtered can't be read. */
  undated: number
  /** The forms that were asked for and came, be their responses kept or not; absent: nobody wants to know. */
  readonly met?: Set<string>
}

/** The records that pass; `filtered` counts along. */
export function filterRecords({ batches, raw }: Records, filter: RecordFilter, filtered: Filtered): Records {
  const { since, until, by = 'createdAt' } = filter
  const passed: Records = { batches: () => passing(batches(), filter, filtered) }
  const isByOther = (since !== undefined || until !== undefined) && by !== 'createdAt'
  // The engine compares the time of creation only.
  if (!raw || isByOther) return passed
  const narrowing: Narrowing = {
    formIds: filter.formIds,
    since,
    until,
    choose: (record) => {
      const isPassing = passes(record, filter, filtered)
      filtered.read++
      if (isPassing) filtered.kept++
      return isPassing ? record : undefined
    },
    count: ({ taken, otherForm, otherTime }) => {
      filtered.read += taken + otherForm + otherTime
      filtered.kept += taken
    },
    countForm: (formId, read) => void (read > 0 && filtered.met?.add(formId)),
  }
  return { ...passed, raw: narrowed(raw, narrowing) }
}

async function* passing(batches: Batches, filter: RecordFilter, filtered: Filtered): Batches {
  for await (const batch of batches) {
    const passed = batch.filter((record) => passes(record, filter, filtered))
    filtered.read += batch.length
    filtered.kept += passed.length
    if (passed.length > 0) yield passed
  }
}

function passes(record: RawRecord, filter: RecordFilter, filtered: Filtered): boolean {
  const { formIds, since, until, by = 'createdAt' } = filter
  if (formIds !== undefined) {
    const match = formMatchOf(record, formIds)
    if (match === 'none') filtered.formless++
    if (match !== 'wanted') return false
    filtered.met?.add(String(record['formId']))
  }
  if (since === undefined && until === undefined) return true
  const time = momentOf(record[by])
  if (Number.isNaN(time)) {
    filtered.undated++
    return true
  }
  return (since === undefined || time >= since) && (until === undefined || time <= until)
}
