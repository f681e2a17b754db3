/** The times of a response, by the names of their members. */
export const timeNames = ['createdAt', 'updatedAt', 'dataUpdatedAt'] as const

export type TimeName = (typeof timeNames)[number]

// ISO 8601 and RFC 3339. Hour 24 is the end of a day, second 60 a leap second.
const extendedFormat =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-4])(?::([0-5]\d)(?::([0-5]\d|60)(?:[.,](\d+))?)?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/
/** The same without separators; it needs a time, since a day would be a number. */
const basicFormat = /^(\d{4})(\d\d)(\d\d)[Tt](\d\d)(?:(\d\d)(\d\d(?:[.,]\d+)?)?)?(?=[Zz+-]|$)/

/** A moment, or a whole day, month or year in UTC: its first and its last millisecond since 1970. */
export type Span = {
  readonly first: number
  readonly last: number
  /** Whether it has an offset from UTC, or Z. */
  readonly hasZone: boolean
  /** The digits of its fraction of a second behind the milliseconds, without zeros at the end. */
  readonly parts: string
}

const minute = 60_000
const day = 24 * 60 * minute

/**
 * A time as ISO 8601 has it, to the millisecond; minutes, seconds, zone and the whole time may be missing, no zone means UTC. The second
 * 60 is the next one. Undefined for anything else, such as 31 February, and for days of a week or a year.
 */
export function spanOf(text: string): Span | undefined {
  if (commonFormat.test(text)) {
    const first = Date.parse(text)
    return { first, last: first, hasZone: true, parts: '' }
  }
  const [basic, year, month, dayOfMonth, ...clockParts] = basicFormat.exec(text) ?? []
  const separated =
    basic &&
    `${year}-${month}-${dayOfMonth}T${clockParts.filter(Boolean).join(':')}${text.slice(basic.length)}`
  const [, date, hours, minutes = '00', seconds = '00', fraction = '', zone] =
    extendedFormat.exec(separated ?? text) ?? []
  if (date === undefined) return undefined
  const midnight = Date.parse(`${date}T00:00:00.000Z`)
  // Date.parse takes 2026-02-31 for a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined
  if (hours === undefined) return { first: midnight, last: midnight + day - 1, hasZone: false, parts: '' }
  if (hours === '24' && Number(minutes + seconds + fraction) > 0) return undefined
  const clock = Number(hours) * 60 + Number(minutes) - offsetOf(zone ?? '')
  // A leap second is in the last minute of an hour of UTC.
  if (seconds === '60' && (clock + 48 * 60) % 60 !== 59) return undefined
  const first =
    midnight + clock * minute + Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return {
    first,
    last: first,
    hasZone: zone !== undefined,
    parts: fraction.slice(3).replace(/(?<!0)0+$/, ''),
  }
}

/** What `spanOf` reads, or a month such as `2026-03`, or a year such as `2026`. */
export function periodOf(text: string): Span | undefined {
  const [, year, month] = /^(\d{4})(?:-(\d\d))?$/.exec(text) ?? []
  if (year === undefined) return spanOf(text)
  const begin = spanOf(`${year}-${month ?? '01'}-01`)
  if (!begin) return undefined
  const end = new Date(begin.first)
  end.setUTCMonth(end.getUTCMonth() + (month === undefined ? 12 : 1))
  return { ...begin, last: end.getTime() - 1 }
}

/**
 * The moment of a record's time, in milliseconds since 1970; NaN if it is not a time. Reads what `spanOf` reads, and drops
 * fractions of milliseconds: for bounds in milliseconds and figures. Times are compared by `sortableTime`.
 */
export const momentOf = (time: unknown): number =>
  (typeof time === 'string' ? spanOf(time)?.first : undefined) ?? Number.NaN

/** Whether a text says a moment by itself: a day and a time with Z or an offset. */
export const isInstant = (text: string): boolean => spanOf(text)?.hasZone === true

/** A time as a text that sorts by its moment, to its last digit: as most services write it, and further digits; empty if it says none. */
export function sortableTime(time: unknown): string {
  if (typeof time !== 'string') return ''
  if (commonFormat.test(time)) return time
  const span = spanOf(time)
  // Further digits follow the Z, so that they sort after the same time without them.
  return span ? new Date(span.first).toISOString() + span.parts : ''
}

/** Whether a text is later than another, to its last digit; of equal moments, the greater text. A text that says no moment comes first. */
export function isLater(time: string, than: string): boolean {
  const [one, other] = [sortableTime(time), sortableTime(than)]
  return one === other ? one !== '' && time > than : one > other
}

/** Times as most services write them, on a day that every month has: testing it takes a fifth of the time of the whole format. */
const commonFormat =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Minutes ahead of UTC, of `+02:00`, `+0200` or `+02`; 0 for any other text. */
export function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
