import type { RetryContext } from '../../client/client.ts'
import { misuse } from '../../failure/failure.ts'
import type { Context } from '../command.ts'

export const waitVariables = ['FORMCTL_TIMEOUT', 'FORMCTL_ATTEMPTS'] as const

/** Throws a Failure if the variable is set to something that cannot be used. */
export const refuseWait = (host: Context['host'], name: (typeof waitVariables)[number]): unknown =>
  name === 'FORMCTL_ATTEMPTS' ? attemptsOf({ host }) : secondsIn(host.env, name)

/** Seconds for one call with all its attempts, by --timeout or FORMCTL_TIMEOUT. */
export const timeoutOf = ({ host, globals }: Pick<Context, 'host' | 'globals'>): number | undefined =>
  globals.timeout ?? secondsIn(host.env, 'FORMCTL_TIMEOUT')

/** The number of attempts for one call, by FORMCTL_ATTEMPTS. */
function attemptsOf({ host: { env } }: Pick<Context, 'host'>): number | undefined {
  const value = env['FORMCTL_ATTEMPTS'] ?? ''
  if (value === '') return undefined
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value)
  throw misuse(
    `FORMCTL_ATTEMPTS takes a whole number from 1 on, not "${value}"; with 1 no call is tried again.`,
  )
}

/**
 * The seconds that `30`, `30s` or `2m` means. Refuses any other text, and times out of range: timers hold at most 2³¹
 * milliseconds, about 24 days. `name` is the option or variable.
 */
export function parseSeconds(name: string, text: string): number {
  if (text === '') throw misuse(`${name} is empty. Give a value, or leave it out.`)
  const [, digits = '0', unit] = /^(\d{1,7}(?:\.\d+)?)([sm]?)$/.exec(text) ?? []
  const seconds = Number(digits) * (unit === 'm' ? 60 : 1)
  if (seconds >= 0.001 && seconds <= 2_000_000) return seconds
  throw misuse(`${name} takes a time from 0.001 to 2000000 seconds, such as 30, 30s or 2m, not "${text}".`)
}

// CI passes on a variable that is not set as an empty one.
function secondsIn(env: Context['host']['env'], name: string): number | undefined {
  const value = env[name] ?? ''
  return value === '' ? undefined : parseSeconds(name, value)
}

/** The clock and randomness of retries. */
export const clockOf = (
  { sleep, randomBytes, now }: Pick<Context['host'], 'sleep' | 'randomBytes' | 'now'>,
  signal: AbortSignal | undefined,
): Pick<RetryContext, 'sleep' | 'random' | 'now'> => ({
  sleep: (milliseconds) => sleep(milliseconds, signal),
  random: () => new DataView(randomBytes(4).slice().buffer).getUint32(0) / 2 ** 32,
  now: () => now().getTime(),
})

/** The timeout and number of attempts of this run; each pause is reported. */
export function retryContextOf(context: Context): RetryContext {
  const { host, terminal } = context
  return {
    ...clockOf(host, host.signal),
    seconds: timeoutOf(context),
    attempts: attemptsOf(context),
    onPause: (failure, milliseconds) =>
      terminal.info(
        `${withoutAdvice(failure.message)} Trying again in ${(milliseconds / 1000).toFixed(1)} s.`,
      ),
  }
}

/** The message of a failure without the advice to try again, which formctl does by itself. */
export const withoutAdvice = (sentence: string): string =>
  sentence.replace(/ (Nothing happened; try|Try) again.*$/s, '')
