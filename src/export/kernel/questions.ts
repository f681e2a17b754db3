import { noteHeadline, noteType } from '../collect-row.ts'
import type { Member, Question } from '../columns.ts'
import type { Ordered } from '../merged-order.ts'
import { writeWords, type Kernel } from './memory.ts'
import { numbering } from './numbering.ts'
import type { Pairs } from './pairs.ts'
import type { EntryOutline } from './steps.ts'

/** Which notes are read: all, or only those that tell something new, while all can be read later. */
export type Noting = 'all' | 'new'

/** Questions, their members and what entries tell of them, as a kernel knows them. */
export type Questions = {
  readonly learn: (entry: EntryOutline) => void
  /** Whether all members of a question were learned. */
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

type Template = Pick<EntryOutline, 'question' | 'headline' | 'type'>

type Known = {
  readonly kernel: Kernel
  readonly pairs: Pairs
  readonly places: Map<Question | Member, number>
  readonly questions: Map<number, Question>
  readonly members: Map<number, Member>
  /** How many members of a question are known. */
  readonly learned: Map<Question, number>
  readonly templates: Map<number, Template>
  /** Questions that have a template, and those that have several. */
  readonly told: Set<Question>
  readonly toldVariously: Set<Question>
}

/** Where in a template it stands whether any record had it, and what stands there of one to be told of: see assembly/layout.ts. */
const templateSeen = 36
const [isSeen, isNew] = [1, 2] as const

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
    isWhole: (question) =>
      (known.learned.get(question) ?? 0) === question.members.size + question.entryMembers.size,
    learn: (entry) => {
      template(entry, 0)
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
    recall: (notes) => recall(known, notes),
  }
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
  const { kernel, pairs, templates, told, toldVariously } = known
  const place = questionPlace(known, question)
  const [ofHeadline, ofType, seen] = words
  const titled = kept(pairs, [place + ofHeadlines, ofHeadline], () => kernel.allocate(4))
  return kept(pairs, [titled, ofType], () => {
    const template = kernel.allocate(40, 'noted')
    writeWords(kernel, template, [place, ofHeadline, ofType])
    writeWords(kernel, template + templateSeen, [seen])
    templates.set(template, { question, headline, type })
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

const ascii = new TextDecoder()

function recall({ kernel, questions, members, templates, toldVariously }: Known, notes: Noting): void {
  const words = kernel.words()
  const notePlace = ({ seen }: Question | Member, at: number): void => {
    const place = words[at / 4] ?? 0
    if (place > seen.place) seen.place = place
  }
  questions.forEach(notePlace)
  members.forEach(notePlace)
  templates.forEach((template, place) => {
    // What was only taught says nothing.
    if (words[(place + templateSeen) / 4] !== isSeen) return
    // What a question always told is only told at another time.
    const isNews = toldVariously.has(template.question) || !isTold(template)
    if (isNews || notes === 'all') noteTemplate(kernel, place, template)
  })
}

const isTold = ({ question, headline, type }: Template): boolean =>
  question.headline === headline && question.type === type

function noteTemplate({ bytes }: Kernel, place: number, { question, headline, type }: Template): void {
  const latest = bytes().subarray(place + 12, place + templateSeen)
  const end = latest.indexOf(0)
  const created = ascii.decode(end < 0 ? latest : latest.subarray(0, end))
  noteHeadline(question, headline, created)
  noteType(question, type, created)
}
