/** The times of a response, by the names of their members. */
export const timeNames = ['createdAt', 'updatedAt', 'dataUpdatedAt'] as const

export type TimeName = (typeof timeNames)[number]

/** Whether a text is an instant as services write it, `2026-03-01T09:00:00.000Z`, on a day that exists. */
export function isInstant(text: string): boolean {
  if (usual.test(text)) return true
  if (text.length !== 24 || text.charCodeAt(23) !== 0x5a) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}

const form =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/

/** A moment, or a whole day, month or year in UTC: its first and its last millisecond since 1970. */
export type Span = {
  readonly first: number
  readonly last: number
  /** Whether an offset from UTC, or Z, stands with it. */
  readonly hasZone: boolean
}

const minute = 60_000
const day = 24 * 60 * minute

/**
 * A time as in RFC 3339, to the millisecond; seconds, zone and the whole time may be missing, no zone means UTC.
 * Undefined for anything else, such as 31 February.
 */
export function spanOf(text: string): Span | undefined {
  const [, date, hours, minutes, seconds = '00', fraction = '', zone = 'Z'] = form.exec(text) ?? []
  if (date === undefined) return undefined
  const midnight = Date.parse(`${date}T00:00:00.000Z`)
  // Date.parse takes 2026-02-31 for a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined
  if (hours === undefined) return { first: midnight, last: midnight + day - 1, hasZone: false }
  const clock = Number(hours) * 60 + Number(minutes) - offsetOf(zone)
  const first = midnight + clock * minute + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
  return { first, last: first, hasZone: /[Zz]$|[+-]\d\d:\d\d$/.test(text) }
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
 * The moment of a record's time, in milliseconds since 1970; NaN if it is none. Reads what `spanOf` reads, and drops
 * fractions of milliseconds.
 */
export function momentOf(time: unknown): number {
  if (typeof time !== 'string') return Number.NaN
  if (usual.test(time)) return Date.parse(time)
  return spanOf(withoutParts(time)[0])?.first ?? Number.NaN
}

/** A time without its fractions of a millisecond, and their digits. */
export function withoutParts(time: string): readonly [whole: string, parts: string] {
  const [, whole = '', parts = ''] = /^(\.\d{3})(\d+)/.exec(time.slice(19)) ?? []
  return [time.slice(0, 19) + whole + time.slice(19 + whole.length + parts.length), parts]
}

// As services write it, on a day that every month has. Nine of ten times match, and take a fifth of the time.
const usual = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Minutes ahead of UTC, of `+02:00`. */
export function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
