/** The answers that a question can have, as far as conditions can distinguish them. */
import { componentTypes, type AnswerKind, type ComponentType } from '../components.ts'
import type { Condition } from '../generated/form.ts'
import { writtenNumber, isDay, isTimeOfDay } from '../typed-values.ts'
import { phoneNumber } from '../phone-number.ts'
import { readAnswer, type ReferenceData } from '../read-answer.ts'
import { phoneKeys, type Content, type TypeName } from '../schema.ts'
import { contentNumber, contentText, optionsOf } from '../types/answers.ts'
import { offersOther } from '../types/choices.ts'
import { childOf } from '../value.ts'
import { quote } from '../words.ts'

/** What an answer holds. */
type Members = { readonly value: unknown } | { readonly selected: readonly string[] }

export type Possible = {
  readonly kind: Kind
  /** What the answers are, in a sentence. */
  readonly sentence: string
  /** The answers as texts, where there are few. */
  readonly words: readonly string[]
  /** Sample answers that cover every satisfiable condition; undefined where that is not known. */
  readonly answersFor: (conditions: readonly Condition[]) => readonly Members[] | undefined
  /** What is stored where a person types a value; absent where options are chosen. */
  readonly stored?: (value: unknown, written?: string) => { value: string | number } | { problem: string }
}

/** What conditions can compare answers of a kind with. */
export type Kind = {
  /** Such a value, as the object of a sentence. */
  readonly like: string
  readonly operators: readonly string[]
  /** Whether a value is of this kind. The value of a variable is always a text; `written` is what the author wrote. */
  readonly isOne: (value: unknown, written?: string) => boolean
  /** A part of an answer as it is stored. */
  readonly part?: (text: string) => string
}

const equalities = ['is', 'isNot', 'in', 'answered']
const comparisons = ['over', 'under']
const bounded = [...equalities, ...comparisons]

export const numberIn = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined

export const numberKind: Kind = {
  like: 'a number',
  operators: bounded,
  isOne: (value, written) =>
    typeof value === 'number' || (written !== value && numberIn(String(value)) !== undefined),
}

const dateKind: Kind = {
  like: 'a date like 2026-05-31',
  operators: bounded,
  isOne: (value) => isDay(String(value)),
}

const timeKind: Kind = {
  like: 'a time like "14:30"',
  operators: bounded,
  isOne: (value) => isTimeOfDay(String(value)),
}

const consentKind: Kind = {
  like: 'true, or "answered: false" where it is missing',
  operators: equalities,
  isOne: (value) => String(value) === 'true',
}

const textKind: Kind = { like: 'a text', operators: [...bounded, 'contains'], isOne: () => true }

/** Texts of a fixed form, such as addresses, which have no spaces and are not numbers. */
const formedKind = (isPhone: boolean): Kind => ({
  ...textKind,
  operators: [...equalities, 'contains'],
  part: (text) => text.replaceAll(isPhone ? /[^\d+]/g : /\s/g, ''),
})

const optionKind = (options: readonly string[]): Kind => {
  const known = new Set(options)
  const isNumeric = options.every((option) => numberIn(option) !== undefined)
  const operators = [...equalities, 'contains', ...(isNumeric ? comparisons : [])]
  return { like: 'an option', operators, isOne: (value) => known.has(String(value)) }
}

/** The possible answers to a question, or to one of its fields; undefined where they are not known. */
export function possibleAnswers(
  name: TypeName,
  content: Content,
  field: string | undefined,
): Possible | undefined {
  const type = componentTypes[name]
  if (!type.asks) return { ...nothing, sentence: `${name} asks nothing. Name a question that people answer.` }
  const { answerKind } = type
  const whole = field === undefined ? wholes[answerKind](content, type) : undefined
  if (field === undefined) return whole && typedKinds.has(answerKind) ? typed(type, content, whole) : whole
  // Another rule reports a field that the question does not have.
  if (!type.fields?.(content).includes(field)) return undefined
  return answerKind === 'rows' ? oneOf(optionsOf(content, 'columns')) : typed(type, content, anyText, field)
}

