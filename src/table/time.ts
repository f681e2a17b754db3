import { getOrMake } from '../form/value.ts'
import { offsetOf, spanOf } from '../record/moment.ts'

const minute = 60_000

/** A time zone: its offset from UTC at an instant, in minutes; `isUtc` for UTC itself. */
export type TimeZone = { readonly isUtc: boolean; readonly offsetAt: (instant: number) => number }

/** A zone by its IANA name, `UTC`, or an offset such as `+02:00`; undefined for any other name. */
export function timeZone(name: string): TimeZone | undefined {
  if (/^(utc|z)$/i.test(name)) return { isUtc: true, offsetAt: () => 0 }
  if (/^[+-]([01]\d|2[0-3]):[0-5]\d$/.test(name)) return { isUtc: false, offsetAt: () => offsetOf(name) }
  // Names only: runtimes accept other spellings of offsets, too.
  if (!/^[a-z]/i.test(name) || isShort(name)) return undefined
  const format = formatIn(name)
  return format && { isUtc: false, offsetAt: remembered((instant) => offsetIn(format, instant)) }
}

/** Ambiguous abbreviations that runtimes accept for one of their zones, such as BST for Bangladesh. */
const isShort = (name: string): boolean =>
  /^[a-z]{3}$/i.test(name) && !/^(?:GMT|PRC|ROC|ROK|UCT)$/i.test(name)

function formatIn(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset', year: 'numeric' })
  } catch {
    return undefined
  }
}

/** The offset in whole minutes: RFC 3339 has no seconds in offsets, which zones had before 1972. */
function offsetIn(format: Intl.DateTimeFormat, instant: number): number {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offsetOf(/[+-]\d\d:\d\d/.exec(name)?.[0] ?? '')
}

// A query takes microseconds. Since 1973, offsets change at whole quarters of an hour only.
const quarter = 15 * minute
const since1973 = Date.UTC(1973, 0)
const maxRemembered = 10_000

function remembered(offsetAt: (instant: number) => number): (instant: number) => number {
  const known = new Map<number, number>()
  return (instant) => {
    if (instant < since1973) return offsetAt(instant)
    if (known.size >= maxRemembered) known.clear()
    return getOrMake(known, Math.floor(instant / quarter), () => offsetAt(instant))
  }
}

/** The local day of a moment in milliseconds since 1970: 2026-03-01. Only for years of four digits. */
export const dayIn = (moment: number, { offsetAt }: TimeZone): string =>
  new Date(moment + offsetAt(moment) * minute).toISOString().slice(0, 10)

/**
 * The moment of a local time, which is given as if it were UTC. A time that occurs twice gives the first or the last moment; one
 * that is skipped is moved by the length of the gap.
 */
export function momentAt(clock: number, { offsetAt }: TimeZone, which: 'first' | 'last'): number {
  const day = 24 * 60 * minute
  const by = (near: number): number => clock - offsetAt(near) * minute
  const before = by(clock - day)
  const there = [before, by(clock + day)].filter((moment) => moment + offsetAt(moment) * minute === clock)
  const moments = there.length > 0 ? there : [before]
  return which === 'first' ? Math.min(...moments) : Math.max(...moments)
}

/** An instant in the zone as RFC 3339, with milliseconds and any further digits that it has; undefined if the text is not an instant. */
export function inZone(text: string, { isUtc, offsetAt }: TimeZone): string | undefined {
  const span = spanOf(text)
  if (!span?.hasZone) return undefined
  const offset = isUtc ? 0 : offsetAt(span.first)
  const local = writable(span.first + offset * minute)
  return local && local.slice(0, -1) + span.parts + (isUtc ? 'Z' : offsetText(offset))
}

/** Undefined for years of more than four digits, which RFC 3339 does not have. */
function writable(instant: number): string | undefined {
  const text = new Date(instant).toISOString()
  return text.length === 24 ? text : undefined
}

function offsetText(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
