import type { Edges, EdgeValue } from './edges.ts'
import { eventsOf } from './events.ts'
import type { Forms } from './forms.ts'
import { longestLiteral } from './memory.ts'
import type { Questions } from './questions.ts'
import type { Room } from './regions.ts'
import { borders, flags, type Border, type Meaning, type Pupil, type Step } from './steps.ts'

/** All that was taught of the records' make. */
export type Taught = {
  readonly edges: Edges
  /** By their borders. */
  readonly states: number[]
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
export const stateOf = ({ states, edges }: Taught, border: Border): number => (states[border] ??= edges.state())

/** Teaches a record that stands `at` in the kernel's memory. */
export function startLesson(taught: Taught, at: number): Pupil {
  const lesson: Lesson = { taught, at }
  let state = stateOf(taught, borders.start)
  return {
    take: (run) => {
      const start = state
      const [begin, end] = [run[0], run.at(-1)]
      if (begin === undefined || end === undefined) return
      const isLong = run.length > 1 && taught.hasLong
      state = stateOf(taught, end.border)
      // Whoever taught it taught its parts before.
      if (isLong && taught.edges.find(start, at + begin.from, end.to - begin.from) !== 0) return
      const first = teachParts(lesson, start, run)
      if (isLong && first !== 0) teachLong(lesson, { state: start, first }, run)
    },
    takeEntry: taught.questions.learn,
  }
}

type Lesson = { readonly taught: Taught; readonly at: number }

/** Teaches each step, and gives the edge of the first one that is no longer than an edge can be. */
function teachParts(lesson: Lesson, start: number, run: readonly Step[]): number {
  let [state, first] = [start, 0]
  for (const step of run) {
    const edge = teach(lesson, state, step)
    if (first === 0) first = edge
    state = stateOf(lesson.taught, step.border)
  }
  return first
}

type Start = { readonly state: number; readonly first: number }

/** What stands between two values is one edge, too. */
function teachLong(lesson: Lesson, { state, first }: Start, run: readonly Step[]): void {
  const [begin, end] = [run[0], run.at(-1)]
  if (begin === undefined || end === undefined) return
  lesson.taught.edges.setPart(first)
  const meanings: Meaning[] = []
  for (const step of run) for (const meaning of step.meanings) meanings.push(meaning)
  addEdge(lesson, state, { ...end, from: begin.from, meanings, isLong: true })
}

function teach(lesson: Lesson, state: number, step: Step): number {
  const known = lesson.taught.edges.find(state, lesson.at + step.from, step.to - step.from)
  return known === 0 ? addEdge(lesson, state, step) : known
}

/** Makes an edge of a step, and gives it; 0 where it is too long for one. */
function addEdge({ taught, at }: Lesson, state: number, step: Step & { readonly isLong?: boolean }): number {
  const length = step.to - step.from
  if (length > longestLiteral) return 0
  taught.learned += length
  const events = eventsOf(taught, step.meanings)
  const parts = { value: valueOf(taught, step), events, target: stateOf(taught, step.border) }
  return taught.edges.add({ state, from: at + step.from, length }, parts, step.isLong === true)
}

const bare: EdgeValue = { flags: flags.bare, column: 0, name: 0 }
const end: EdgeValue = { flags: flags.end, column: 0, name: 0 }

/** What an edge tells of the value behind it. */
function valueOf({ questions }: Taught, { value, border }: Step): EdgeValue {
  if (value === undefined) return border === borders.end ? end : bare
  const { column } = value
  if (typeof column !== 'string') return { flags: value.flags, column: column.number, name: 0 }
  const isBeside = (value.flags & flags.beside) !== 0
  return { flags: value.flags, column: undefined, name: questions.name(column, isBeside) }
}
