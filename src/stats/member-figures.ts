/** The figures of one member of a question's answers: options, numbers, texts and flags. */
import { answerFactsOf } from '../form/answer-facts.ts'
import { compareTexts } from '../form/words.ts'
import { sumOf, type JsonObject } from '../form/value.ts'
import { isMain, mainMembers } from '../table/answers.ts'
import { typeOfAnswers } from '../table/cell-values.ts'
import { baseOf, inFormOrder, type OptionTally } from '../table/option-tally.ts'
import { isChoiceType } from '../table/questions.ts'
import type { ColumnType } from '../table/table.ts'
import { frequentIn, samplesOf, type MemberTally } from './member-tally.ts'
import { foldDays, weekday } from './days.ts'
import { histogram, newNumbers, quantile, relativeError, type NumberTally } from './numbers.ts'
import {
  asksForNps,
  asksToRate,
  countsOn,
  npsOf,
  optionNumbers,
  scaleOf,
  type RatedQuestion,
} from './scale.ts'
import type { DateStats, Kind, MemberStats, NumberStats, OptionStats, TextStats, Unit } from './shapes.ts'

/** What is known of a question beside its answers. */
type QuestionContext = Pick<RatedQuestion, 'headline' | 'type' | 'preset'> & {
  /** Those of the form in its order; none where they are not known. */
  readonly options: readonly string[]
  /** How many responses say no by giving no answer, and the member of those that say yes. */
  readonly silent: { readonly member: string | undefined; readonly no: number }
  /** Of a segment: the figures of all, whose scales and options its own have. */
  readonly like: readonly MemberStats[] | undefined
}

/** The figures of the members that had a value, the one with the answer itself first. */
export function memberStats(
  members: Iterable<MemberTally>,
  samples: number,
  context: QuestionContext,
): readonly MemberStats[] {
  const { member: tick, no } = context.silent
  const given = [...members]
    .filter((member) => member.given > 0 || (no > 0 && member.name === tick))
    .toSorted(byRank)
  // Each option of a ranking is a member, and has a place among them.
  const isRanking = answerFactsOf(context.type)?.answerKind === 'ranking'
  const places = isRanking && { headline: '', options: given.map((_, i) => String(i + 1)) }
  return given.map((member) => statsOfMember(member, samples, { ...context, ...places }))
}

function byRank(a: MemberTally, b: MemberTally): number {
  const [first, second] = [a, b].map(({ name }) => mainMembers.indexOf(name) + 1 || mainMembers.length + 1)
  if (first !== second) return (first ?? 0) - (second ?? 0)
  return a.place - b.place || (a.name < b.name ? -1 : 1)
}

/** Whether only the number of answers is shown of a member: flags beside the answer, and texts that identify people. */
export const isCounted = ({ member, options, numbers, texts, flags, others }: MemberStats): boolean =>
  options === null &&
  numbers === null &&
  (flags === null || !isMain(member)) &&
  (texts === null ? others > 0 || flags !== null : texts.samples.length === 0 && texts.notNumbers === null)

function statsOfMember(member: MemberTally, samples: number, context: QuestionContext): MemberStats {
  const { name, given, seenTypes, personal, yes, others } = member
  const { answerKind, isScale = false } = answerFactsOf(context.type) ?? {}
  const isTick = name === context.silent.member
  const no = member.no + (isTick ? context.silent.no : 0)
  const like = context.like?.find((other) => other.member === name)
  const type = personal > 0 ? 'text' : typeOfAnswers(seenTypes, context.type)
  const areNumbers = like ? like.numbers !== null : numeric.has(type)
  const areFlags = like ? like.flags !== null : type === 'boolean' || (isTick && seenTypes === 0)
  const options = optionStats(member.options, {
    asked: isMain(name) || answerKind === 'rows' ? context.options : [],
    like: like?.options,
  })
  const rated = options && (!like || like.numbers) ? ratedOptions(options) : undefined
  const numbers =
    rated && options
      ? newNumbers(options.counts.map(({ option, count }) => [rated.get(option) ?? 0, count]))
      : member.numbers
  // The options of scales and the places of a ranking are numbers; those of other types are texts.
  const onScale = isScale || answerKind === 'ranking' ? context.options.map(Number) : []
  const asked = { ...context, offered: options?.isComplete && rated ? [...rated.values()] : onScale }
  const areDates = like ? like.dates !== null : type === 'date' || type === 'time'
  const dates = areDates && member.days.size > 0 ? dateStats(member, like?.dates?.unit) : null
  const areTimes = member.times.size > 0 && sumOf(member.times.values()) === member.words.count
  const times = areTimes ? timeStats(member.times) : null
  const hasNumbers = (rated !== undefined || areNumbers) && numbers.count > 0
  return {
    member: name,
    given,
    options,
    numbers: hasNumbers ? numberStats(numbers, asked, like?.numbers) : null,
    dates,
    times,
    texts:
      areNumbers || areFlags || dates || times
        ? null
        : textStats(member, { samples, isPersonal: personal > 0 || like?.texts?.isPersonal === true }),
    flags: areFlags && yes + no > 0 ? { yes, no } : null,
    others,
  }
}

/** The most bars of days, weeks, months or years. */
const maxSpans = 31

/** The dates of one member. A segment is given the `unit` of all responses, so that both have the same bars. */
function dateStats({ days, earliest, latest }: MemberTally, unit?: Unit): DateStats {
  const known = [...days].toSorted(([a], [b]) => compareTexts(a, b))
  const folded = foldDays(
    known.map(([day, total]) => ({ day, total, finished: 0 })),
    maxSpans,
    unit,
  )
  const weekdays = [0, 0, 0, 0, 0, 0, 0]
  for (const [day, count] of known) weekdays[weekday(day)] = (weekdays[weekday(day)] ?? 0) + count
  const distribution = folded.spans.map(({ label, total }) => ({ from: label, count: total }))
  return { earliest, latest, unit: folded.unit, distribution, weekdays }
}

