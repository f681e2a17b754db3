import type { Columns } from '../columns.ts'
import type { Entry } from '../merge-entries.ts'
import type { Edges, EdgeValue } from './edges.ts'
import { eventsOf } from './events.ts'
import type { Forms } from './forms.ts'
import { longestLiteral, type Kernel } from './memory.ts'
import type { Patterns } from './patterns.ts'
import type { Questions } from './questions.ts'
import type { Room } from './regions.ts'
import { borders, flags, type Border, type Meaning, type Pupil, type Step } from './steps.ts'

/** All that was taught of the records' make. */
export type Taught = {
  readonly kernel: Pick<Kernel, 'exports'>
  readonly columns: Pick<Columns, 'question'>
  readonly patterns: Patterns
  /** Whether the kernel can be asked if it knows a record: not where it has two ways to begin one. */
  readonly canProbe: boolean
  readonly edges: Edges
  /** By their borders. */
  readonly states: number[]
  readonly questions: Questions
  readonly names: Map<string, number>
  readonly forms: Forms
  readonly room: Room
  /** Bytes of literals, and how many records they were of. */
  learned: number
  lessons: number
  /** Whether what stands between two values is taught as one edge, too. */
  hasLong: boolean
}

/** The state of a border. */
export const stateOf = ({ states, edges }: Taught, border: Border): number =>
  (states[border] ??= edges.state())

/** Teaches a record that stands somewhere in the kernel's memory. */
export function startLesson(taught: Taught, { from, end }: Span): Pupil {
  const lesson: Lesson = { taught, at: from }
  let state = stateOf(taught, borders.start)
  let [hasNew, known] = [false, 0]
  const mayProbe = taught.canProbe && taught.kernel.exports.rows.value > rare * ++taught.lessons
  return {
    goOn: (border) => {
      state = stateOf(taught, border)
    },
    take: (run) => {
      const start = state
      const [begin, last] = [run[0], run.at(-1)]
      if (begin === undefined || last === undefined) return
      const isLong = run.length > 1 && taught.hasLong
      state = stateOf(taught, last.border)
      known++
      // Whoever taught it taught its parts before.
      if (isLong && taught.edges.find(start, from + begin.from, last.to - begin.from) !== 0) return
      const before = taught.learned
      const first = teachParts(lesson, start, run)
      if (taught.learned > before) hasNew = true
      if (isLong && first !== 0) teachLong(lesson, { state: start, first }, run)
      if (taught.learned > before) known = 0
    },
    takeEntry: taught.questions.learn,
    mayKnow: (isEnd) => hasNew && mayProbe && (isEnd || known >= knownAgain),
    knows: (rest) => {
      // Once is enough: what is new in many places is learned as a whole.
      hasNew = false
      return rest.every(isWhole(taught)) && isKnown(taught, { from, end })
    },
  }
}

/** Whether a record is known, in runs rather than in parts; the kernel counts nothing of that it was asked. */
function isKnown({ kernel }: Taught, { from, end }: Span): boolean {
  const { parts, searches, findRecord } = kernel.exports
  const before = { parts: parts.value, searches: searches.value }
  const found = findRecord(from, end)
  const hasParts = parts.value > before.parts
  parts.value = before.parts
  searches.value = before.searches
  return found === from && !hasParts
}

/** Rows for each that was taught from which on such are rare: only then it does no harm that the kernel, once asked, expects others like it. */
const rare = 16

/** Where so many runs are known behind what was new, the rest may be; so may what is behind the entries. */
const knownAgain = 2

/** Whether the kernel knows all members of an entry's question, which it looks for once it knows the edges. */
const isWhole =
  ({ questions, columns }: Taught) =>
  ({ questionId }: Entry): boolean =>
    questions.isWhole(columns.question(questionId))

/** Where a record stands in the kernel's memory. */
export type Span = { readonly from: number; readonly end: number }

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
  const step = { ...end, from: begin.from, meanings, isLong: true }
  if (addEdge(lesson, state, step) !== 0) addPattern(lesson, state, [step, run])
}

function addPattern(
  { taught, at }: Lesson,
  state: number,
  [step, run]: readonly [whole: Step, run: readonly Step[]],
): void {
  // What varies is a form or what a question tells.
  if (!step.meanings.some(({ kind }) => kind === 'form' || kind === 'tell')) return
  const edge = { value: valueOf(taught, step), events: eventsOf(taught, step.meanings) }
  taught.patterns.add({ ...edge, at, state, target: stateOf(taught, step.border) }, run)
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
