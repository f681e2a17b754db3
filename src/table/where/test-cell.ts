import type { ColumnType } from '../table.ts'
import { periodOf, spanOf, type Span } from '../../record/moment.ts'
import { compareDecimals, decimalOf, type Decimal, type Comparison, type Wanted } from './parse-condition.ts'

/** A value of a response, and the type of its column; a list has one for each chosen option, which is a text. */
export type CellValue = {
  readonly type: ColumnType
  readonly text: string
  /** Whether it is the name of "Other" beside what was typed. */
  readonly isOther?: boolean
}

/** Whether the values of a response meet a comparison. */
export type CellTest = (values: readonly CellValue[]) => boolean

/**
 * The test of a comparison. One matching option of a list is enough. `=` and `in` compare by the type of the column: numbers, times,
 * true and false by what they mean, everything else as text, and so is a wanted value in quotes. `<` and the like compare the
 * values of any column that are numbers or times.
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
  const operand = operandOf(value)
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
  const operands = values
    .filter(({ isQuoted }) => !isQuoted)
    .map(({ value }) => operandOf(value))
    .filter(({ decimal, span, flag }) => decimal ?? span ?? flag)
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

/** The values that `<` and the like cannot compare; undefined for other comparisons. */
export function incomparableIn({
  kind,
  values,
}: Pick<Comparison, 'kind' | 'values'>): ((cells: readonly CellValue[]) => readonly CellValue[]) | undefined {
  const [wanted] = values
  if (!wanted || !(kind in isOnSide)) return undefined
  const operand = operandOf(wanted.value)
  const isSurelyNumber = ({ type }: CellValue): boolean => operand.decimal !== undefined && numeric.has(type)
  return (cells) =>
    cells
      .filter((cell) => cell.isOther !== true && cell.text !== '' && !isSurelyNumber(cell))
      .filter((cell) => Number.isNaN(placeOf(cell, operand)))
}

const numeric: ReadonlySet<ColumnType> = new Set(['integer', 'int64', 'number'])

/** A wanted value, parsed. */
type Operand = {
  readonly decimal: Decimal | undefined
  /** A day spans all its moments; so do a month and a year. */
  readonly span: Span | undefined
  /** `true` or `false`, also for yes and no. */
  readonly flag: string | undefined
}

const operandOf = (value: string): Operand => ({
  decimal: decimalOf(value),
  span: periodOf(value),
  flag: /^(true|yes)$/i.test(value) ? 'true' : /^(false|no)$/i.test(value) ? 'false' : undefined,
})

function equals({ type, text }: CellValue, { decimal, span, flag }: Operand): boolean {
  if (numeric.has(type)) return comparedAsNumbers(text, decimal) === 0
  if (type === 'date' || type === 'time') return comparedAsTimes(text, span) === 0
  return type === 'boolean' && text === flag
}

/** By the position of a cell: before, within or after the operand; NaN if they cannot be compared. */
const isOnSide = {
  '>': (place: number) => place > 0,
  '>=': (place: number) => place >= 0,
  '<': (place: number) => place < 0,
  '<=': (place: number) => place <= 0,
} as const

const placeOf = ({ text }: CellValue, { decimal, span }: Operand): number =>
  comparedAsNumbers(text, decimal) ?? comparedAsTimes(text, span)

function comparedAsNumbers(text: string, decimal: Decimal | undefined): number | undefined {
  const there = decimal && decimalOf(text)
  return decimal && there && compareDecimals(there, decimal)
}

function comparedAsTimes(text: string, span: Span | undefined): number {
  const there = span && spanOf(text)
  if (!there) return Number.NaN
  if (there.first !== span.last || span.first !== span.last)
    return there.first < span.first ? -1 : there.first > span.last ? 1 : 0
  return there.parts < span.parts ? -1 : there.parts > span.parts ? 1 : 0
}
