import { isTimeOfDay, timeIn } from '../typed-values.ts'
import type { Texts } from '../languages.ts'
import type { Content } from '../schema.ts'
import { contentNumber, contentText, lineOf, nothingGiven, problemOf } from './answers.ts'
import { defineType, numberFrom, textWhere } from './define-type.ts'
import { edgeShare } from './fake.ts'

export const time = defineType({
  asks: { summary: 'a time of day', sample: { '': '14:30' } },
  answerKind: 'time',
  missing: { text: 'time' },
  limits: [
    ...['min', 'max'].map((key) => textWhere(key, isTimeOfDay, 'a time like "14:30", in quotes')),
    numberFrom('step', 1, 720),
  ],

  /** Reads a time of day as the member `value`, HH:MM. */
  read(content, { fields, texts }) {
    const { problems } = texts
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
  },

  fake(content, { below, happens }) {
    const [from, to] = [contentText(content, 'min') || '00:00', contentText(content, 'max') || '23:59'].map(
      minutesOf,
    )
    const step = contentNumber(content, 'step') ?? 5
    const steps = Math.floor(((to ?? 0) - (from ?? 0)) / step)
    const at = (from ?? 0) + step * (happens(edgeShare) ? steps * below(2) : below(steps + 1))
    return { '': [at / 60, at % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':') }
  },
})

/** How to write a time, and its bounds, as sentences. */
export function timeHint(content: Content, { hints, problems }: Texts): string {
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  const [from, to] = [
    isTimeOfDay(min) ? problems.timeFrom(min) : '',
    isTimeOfDay(max) ? problems.timeTo(max) : '',
  ]
  const bounds = from !== '' && to !== '' ? hints.timeBetween(min, max) : from + to
  return `${problems.time} ${bounds}`.trim()
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
