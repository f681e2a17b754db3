import { nearestZone, timeZone, type TimeZone } from '../../table/time.ts'
import { Failure } from '../../failure/failure.ts'

/** A time zone with the name that it was given by. */
export type NamedZone = { readonly name: string; readonly timeZone: TimeZone }

/** The zone that `--timezone` names; misuse is a Failure, with the zone that was perhaps meant. */
export function zoneNamed(name: string): NamedZone {
  const zone = timeZone(name)
  if (zone) return { name, timeZone: zone }
  if (isOfMachine.test(name))
    throw misuse(
      `--timezone ${name} would be another zone on another machine. Write which one, as ${ownZone()}, which is that of this machine.`,
    )
  const meant = offsetMeant(name) ?? nearestZone(name)
  const question = meant === undefined ? '' : ` Is ${meant} meant?`
  const why = isShortName.test(name)
    ? 'is no time zone of its own: such letters mean several, or a part of the year.'
    : 'is no time zone.'
  throw misuse(
    `--timezone ${name} ${why}${question} Write a name as Europe/Berlin, or UTC, or an offset as +02:00.`,
  )
}

const misuse = (problem: string): Failure => Failure.of('usage', { problem })

/** As people shorten the names of times: EST, CEST, MSK. */
const isShortName = /^(?:[a-z]{2,3}t|msk)$/i

/** Words for the zone that the clock of a machine shows. */
const isOfMachine = /^(?:local(?:time)?|system|machine|here|mine|default|auto)$/i

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** An offset in another spelling: `+2`, `UTC+2`, `GMT+0200`. */
function offsetMeant(name: string): string | undefined {
  const [, sign = '+', hours = '', minutes = '00'] =
    /^(?:utc|gmt)?\s*([+-])?(\d{1,2})(?::?(\d\d))?$/i.exec(name) ?? []
  const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`
  return hours !== '' && timeZone(offset) ? offset : undefined
}
