import type { Patience } from '../../client/retry.ts'
import type { Context } from '../command.ts'

/** How patiently this run calls: its clock, its --timeout, and a line on each pause. */
export const patienceOf = ({ host, terminal, globals }: Context): Patience => ({
  sleep: (milliseconds) => host.sleep(milliseconds, host.signal),
  random: () => new DataView(host.randomBytes(4).slice().buffer).getUint32(0) / 2 ** 32,
  now: () => host.now().getTime(),
  ...(globals.timeout === undefined ? {} : { seconds: globals.timeout }),
  onPause: (failure, milliseconds) =>
    terminal.say(`${withoutAdvice(failure.message)} Trying again in ${(milliseconds / 1000).toFixed(1)} s.`),
})

// The advice to try again is being followed.
const withoutAdvice = (sentence: string): string =>
  sentence.replace(/ (Nothing happened; try|Try) again.*$/, '')
