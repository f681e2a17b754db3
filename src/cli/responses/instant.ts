import { spanOf } from '../../record/moment.ts'
import { momentAt } from '../../table/time.ts'
import { Failure } from '../../failure/failure.ts'
import type { NamedZone } from './zone-named.ts'

type Bound = {
  readonly option: string
  readonly edge: 'start' | 'end'
  /** Whose clocks tell a time that stands without an offset; absent: those of UTC. */
  readonly zone: NamedZone | undefined
}

/** A moment as an option gives it, in milliseconds since 1970: of a date its first or last one. */
export function instantOf(given: string | undefined, { option, edge, zone }: Bound): number | undefined {
  if (given === undefined) return undefined
  const span = spanOf(given.trim())
  if (!span)
    throw Failure.of('usage', {
      problem: `${option} ${given} ${written.test(given) ? 'names a day or an hour that there is not' : 'is no time'}: write 2026-03-01, 2026-03-01T09:00Z or 2026-03-01T09:00+01:00.`,
    })
  if (span.hasZone || !zone) return edge === 'start' ? span.first : span.last
  if (edge === 'start') return momentAt(span.first, zone.timeZone, 'first')
  const isDay = span.first !== span.last
  return isDay
    ? momentAt(span.last + 1, zone.timeZone, 'first') - 1
    : momentAt(span.last, zone.timeZone, 'last')
}

/** A time as it has to be written, whether there is such a one or not. */
const written = /^\s*\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?\s*$/
