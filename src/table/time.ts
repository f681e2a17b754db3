import { distance } from '../form/words.ts'
import { offsetOf, spanOf, withoutParts } from '../record/moment.ts'

const minute = 60_000

/** How far a place's clocks are ahead of UTC at an instant, in minutes; `isUtc` where they show UTC itself. */
export type TimeZone = { readonly isUtc: boolean; readonly offsetAt: (instant: number) => number }

/** A zone by its name in the IANA database, `UTC`, or an offset as `+02:00`; undefined where there is none of it. */
export function timeZone(name: string): TimeZone | undefined {
  if (/^(utc|z)$/i.test(name)) return { isUtc: true, offsetAt: () => 0 }
  if (/^[+-]([01]\d|2[0-3]):[0-5]\d$/.test(name)) return { isUtc: false, offsetAt: () => offsetOf(name) }
  // Names alone: runtimes take offsets in other spellings too.
  if (!/^[a-z]/i.test(name) || isShort(name)) return undefined
  const format = formatIn(name)
  return format && { isUtc: false, offsetAt: remembered((instant) => offsetIn(format, instant)) }
}

/** Letters that runtimes take for one of the zones that they are short for, or for its winter: BST for Bangladesh. */
const isShort = (name: string): boolean =>
  /^[a-z]{3}$/i.test(name) && !/^(?:GMT|PRC|ROC|ROK|UCT)$/i.test(name)

/** Where those live who mostly write such letters for their time. */
const mostlyMeant: ReadonlyMap<string, string> = new Map([
  ['est', 'America/New_York'],
  ['mst', 'America/Denver'],
  ['hst', 'Pacific/Honolulu'],
  ['wet', 'Europe/Lisbon'],
  ['cet', 'Europe/Berlin'],
  ['met', 'Europe/Berlin'],
  ['eet', 'Europe/Athens'],
])

/** A zone's name that was perhaps meant: of slips, of letters for it, and of cities without their continent. */
export function nearestZone(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone')
  const plain = name.toLowerCase().replaceAll(/[ _]+/g, '_')
  const city = mostlyMeant.get(plain) ?? zones.find((zone) => zone.toLowerCase().endsWith(`/${plain}`))
  // So few letters are near to some city whatever they are.
  if (city !== undefined || plain.length < 5) return city
  return cityLike(plain, zones)
}

/** The zone whose city is a slip away, or two of a long name; of several, that of the most similar continent. */
function cityLike(plain: string, zones: readonly string[]): string | undefined {
  const city = cityOf(plain)
  const allowed = city.length < 4 ? 0 : city.length < 8 ? 1 : 2
  const [like] = zones
    .map((zone) => ({ zone, name: zone.toLowerCase() }))
    .map(({ zone, name }) => ({ zone, name, far: distance(city, cityOf(name)) }))
    .filter(
      ({ name, far }) => far <= allowed || (city !== plain && city.length >= 3 && name.startsWith(plain)),
    )
    .map(({ zone, name, far }) => ({ zone, far, whole: distance(plain, name) }))
    .toSorted((a, b) => a.far - b.far || a.whole - b.whole)
  return like?.zone
}

const cityOf = (zone: string): string => zone.replace(/^.*\//, '')

function formatIn(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset', year: 'numeric' })
  } catch {
    return undefined
  }
}

/** The whole minutes of the offset: RFC 3339 has none with seconds, as clocks had before 1972. */
function offsetIn(format: Intl.DateTimeFormat, instant: number): number {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offsetOf(/[+-]\d\d:\d\d/.exec(name)?.[0] ?? '')
}

// Asking costs microseconds. Since 1973 clocks change at whole quarters of an hour only.
const quarter = 15 * minute
const since1973 = Date.UTC(1973, 0)
const mostRemembered = 10_000

function remembered(offsetAt: (instant: number) => number): (instant: number) => number {
  const known = new Map<number, number>()
  return (instant) => {
    if (instant < since1973) return offsetAt(instant)
    const key = Math.floor(instant / quarter)
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= mostRemembered) known.clear()
    const offset = offsetAt(instant)
    known.set(key, offset)
    return offset
  }
}

/** The day of a moment, in milliseconds since 1970, by the zone's clocks: 2026-03-01. Only for years of four digits. */
export const dayIn = (moment: number, { offsetAt }: TimeZone): string =>
  new Date(moment + offsetAt(moment) * minute).toISOString().slice(0, 10)

/**
 * The moment at which the zone's clocks show a time, given as if it were in UTC: where they show it twice, the first or
 * the last; where they pass over it, as much later as they are put forward.
 */
export function momentAt(clock: number, { offsetAt }: TimeZone, which: 'first' | 'last'): number {
  const day = 24 * 60 * minute
  const by = (near: number): number => clock - offsetAt(near) * minute
  const before = by(clock - day)
  const there = [before, by(clock + day)].filter((moment) => moment + offsetAt(moment) * minute === clock)
  const moments = there.length > 0 ? there : [before]
  return which === 'first' ? Math.min(...moments) : Math.max(...moments)
}

/**
 * An instant as RFC 3339 has it in that zone, with milliseconds and what parts of these it names; undefined where the
 * text is no instant.
 */
export function inZone(text: string, { isUtc, offsetAt }: TimeZone): string | undefined {
  const [whole, parts] = withoutParts(text)
  const span = spanOf(whole)
  if (!span?.hasZone) return undefined
  const offset = isUtc ? 0 : offsetAt(span.first)
  const local = writable(span.first + offset * minute)
  return local && local.slice(0, -1) + parts + (isUtc ? 'Z' : offsetText(offset))
}

/** Undefined beyond the years of four digits, which is what RFC 3339 has. */
function writable(instant: number): string | undefined {
  const text = new Date(instant).toISOString()
  return text.length === 24 ? text : undefined
}

function offsetText(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
