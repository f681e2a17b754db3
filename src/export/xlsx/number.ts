import { isPlainNumber } from '../../form/number-text.ts'
import type { TextSpan } from './text-span.ts'

/** How a number is held: as `text` where Excel would lose digits, `whole` where it would not show them all by itself. */
export type NumberKind = 'text' | 'general' | 'whole'

/** How Excel has to hold a JSON number so that no digit of it is lost: it keeps 15. */
export function numberKind({ bytes, start, end }: TextSpan): NumberKind {
  const first = bytes[start] === minus ? start + 1 : start
  const size = end - first
  if (size < 1 || size > 40) return 'text'
  for (let i = first; i < end; i++) {
    const digit = (bytes[i] ?? 0) - zero
    if (digit < 0 || digit > 9) return fractionKind(decoder.decode(bytes.subarray(start, end)))
  }
  if (bytes[first] === zero) return size === 1 && first === start ? 'general' : 'text'
  if (size > mostDigits) return fractionKind(decoder.decode(bytes.subarray(start, end)))
  return size > mostShown ? 'whole' : 'general'
}

const [minus, zero] = [0x2d, 0x30]
const mostDigits = 15
/** Of longer numbers, the general format shows only the first digits. */
const mostShown = 11
const decoder = new TextDecoder()

// What Excel reads: it knows no denormal numbers, and ends a little before a double does.
const [smallest, largest] = [2.225_073_858_507_201_4e-308, 9.999_999_999_999_99e307]

function fractionKind(digits: string): NumberKind {
  const size = Math.abs(Number(digits))
  if (!isPlainNumber(digits) || !(size >= smallest && size <= largest)) return 'text'
  const significant = digits.replace(/e.*/, '').replaceAll(/[-.]/g, '').replace(/^0+/, '')
  const counted = digits.includes('.') ? significant : significant.replace(/0+$/, '')
  if (counted.length > mostDigits) return 'text'
  return /[.e]/.test(digits) ? 'general' : 'whole'
}
