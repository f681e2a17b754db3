import { sortableTime } from '../record/moment.ts'
import { filtered, formMatchOf, withExtraRecords, type RawRecord, type Records } from '../record/records.ts'

/** A form whose read returned the maximum, so that it may have more responses. */
export type OpenForm = { readonly formId: string; readonly records: readonly RawRecord[] }

/** What was found while merging. */
export type Merged = {
  /** Responses of the environment, of any form. */
  returned: number
  newerInForm: number
  /** Left out because they have no formId. */
  withoutForm: number
  /** By form id: how many responses the environment had, and how many of the newest it lacked. */
  readonly forms: Map<unknown, { readonly formId: string; found: number; missed: number }>
}

export const startMerge = (open: readonly OpenForm[]): Merged => ({
  returned: 0,
  newerInForm: 0,
  withoutForm: 0,
  forms: new Map(open.map(({ formId, records }) => [formId, { formId, found: 0, missed: records.length }])),
})

/** What the reads of single forms returned. */
export type Newest = {
  /** Responses of forms that have no others; they come first. */
  readonly whole: readonly RawRecord[]
  readonly open: readonly OpenForm[]
}

/**
 * Every response of some forms: those of the environment, and those that only the reads of the forms returned. Of a response
 * in both, the state whose data was updated last is taken; for equal times that of the environment, which was read later.
 */
export function mergeNewest(every: Records, { whole, open }: Newest, merged: Merged): Records {
  const newest = new Map(
    open.flatMap(({ records }) => records.map((record) => [keyOf(record), record] as const)),
  )
  const ofForms = filtered(every, {
    formIds: new Set(open.map(({ formId }) => formId)),
    ids: new Set(newest.keys()),
    choose: (record) => mergeRecord(record, newest, merged),
    count: ({ taken, otherForm, otherTime }) => (merged.returned += taken + otherForm + otherTime),
    countForm: (formId, read) => {
      const form = merged.forms.get(formId)
      if (form) form.found += read
    },
  })
  return withExtraRecords(ofForms, { before: () => whole, after: () => [...newest.values()] })
}

function mergeRecord(
  record: RawRecord,
  newest: Map<string, RawRecord>,
  merged: Merged,
): RawRecord | undefined {
  merged.returned++
  if (formMatchOf(record, merged.forms) === 'none') merged.withoutForm++
  const form = merged.forms.get(record['formId'])
  if (!form) return undefined
  form.found++
  if (newest.size === 0) return record
  const key = keyOf(record)
  const other = newest.get(key)
  if (!other) return record
  newest.delete(key)
  form.missed--
  if (!isNewer(other, record)) return record
  merged.newerInForm++
  return other
}

/** Whether both times can be read, and one is later. */
function isNewer(one: RawRecord, other: RawRecord): boolean {
  const than = sortableTime(other['dataUpdatedAt'])
  return than !== '' && sortableTime(one['dataUpdatedAt']) > than
}

const keyOf = (record: RawRecord): string =>
  typeof record['id'] === 'string' ? record['id'] : JSON.stringify(record)
