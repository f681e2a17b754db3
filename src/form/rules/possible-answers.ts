/** The answers that a question can have, as far as conditions can distinguish them. */
import { componentTypes, type AnswerKind, type ComponentType } from '../components.ts'
import type { Condition } from '../generated/form.ts'
import { writtenNumber, isDay, isTimeOfDay } from '../typed-values.ts'
import { phoneNumber } from '../phone-number.ts'
import { readAnswer, type ReferenceData } from '../read-answer.ts'
import { phoneKeys, type Content, type TypeName } from '../schema.ts'
import { contentNumber, contentText } from '../types/answers.ts'
import { offersOther } from '../types/choices.ts'
import { childOf } from '../value.ts'
import { quote } from '../words.ts'

/** The members of an answer that conditions read. */
type Members = { readonly value: unknown } | { readonly selected: readonly string[] }

export type PossibleAnswers = {
  readonly kind: Kind
  /** A sentence that says what the answers are. */
  readonly description: string
  /** The options, or [] where answers are not chosen from options. */
  readonly options: readonly string[]
  /** Sample answers that cover every satisfiable condition; undefined where that is not known. */
  readonly answersFor: (conditions: readonly Condition[]) => readonly Members[] | undefined
  /** The stored form of a value that a person types; absent where options are chosen. */
  readonly normalize?: (value: unknown, written?: string) => { value: string | number } | { problem: string }
}

/** The values and operators that conditions can use with answers of a kind. */
export type Kind = {
  /** What to write, as the object of a sentence. */
  readonly example: string
  readonly operators: readonly string[]
  /** Whether conditions can compare with a value. The value of a variable is always a text; `written` is what the author wrote. */
  readonly accepts: (value: unknown, written?: string) => boolean
  /** The stored form of a part of an answer. */
  readonly normalizePart?: (text: string) => string
}

const equalities = ['is', 'isNot', 'in', 'answered']
const comparisons = ['over', 'under']
const bounded = [...equalities, ...comparisons]

export const numberIn = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined

export const numberKind: Kind = {
  example: 'a number',
  operators: bounded,
  accepts: (value, written) =>
    typeof value === 'number' || (written !== value && numberIn(String(value)) !== undefined),
}

const dateKind: Kind = {
  example: 'a date like 2026-05-31',
  operators: bounded,
  accepts: (value) => isDay(String(value)),
}

const timeKind: Kind = {
  example: 'a time like "14:30"',
  operators: bounded,
  accepts: (value) => isTimeOfDay(String(value)),
}

const textKind: Kind = { example: 'a text', operators: [...bounded, 'contains'], accepts: () => true }

/** Texts of a fixed form, such as addresses, which have no spaces and are not numbers. */
const formedKind = (isPhone: boolean): Kind => ({
  ...textKind,
  operators: [...equalities, 'contains'],
  normalizePart: (text) => text.replaceAll(isPhone ? /[^\d+]/g : /\s/g, ''),
})

const optionKind = (options: readonly string[]): Kind => {
  const known = new Set(options)
  const isNumeric = options.every((option) => numberIn(option) !== undefined)
  const operators = [...equalities, 'contains', ...(isNumeric ? comparisons : [])]
  return { example: 'an option', operators, accepts: (value) => known.has(String(value)) }
}

/** The possible answers to a question, or to one of its fields; undefined where they are not known. */
export function possibleAnswers(
  name: TypeName,
  content: Content,
  field: string | undefined,
): PossibleAnswers | undefined {
  const type = componentTypes[name]
  if (!type.asks)
    return { ...nothing, description: `${name} asks nothing. Name a question that people answer.` }
  const { answerKind } = type
  const whole = field === undefined ? wholes[answerKind](content, type) : undefined
  if (field === undefined) return whole && typedKinds.has(answerKind) ? typed(type, content, whole) : whole
  // Another rule reports a field that the question does not have.
  if (!type.fields?.(content).includes(field)) return undefined
  return answerKind === 'rows' ? oneOf(type.options(content)) : typed(type, content, anyText, field)
}

/** The kinds whose whole answer is one value that people type or choose on a scale. */
const typedKinds: ReadonlySet<AnswerKind> = new Set(['text', 'email', 'phone', 'number', 'date', 'time'])

