import { noteHeadline, noteType } from '../collect-row.ts'
import type { Member, Question } from '../columns.ts'
import type { Ordered } from '../merged-order.ts'
import { writeWords, type Kernel } from './memory.ts'
import type { Pairs } from './pairs.ts'
import type { EntryOutline } from './steps.ts'

/** Questions, their members and what entries tell of them, as a kernel knows them. */
export type Questions = {
  readonly learn: (entry: EntryOutline) => void
  readonly at: (question: Question) => number
  readonly template: (entry: EntryOutline) => number
  /** The number of a member's name, in the response or beside it. */
  readonly name: (name: string, isBeside: boolean) => number
  /** The number of a headline or a type; none is 0. */
  readonly text: (text: string) => number
  /** Notes that the question at a place was asked by a form. */
  readonly ask: (at: number, formId: string | undefined) => void
  /** Notes that what is at one place came directly before what is at another one. */
  readonly follow: (one: number, other: number) => void
  /** Gives what the kernel noted back to the questions and their members. */
  readonly recall: () => void
}

type Template = Pick<EntryOutline, 'question' | 'headline' | 'type'>

type Known = {
  readonly kernel: Kernel
  readonly pairs: Pairs
  readonly places: Map<Question | Member, number>
  readonly questions: Map<number, Question>
  readonly members: Map<number, Member>
  readonly templates: Map<number, Template>
}

/** What is added to a question's place, so that pairs of different kinds are told apart: see assembly/layout.ts. */
const [ofMembers, ofHeadlines] = [1, 2] as const

const startKnowing = (kernel: Kernel, pairs: Pairs): Known => ({
  kernel,
  pairs,
  places: new Map(),
  questions: new Map(),
  members: new Map(),
  templates: new Map(),
})

/** No questions yet. */
export function makeQuestions(kernel: Kernel, pairs: Pairs): Questions {
  const known = startKnowing(kernel, pairs)
  const names = numbering()
  const texts = numbering()
  const name = (of: string, isBeside: boolean): number => 2 * names(of) + (isBeside ? 1 : 0)
  const text = (of: string): number => (of === '' ? 0 : texts(of))
  const at = (question: Question): number => questionPlace(known, question)
  const template = (entry: EntryOutline): number =>
    templatePlace(known, entry, [text(entry.headline), text(entry.type)])
  return {
    at,
    template,
    name,
    text,
    learn: (entry) => {
      const place = at(entry.question)
      template(entry)
      const add = (member: Member, isBeside: boolean): void => {
        if (!known.places.has(member)) addMember(known, member, [place, name(member.name, isBeside)])
      }
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
    recall: () => recall(known),
  }
}

/** Gives names numbers, from 1. */
function numbering(): (name: string) => number {
  const numbers = new Map<string, number>()
  return (name) => {
    const known = numbers.get(name)
    if (known === undefined) numbers.set(name, numbers.size + 1)
    return known ?? numbers.size
  }
}

function questionPlace({ kernel, places, questions }: Known, question: Question): number {
  const known = places.get(question)
  if (known !== undefined) return known
  const place = kernel.allocate(20)
  places.set(question, place)
  questions.set(place, question)
  return place
}

function addMember({ kernel, pairs, places, members }: Known, member: Member, pair: Pair): void {
  const place = kernel.allocate(16)
  writeWords(kernel, place, [0, 0, 0, member.column?.number ?? 0])
  places.set(member, place)
  members.set(place, member)
  pairs.put(pair[0] + ofMembers, pair[1], place)
}

type Pair = readonly [number, number]

function templatePlace(known: Known, { question, headline, type }: EntryOutline, texts: Pair): number {
  const { kernel, pairs, templates } = known
  const place = questionPlace(known, question)
  const titled = kept(pairs, [place + ofHeadlines, texts[0]], () => kernel.allocate(4))
  return kept(pairs, [titled, texts[1]], () => {
    const template = kernel.allocate(40)
    writeWords(kernel, template, [place, ...texts])
    templates.set(template, { question, headline, type })
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

const latin = new TextDecoder('latin1')

function recall({ kernel, questions, members, templates }: Known): void {
  const { bytes, view } = kernel
  for (const nodes of [questions, members])
    for (const [place, { seen }] of nodes) seen.place = Math.max(seen.place, view().getUint32(place, true))
  for (const [place, { question, headline, type }] of templates) {
    // What was only taught says nothing.
    if (view().getUint32(place + 36, true) === 0) continue
    const latest = bytes().subarray(place + 12, place + 36)
    const end = latest.indexOf(0)
    const created = latin.decode(end < 0 ? latest : latest.subarray(0, end))
    noteHeadline(question, headline, created)
    noteType(question, type, created)
  }
}
