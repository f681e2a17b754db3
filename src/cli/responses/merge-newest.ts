import type { RawRecord } from '../../form/raw-record.ts'

/** A form of which as many came as a read of one form gives, so that there may be more. */
export type OpenForm = { readonly formId: string; readonly records: readonly RawRecord[] }

/** What a merging met. */
export type Merged = {
  /** Responses of the environment, of any form. */
  returned: number
  newerInForm: number
  /** By form: how many the environment held, and how many of the newest it did not. */
  readonly forms: Map<unknown, { readonly formId: string; found: number; missed: number }>
}

/** A merging that has not begun. */
export const startMerge = (open: readonly OpenForm[]): Merged => ({
  returned: 0,
  newerInForm: 0,
  forms: new Map(open.map(({ formId, records }) => [formId, { formId, found: 0, missed: records.length }])),
})

/**
 * Every response of some forms: those of the environment, and what only the newest of the forms held. Of a response in
 * both, the one whose data was updated last; the environment was read later, so it wins where the times are the same.
 */
export async function* mergeNewest(
  every: AsyncIterable<readonly RawRecord[]>,
  open: readonly OpenForm[],
  merged: Merged,
): AsyncIterable<readonly RawRecord[]> {
  const newest = new Map(open.flatMap(({ records }) => records.map((record) => [keyOf(record), record])))
  for await (const batch of every) {
    merged.returned += batch.length
    const kept: RawRecord[] = []
    for (const record of batch) {
      const form = merged.forms.get(record['formId'])
      if (!form) continue
      form.found++
      kept.push(newest.size === 0 ? record : latest(record, { newest, merged, form }))
    }
    if (kept.length > 0) yield kept
  }
  if (newest.size > 0) yield [...newest.values()]
}

type Latest = {
  readonly newest: Map<string, RawRecord>
  readonly merged: Merged
  readonly form: { missed: number }
}

function latest(record: RawRecord, { newest, merged, form }: Latest): RawRecord {
  const key = keyOf(record)
  const other = newest.get(key)
  if (!other) return record
  newest.delete(key)
  form.missed--
  if (!isNewer(other, record)) return record
  merged.newerInForm++
  return other
}

const isNewer = (one: RawRecord, other: RawRecord): boolean =>
  timeOf(one, 'dataUpdatedAt') > timeOf(other, 'dataUpdatedAt')

// Of a time that cannot be read nothing is known, so it is newer than none; NaN compares as false.
const timeOf = (record: RawRecord, name: string): number => {
  const time = record[name]
  return typeof time === 'string' ? Date.parse(time) : Number.NaN
}

const keyOf = (record: RawRecord): string =>
  typeof record['id'] === 'string' ? record['id'] : JSON.stringify(record)
