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
import type { Border, Step, Value } from './steps.ts'

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
      if (outline === undefined || outline.steps.some((step) => lengthOf(step) > longestLiteral)) return
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

const lengthOf = ({ literal: [from, to] }: Step): number => to - from

function stateOf({ states, edges }: Learning, border: Border | 'start'): number {
  const state = states.get(border) ?? edges.state()
  states.set(border, state)
  return state
}

function learnOutline(learning: Learning, { steps, entries }: Outline, at: number): void {
  for (const entry of entries) learning.questions.learn(entry)
  let run: Step[] = []
  let start = stateOf(learning, 'start')
  let state = start
  for (const step of steps) {
    run.push(step)
    teach(learning, [step], { state, at })
    state = stateOf(learning, step.border)
    if (step.value === undefined && step.border !== 'end') continue
    if (run.length > 1 && learning.hasLong) teachLong(learning, run, { state: start, at })
    run = []
    start = state
  }
}

type Place = { readonly state: number; readonly at: number }

/** What stands between two values is one edge, too. */
function teachLong(learning: Learning, run: readonly Step[], place: Place): void {
  learning.edges.setPart(teach(learning, run.slice(0, 1), place))
  teach(learning, run, place)
}

/** Where a third of the edges that are looked for are parts, records have too many makes for others to be of use. */
function review(learning: Learning): void {
  const { parts, searches } = learning.kernel.exports
  if (!learning.hasLong || searches.value < 1024 || 3 * parts.value < searches.value) return
  learning.hasLong = false
  learning.edges.forgetLong()
}

/** Teaches steps as one edge, and gives it. */
function teach(learning: Learning, steps: readonly Step[], { state, at }: Place): number {
  const { edges } = learning
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return 0
  const [from, to] = [first.literal[0], last.literal[1]]
  const literal = { state, from: at + from, length: to - from }
  const known = edges.find(literal)
  if (known !== 0) return known
  const meanings = steps.flatMap((step) => step.meanings)
  const { border, value } = last
  const parts = { ...valueOf(learning, value, border), events: eventsOf(learning, meanings) }
  learning.learned += to - from
  return edges.add(literal, { ...parts, target: stateOf(learning, border) }, steps.length > 1)
}

/** What is told of a value: see assembly/layout.ts. */
function valueOf(
  { questions }: Learning,
  value: Value | undefined,
  border: Border,
): { readonly flags: number; readonly column: number | undefined; readonly name: number } {
  if (value === undefined) return { flags: border === 'end' ? 128 : 16, column: 0, name: 0 }
  const { isNested, isDescribing, isCreated, isTime, isJoined, isIdentity, isBeside } = value.flags
  const bits = [isNested, isDescribing, isCreated, isTime, false, isJoined, isIdentity, false, isBeside]
  const flags = bits.reduce((sum, bit, i) => sum + (bit ? 1 << i : 0), 0)
  if (typeof value.column !== 'string') return { flags, column: value.column.number, name: 0 }
  return { flags, column: undefined, name: questions.name(value.column, isBeside === true) }
}
