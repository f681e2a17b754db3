import type { Forms } from './forms.ts'
import type { Questions } from './questions.ts'
import type { Room } from './regions.ts'
import type { Meaning, Telling } from './steps.ts'

/** The kinds of events, as of assembly/layout.ts. */
const kinds = {
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
const bits: Readonly<Record<string, number>> = {
  questionId: 1 << 8,
  headline: 1 << 9,
  type: 1 << 10,
  componentShapeVersion: 1 << 11,
}

type Knowing = {
  readonly questions: Questions
  readonly forms: Forms
  readonly names: Map<string, number>
  readonly room: Room
}

/** The events of an edge: each a kind and an argument. */
export function eventsOf(knowing: Knowing, meanings: readonly Meaning[]): readonly number[] {
  const events: number[] = []
  for (let i = 0; i < meanings.length; i++) {
    const told = tellingsFrom(meanings, i)
    const [first] = told
    if (first && told.length === first.entry.tellings && told.some(({ name }) => name === 'questionId')) {
      events.push(
        told.reduce<number>((sum, { name }) => sum + (bits[name] ?? 0), kinds.template),
        knowing.questions.template(first.entry),
      )
      i += told.length - 1
    } else events.push(...eventOf(knowing, meanings[i]))
  }
  return events
}

/** What one entry tells one after another. */
function tellingsFrom(meanings: readonly Meaning[], from: number): readonly Telling[] {
  const told: Telling[] = []
  for (const meaning of meanings.slice(from)) {
    if (meaning.kind !== 'tell') break
    told.push(meaning)
  }
  return told
}

function eventOf(knowing: Knowing, meaning: Meaning | undefined): readonly number[] {
  if (meaning === undefined) return []
  if (meaning.kind === 'once') return [kinds.once, onceNumber(knowing, meaning.name)]
  if (meaning.kind === 'form') return [kinds.form, knowing.forms.at(meaning)]
  if (meaning.kind !== 'tell') return [kinds[meaning.kind], 0]
  const { name, text, entry } = meaning
  const bit = bits[name] ?? 0
  if (name === 'questionId') return [kinds.questionId + bit, knowing.questions.at(entry.question)]
  if (text !== undefined && (name === 'headline' || name === 'type'))
    return [kinds[name] + bit, knowing.questions.text(text)]
  return [kinds.name + bit, 0]
}

function onceNumber({ names, room }: Knowing, name: string): number {
  const number = names.get(name) ?? names.size
  names.set(name, number)
  room.stamps.reach(number)
  return number
}
