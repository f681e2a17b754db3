import { cellText } from '../../table/answers.ts'
import { momentOf } from '../../record/moment.ts'
import { dayWords } from '../../stats/stats.ts'

/** A time for a person, with the exact one: 1 March 2026, 09:00 UTC, 3 days ago (2026-03-01T09:00:00.000Z). */
export function timeWords(value: unknown, now: Date): string {
  const exact = cellText(value)
  const at = momentOf(value)
  if (Number.isNaN(at)) return exact
  const utc = new Date(at).toISOString()
  const ago = agoWords(now.getTime() - at)
  return `${dayWords(utc.slice(0, 10))}, ${utc.slice(11, 16)} UTC${ago === '' ? '' : `, ${ago}`} (${exact})`
}

const minute = 60_000
const units: readonly (readonly [string, number])[] = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
]

/** After so long a date says more. */
const longAgo = 60 * 24 * 60 * minute

function agoWords(milliseconds: number): string {
  if (milliseconds < 0 || milliseconds >= longAgo) return ''
  const [unit, length] = units.find((one) => milliseconds >= one[1]) ?? ['', 1]
  if (unit === '') return 'just now'
  const n = Math.floor(milliseconds / length)
  return `${n} ${unit}${n === 1 ? '' : 's'} ago`
}
