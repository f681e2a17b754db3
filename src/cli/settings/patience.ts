import type { Patience } from '../../client/retry.ts'
import type { Context } from '../command.ts'
import { attemptsOf, timeoutOf } from './waits.ts'

/** How patiently this run calls: its clock, its --timeout, and a line on each pause. */
export function patienceOf(context: Context): Patience {
  const { host, terminal } = context
  const [seconds, attempts] = [timeoutOf(context), attemptsOf(context)]
  return {
    sleep: (milliseconds) => host.sleep(milliseconds, host.signal),
    random: () => new DataView(host.randomBytes(4).slice().buffer).getUint32(0) / 2 ** 32,
    now: () => host.now().getTime(),
    ...(seconds === undefined ? {} : { seconds }),
    ...(attempts === undefined ? {} : { attempts }),
    onPause: (failure, milliseconds) =>
      terminal.say(
        `${withoutAdvice(failure.message)} Trying again in ${(milliseconds / 1000).toFixed(1)} s.`,
      ),
  }
}

// The advice to try again is being followed.
const withoutAdvice = (sentence: string): string =>
  sentence.replace(/ (Nothing happened; try|Try) again.*$/, '')
