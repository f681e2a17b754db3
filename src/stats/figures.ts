import { compareTexts } from '../form/words.ts'
import { sumOf } from '../form/value.ts'
import { mergedOrder } from '../table/order.ts'
import { quantile, relativeError, type NumberTally } from './numbers.ts'
import {
  questionFinder,
  trueMemberOf,
  type FormQuestion,
  type SpecQuestion,
  onOneLine,
} from '../table/questions.ts'
import { newMember, type MemberTally } from './member-tally.ts'
import { maxDays, newQuestionTally, type FormTally, type QuestionTally } from './tally.ts'
import { addScores, noScores, npsOfCounts, scoresIn } from './scale.ts'
import { dayNumber } from './days.ts'
import { kindOf, memberStats } from './member-figures.ts'
import type { Change, Day, FormStats, PageStats, QuestionStats, Segment } from './shapes.ts'

/** What is known of a form beside its responses. */
export type FormFacts = {
  readonly name?: string | undefined
  /** What its spec is called, with … for variables; its own name where no spec is known. */
  readonly questionnaire?: string | undefined
  readonly outline?: Outline | undefined
}

export type Known = {
  /** Whether partial responses were read, so that completion and drop-off are known. */
  readonly partials: boolean
  /** Whether their answers are counted. */
  readonly countsPartials: boolean
  /** By the ids of forms. */
  readonly facts: ReadonlyMap<string, FormFacts>
  /** What the specs of forms ask. */
  readonly asked: readonly FormQuestion[]
  /** The most texts that are shown of a question. */
  readonly samples: number
}

/** A form or questionnaire as it was counted, as a whole and in segments. */
export type CountedForm = {
  /** The oldest first. */
  readonly formIds: readonly string[]
  readonly whole: FormTally
  readonly segments: ReadonlyMap<Segment, FormTally> | undefined
}

/** The figures of each form, that with the most responses first. */
export const figuresOf = (forms: Iterable<CountedForm>, known: Known): readonly FormStats[] =>
  [...forms]
    .toSorted((a, b) => b.whole.total - a.whole.total || compareTexts(a.formIds[0] ?? '', b.formIds[0] ?? ''))
    .map((form) => formStats(form, known))

function formStats({ formIds, whole: form, segments }: CountedForm, known: Known): FormStats {
  const { total, finished, partial, first, last } = form
  const { partials, facts } = known
  // The newest version asks what the others asked, or what replaced it.
  const newest = formIds.findLast((id) => facts.get(id)?.outline) ?? ''
  const outline = facts.get(newest)?.outline
  const answered: readonly QuestionTally[] = mergedOrder([...form.questions.values()])
  const places = outline && placesOf(answered, outline, newest)
  const ordered = places ? [...places.keys()] : answered
  const questions = questionStats(
    form,
    ordered.map((question) => ({ options: [], ...places?.get(question), question })),
    known,
  )
  const counted = ordered.flatMap((question, i) => (questions[i] ? [[question, questions[i]] as const] : []))
  const days = Array.from(form.days, ([day, counts]) => ({ day, ...counts }))
    .toSorted((a, b) => compareTexts(a.day, b.day))
    .slice(-maxDays)
  const rated = counted.flatMap(([{ members }, { answers }]) =>
    answers.flatMap(({ member, numbers }) => (numbers?.nps ? [members.get(member)?.scores] : [])),
  )
  return {
    ...identityOf(formIds, known),
    language: outline?.language ?? null,
    ...countsOf(form, known),
    created:
      first > last ? null : { first: new Date(first).toISOString(), last: new Date(last).toISOString() },
    days,
    change: changeOf(
      partials && total === finished + partial,
      days,
      (rated.length === 1 && rated[0]) || new Map(),
    ),
    earlier: total - form.undated - totalIn(days),
    undated: form.undated,
    flagged: form.flagged,
    leftBefore: partials ? form.unanswered : null,
    pages: partials && outline && places ? pageStats(form, outline, places) : null,
    questions,
    segments: segments
      ? Array.from(segments, ([segment, tally]) => ({
          ...segment,
          label: labelOf(segment, formIds, facts),
          ...countsOf(tally, known),
          questions: questionStats(tally, questionsIn(tally, counted), known),
        }))
      : null,
  }
}

