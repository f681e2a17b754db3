import { typeNamed } from '../../form/components.ts'
import { isChoiceType } from '../answers.ts'
import type { Column } from '../columns.ts'
import { type ColumnType, kinds } from '../table.ts'
import { doubleHolds, isInt64 } from '../../record/exact-json.ts'
import { isInstant, spanOf, timeNames } from '../../record/moment.ts'

/**
 * What a cell can hold, as bits. `integer`: a whole number of at most 15 digits; a longer one of 64 bits is `whole` if a double
 * preserves its digits, else `long`. `number`: any other number that a double holds; `digits`: one that no double holds.
 * `instant`: a moment, in any spelling that `isInstant` reads. Answers in texts count as what they say: `date`, `boolean`, a number of at most 15 digits; they also
 * set `spelt`. An empty text is `empty`.
 */
export const holding = {
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

/**
 * The type of a column, the same for every format, the codebook, conditions and figures: what its component type says where all
 * cells fit that, else the narrowest type of all cells that are not empty; without such cells, the type that a spec or the contract expects.
 * Options that the spec knows to be texts, or several in a cell, are text whichever of them were chosen.
 */
export function typeOf(column: Pick<Column, 'holds' | 'held' | 'expected'>): ColumnType {
  const { holds, held } = column
  const expected = (holds.kind === 'answer' ? column.expected : ofContract.get(holds.name)) ?? 0
  const asked = holds.kind === 'answer' && holds.option === undefined ? holds.member.question.type.text : ''
  const areOptions = isChoiceType(asked) || (holds.kind === 'answer' && holds.member.name === 'rows')
  const bits = hasValues({ held }) ? held : expected
  return typeOfAnswers(areOptions ? bits | (expected & holding.text) : bits, asked)
}

/** Members of a response that are no texts (contract, Response record). */
const ofContract: ReadonlyMap<string, number> = new Map([
  ...timeNames.map((name) => [name, holding.instant] as const),
  ['finished', holding.boolean],
  ['status', holding.integer],
  ['visitedForm', holding.integer],
  ['completedForm', holding.integer],
])

/** The type of answers that hold these bits, to a question of a component type. */
export function typeOfAnswers(held: number, asked: string): ColumnType {
  const type = narrowest(held & ~(holding.empty | holding.spelt))
  // As numbers, the options 1.1 and 1.10 would be one.
  const cells = typeNamed(asked)?.cells
  const areNames = cells === 'text' || (type === 'number' && isChoiceType(asked))
  if ((held & holding.spelt) !== 0 && areNames) return 'text'
  return type === 'integer' && cells === 'number' ? 'number' : type
}

function narrowest(held: number): ColumnType {
  if (held !== 0 && (held & ~numeric) === 0) return numericType(held)
  if (held === holding.boolean) return 'boolean'
  if (held === holding.date) return 'date'
  if (held === holding.instant) return 'time'
  return held === holding.json ? 'json' : 'text'
}

/** Whether a column has cells that are not empty. */
export const hasValues = ({ held }: Pick<Column, 'held'>): boolean => (held & ~holding.empty) !== 0

/** Whether a column has values that are no mere texts. */
export const isTyped = ({ held }: Pick<Column, 'held'>): boolean =>
  (held & ~(holding.empty | holding.spelt | holding.text | holding.json)) !== 0

/** Whether all values of one type are values of the other, too. */
export const fits = (type: ColumnType, into: ColumnType): boolean =>
  type === into || into === 'text' || (type === 'integer' && (into === 'int64' || into === 'number'))

/** The type of a single cell; undefined for an empty one. */
export function typeOfCell(
  { holds }: Pick<Column, 'holds'>,
  { kind, text }: { readonly kind: number; readonly text: string },
): ColumnType | undefined {
  if (text === '' || kind === kinds.none) return undefined
  if (kind === kinds.number) return narrowest(holdingOfNumber(text))
  if (kind === kinds.boolean) return 'boolean'
  if (kind === kinds.json) return 'json'
  if (holds.kind !== 'answer') return isInstant(text) ? 'time' : 'text'
  return narrowest(holdingOfText(text) & ~holding.spelt)
}

/** The bits of `holding` for an answer in a text. */
export function holdingOfText(text: string): number {
  if (text.length > longestTyped) return holding.text
  if (text === '') return holding.empty
  // Most texts begin with a letter.
  const first = text.charCodeAt(0)
  if (first > nine)
    return text === 'true' || text === 'false' ? holding.boolean | holding.spelt : holding.text
  const found = holdingOfDigits(text)
  return found === 0 ? holding.text : found | holding.spelt
}

/** Leading zeros and long digit strings belong to codes, so that texts of these are no numbers. */
function holdingOfDigits(text: string): number {
  if (fewDigits.test(text)) return holding.integer
  const [, whole = '', fraction = ''] = decimal.exec(text) ?? []
  if (fraction !== '') return whole.length + fraction.length <= surelyKept ? holding.number : 0
  if (day.test(text)) return spanOf(text) ? holding.date : 0
  return isInstant(text) ? holding.instant : 0
}

const decimal = /^-?(0|[1-9]\d*)\.(\d+)$/
const day = /^\d{4}-\d\d-\d\d$/
/** An instant with nine digits of a second and an offset has fewer characters. */
const longestTyped = 40

const numeric = holding.integer | holding.whole | holding.long | holding.number

/** Whether a value with these bits is a number. */
export const isNumber = (held: number): boolean => (held & numeric) !== 0

function numericType(held: number): ColumnType {
  const isWhole = (held & holding.number) === 0
  if ((held & holding.long) === 0) return isWhole ? 'integer' : 'number'
  return isWhole ? 'int64' : 'text'
}

/** The bit of `holding` for a cell with this JSON number; only a number without point and exponent counts as whole. */
export function holdingOfNumber(digits: string): number {
  if (fewDigits.test(digits)) return holding.integer
  const isKept = doubleHolds(digits)
  if (isInt64(digits)) return isKept ? holding.whole : holding.long
  return isKept ? holding.number : holding.digits
}

const fewDigits = /^(?:0|-?[1-9]\d{0,14})$/

/** `holdingOfNumber` for bytes. Most long whole numbers, such as order ids, are classified without decoding: ten times as fast. */
export function holdingOfNumberBytes(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from] === minus ? from + 1 : from
  const size = to - first
  const isRead = size > surelyKept && size <= longest && (size < longest || (bytes[first] ?? 0) < nine)
  const known = isRead ? holdingOfLongWhole(bytes, first, to) : 0
  return known || holdingOfNumber(decoder.decode(bytes.subarray(from, to)))
}

const decoder = new TextDecoder()
const [minus, zero, nine] = [0x2d, 0x30, 0x39]
/** A double preserves 15 significant digits of every number, and never more than 17. */
const [surelyKept, mostKept] = [15, 17]
/** Whole numbers of fewer digits fit 64 bits, and so do those of 19 digits that begin with less than a nine. */
const longest = 19

/** Classifies a number of 16 characters or more; 0 if it is not whole, or if its digits alone do not decide. */
function holdingOfLongWhole(bytes: Uint8Array, first: number, to: number): number {
  let high = 0
  let significant = 0
  let digit = 0
  for (let at = first; at < to; at++) {
    digit = (bytes[at] ?? 0) - zero
    if (digit < 0 || digit > 9) return 0
    if (digit > 0) significant = at - first + 1
    if (at < first + surelyKept) high = high * 10 + digit
  }
  if (significant > mostKept) return holding.long
  if (significant <= surelyKept) return holding.whole
  if (to - first > surelyKept + 1) return 0
  // From 2^53 to 10^16 the doubles are the even numbers.
  return digit % 2 === 0 || high * 10 + digit < 2 ** 53 ? holding.whole : holding.long
}
