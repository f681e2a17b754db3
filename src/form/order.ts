import type { Path } from './path.ts'
import { childOf, isKeyed, type Keyed } from './value.ts'

/** Where a path stands in the order of a form: one number a part. */
export type Rank = readonly number[]

/** The order in which a form holds its keys: an object before what it holds, a missing key before those that are there. */
export function orderIn(form: unknown): {
  readonly rankOf: (path: Path) => Rank
  readonly compare: (a: Rank, b: Rank) => number
} {
  const ranksOfKeys = new Map<Keyed, ReadonlyMap<string, number>>()
  const rankIn = (owner: unknown, part: string | number): number => {
    if (Array.isArray(owner)) return Number(part)
    if (!isKeyed(owner)) return -1
    const known = ranksOfKeys.get(owner) ?? new Map(Object.keys(owner).map((key, i) => [key, i]))
    ranksOfKeys.set(owner, known)
    return known.get(String(part)) ?? -1
  }
  const rankOf = (path: Path): Rank => {
    let at = form
    return path.map((part) => {
      const rank = rankIn(at, part)
      at = childOf(at, part)
      return rank
    })
  }
  return { rankOf, compare }
}

function compare(a: Rank, b: Rank): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
