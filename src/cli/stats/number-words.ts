import { thousands } from '../../failure.ts'

/** A number for a person: 12,345 or 3.14. */
export const grouped = (value: number): string => {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e15 || size < 0.001)) return String(Number(value.toPrecision(3)))
  const [whole = '', fraction] = String(Number(value.toFixed(size >= 1000 ? 0 : 2))).split('.')
  return fraction === undefined ? thousands(whole) : `${thousands(whole)}.${fraction}`
}

/** A number, or numbers from one on that stay below another. */
export const rangeWords = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? grouped(from) : `${grouped(from)} to below ${grouped(to)}`

/** A share of a whole as 12.3%; nothing of nothing is 0%. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '0%' : `${String(Number(((part / whole) * 100).toFixed(1)))}%`

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
