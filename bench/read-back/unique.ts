import { membersOf } from './exact-json.ts'
import { isInstant } from './types.ts'

/** Of records with the same id the one that was updated last, and of those as new the last. */
export function uniqueOf(records: readonly unknown[]): readonly unknown[] {
  const newest = new Map<unknown, { readonly record: unknown; readonly at: number }>()
  for (const record of records) {
    const [id, updatedAt] = [membersOf(record)?.get('id'), membersOf(record)?.get('updatedAt')]
    const [key, at] = [typeof id === 'string' ? id : Symbol('no id'), momentOf(updatedAt)]
    if (at >= (newest.get(key)?.at ?? Number.NEGATIVE_INFINITY)) newest.set(key, { record, at })
  }
  const kept = new Set(Array.from(newest.values(), ({ record }) => record))
  return records.filter((record) => kept.has(record))
}

/** A time of RFC 3339, or a day; what is neither is older than all. */
function momentOf(time: unknown): number {
  const [, day = '', clock = '00:00', seconds = ':00', parts = '.000', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|z|[+-]\d\d:\d\d)?)?$/.exec(String(time)) ?? []
  const local = `${day}T${clock}${seconds}${parts.slice(0, 4).padEnd(4, '0')}Z`
  return isInstant(local) ? Date.parse(local.replace('Z', zone.toUpperCase())) : Number.NEGATIVE_INFINITY
}
