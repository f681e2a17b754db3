import { shortened } from '../words.ts'
import { favourite, inFakeOrder, pick, type FakeFields, type Faker } from './fake.ts'
import type { Texts } from '../languages.ts'
import type { Content } from '../schema.ts'
import {
  lengthProblem,
  lineOf,
  optionsOf,
  unifyBreaks,
  type AnswerInput,
  type AnswerProblem,
  type MemberResult,
  type FieldValues,
  contentNumber,
  contentText,
  nothingGiven,
  problemOf,
} from './answers.ts'

/** Choices among options, with "Other" where an author offers it. */

/** The value that the option "Other" sends in place of its text. */
export const otherValue = '__other__'

/** Whether a content offers the option "Other". */
export const offersOther = (content: Content): boolean => content['other'] === true

type Choice = {
  /** The chosen options in the author's order. */
  readonly chosen: readonly string[]
  /** What was typed, where "Other" was chosen. */
  readonly other?: string
  readonly problems: readonly AnswerProblem[]
}

/** Reads a choice among the options under a key of the content; with a problem, nothing is chosen. */
export function readChosen(content: Content, key: string, { fields, texts }: AnswerInput): Choice {
  const options = optionsOf(content, key)
  // Browsers send every line break as CR LF.
  const sent = new Set((fields.get('') ?? []).filter((value) => value !== '').map(unifyBreaks))
  const other = otherIn(content, sent, fields)
  if (other !== undefined) sent.delete(otherValue)
  const chosen = options.filter((option) => sent.has(unifyBreaks(option)))
  const offered = new Set(options.map(unifyBreaks))
  const foreign = [...sent].find((value) => !offered.has(value))
  const message =
    foreign === undefined
      ? countProblem(content, chosen.length + (other === undefined ? 0 : 1), texts)
      : texts.problems.notAnOption(shortened(foreign))
  const problem = message === undefined ? otherProblem(other, texts) : { field: '', message }
  if (problem) return { chosen: [], problems: [problem] }
  return { chosen, problems: [], other }
}

/** What was typed for "Other"; undefined if it was not chosen. If nothing is ticked, a text alone chooses it. */
function otherIn(content: Content, sent: ReadonlySet<string>, fields: FieldValues): string | undefined {
  if (!offersOther(content)) return undefined
  const text = lineOf(fields, 'other')
  // The empty value of a radio button says that there is no answer; that of a list is what it begins with.
  const isTakenBack = Array.isArray(content['choices']) && fields.get('')?.includes('') === true
  const isMeant = text !== '' && sent.size === 0 && !isTakenBack
  return sent.has(otherValue) || isMeant ? text : undefined
}

function otherProblem(other: string | undefined, texts: Texts): AnswerProblem | undefined {
  if (other !== '') return lengthProblem('other', other ?? '', { texts })
  return { field: 'other', message: texts.problems.other }
}

/** What is wrong with the number of chosen options. Zero options means unanswered, which is not an error here. */
function countProblem(content: Content, count: number, { problems }: Texts): string | undefined {
  const { oneOption, optionsAtLeast, optionsAtMost } = problems
  if (content['isMulti'] !== true) return count > 1 ? oneOption : undefined
  const [min, max] = [content['minChoices'], content['maxChoices']]
  if (count === 0) return undefined
  if (typeof min === 'number' && count < min) return optionsAtLeast(min)
  if (typeof max !== 'number' || count <= max) return undefined
  return max === 1 ? oneOption : optionsAtMost(max)
}

/** How many options may be chosen, as a sentence; '' where any number may. */
export function countHint(content: Content, { hints, problems }: Texts): string {
  if (content['isMulti'] !== true) return ''
  const [min = 1, max] = [contentNumber(content, 'minChoices'), contentNumber(content, 'maxChoices')]
  if (max === undefined) return min > 1 ? problems.optionsAtLeast(min) : ''
  if (min === max) return hints.optionsExactly(max)
  return min > 1 ? hints.optionsBetween(min, max) : problems.optionsAtMost(max)
}

