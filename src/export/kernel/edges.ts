import type { Kernel } from './memory.ts'
import type { Pairs } from './pairs.ts'

/** Some bytes in the kernel's memory, as what may come in a state. */
type Literal = { readonly state: number; readonly from: number; readonly length: number }

/** The value behind an edge. */
export type EdgeValue = {
  /** As bits, what it is. */
  readonly flags: number
  /** Its column; undefined where only the entry tells. */
  readonly column: number | undefined
  /** The number of its name, where only the entry tells the column. */
  readonly name: number
}

/** All else that an edge is. */
type EdgeParts = {
  readonly value: EdgeValue
  /** The state that it leads to. */
  readonly target: number
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
  const { exports, allocate } = kernel
  const states: number[] = []
  const parts = new Set<number>()
  return {
    state: () => {
      const state = allocate(20)
      states.push(state)
      return state
    },
    find: exports.findLiteral,
    add: (literal, what, isLong) => {
      const edge = newEdge(kernel, literal, what)
      pairs.reserve()
      exports.linkEdge(literal.state, edge, isLong)
      return edge
    },
    root: (target) => {
      const nothing = { state: 0, from: 0, length: 0 }
      return newEdge(kernel, nothing, { target, value: { flags: 0, column: 0, name: 0 }, events: [] })
    },
    setPart: (edge) => {
      if (parts.has(edge)) return
      parts.add(edge)
      putFlags(kernel, edge, flagPart)
    },
    forgetLong: () => {
      for (const state of states) exports.forgetLong(state)
      for (const edge of parts) putFlags(kernel, edge, 0)
    },
  }
}

/** A part of longer edges, as a bit of flags. */
const flagPart = 512

function putFlags({ view }: Kernel, edge: number, part: number): void {
  view().setUint32(edge + 24, (view().getUint32(edge + 24, true) & ~flagPart) | part, true)
}

const headSize = 48

function newEdge(kernel: Kernel, { from, length }: Literal, { target, value, events }: EdgeParts): number {
  const size = headSize + 4 * events.length
  const edge = kernel.allocate(size + length)
  kernel.bytes().copyWithin(edge + size, from, from + length)
  const words = kernel.words()
  // What is not written is 0.
  const head = edge / 4
  words[head] = edge + size
  words[head + 1] = length
  words[head + 2] = target
  words[head + 6] = value.flags
  words[head + 7] = value.column ?? edge
  words[head + 8] = value.name
  words[head + 11] = events.length / 2
  for (let i = 0; i < events.length; i++) words[(edge + headSize) / 4 + i] = events[i] ?? 0
  return edge
}
