import { makeExactSum, type ExactSum } from './exact-sum.ts'

/** Numbers of which the middle is asked, in memory that does not grow with them; their order changes nothing. */
export type Quantiles = {
  readonly add: (value: number) => void
  /** Adds a number that stands for one near it, which no double holds. */
  readonly addNear: (value: number) => void
  readonly count: () => number
  readonly mean: () => number
  /** The least number that so large a share of them reaches; where the share ends between two of them, their mean. */
  readonly at: (share: number) => number
  /** How far a quantile may lie from the true one, as a share of it; 0: it is exact. */
  readonly error: () => number
  /** Each number, or each that stands for those near it, from the least on, with how often it came. */
  readonly values: () => readonly (readonly [number, number])[]
  /** Whether one of them stands for others near it, too. */
  readonly isNear: (value: number) => boolean
  /** The same numbers, to which others are added. */
  readonly copy: () => Quantiles
}

/** Different numbers that are kept; beyond, near ones are counted as one. */
const most = 8192

/** Bits of the fraction of a double; and those that the first cut leaves, with which every whole number below 4096 is exact. */
const [wholeFraction, firstCut] = [52, 11]

/** No numbers yet. */
export const makeQuantiles = (): Quantiles =>
  quantilesOf({ counts: new Map(), bits: wholeFraction, total: 0, sum: makeExactSum(), near: new Set() })

type Begun = {
  readonly counts: Map<number, number>
  readonly bits: number
  readonly total: number
  readonly sum: ExactSum
  /** Those that stand for others near them, while each number is kept. */
  readonly near: Set<number>
}

function quantilesOf(begun: Begun): Quantiles {
  let { counts, bits, total } = begun
  const { sum, near } = begun
  const coarsen = (): void => {
    bits = bits === wholeFraction ? firstCut : bits - 1
    const cut = new Map<number, number>()
    for (const [value, times] of counts) raise(cut, truncated(value, bits), times)
    counts = cut
  }
  const sorted = (): readonly (readonly [number, number])[] => [...counts].toSorted(([a], [b]) => a - b)
  const add = (value: number): void => {
    total++
    sum.add(value)
    raise(counts, bits === wholeFraction ? value : truncated(value, bits), 1)
    // It comes to an end: without any bit of the fraction there are but 4,093 numbers.
    while (counts.size > most) coarsen()
  }
  return {
    add,
    addNear: (value) => {
      if (near.size < most) near.add(value)
      add(value)
    },
    count: () => total,
    mean: () => shortened(sum.value() / total),
    at: (share) => {
      const [place, inOrder] = [total * share, sorted()]
      const [low, high] = [Math.ceil(place), Math.floor(place) + 1].map((nth) => nthOf(inOrder, nth))
      return low === high ? (low ?? 0) : shortened(((low ?? 0) + (high ?? 0)) / 2)
    },
    error: () => (bits < wholeFraction ? 2 ** -bits : near.size > 0 ? nearest : 0),
    values: sorted,
    isNear: (value) => bits < wholeFraction || near.has(value),
    copy: () => quantilesOf({ counts: new Map(counts), bits, total, sum: sum.copy(), near: new Set(near) }),
  }
}

/** How far the nearest double may be from a number, as a share of it. */
const nearest = 2 ** -53

/** A quotient without the digits that only its last bits make, as 0.2 for 0.19999999999999998; whole numbers stay. */
function shortened(value: number): number {
  const short = Number(value.toPrecision(15))
  const isNear = Math.abs(short - value) <= Math.abs(value) * 2 ** -51
  return !Number.isInteger(value) && isNear ? short : value
}

const raise = (counts: Map<number, number>, value: number, by: number): void =>
  void counts.set(value, (counts.get(value) ?? 0) + by)

function nthOf(sorted: readonly (readonly [number, number])[], nth: number): number {
  let before = 0
  for (const [value, times] of sorted) if ((before += times) >= nth) return value
  return sorted.at(-1)?.[0] ?? Number.NaN
}

const view = new DataView(new ArrayBuffer(8))

/** The number with so many bits of its fraction, at most 20; cutting it to fewer later gives the same as at once. */
function truncated(value: number, bits: number): number {
  view.setFloat64(0, value)
  view.setInt32(0, view.getInt32(0) & (-1 << (20 - bits)))
  view.setInt32(4, 0)
  return view.getFloat64(0)
}
