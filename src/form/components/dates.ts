/** Reads dates and times of day. */
import { textsOf } from '../languages.ts'
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

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text is a time of day, as HH:MM. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Reads a date as the member `value`, YYYY-MM-DD. */
export function readDate(content: Content, { fields, now, language }: Given): MembersRead {
  const { problems } = textsOf(language)
  const text = lineOf(fields, '')
  if (text === '') return nothingGiven
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return problemOf(problems.date)
  if (!isDay(text)) return problemOf(problems.dateUnknown)
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  if (text < (dayOf(min, now, -12) ?? text))
    return problemOf(min === todayWord ? problems.datePast : problems.dateFrom(min))
  if (text > (dayOf(max, now, 14) ?? text))
    return problemOf(max === todayWord ? problems.dateFuture : problems.dateTo(max))
  return { members: { value: text }, problems: [] }
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
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::00(?:\.0+)?)?$/.exec(text) ?? []
  const value = `${hours.padStart(2, '0')}:${minutes}`
  if (!isTimeOfDay(value)) return problemOf(problems.time)
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
