import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'

/** The variables that say how patiently calls are made. */
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

/** Most seconds for one call with all its attempts, where a person says so: --timeout, or FORMCTL_TIMEOUT. */
export const timeoutOf = ({ host, globals }: Asked): number | undefined =>
  globals.timeout ?? numberIn(host.env, 'FORMCTL_TIMEOUT')

/** Most attempts for one call, where a person says so. */
export function attemptsOf({ host: { env } }: Pick<Asked, 'host'>): number | undefined {
  const attempts = numberIn(env, 'FORMCTL_ATTEMPTS')
  if (attempts === undefined || Number.isInteger(attempts)) return attempts
  throw unusable(
    'FORMCTL_ATTEMPTS',
    'it is no whole number. Write one from 1 on; 1 means that no call is tried again.',
  )
}

/** Seconds for the parts of a call, where a person says so. */
export const waitsOf = ({ host: { env } }: Asked): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (['connect', 'headers', 'idle'] as const).flatMap((wait) => {
      const seconds = numberIn(env, `FORMCTL_${wait.toUpperCase()}_TIMEOUT`)
      return seconds === undefined ? [] : [[wait, seconds]]
    }),
  )

// An empty variable is as good as none. Timers hold 2³¹ milliseconds at most, about 24 days.
function numberIn(env: Context['host']['env'], name: string): number | undefined {
  const value = env[name]
  if (value === undefined || value === '') return undefined
  const number = /^\d{1,7}(\.\d+)?$/.test(value) ? Number(value) : 0
  if (number >= 0.001 && number <= 2_000_000) return number
  throw unusable(name, 'it is no number from 0.001 to 2000000.')
}

const unusable = (name: string, problem: string): Failure =>
  Failure.of('config-invalid', { path: name, problem })
