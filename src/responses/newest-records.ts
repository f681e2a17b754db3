import { sortableTime } from '../record/moment.ts'
import { Failure } from '../failure/failure.ts'
import type { Batches, RawRecord } from '../record/records.ts'

type Kept = { readonly record: RawRecord; readonly at: string; readonly nth: number }

/** Picks the `most` newest records by creation, in their order; `met` is called with the number of all records. */
export const newestOf = (most: number, met: (records: number) => void) =>
  async function* (batches: Batches): Batches {
    let kept: Kept[] = []
    let nth = 0
    for await (const batch of batches) {
      for (const record of batch) kept.push({ record, at: sortableTime(record['createdAt']), nth: nth++ })
      if (kept.length > 2 * most) kept = newest(kept, most)
      refuseMany(kept, batch)
    }
    met(nth)
    const picked = newest(kept, most).toSorted((a, b) => a.nth - b.nth)
    if (picked.length > 0) yield picked.map(({ record }) => record)
  }

const newest = (kept: readonly Kept[], most: number): Kept[] =>
  kept.length <= most
    ? [...kept]
    : kept.toSorted((a, b) => (a.at === b.at ? a.nth - b.nth : a.at < b.at ? 1 : -1)).slice(0, most)

/** Picks the first record with an id; `met` is called with the number of all records. */
export const onlyOf = (id: string, met: (records: number) => void) =>
  async function* (batches: Batches): Batches {
    let found: RawRecord | undefined
    let all = 0
    for await (const batch of batches) {
      all += batch.length
      found ??= batch.find((record) => record['id'] === id)
    }
    met(all)
    if (found) yield [found]
  }

/** The most records kept in memory, and roughly the most characters. */
const [mostKept, mostCharacters] = [500_000, 256 * 1024 * 1024]

/** Refuses more than fits in memory, estimating the size of all records by that of one. */
function refuseMany(kept: readonly Kept[], [first]: readonly RawRecord[]): void {
  const isLarge = kept.length > 1000 && JSON.stringify(first ?? null).length * kept.length > mostCharacters
  if (kept.length > mostKept || isLarge)
    throw Failure.of('reply-too-large', {
      limit: `${mostKept} responses or ${mostCharacters / 1024 / 1024} MiB`,
    })
}
