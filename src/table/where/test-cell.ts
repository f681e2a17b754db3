import { kinds } from '../table.ts'
import { momentOf, spanOf, type Span } from '../../record/moment.ts'
import { compareDecimals, decimalOf, type Decimal, type Comparison, type Wanted } from './parse-condition.ts'

/** A value of a response; a list has one for each chosen option. */
export type CellValue = { readonly kind: number; readonly text: string }

/** Whether the values of a response meet a comparison. */
export type CellTest = (values: readonly CellValue[]) => boolean

/**
 * The test of a comparison. One matching option of a list is enough. Texts that are numbers are compared as numbers, unless the
 * wanted value is in quotes.
 */
export function cellTest({ kind, values }: Pick<Comparison, 'kind' | 'values'>): CellTest {
  if (kind === 'in') return anyOf(values)
  if (kind === 'empty') return (cells) => cells.every(({ text }) => text === '')
  const [{ value } = { value: '' }] = values
  if (kind === 'contains' || kind === 'starts with' || kind === 'ends with') {
    const part = value.toLowerCase()
    const holds = holdsPart[kind]
    return (cells) => cells.some(({ text }) => holds(text.toLowerCase(), part))
  }
  const operand: Operand = { text: value, decimal: decimalOf(value), span: spanOf(value) }
  return (cells) => cells.some((cell) => isOnSide[kind](placeOf(cell, operand)))
}

const holdsPart = {
  contains: (text: string, part: string) => text.includes(part),
  'starts with': (text: string, part: string) => text.startsWith(part),
  'ends with': (text: string, part: string) => text.endsWith(part),
} as const

function anyOf(values: readonly Wanted[]): CellTest {
  // A set for exact texts: lists of ids can be long.
  const texts = new Set(values.map(({ value }) => value))
  const operands = values.map(operandOf).filter(({ decimal, span, flag }) => decimal ?? span ?? flag)
  return (cells) => cells.some((cell) => texts.has(cell.text) || operands.some((one) => equals(cell, one)))
}

/** Finds a value that differs from a wanted one only in case and surrounding blanks. */
export function nearlyTest({
  kind,
  values,
}: Pick<Comparison, 'kind' | 'values'>): (cells: readonly CellValue[]) => string | undefined {
  if (kind !== 'in') return () => undefined
  const wanted = new Set(values.map(({ value }) => plain(value)))
  return (cells) => cells.find(({ text }) => text.length < longestNear && wanted.has(plain(text)))?.text
}

const plain = (text: string): string => text.trim().toLowerCase()

// Longer texts are not misspelt values.
const longestNear = 200

/** A wanted value, parsed. */
type Operand = {
  readonly text: string
  readonly decimal: Decimal | undefined
  /** A day spans all its moments. */
  readonly span: Span | undefined
  /** `true` or `false`. */
  readonly flag?: string | undefined
}

/** A value in quotes is only a text: no number, time or boolean. */
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

/** By the position of a cell: before, within or after the operand; NaN if they cannot be compared. */
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
