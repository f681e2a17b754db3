/** The segments that responses are divided into by the values of a column. */
import { answerFactsOf } from '../form/answer-facts.ts'
import { misuse } from '../failure/failure.ts'
import { inQuotes, listed } from '../form/words.ts'
import { momentOf } from '../record/moment.ts'
import type { ValuesBy } from '../table/choose-records.ts'
import { isPart, typeOf, type Column } from '../table/columns.ts'
import { questionFinder, type FormQuestion, type Question } from '../table/questions.ts'
import { dayIn, type TimeZone } from '../table/time.ts'
import { inFull, rangeWords, spanWords } from './figure-words.ts'
import type { Segments } from './figures.ts'
import { isOnlyCounted } from './member-tally.ts'
import { newNumbers, quantile, rangeEdges } from './numbers.ts'
import { asksForNps, npsGroupOf, npsGroups, optionNumbers } from './scale.ts'
import type { Segment } from './shapes.ts'

/** The words of --by that name no column: each form, and the month in which a response was created. */
export const [byForm, byMonth] = ['form', 'month'] as const

/** How values become segments. */
type Grouping = {
  readonly keyOf: (value: string) => string
  /** Absent: the keys themselves. */
  readonly labelOf?: (key: string) => string
  /** All keys in their order; absent: the most frequent first. */
  readonly inOrder?: readonly string[]
}

type SegmentsOptions = {
  /** The word or name after --by. */
  readonly name: string
  readonly asked: readonly FormQuestion[]
  readonly timeZone: TimeZone
}

/** The most segments beside that of all others, and the most of those that have an order of their own. */
const [maxSegments, maxInOrder] = [10, 12]

/**
 * The segments of responses with these values, the most frequent first, or in the order of numbers, bands and months. Many numbers
 * become bands, days months, and the scores of a Net Promoter Score its three groups. A response with several values, as of a
 * multiple choice, is in the segment of each. Names of people, and questions that have several answers each, are misuse.
 */
export function segmentsOf(
  { columns, names, values }: ValuesBy,
  { name, asked, timeZone }: SegmentsOptions,
): Segments {
  if (name !== byMonth && columns.some(isOnlyCounted))
    throw misuse(
      `--by ${inQuotes(name)} would show who people are, and figures do not: divide by another column.`,
    )
  refuseParts(name, columns, names)
  const valueOf = (text: string): string => (name === byMonth ? dayOf(text, timeZone) : text)
  const given = values.map((texts) => new Set(texts.map(valueOf).filter((value) => value !== '')))
  const counts = frequenciesIn(given)
  const { keyOf, labelOf, inOrder } = groupingOf(counts, { columns, asked, isMonth: name === byMonth })
  const keys = new Map(Array.from(counts.keys(), (value) => [value, keyOf(value)]))
  const groups = given.map((of) => (of.size === 0 ? none : new Set(Array.from(of, (one) => keys.get(one)))))
  const ranked = [...frequenciesIn(groups)]
    .toSorted(([a = '', n], [b = '', m]) => m - n || (a < b ? -1 : 1))
    .map(([key]) => key)
  const kept = ranked.slice(0, inOrder ? maxInOrder : maxSegments)
  const ordered = inOrder?.filter((key) => kept.includes(key)) ?? kept.filter((key) => key !== undefined)
  const shown = kept.includes(undefined) ? [...ordered, undefined] : ordered
  const segments = shown.map((value): Segment => {
    if (value === undefined) return { kind: 'none', value: null, label: 'No answer' }
    if (name === byForm) return { kind: 'form', value, label: `Form ${value}` }
    return { kind: 'value', value, label: labelOf?.(value) ?? flags.get(value) ?? value }
  })
  const byKey = new Map(shown.map((key, i) => [key, segments[i]]))
  const rest = ranked.length - kept.length
  const others: Segment = { kind: 'others', value: null, label: `Others (${rest})` }
  return {
    all: rest > 0 ? [...segments, others] : segments,
    of: (nth) => [...new Set(Array.from(groups[nth] ?? none, (key) => byKey.get(key) ?? others))],
  }
}

/** The group of a response without a value. */
const none: ReadonlySet<string | undefined> = new Set([undefined])

const dayOf = (time: string, timeZone: TimeZone): string =>
  Number.isNaN(momentOf(time)) ? '' : dayIn(momentOf(time), timeZone)

