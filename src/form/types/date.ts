import {
  dayAfter,
  dayIn,
  dayLength,
  localeOf,
  dayText,
  isDay,
  typedDate,
  type DatePart,
} from '../typed-values.ts'
import type { Texts } from '../languages.ts'
import type { Content } from '../schema.ts'
import { contentText, lineOf, nothingGiven, type MemberResult } from './answers.ts'
import { defineType, textWhere } from './define-type.ts'
import { edgeShare } from './fake.ts'

/** The word for the day on which the page is filled in. */
export const todayWord = 'today'

const isBound = (text: string): boolean => text === todayWord || isDay(text)

export const date = defineType({
  asks: { summary: 'a date', sample: { '': '2026-05-31' } },
  answerKind: 'date',
  missing: { text: 'date' },
  limits: ['min', 'max'].map((key) => textWhere(key, isBound, 'a date like 2026-05-31, or today')),

  /** Reads a date as the member `value`, YYYY-MM-DD: from a field for each part, or from one with all of them. */
  read(content, { fields, texts, language, isRequired, now }) {
    const { missing, problems, locale } = texts
    const order = dateOrder(language)
    const typed = typedDate((field) => lineOf(fields, field), order)
    const at = (part: DatePart | undefined, message: string): MemberResult => ({
      problems: [{ field: typed?.whole ?? part ?? '', message }],
    })
    if (!typed) return isRequired === true ? at(order[0], missing.date) : nothingGiven
    const { month, year = '' } = typed.parts
    const wordy = order.find((part) => part !== 'year' && !/^\d{0,2}$/.test(typed.parts[part] ?? ''))
    if (wordy) return at(wordy, problems.date)
    const empty = order.find((part) => (typed.parts[part] ?? '') === '')
    if (empty) return at(empty, missing.field(datePartName(empty, language)))
    if (!/^[1-9]\d{3}$/.test(year)) return at('year', problems.dateYear)
    const value = dayText(typed.parts)
    if (!isDay(value)) return at(Number(month) > 12 ? 'month' : 'day', problems.dateUnknown)
    const { min, max } = boundsOf(content)
    if (value < (dayOf(min, now, -12) ?? value))
      return at(order[0], min === todayWord ? problems.datePast : problems.dateFrom(dayIn(locale, min)))
    if (value > (dayOf(max, now, 14) ?? value))
      return at(order[0], max === todayWord ? problems.dateFuture : problems.dateTo(dayIn(locale, max)))
    return { members: { value }, problems: [] }
  },

  fake(content, { happens, skewed, now }) {
    const [min, max] = [boundsOf(content).min, boundsOf(content).max].map((bound) => dayOf(bound, now, 0))
    const span = content['dateOfBirth'] === true ? 80 * 365 : 365
    const last = max ?? dayAfter(min !== undefined && min > now ? min : now, min === undefined ? 0 : 90)
    const first = min ?? dayAfter(last, -span)
    const days = Math.round((Date.parse(last) - Date.parse(first)) / dayLength)
    const day = dayAfter(first, happens(edgeShare) ? 0 : days - skewed(days + 1))
    return { year: day.slice(0, 4), month: day.slice(5, 7), day: day.slice(8) }
  },
})

const boundsOf = (content: Content) => ({
  min: contentText(content, 'min'),
  max: contentText(content, 'max'),
})

/** The bounds of a date as sentences; '' without any. */
export function dateBounds(content: Content, { hints, problems, locale }: Texts): string {
  const { min, max } = boundsOf(content)
  if (isDay(min) && isDay(max)) return hints.dateBetween(dayIn(locale, min), dayIn(locale, max))
  return [
    min === todayWord ? hints.dateNotPast : isDay(min) ? problems.dateFrom(dayIn(locale, min)) : '',
    max === todayWord ? hints.dateNotFuture : isDay(max) ? problems.dateTo(dayIn(locale, max)) : '',
  ]
    .join(' ')
    .trim()
}

/** The parts of a date in the order in which a language writes them. */
export const dateOrder = (language = 'en'): readonly DatePart[] =>
  new Intl.DateTimeFormat(dateLocale(language), { calendar: 'gregory' })
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))

/** What a part is called above its field. */
export function datePartName(part: DatePart, language = 'en'): string {
  const name = new Intl.DisplayNames([dateLocale(language), 'en'], { type: 'dateTimeField' }).of(part) ?? part
  return name.charAt(0).toLocaleUpperCase(localeOf(language)) + name.slice(1)
}

/** English without a country has the order that most of its countries have. */
const dateLocale = (language: string): string => (language === 'en' ? 'en-GB' : localeOf(language))

/** The day of a bound. Today is another day elsewhere: `hours` leads to where it is the earliest or the latest. */
function dayOf(bound: string, now: string | undefined, hours: number): string | undefined {
  if (bound !== todayWord) return isDay(bound) ? bound : undefined
  return now === undefined
    ? undefined
    : new Date(Date.parse(now) + hours * 3_600_000).toISOString().slice(0, 10)
}
