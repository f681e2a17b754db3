/** Where a thing was seen in sequences of such things. */
export type Seen<N> = {
  /** The highest place that it had. */
  place: number
  /** What came directly after it; nothing is added but by `noteFollower`. */
  followers: ReadonlySet<N>
}

/** A thing that sequences put in order. */
export type Ordered<N> = {
  readonly name: string
  /** Things of one group stay together where the sequences allow it. */
  readonly group: string
  readonly seen: Seen<N>
}

/** Seen in no sequence yet. */
export const unseen = <N>(): Seen<N> => ({ place: 0, followers: none })

/** What many things have, so that no set of their own has to be made for it. */
const none: ReadonlySet<never> = new Set<never>()

/** Notes that a thing was seen directly after another one. */
export function noteFollower<N>({ seen }: { readonly seen: Seen<N> }, follower: N): void {
  if (seen.followers.has(follower)) return
  if (seen.followers.size === 0) seen.followers = new Set<N>()
  // It is the set that was made here.
  ;(seen.followers as Set<N>).add(follower)
}

/** Notes a sequence in which things were seen. */
export function noteSequence<N extends Ordered<N>>(sequence: readonly N[]): void {
  for (let i = 0; i < sequence.length; i++) {
    const node = sequence[i]
    if (node === undefined) continue
    if (i > node.seen.place) node.seen.place = i
    const next = sequence[i + 1]
    if (next !== undefined && next !== node) noteFollower(node, next)
  }
}

/**
 * One order that keeps every noted sequence where they agree. Things that no sequence orders, or that sequences order
 * both ways, stand by group, highest place and name: so the order hangs on what was seen, not on when.
 */
export function mergedOrder<N extends Ordered<N>>(nodes: readonly N[]): readonly N[] {
  if (nodes.length < 2) return nodes
  const sorted = nodes.toSorted(compare)
  // Callbacks rather than loops: the engine would take longer to make these fast than they take for thousands of nodes.
  const before = new Map<N, number>()
  const count = (follower: N): void => void before.set(follower, (before.get(follower) ?? 0) + 1)
  nodes.forEach(({ seen }) => seen.followers.forEach(count))
  const free = sorted.filter((node) => !before.has(node)).toReversed()
  const placed = new Set<N>()
  const release = (follower: N): void => {
    const left = (before.get(follower) ?? 0) - 1
    before.set(follower, left)
    if (left === 0 && !placed.has(follower)) insert(free, follower)
  }
  const place = (node: N): void => {
    if (placed.has(node)) return
    placed.add(node)
    node.seen.followers.forEach(release)
  }
  sorted.forEach((least) => {
    for (let node = free.pop(); node !== undefined; node = free.pop()) place(node)
    // Nothing free: the sequences go round in a circle, which is cut before the least of what is left.
    place(least)
  })
  return [...placed]
}

function compare<N extends Ordered<N>>(a: N, b: N): number {
  if (a.group !== b.group) return a.group < b.group ? -1 : 1
  if (a.seen.place !== b.seen.place) return a.seen.place - b.seen.place
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

/** Puts a node into a list that is sorted from last to first. */
function insert<N extends Ordered<N>>(list: N[], node: N): void {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = list[middle]
    if (there !== undefined && compare(there, node) > 0) low = middle + 1
    else high = middle
  }
  list.splice(low, 0, node)
}
