import { doubleHolds, isPlainNumber } from '../../record/exact-json.ts'
import { mostDecimals } from './styles.ts'
import type { TextSpan } from './text-span.ts'

/**
 * How a number is held: as `text` where Excel would lose digits, `whole` where it would not show them all by itself; as a
 * count of decimals to be shown, or 0, where it is not spelt as a double writes it, and so is to be written anew.
 */
export type NumberKind = 'text' | 'general' | 'whole' | number

/** How Excel has to hold a JSON number so that no digit of it is lost: it keeps 15. */
export function numberKind({ bytes, start, end }: TextSpan): NumberKind {
  const first = bytes[start] === minus ? start + 1 : start
  const size = end - first
  if (size < 1 || size > longest) return 'text'
  let whole = end
  for (let i = first; i < end; i++) {
    const digit = (bytes[i] ?? 0) - zero
    if (digit >= 0 && digit <= 9) continue
    if (bytes[i] !== point || whole < end || size > mostDigits + 1)
      return spelledKind(decoder.decode(bytes.subarray(start, end)))
    whole = i
  }
  if (bytes[first] === zero && whole > first + 1) return 'text'
  if (whole < end) return whole === first ? 'text' : decimalKind({ bytes, start: first, end }, whole)
  if (bytes[first] === zero) return first === start ? 'general' : 0
  if (size > mostDigits) return spelledKind(decoder.decode(bytes.subarray(start, end)))
  return size > mostShown ? 'whole' : 'general'
}

/** The same of few digits without a sign, a point among them. */
function decimalKind({ bytes, start, end }: TextSpan, at: number): NumberKind {
  if (at === end - 1) return 'text'
  let digits = at + 1
  while (digits < end && bytes[digits] === zero) digits++
  // What is less than a millionth is written with an exponent.
  const isPlain = bytes[end - 1] !== zero && (bytes[start] !== zero || digits - at <= 6)
  return isPlain ? 'general' : end - at - 1
}

const [minus, point, zero] = [0x2d, 0x2e, 0x30]
const mostDigits = 15
/** Of longer numbers, the general format shows only the first digits. */
const mostShown = 11
/** Longer ones have zeros that nobody counts, or digits that Excel does not keep. */
const longest = 40
const decoder = new TextDecoder()

// What Excel reads: it knows no denormal numbers, and ends a little before a double does.
const [smallest, largest] = [2.225_073_858_507_201_4e-308, 9.999_999_999_999_99e307]

function spelledKind(digits: string): NumberKind {
  const value = Number(digits)
  const size = Math.abs(value)
  if (size !== 0 && !(size >= smallest && size <= largest)) return 'text'
  if (significantIn(String(value)).length > mostDigits) return 'text'
  if (isPlainNumber(digits)) return /[.e]/.test(digits) ? 'general' : 'whole'
  return jsonNumber.test(digits) && doubleHolds(digits) ? decimalsOf(digits) : 'text'
}

/** The digits of a number, but for zeros before and behind them. */
const significantIn = (digits: string): string =>
  digits.replace(/e.*/, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** With how many decimals a number shows as it came; one with an exponent, as if it had none. */
function decimalsOf(digits: string): NumberKind {
  const [, decimals = ''] = /e/i.test(digits) ? [] : digits.split('.')
  return decimals.length > mostDecimals ? 'text' : decimals.length
}
