/** What a spec says of a form: its pages, and what they ask. */
import { onOneLine } from '../table/answers.ts'
import type { SpecQuestion } from '../table/offered-options.ts'
import { newQuestion, type FormTally, type QuestionTally } from './tally.ts'

export type Outline = { readonly pages: readonly OutlinePage[] }
type OutlinePage = { readonly name: string; readonly questions: readonly SpecQuestion[] }

/** How far people got page by page. */
export type PageStats = {
  /** From 1. */
  readonly page: number
  readonly name: string
  readonly questionIds: readonly string[]
  /** Responses that answered something on it or on a later page, or finished. */
  readonly reached: number
  /** Partial responses whose last answer is on it. */
  readonly leftAfter: number
}

/** Where a question is asked, and what the spec says of it where it has the question. */
export type Place = Pick<SpecQuestion, 'options'> &
  Partial<Pick<SpecQuestion, 'about'>> & { readonly page: number }

/**
 * Finds the questions of responses in the outline of a form, by type and headline, in which a variable stands for any text. One that is
 * not there, since its headline changed, stands on the page of the question before. Those that nobody answered are added. Undefined: most
 * are not there, so this outline is not of their form.
 */
export function placesOf(
  questions: readonly QuestionTally[],
  { pages }: Outline,
  form: string,
): ReadonlyMap<QuestionTally, Place> | undefined {
  const asked = pages.flatMap((page, i) =>
    page.questions.map((question) => ({ ...question, page: i, like: partsOf(question.headline) })),
  )
  const free = new Set(asked)
  const found = new Map<QuestionTally, (typeof asked)[number]>()
  for (const question of questions) {
    const headline = onOneLine(question.headline.text)
    const match = [...free].find(({ type, like }) => type === question.type.text && isLike(headline, like))
    if (match === undefined) continue
    free.delete(match)
    found.set(question, match)
  }
  if (2 * found.size < questions.length) return undefined
  const placed = new Map(Array.from(found, ([question, place]) => [place, question]))
  const ordered = [...questions]
  let before = -1
  for (const one of asked) {
    const question = placed.get(one)
    if (question) before = ordered.indexOf(question)
    else {
      const added = unanswered(one, form)
      found.set(added, one)
      ordered.splice(++before, 0, added)
    }
  }
  let page = asked[0]?.page ?? 0
  return new Map(
    ordered.map((question) => {
      const place = found.get(question) ?? { page, options: [] }
      page = place.page
      return [question, place]
    }),
  )
}

const unanswered = ({ headline, type }: SpecQuestion, form: string): QuestionTally => ({
  ...newQuestion(headline || type, [form]),
  headline: { text: headline, at: '' },
  type: { text: type, at: '' },
})

/** The texts between the variables of a headline. */
const partsOf = (headline: string): readonly string[] => onOneLine(headline).split(/\$\{[^{}]*\}/)

/** Whether a text is these parts in their order, with any text between them. */
function isLike(text: string, [first = '', ...parts]: readonly string[]): boolean {
  const last = parts.pop()
  if (last === undefined) return text === first
  let at = text.startsWith(first) ? first.length : -1
  for (const part of parts) {
    const found = at === -1 ? -1 : text.indexOf(part, at)
    at = found === -1 ? -1 : found + part.length
  }
  return at !== -1 && at + last.length <= text.length && text.endsWith(last)
}

export function pageStats(
  form: FormTally,
  { pages }: Outline,
  places: ReadonlyMap<QuestionTally, Place>,
): readonly PageStats[] {
  let reached = form.total - form.unanswered
  return pages.flatMap(({ name, questions: asked }, i) => {
    const questions = [...places].flatMap(([question, { page }]) => (page === i ? [question] : []))
    // A page that asks nothing keeps nobody.
    if (questions.length === 0 && asked.length === 0) return []
    const leftAfter = questions.reduce((sum, question) => sum + question.leftAfter, 0)
    const stats = { page: i + 1, name, questionIds: questions.map((question) => question.name) }
    reached -= leftAfter
    return [{ ...stats, reached: reached + leftAfter, leftAfter }]
  })
}
