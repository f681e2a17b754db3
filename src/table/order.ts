/** Where a node was seen in sequences. */
export type Seen<N> = {
  /** Its highest position. */
  place: number
  /** The nodes seen directly after it. */
  followers: Set<N>
}

/** A node that is ordered by the sequences in which it was seen. */
export type Ordered<N> = {
  readonly name: string
  /** Nodes of one group stay together where the sequences allow it. */
  readonly group: string
  readonly seen: Seen<N>
}

export const unseen = <N>(): Seen<N> => ({ place: 0, followers: new Set() })

export function noteSequence<N extends Ordered<N>>(sequence: readonly N[]): void {
  for (let i = 0; i < sequence.length; i++) {
    const node = sequence[i]
    if (node === undefined) continue
    if (i > node.seen.place) node.seen.place = i
    const next = sequence[i + 1]
    if (next !== undefined && next !== node) node.seen.followers.add(next)
  }
}

/** Adds what was noted of another node. */
export function mergeSeen<N>(into: { readonly seen: Seen<N> }, { seen }: { readonly seen: Seen<N> }): void {
  into.seen.place = Math.max(into.seen.place, seen.place)
  into.seen.followers = into.seen.followers.union(seen.followers)
}

/** Replaces the followers of nodes by what they became; undefined: nothing. */
export function mapFollowers<N extends Ordered<N>>(
  nodes: Iterable<N>,
  became: (follower: N, node: N) => N | undefined,
): void {
  for (const node of nodes) {
    const followers = Array.from(node.seen.followers, (follower) => became(follower, node) ?? node)
    node.seen.followers = new Set(followers.filter((own) => own !== node))
  }
}

/**
 * A topological order of the nodes by all noted sequences. Nodes that no sequence orders, or that sequences order both ways, are
 * sorted by group, highest position and name, so the result does not depend on the order in which sequences were noted.
 */
export function mergedOrder<N extends Ordered<N>>(nodes: readonly N[]): readonly N[] {
  if (nodes.length < 2) return nodes
  const sorted = nodes.toSorted(compare)
  // Callbacks, not loops: compiling the loops would take longer than running them for thousands of nodes.
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
    // No node is free: the sequences form a cycle, which is cut before the least remaining node.
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
