import { Failure } from '../../failure.ts'

/** The day of a moment, as 2026-03-01. */
export type DayOf = (milliseconds: number) => string

// Since 1972 the clocks of all zones differ by whole quarters of an hour.
const quarter = 15 * 60 * 1000
const mostKnown = 10_000

/** Days in a time zone, such as UTC, Europe/Berlin or +02:00; one that nobody knows is misuse. */
export function daysIn(zone: string): DayOf {
  const format = formatIn(zone)
  const known = new Map<number, string>()
  return (milliseconds) => {
    const nth = Math.floor(milliseconds / quarter)
    const day = known.get(nth) ?? dayIn(format, nth * quarter)
    if (known.size >= mostKnown) known.clear()
    known.set(nth, day)
    return day
  }
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  } catch {
    throw Failure.of('usage', {
      problem: `--timezone ${timeZone} is no time zone: write UTC, Europe/Berlin or +02:00.`,
    })
  }
}

function dayIn(format: Intl.DateTimeFormat, milliseconds: number): string {
  const parts = format.formatToParts(milliseconds)
  const [year, month, day] = ['year', 'month', 'day'].map(
    (type) => parts.find((part) => part.type === type)?.value ?? '',
  )
  return `${year?.padStart(4, '0')}-${month}-${day}`
}
