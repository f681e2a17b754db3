import { mergedOrder } from '../table/order.ts'
import { inFormOrder, type OptionTally } from '../table/option-tally.ts'
import type { MemberTally } from './member-tally.ts'
import {
  histogram,
  mean,
  mergeNumbers,
  quantile,
  relativeError,
  type NumberTally,
  type Range,
} from './numbers.ts'
import { mostDays, type FormTally, type QuestionTally } from './tally.ts'
import { samplesOf, type Sample } from './texts.ts'
import { isMain, mainMembers } from '../table/answers.ts'

/** How many responses, and how many of them are finished and not; a record may say neither. */
export type ResponseCounts = { readonly total: number; readonly finished: number; readonly partial: number }

/** The figures of one form, as `schemas/output/responses-stats.schema.json` has them. */
export type FormStats = {
  /** null: the records that name no form. */
  readonly formId: string | null
  readonly name: string | null
  readonly responses: ResponseCounts
  /** The share of finished ones among the finished and the partial ones; null: not known. */
  readonly completion: number | null
  readonly timeToComplete: TimeToComplete | null
  /** When the first and the last response were created; null: not known. */
  readonly created: { readonly first: string; readonly last: string } | null
  readonly days: readonly Day[]
  /** Responses of days before these. */
  readonly earlier: number
  /** Responses of no day that can be read. */
  readonly undated: number
  /** Partial responses without an answer; null: not known. */
  readonly leftBefore: number | null
  readonly questions: readonly QuestionStats[]
}

export type Day = { readonly day: string; readonly total: number; readonly finished: number }

/**
 * In seconds, of the finished responses that have both times. Quantiles are null where most of those were created and last
 * changed within a second: they came in one piece, and nothing was measured.
 */
type TimeToComplete = {
  readonly measured: number
  readonly median: number | null
  readonly lowerQuartile: number | null
  readonly upperQuartile: number | null
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
  /** The drop-off: partial responses whose last answer it is; null: not known. */
  readonly leftAfter: number | null
  /** Responses that answered it and, next, the question below; null: there is none below. */
  readonly answeredNext: number | null
  readonly answers: readonly MemberStats[]
}

/** The figures of one member of a question's answers; null where it held nothing of that kind. */
export type MemberStats = {
  readonly member: string
  /** Answers in which it held something. */
  readonly given: number
  readonly options: OptionStats | null
  readonly numbers: NumberStats | null
  readonly texts: TextStats | null
  readonly flags: { readonly yes: number; readonly no: number } | null
  /** Values of other kinds, files for one. */
  readonly others: number
}

export type OptionStats = {
  /** Answers that chose any, and choices in all. */
  readonly choosers: number
  readonly chosen: number
  /** Whether options that nobody chose are listed too. */
  readonly isComplete: boolean
  readonly counts: readonly { readonly option: string; readonly count: number }[]
  /** Choices of options that are not listed. */
  readonly others: number
}

export type NumberStats = {
  readonly count: number
  /** How many of them came as texts. Texts count as numbers only if at least half of all values are numbers. */
  readonly fromTexts: number
  readonly mean: number
  readonly median: number
  readonly lowerQuartile: number
  readonly upperQuartile: number
  readonly least: number
  readonly greatest: number
  /** How far quantiles may lie from the true ones, as a share of them; 0: they are exact. */
  readonly relativeError: number
  /** Each number by itself where they are few, else ranges of equal width: `from` belongs to one, `to` to the next. */
  readonly distribution: readonly Range[]
}

export type TextStats = {
  /** All texts, or, where some are among the numbers, those that are not. */
  readonly count: number
  /** Whether they say who somebody is, so that none is among the samples. */
  readonly isPersonal: boolean
  readonly samples: readonly Sample[]
}

export type Known = {
  /** Whether partial responses were read, so that completion and drop-off are known. */
  readonly partials: boolean
  /** The names of forms by their ids. */
  readonly names: ReadonlyMap<string, string>
  /** The most texts that are shown of a question. */
  readonly samples: number
}

/** The figures of each form, that with the most responses first. */
export const figuresOf = (forms: Iterable<FormTally>, known: Known): readonly FormStats[] =>
  [...forms].toSorted(bySize).map((form) => formStats(form, known))

