import type { RawRecord } from '../../form/raw-record.ts'
import type { Columns } from '../columns.ts'
import { makeEdges, type Edges } from './edges.ts'
import { eventsOf } from './events.ts'
import { makeForms, type Forms } from './forms.ts'
import type { Kernel } from './memory.ts'
import { outlineOf, type Outline } from './outline.ts'
import type { Pairs } from './pairs.ts'
import { makeQuestions, type Questions } from './questions.ts'
import type { Room } from './regions.ts'
import { flags, type Border, type Step } from './steps.ts'

/** What the kernel was taught of the records' make. */
export type Learned = {
  /** Teaches it the make of a record whose columns are all known, and whose bytes stand `at` in the kernel's memory. */
  readonly learn: (bytes: Uint8Array, record: RawRecord, at: number) => void
  /** How many records of a form the kernel read. */
  readonly readOf: (formId: string) => number
  /** Looks at how what was taught is used, and leaves off what is of no use. */
  readonly review: () => void
  /** Whether it takes no more. */
  readonly isFull: () => boolean
  /** Gives what the kernel noted of questions and columns back to the columns. */
  readonly recall: () => void
  /** What the kernel notes at once: each gives false where there is no room. */
  readonly follows: (one: number, other: number) => boolean
  readonly isAskedBy: (question: number, form: number) => boolean
}

/** Bytes of literals that are learned; records that need more are not alike, and learning them would be in vain. */
const mostLearned = 8 * 1024 * 1024
/** The longest literal; as many bytes must lie behind the input. */
export const longestLiteral = 16 * 1024

/** Added to a question's place, the first number of its pairs with forms: see assembly/layout.ts. */
const ofForms = 3

/** All that is known of the records' make. */
type Learning = Teaching & {
  readonly columns: Columns
  readonly edges: Edges
  readonly states: Map<Border | 'start', number>
  readonly questions: Questions
  readonly names: Map<string, number>
  readonly forms: Forms
  learned: number
  /** Whether what stands between two values is taught as one edge, too. */
  hasLong: boolean
}

/** What all that a kernel is taught has in common. */
export type Teaching = {
  readonly kernel: Kernel
  readonly room: Room
  readonly pairs: Pairs
  readonly isWanted: (formId: string) => boolean
}

/** Nothing is learned yet; records will begin after the edge of the region `start`. */
export function makeLearned(teaching: Teaching, columns: Columns, start: 'ownStart' | 'otherStart'): Learned {
  const { room, pairs } = teaching
  const learning = startLearning(teaching, columns)
  const { questions, forms, edges } = learning
  room.regions[start] = edges.root(stateOf(learning, 'start'))
  room.tell()
  return {
    review: () => review(learning),
    isFull: () => learning.learned > mostLearned,
    learn: (bytes, record, at) => {
      pairs.reserve()
      if (learning.learned > mostLearned) return
      const outline = outlineOf(bytes, record, columns)
      if (outline === undefined) return
      room.held.reach(columns.all.length)
      learnOutline(learning, outline, at)
    },
    readOf: forms.readOf,
    recall: () => {
      for (const column of columns.all) column.held |= room.held.at(column.number)
      questions.recall()
    },
    follows: (one, other) => {
      questions.follow(one, other)
      return pairs.tryPut(one, other, 1)
    },
    isAskedBy: (place, form) => {
      questions.ask(place, forms.formAt(form))
      return pairs.tryPut(place + ofForms, form, 1)
    },
  }
}

function startLearning(teaching: Teaching, columns: Columns): Learning {
  const { kernel, pairs } = teaching
  return {
    ...teaching,
    columns,
    edges: makeEdges(kernel, pairs),
    states: new Map(),
    questions: makeQuestions(kernel, pairs),
    names: new Map(),
    forms: makeForms(teaching),
    learned: 0,
    hasLong: true,
  }
}

function stateOf({ states, edges }: Learning, border: Border | 'start'): number {
  const known = states.get(border)
  if (known !== undefined) return known
  const state = edges.state()
  states.set(border, state)
  return state
}

function learnOutline(learning: Learning, { steps, entries }: Outline, at: number): void {
  const { edges, questions } = learning
  for (const entry of entries) questions.learn(entry)
  let state = stateOf(learning, 'start')
  let start = { state, edge: 0, step: 0 }
  for (const [i, step] of steps.entries()) {
    const edge = teach(learning, [steps, i, i], { state, at })
    if (i === start.step) start.edge = edge
    state = stateOf(learning, step.border)
    if (step.value === undefined && step.border !== 'end') continue
    // What stands between two values is one edge, too.
    if (i > start.step && learning.hasLong) {
      edges.setPart(start.edge)
      teach(learning, [steps, start.step, i], { state: start.state, at })
    }
    start = { state, edge: 0, step: i + 1 }
  }
}

/** Where a third of the edges that are looked for are parts, records have too many makes for others to be of use. */
function review(learning: Learning): void {
  const { parts, searches } = learning.kernel.exports
  if (!learning.hasLong || searches.value < 1024 || 3 * parts.value < searches.value) return
  learning.hasLong = false
  learning.edges.forgetLong()
}

type Steps = readonly [steps: readonly Step[], first: number, last: number]

type Place = { readonly state: number; readonly at: number }

/** Teaches steps as one edge, and gives it. */
function teach(learning: Learning, [steps, i, j]: Steps, { state, at }: Place): number {
  const { edges } = learning
  const [first, last] = [steps[i], steps[j]]
  if (!first || !last) return 0
  const [from, length] = [at + first.from, last.to - first.from]
  const known = edges.find(state, from, length)
  if (known !== 0 || length > longestLiteral) return known
  const meanings = i === j ? first.meanings : steps.slice(i, j + 1).flatMap((step) => step.meanings)
  const parts = {
    ...valueOf(learning, last),
    events: eventsOf(learning, meanings),
    target: stateOf(learning, last.border),
  }
  learning.learned += length
  return edges.add({ state, from, length }, parts, i < j)
}

/** What an edge tells of the value behind it. */
function valueOf(
  { questions }: Learning,
  { value, border }: Step,
): { readonly flags: number; readonly column: number | undefined; readonly name: number } {
  if (value === undefined) return { flags: border === 'end' ? flags.end : flags.bare, column: 0, name: 0 }
  const { column } = value
  if (typeof column !== 'string') return { flags: value.flags, column: column.number, name: 0 }
  const isBeside = (value.flags & flags.beside) !== 0
  return { flags: value.flags, column: undefined, name: questions.name(column, isBeside) }
}
