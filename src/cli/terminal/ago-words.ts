import { count } from '../../failure/failure.ts'

const minute = 60_000
const units: readonly (readonly [string, number])[] = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
]

/** From this age on, only the date is shown. */
const longAgo = 60 * 24 * 60 * minute

/** Such as `2 hours ago`; empty for the future and for what is long ago. */
export function agoWords(milliseconds: number): string {
  if (milliseconds < 0 || milliseconds >= longAgo) return ''
  const [unit, length] = units.find((one) => milliseconds >= one[1]) ?? ['', 1]
  if (unit === '') return 'just now'
  return `${count(Math.floor(milliseconds / length), unit)} ago`
}

const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** A cell that is an exact time (ISO 8601, UTC) as people say it: how long ago, or its date. Any other cell unchanged. */
export const relativeTime = (cell: string, now: Date): string =>
  isTime.test(cell) ? agoWords(now.getTime() - Date.parse(cell)) || cell.slice(0, 10) : cell
