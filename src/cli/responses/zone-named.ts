import { nearestZone, timeZone, type TimeZone, momentAt } from '../../table/time.ts'
import { misuse } from '../../failure/failure.ts'
import { spanOf } from '../../record/moment.ts'

/** A time zone and the name it was given by. */
export type NamedZone = { readonly name: string; readonly timeZone: TimeZone }

/** Parses --timezone. Misuse is a Failure that suggests a zone. */
export function zoneNamed(name: string): NamedZone {
  const zone = timeZone(name)
  if (zone) return { name, timeZone: zone }
  if (isOfMachine.test(name))
    throw misuse(
      `--timezone ${name} would be another zone on another machine. Write which one, as ${ownZone()}, which is that of this machine.`,
    )
  const meant = offsetMeant(name) ?? nearestZone(name)
  const question = meant === undefined ? '' : ` Is ${meant} meant?`
  const why = isShortName.test(name) ? 'is not the name of one time zone.' : 'is not a time zone.'
  throw misuse(
    `--timezone ${name} ${why}${question} Write a name such as Europe/Berlin, or UTC, or an offset such as +02:00.`,
  )
}

/** Abbreviations such as EST, CEST, MSK. */
const isShortName = /^(?:[a-z]{2,3}t|msk)$/i

/** Words for the zone of the machine. */
const isOfMachine = /^(?:local(?:time)?|system|machine|here|mine|default|auto)$/i

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** An offset in another spelling: `+2`, `UTC+2`, `GMT+0200`. */
function offsetMeant(name: string): string | undefined {
  const [, sign = '+', hours = '', minutes = '00'] =
    /^(?:utc|gmt)?\s*([+-])?(\d{1,2})(?::?(\d\d))?$/i.exec(name) ?? []
  const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`
  return hours !== '' && timeZone(offset) ? offset : undefined
}

type Bound = {
  readonly option: string
  readonly edge: 'start' | 'end'
  /** The zone of a time without an offset; absent: UTC. */
  readonly zone: NamedZone | undefined
}

/** Parses --since or --until to milliseconds since 1970: for a date, its first or last millisecond. */
export function instantOf(given: string | undefined, { option, edge, zone }: Bound): number | undefined {
  if (given === undefined) return undefined
  const span = spanOf(given.trim())
  if (!span)
    throw misuse(
      `${option} ${given} ${written.test(given) ? 'names a day or an hour that does not exist' : 'is not a time'}: write 2026-03-01, 2026-03-01T09:00Z or 2026-03-01T09:00+01:00.`,
    )
  if (span.hasZone || !zone) return edge === 'start' ? span.first : span.last
  if (edge === 'start') return momentAt(span.first, zone.timeZone, 'first')
  const isDay = span.first !== span.last
  return isDay
    ? momentAt(span.last + 1, zone.timeZone, 'first') - 1
    : momentAt(span.last, zone.timeZone, 'last')
}

/** The syntax of a time, whether or not that time exists. */
const written = /^\s*\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?\s*$/
