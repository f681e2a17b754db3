import { momentOf } from '../record/moment.ts'

/** Reads a number from the bytes of its text. */
export type ReadValue = (bytes: Uint8Array, start: number, end: number) => number | bigint

/** A whole number, perhaps negative; a bigint where it has more than 15 digits. */
export const readInteger: ReadValue = (bytes, start, end) => {
  const isNegative = bytes[start] === minus
  const first = isNegative ? start + 1 : start
  const split = end - exactDigits
  if (split <= first) {
    const value = digitsAt(bytes, first, end - first)
    return isNegative ? -value : value
  }
  const high = BigInt(digitsAt(bytes, first, split - first))
  const value = high * highUnit + BigInt(digitsAt(bytes, split, exactDigits))
  return isNegative ? -value : value
}

/** The double that a JSON number means. */
export const readNumber: ReadValue = (bytes, start, end) => {
  const isNegative = bytes[start] === minus
  let digits = 0
  let value = 0
  let fraction = end
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte === point) fraction = at + 1
    else if (byte >= zero && byte <= nine && ++digits <= exactDigits) value = value * 10 + byte - zero
    else return Number(String.fromCharCode(...bytes.subarray(start, end)))
  }
  // Both are exact, so the quotient is the double next to the number.
  const magnitude = value / (powersOfTen[end - fraction] ?? 1)
  return isNegative ? -magnitude : magnitude
}

/** The milliseconds since 1970 of an instant. */
export const readTime: ReadValue = (bytes, start, end) => {
  if (end - start !== utcLength || bytes[end - 1] !== letterZ)
    return momentOf(String.fromCharCode(...bytes.subarray(start, end)))
  const days = Number(readDay(bytes, start, start + 10))
  const minutes = digitsAt(bytes, start + 11, 2) * 60 + digitsAt(bytes, start + 14, 2)
  const seconds = digitsAt(bytes, start + 17, 2) + minutes * 60
  return days * 86_400_000 + seconds * 1000 + digitsAt(bytes, start + 20, 3)
}

/** The days since 1970 of a day such as `2026-03-01`. */
export const readDay: ReadValue = (bytes, start) =>
  daysSince1970(digitsAt(bytes, start, 4), digitsAt(bytes, start + 5, 2), digitsAt(bytes, start + 8, 2))

/** 1 or 0 for `true` or `false`. */
export const readBoolean: ReadValue = (bytes, start) => (bytes[start] === letterT ? 1 : 0)

const utcLength = '2026-03-01T09:00:00.000Z'.length
const [zero, nine, minus, point, letterT, letterZ] = [0x30, 0x39, 0x2d, 0x2e, 0x74, 0x5a]
// Integers of 15 digits are below 2^53, and so exact as doubles; so are powers of ten up to 10^15.
const exactDigits = 15
const highUnit = 10n ** BigInt(exactDigits)
const powersOfTen = Float64Array.from({ length: exactDigits + 1 }, (_, i) => Number(`1e${i}`))

/** The number that `count` digits from `start` on say. */
export function digitsAt(bytes: Uint8Array, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) value = value * 10 + (bytes[at] ?? 0) - zero
  return value
}

/** Days from 1 January 1970 to a day of the Gregorian calendar. Years are counted from March, so the leap day is their last. */
export function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + dayOfYear - daysBefore1970
}

// From 1 March of the year 0.
const daysBefore1970 = 719_468