const totalIn = (days: readonly Day[]): number => sumOf(days.map(({ total }) => total))

/** The least responses, or answers, whose share or score is compared. */
const leastCompared = 30

function changeOf(
  isCompletionKnown: boolean,
  days: readonly Day[],
  scores: MemberTally['scores'],
): Change | null {
  const [oldest, newest] = [days[0], days.at(-1)]
  if (!oldest || !newest) return null
  const [first, last] = [dayNumber(oldest.day), dayNumber(newest.day)]
  const length = ([28, 7] as const).find((one) => last - first >= 2 * one - 1)
  if (length === undefined) return null
  const periodUntil = (end: number): Change['now'] => {
    const isIn = (day: string): boolean => dayNumber(day) > end - length && dayNumber(day) <= end
    const counts = noScores()
    for (const [day, more] of scores) if (isIn(day)) addScores(counts, more)
    const counted = days.filter(({ day }) => isIn(day))
    const [total, finished] = [totalIn(counted), sumOf(counted.map((day) => day.finished))]
    return {
      finished,
      completion: isCompletionKnown && total >= leastCompared ? finished / total : null,
      nps: scoresIn(counts) >= leastCompared ? npsOfCounts(counts).score : null,
    }
  }
  return { days: length, now: periodUntil(last), before: periodUntil(last - length) }
}

/** Several forms together have no id; they have a name if their questionnaires share one. */
function identityOf(
  formIds: readonly string[],
  { facts }: Known,
): Pick<FormStats, 'formId' | 'formIds' | 'name'> {
  const [formId = null, second] = formIds
  if (second === undefined) return { formId, formIds, name: facts.get(formId ?? '')?.name ?? null }
  const [name, ...others] = new Set(formIds.map((id) => facts.get(id)?.questionnaire ?? null))
  return { formId: null, formIds, name: others.length > 0 ? null : (name ?? null) }
}

/** The label of a segment; forms with the same name are numbered, the oldest first. */
function labelOf({ kind, value, label }: Segment, formIds: readonly string[], facts: Known['facts']): string {
  const name = kind === 'form' ? facts.get(value ?? '')?.name : undefined
  if (name === undefined) return label
  const same = formIds.filter((id) => facts.get(id)?.name === name)
  return same.length > 1 ? `${name} (${same.indexOf(value ?? '') + 1})` : name
}

/** The questions of a segment, with the figures of all. */
const questionsIn = (
  { questions }: FormTally,
  counted: readonly (readonly [QuestionTally, QuestionStats])[],
): readonly Question[] =>
  counted.flatMap(([{ name, forms, type, headline }, like]) => {
    const own =
      questions.get(name) ?? (trueMemberOf(type.text) === undefined ? undefined : newQuestionTally(name, []))
    return own ? [{ question: { ...own, forms, type, headline }, options: [], like }] : []
  })

/** A question with what is known of it beside its answers. */
type Question = Pick<Place, 'options' | 'about'> & {
  readonly question: QuestionTally
  /** Of a segment: the figures of all, whose kinds, scales and options its own have. */
  readonly like?: QuestionStats
}

const countsOf = (
  { total, finished, partial, seconds }: FormTally,
  { partials }: Known,
): Pick<FormStats, 'responses' | 'completion' | 'timeToComplete'> => ({
  responses: { total, finished, partial },
  completion: partials && finished + partial > 0 ? finished / (finished + partial) : null,
  timeToComplete: timeToComplete(seconds),
})

function timeToComplete(seconds: NumberTally): FormStats['timeToComplete'] {
  if (seconds.count === 0) return null
  const isKnown = quantile(seconds, 0.75) > 0
  const at = (share: number): number | null => (isKnown ? quantile(seconds, share) : null)
  return {
    measured: seconds.count,
    median: at(0.5),
    lowerQuartile: at(0.25),
    upperQuartile: at(0.75),
    relativeError: relativeError(seconds),
  }
}

