import { momentOf, type TimeName } from '../record/moment.ts'
import {
  formMatchOf,
  narrowed,
  type Batches,
  type Narrowing,
  type RawRecord,
  type Records,
  type RecordTally,
} from '../record/records.ts'

export type RecordFilter = {
  /** Absent: of any form. */
  readonly formIds?: ReadonlySet<string>
  /** Milliseconds since 1970; both ends are inclusive. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** The time that they mean; absent: that of creation. */
  readonly by?: TimeName
}

/** How many records came, and what became of them. */
export type Counts = {
  read: number
  kept: number
  /** Left out, since they name no form. */
  formless: number
  /** Kept, since the time by which they are filtered can't be read. */
  undated: number
  /** Whether a partial response was among them; only known of records that were parsed. */
  hasPartial: boolean
  /** The wanted forms that had records, kept or not. */
  readonly metForms: Set<string>
}

/** The counts before the first record. */
export const startCounts = (): Counts => ({
  read: 0,
  kept: 0,
  formless: 0,
  undated: 0,
  hasPartial: false,
  metForms: new Set(),
})

/** The records that pass, counted as they come. */
export function filterRecords({ batches, raw }: Records, filter: RecordFilter, counts: Counts): Records {
  const { since, until, by = 'createdAt' } = filter
  const passed: Records = { batches: () => passing(batches(), filter, counts) }
  // The engine compares the time of creation only.
  if ((since !== undefined || until !== undefined) && by !== 'createdAt')
    return { ...passed, plainBecause: `responses are chosen by ${by}` }
  if (!raw) return passed
  const narrowing: Narrowing = {
    formIds: filter.formIds,
    since,
    until,
    choose: (record) => {
      const isPassing = passes(record, filter, counts)
      counts.read++
      if (isPassing) counts.kept++
      return isPassing ? record : undefined
    },
    count: ({ taken, otherForm, otherTime }) => {
      counts.read += taken + otherForm + otherTime
      counts.kept += taken
    },
    countForm: (formId, read) => void (read > 0 && counts.metForms.add(formId)),
  }
  return { ...passed, raw: narrowed(raw, narrowing) }
}

async function* passing(batches: Batches, filter: RecordFilter, counts: Counts): Batches {
  for await (const batch of batches) {
    counts.hasPartial ||= batch.some(({ finished }) => finished === false)
    const passed = batch.filter((record) => passes(record, filter, counts))
    counts.read += batch.length
    counts.kept += passed.length
    if (passed.length > 0) yield passed
  }
}

function passes(record: RawRecord, filter: RecordFilter, counts: Counts): boolean {
  const { formIds, since, until, by = 'createdAt' } = filter
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
  return (since === undefined || time >= since) && (until === undefined || time <= until)
}

/** Hears how many more records have come, batch by batch or chunk by chunk, and when all have. */
type Counter = { readonly records: (more: number) => void; readonly end?: () => void }

/** The same records, counted. */
export function countedRecords({ batches, raw }: Records, { records, end }: Counter): Records {
  const choose = <Item>(record: Item): Item => {
    records(1)
    return record
  }
  const count = ({ taken, otherForm, otherTime }: RecordTally): void => records(taken + otherForm + otherTime)
  const counted = raw && narrowed(raw, { choose, count })
  return {
    async *batches() {
      for await (const batch of batches()) {
        records(batch.length)
        yield batch
      }
      end?.()
    },
    ...(counted && {
      raw: {
        ...counted,
        read: async (reader) => {
          await counted.read(reader)
          end?.()
        },
      },
    }),
  }
}
