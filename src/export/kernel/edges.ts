import { writeWords, type Kernel } from './memory.ts'
import type { Pairs } from './pairs.ts'

/** Some bytes in the kernel's memory, as what may come in a state. */
type Literal = { readonly state: number; readonly from: number; readonly length: number }

/** All else that an edge is. */
type EdgeParts = {
  /** The state that it leads to. */
  readonly target: number
  /** As bits, what it is. */
  readonly flags: number
  /** The column of its value; undefined where only the entry tells. */
  readonly column: number | undefined
  /** The number of its value's name, where only the entry tells the column. */
  readonly name: number
  /** Each a kind and an argument. */
  readonly events: readonly number[]
}

/** States and the edges between them; how they lie in memory is told in assembly/layout.ts. */
export type Edges = {
  readonly state: () => number
  /** The edge of a literal, or 0. */
  readonly find: (state: number, from: number, length: number) => number
  /** Makes an edge that is not there yet; one that is made of others is forgotten with all such. */
  readonly add: (literal: Literal, parts: EdgeParts, isLong: boolean) => number
  /** An edge that nothing leads to, as it stands before the records. */
  readonly root: (target: number) => number
  /** Says of an edge that longer ones begin with it: were it expected, these would never be gone. */
  readonly setPart: (edge: number) => void
  readonly forgetLong: () => void
}

/** No edges yet. */
export function makeEdges(kernel: Kernel, pairs: Pairs): Edges {
  const { view, allocate } = kernel
  /** Of each state, how many quotes the literals of its edges have, other than the long ones, as bits. */
  const states = new Map<number, number>()
  const parts = new Set<number>()
  return {
    state: () => {
      const state = allocate(16)
      states.set(state, 0)
      return state
    },
    find: kernel.exports.findLiteral,
    add: (literal, words, isLong) => {
      const edge = newEdge(kernel, literal, words)
      const { state } = literal
      const { bit, ...chain } = chainOf(kernel, pairs, literal)
      insert(kernel, chain, edge)
      view().setUint32(state, view().getUint32(state, true) | bit, true)
      if (!isLong) states.set(state, (states.get(state) ?? 0) | bit)
      return edge
    },
    root: (target) =>
      newEdge(kernel, { state: 0, from: 0, length: 0 }, { target, flags: 0, column: 0, name: 0, events: [] }),
    setPart: (edge) => {
      parts.add(edge)
      putFlags(kernel, edge, flagPart)
    },
    forgetLong: () => {
      for (const [state, counts] of states) view().setUint32(state, counts, true)
      for (const edge of parts) putFlags(kernel, edge, 0)
    },
  }
}

/** A part of longer edges, as a bit of flags. */
const flagPart = 512

function putFlags({ view }: Kernel, edge: number, part: number): void {
  view().setUint32(edge + 24, (view().getUint32(edge + 24, true) & ~flagPart) | part, true)
}

type Chain = { readonly head: number; readonly setHead: (edge: number) => void }

/** The edges among which that of a literal is, and a bit for its number of quotes. */
function chainOf(
  { exports, view }: Kernel,
  pairs: Pairs,
  { state, from, length }: Literal,
): Chain & { readonly bit: number } {
  const hash = exports.hashLiteral(from, length)
  const quotes = exports.literalQuotes.value
  if (quotes > 0)
    return {
      bit: 1 << quotes,
      head: pairs.find(state, hash),
      setHead: (edge) => pairs.put(state, hash, edge),
    }
  return {
    bit: 0,
    head: view().getUint32(state + 4, true),
    setHead: (edge) => view().setUint32(state + 4, edge, true),
  }
}

const headSize = 48

function newEdge(kernel: Kernel, { from, length }: Literal, parts: EdgeParts): number {
  const { target, flags, column, name, events } = parts
  const size = headSize + 4 * events.length
  const edge = kernel.allocate(size + length)
  kernel.bytes().copyWithin(edge + size, from, from + length)
  const value = [flags, column ?? edge, name, 0, 0]
  writeWords(kernel, edge, [edge + size, length, target, 0, 0, 0, ...value, events.length / 2, ...events])
  return edge
}

const lengthOf = ({ view }: Kernel, edge: number): number => view().getUint32(edge + 4, true)

const nextOf = ({ view }: Kernel, edge: number): number => view().getUint32(edge + 12, true)

/** Puts an edge into a chain that is sorted, the longest literal first. */
function insert(kernel: Kernel, { head, setHead }: Chain, edge: number): void {
  const { view } = kernel
  const length = lengthOf(kernel, edge)
  let before = 0
  let next = head
  while (next !== 0 && lengthOf(kernel, next) >= length) {
    before = next
    next = nextOf(kernel, next)
  }
  view().setUint32(edge + 12, next, true)
  if (before === 0) setHead(edge)
  else view().setUint32(before + 12, edge, true)
}