/** The kinds whose whole answer is one value that people type or choose on a scale. */
const typedKinds: ReadonlySet<AnswerKind> = new Set(['text', 'email', 'phone', 'number', 'date', 'time'])

/** Adds `stored`, which reads a value exactly as the page does. */
function typed(type: ComponentType, content: Content, possible: Possible, field = ''): Possible {
  const { answerKind, inner } = type
  // The page preselects this country; what only other fields decide is left out.
  const listed = inner && [content[inner.key]].flat().find((one) => childOf(one, 'key') === field)
  const country = childOf(listed, 'defaultDialCodeCountry')
  const only = { key: field, defaultDialCodeCountry: typeof country === 'string' ? country : undefined }
  const asked = inner ? { [inner.key]: [only] } : { ...content, includeDialCode: false }
  const stored: Possible['stored'] = (value, written = String(value)) => {
    // A text such as 007 is not a number, although YAML reads it as one.
    const isText = typeof value !== 'string' && possible.kind === textKind
    const text = isText ? written : typeof value === 'number' ? writtenNumber(value) : String(value)
    // A whole date in one of the three fields is read in the order of its language.
    const given = {
      fields: new Map([[answerKind === 'date' ? 'day' : field, [text]]]),
      files: [],
      referenceData,
    }
    const { response, problems } = readAnswer(type, asked, given)
    const held = childOf(response, field || 'value')
    const isAnswer = typeof held === 'string' || typeof held === 'number'
    return isAnswer ? { value: held } : { problem: problems[0]?.message ?? 'Write a value.' }
  }
  if (possible.kind !== textKind || answerKind === 'text') return { ...possible, stored }
  const keeps = (text: string): boolean => childOf(stored(text), 'value') === text
  const isPhone = answerKind === 'phone' || phoneKeys.some((key) => key === field)
  return { ...possible, stored, kind: keeps('5') || keeps('12 345') ? textKind : formedKind(isPhone) }
}

// The domains of personal addresses are not known here.
const referenceData: ReferenceData = { isPersonalEmailDomain: () => false, phoneNumber }

const nothing: Omit<Possible, 'sentence'> = { kind: textKind, words: [], answersFor: () => [] }

const answeredKind: Kind = { ...textKind, operators: ['answered'] }
const onlyAnswered: Possible = { kind: answeredKind, sentence: '', words: [], answersFor: () => undefined }

const choiceOf =
  (key: string) =>
  (content: Content): Possible | undefined => {
    const isMulti = content['isMulti'] === true
    if (offersOther(content)) return isMulti ? { ...anyText, answersFor: () => undefined } : anyText
    return (isMulti ? severalOf : oneOf)(optionsOf(content, key))
  }

/** The whole answers of each kind. */
const wholes: Readonly<Record<AnswerKind, (content: Content, type: ComponentType) => Possible | undefined>> =
  {
    text: () => anyText,
    email: () => anyText,
    phone: () => anyText,
    number: (content, { scale }) =>
      scale
        ? scaleOf(scale(content).values)
        : numbers(contentNumber(content, 'min'), contentNumber(content, 'max')),
    date: dates,
    time: times,
    selected: choiceOf('options'),
    choices: choiceOf('choices'),
    ranking: (content) => severalOf(optionsOf(content, 'options')),
    rows: (content) => severalOf(optionsOf(content, 'columns')),
    secret: () => onlyAnswered,
    files: () => onlyAnswered,
    booking: () => onlyAnswered,
    boolean: (_, { trueMember }) => (trueMember === undefined ? trueOrFalse : trueOrMissing),
    fields: () => undefined,
  }

const trueOrFalse: Possible = {
  kind: {
    like: 'true or false',
    operators: equalities,
    isOne: (value) => ['true', 'false'].includes(String(value)),
  },
  sentence: 'The answer is true or false.',
  words: [],
  answersFor: () => [{ value: true }, { value: false }],
}

const trueOrMissing: Possible = {
  kind: consentKind,
  sentence: 'A consent is true or missing: write "answered: false" for where it is missing.',
  words: [],
  answersFor: () => [{ value: true }],
}

