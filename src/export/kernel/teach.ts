import type { Edges } from './edges.ts'
import { eventsOf } from './events.ts'
import type { Forms } from './forms.ts'
import { longestLiteral } from './memory.ts'
import type { Outline } from './outline.ts'
import type { Questions } from './questions.ts'
import type { Room } from './regions.ts'
import { flags, type Border, type Step } from './steps.ts'

/** All that was taught of the records' make. */
export type Taught = {
  readonly edges: Edges
  readonly states: Map<Border | 'start', number>
  readonly questions: Questions
  readonly names: Map<string, number>
  readonly forms: Forms
  readonly room: Room
  /** Bytes of literals. */
  learned: number
  /** Whether what stands between two values is taught as one edge, too. */
  hasLong: boolean
}

/** The state of a border. */
export function stateOf({ states, edges }: Taught, border: Border | 'start'): number {
  const known = states.get(border)
  if (known !== undefined) return known
  const state = edges.state()
  states.set(border, state)
  return state
}

/** A record that is taught. */
type Lesson = Outline & {
  readonly taught: Taught
  /** Where the record stands in the kernel's memory. */
  readonly at: number
}

/** Teaches all steps of a record, and what its entries tell. */
export function teach(lesson: Lesson): void {
  const { taught, steps, entries, at } = lesson
  const { edges, questions } = taught
  for (const entry of entries) questions.learn(entry)
  let state = stateOf(taught, 'start')
  let run = { state, edge: 0, first: 0 }
  for (const [i, step] of steps.entries()) {
    const known = edges.find(state, at + step.from, step.to - step.from)
    const edge = known === 0 ? addEdge(lesson, state, step) : known
    if (i === run.first) run.edge = edge
    state = stateOf(taught, step.border)
    if (step.value === undefined && step.border !== 'end') continue
    if (i > run.first && taught.hasLong) teachLong(lesson, run, i)
    run = { state, edge: 0, first: i + 1 }
  }
}

type Run = { readonly state: number; readonly edge: number; readonly first: number }

/** What stands between two values is one edge, too. */
function teachLong(lesson: Lesson, { state, edge, first }: Run, last: number): void {
  const { taught, steps, at } = lesson
  const [begin, end] = [steps[first], steps[last]]
  if (begin === undefined || end === undefined) return
  taught.edges.setPart(edge)
  if (taught.edges.find(state, at + begin.from, end.to - begin.from) !== 0) return
  const meanings = steps.slice(first, last + 1).flatMap((step) => step.meanings)
  addEdge(lesson, state, { ...end, from: begin.from, meanings, isLong: true })
}

/** Makes an edge of a step, and gives it; 0 where it is too long for one. */
function addEdge({ taught, at }: Lesson, state: number, step: Step & { readonly isLong?: boolean }): number {
  const length = step.to - step.from
  if (length > longestLiteral) return 0
  taught.learned += length
  const parts = {
    ...valueOf(taught, step),
    events: eventsOf(taught, step.meanings),
    target: stateOf(taught, step.border),
  }
  return taught.edges.add({ state, from: at + step.from, length }, parts, step.isLong === true)
}

/** What an edge tells of the value behind it. */
function valueOf(
  { questions }: Taught,
  { value, border }: Step,
): { readonly flags: number; readonly column: number | undefined; readonly name: number } {
  if (value === undefined) return { flags: border === 'end' ? flags.end : flags.bare, column: 0, name: 0 }
  const { column } = value
  if (typeof column !== 'string') return { flags: value.flags, column: column.number, name: 0 }
  const isBeside = (value.flags & flags.beside) !== 0
  return { flags: value.flags, column: undefined, name: questions.name(column, isBeside) }
}