/** Adds `normalize`, which reads a value exactly as the page does. */
function typed(
  type: ComponentType,
  content: Content,
  possible: PossibleAnswers,
  field = '',
): PossibleAnswers {
  const { answerKind, inner } = type
  // Of a component with fields, only this one: other fields do not affect how it is read. The page preselects its country.
  const fieldSpec = inner && [content[inner.key]].flat().find((one) => childOf(one, 'key') === field)
  const country = childOf(fieldSpec, 'defaultDialCodeCountry')
  const fieldOnly = { key: field, defaultDialCodeCountry: typeof country === 'string' ? country : undefined }
  const contentToAsk = inner ? { [inner.key]: [fieldOnly] } : { ...content, includeDialCode: false }
  const normalize: PossibleAnswers['normalize'] = (value, written = String(value)) => {
    // A text such as 007 is not a number, although YAML reads it as one.
    const isText = typeof value !== 'string' && possible.kind === textKind
    const text = isText ? written : typeof value === 'number' ? writtenNumber(value) : String(value)
    // A whole date in one of the three fields is read in the order of its language.
    const fields = new Map([[answerKind === 'date' ? 'day' : field, [text]]])
    const { response, problems } = readAnswer(type, contentToAsk, { fields, files: [], referenceData })
    const stored = childOf(response, field || 'value')
    const isAnswer = typeof stored === 'string' || typeof stored === 'number'
    return isAnswer ? { value: stored } : { problem: problems[0]?.message ?? 'Write a value.' }
  }
  if (possible.kind !== textKind || answerKind === 'text') return { ...possible, normalize }
  const keeps = (text: string): boolean => childOf(normalize(text), 'value') === text
  // Probes whether the page stores plain numbers and spaces unchanged, as it does for free text.
  const isFreeText = keeps('5') || keeps('12 345')
  const isPhone = answerKind === 'phone' || phoneKeys.some((key) => key === field)
  return { ...possible, normalize, kind: isFreeText ? textKind : formedKind(isPhone) }
}

// The domains of personal addresses are not known here.
const referenceData: ReferenceData = { phoneNumber }

const nothing: Omit<PossibleAnswers, 'description'> = { kind: textKind, options: [], answersFor: () => [] }

const answeredKind: Kind = { ...textKind, operators: ['answered'] }
const onlyAnswered: PossibleAnswers = {
  kind: answeredKind,
  description: '',
  options: [],
  answersFor: () => undefined,
}

function choiceOf(content: Content, { options }: ComponentType): PossibleAnswers | undefined {
  const isMulti = content['isMulti'] === true
  if (offersOther(content)) return isMulti ? { ...anyText, answersFor: () => undefined } : anyText
  return (isMulti ? severalOf : oneOf)(options(content))
}

type Moments = {
  readonly kind: Kind
  /** What the answers are, without their bounds. */
  readonly what: string
  /** The first and the last possible value. */
  readonly ends: readonly [string, string]
  readonly isValid: (text: string) => boolean
  /** The value one before or after another. */
  readonly neighbour: (value: string, step: 1 | -1) => string
}

/** The answers to a question for a date or a time, by its content. */
const moments =
  ({ kind, what, ends, isValid, neighbour }: Moments) =>
  (content: Content): PossibleAnswers => {
    const bound = (key: string): string | undefined => [contentText(content, key)].find(isValid)
    const [min, max] = [bound('min'), bound('max')]
    const [lower, upper] = [min ?? ends[0], max ?? ends[1]]
    return {
      kind,
      description: `The answers are ${what}${boundsText(min, max)}.`,
      options: [],
      answersFor(conditions) {
        const limits = conditions.filter(({ over, under }) => over !== undefined || under !== undefined)
        // Bounds that are not dates or times cannot be enumerated.
        if (limits.length > 1 && !constantsIn(limits).every((one) => isValid(String(one)))) return undefined
        const named = constantsIn(conditions).map(String).filter(isValid)
        const near = named.flatMap((value) => [neighbour(value, -1), value, neighbour(value, 1)])
        return within([lower, ...near.filter(isValid), upper], lower, upper)
      },
    }
  }

/** The whole answers of each kind. */
const wholes: Readonly<
  Record<AnswerKind, (content: Content, type: ComponentType) => PossibleAnswers | undefined>
