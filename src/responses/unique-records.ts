import type { ScratchFile } from '../files/file-system.ts'
import { parseExactly } from '../record/exact-json.ts'
import { sortableTime } from '../record/moment.ts'
import { filtered, hashOfId, type Batches, type RawRecord, type Records } from '../record/records.ts'

/** Ids came twice. All records have to be read again, to keep one of each. */
export class RepeatedIds extends Error {
  /** Their hashes, sorted. */
  readonly hashes: BigUint64Array

  constructor(hashes: BigUint64Array) {
    super('ids came twice')
    this.hashes = hashes
  }
}

/** The same records; reading them ends with `RepeatedIds` if an id came twice. Takes 8 bytes per record, and sorts them. */
export function watchedRecords(records: Records): Records {
  // Two numbers a record. A list of blocks would need a copy to be sorted.
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
  const newest = noNewest(hashes)
  let position = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    for (const record of batch) noteRecord(newest, record, position++)
    const bytes = encoder.encode(batch.map((record) => JSON.stringify(record)).join('\n'))
    lengths.push(bytes.length)
    await scratch.append(bytes)
  }
  const { lost } = newest
  return {
    duplicates: lost.count,
    partials: lost.partials,
    close: scratch.close,
    records: {
      plainBecause: 'responses came twice',
      async *batches() {
        let at = 0
        let before = 0
        for (const length of lengths) {
          const lines = decoder.decode(await scratch.read(at, length)).split('\n')
          const first = before
          at += length
          before += lines.length
          // They were written above.
          yield lines
            .filter((_, i) => !isLost(lost, first + i))
            .map((line) => parseExactly(line) as RawRecord)
        }
      },
    },
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const wordOf = ([one, two]: readonly [number, number]): bigint => (BigInt(two) << 32n) | BigInt(one)

function placeOf(sorted: BigUint64Array, word: bigint): number | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0n) < word) low = middle + 1
    else high = middle
  }
  return sorted[low] === word ? low : undefined
}

/** The newest record of each repeated id so far, by the place of its hash: about 80 bytes for each. */
type Newest = {
  readonly hashes: BigUint64Array
  /** Other hashes of the ids, so that two ids that only share the first one stay apart. */
  readonly others: BigUint64Array
  /** -1 where none came yet. */
  readonly positions: Float64Array
  readonly updates: string[]
  readonly partials: Uint8Array
  readonly lost: Lost
}

/** The records that are left out: a bit for each record. */
type Lost = { bits: Uint8Array; count: number; partials: number }

const noNewest = (hashes: BigUint64Array): Newest => ({
  hashes,
  others: new BigUint64Array(hashes.length),
  positions: new Float64Array(hashes.length).fill(-1),
  updates: [],
  partials: new Uint8Array(hashes.length),
  lost: { bits: new Uint8Array(1024), count: 0, partials: 0 },
})

const isLost = ({ bits }: Lost, position: number): boolean =>
  ((bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0

function noteRecord(newest: Newest, { id, updatedAt, finished }: RawRecord, position: number): void {
  if (typeof id !== 'string') return
  const { others, positions, updates, partials, lost } = newest
  const place = placeOf(newest.hashes, wordOf(hashOfId(id)))
  if (place === undefined) return
  const other = wordOf(hashOfId(`${id}\0`))
  const before = positions[place] ?? -1
  if (before >= 0 && others[place] !== other) return
  const updated = sortableTime(updatedAt)
  const isNewer = before < 0 || updated >= (updates[place] ?? '')
  if (before >= 0)
    lose(lost, isNewer ? before : position, isNewer ? partials[place] === 1 : finished === false)
  if (!isNewer) return
  others[place] = other
  positions[place] = position
  updates[place] = updated
  partials[place] = finished === false ? 1 : 0
}

function lose(lost: Lost, position: number, isPartial: boolean): void {
  if (position >> 3 >= lost.bits.length) {
    const more = new Uint8Array(2 * ((position >> 3) + 1))
    more.set(lost.bits)
    lost.bits = more
  }
  lost.bits[position >> 3] = (lost.bits[position >> 3] ?? 0) | (1 << (position & 7))
  lost.count++
  if (isPartial) lost.partials++
}
