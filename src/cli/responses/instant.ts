import { spanOf } from '../../export/instant-text.ts'
import { Failure } from '../../failure.ts'

/** A moment as an option gives it, in milliseconds since 1970: a date is its first or last one, no zone means UTC. */
export function instantOf(
  option: string,
  given: string | undefined,
  edge: 'start' | 'end',
): number | undefined {
  if (given === undefined) return undefined
  const span = spanOf(given.trim())
  if (span) return edge === 'start' ? span.first : span.last
  throw Failure.of('usage', {
    problem: `${option} ${given} is no time: write 2026-03-01, 2026-03-01T09:00Z or 2026-03-01T09:00+01:00.`,
  })
}
