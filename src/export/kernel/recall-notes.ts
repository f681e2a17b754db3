import { noteHeadline, noteType } from '../collect-row.ts'
import type { Member, Question } from '../columns.ts'
import type { Kernel } from './memory.ts'
import type { EntryOutline } from './steps.ts'

/** Which notes are read: all, or only those that tell something new, while all can be read later. */
export type Noting = 'all' | 'new'

/** What entries tell of a question. */
export type Template = Pick<EntryOutline, 'question' | 'headline' | 'type'>

/** Where in a template it stands whether any record had it: see assembly/layout.ts. */
export const seenAt = 36
const isSeen = 1

/** What a kernel notes of, by its places. */
type Noted = {
  readonly kernel: Pick<Kernel, 'words' | 'bytes'>
  readonly questions: ReadonlyMap<number, Question>
  readonly members: ReadonlyMap<number, Member>
  readonly templates: ReadonlyMap<number, Template>
  /** Questions that have several templates. */
  readonly toldVariously: ReadonlySet<Question>
}

const ascii = new TextDecoder()

/** Gives what a kernel noted back to the questions and their members. */
export function recallNotes(
  { kernel, questions, members, templates, toldVariously }: Noted,
  notes: Noting,
): void {
  const words = kernel.words()
  const notePlace = ({ seen }: Question | Member, at: number): void => {
    const place = words[at / 4] ?? 0
    if (place > seen.place) seen.place = place
  }
  questions.forEach(notePlace)
  members.forEach(notePlace)
  templates.forEach((template, place) => {
    // What was only taught says nothing.
    if (words[(place + seenAt) / 4] !== isSeen) return
    // What a question always told is only told at another time.
    const isNews = toldVariously.has(template.question) || !isTold(template)
    if (isNews || notes === 'all') noteTemplate(kernel, place, template)
  })
}

const isTold = ({ question, headline, type }: Template): boolean =>
  question.headline === headline && question.type === type

function noteTemplate(
  { bytes }: Noted['kernel'],
  place: number,
  { question, headline, type }: Template,
): void {
  const latest = bytes().subarray(place + 12, place + seenAt)
  const end = latest.indexOf(0)
  const created = ascii.decode(end < 0 ? latest : latest.subarray(0, end))
  noteHeadline(question, headline, created)
  noteType(question, type, created)
}
