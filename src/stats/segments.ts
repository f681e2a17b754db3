/** The segments that responses are divided into by the values of a column. */
import { answerFactsOf } from '../form/answer-facts.ts'
import { misuse } from '../failure/failure.ts'
import { inQuotes, listed } from '../form/words.ts'
import { momentOf } from '../record/moment.ts'
import type { ValuesBy } from '../table/choose-records.ts'
import { isPart, typeOf, type Column } from '../table/columns.ts'
import { questionFinder, type FormQuestion } from '../table/questions.ts'
import { dayIn, type TimeZone } from '../table/time.ts'
import { inFull, rangeWords, spanWords } from './figure-words.ts'
import type { Segment, Segments } from './figures.ts'
import { isOnlyCounted } from './member-tally.ts'
import { newNumbers, quantile, rangeEdges } from './numbers.ts'
import { asksForNps, npsGroupOf, npsGroups, optionNumbers } from './scale.ts'

/** The words of --by that name no column: each form, and the month in which a response was created. */
export const [byForm, byMonth] = ['form', 'month'] as const

/** How values become segments: the segment of a value, what it is called, and whether segments have an order of their own. */
type SegmentRule = {
  readonly keyOf: (value: string) => string
  readonly labelOf?: (key: string) => string
  /** All keys in their order; absent: the most frequent first. */
  readonly inOrder?: readonly string[] | undefined
  /** The most segments beside that of all others. */
  readonly max: number
}

type SegmentsOptions = {
  /** The word or name after --by. */
  readonly name: string
  readonly asked: readonly FormQuestion[]
  readonly timeZone: TimeZone
}

/**
 * The segments of responses with these values, the most frequent first, or in the order of numbers, bands and months. Many numbers
 * become bands, days months, and the scores of a Net Promoter Score its three groups. A response with several values, as of a
 * multiple choice, is in the segment of each. Names of people, and questions that have several answers each, are misuse.
 */
export function segmentsOf(
  { columns, names, values }: ValuesBy,
  { name, ...options }: SegmentsOptions,
): Segments {
  if (name !== byMonth && columns.some(isOnlyCounted))
    throw misuse(
      `--by ${inQuotes(name)} would show who people are, and figures do not: divide by another column.`,
    )
  refuseParts(name, columns, names)
  const counts = new Map<string, number>()
  const ofRecord = values.map(keysOf)
  for (const given of ofRecord) for (const value of given) counts.set(value, (counts.get(value) ?? 0) + 1)
  const grouping = segmentRuleOf(name, columns, { counts, ...options })
  const groups = new Map<string, number>()
  const groupOf = new Map(Array.from(counts.keys(), (value) => [value, value && grouping.keyOf(value)]))
  const groupsOf = (given: ReadonlySet<string>): ReadonlySet<string> =>
    new Set(Array.from(given, (value) => groupOf.get(value) ?? value))
  for (const given of ofRecord)
    for (const group of groupsOf(given)) groups.set(group, (groups.get(group) ?? 0) + 1)
  return segmentsOfGroups(groups, grouping, {
    isForm: name === byForm,
    of: (nth) => groupsOf(ofRecord[nth] ?? none),
  })
}

function segmentsOfGroups(
  groups: ReadonlyMap<string, number>,
  { inOrder, labelOf = (value) => flags.get(value) ?? value, max }: SegmentRule,
  { isForm, of }: { readonly isForm: boolean; readonly of: (nth: number) => ReadonlySet<string> },
): Segments {
  const ranked = [...groups].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([group]) => group)
  const kept = ranked.slice(0, max)
  const named = kept.filter((group) => group !== '')
  const ordered = inOrder ? inOrder.filter((group) => named.includes(group)) : named
  const shown = kept.includes('') ? [...ordered, ''] : ordered
  const segments: Segment[] = shown.map((value) =>
    value === ''
      ? { kind: 'none', value: null, label: 'No answer' }
      : { kind: isForm ? 'form' : 'value', value, label: isForm ? `Form ${value}` : labelOf(value) },
  )
  const byGroup = new Map(shown.map((group, i) => [group, segments[i]]))
  const rest = ranked.length - kept.length
  const others: Segment = { kind: 'others', value: null, label: `Others (${rest})` }
  if (rest > 0) segments.push(others)
  return {
    all: segments,
    of: (nth) => [...new Set(Array.from(of(nth), (group) => byGroup.get(group) ?? others))],
  }
}

/** A table of choices and a ranking have an answer for each row or option, so one of these has to be named. */
function refuseParts(name: string, columns: readonly Column[], titles: readonly string[]): void {
  const parts = columns.filter(isPart)
  const [first] = parts
  if (first?.holds.kind !== 'answer' || parts.length < 2) return
  const { name: member } = first.holds.member
  const names = titles.slice(0, 5).map((title) => `--by ${inQuotes(title)}`)
  const [what, each] =
    member === 'ranking'
      ? ['ranking', 'a place for each option']
      : ['table of choices', 'an answer for each row']
  throw misuse(
    `--by ${inQuotes(name)} is a ${what}, which has ${each}. Divide by one of them: ${listed(names, 'or')}${parts.length > 5 ? ', and so on' : ''}.`,
  )
}

