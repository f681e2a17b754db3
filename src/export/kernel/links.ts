import type { Kernel } from './memory.ts'
import type { Pairs } from './pairs.ts'

/** How edges are found: by the state that they leave and the beginning of their literals. */
export type Links = {
  readonly kernel: Kernel
  readonly pairs: Pairs
  /** The literals of each state's edges. */
  readonly literals: Map<number, string[]>
}

/** Of a state whose edges' literals begin with one another. */
const ambiguous = 16

/** An edge, the state that it leaves and its literal, also as a text. */
type Link = {
  readonly state: number
  readonly edge: number
  readonly literal: Uint8Array
  readonly text: string
}

/** Makes an edge findable from its state. */
export function linkEdge({ kernel, pairs, literals }: Links, { state, edge, literal, text }: Link): void {
  const others = literals.get(state) ?? []
  literals.set(state, [...others, text])
  if (others.some((other) => other.startsWith(text) || text.startsWith(other))) {
    kernel.view().setUint32(state + 8, kernel.view().getUint32(state + 8, true) | ambiguous, true)
    kernel.view().setUint32(state + 12, 0, true)
  }
  const hash = hashOf(literal)
  if (hash === undefined) {
    insert(kernel, {
      head: kernel.view().getUint32(state + 16, true),
      edge,
      setHead: (head) => kernel.view().setUint32(state + 16, head, true),
    })
    return
  }
  insert(kernel, { head: pairs.find(state, hash), edge, setHead: (head) => pairs.put(state, hash, head) })
}

type Insert = { readonly head: number; readonly edge: number; readonly setHead: (head: number) => void }

/** Puts an edge into a chain that is sorted, the longest literal first. */
function insert({ view }: Kernel, { head, edge, setHead }: Insert): void {
  const length = view().getUint32(edge + 4, true)
  let before = 0
  let next = head
  while (next !== 0 && view().getUint32(next + 4, true) >= length) {
    before = next
    next = view().getUint32(next + 12, true)
  }
  view().setUint32(edge + 12, next, true)
  if (before === 0) setHead(edge)
  else view().setUint32(before + 12, edge, true)
}

/** The hash of a literal up to its fourth quote or, where it has less, its second; undefined where it has less than two. */
function hashOf(literal: Uint8Array): number | undefined {
  let hash = 0
  let second: number | undefined
  let quotes = 0
  for (const byte of literal.subarray(0, 4096)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
    if (byte !== 0x22) continue
    quotes++
    if (quotes === 2) second = hash
    if (quotes === 4) return hash
  }
  return second
}
