/** Entries by text, at most so many. Which ones are kept hangs on the texts alone, not on when they came. */
export type BoundedMap<Entry> = {
  /** The entry of a key, made when it is new; undefined where there is no room for that key. */
  readonly entry: (key: string) => Entry | undefined
  /** The entries that are kept, each as if every key had had room. */
  readonly kept: () => readonly (readonly [string, Entry])[]
}

/** What a bounded map is made with. */
export type Bounds<Entry> = {
  readonly most: number
  /** Keys of low rank are kept. */
  readonly rankOf: (key: string) => number
  readonly make: () => Entry
}

/**
 * A map that keeps the keys of the lowest ranks. A key that is kept at the end was among the lowest whenever it came, so
 * it was never turned away, and what its entry counts is exact.
 */
export function makeBoundedMap<Entry>({ most, rankOf, make }: Bounds<Entry>): BoundedMap<Entry> {
  type Ranked = { readonly key: string; readonly rank: number; readonly entry: Entry }
  let entries = new Map<string, Ranked>()
  let highest: Ranked | undefined
  const prune = (): void => {
    if (entries.size <= most) return
    const lowest = [...entries.values()].toSorted(byRank).slice(0, most)
    entries = new Map(lowest.map((one) => [one.key, one]))
    highest = lowest.at(-1)
  }
  return {
    entry: (key) => {
      const known = entries.get(key)
      if (known) return known.entry
      const fresh = { key, rank: rankOf(key), entry: make() }
      if (highest !== undefined && byRank(fresh, highest) > 0) return undefined
      entries.set(key, fresh)
      // Sorting seldom: each time half of them go.
      if (entries.size > 2 * most) prune()
      return fresh.entry
    },
    kept: () => {
      prune()
      return [...entries.values()].map(({ key, entry }) => [key, entry])
    },
  }
}

type Rank = { readonly key: string; readonly rank: number }

const byRank = (a: Rank, b: Rank): number => a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
