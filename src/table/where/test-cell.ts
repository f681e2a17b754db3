import { kinds } from '../table.ts'
import { momentOf, spanOf, type Span } from '../../record/moment.ts'
import { compareDecimals, decimalOf, type Decimal, type Comparison, type Wanted } from './parse-condition.ts'

/** What a response holds in a column: of a list, a value each option that was chosen. */
export type CellValue = { readonly kind: number; readonly text: string }

/** Whether what a response holds is as the condition says. */
export type CellTest = (values: readonly CellValue[]) => boolean

/**
 * The test of a comparison. Of a list, one option that fits is enough. A text that is written as a number is one in all
 * comparisons, unless the value stood in quotes.
 */
export function cellTest({ kind, values }: Pick<Comparison, 'kind' | 'values'>): CellTest {
  if (kind === 'in') return anyOf(values)
  if (kind === 'empty') return (cells) => cells.every(({ text }) => text === '')
  const [{ value } = { value: '' }] = values
  if (kind === 'contains') {
    const part = value.toLowerCase()
    return (cells) => cells.some(({ text }) => text.toLowerCase().includes(part))
  }
  const operand: Operand = { text: value, decimal: decimalOf(value), span: spanOf(value) }
  return (cells) => cells.some((cell) => isOnSide[kind](placeOf(cell, operand)))
}

function anyOf(values: readonly Wanted[]): CellTest {
  // Texts letter by letter are many where a list is long, as one of ids.
  const texts = new Set(values.map(({ value }) => value))
  const operands = values.map(operandOf).filter(({ decimal, span, flag }) => decimal ?? span ?? flag)
  return (cells) => cells.some((cell) => texts.has(cell.text) || operands.some((one) => equals(cell, one)))
}

/** Of values that are not as a comparison says, one that differs from what it wants in capital letters and blanks only. */
export function nearlyTest({
  kind,
  values,
}: Pick<Comparison, 'kind' | 'values'>): (cells: readonly CellValue[]) => string | undefined {
  if (kind !== 'in') return () => undefined
  const wanted = new Set(values.map(({ value }) => plain(value)))
  return (cells) => cells.find(({ text }) => text.length < longestNear && wanted.has(plain(text)))?.text
}

const plain = (text: string): string => text.trim().toLowerCase()

// Longer texts are no slips of a value, and many.
const longestNear = 200

/** What a cell is compared with. */
type Operand = {
  readonly text: string
  readonly decimal: Decimal | undefined
  /** A day is all of its moments. */
  readonly span: Span | undefined
  /** `true` or `false`. */
  readonly flag?: string | undefined
}

/** A value in quotes is a text and no number, time, or true or false. */
function operandOf({ value, isQuoted }: Wanted): Operand {
  if (isQuoted) return { text: value, decimal: undefined, span: undefined }
  const flag = /^(true|false)$/i.test(value) ? value.toLowerCase() : undefined
  return { text: value, decimal: decimalOf(value), span: spanOf(value), flag }
}

function equals({ kind, text }: CellValue, { decimal, span, flag }: Operand): boolean {
  if (comparedAsNumbers(text, decimal) === 0) return true
  if (kind === kinds.boolean) return text === flag
  const there = kind === kinds.text && span ? momentOf(text) : Number.NaN
  return span !== undefined && there >= span.first && there <= span.last
}

/** By where a cell is: before, within or after what it is compared with; NaN where there is no order. */
const isOnSide = {
  '>': (place: number) => place > 0,
  '>=': (place: number) => place >= 0,
  '<': (place: number) => place < 0,
  '<=': (place: number) => place <= 0,
} as const

function placeOf({ text }: CellValue, { decimal, span }: Operand): number {
  const compared = comparedAsNumbers(text, decimal)
  if (compared !== undefined) return compared
  const there = span ? momentOf(text) : Number.NaN
  if (!span || Number.isNaN(there)) return Number.NaN
  return there < span.first ? -1 : there > span.last ? 1 : 0
}

function comparedAsNumbers(text: string, decimal: Decimal | undefined): number | undefined {
  const there = decimal && decimalOf(text)
  return decimal && there && compareDecimals(there, decimal)
}
