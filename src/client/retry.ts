import { Failure, isOfSignal, type FailureCode } from '../failure/failure.ts'
import type { Service } from '../wire/wire.ts'

/**
 * How far a failed call came. `never-sent`: it did not leave. `limited` and `busy`: the service refused it with 429, or with
 * 503 and Retry-After. `maybe-applied`: it left, and no complete reply came. `final`: trying again cannot help.
 */
export type Fault = 'never-sent' | 'limited' | 'busy' | 'maybe-applied' | 'final'

/** Which faults are tried again, how often, and how long at most the pause grows. */
export type Policy = {
  readonly attempts: number
  readonly retried: readonly Fault[]
  readonly maxPause: number
}

/** For reads, and for requests that the service recognises when they are repeated. */
export const readPolicy: Policy = {
  attempts: 4,
  retried: ['never-sent', 'limited', 'busy', 'maybe-applied'],
  maxPause: 20_000,
}

/** For any other generate: repeated only if nothing can have been created. */
export const generatePolicy: Policy = { ...readPolicy, retried: ['never-sent', 'limited'] }

/** A failed attempt; times in milliseconds. */
export type FailedAttempt = {
  readonly fault: Fault
  /** Attempts made so far, from 1. */
  readonly attempt: number
  /** What the service asks for by Retry-After. */
  readonly retryAfter: number | undefined
  /** In [0, 1). */
  readonly random: number
  /** Until the call is too late. */
  readonly left: number
}

/** Milliseconds to wait before the next attempt, or undefined to give up. */
export function pauseAfter(trouble: FailedAttempt, policy: Policy): number | undefined {
  if (trouble.attempt >= policy.attempts || !policy.retried.includes(trouble.fault)) return undefined
  const longest = Math.min(policy.maxPause, 500 * 2 ** (trouble.attempt - 1))
  // Never sooner than the service asks for.
  const pause = Math.max(Math.floor(trouble.random * longest), trouble.retryAfter ?? 0)
  return pause < trouble.left ? pause : undefined
}

/** Clock, randomness and limits for retries. */
export type RetryContext = {
  readonly sleep: (milliseconds: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Most seconds for one call with all its attempts; by default what suits the call. */
  readonly seconds?: number
  /** Most attempts; by default what suits the call. */
  readonly attempts?: number
  /** Called before every pause. */
  readonly onPause?: (failure: Failure, milliseconds: number) => Promise<void>
}

/** The limits of one call; `seconds` includes all attempts and pauses. */
export type RetryOptions = { readonly retry: RetryContext; readonly policy: Policy; readonly seconds: number }

/**
 * Runs an attempt, which makes one call and reads its whole reply, and repeats it as the policy says. Throws the failure
 * of the last attempt.
 */
export async function withRetry<T>(
  service: Service,
  attempt: (service: Service) => Promise<T>,
  { retry, policy, seconds }: RetryOptions,
): Promise<T> {
  const deadline = retry.now() + seconds * 1000
  const inForce = { ...policy, attempts: retry.attempts ?? policy.attempts }
  for (let made = 1; ; made++) {
    const noted: LastReply = {}
    const secondsLeft = made === 1 ? seconds : (deadline - retry.now()) / 1000
    try {
      return await attempt(recordStatus(service, noted, secondsLeft, made))
    } catch (error) {
      const now = retry.now()
      const retryAfter = milliseconds(noted.retryAfter, now)
      const fault = faultOf(error, { status: noted.status, retryAfter })
      const random = retry.random()
      const pause = pauseAfter({ fault, attempt: made, retryAfter, random, left: deadline - now }, inForce)
      if (pause === undefined || !(error instanceof Failure)) throw overall(error, seconds)
      await retry.onPause?.(error, pause)
      await retry.sleep(pause)
    }
  }
}

/** Reports the seconds of the whole call, not of the last attempt. */
const overall = (error: unknown, seconds: number): unknown =>
  Failure.is(error, 'too-late') ? Failure.of('too-late', { url: error.args.url, seconds }) : error

/** How far a call came that ended in this error. `status` is undefined where no reply came. */
export function faultOf(
  error: unknown,
  reply: { readonly status: number | undefined; readonly retryAfter: number | undefined },
): Fault {
  if (!(error instanceof Failure) || isOfSignal(error)) return 'final'
  const { status, retryAfter } = reply
  if (status === 429) return 'limited'
  if (status === 503 && retryAfter !== undefined) return 'busy'
  // Also after a reply that is no answer, such as a page instead of JSON.
  if (error.code === 'outcome-unknown') return 'maybe-applied'
  if (status !== undefined && isPassing(status)) return 'maybe-applied'
  if (status !== undefined && status >= 300) return 'final'
  if (error.code === 'unreachable') return 'never-sent'
  return brokenReplies.has(error.code) ? 'maybe-applied' : 'final'
}

const brokenReplies: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'connection-lost',
  'too-late',
  'cut-off',
  'reply-damaged',
  'reply-unreadable',
])

/** Whether a status means a passing fault. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && !lastingFaults.has(status))

// Not implemented, HTTP version not supported, variant negotiation, loop, not extended, network login required.
const lastingFaults: ReadonlySet<number> = new Set([501, 505, 506, 508, 510, 511])

/** Milliseconds that a Retry-After header asks for: seconds, or a date. */
export function milliseconds(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined
  if (/^\s*\d+\s*$/.test(retryAfter)) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

type LastReply = { status?: number; retryAfter?: string }

const recordStatus =
  (service: Service, noted: LastReply, seconds: number, made: number): Service =>
  async (call) => {
    const reply = await service({ ...call, seconds, attempt: made })
    noted.status = reply.status
    const retryAfter = reply.headers['retry-after']
    if (retryAfter !== undefined) noted.retryAfter = retryAfter
    return reply
  }
