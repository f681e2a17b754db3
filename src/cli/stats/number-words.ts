import { thousands } from '../../failure.ts'
import { isNumberText, type NumberText } from '../../record/exact-json.ts'
import type { ExactNumber } from './number-tally.ts'
import type { Range } from './ranges.ts'

/** A number that was computed, for a person, in the digits that matter: 12,345 or 3.14 or 0.0042. */
export function grouped(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e15) return Number(value.toPrecision(3)).toExponential()
  if (size !== 0 && size < 0.001) return String(Number(value.toPrecision(3)))
  return withThousands(String(Number(size < 1 ? value.toPrecision(2) : value.toFixed(size >= 1000 ? 0 : 2))))
}

const withThousands = (digits: string): string => {
  const [whole = '', fraction] = digits.split('.')
  return fraction === undefined ? thousands(whole) : `${thousands(whole)}.${fraction}`
}

/** A number as it was answered, for a person: all of its digits, where a line has room for them. */
export function exactWords({ rawJSON: digits }: NumberText): string {
  return /^-?\d{1,24}(?:\.\d{1,20})?$/.test(digits) ? withThousands(digits) : grouped(Number(digits))
}

/** A number as machine output has it: no digit that a double does not hold. */
export const toldNumber = (value: ExactNumber): string =>
  isNumberText(value)
    ? value.rawJSON
    : Number.isInteger(value) && !Number.isSafeInteger(value)
      ? value.toExponential()
      : String(value)

/** A number, or numbers from one on that stay below another. */
export const rangeWords = ({ from, to, isNear }: Omit<Range, 'count'>): string =>
  from === to ? `${isNear ? 'about ' : ''}${edgeWords(from)}` : `${edgeWords(from)} to below ${edgeWords(to)}`

/** Ends are told apart by their last digits. */
const edgeWords = (value: number): string => withThousands(toldNumber(value))

/** A share of a whole as 12.3%; nothing of nothing is 0%. Less than all is not told as all, nor more than nothing as nothing. */
export function percent(part: number, whole: number): string {
  const shown = whole === 0 ? 0 : Number(((part / whole) * 100).toFixed(1))
  if (shown === 0 && part > 0) return '<0.1%'
  return shown === 100 && part < whole ? '>99.9%' : `${shown}%`
}

/** How far a figure may be off, as a share of it: within 0.05%. */
export const errorWords = (share: number): string => `within ${String(Number((share * 100).toPrecision(2)))}%`

/** A length of time in at most two units: 45 s, 3 min 12 s, 2 h 5 min, 3 days 4 h; no line ends in it. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ]
  const units: readonly (readonly [number, string])[] = [
    [days, days === 1 ? 'day' : 'days'],
    [hours, 'h'],
    [minutes, 'min'],
    [whole % 60, 's'],
  ]
  const first = units.findIndex(([value]) => value > 0)
  if (first < 0) return seconds === 0 ? '0\u00A0s' : 'less than 1\u00A0s'
  const told = units.slice(first, first + 2).filter(([value]) => value > 0)
  return told.map(([value, unit]) => `${value}\u00A0${unit}`).join('\u00A0')
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** A day as a person writes it: 1 March 2026. */
export function dayWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`
}