function bySize(a: FormTally, b: FormTally): number {
  if (a.total !== b.total) return b.total - a.total
  return (a.formId ?? '') < (b.formId ?? '') ? -1 : 1
}

function formStats(form: FormTally, known: Known): FormStats {
  const { formId, total, finished, partial, first, last } = form
  const { partials, names } = known
  const days = Array.from(form.days, ([day, counts]) => ({ day, ...counts }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-mostDays)
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
    questions: questionStats(form, known),
  }
}

function timeToComplete(seconds: NumberTally): TimeToComplete | null {
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

function questionStats(form: FormTally, { partials, samples }: Known): readonly QuestionStats[] {
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
      answers: memberStats(members.values(), samples),
    }
    reached -= leftAfter
    return figures
  })
}

/** The figures of the members that held anything, the one with the answer itself first. */
export const memberStats = (members: Iterable<MemberTally>, samples: number): readonly MemberStats[] =>
  [...members]
    .filter(({ given }) => given > 0)
    .toSorted(byRank)
    .map((member) => statsOfMember(member, samples))

function byRank(a: MemberTally, b: MemberTally): number {
  const [first, second] = [a, b].map(({ name }) => mainMembers.indexOf(name) + 1 || mainMembers.length + 1)
  if (first !== second) return (first ?? 0) - (second ?? 0)
  return a.place - b.place || (a.name < b.name ? -1 : 1)
}

/** Whether of a member only the number of answers is shown: flags beside the answer, texts that say who somebody is. */
export const isCounted = ({ member, options, numbers, texts, flags, others }: MemberStats): boolean =>
  options === null &&
  numbers === null &&
  (flags === null || !isMain(member)) &&
  (texts === null ? others > 0 || flags !== null : texts.samples.length === 0)

function statsOfMember(member: MemberTally, samples: number): MemberStats {
  const { name, given, options, numerals, words, personal, yes, no, others } = member
  const areNumbers = numeralsAreNumbers(member)
  const numbers = areNumbers ? mergeNumbers(member.numbers, member.numeralNumbers) : member.numbers
  const texts = areNumbers ? [words] : [words, numerals]
  const textCount = texts.reduce((sum, { count }) => sum + count, personal)
  const isPersonal = personal > 0
  return {
    member: name,
    given,
    options: options.options.size === 0 && options.chosen === 0 ? null : optionStats(options),
    numbers: numbers.count === 0 ? null : numberStats(numbers, areNumbers ? numerals.count : 0),
    texts:
      textCount === 0
        ? null
        : { count: textCount, isPersonal, samples: samplesOf(isPersonal ? [] : texts, samples) },
    flags: yes + no === 0 ? null : { yes, no },
    others,
  }
}

/** One code in so many values may be a slip; of post codes, fewer begin with 0 in few countries. */
const mostCodes = 20

/** Whether texts that are numbers count as numbers: not a few among many words, nor those among codes. */
function numeralsAreNumbers({ numbers, numerals, words, codes, personal }: MemberTally): boolean {
  const like = numbers.count + numerals.count
  const values = like + words.count
  return (
    numerals.count > 0 && personal === 0 && 2 * like >= values && (codes === 0 || mostCodes * codes < values)
  )
}

function optionStats(tally: OptionTally): OptionStats {
  const { choosers, chosen, isComplete } = tally
  const ordered = isComplete
    ? inFormOrder(tally)
    : [...tally.options.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return {
    choosers,
    chosen,
    isComplete,
    counts: ordered.map(({ name, count }) => ({ option: name, count })),
    others: chosen - ordered.reduce((sum, { count }) => sum + count, 0),
  }
}

const numberStats = (numbers: NumberTally, fromTexts: number): NumberStats => ({
  count: numbers.count,
  fromTexts,
  mean: mean(numbers),
  median: quantile(numbers, 0.5),
  lowerQuartile: quantile(numbers, 0.25),
  upperQuartile: quantile(numbers, 0.75),
  least: numbers.least,
  greatest: numbers.greatest,
  relativeError: relativeError(numbers),
  distribution: histogram(numbers),
})