> = {
  text: () => anyText,
  email: () => anyText,
  phone: () => anyText,
  number: (content, { scale }) =>
    scale
      ? scaleOf(scale(content).values)
      : numbers(contentNumber(content, 'min'), contentNumber(content, 'max')),
  date: moments({
    kind: dateKind,
    what: 'dates like 2026-05-31',
    ends: ['1000-01-01', '9999-12-31'],
    isValid: isDay,
    neighbour: (day, step) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10),
  }),
  time: moments({
    kind: timeKind,
    what: 'times like "14:30"',
    ends: ['00:00', '23:59'],
    isValid: isTimeOfDay,
    neighbour: (time, step) =>
      new Date(Date.parse(`2000-01-01T${time}:00Z`) + step * 60_000).toISOString().slice(11, 16),
  }),
  selected: choiceOf,
  choices: choiceOf,
  ranking: (content, { options }) => severalOf(options(content)),
  rows: (content, { options }) => severalOf(options(content)),
  secret: () => onlyAnswered,
  files: () => onlyAnswered,
  booking: () => onlyAnswered,
  boolean: () => trueOrMissing,
  fields: () => undefined,
}

const trueOrMissing: PossibleAnswers = {
  kind: {
    example: 'true, or "answered: false" where it is missing',
    operators: equalities,
    accepts: (value) => String(value) === 'true',
  },
  description: 'A consent is true or missing: write "answered: false" for where it is missing.',
  options: [],
  answersFor: () => [{ value: true }],
}

/** Any text: only conditions for certain texts can rule each other out. */
const anyText: PossibleAnswers = {
  kind: textKind,
  description: 'The answer is one text.',
  options: [],
  answersFor(conditions) {
    const exact = conditions.find((one) => one.is !== undefined || one.in !== undefined)
    return exact && (exact.in ?? [exact.is]).map((value) => ({ value: String(value) }))
  },
}

// Longer lists are too slow to search for each condition.
const maxOptions = 300

function oneOf(options: readonly string[]): PossibleAnswers | undefined {
  if (options.length === 0) return undefined
  const answers = options.length > maxOptions ? undefined : options.map((option) => ({ selected: [option] }))
  return {
    kind: optionKind(options),
    description: `It has ${sampleOf(options)}.`,
    options,
    answersFor: () => answers,
  }
}

function severalOf(options: readonly string[]): PossibleAnswers | undefined {
  const one = oneOf(options)
  return (
    one && {
      ...one,
      // If any choice meets the conditions, so does the choice of all options that are not excluded.
      answersFor(conditions) {
        if (options.length > maxOptions) return undefined
        const excluded = new Set(constantsIn(conditions.map(({ isNot }) => ({ isNot }))).map(String))
        const selected = options.filter((option) => !excluded.has(option))
        return selected.length === 0 ? [] : [{ selected }]
      },
    }
  )
}

const scaleOf = (values: readonly number[]): PossibleAnswers => ({
  kind: numberKind,
  description: `The answers go from ${values[0]} to ${values.at(-1)}.`,
  options: [],
  answersFor: () => values.map((value) => ({ value })),
})

function numbers(min: number | undefined, max: number | undefined): PossibleAnswers {
  const [lower, upper] = [min ?? -1e300, max ?? 1e300]
  return {
    kind: numberKind,
    description: `The answers are numbers${boundsText(min, max)}.`,
    options: [],
    answersFor(conditions) {
      const bounds = constantsIn(conditions).map(Number).filter(Number.isFinite)
      const sorted = [lower, ...bounds, upper].toSorted((a, b) => a - b)
      const between = sorted.map((value, i) => value + ((sorted[i + 1] ?? value) - value) / 2)
      return within([...sorted, ...between], lower, upper)
    },
  }
}

const boundsText = (min: number | string | undefined, max: number | string | undefined): string =>
  `${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}`

const within = <T extends number | string>(values: readonly T[], lower: T, upper: T): readonly Members[] =>
  values.filter((value) => value >= lower && value <= upper).map((value) => ({ value }))

/** Every value that the conditions compare answers with. */
const constantsIn = (conditions: readonly Condition[]): readonly unknown[] =>
  conditions.flatMap(({ is, isNot, in: list = [], over, under }) =>
    [is, isNot, ...list, over, under].filter((value) => value !== undefined),
  )

/** Some words in quotes, and how many others there are. */
export const sampleOf = (words: readonly string[]): string =>
  words.length <= 8
    ? words.map(quote).join(', ')
    : `${words.slice(0, 7).map(quote).join(', ')} and ${words.length - 7} others`
