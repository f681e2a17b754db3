import { isAlias, isCollection, isScalar, isSeq, type Node } from 'yaml'
import type { Path } from '../form/path.ts'
import type { Lines } from './lines.ts'
import type { Range, SpecForm } from './placed.ts'
import type { Reading } from './reader.ts'

/** Where a path leads in a document: the key and value there, or those of the nearest ancestor. */
export type Spot = {
  readonly key?: Node
  readonly node: Node | null
  readonly isWhole: boolean
  /** Whether it is written where the path leads, and by no alias or merge stands elsewhere too. */
  readonly isOwn: boolean
}

/** Finds the nodes of a document by their paths. */
export function finderOf(root: Node | null, reading: Reading): (path: Path) => Spot {
  // The last way taken: what is looked for next mostly stands beside it.
  let [way, parts]: [Spot[], Path] = [[], []]
  return (path) => {
    let shared = 0
    while (shared < way.length && shared < path.length && parts[shared] === path[shared]) shared++
    way = way.slice(0, shared)
    parts = path
    let spot: Spot = way.at(-1) ?? { node: root, isWhole: true, isOwn: true }
    for (const part of path.slice(shared)) {
      const next = spotIn(spot.node, part, reading)
      if (next === undefined) return { ...spot, isWhole: false }
      const isOwn = spot.isOwn && !isAlias(spot.node) && next.isMerged !== true
      spot = { ...(next.key ? { key: next.key } : {}), node: next.node, isWhole: true, isOwn }
      way.push(spot)
    }
    return spot
  }
}

/** Where a node stands, as offsets. */
export const spanOf = (node: Node): readonly [start: number, end: number] => [
  node.range?.[0] ?? 0,
  node.range?.[1] ?? 0,
]

/** Where the paths of a document stand in its text. */
export function placerOf(find: (path: Path) => Spot, lines: Lines): SpecForm['place'] {
  return (path, at) => {
    const { key, node, isWhole } = find(path)
    if (key && (at === 'key' || !isWhole || isEmpty(node))) return rangeOf(key, lines)
    return node === null ? lines.rangeOf(0, 0) : rangeOf(node, lines)
  }
}

/** How a scalar is written; of nothing, the comment that stands in its place. */
export function writtenOf(
  find: (path: Path) => Spot,
  { targets }: Reading,
  text: string,
): (path: Path) => string | undefined {
  return (path) => {
    const { key, node, isWhole } = find(path)
    if (!isWhole) return undefined
    if (isEmpty(node)) return /^\s*:[ \t]*(#.*)/.exec(text.slice(key?.range?.[1] ?? text.length))?.[1]
    const target = node && isAlias(node) ? targets.get(node) : node
    return isScalar(target) ? target.source : undefined
  }
}

type Step = { readonly key?: Node; readonly node: Node | null; readonly isMerged?: true }

function spotIn(owner: Node | null, part: Path[number], { targets, entries }: Reading): Step | undefined {
  const node = owner !== null && isAlias(owner) ? (targets.get(owner) ?? null) : owner
  if (node === null) return undefined
  if (!isSeq(node)) return entries.get(node)?.get(String(part))
  // A service may write an index as a string.
  const element: unknown = /^\d+$/.test(String(part)) ? node.items[Number(part)] : undefined
  // The library types what a collection holds as unknown; a parsed one holds nodes.
  return element === undefined ? undefined : { node: element as Node | null }
}

// A key without a value has a place for one, but nothing to see there.
const isEmpty = (node: Node | null): boolean => node === null || node.range?.[0] === node.range?.[1]

/** An object or array is meant as a whole; its first line says which. */
function rangeOf(node: Node, lines: Lines): Range {
  const [start, end] = spanOf(node)
  return lines.rangeOf(...(isCollection(node) ? lines.firstLineOf(start, end) : ([start, end] as const)))
}
