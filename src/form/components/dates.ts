/** Reads dates and times of day. */
import { localeOf, textsOf, writtenDay } from '../languages.ts'
import { dayText, isDay, isTimeOfDay, timeIn, typedDate, type DatePart } from '../plain-date.ts'
import type { Content } from '../schema.ts'
import {
  contentNumber,
  contentText,
  lineOf,
  nothingGiven,
  problemOf,
  type Given,
  type MembersRead,
} from './answers.ts'

/** The word for the day on which the page is filled in. */
export const todayWord = 'today'

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

/** Reads a date as the member `value`, YYYY-MM-DD: from a field for each part, or from one with all of them. */
export function readDate(content: Content, given: Given): MembersRead {
  const { fields, language, isRequired } = given
  const { missing, problems } = textsOf(language)
  const order = dateOrder(language)
  const typed = typedDate((field) => lineOf(fields, field), order)
  const at = (part: DatePart | undefined, message: string): MembersRead => ({
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
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  if (value < (dayOf(min, given.now, -12) ?? value))
    return at(order[0], min === todayWord ? problems.datePast : problems.dateFrom(writtenDay(min, language)))
  if (value > (dayOf(max, given.now, 14) ?? value))
    return at(order[0], max === todayWord ? problems.dateFuture : problems.dateTo(writtenDay(max, language)))
  return { members: { value }, problems: [] }
}

/** The day of a bound. Today is another day elsewhere: `hours` leads to where it is the earliest or the latest. */
function dayOf(bound: string, now: string | undefined, hours: number): string | undefined {
  if (bound !== todayWord) return isDay(bound) ? bound : undefined
  return now === undefined
    ? undefined
    : new Date(Date.parse(now) + hours * 3_600_000).toISOString().slice(0, 10)
}

/** Reads a time of day as the member `value`, HH:MM. */
export function readTime(content: Content, { fields, language }: Given): MembersRead {
  const { problems } = textsOf(language)
  const text = lineOf(fields, '')
  if (text === '') return nothingGiven
  const value = timeIn(text)
  if (value === undefined) return problemOf(problems.time)
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  if (isTimeOfDay(min) && value < min) return problemOf(problems.timeFrom(min))
  if (isTimeOfDay(max) && value > max) return problemOf(problems.timeTo(max))
  const step = contentNumber(content, 'step') ?? 1
  const from = isTimeOfDay(min) ? min : '00:00'
  if (step > 1 && (minutesOf(value) - minutesOf(from)) % step !== 0)
    return problemOf(problems.timeStep(step, from))
  return { members: { value }, problems: [] }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
