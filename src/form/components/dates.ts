/** Reads dates and times of day. */
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
export function readDate(content: Content, { fields, now }: Given): MembersRead {
  const text = lineOf(fields, '')
  if (text === '') return nothingGiven
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text))
    return problemOf('Write the date as year, month and day, like 2026-05-31.')
  if (!isDay(text)) return problemOf('This date does not exist. Check the day and the month.')
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  if (text < (dayOf(min, now, -12) ?? text))
    return problemOf(min === todayWord ? 'This date is in the past.' : `Enter a date from ${min} on.`)
  if (text > (dayOf(max, now, 14) ?? text))
    return problemOf(max === todayWord ? 'This date is in the future.' : `Enter a date up to ${max}.`)
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
export function readTime(content: Content, { fields }: Given): MembersRead {
  const text = lineOf(fields, '')
  if (text === '') return nothingGiven
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::00(?:\.0+)?)?$/.exec(text) ?? []
  const value = `${hours.padStart(2, '0')}:${minutes}`
  if (!isTimeOfDay(value)) return problemOf('Write the time as hours and minutes, like 14:30.')
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  if (isTimeOfDay(min) && value < min) return problemOf(`Enter a time from ${min} on.`)
  if (isTimeOfDay(max) && value > max) return problemOf(`Enter a time up to ${max}.`)
  const step = contentNumber(content, 'step') ?? 1
  const from = isTimeOfDay(min) ? min : '00:00'
  if (step > 1 && (minutesOf(value) - minutesOf(from)) % step !== 0)
    return problemOf(`Enter a time in steps of ${step} minutes from ${from}.`)
  return { members: { value }, problems: [] }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