function frequenciesIn<T>(sets: readonly ReadonlySet<T>[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const set of sets) for (const one of set) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** A table of choices and a ranking have an answer for each row or option, so one of these has to be named. */
function refuseParts(name: string, columns: readonly Column[], titles: readonly string[]): void {
  const parts = columns.filter(isPart)
  const [first] = parts
  if (first?.holds.kind !== 'answer' || parts.length < 2) return
  const names = titles.slice(0, 5).map((title) => `--by ${inQuotes(title)}`)
  const what =
    first.holds.member.name === 'ranking'
      ? 'ranking, which has a place for each option'
      : 'table of choices, which has an answer for each row'
  throw misuse(
    `--by ${inQuotes(name)} is a ${what}. Divide by one of them: ${listed(names, 'or')}${parts.length > 5 ? ', and so on' : ''}.`,
  )
}

/** What true and false are called in figures. */
const flags: ReadonlyMap<string, string> = new Map([
  ['true', 'Yes'],
  ['false', 'No'],
])

type Counts = ReadonlyMap<string, number>

function groupingOf(
  counts: Counts,
  {
    columns: [column, second],
    asked,
    isMonth,
  }: {
    readonly columns: readonly Column[]
    readonly asked: readonly FormQuestion[]
    readonly isMonth: boolean
  },
): Grouping {
  const values = [...counts.keys()]
  const question = column?.holds.kind === 'answer' ? column.holds.member.question : undefined
  if (isMonth) return months(values)
  if (column && !second && typeOf(column) === 'date') return daysOrMonths(values)
  if (answerFactsOf(question?.type.text)?.answerKind === 'time') return hours(values)
  if (question && !second && isNps(question, counts, asked))
    return {
      keyOf: (value) => npsGroupOf(optionNumbers([value])?.get(value) ?? 0),
      labelOf: (key) => npsGroups.find(([group]) => group === key)?.[1] ?? key,
      inOrder: npsGroups.map(([group]) => group),
    }
  if (!values.every((value) => value.trim() !== '' && Number.isFinite(Number(value)))) return { keyOf: same }
  return values.length > maxSegments
    ? bands(counts)
    : { keyOf: same, inOrder: values.toSorted((a, b) => Number(a) - Number(b)) }
}

/** Groups whose keys are in their order as texts. */
const sorted = (
  values: readonly string[],
  keyOf: (value: string) => string,
  labelOf: (key: string) => string,
): Grouping => ({ keyOf, labelOf, inOrder: [...new Set(values.map(keyOf))].toSorted() })

/** Days by month or by year. */
const monthOf = (day: string): string => day.slice(0, '2026-03'.length)
const yearOf = (day: string): string => day.slice(0, '2026'.length)
const countOf = (days: readonly string[], keyOf: (day: string) => string): number =>
  new Set(days.map(keyOf)).size

/** Months of days, or years where the months are too many. */
const months = (days: readonly string[]): Grouping =>
  sorted(days, countOf(days, monthOf) > maxInOrder ? yearOf : monthOf, spanWords)

/** The same, but few days of one month one by one. */
const daysOrMonths = (days: readonly string[]): Grouping =>
  countOf(days, monthOf) === 1 && days.length <= maxInOrder ? sorted(days, same, spanWords) : months(days)

const hours = (times: readonly string[]): Grouping =>
  sorted(
    times,
    (time) => `${time.slice(0, 2)}:00`,
    (key) => `${key}–${key.slice(0, 2)}:59`,
  )

const same = (value: string): string => value

function isNps(question: Question, counts: Counts, asked: readonly FormQuestion[]): boolean {
  const numbers = optionNumbers(counts.keys())
  if (!numbers) return false
  const [spec] = questionFinder(asked)(question)
  const isScale = answerFactsOf(question.type.text)?.isScale === true
  return asksForNps(newNumbers(Array.from(numbers, ([value, number]) => [number, counts.get(value) ?? 0])), {
    headline: question.headline.text,
    type: question.type.text,
    offered: isScale ? [] : (spec?.options ?? []).flatMap((one) => optionNumbers([one])?.get(one) ?? []),
    ...(spec && { preset: String(spec.about['preset'] ?? '') }),
  })
}

/** How many bands numbers have at most, without those below and above, which few numbers are in. */
const maxBands = 8
/** The share of numbers below the first band at most, and above the last one: one typing error does not spoil the others. */
const outside = 0.02

/** Bands of equal width with round limits. */
function bands(counts: Counts): Grouping {
  const tally = newNumbers(Array.from(counts, ([value, count]) => [Number(value), count]))
  const inner = [quantile(tally, outside), quantile(tally, 1 - outside)] as const
  // Nearly all numbers may be the same one.
  const [from, to] = inner[0] < inner[1] ? inner : [tally.least, tally.greatest]
  const edges = rangeEdges(from, to, maxBands)
  const [lowest = from, highest = to] = [edges[0], edges.at(-1)]
  const all = [
    { from: -Infinity, key: `below ${inFull(lowest)}` },
    ...edges.slice(0, -1).map((edge, i) => ({
      from: edge,
      key: rangeWords(
        { from: edge, to: edges[i + 1] ?? edge },
        { areWhole: tally.areWhole, relativeError: 0 },
      ),
    })),
    { from: highest, key: `${inFull(highest)} or more` },
  ]
  return {
    keyOf: (value) => all.findLast((band) => band.from <= Number(value))?.key ?? '',
    inOrder: all.map(({ key }) => key),
  }
}
