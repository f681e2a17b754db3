import { isLater, momentOf, type TimeName, sortableTime } from '../record/moment.ts'
import {
  filtered,
  formMatchOf,
  withoutBytes,
  type RawRecord,
  type Records,
  type Batches,
  hashOfId,
} from '../record/records.ts'
import { Failure } from '../failure/failure.ts'
import type { ScratchFile } from '../files/file-system.ts'
import { parseExactly } from '../record/exact-json.ts'

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
  const readable = hasTimes && by !== 'createdAt' ? withoutBytes(records) : records
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
      if (kept.length > 2 * max) kept = newestAmong(kept, max)
      refuseMany(kept, batch)
    }
    onCount(nth)
    const picked = newestAmong(kept, max).toSorted((a, b) => a.nth - b.nth)
    if (picked.length > 0) yield picked.map(({ record }) => record)
  }

const newestAmong = (kept: readonly Candidate[], max: number): Candidate[] =>
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

/** Ids came twice. All records have to be read again, to keep one of each. */
export class RepeatedIds extends Error {
  /** Their hashes, sorted. */
  readonly hashes: BigUint64Array

  constructor(hashes: BigUint64Array) {
    super('ids came twice')
    this.hashes = hashes
  }
}

/**
 * The same records; reading them ends with `RepeatedIds` if an id came twice. Keeps an 8-byte hash per record and sorts the
 * hashes at the end.
 */
export function rejectRepeatedIds(records: Records): Records {
  // Two 32-bit halves per id hash, in one array so that it can be sorted without a copy.
  let seen = new Uint32Array(firstSize)
  let size = 0
  const add = (pairs: ArrayLike<number>): void => {
    if (size + pairs.length > seen.length) {
      const larger = new Uint32Array(Math.max(1.5 * seen.length, size + pairs.length) & ~1)
      larger.set(seen.subarray(0, size))
      seen = larger
    }
    seen.set(pairs, size)
    size += pairs.length
  }
  return filtered(records, {
    choose: (record) => {
      if (typeof record['id'] === 'string') add(hashOfId(record['id']))
      return record
    },
    takeIdHashes: add,
    onEnd: () => {
      const sorted = new BigUint64Array(seen.buffer, 0, size / 2).toSorted()
      const repeated: bigint[] = []
      for (let i = 1; i < sorted.length; i++) {
        const hash = sorted[i]
        if (hash !== undefined && hash === sorted[i - 1] && hash !== repeated.at(-1)) repeated.push(hash)
      }
      if (repeated.length > 0) throw new RepeatedIds(BigUint64Array.from(repeated))
    },
  })
}

const firstSize = 16 * 1024

/** Records without repeated ones. They can be read any number of times. */
type UniqueRecords = {
  readonly records: Records
  /** How many records were left out, and how many of these are partial. */
  readonly duplicates: number
  readonly partials: number
  readonly close: () => Promise<void>
}

/**
 * Keeps of records with the same id the one with the newest `updatedAt`, of equally new ones the last. The records wait in a
 * scratch file, so that they are the same when they are read again.
 */
export async function uniqueRecords(
  batches: Batches,
  { hashes }: RepeatedIds,
  scratch: ScratchFile,
): Promise<UniqueRecords> {
  const lengths: number[] = []
  const newest = emptyNewest(hashes)
  let position = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    for (const record of batch) updateNewest(newest, record, position++)
    const bytes = encoder.encode(batch.map((record) => JSON.stringify(record)).join('\n'))
    lengths.push(bytes.length)
    await scratch.append(bytes)
  }
  const { dropped } = newest
  return {
    duplicates: dropped.count,
    partials: dropped.partials,
    close: scratch.close,
    records: {
      async *batches() {
        let at = 0
        let before = 0
        for (const length of lengths) {
          const lines = decoder.decode(await scratch.read(at, length)).split('\n')
          const first = before
          at += length
          before += lines.length
          yield lines
            .filter((_, i) => !isDropped(dropped, first + i))
            // Each line was written above from a record.
            .map((line) => parseExactly(line) as RawRecord)
        }
      },
    },
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const hashKey = ([one, two]: readonly [number, number]): bigint => (BigInt(two) << 32n) | BigInt(one)

function indexOfHash(sorted: BigUint64Array, hash: bigint): number | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0n) < hash) low = middle + 1
    else high = middle
  }
  return sorted[low] === hash ? low : undefined
}

/** The newest record of each repeated id so far, by the index of its hash: about 80 bytes for each. */
type Newest = {
  readonly hashes: BigUint64Array
  /** A second hash of each id, so that two ids that share only the first one stay apart. */
  readonly secondHashes: BigUint64Array
  /** The position of that record; -1 where none came yet. */
  readonly positions: Float64Array
  readonly updates: string[]
  readonly partials: Uint8Array
  readonly dropped: Dropped
}

/** The records that are left out: a bit for each record. */
type Dropped = { bits: Uint8Array; count: number; partials: number }

const emptyNewest = (hashes: BigUint64Array): Newest => ({
  hashes,
  secondHashes: new BigUint64Array(hashes.length),
  positions: new Float64Array(hashes.length).fill(-1),
  updates: [],
  partials: new Uint8Array(hashes.length),
  dropped: { bits: new Uint8Array(1024), count: 0, partials: 0 },
})

const isDropped = ({ bits }: Dropped, position: number): boolean =>
  ((bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0

function updateNewest(newest: Newest, { id, updatedAt, finished }: RawRecord, position: number): void {
  if (typeof id !== 'string') return
  const { secondHashes, positions, updates, partials, dropped } = newest
  const index = indexOfHash(newest.hashes, hashKey(hashOfId(id)))
  if (index === undefined) return
  const secondHash = hashKey(hashOfId(`${id}\0`))
  const before = positions[index] ?? -1
  if (before >= 0 && secondHashes[index] !== secondHash) return
  const updated = sortableTime(updatedAt)
  const isNewer = before < 0 || updated >= (updates[index] ?? '')
  if (before >= 0)
    drop(dropped, isNewer ? before : position, isNewer ? partials[index] === 1 : finished === false)
  if (!isNewer) return
  secondHashes[index] = secondHash
  positions[index] = position
  updates[index] = updated
  partials[index] = finished === false ? 1 : 0
}

function drop(dropped: Dropped, position: number, isPartial: boolean): void {
  if (position >> 3 >= dropped.bits.length) {
    const more = new Uint8Array(2 * ((position >> 3) + 1))
    more.set(dropped.bits)
    dropped.bits = more
  }
  dropped.bits[position >> 3] = (dropped.bits[position >> 3] ?? 0) | (1 << (position & 7))
  dropped.count++
  if (isPartial) dropped.partials++
}