/** Reads the answer that lists every option, ticked or not: `choices`. */
export function readTicks(content: Content, input: AnswerInput): MemberResult {
  const { chosen, other, problems } = readChosen(content, 'choices', input)
  if (chosen.length === 0 && other === undefined) return { problems }
  const ticked = new Set(chosen)
  const choices = optionsOf(content, 'choices').map((key, index) => ({ key, value: ticked.has(key), index }))
  return { members: { choices, selectedOther: false, ...chosenOther(other) }, problems }
}

/** The members of an answer for a chosen option "Other". */
export const chosenOther = (other: string | undefined) =>
  other === undefined ? {} : { selectedOther: true, other }

/** The option that decides the type of a column: one that is not a number, if there is one. */
export const typicalOption = (options: readonly string[]): string =>
  options.find((one) => Number.isNaN(Number(one))) ?? options[0] ?? ''

/** Sample answer that lists every option, and "Other" where it is offered. */
export function fullTicks(content: Content): Readonly<Record<string, unknown>> {
  const options = optionsOf(content, 'choices')
  const isMulti = content['isMulti'] === true
  return {
    choices: options.map((key) => ({ key, value: isMulti || key === typicalOption(options) })),
    selectedOther: false,
    ...(offersOther(content) ? chosenOther('') : {}),
  }
}

/** The choice of a fake person among the options under a key of the content. */
export function fakeChoice(content: Content, key: string, faker: Faker): FakeFields {
  const options = optionsOf(content, key)
  const isMulti = content['isMulti'] === true
  const [min = 1, max = Infinity] = ['minChoices', 'maxChoices'].map((bound) => contentNumber(content, bound))
  const count = isMulti ? Math.min(max, min + faker.skewed(3)) : 1
  const chosen = count > 1 ? inFakeOrder(options, faker) : [favourite(options, faker)]
  if (!offersOther(content) || !faker.happens(options.length < count ? 1 : otherShare))
    return { '': chosen.slice(0, count) }
  const other = pick(['Something of my own', 'None of these', 'その他 ✨', 'غير ذلك'], faker.below)
  return { '': [...chosen.slice(0, count - 1), otherValue], other }
}

const otherShare = 0.07

/** Scales: people choose one whole number. */

/** A scale of whole numbers, and what its ends mean. */
export type Scale = {
  readonly values: readonly number[]
  readonly lowLabel: string
  readonly highLabel: string
}

/** The most points of a scale. */
export const maxPoints = 10

export const scaleFrom = (content: Content, min: number, max: number): Scale => ({
  values: Array.from({ length: Math.max(0, max - min + 1) }, (_, i) => min + i),
  lowLabel: contentText(content, 'lowLabel'),
  highLabel: contentText(content, 'highLabel'),
})

/** A bound of a scale, limited to its range; the default if it is missing or not whole. */
export const within = (
  value: number | undefined,
  [min, max]: readonly [number, number],
  byDefault: number,
): number =>
  value === undefined || !Number.isInteger(value) ? byDefault : Math.min(max, Math.max(min, value))

/** Reads a number that was chosen on a scale as the member `value`. */
export const readScale =
  (scaleOf: (content: Content) => Scale) =>
  (content: Content, { fields, texts }: AnswerInput): MemberResult => {
    const text = lineOf(fields, '')
    if (text === '') return nothingGiven
    const value = scaleOf(content).values.find((number) => String(number) === text)
    return value === undefined ? problemOf(texts.problems.notOnScale) : { members: { value }, problems: [] }
  }

/** What a fake person chooses on a scale: high numbers are more likely. */
export const fakeScale =
  (scaleOf: (content: Content) => Scale) =>
  (content: Content, { skewed }: Faker): FakeFields => {
    const { values } = scaleOf(content)
    return { '': String(values[values.length - 1 - skewed(values.length)] ?? '') }
  }