function questionStats(
  form: FormTally,
  questions: readonly Question[],
  { partials, countsPartials, samples, asked }: Known,
): readonly QuestionStats[] {
  const askedOf = questionFinder(asked)
  let reached = partials ? form.total - form.unanswered : form.total
  return questions.map(({ question, options, about, like }, i) => {
    const { name, answered, leftAfter, followedBy, members } = question
    const next = questions[i + 1]?.question
    const [headline, type] = [question.headline.text, question.type.text]
    const tick = trueMemberOf(type)
    const no =
      tick === undefined
        ? 0
        : silentIn(form, question, askedOf(question), countsPartials ? reached : form.finished)
    if (tick !== undefined && no > 0 && !members.has(tick)) members.set(tick, newMember(tick))
    const answers = memberStats(members.values(), samples, {
      headline,
      type,
      options,
      silent: { member: tick, no },
      preset: about && String(about['preset'] ?? ''),
      like: like?.answers,
    })
    const figures = {
      questionId: like?.questionId ?? name,
      headline,
      type,
      kind: like?.kind ?? kindOf({ headline, type, answers, about }),
      answered,
      reached: partials ? reached : null,
      leftAfter: partials ? leftAfter : null,
      answeredNext: next === undefined ? null : (followedBy.get(next) ?? 0),
      answers,
    }
    if (partials) reached -= leftAfter
    return figures
  })
}

/**
 * How many responses say no by giving no answer, as in tables: the finished ones of forms that ask everybody. Where no spec is known,
 * everybody who came so far in a form that asks for a consent was asked.
 */
function silentIn(
  { forms }: FormTally,
  { said, forms: asking, type, members }: QuestionTally,
  asked: readonly FormQuestion[],
  reached: number,
): number {
  const forAll = asked.filter(({ isForAll }) => isForAll).map(({ form }) => form)
  if (asked.length > 0) return sumOf(forAll.map((id) => (forms.get(id)?.finished ?? 0) - (said.get(id) ?? 0)))
  const given = members.get('value')?.given ?? 0
  if (trueMemberOf(type.text) !== 'value' || given === 0) return 0
  const total = sumOf(Array.from(asking, (id) => forms.get(id)?.total ?? 0))
  return Math.max(0, (asking.size > 0 ? Math.min(reached, total) : reached) - given)
}

/** What a spec says of a form: its pages, and what they ask. */
export type Outline = {
  /** That of its texts, as BCP 47 names it. */
  readonly language: string
  readonly pages: readonly OutlinePage[]
}
type OutlinePage = { readonly name: string; readonly questions: readonly SpecQuestion[] }

/** Where a question is asked, and what the spec says of it where it has the question. */
type Place = Pick<SpecQuestion, 'options'> & Partial<Pick<SpecQuestion, 'about'>> & { readonly page: number }

/**
 * Finds the questions of responses in the outline of a form, by type and headline, in which a variable stands for any text. One that is
 * not there, since its headline changed, stands on the page of the question before. Those that nobody answered are added. Undefined: most
 * are not there, so this outline is not of their form.
 */
function placesOf(
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
  ...newQuestionTally(headline || type, [form]),
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

function pageStats(
  form: FormTally,
  { pages }: Outline,
  places: ReadonlyMap<QuestionTally, Place>,
): readonly PageStats[] {
  let reached = form.total - form.unanswered
  return pages.flatMap(({ name, questions: asked }, i) => {
    const questions = [...places].flatMap(([question, { page }]) => (page === i ? [question] : []))
    // Nobody can stop at a page that asks nothing.
    if (questions.length === 0 && asked.length === 0) return []
    const leftAfter = sumOf(questions.map((question) => question.leftAfter))
    const stats = { page: i + 1, name, questionIds: questions.map((question) => question.name) }
    reached -= leftAfter
    return [{ ...stats, reached: reached + leftAfter, leftAfter }]
  })
}

/** Segments, and those of a response by its number among all that are counted. */
export type Segments = {
  readonly all: readonly Segment[]
  readonly of: (nth: number) => readonly Segment[]
}
