import { doubleHolds, isPlainNumber } from '../../record/exact-json.ts'
import { daysSince1970, digitsAt, readDay } from '../parse-cell.ts'
import type { CellText } from './text.ts'

/**
 * How a cell holds a number: as `text` if Excel would lose digits, as `whole` if its general format would not show all of them. A
 * count means that the spelling differs from that of a double: the number is rewritten, and shown with that many decimals.
 */
export type NumberKind = 'text' | 'general' | 'whole' | number

/** How a cell must hold a JSON number so that no digit is lost. Excel keeps 15 digits. */
export function numberKind({ bytes, start, end }: CellText): NumberKind {
  const first = bytes[start] === minus ? start + 1 : start
  const size = end - first
  if (size < 1 || size > maxLength) return 'text'
  let whole = end
  for (let i = first; i < end; i++) {
    const digit = (bytes[i] ?? 0) - zero
    if (digit >= 0 && digit <= 9) continue
    if (bytes[i] !== point || whole < end || size > maxDigits + 1)
      return spelledKind(decoder.decode(bytes.subarray(start, end)))
    whole = i
  }
  if (bytes[first] === zero && whole > first + 1) return 'text'
  if (whole < end) return whole === first ? 'text' : decimalKind({ bytes, start: first, end }, whole)
  if (bytes[first] === zero) return first === start ? 'general' : 0
  if (size > maxDigits) return spelledKind(decoder.decode(bytes.subarray(start, end)))
  return size > maxShownDigits ? 'whole' : 'general'
}

/** Whether Excel keeps every digit of a number that it reads. */
export const keepsDigits = (cell: CellText): boolean => numberKind(cell) !== 'text'

/** The kind of a short decimal number without a sign, whose point is at `at`. */
function decimalKind({ bytes, start, end }: CellText, at: number): NumberKind {
  if (at === end - 1) return 'text'
  let digits = at + 1
  while (digits < end && bytes[digits] === zero) digits++
  // Doubles below a millionth print with an exponent.
  const isPlain = bytes[end - 1] !== zero && (bytes[start] !== zero || digits - at <= 6)
  return isPlain ? 'general' : end - at - 1
}

const maxDigits = 15

/** The most decimals that a number is shown with, as many as Excel keeps digits. */
export const maxDecimals = maxDigits

/** The maximum number of digits that the general format shows. */
const maxShownDigits = 11
/** Longer numbers are texts: Excel would lose digits, or show rows of zeros. */
const maxLength = 40
const decoder = new TextDecoder()

// The range of Excel: it has no denormal numbers, and a smaller maximum than doubles.
const [smallest, largest] = [2.225_073_858_507_201_4e-308, 9.999_999_999_999_99e307]

function spelledKind(digits: string): NumberKind {
  const value = Number(digits)
  const size = Math.abs(value)
  if (size !== 0 && !(size >= smallest && size <= largest)) return 'text'
  if (significantIn(String(value)).length > maxDigits) return 'text'
  if (isPlainNumber(digits)) return /[.e]/.test(digits) ? 'general' : 'whole'
  return jsonNumber.test(digits) && doubleHolds(digits) ? decimalsOf(digits) : 'text'
}

/** The significant digits of a number. */
const significantIn = (digits: string): string =>
  digits
    .replace(/e.*/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '')

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** How many decimals a number needs to show in full. A number with an exponent counts as having none. */
function decimalsOf(digits: string): NumberKind {
  const [, decimals = ''] = /e/i.test(digits) ? [] : digits.split('.')
  return decimals.length > maxDecimals ? 'text' : decimals.length
}

/**
 * An RFC 3339 instant as Excel's serial number: days of its local time, without its offset. NaN if Excel would show another
 * time (before March 1900, leap seconds, parts of milliseconds), or if the text is not an instant.
 */
export function serialOf({ bytes, start, end }: CellText): number {
  if (!hasShape(bytes, start, end)) return Number.NaN
  const year = digitsAt(bytes, start, 4)
  const month = digitsAt(bytes, start + 5, 2)
  const day = digitsAt(bytes, start + 8, 2)
  const hour = digitsAt(bytes, start + 11, 2)
  const minute = digitsAt(bytes, start + 14, 2)
  const second = digitsAt(bytes, start + 17, 2)
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return Number.NaN
  const days = daysSince1970(year, month, day) + daysFrom1899
  // Excel counts a 29 February 1900, LibreOffice does not: they agree from the day after.
  if (days < 61) return Number.NaN
  const ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + millisecondsAfter(bytes, start + 19)
  return serialAt(days * aDay + ofDay)
}

/** The serial number from which readers that round to milliseconds and readers that truncate get the same time. */
function serialAt(milliseconds: number): number {
  let serial = milliseconds / aDay
  // The product is computed step by step, as readers do it. The loop runs at most twice.
  while (serial * 24 * 60 * 60 * 1000 < milliseconds) serial *= 1 + Number.EPSILON
  return serial
}

/** A day such as `2026-03-01` as Excel's serial number; NaN if Excel would show another. */
export function serialOfDay({ bytes, start }: CellText): number {
  const days = Number(readDay(bytes, start, start + 10)) + daysFrom1899
  return days < 61 ? Number.NaN : days
}

/** Whether the instant is given with a fraction of its second. */
export const hasFraction = ({ bytes, start }: CellText): boolean => bytes[start + 19] === point

const aDay = 86_400_000
// From 30 December 1899, day 0 of Excel, to 1970.
const daysFrom1899 = 25_569

const [point, zero, plus, minus] = [0x2e, 0x30, 0x2b, 0x2d]

const digitAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) - zero
const isDigit = (bytes: Uint8Array, at: number): boolean => {
  const digit = digitAt(bytes, at)
  return digit >= 0 && digit <= 9
}

/** The expected byte at each place before the fraction; 0: a digit. */
const shape = Uint8Array.from('0000-00-00T00:00:00', (sign) => (sign === '0' ? 0 : sign.charCodeAt(0)))

function hasShape(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 20) return false
  for (let i = 0; i < shape.length; i++) {
    const byte = bytes[start + i] ?? 0
    if (shape[i] === 0 ? byte < zero || byte > 0x39 : byte !== shape[i]) return false
  }
  const after = fractionEnd(bytes, start + shape.length, end)
  return after > 0 && isOffset(bytes, after, end)
}

/** The place after the fraction of a second; 0 if it is malformed or finer than milliseconds. */
function fractionEnd(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== point) return start
  let at = start + 1
  for (; at < end && isDigit(bytes, at); at++) if (at > start + 3 && bytes[at] !== zero) return 0
  return at === start + 1 ? 0 : at
}

function isOffset(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] === 0x5a) return at + 1 === end
  if ((bytes[at] !== plus && bytes[at] !== minus) || at + 6 !== end || bytes[at + 3] !== 0x3a) return false
  return [1, 2, 4, 5].every((i) => isDigit(bytes, at + i))
}

function millisecondsAfter(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== point) return 0
  let milliseconds = 0
  for (let i = 1, worth = 100; i <= 3 && isDigit(bytes, at + i); i++, worth /= 10)
    milliseconds += digitAt(bytes, at + i) * worth
  return milliseconds
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const daysOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (daysOfMonths[month - 1] ?? 0)
