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
  readonly kernel: Pick<Kernel, 'words' | 'text'>
  readonly questionsAt: ReadonlyMap<number, NotedQuestion>
  readonly membersAt: ReadonlyMap<number, Member>
  readonly templates: ReadonlyMap<number, Omit<Template, 'question'> & { readonly of: NotedQuestion }>
}

/** A question, and what was told of it. */
type NotedQuestion = { readonly question: Question; readonly templates: readonly number[] }

/** Gives what a kernel noted back to the questions and their members. */
export function recallNotes({ kernel, questionsAt, membersAt, templates }: Noted, notes: Noting): void {
  const words = kernel.words()
  const notePlace = ({ seen }: Question | Member, at: number): void => {
    const place = words[at / 4] ?? 0
    if (place > seen.place) seen.place = place
  }
  questionsAt.forEach(({ question }, at) => notePlace(question, at))
  membersAt.forEach(notePlace)
  templates.forEach(({ of, headline, type }, place) => {
    // What was only taught says nothing.
    if (words[(place + seenAt) / 4] !== isSeen) return
    const { question } = of
    // What a question always told is only told at another time.
    const isNews = of.templates.length > 1 || question.headline !== headline || question.type !== type
    if (isNews || notes === 'all') noteTemplate(kernel, place, { question, headline, type })
  })
}

function noteTemplate(
  { text }: Noted['kernel'],
  place: number,
  { question, headline, type }: Template,
): void {
  const latest = text(place + 12, place + seenAt)
  const end = latest.indexOf('\0')
  const created = end < 0 ? latest : latest.slice(0, end)
  noteHeadline(question, headline, created)
  noteType(question, type, created)
}