/** Every hour from the first to the last. */
function timeStats(times: ReadonlyMap<string, number>): NonNullable<MemberStats['times']> {
  const sorted = [...times].toSorted(([a], [b]) => compareTexts(a, b))
  const [earliest = '', latest = ''] = [sorted[0]?.[0], sorted.at(-1)?.[0]]
  const [first, last] = [Number(earliest.slice(0, 2)), Number(latest.slice(0, 2))]
  const hours = Array.from({ length: last - first + 1 }, (_, i) => String(first + i).padStart(2, '0'))
  return {
    earliest,
    latest,
    hours: hours.map((hour) => ({
      from: `${hour}:00`,
      count: sumOf(sorted.flatMap(([time, count]) => (time.startsWith(hour) ? [count] : []))),
    })),
  }
}

const numeric: ReadonlySet<ColumnType> = new Set(['integer', 'int64', 'number'])

/** The most frequent texts that are listed. */
const maxFrequent = 10

function textStats(
  { numerals, words, personal }: MemberTally,
  { samples, isPersonal }: { readonly samples: number; readonly isPersonal: boolean },
): TextStats | null {
  const count = words.count + numerals.count + personal
  if (count === 0) return null
  const isSpoiled = !isPersonal && words.count > 0 && numerals.count >= words.count
  return {
    count,
    isPersonal,
    notNumbers: isSpoiled
      ? { count: words.count, example: samplesOf([words], Math.min(samples, 1))[0]?.text ?? null }
      : null,
    frequent: isPersonal || samples === 0 ? [] : frequentIn([words, numerals], maxFrequent),
    samples: samplesOf(isPersonal ? [] : [words, numerals], samples),
  }
}

/** `asked`: the options of the form in its order, if they are known; `like`: the figures of all responses. */
function optionStats(
  tally: OptionTally,
  { asked, like }: { readonly asked: readonly string[]; readonly like: OptionStats | null | undefined },
): OptionStats | null {
  const { choosers, chosen } = tally
  if (chosen === 0 && tally.options.size === 0) return null
  const first = like?.counts.map(({ option }) => option) ?? asked
  const known = tally.isComplete
    ? inFormOrder(tally)
    : [...tally.options.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  const names = new Set([...first, ...known.map(({ name }) => name)])
  const counts = Array.from(names, (name): OptionStats['counts'][number] => {
    const { count = 0, offered = 0 } = tally.options.get(name) ?? {}
    const base = baseOf(tally, { name, offered })
    return { option: name, count, ...(base < choosers && { offered: base }) }
  })
  return {
    choosers,
    chosen,
    isComplete: like?.isComplete ?? (tally.isComplete || asked.length > 0),
    counts,
    others: chosen - sumOf(counts.map(({ count }) => count)),
  }
}

/** The numbers of options that form a rating: one is chosen per answer, and all are from 0 to 10. */
const ratedOptions = (options: OptionStats): ReadonlyMap<string, number> | undefined =>
  options.chosen === 0 || options.chosen !== options.choosers || options.others > 0
    ? undefined
    : optionNumbers(options.counts.map(({ option }) => option))

function numberStats(
  numbers: NumberTally,
  asked: RatedQuestion,
  like: NumberStats | null | undefined,
): NumberStats {
  const isNps = like ? like.nps !== null : asksForNps(numbers, asked)
  const scale = like ? like.scale : isNps ? { from: 0, to: 10 } : scaleOf(numbers, asked.offered)
  return {
    count: numbers.count,
    sum: Number(numbers.sum.toPrecision(15)),
    mean: numbers.sum / numbers.count,
    median: quantile(numbers, 0.5),
    lowerQuartile: quantile(numbers, 0.25),
    upperQuartile: quantile(numbers, 0.75),
    least: numbers.least,
    greatest: numbers.greatest,
    relativeError: relativeError(numbers),
    areWhole: numbers.areWhole,
    scale,
    nps: isNps ? npsOf(numbers) : null,
    distribution: scale
      ? countsOn(scale, numbers, like?.distribution.map(({ from }) => from) ?? asked.offered)
      : histogram(numbers),
  }
}

const plainKinds = ['text', 'number', 'date', 'time'] as const

/** `about`: the content of the question, where a spec is known. */
export function kindOf({
  headline,
  type,
  answers,
  about,
}: {
  readonly headline: string
  readonly type: string
  readonly answers: readonly MemberStats[]
  readonly about?: JsonObject | undefined
}): Kind {
  const { figures, answerKind, isScale } = answerFactsOf(type) ?? {}
  if (figures !== undefined) return figures
  const main = answers.find(({ member }) => isMain(member)) ?? answers[0]
  if (main === undefined) {
    // Nobody answered it, so its type and spec say what it asks.
    if (about?.['preset'] === 'nps') return 'nps'
    if (isScale) return 'rating'
    if (isChoiceType(type)) return about?.['isMulti'] === true ? 'multiple-choice' : 'single-choice'
    return plainKinds.find((kind) => kind === answerKind) ?? 'other'
  }
  const { options, numbers, dates, times, texts, flags } = main
  if (numbers?.nps) return 'nps'
  if (numbers && (options || (numbers.scale && asksToRate(type, headline)))) return 'rating'
  if (numbers) return 'number'
  if (options) return options.chosen > options.choosers ? 'multiple-choice' : 'single-choice'
  if (dates) return 'date'
  if (times) return 'time'
  return flags ? 'yes-no' : texts ? 'text' : 'other'
}
