import type { Member, Question } from '../columns.ts'
import { noteFollower } from '../merged-order.ts'
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
  readonly questions: Map<Question, KnownQuestion>
  readonly questionsAt: Map<number, KnownQuestion>
  readonly members: Map<Member, number>
  readonly membersAt: Map<number, Member>
  readonly templates: Map<number, KnownTemplate>
}

/** A question, and what is known of it. */
type KnownQuestion = {
  readonly question: Question
  readonly place: number
  /** How many of its members are known. */
  members: number
  readonly templates: number[]
}

/** What is told of a question. */
type KnownTemplate = Omit<Template, 'question'> & { readonly of: KnownQuestion }

/** What stands in a template that is to be told of: see assembly/layout.ts. */
const isNew = 2

/** What is added to a question's place, so that pairs of different kinds are told apart: see assembly/layout.ts. */
const [ofMembers, ofHeadlines] = [1, 2] as const

const startKnowing = (kernel: Kernel, pairs: Pairs): Known => ({
  kernel,
  pairs,
  questions: new Map(),
  questionsAt: new Map(),
  members: new Map(),
  membersAt: new Map(),
  templates: new Map(),
})

/** No questions yet. */
export function makeQuestions(kernel: Kernel, pairs: Pairs): Questions {
  const known = startKnowing(kernel, pairs)
  const names = numbering()
  const texts = numbering()
  const name = (of: string, isBeside: boolean): number => 2 * names.of(of) + (isBeside ? 1 : 0)
  const text = (of: string): number => (of === '' ? 0 : texts.of(of))
  const at = (question: Question): number => knownQuestion(known, question).place
  const template = (entry: Template, seen: number): number =>
    templatePlace(known, entry, { headline: text(entry.headline), type: text(entry.type), seen })
  const add = (member: Member, isBeside: boolean): number =>
    known.members.get(member) ?? addMember(known, member, name(member.name, isBeside))
  return {
    at,
    template: (entry) => template(entry, 0),
    expect: (entry) => template(entry, isNew),
    toldBy: (place) => known.templates.get(place)?.of.question,
    questionAt: (place) => known.questionsAt.get(place)?.question,
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
      const question = known.questionsAt.get(place)?.question
      if (question && formId !== undefined && (question.group === '' || formId < question.group))
        question.group = formId
    },
    follow: (one, other) => follow(known, one, other),
    recall: (notes) => recallNotes(known, notes),
  }
}

const isExpected = ({ words }: Kernel, template: number): boolean =>
  words()[(template + seenAt) / 4] === isNew

function isWhole({ kernel, questions }: Known, question: Question): boolean {
  const { members, templates } = questions.get(question) ?? { members: 0, templates: [] }
  return (
    members === question.members.size + question.entryMembers.size &&
    !templates.some((place) => isExpected(kernel, place))
  )
}

/** A template that the parser read needs not be told of: two threads would leave each record that has it. */
function expectNot(kernel: Kernel, template: number): void {
  if (isExpected(kernel, template)) writeWords(kernel, template + seenAt, [0])
}

function knownQuestion({ kernel, questions, questionsAt }: Known, question: Question): KnownQuestion {
  const before = questions.get(question)
  if (before) return before
  const place = kernel.allocate(20)
  const known: KnownQuestion = { question, place, members: 0, templates: [] }
  questions.set(question, known)
  questionsAt.set(place, known)
  return known
}

function addMember(known: Known, member: Member, name: number): number {
  const { kernel, pairs, members, membersAt } = known
  const question = knownQuestion(known, member.question)
  question.members++
  const place = kernel.allocate(16)
  kernel.words()[place / 4 + 3] = member.column?.number ?? 0
  members.set(member, place)
  membersAt.set(place, member)
  pairs.put(question.place + ofMembers, name, place)
  return place
}

/** What a template holds, by numbers. */
type TemplateWords = { readonly headline: number; readonly type: number; readonly seen: number }

function templatePlace(known: Known, entry: Template, { headline, type, seen }: TemplateWords): number {
  const { kernel, pairs, templates } = known
  const of = knownQuestion(known, entry.question)
  let titled = pairs.find(of.place + ofHeadlines, headline)
  if (titled === 0) pairs.put(of.place + ofHeadlines, headline, (titled = kernel.allocate(4)))
  const before = pairs.find(titled, type)
  if (before !== 0) return before
  const template = kernel.allocate(40)
  writeWords(kernel, template, [of.place, headline, type])
  writeWords(kernel, template + seenAt, [seen])
  templates.set(template, { of, headline: entry.headline, type: entry.type })
  of.templates.push(template)
  pairs.put(titled, type, template)
  return template
}

function follow({ questionsAt, membersAt }: Known, one: number, other: number): void {
  const question = questionsAt.get(one)
  const next = questionsAt.get(other)
  if (question && next) return noteFollower(question.question, next.question)
  const member = membersAt.get(one)
  const follower = membersAt.get(other)
  if (member && follower) noteFollower(member, follower)
}
