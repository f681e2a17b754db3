import { Failure } from '../../failure.ts'

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/

/** A moment as an option gives it, in milliseconds since 1970: a date is its first or last one, no zone means UTC. */
export function instantOf(
  option: string,
  given: string | undefined,
  edge: 'start' | 'end',
): number | undefined {
  if (given === undefined) return undefined
  const [, date = '', time, zone = 'Z'] = form.exec(given.trim()) ?? []
  const instant = Date.parse(`${date}T${time ?? '00:00'}${zone}`)
  // Date.parse takes 2026-02-31 for a day in March.
  if (!Number.isNaN(instant) && new Date(`${date}T00:00Z`).toISOString().startsWith(date))
    return time === undefined && edge === 'end' ? instant + 24 * 60 * 60 * 1000 - 1 : instant
  throw Failure.of('usage', {
    problem: `${option} ${given} is no time: write 2026-03-01, 2026-03-01T09:00Z or 2026-03-01T09:00+01:00.`,
  })
}
