/** Scales: people choose one whole number. */
import type { Content } from '../schema.ts'
import {
  contentText,
  lineOf,
  nothingGiven,
  problemOf,
  type AnswerInput,
  type MembersRead,
} from './answers.ts'

/** A scale of whole numbers, and what its ends mean. */
export type Scale = {
  readonly values: readonly number[]
  readonly lowLabel: string
  readonly highLabel: string
}

/** The most points of a scale. */
export const mostPoints = 10

export const scaleFrom = (content: Content, min: number, max: number): Scale => ({
  values: Array.from({ length: Math.max(0, max - min + 1) }, (_, i) => min + i),
  lowLabel: contentText(content, 'lowLabel'),
  highLabel: contentText(content, 'highLabel'),
})

/** A bound of a scale within the range of such bounds; the default where there is none. */
export const within = (
  value: number | undefined,
  [least, most]: readonly [number, number],
  byDefault: number,
): number =>
  value === undefined || !Number.isInteger(value) ? byDefault : Math.min(most, Math.max(least, value))

/** Reads a number that was chosen on a scale as the member `value`. */
export const readScale =
  (scaleOf: (content: Content) => Scale) =>
  (content: Content, { fields, texts }: AnswerInput): MembersRead => {
    const text = lineOf(fields, '')
    if (text === '') return nothingGiven
    const value = scaleOf(content).values.find((number) => String(number) === text)
    return value === undefined ? problemOf(texts.problems.notOnScale) : { members: { value }, problems: [] }
  }
