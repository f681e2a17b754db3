import { kinds } from '../table.ts'
import { momentOf, spanOf, type Span } from '../instant-text.ts'
import { compareDecimals, decimalOf, type Decimal } from './decimal.ts'
import type { Reading, Wanted as Given } from './parse.ts'

/** What a response holds in a column: of a list, a value each option that was chosen. */
export type CellValue = { readonly kind: number; readonly text: string }

/** Whether what a response holds is as the condition says. */
export type CellTest = (values: readonly CellValue[]) => boolean

/**
 * The test of a comparison. Of a list, one option that fits is enough; `!=` and `empty` are the opposites of `=` and
 * `not empty`, so a response without an answer passes both. A text that is written as a number is one in all comparisons,
 * unless the value stood in quotes.
 */
export function cellTest({ comparison, value, isQuoted, list = [] }: Omit<Reading, 'column'>): CellTest {
  if (comparison === 'in') return anyOf(list)
  if (comparison === 'not in') return noneOf(list)
  if (comparison === 'not empty') return (values) => values.some(({ text }) => text !== '')
  if (comparison === 'empty') return (values) => values.every(({ text }) => text === '')
  if (comparison === '~') return containing(value)
  if (comparison === '!~') return not(containing(value))
  const given = [{ value, isQuoted }]
  if (comparison === '=') return anyOf(given)
  if (comparison === '!=') return noneOf(given)
  const wanted: Wanted = { text: value, decimal: decimalOf(value), span: spanOf(value) }
  return (values) => values.some((cell) => orders[comparison](cell, wanted))
}

function anyOf(list: readonly Given[]): CellTest {
  // Texts letter by letter are many where a list is long, as one of ids.
  const texts = new Set(list.map(({ value }) => value))
  const wanted = list.map(wantedOf).filter(({ decimal, span, flag }) => decimal ?? span ?? flag)
  return (values) => values.some((cell) => texts.has(cell.text) || wanted.some((one) => equals(cell, one)))
}

/** Of values that are not as a comparison says, one that differs from what it wants in capital letters and blanks only. */
export function nearlyTest({
  comparison,
  value,
  isQuoted,
  list,
}: Omit<Reading, 'column'>): (values: readonly CellValue[]) => string | undefined {
  if (comparison !== '=' && comparison !== 'in') return () => undefined
  const wanted = new Set((list ?? [{ value, isQuoted }]).map((one) => plain(one.value)))
  return (values) => values.find(({ text }) => text.length < longestNear && wanted.has(plain(text)))?.text
}

const plain = (text: string): string => text.trim().toLowerCase()

// Longer texts are no slips of a value, and many.
const longestNear = 200

const noneOf = (list: readonly Given[]): CellTest => not(anyOf(list))

const not =
  (test: CellTest): CellTest =>
  (values) =>
    !test(values)

/** What people call true and false. */
const flags = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['false', 'false'],
  ['no', 'false'],
])

/** Whether a value is true or false, as a cell holds it; in quotes it is a text, and only these words are the same. */
const flagOf = ({ value, isQuoted }: Given): string | undefined => {
  const flag = flags.get(value.toLowerCase())
  return isQuoted && flag !== value.toLowerCase() ? undefined : flag
}

/** Whether a value means true or false. */
export const isFlag = (given: Given): boolean => flagOf(given) !== undefined

const wantedOf = (given: Given): Wanted => ({
  text: given.value,
  decimal: given.isQuoted ? undefined : decimalOf(given.value),
  span: given.isQuoted ? undefined : spanOf(given.value),
  flag: flagOf(given),
})

function containing(value: string): CellTest {
  const part = value.toLowerCase()
  return (values) => values.some(({ text }) => text.toLowerCase().includes(part))
}

type Wanted = {
  readonly text: string
  readonly decimal: Decimal | undefined
  /** A day is all of its moments. */
  readonly span: Span | undefined
  /** `true` or `false`. */
  readonly flag?: string | undefined
}

function equals({ kind, text }: CellValue, { text: wanted, decimal, span, flag }: Wanted): boolean {
  if (text === wanted) return true
  if (comparedAsNumbers(text, decimal) === 0) return true
  if (kind === kinds.boolean) return text === flag
  const there = kind === kinds.text && span ? momentOf(text) : Number.NaN
  return span !== undefined && there >= span.first && there <= span.last
}

type Order = (cell: CellValue, wanted: Wanted) => boolean

const orders: Readonly<Record<'>' | '>=' | '<' | '<=', Order>> = {
  '>': (cell, wanted) => place(cell, wanted) === 1,
  '>=': (cell, wanted) => (place(cell, wanted) ?? -1) >= 0,
  '<': (cell, wanted) => place(cell, wanted) === -1,
  '<=': (cell, wanted) => (place(cell, wanted) ?? 1) <= 0,
}

/** -1 where a cell is before what is wanted, 0 where it is that or within it, 1 where it is after; undefined: no order. */
function place({ text }: CellValue, { decimal, span }: Wanted): number | undefined {
  const compared = comparedAsNumbers(text, decimal)
  if (compared !== undefined) return Math.sign(compared)
  const there = span ? momentOf(text) : Number.NaN
  if (!span || Number.isNaN(there)) return undefined
  return there < span.first ? -1 : there > span.last ? 1 : 0
}

function comparedAsNumbers(text: string, decimal: Decimal | undefined): number | undefined {
  const there = decimal && decimalOf(text)
  return decimal && there && compareDecimals(there, decimal)
}
