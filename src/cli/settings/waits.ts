import type { Patience } from '../../client/client.ts'
import { Failure } from '../../failure/failure.ts'
import type { Context } from '../command.ts'

/** The environment variables for timeouts and attempts. */
export const waitVariables = [
  'FORMCTL_TIMEOUT',
  'FORMCTL_ATTEMPTS',
  'FORMCTL_CONNECT_TIMEOUT',
  'FORMCTL_HEADERS_TIMEOUT',
  'FORMCTL_IDLE_TIMEOUT',
] as const

/** Fails where one of them cannot be used. */
export const refuseWait = (host: Context['host'], name: (typeof waitVariables)[number]): unknown =>
  name === 'FORMCTL_ATTEMPTS' ? attemptsOf({ host }) : numberIn(host.env, name)

type Asked = Pick<Context, 'host' | 'globals'>

/** Seconds for one call with all its attempts, by --timeout or FORMCTL_TIMEOUT. */
export const timeoutOf = ({ host, globals }: Asked): number | undefined =>
  globals.timeout ?? numberIn(host.env, 'FORMCTL_TIMEOUT')

/** The number of attempts for one call, by FORMCTL_ATTEMPTS. */
function attemptsOf({ host: { env } }: Pick<Asked, 'host'>): number | undefined {
  const attempts = numberIn(env, 'FORMCTL_ATTEMPTS')
  if (attempts === undefined || Number.isInteger(attempts)) return attempts
  throw unusable(
    'FORMCTL_ATTEMPTS',
    'it is no whole number. Write one from 1 on; 1 means that no call is tried again.',
  )
}

/** Seconds for the parts of a call, by their variables. */
export const waitsOf = ({ host: { env } }: Asked): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (['connect', 'headers', 'idle'] as const).flatMap((wait) => {
      const seconds = numberIn(env, `FORMCTL_${wait.toUpperCase()}_TIMEOUT`)
      return seconds === undefined ? [] : [[wait, seconds]]
    }),
  )

/** Seconds in digits. Timers hold 2³¹ milliseconds at most, about 24 days; undefined for more, for 0 and for other texts. */
export function parseSeconds(text: string): number | undefined {
  const seconds = /^\d{1,7}(\.\d+)?$/.test(text) ? Number(text) : 0
  return seconds >= 0.001 && seconds <= 2_000_000 ? seconds : undefined
}

// An empty variable is as good as none.
function numberIn(env: Context['host']['env'], name: string): number | undefined {
  const value = env[name] ?? ''
  const number = parseSeconds(value)
  if (value !== '' && number === undefined) throw unusable(name, 'it is no number from 0.001 to 2000000.')
  return number
}

const unusable = (name: string, problem: string): Failure =>
  Failure.of('config-invalid', { path: name, problem })

/** How long this run waits and how often it tries; each pause is said. */
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
