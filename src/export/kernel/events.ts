import type { Forms } from './forms.ts'
import type { Questions } from './questions.ts'
import type { Room } from './regions.ts'
import type { Meaning, Telling } from './steps.ts'

/** The kinds of events, as of assembly/layout.ts. */
export const kinds = {
  once: 0,
  form: 1,
  data: 2,
  name: 3,
  questionId: 4,
  headline: 5,
  type: 6,
  template: 7,
  end: 8,
} as const

/** The names that an entry tells once, each as a bit above the kind of an event. */
const bits: ReadonlyMap<string, number> = new Map([
  ['questionId', 1 << 8],
  ['headline', 1 << 9],
  ['type', 1 << 10],
  ['componentShapeVersion', 1 << 11],
])

/** The kind of an event. */
export const kindOf = (event: number): number => event & 0xff

/** What events are told of. */
export type Knowing = {
  readonly questions: Questions
  readonly forms: Forms
  readonly names: Map<string, number>
  readonly room: Room
}

/** The events of an edge: each a kind and an argument. */
export function eventsOf(knowing: Knowing, meanings: readonly Meaning[]): readonly number[] {
  const events: number[] = []
  for (let i = 0; i < meanings.length; i++) {
    const meaning = meanings[i]
    const told = meaning?.kind === 'tell' ? tellingsFrom(meanings, i) : none
    if (meaning?.kind === 'tell' && told.count === meaning.entry.tellings && told.hasQuestion) {
      events.push(kinds.template + told.bits, knowing.questions.template(meaning.entry))
      i += told.count - 1
    } else if (meaning) addEvent(knowing, meaning, events)
  }
  return events
}

const none = { count: 0, bits: 0, hasQuestion: false }

/** What one entry tells one after another. */
function tellingsFrom(meanings: readonly Meaning[], from: number): typeof none {
  const told = { count: 0, bits: 0, hasQuestion: false }
  for (let i = from; i < meanings.length; i++) {
    const meaning = meanings[i]
    if (meaning?.kind !== 'tell') break
    told.count++
    told.bits += bits.get(meaning.name) ?? 0
    if (meaning.name === 'questionId') told.hasQuestion = true
  }
  return told
}

function addEvent(knowing: Knowing, meaning: Meaning, events: number[]): void {
  if (meaning.kind === 'once') events.push(kinds.once, onceNumber(knowing, meaning.name))
  else if (meaning.kind === 'form') events.push(kinds.form, knowing.forms.at(meaning))
  else if (meaning.kind === 'tell') addTelling(knowing, meaning, events)
  else events.push(kinds[meaning.kind], 0)
}

function addTelling({ questions }: Knowing, { name, text, entry }: Telling, events: number[]): void {
  const bit = bits.get(name) ?? 0
  if (name === 'questionId') events.push(kinds.questionId + bit, questions.at(entry.question))
  else if (text !== undefined && (name === 'headline' || name === 'type'))
    events.push(kinds[name] + bit, questions.text(text))
  else events.push(kinds.name + bit, 0)
}

function onceNumber({ names, room }: Knowing, name: string): number {
  const number = names.get(name) ?? names.size
  names.set(name, number)
  room.stamps.reach(number)
  return number
}