/** Any text: only conditions for certain texts can rule each other out. */
const anyText: Possible = {
  kind: textKind,
  sentence: 'The answer is one text.',
  words: [],
  answersFor(conditions) {
    const exact = conditions.find((one) => one.is !== undefined || one.in !== undefined)
    return exact && (exact.in ?? [exact.is]).map((value) => ({ value: String(value) }))
  },
}

// Longer lists are too slow to search for each condition.
const maxOptions = 300

function oneOf(options: readonly string[]): Possible | undefined {
  if (options.length === 0) return undefined
  const answers = options.length > maxOptions ? undefined : options.map((option) => ({ selected: [option] }))
  const sentence = `It has ${sampleOf(options)}.`
  return { kind: optionKind(options), sentence, words: options, answersFor: () => answers }
}

function severalOf(options: readonly string[]): Possible | undefined {
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

const scaleOf = (values: readonly number[]): Possible => ({
  kind: numberKind,
  sentence: `The answers go from ${values[0]} to ${values.at(-1)}.`,
  words: [],
  answersFor: () => values.map((value) => ({ value })),
})

function numbers(min: number | undefined, max: number | undefined): Possible {
  const [least, most] = [min ?? -1e300, max ?? 1e300]
  return {
    kind: numberKind,
    sentence: `The answers are numbers${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}.`,
    words: [],
    answersFor(conditions) {
      const bounds = constantsIn(conditions).map(Number).filter(Number.isFinite)
      const sorted = [least, ...bounds, most].toSorted((a, b) => a - b)
      const between = sorted.map((value, i) => value + ((sorted[i + 1] ?? value) - value) / 2)
      return within([...sorted, ...between], least, most)
    },
  }
}

function dates(content: Content): Possible {
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  return ordered({
    kind: dateKind,
    sentence: 'The answers are dates like 2026-05-31',
    bounds: [isDay(min) ? min : undefined, isDay(max) ? max : undefined],
    ends: ['1000-01-01', '9999-12-31'],
    isOne: isDay,
    neighbour: (day, step) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10),
  })
}

function times(content: Content): Possible {
  const [min, max] = [contentText(content, 'min'), contentText(content, 'max')]
  return ordered({
    kind: timeKind,
    sentence: 'The answers are times like "14:30"',
    bounds: [isTimeOfDay(min) ? min : undefined, isTimeOfDay(max) ? max : undefined],
    ends: ['00:00', '23:59'],
    isOne: isTimeOfDay,
    neighbour: (time, step) =>
      new Date(Date.parse(`2000-01-01T${time}:00Z`) + step * 60_000).toISOString().slice(11, 16),
  })
}

type OrderedValues = {
  readonly kind: Kind
  readonly sentence: string
  readonly bounds: readonly [string | undefined, string | undefined]
  /** The first and the last possible value. */
  readonly ends: readonly [string, string]
  readonly isOne: (text: string) => boolean
  /** The value one before or after another. */
  readonly neighbour: (value: string, step: 1 | -1) => string
}

function ordered({ kind, sentence, bounds: [min, max], ends, isOne, neighbour }: OrderedValues): Possible {
  const [least, most] = [min ?? ends[0], max ?? ends[1]]
  return {
    kind,
    sentence: `${sentence}${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}.`,
    words: [],
    answersFor(conditions) {
      const limits = conditions.filter(({ over, under }) => over !== undefined || under !== undefined)
      // Nobody can list the values between two texts that are not such values.
      if (limits.length > 1 && !constantsIn(limits).every((one) => isOne(String(one)))) return undefined
      const named = constantsIn(conditions).map(String).filter(isOne)
      const near = named.flatMap((value) => [neighbour(value, -1), value, neighbour(value, 1)])
      return within([least, ...near.filter(isOne), most], least, most)
    },
  }
}

const within = <T extends number | string>(values: readonly T[], least: T, most: T): readonly Members[] =>
  values.filter((value) => value >= least && value <= most).map((value) => ({ value }))

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