/** What true and false are called in figures. */
const flags: ReadonlyMap<string, string> = new Map([
  ['true', 'Yes'],
  ['false', 'No'],
])

/** The most segments beside that of all others, and the most months. */
const [maxSegments, maxMonths] = [10, 12]

type Met = Pick<SegmentsOptions, 'asked' | 'timeZone'> & { readonly counts: ReadonlyMap<string, number> }

function segmentRuleOf(name: string, columns: readonly Column[], met: Met): SegmentRule {
  const given = [...met.counts.keys()].filter((value) => value !== '')
  const [column] = columns
  if (name === byMonth)
    return monthsOf(
      given,
      (value) => (Number.isNaN(momentOf(value)) ? '' : dayIn(momentOf(value), met.timeZone)),
      true,
    )
  if (column && columns.length === 1 && typeOf(column) === 'date') return monthsOf(given, (value) => value)
  const facts =
    column?.holds.kind === 'answer' ? answerFactsOf(column.holds.member.question.type.text) : undefined
  if (facts?.answerKind === 'time') return hoursOf(given)
  if (isNps(columns, met, given))
    return {
      keyOf: (value) => npsGroupOf(optionNumbers([value])?.get(value) ?? 0),
      labelOf: (key) => npsGroups.find(([group]) => group === key)?.[1] ?? key,
      inOrder: npsGroups.map(([group]) => group),
      max: maxSegments,
    }
  if (!given.every((value) => value.trim() !== '' && Number.isFinite(Number(value))))
    return { keyOf: (value) => value, max: maxSegments }
  const numbers = given.toSorted((a, b) => Number(a) - Number(b))
  return numbers.length <= maxSegments
    ? { keyOf: (value) => value, inOrder: numbers, max: maxSegments }
    : bandsOf(numbers, met.counts)
}

/** Months of days; years where the months are too many, and few days of one month one by one. */
function monthsOf(
  given: readonly string[],
  dayOf: (value: string) => string,
  isOfCreation = false,
): SegmentRule {
  const days = new Map(given.map((value) => [value, dayOf(value)]))
  const cut = (length: number): readonly string[] =>
    [...new Set(Array.from(days.values(), (day) => day.slice(0, length)))].filter(Boolean).toSorted()
  const months = cut('2026-03'.length).length
  const daysOfMonth = months === 1 && !isOfCreation ? cut('2026-03-01'.length) : []
  const areFew = daysOfMonth.length > 0 && daysOfMonth.length <= maxMonths
  const inOrder = areFew ? daysOfMonth : cut(months > maxMonths ? '2026'.length : '2026-03'.length)
  const length = inOrder[0]?.length ?? 0
  return {
    keyOf: (value) => days.get(value)?.slice(0, length) ?? value,
    labelOf: spanWords,
    inOrder,
    max: maxMonths,
  }
}

const hoursOf = (given: readonly string[]): SegmentRule => ({
  keyOf: (value) => `${value.slice(0, 2)}:00`,
  labelOf: (key) => `${key}–${key.slice(0, 2)}:59`,
  inOrder: [...new Set(given.map((value) => `${value.slice(0, 2)}:00`))].toSorted(),
  max: maxMonths,
})

function isNps(
  [column, second]: readonly Column[],
  { asked, counts }: Met,
  given: readonly string[],
): boolean {
  const numbers = optionNumbers(given)
  if (!column || second || !numbers || column.holds.kind !== 'answer') return false
  const { question } = column.holds.member
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
function bandsOf(numbers: readonly string[], counts: ReadonlyMap<string, number>): SegmentRule {
  const tally = newNumbers(numbers.map((value) => [Number(value), counts.get(value) ?? 0]))
  const inner = [quantile(tally, outside), quantile(tally, 1 - outside)] as const
  // Nearly all numbers may be the same one.
  const [from, to] = inner[0] < inner[1] ? inner : [tally.least, tally.greatest]
  const edges = rangeEdges(from, to, maxBands)
  const [lowest = from, highest = to] = [edges[0], edges.at(-1)]
  const bands = edges.slice(0, -1).map((edge, i) => ({
    edge,
    key: rangeWords({ from: edge, to: edges[i + 1] ?? edge }, tally.areWhole),
  }))
  const [below, above] = [`below ${inFull(lowest)}`, `${inFull(highest)} or more`]
  return {
    keyOf: (value) => {
      const number = Number(value)
      if (number < lowest) return below
      return number >= highest ? above : (bands.findLast(({ edge }) => edge <= number)?.key ?? below)
    },
    inOrder: [below, ...bands.map(({ key }) => key), above],
    max: maxMonths,
  }
}

/** The different values; without any the one for no answer. */
function keysOf(values: readonly string[]): ReadonlySet<string> {
  const given = new Set(values.filter((value) => value !== ''))
  return given.size > 0 ? given : none
}

const none: ReadonlySet<string> = new Set([''])
