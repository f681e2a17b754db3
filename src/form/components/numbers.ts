/** Reads the answers that are numbers: typed ones, and those chosen on a scale. */
import { localeOf, textsOf } from '../languages.ts'
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
import { plainNumber } from '../plain-number.ts'

/** Reads a typed number as the member `value`, as people of the page's language write it. */
export function readNumber(content: Content, { fields, language = 'en' }: Given): MembersRead {
  const text = lineOf(fields, '')
  if (text === '') return nothingGiven
  const number = numberIn(text, language)
  if (typeof number !== 'number') return problemOf(number.message)
  const message = boundsProblem(number, content, language)
  return message === undefined ? { members: { value: number }, problems: [] } : problemOf(message)
}

/** A number as its language writes it, without separators of thousands. */
export const writtenNumber = (number: number, language = 'en'): string =>
  new Intl.NumberFormat(localeOf(language), {
    maximumFractionDigits: 15,
    useGrouping: false,
    numberingSystem: 'latn',
  }).format(number)

function boundsProblem(number: number, content: Content, language: string): string | undefined {
  const [min, max, step] = ['min', 'max', 'step'].map((key) => contentNumber(content, key))
  const { problems } = textsOf(language)
  const written = (n: number): string => writtenNumber(n, language)
  const isBelow = min !== undefined && number < min
  const isAbove = max !== undefined && number > max
  if ((isBelow || isAbove) && min !== undefined && max !== undefined)
    return problems.numberBetween(written(min), written(max))
  if (isBelow) return problems.numberAtLeast(written(min))
  if (isAbove) return problems.numberAtMost(written(max))
  if (step === undefined || step <= 0 || isOnStep((number - (min ?? 0)) / step)) return undefined
  if (step === 1 && Number.isInteger(min ?? 0)) return problems.numberWhole
  return min === undefined
    ? problems.numberStep(written(step))
    : problems.numberStepFrom(written(step), written(min))
}

/** Whether it is whole, but for what decimal fractions lose as doubles. */
const isOnStep = (steps: number): boolean =>
  Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))

/** The most digits that a double surely keeps. */
const mostDigits = 15

/** The number that a text writes, or why it is none. */
function numberIn(text: string, language: string): number | { readonly message: string } {
  const { problems } = textsOf(language)
  const example = writtenNumber(1234.5, language)
  const plain = plainNumber(text, localeOf(language))
  if (plain === undefined) return { message: problems.number(example) }
  if (plain === 'unclear') return { message: problems.numberUnclear(example) }
  if (plain.replaceAll(/^-?0+|\D/g, '').length > mostDigits)
    return { message: problems.numberDigits(mostDigits) }
  const number = Number(plain)
  return number === 0 ? 0 : number
}

/** A scale of whole numbers, and what its ends mean. */
export type Scale = {
  readonly values: readonly number[]
  readonly lowLabel: string
  readonly highLabel: string
}

const scaleFrom = (content: Content, min: number, max: number): Scale => ({
  values: Array.from({ length: Math.max(0, max - min + 1) }, (_, i) => min + i),
  lowLabel: contentText(content, 'lowLabel'),
  highLabel: contentText(content, 'highLabel'),
})

const within = (value: number | undefined, [least, most]: readonly [number, number], usual: number): number =>
  value === undefined || !Number.isInteger(value) ? usual : Math.min(most, Math.max(least, value))

/** The most points of a scale. */
const mostPoints = 10

/** The numbers of a Rating. */
export const ratingScale = (content: Content): Scale =>
  scaleFrom(content, 1, within(contentNumber(content, 'max'), [3, mostPoints], 5))

/** The numbers of an OpinionScale. */
export function opinionScale(content: Content, language?: string): Scale {
  const isNps = content['preset'] === 'nps'
  const min = isNps ? 0 : within(contentNumber(content, 'min'), [0, 1], 1)
  const max = isNps ? mostPoints : within(contentNumber(content, 'max'), [2, mostPoints], mostPoints)
  const scale = scaleFrom(content, min, max)
  if (!isNps) return scale
  const { lowLabel, highLabel } = textsOf(language).words
  return { ...scale, lowLabel: scale.lowLabel || lowLabel, highLabel: scale.highLabel || highLabel }
}

/** Reads a number that was chosen on a scale as the member `value`. */
export const readScale =
  (scaleOf: (content: Content) => Scale) =>
  (content: Content, { fields, language }: Given): MembersRead => {
    const text = lineOf(fields, '')
    if (text === '') return nothingGiven
    const value = scaleOf(content).values.find((number) => String(number) === text)
    return value === undefined
      ? problemOf(textsOf(language).problems.notOnScale)
      : { members: { value }, problems: [] }
  }
