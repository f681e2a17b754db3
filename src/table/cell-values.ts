/** Values of answers as cells: their texts, their choices, and the types that these cells have. */
import { answerFactsOf } from '../form/answer-facts.ts'
import { isObject } from '../form/value.ts'
import { doubleHolds, isInt64, isNumberText, parseWithDigits } from '../record/exact-json.ts'
import { isInstant, spanOf } from '../record/moment.ts'
import { isChoiceType } from './questions.ts'

/** What a cell holds: nothing (no value, or null), a text, a number, true or false, a list or object as JSON. */
export const kinds = { none: 0, text: 1, number: 2, boolean: 3, json: 4 } as const

/**
 * The type of all cells of a column that are not empty. `int64`: a signed whole number of 64 bits, as digits; `integer`: one
 * whose digits survive as a double, too; `number`: a JSON number in any spelling whose value a double holds; `boolean`: `true` or
 * `false`; `date`: a day, `2026-03-01`; `time`: an RFC 3339 instant with milliseconds; `json`: JSON; `text`: anything, also
 * numbers that fit neither.
 */
export type ColumnType = 'text' | 'integer' | 'int64' | 'number' | 'boolean' | 'date' | 'time' | 'json'

/** A value as the text of a cell: strings unchanged, null as an empty text, lists and objects as JSON. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) return ''
  return isNumberText(value) ? value.rawJSON : JSON.stringify(value)
}

/** Joins texts for one cell with `; ` between them; a text that would be ambiguous is quoted, and quotes in it are doubled. */
export const joinList = (texts: readonly string[]): string =>
  texts.map((text) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ')

const needsQuotes = /^[" ]|[;\r\n]/

/** An option by the name that it is counted by. `text`: what was typed, if it is "Other". */
type Choice = { readonly name: string; readonly isChosen: boolean; readonly text?: string }

/** The options in a list, each by name, chosen or not. */
export type Choices = {
  readonly options: readonly Choice[]
  /** Whether the list also names options that were not chosen. */
  readonly isComplete: boolean
  /** Whether they are "Other" as the one choice, and no list. */
  readonly isSingle?: true
}

/** What "Other" is called where options are counted. */
export const otherOption = 'Other'

/** A value as choices: a list of texts, or of `{key, value}` as in a MultipleOptionsQuestion, either with "Other", or "Other" alone; undefined for any other value. */
export function choicesOf(value: unknown): Choices | undefined {
  if (isOther(value)) return { options: [typedOption(value)], isComplete: false, isSingle: true }
  if (!Array.isArray(value)) return undefined
  const isComplete = value.some((entry) => typeof entry !== 'string' && !isOther(entry))
  const options = value.map((entry: unknown) =>
    isOther(entry)
      ? typedOption(entry)
      : isComplete
        ? optionOf(entry)
        : { name: String(entry), isChosen: true },
  )
  return options.every((option) => option !== undefined) ? { options, isComplete } : undefined
}

function optionOf(entry: unknown): Choice | undefined {
  if (!isObject(entry)) return undefined
  const { key, value } = entry
  return typeof key === 'string' && typeof value === 'boolean' ? { name: key, isChosen: value } : undefined
}

/** "Other" among options, as `withOther` puts it there. */
type Other = { readonly key: string; readonly value: true; readonly other: string }

const isOther = (value: unknown): value is Other =>
  isObject(value) &&
  typeof value['key'] === 'string' &&
  value['value'] === true &&
  typeof value['other'] === 'string'

const typedOption = ({ key, other }: Other): Choice => ({ name: key, isChosen: true, text: other })

/** One option as choices; an empty text is not an option. */
export const choiceOf = (text: string): Choices => ({
  options: text === '' ? [] : [{ name: text, isChosen: true }],
  isComplete: false,
})

/** The choices in a cell of JSON; undefined for any other JSON. */
export const readChoices = (json: string): Choices | undefined =>
  json.startsWith('[') || json.startsWith('{"key":') ? choicesOf(parseWithDigits(json)) : undefined

/** A cell of JSON without the mark of "Other": a text or list of texts as answers have it; undefined if it has none. */
export function withoutMark(json: string): { readonly isText: boolean; readonly text: string } | undefined {
  const choices = json.includes('"other":') ? readChoices(json) : undefined
  if (!choices || choices.isComplete) return undefined
  const chosen = chosenIn(choices)
  const isText = json.startsWith('{')
  return { isText, text: isText ? (chosen[0] ?? '') : JSON.stringify(chosen) }
}

/** The options that were chosen, "Other" by what was typed. */
export const chosenIn = ({ options }: Choices): readonly string[] =>
  options.filter(({ isChosen }) => isChosen).map(({ name, text = name }) => text)

/** The options that were chosen, as they are counted. */
export const countedIn = ({ options }: Choices): readonly string[] =>
  options.filter(({ isChosen }) => isChosen).map(({ name }) => name)

/** The options that have a name: an empty text is not an option. */
export const namedIn = (choices: Choices): Choices =>
  choices.options.every(({ name }) => name !== '')
    ? choices
    : { ...choices, options: choices.options.filter(({ name }) => name !== '') }

/** The options that were chosen, in one cell. */
export const joinChosen = (choices: Choices): string =>
  choices.isSingle ? (chosenIn(choices)[0] ?? '') : joinList(chosenIn(choices))

/** Choices with redacted texts: only chosen options, and sorted, since the position of an option would reveal which one it is. */
export const redactedChoices = (choices: Choices, redact: (text: string) => string): Choices => ({
  ...choices,
  options: chosenIn(choices)
    .map(redact)
    .toSorted()
    .map((name) => ({ name, isChosen: true })),
})

export const listOf = (choices: Choices): unknown =>
  choices.isComplete
    ? choices.options.map(({ name, isChosen }) => ({ key: name, value: isChosen }))
    : chosenIn(choices)

/**
 * What a cell can hold, as bits. `integer`: a whole number of at most 15 digits; a longer one of 64 bits is `whole` if a double
 * preserves its digits, else `long`. `number`: any other number that a double holds; `digits`: one that no double holds.
 * `instant`: a moment, in any spelling that `isInstant` reads. Answers in texts count as what they say: `date`, `boolean`, a number of at most 15 digits; they also
 * set `spelt`. An empty text is `empty`.
 */
export const cellTypes = {
  text: 1,
  integer: 2,
  number: 4,
  digits: 8,
  boolean: 16,
  json: 32,
  instant: 64,
  // 128 is taken: the engine marks numbers with it that its host must classify.
  whole: 256,
  long: 512,
  empty: 1024,
  date: 2048,
  spelt: 4096,
} as const

/** The type of answers that hold these bits, to a question of a component type. */
export function typeOfAnswers(bits: number, asked: string): ColumnType {
  const type = narrowest(bits & ~(cellTypes.empty | cellTypes.spelt))
  // As numbers, the options 1.1 and 1.10 would be one.
  const cells = answerFactsOf(asked)?.cells
  const areNames = cells === 'text' || (type === 'number' && isChoiceType(asked))
  if ((bits & cellTypes.spelt) !== 0 && areNames) return 'text'
  return type === 'integer' && cells === 'number' ? 'number' : type
}

function narrowest(bits: number): ColumnType {
  if (bits !== 0 && (bits & ~numeric) === 0) return numericType(bits)
  if (bits === cellTypes.boolean) return 'boolean'
  if (bits === cellTypes.date) return 'date'
  if (bits === cellTypes.instant) return 'time'
  return bits === cellTypes.json ? 'json' : 'text'
}

/** Whether all values of one type are values of the other, too. */
export const fits = (type: ColumnType, into: ColumnType): boolean =>
  type === into || into === 'text' || (type === 'integer' && (into === 'int64' || into === 'number'))

/** The type of a single cell; undefined for an empty one. */
export function typeOfCell(
  isAnswer: boolean,
  { kind, text }: { readonly kind: number; readonly text: string },
): ColumnType | undefined {
  if (text === '' || kind === kinds.none) return undefined
  if (kind === kinds.number) return narrowest(cellTypesOfNumber(text))
  if (kind === kinds.boolean) return 'boolean'
  if (kind === kinds.json) return 'json'
  if (!isAnswer) return isInstant(text) ? 'time' : 'text'
  return narrowest(cellTypesOfText(text) & ~cellTypes.spelt)
}

/** The bits of `cellTypes` for an answer in a text. */
export function cellTypesOfText(text: string): number {
  if (text.length > longestTyped) return cellTypes.text
  if (text === '') return cellTypes.empty
  // Most texts begin with a letter.
  const first = text.charCodeAt(0)
  if (first > nine)
    return text === 'true' || text === 'false' ? cellTypes.boolean | cellTypes.spelt : cellTypes.text
  const found = cellTypesOfDigits(text)
  return found === 0 ? cellTypes.text : found | cellTypes.spelt
}

/** Leading zeros and long digit strings are typical of codes, so such texts stay texts. */
function cellTypesOfDigits(text: string): number {
  if (fewDigits.test(text)) return cellTypes.integer
  const [, whole = '', fraction = ''] = decimal.exec(text) ?? []
  if (fraction !== '') return whole.length + fraction.length <= surelyKept ? cellTypes.number : 0
  if (day.test(text)) return spanOf(text) ? cellTypes.date : 0
  return isInstant(text) ? cellTypes.instant : 0
}

const decimal = /^-?(0|[1-9]\d*)\.(\d+)$/
const day = /^\d{4}-\d\d-\d\d$/
/** An instant with nine digits of a second and an offset has fewer characters. */
const longestTyped = 40

const numeric = cellTypes.integer | cellTypes.whole | cellTypes.long | cellTypes.number

/** Whether a value with these bits is a number. */
export const isNumber = (bits: number): boolean => (bits & numeric) !== 0

function numericType(bits: number): ColumnType {
  const isWhole = (bits & cellTypes.number) === 0
  if ((bits & cellTypes.long) === 0) return isWhole ? 'integer' : 'number'
  return isWhole ? 'int64' : 'text'
}

/** The bit of `cellTypes` for a cell with this JSON number; only a number without point and exponent counts as whole. */
export function cellTypesOfNumber(digits: string): number {
  if (fewDigits.test(digits)) return cellTypes.integer
  const isKept = doubleHolds(digits)
  if (isInt64(digits)) return isKept ? cellTypes.whole : cellTypes.long
  return isKept ? cellTypes.number : cellTypes.digits
}

const fewDigits = /^(?:0|-?[1-9]\d{0,14})$/

/** `cellTypesOfNumber` for bytes. Most long whole numbers, such as order ids, are classified without decoding: ten times as fast. */
export function cellTypesOfNumberBytes(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from] === minus ? from + 1 : from
  const size = to - first
  const isRead = size > surelyKept && size <= longest && (size < longest || (bytes[first] ?? 0) < nine)
  const known = isRead ? cellTypeOfLongWhole(bytes, first, to) : 0
  return known || cellTypesOfNumber(decoder.decode(bytes.subarray(from, to)))
}

const decoder = new TextDecoder()
const [minus, zero, nine] = [0x2d, 0x30, 0x39]
/** A double preserves 15 significant digits of every number, and never more than 17. */
const [surelyKept, maxKept] = [15, 17]
/** Whole numbers of fewer digits fit 64 bits, and so do those of 19 digits that begin with less than a nine. */
const longest = 19

/** Classifies a number of 16 characters or more; 0 if it is not whole, or if its digits alone do not decide. */
function cellTypeOfLongWhole(bytes: Uint8Array, first: number, to: number): number {
  let high = 0
  let significant = 0
  let digit = 0
  for (let at = first; at < to; at++) {
    digit = (bytes[at] ?? 0) - zero
    if (digit < 0 || digit > 9) return 0
    if (digit > 0) significant = at - first + 1
    if (at < first + surelyKept) high = high * 10 + digit
  }
  if (significant > maxKept) return cellTypes.long
  if (significant <= surelyKept) return cellTypes.whole
  if (to - first > surelyKept + 1) return 0
  // From 2^53 to 10^16 the doubles are the even numbers.
  return digit % 2 === 0 || high * 10 + digit < 2 ** 53 ? cellTypes.whole : cellTypes.long
}
