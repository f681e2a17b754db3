import type { Range } from './shapes.ts'

/**
 * A tally of numbers in bounded memory. Numbers are doubles, and so are their sum and mean. Up to 8,192 different numbers
 * are counted one by one. Beyond that this is an HDR histogram: numbers with the same leading bits share a bucket, 20 bits
 * of the fraction at first, and whenever there are more than 8,192 buckets, one bit fewer. The buckets depend on the
 * numbers alone, not on their order.
 */
export type NumberTally = ReturnType<typeof noNumbers>

const maxBuckets = 8192
/** The bits of a double's fraction: all, and those in its upper half. */
const [allBits, upperBits] = [52, 20]

export const noNumbers = () => ({
  count: 0,
  sum: 0,
  least: Infinity,
  greatest: -Infinity,
  areWhole: true,
  /** Counts by bucket, each keyed by its number nearest to zero. */
  buckets: new Map<number, number>(),
  /** How many leading bits of a double's fraction buckets keep; with all 52 each number is a bucket. */
  bits: allBits,
})

export function addNumber(tally: NumberTally, value: number, times = 1): void {
  tally.count += times
  tally.sum += value * times
  if (value < tally.least) tally.least = value
  if (value > tally.greatest) tally.greatest = value
  tally.areWhole &&= Number.isInteger(value)
  addToBucket(tally, value, times)
}

/** Numbers, each with how often it came. */
export function newNumbers(counts: readonly (readonly [value: number, count: number])[]): NumberTally {
  const tally = noNumbers()
  for (const [value, times] of counts) if (times > 0) addNumber(tally, value, times)
  return tally
}

/** Adds the numbers of another tally. */
export function mergeNumbers(tally: NumberTally, other: NumberTally): void {
  tally.count += other.count
  tally.sum += other.sum
  tally.least = Math.min(tally.least, other.least)
  tally.greatest = Math.max(tally.greatest, other.greatest)
  tally.areWhole &&= other.areWhole
  const own = tally.buckets
  tally.buckets = new Map()
  tally.bits = Math.min(tally.bits, other.bits)
  for (const buckets of [own, other.buckets])
    for (const [value, times] of buckets) addToBucket(tally, value, times)
}

function addToBucket(tally: NumberTally, value: number, times: number): void {
  const bucket = tally.bits === allBits ? value : truncated(value, tally.bits)
  tally.buckets.set(bucket, (tally.buckets.get(bucket) ?? 0) + times)
  // This ends: without any bit of the fraction there are only 4,093 numbers.
  while (tally.buckets.size > maxBuckets) {
    tally.bits = tally.bits === allBits ? upperBits : tally.bits - 1
    const before = tally.buckets
    tally.buckets = new Map()
    for (const [one, count] of before) {
      const wider = truncated(one, tally.bits)
      tally.buckets.set(wider, (tally.buckets.get(wider) ?? 0) + count)
    }
  }
}

const view = new DataView(new ArrayBuffer(8))

/** Rounds a number towards zero to this many bits of its fraction; at most 20. */
function truncated(value: number, bits: number): number {
  view.setFloat64(0, value)
  view.setInt32(0, view.getInt32(0) & (-1 << (upperBits - bits)))
  view.setInt32(4, 0)
  return view.getFloat64(0)
}

/** How far a quantile may lie from the true one, as a share of it; 0: it is exact. */
export const relativeError = ({ bits }: NumberTally): number => (bits === allBits ? 0 : 2 ** -bits)

/** The least number that this share of the numbers does not exceed; the mean of two where the share ends between them. */
export function quantile(tally: NumberTally, share: number): number {
  const place = tally.count * share
  const sorted = sortedBuckets(tally)
  return (nthOf(sorted, Math.ceil(place)) + nthOf(sorted, Math.floor(place) + 1)) / 2
}

type CountedValues = readonly (readonly [value: number, count: number])[]

/** The buckets in order, each between the least number and the greatest. */
const sortedBuckets = ({ buckets, least, greatest }: NumberTally): CountedValues =>
  [...buckets]
    .toSorted(([a], [b]) => a - b)
    .map(([value, count]) => [Math.min(Math.max(value, least), greatest), count])

function nthOf(sorted: CountedValues, nth: number): number {
  let before = 0
  for (const [value, count] of sorted) if ((before += count) >= nth) return value
  return sorted.at(-1)?.[0] ?? Number.NaN
}

/** The most different numbers that a histogram shows one by one. Beyond that it has about this many ranges. */
const [maxSingle, rangeCount] = [20, 10]

/** The distribution of the numbers: each by itself where they are few, else ranges of equal width. */
export function histogram(tally: NumberTally): readonly Range[] {
  const values = sortedBuckets(tally)
  return values.length <= maxSingle
    ? values.map(([value, count]) => ({ from: value, to: value, count }))
    : rangesOf(values)
}

function rangesOf(values: CountedValues): readonly Range[] {
  const [least, greatest] = [values[0]?.[0] ?? 0, values.at(-1)?.[0] ?? 0]
  const edges = rangeEdges(least, greatest, rangeCount + 1)
  const ranges = edges.slice(1).map((to, i) => ({ from: edges[i] ?? to, to, count: 0 }))
  for (const [value, count] of values) {
    const range = ranges.findLast(({ from }) => from <= value)
    if (range) range.count += count
  }
  return ranges
}

/** The limits of at most this many ranges that hold both numbers, and one more: round numbers. */
export function rangeEdges(least: number, greatest: number, maxRanges: number): readonly number[] {
  const edge = edgesOf(least, greatest, maxRanges - 1)
  const nthRange = (value: number): number => {
    const nth = Math.floor(value / edge(1))
    // A quotient is rounded: 0.3 / 0.1 is below 3.
    return value < edge(nth) ? nth - 1 : value >= edge(nth + 1) ? nth + 1 : nth
  }
  const first = nthRange(least)
  return Array.from({ length: nthRange(greatest) - first + 2 }, (_, i) => edge(first + i))
}

/** Multiples of 1, 2 or 5 times a power of ten, each the double that is nearest to it. */
function edgesOf(least: number, greatest: number, ranges: number): (nth: number) => number {
  // Divided first: max − min would overflow.
  const width = greatest / ranges - least / ranges
  const power = Math.floor(Math.log10(width))
  const step = [1, 2, 5, 10].find((one) => one * 10 ** power >= width) ?? 10
  const parts = 10 ** Math.abs(power)
  return (nth) => (power < 0 ? (nth * step) / parts : nth * step * parts)
}

// Sums of greater numbers could overflow.
const tooGreat = 1e290

/** Whether a number can be counted. */
export const isCountable = (number: number): boolean => Math.abs(number) < tooGreat
