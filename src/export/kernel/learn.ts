import type { RawRecord } from '../../record/records.ts'
import type { Columns } from '../columns.ts'
import type { Beginning } from './beginning.ts'
import { makeEdges } from './edges.ts'
import { makeForms } from './forms.ts'
import type { Kernel } from './memory.ts'
import { outline } from './outline.ts'
import { ofForms, type Pairs } from './pairs.ts'
import { makePatterns, patternRoom } from './patterns.ts'
import { makeQuestions } from './questions.ts'
import type { Noting } from './recall-notes.ts'
import type { Room } from './regions.ts'
import { borders, type Border } from './steps.ts'
import { startLesson, stateOf, type Span, type Taught } from './teach.ts'
import type { Tokens } from './tokens.ts'

/** What the kernel was taught of the records' make. */
export type Learned = {
  /** Teaches it the make of a record whose columns are all known, and that stands somewhere in the kernel's memory. */
  readonly learn: (tokens: Tokens, record: RawRecord, span: Span) => void
  /** How many records of a form the kernel read. */
  readonly readOf: (formId: string) => number
  /** Looks at how what was taught is used, and leaves off what is of no use. */
  readonly review: () => void
  /** Whether it takes no more. */
  readonly isFull: () => boolean
  /** Gives what a kernel noted of questions and columns back to the columns. */
  readonly recall: (notes: Noting) => void
  /** What the kernel notes at once: each gives false where there is no room. */
  readonly follows: (one: number, other: number) => boolean
  readonly isAskedBy: (question: number, form: number) => boolean
  /** What the kernel has made while it reads: an edge, a question that its first record has, a member; false or 0 where there is no room. */
  readonly fill: (pattern: number, from: number, texts: number) => number
  readonly tells: (template: number) => boolean
  readonly addMember: (question: number, name: number) => number
  /** How many questions and members were made so, or new texts of questions. */
  readonly made: () => number
  /** Whether there is little room for what is made while the kernel reads; and makes more, by which its memory may move. */
  readonly isTight: () => boolean
  readonly reserve: () => void
}

/** Bytes of literals that are learned; records that need more are not alike, and learning them would be in vain. */
const mostLearned = 8 * 1024 * 1024

/** What all that a kernel is taught has in common. */
export type Teaching = {
  readonly kernel: Kernel
  readonly room: Room
  readonly pairs: Pairs
  readonly isWanted: (formId: string) => boolean
  /** Whether some records are passed over. */
  readonly isChoosing: boolean
  /** Whether rows can have so many columns at once. */
  readonly reaches: (columns: number) => boolean
  /** How many edges have to be looked for before a review. */
  readonly reviewAfter: number
}

/** So many tell what most records are like. */
export const usualReview = 1024

/** Nothing is learned yet; records will begin after the edge of the region `start`. */
export function makeLearned(teaching: Teaching, columns: Columns, start: 'ownStart' | 'otherStart'): Learned {
  const { room, pairs } = teaching
  const learning = startLearning(teaching, columns)
  const { questions, forms, edges } = learning
  const telling = makeTelling(learning)
  const beginning: Beginning = []
  room.regions[start] = edges.root(stateOf(learning, borders.start))
  room.tell()
  return {
    review: () => review(learning),
    isFull: () => learning.learned > mostLearned,
    learn: (tokens, record, span) => {
      pairs.reserve()
      if (learning.learned > mostLearned) return
      room.held.reach(columns.all.length)
      outline({ tokens, record, columns, pupil: startLesson(learning, span) }, beginning)
      if (telling.isTight()) telling.reserve()
    },
    readOf: forms.readOf,
    recall: (notes) => {
      columns.all.forEach((column) => {
        column.held |= room.held.at(column.number)
      })
      questions.recall(notes)
    },
    follows: (one, other) => {
      questions.follow(one, other)
      return pairs.tryPut(one, other, 1)
    },
    isAskedBy: (place, form) => {
      questions.ask(place, forms.formAt(form))
      return pairs.tryPut(place + ofForms, form, 1)
    },
    ...telling,
  }
}

type Learning = Teaching & Taught & { readonly columns: Columns }

type Telling = Pick<Learned, 'fill' | 'tells' | 'addMember' | 'made' | 'isTight' | 'reserve'>

/** What the kernel tells of while it reads, when its memory must not move. */
function makeTelling({ columns, questions, patterns, room, pairs, kernel, reaches }: Learning): Telling {
  let made = 0
  return {
    made: () => made,
    isTight: () => kernel.spare() < patternRoom.least || !pairs.hasRoom(patternRoom.leastPairs),
    reserve: () => {
      pairs.reserve(patternRoom.pairs)
      kernel.reserve(patternRoom.bytes)
    },
    fill: patterns.fill,
    tells: (template) => {
      made++
      const question = questions.toldBy(template)
      return question !== undefined && columns.question(question.name) === question
    },
    addMember: (place, number) => {
      made++
      const question = questions.questionAt(place)
      const count = columns.all.length + 1
      const hasRoom = room.held.has(count) && reaches(count) && pairs.hasRoom(1) && kernel.spare() >= noteRoom
      if (!question || !hasRoom) return 0
      const { name, isBeside } = questions.named(number)
      const member = isBeside ? columns.entryMember(question, name) : columns.member(question, name)
      columns.whole(member)
      return questions.add(member, isBeside)
    },
  }
}

/** What is taken for notes at once, and more. */
const noteRoom = 32 * 1024

function startLearning(teaching: Teaching, columns: Columns): Learning {
  const { kernel, pairs, isChoosing } = teaching
  const own = {
    ...teaching,
    columns,
    canProbe: !isChoosing,
    edges: makeEdges(kernel, pairs),
    states: [],
    questions: makeQuestions(kernel, pairs),
    names: new Map(),
    forms: makeForms(teaching),
    learned: 0,
    lessons: 0,
    hasLong: true,
  }
  const mayLearn = (bytes: number): boolean => {
    learning.learned += bytes
    if (learning.learned > mostLearned) learning.patterns.forget()
    return learning.learned <= mostLearned
  }
  const stateFor = (border: Border): number => stateOf(learning, border)
  const patterns = makePatterns({ ...own, mayLearn, stateOf: stateFor })
  // Edges of records that are not wanted tell of questions that are none.
  const learning: Learning = {
    ...own,
    patterns: isChoosing ? { ...patterns, add: () => undefined } : patterns,
  }
  return learning
}

/** Where a third of the edges that are looked for are parts, records have too many makes for others to be of use. */
function review(learning: Learning): void {
  const { parts, searches } = learning.kernel.exports
  if (!learning.hasLong || searches.value < learning.reviewAfter || 3 * parts.value < searches.value) return
  learning.hasLong = false
  learning.edges.forgetLong()
  learning.patterns.forget()
}
