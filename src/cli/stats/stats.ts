import { mergedOrder } from '../../export/merged-order.ts'
import type { FormTally, QuestionTally } from './form-tally.ts'
import { memberStats, type MemberStats } from './member-stats.ts'
import type { Quantiles } from './quantiles.ts'

/** How many responses, and of them how many finished and not; a record may tell neither. */
export type ResponseCounts = { readonly total: number; readonly finished: number; readonly partial: number }

/** The figures of one form. */
export type FormStats = {
  /** null: the records that tell no form. */
  readonly formId: string | null
  readonly name: string | null
  readonly responses: ResponseCounts
  /** The share of finished ones among those that tell; null: not known. */
  readonly completion: number | null
  readonly timeToComplete: TimeToComplete | null
  /** When the first and the last response were created; null: none tells. */
  readonly created: { readonly first: string; readonly last: string } | null
  readonly days: readonly Day[]
  /** Responses of days before these, and of no day that can be read. */
  readonly earlier: number
  readonly undated: number
  /** Partial responses without an answer; null: not known. */
  readonly leftBefore: number | null
  readonly questions: readonly QuestionStats[]
}

export type Day = { readonly day: string; readonly total: number; readonly finished: number }

/**
 * In seconds, of the finished responses that tell both times; null: not known, since most of them came in one piece, so
 * that nothing was measured.
 */
type TimeToComplete = {
  readonly measured: number
  readonly median: number | null
  readonly lowerQuartile: number | null
  readonly upperQuartile: number | null
  /** How far the true ones may lie above, as a share; 0: they are exact to the second. */
  readonly relativeError: number
}

/** The figures of one question, in the form's order. */
export type QuestionStats = {
  readonly questionId: string
  /** The newest that is not empty; '' where there was none. */
  readonly headline: string
  readonly type: string
  readonly answered: number
  /** Responses that answered it or a later one, or finished; null: not known. */
  readonly reached: number | null
  /** Partial responses whose last answer it is; null: not known. */
  readonly leftAfter: number | null
  /** Responses that answered it and, next, the question below; null: there is none below. */
  readonly answeredNext: number | null
  readonly answers: readonly MemberStats[]
}

/** What is known beyond the records. */
export type Known = {
  /** Whether partial responses are among the records, so that those who gave up are known. */
  readonly partials: boolean
  readonly names: ReadonlyMap<string, string>
}

/** The figures of each form, that with the most responses first. */
export const statsOf = (forms: Iterable<FormTally>, known: Known): readonly FormStats[] =>
  [...forms].toSorted(bySize).map((form) => formStats(form, known))

function bySize(a: FormTally, b: FormTally): number {
  if (a.total !== b.total) return b.total - a.total
  return (a.formId ?? '') < (b.formId ?? '') ? -1 : 1
}

function formStats(form: FormTally, { partials, names }: Known): FormStats {
  const { formId, total, finished, partial, first, last } = form
  const days = form.days
    .kept()
    .map(([day, counts]) => ({ day, total: counts.total, finished: counts.finished }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const dated = days.reduce((sum, day) => sum + day.total, 0)
  return {
    formId: formId ?? null,
    name: names.get(formId ?? '') ?? null,
    responses: { total, finished, partial },
    completion: partials && finished + partial > 0 ? finished / (finished + partial) : null,
    timeToComplete: timeToComplete(form.seconds),
    created:
      first === undefined || last === undefined
        ? null
        : { first: new Date(first).toISOString(), last: new Date(last).toISOString() },
    days,
    earlier: total - form.undated - dated,
    undated: form.undated,
    leftBefore: partials ? form.unanswered : null,
    questions: questionStats(form, partials),
  }
}

function timeToComplete(seconds: Quantiles): TimeToComplete | null {
  if (seconds.count() === 0) return null
  const isKnown = seconds.at(0.75) > 0
  const at = (share: number): number | null => (isKnown ? seconds.at(share) : null)
  return {
    measured: seconds.count(),
    median: at(0.5),
    lowerQuartile: at(0.25),
    upperQuartile: at(0.75),
    relativeError: seconds.error(),
  }
}

function questionStats(form: FormTally, partials: boolean): readonly QuestionStats[] {
  const ordered: readonly QuestionTally[] = mergedOrder([...form.questions.values()])
  let reached = form.total - form.unanswered
  return ordered.map((question, i) => {
    const { name, headline, type, answered, leftAfter, followedBy, members } = question
    const next = ordered[i + 1]
    const figures = {
      questionId: name,
      headline: headline.text,
      type: type.text,
      answered,
      reached: partials ? reached : null,
      leftAfter: partials ? leftAfter : null,
      answeredNext: next === undefined ? null : (followedBy.get(next) ?? 0),
      answers: memberStats(members.values()),
    }
    reached -= leftAfter
    return figures
  })
}
