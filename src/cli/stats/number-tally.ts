import { compareDecimals, decimalOf } from '../../export/where/decimal.ts'
import { isNumberText, type NumberText } from '../../record/exact-json.ts'
import { makeQuantiles, type Quantiles } from './quantiles.ts'

/** A number to its last digit: as text, where no double holds it. */
export type ExactNumber = number | NumberText

/** Numbers that came, with the least and the greatest of them. */
export type NumberTally = {
  readonly quantiles: Quantiles
  least: ExactNumber
  greatest: ExactNumber
}

/** No numbers yet. */
export const noNumbers = (): NumberTally => ({
  quantiles: makeQuantiles(),
  least: Infinity,
  greatest: -Infinity,
})

/** The same numbers, to which others are added. */
export const copyOf = ({ quantiles, least, greatest }: NumberTally): NumberTally => ({
  quantiles: quantiles.copy(),
  least,
  greatest,
})

/** Counts a number. */
export function addNumber(tally: NumberTally, number: ExactNumber): void {
  if (typeof number === 'number') tally.quantiles.add(number)
  else tally.quantiles.addNear(Number(number.rawJSON))
  if (isBelow(number, tally.least)) tally.least = number
  if (isBelow(tally.greatest, number)) tally.greatest = number
}

const doubleOf = (number: ExactNumber): number =>
  typeof number === 'number' ? number : Number(number.rawJSON)

function isBelow(a: ExactNumber, b: ExactNumber): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  const [x, y] = [doubleOf(a), doubleOf(b)]
  // Rounding to doubles changes no order, and may make two numbers one.
  if (x !== y) return x < y
  const [first, second] = [a, b].map((one) => decimalOf(digitsOf(one)))
  return first !== undefined && second !== undefined && compareDecimals(first, second) < 0
}

const digitsOf = (number: ExactNumber): string => (isNumberText(number) ? number.rawJSON : String(number))

/** The number that a value is, where it is one to count with: as a double where that holds it to the last digit. */
export function numberIn(value: unknown): ExactNumber | undefined {
  if (typeof value === 'number') return Math.abs(value) < tooGreat ? value + 0 : undefined
  if (!isNumberText(value)) return undefined
  const number = Number(value.rawJSON)
  if (Math.abs(number) >= tooGreat) return undefined
  const [given, held] = [decimalOf(value.rawJSON), decimalOf(String(number))]
  // Nothing below nothing: -0 is 0.
  return given !== undefined && held !== undefined && compareDecimals(given, held) === 0 ? number + 0 : value
}

// Their sum must stay a number.
const tooGreat = 1e290

/** The number that a text is, as pages keep what was typed. */
export function numberInText(text: string): number | undefined {
  if (!plainNumber.test(text)) return undefined
  const number = Number(text)
  const isTooNear = number === 0 && /[1-9]/.test(text.replace(/e.*/i, ''))
  return isTooNear || Math.abs(number) >= tooGreat ? undefined : number + 0
}

/** Written as a number; codes are none: 018, +4917012345, and what no double holds. */
const plainNumber = /^\s*-?(?=[\d.]{1,15}(?:e|\s*$))(?:0|[1-9]\d*)?(?:\.\d+)?(?:e[+-]?\d{1,3})?\s*$/i

/** Whether a text that is no number to count with is all digits, as post codes and calling numbers are. */
export const isCode = (text: string): boolean => /^\s*\+?\d{2,}\s*$/.test(text)
