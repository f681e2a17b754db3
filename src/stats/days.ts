/** Days as text, `2026-03-01`. */

import { sumOf } from '../form/value.ts'
import type { Day, Unit } from './shapes.ts'

/**
 * The counts of a day among those of the newest `max` days, or up to twice as many. A day that is among the newest in the end was
 * so whenever it came, so its counts are exact.
 */
export function countsOf<T>(
  days: Map<string, T>,
  day: string,
  { max, none }: { readonly max: number; readonly none: () => T },
): T {
  const known = days.get(day)
  if (known) return known
  if (days.size >= 2 * max) for (const old of [...days.keys()].toSorted().slice(0, -max)) days.delete(old)
  const counts = none()
  days.set(day, counts)
  return counts
}

/** Days since 1970. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00Z`) / 86_400_000

/** Responses of one day, week, month, year or decade. */
export type Span = {
  /** Its first day, or the part of it that says enough: 2026-03 for a month. */
  readonly label: string
  readonly total: number
  readonly finished: number
}

/** Days as bars of a chart, also those without a response. Where they are too many: weeks, months or years. */
export type Spans = {
  readonly unit: Unit
  readonly spans: readonly Span[]
  /** Responses before them, where even the years are too many. */
  readonly before: number
}

/** By the finest unit with which the days fit in this number of bars, or by a given one. */
export function foldDays(days: readonly Day[], maxSpans: number, given?: Unit): Spans {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return { unit: given ?? 'day', spans: [], before: 0 }
  const unit =
    units.find((one) => (given ? one.name === given : count([first, last], one, maxSpans) <= maxSpans)) ??
    decades
  const spans = spansOf(days, unit)
  const before = sumOf(spans.slice(0, -maxSpans).map(({ total }) => total))
  return { unit: unit.name, spans: spans.slice(-maxSpans), before }
}

type CalendarUnit = {
  readonly name: Unit
  /** From the first day of a span, so many days later is in the next one. */
  readonly days: number
  /** The first day of the span that a day is in. */
  readonly begin: (day: string) => string
  readonly label: (begin: string) => string
}

const addDays = (day: string, n: number): string =>
  new Date((dayNumber(day) + n) * 86_400_000).toISOString().slice(0, 10)

/** Days since Monday, with which weeks begin. */
export const weekday = (day: string): number => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7

const same = (day: string): string => day
const decades: CalendarUnit = {
  name: 'decade',
  days: 3660,
  begin: (day) => `${day.slice(0, 3)}0-01-01`,
  label: (day) => `${day.slice(0, 4)}s`,
}
const units: readonly CalendarUnit[] = [
  { name: 'day', days: 1, begin: same, label: same },
  { name: 'week', days: 7, begin: (day) => addDays(day, -weekday(day)), label: same },
  { name: 'month', days: 31, begin: (day) => `${day.slice(0, 7)}-01`, label: (day) => day.slice(0, 7) },
  { name: 'year', days: 366, begin: (day) => `${day.slice(0, 4)}-01-01`, label: (day) => day.slice(0, 4) },
  decades,
]

const nextOf = (day: string, { begin, days }: CalendarUnit): string => begin(addDays(day, days))

/** How many spans there are from one to another; a number greater than `maxSpans` where they are more. */
function count([from, to]: readonly [string, string], unit: CalendarUnit, maxSpans: number): number {
  let n = 1
  for (let at = unit.begin(from); at < unit.begin(to) && n <= maxSpans; at = nextOf(at, unit)) n++
  return n
}

function spansOf(days: readonly Day[], unit: CalendarUnit): readonly Span[] {
  const spans: { begin: string; total: number; finished: number }[] = []
  for (const { day, total, finished } of days) {
    const start = unit.begin(day)
    let last = spans.at(-1)
    while (last !== undefined && last.begin < start) {
      last = { begin: nextOf(last.begin, unit), total: 0, finished: 0 }
      spans.push(last)
    }
    if (last?.begin !== start) spans.push((last = { begin: start, total: 0, finished: 0 }))
    last.total += total
    last.finished += finished
  }
  return spans.map(({ begin, total, finished }) => ({ label: unit.label(begin), total, finished }))
}
