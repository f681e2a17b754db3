import type { Column, Columns } from '../columns.ts'
import type { Edges } from './edges.ts'
import { kindOf, kinds, type Knowing } from './events.ts'
import { longestLiteral, writeWords, type Kernel } from './memory.ts'
import type { Pairs } from './pairs.ts'
import { patternOf, type Pattern, type TaughtEdge, type Text, type Told } from './pattern.ts'
import type { Border, Step } from './steps.ts'

/**
 * Patterns of edges that differ in some texts only: the id of a form or of a question, its headline. Where the kernel
 * knows no edge but a pattern, it has the edge made, and no record is left to the parser for it.
 */
export type Patterns = {
  /** Takes the pattern of an edge that was taught of a run. */
  readonly add: (edge: TaughtEdge, run: readonly Step[]) => void
  /** Makes the edge of a pattern that goes on at `from`, with texts that stand where `texts` says; gives it, or 0 where there is no room. */
  readonly fill: (pattern: number, from: number, texts: number) => number
  /** Has the kernel forget them all. */
  readonly forget: () => void
}

/** What patterns are made of. */
type Patterned = Knowing & {
  readonly kernel: Kernel
  readonly pairs: Pairs
  readonly edges: Edges
  readonly columns: Pick<Columns, 'expect' | 'of'>
  readonly stateOf: (border: Border) => number
  /** Whether a literal of so many bytes may be learned. */
  readonly mayLearn: (bytes: number) => boolean
}

/** Where a state has more, records are made in too many ways for them to be of use. */
const mostOfState = 32

/** Where a state has the first of its patterns: see assembly/layout.ts. */
const statePatterns = 12

/** What an edge and all that it is about takes of the memory at most, and of pairs. */
const mostTaken = 4 * longestLiteral + 32 * 1024
const mostPairs = 16

/** What is kept for edges of patterns, as the memory must not move when they are made. */
export const patternRoom = {
  bytes: mostTaken + 256 * 1024,
  least: mostTaken + 64 * 1024,
  pairs: 256,
  leastPairs: 64,
} as const

/** No patterns yet. */
export function makePatterns(patterned: Patterned): Patterns {
  const { kernel, pairs } = patterned
  const known = new Set<string>()
  const patterns = new Map<number, Pattern>()
  const first = new Map<number, { count: number; pattern: number }>()
  return {
    add: (edge, run) => {
      const { count, pattern: next } = first.get(edge.state) ?? { count: 0, pattern: 0 }
      const pattern = count < mostOfState ? patternOf(patterned, edge, run) : undefined
      if (!pattern) return
      const key = `${edge.state} ${pattern.pieces.join()}`
      if (known.has(key)) return
      known.add(key)
      const place = put(kernel, pattern, next)
      patterns.set(place, pattern)
      first.set(edge.state, { count: count + 1, pattern: place })
    },
    fill: (place, from, texts) => {
      const pattern = patterns.get(place)
      const hasRoom = kernel.spare() >= mostTaken && pairs.hasRoom(mostPairs)
      return pattern && hasRoom ? fill(patterned, pattern, { from, texts }) : 0
    },
    forget: () => {
      for (const state of first.keys()) writeWords(kernel, state + statePatterns, [0])
    },
  }
}

/** Puts a pattern into the kernel's memory, before the others of its state. */
function put(kernel: Kernel, { state, pieces, texts }: Pattern, next: number): number {
  const head = 8 + 4 * pieces.length
  const place = kernel.allocate(pieces.reduce((size, { length }) => size + length, head))
  writeWords(kernel, place, [next, texts.length, ...pieces.map(({ length }) => length)])
  let at = place + head
  for (const piece of pieces) {
    kernel.bytes().set(piece, at)
    at += piece.length
  }
  writeWords(kernel, state + statePatterns, [place])
  return place
}

type Found = { readonly from: number; readonly texts: number }

function fill(patterned: Patterned, pattern: Pattern, { from, texts }: Found): number {
  const { kernel, edges, mayLearn } = patterned
  const { state, target, value, pieces } = pattern
  const told = { ...pattern.told }
  const words = kernel.words()
  let end = from
  pattern.texts.forEach(({ tells }, i) => {
    end = words[texts / 4 + 2 * i + 1] ?? 0
    told[tells] = kernel.text(words[texts / 4 + 2 * i] ?? 0, end)
  })
  const length = end + (pieces.at(-1)?.length ?? 0) - from
  if (length > longestLiteral || !mayLearn(length)) return 0
  pattern.texts.forEach((text, i) => {
    const begin = (words[texts / 4 + 2 * i] ?? 0) - text.lead
    addPart(patterned, text, { told, from: begin, length: (words[texts / 4 + 2 * i + 1] ?? 0) + 1 - begin })
  })
  const before = edges.find(state, from, length)
  if (before !== 0) return before
  const events = eventsTelling(patterned, pattern.events, told)
  return edges.add({ state, from, length }, { target, value, events }, true)
}

/** Makes the part of an edge that a text ends. */
function addPart(
  patterned: Patterned,
  { part }: Text,
  { told, ...literal }: { readonly told: Told; readonly from: number; readonly length: number },
): void {
  const { edges } = patterned
  const { state, target, value } = part
  if (edges.find(state, literal.from, literal.length) !== 0) return
  const events = eventsTelling(patterned, part.events, told)
  edges.add({ state, ...literal }, { target, value, events }, false)
}

/** The events of an edge of a pattern, of those of another one. */
function eventsTelling(
  { questions, forms, columns }: Patterned,
  events: readonly number[],
  { formId, questionId, headline, type }: Told,
): readonly number[] {
  const filled = events.slice()
  for (let i = 0; i < events.length; i += 2) {
    const kind = kindOf(events[i] ?? 0)
    if (kind === kinds.form) filled[i + 1] = forms.at({ formId, column: formColumn(columns) })
    else if (kind === kinds.headline) filled[i + 1] = questions.text(headline)
    else if (kind === kinds.questionId) filled[i + 1] = questions.at(columns.expect(questionId))
    else if (kind === kinds.template)
      filled[i + 1] = questions.expect({ question: columns.expect(questionId), headline, type })
  }
  return filled
}

const formColumn = ({ of }: Pick<Columns, 'of'>): Column => of('record', 'formId')
