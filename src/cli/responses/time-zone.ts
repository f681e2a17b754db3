import { timeZone, type TimeZone, momentAt } from '../../table/time.ts'
import { misuse } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { periodOf, spanOf, type Span } from '../../record/moment.ts'
import { lengthOf } from '../option-values.ts'

export type NamedZone = { readonly name: string; readonly timeZone: TimeZone }

/** Parses --timezone. Misuse is a Failure that suggests a zone: one with this city, or a similar name. */
export function namedZone(name: string): NamedZone {
  const zone = timeZone(name)
  if (zone) return { name, timeZone: zone }
  const known = Intl.supportedValuesOf('timeZone')
  const city = `/${name.toLowerCase().replaceAll(' ', '_')}`
  const near = nearest(name, known)
  const meant =
    known.find((one) => one.toLowerCase().endsWith(city)) ?? (near?.isOnly ? near.word : undefined)
  const question = meant === undefined ? '' : ` Is ${meant} meant?`
  throw misuse(
    `--timezone ${name} is not a time zone.${question} Write a name such as Europe/Berlin, or UTC, or an offset such as +02:00.`,
  )
}

/** A time in the words of --since and --until. */
type Bound = {
  readonly option: string
  readonly edge: 'start' | 'end'
  /** The zone of a time without an offset; absent: UTC. */
  readonly zone?: NamedZone | undefined
  readonly now: Date
}

/** Parses --since or --until to milliseconds since 1970: for a day, a month or a year, its first or last millisecond. */
export function instantOf(given: string | undefined, { option, edge, zone, now }: Bound): number | undefined {
  if (given === undefined) return undefined
  const word = given.trim().toLowerCase()
  const span = periodOf(given.trim()) ?? agoOf(word, now) ?? dayOf(word, { zone, now })
  if (!span)
    throw misuse(
      `${option} ${given} ${written.test(given) ? 'names a day or an hour that does not exist' : 'is not a time'}: write 2026-03-01, 2026-03, 2026-03-01T09:00Z, 7d, 12h, 2w, today or yesterday.`,
    )
  if (span.hasZone || !zone) return edge === 'start' ? span.first : span.last
  if (edge === 'start') return momentAt(span.first, zone.timeZone, 'first')
  const isDay = span.first !== span.last
  return isDay
    ? momentAt(span.last + 1, zone.timeZone, 'first') - 1
    : momentAt(span.last, zone.timeZone, 'last')
}

/** Whether a time of --since or --until depends on when it is read. */
export const isRelative = (given: string): boolean => !/^\s*\d{4}(?:-|\s*$)/.test(given)

/** A moment so long ago: `12h`, `7d` or `2w`. */
function agoOf(word: string, now: Date): Span | undefined {
  const length = lengthOf(word)
  if (length === undefined) return undefined
  const at = now.getTime() - length
  return { first: at, last: at, hasZone: true, parts: '' }
}

/** `today` or `yesterday` by the clock of the zone. */
function dayOf(word: string, { zone, now }: Pick<Bound, 'zone' | 'now'>): Span | undefined {
  if (word !== 'today' && word !== 'yesterday') return undefined
  const offset = zone?.timeZone.offsetAt(now.getTime()) ?? 0
  const clock = new Date(now.getTime() + offset * 60_000 - (word === 'today' ? 0 : 86_400_000))
  return spanOf(clock.toISOString().slice(0, 10))
}

/** The syntax of a time, whether or not that time exists. */
const written =
  /^\s*\d{4}-\d\d(?:-\d\d)?(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?)?\s*$/
