import { isAlias, isCollection, isSeq, type Node } from 'yaml'
import type { Path } from '../form/path.ts'
import type { Lines } from './lines.ts'
import type { Range, SpecForm } from './placed.ts'
import type { Reading } from './read-document.ts'

type Spot = { readonly key?: Node; readonly node: Node | null }

/** Where the paths of a document stand in its text. */
export function placerOf(root: Node | null, reading: Reading, lines: Lines): SpecForm['place'] {
  return (path, at) => {
    let spot: Spot = { node: root }
    let isWhole = true
    for (const part of path) {
      const next = spotIn(spot.node, part, reading)
      if (next === undefined) {
        isWhole = false
        break
      }
      spot = next
    }
    const { key, node } = spot
    if (key && (at === 'key' || !isWhole || isEmpty(node))) return rangeOf(key, lines)
    return node === null ? lines.rangeOf(0, 0) : rangeOf(node, lines)
  }
}

function spotIn(owner: Node | null, part: Path[number], { targets, entries }: Reading): Spot | undefined {
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
  const [start, end] = [node.range?.[0] ?? 0, node.range?.[1] ?? 0]
  return lines.rangeOf(...(isCollection(node) ? lines.firstLineOf(start, end) : ([start, end] as const)))
}
