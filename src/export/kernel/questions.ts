import type { Member, Question } from '../columns.ts'
import type { Ordered } from '../merged-order.ts'
import { writeWords, type Kernel } from './memory.ts'
import { numbering } from './numbering.ts'
import type { Pairs } from './pairs.ts'
import { recallNotes, seenAt, type Noting, type Template } from './recall-notes.ts'
import type { EntryOutline } from './steps.ts'

/** Questions, their members and what entries tell of them, as a kernel knows them. */
export type Questions = {
  readonly learn: (entry: EntryOutline) => void
  /** Whether all members of a question were learned, and nothing of it is to be told of any more. */
  readonly isWhole: (question: Question) => boolean
  readonly at: (question: Question) => number
  readonly template: (entry: Template) => number
  /** The same, of a question that may be none of the columns' yet: the first record that has it is told of. */
  readonly expect: (entry: Template) => number
  /** The question of a template, or at a place. */
  readonly toldBy: (template: number) => Question | undefined
  readonly questionAt: (place: number) => Question | undefined
  /** The name of a number, and whether it is one beside the response. */
  readonly named: (number: number) => { readonly name: string; readonly isBeside: boolean }
  /** Makes a member of a question known; gives its place. */
  readonly add: (member: Member, isBeside: boolean) => number
  /** The number of a member's name, in the response or beside it. */
  readonly name: (name: string, isBeside: boolean) => number
  /** The number of a headline or a type; none is 0. */
  readonly text: (text: string) => number
  /** Notes that the question at a place was asked by a form. */
  readonly ask: (at: number, formId: string | undefined) => void
  /** Notes that what is at one place came directly before what is at another one. */
  readonly follow: (one: number, other: number) => void
  /** Gives what a kernel noted back to the questions and their members. */
  readonly recall: (notes: Noting) => void
}

type Known = {
  readonly kernel: Kernel
  readonly pairs: Pairs
  readonly places: Map<Question | Member, number>
  readonly questions: Map<number, Question>
  readonly members: Map<number, Member>
  /** How many members of a question are known. */
  readonly learned: Map<Question, number>
  readonly templates: Map<number, Template>
  /** Of a question those that were made to be told of. */
  readonly expected: Map<Question, readonly number[]>
  /** Questions that have a template, and those that have several. */
  readonly told: Set<Question>
  readonly toldVariously: Set<Question>
}

/** What stands in a template that is to be told of: see assembly/layout.ts. */
const isNew = 2

/** What is added to a question's place, so that pairs of different kinds are told apart: see assembly/layout.ts. */
const [ofMembers, ofHeadlines] = [1, 2] as const

const startKnowing = (kernel: Kernel, pairs: Pairs): Known => ({
  kernel,
  pairs,
  places: new Map(),
  questions: new Map(),
  members: new Map(),
  learned: new Map(),
  templates: new Map(),
  expected: new Map(),
  told: new Set(),
  toldVariously: new Set(),
})

/** No questions yet. */
export function makeQuestions(kernel: Kernel, pairs: Pairs): Questions {
  const known = startKnowing(kernel, pairs)
  const names = numbering()
  const texts = numbering()
  const name = (of: string, isBeside: boolean): number => 2 * names.of(of) + (isBeside ? 1 : 0)
  const text = (of: string): number => (of === '' ? 0 : texts.of(of))
  const at = (question: Question): number => questionPlace(known, question)
  const template = (entry: Template, seen: number): number =>
    templatePlace(known, entry, [text(entry.headline), text(entry.type), seen])
  const add = (member: Member, isBeside: boolean): number =>
    known.places.get(member) ?? addMember(known, member, [at(member.question), name(member.name, isBeside)])
  return {
    at,
    template: (entry) => template(entry, 0),
    expect: (entry) => template(entry, isNew),
    toldBy: (place) => known.templates.get(place)?.question,
    questionAt: (place) => known.questions.get(place),
    named: (number) => ({ name: names.textOf(number >> 1), isBeside: number % 2 === 1 }),
    add,
    name,
    text,
    isWhole: (question) => isWhole(known, question),
    learn: (entry) => {
      expectNot(kernel, template(entry, 0))
      for (const member of entry.members) add(member, false)
      for (const member of entry.besides) add(member, true)
    },
    ask: (place, formId) => {
      const question = known.questions.get(place)
      if (question && formId !== undefined && (question.group === '' || formId < question.group))
        question.group = formId
    },
    follow: (one, other) => {
      follow(known.questions, one, other)
      follow(known.members, one, other)
    },
    recall: (notes) => recallNotes(known, notes),
  }
}

const isExpected = ({ words }: Kernel, template: number): boolean =>
  words()[(template + seenAt) / 4] === isNew

const isWhole = ({ kernel, learned, expected }: Known, question: Question): boolean =>
  (learned.get(question) ?? 0) === question.members.size + question.entryMembers.size &&
  !(expected.get(question) ?? []).some((place) => isExpected(kernel, place))

/** A template that the parser read needs not be told of: two threads would leave each record that has it. */
function expectNot(kernel: Kernel, template: number): void {
  if (isExpected(kernel, template)) writeWords(kernel, template + seenAt, [0])
}

function questionPlace({ kernel, places, questions }: Known, question: Question): number {
  const known = places.get(question)
  if (known !== undefined) return known
  const place = kernel.allocate(20, 'noted')
  places.set(question, place)
  questions.set(place, question)
  return place
}

function addMember(known: Known, member: Member, pair: Pair): number {
  const { kernel, pairs, places, members, learned } = known
  learned.set(member.question, (learned.get(member.question) ?? 0) + 1)
  const place = kernel.allocate(16, 'noted')
  writeWords(kernel, place, [0, 0, 0, member.column?.number ?? 0])
  places.set(member, place)
  members.set(place, member)
  pairs.put(pair[0] + ofMembers, pair[1], place)
  return place
}

type Pair = readonly [number, number]

type TemplateWords = readonly [headline: number, type: number, seen: number]

function templatePlace(known: Known, { question, headline, type }: Template, words: TemplateWords): number {
  const { kernel, pairs, templates, expected, told, toldVariously } = known
  const place = questionPlace(known, question)
  const [ofHeadline, ofType, seen] = words
  const titled = kept(pairs, [place + ofHeadlines, ofHeadline], () => kernel.allocate(4))
  return kept(pairs, [titled, ofType], () => {
    const template = kernel.allocate(40, 'noted')
    writeWords(kernel, template, [place, ofHeadline, ofType])
    writeWords(kernel, template + seenAt, [seen])
    templates.set(template, { question, headline, type })
    if (seen === isNew) expected.set(question, [...(expected.get(question) ?? []), template])
    ;(told.has(question) ? toldVariously : told).add(question)
    return template
  })
}

function kept(pairs: Pairs, [first, second]: Pair, make: () => number): number {
  const before = pairs.find(first, second)
  if (before !== 0) return before
  const made = make()
  pairs.put(first, second, made)
  return made
}

function follow<N extends Ordered<N>>(nodes: ReadonlyMap<number, N>, one: number, other: number): void {
  const follower = nodes.get(other)
  if (follower) nodes.get(one)?.seen.followers.add(follower)
}
