import type { Patience } from '../../client/retry.ts'
import type { Context, Globals } from '../command.ts'
import { patienceOf } from '../settings/waits.ts'

/** Seconds for each single check, so that the whole ends in seconds. */
export const secondsOf = ({ timeout = 5 }: Globals): number => timeout

/** How patiently a check calls: for a few seconds, and without a word on pauses. */
export function patienceOfCheck(context: Context): Patience {
  const { onPause: _, ...patience } = patienceOf(context)
  return { ...patience, seconds: secondsOf(context.globals) }
}
