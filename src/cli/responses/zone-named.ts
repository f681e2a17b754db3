import { nearestZone, timeZone, type TimeZone } from '../../export/time-zone.ts'
import { Failure } from '../../failure.ts'

/** A time zone with the name that it was given by. */
export type NamedZone = { readonly name: string; readonly timeZone: TimeZone }

/** The zone that `--timezone` names; misuse is a Failure, with the zone that was perhaps meant. */
export function zoneNamed(name: string): NamedZone {
  const zone = timeZone(name)
  if (zone) return { name, timeZone: zone }
  const meant = nearestZone(name)
  const question = meant === undefined ? '' : ` Is ${meant} meant?`
  throw Failure.of('usage', {
    problem: `--timezone ${name} is no time zone.${question} Write a name as Europe/Berlin, or UTC, or an offset as +02:00.`,
  })
}
