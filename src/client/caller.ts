import { Failure, ignoreFailure, isOfSignal, type FailureCode } from '../failure/failure.ts'
import {
  type Call,
  isValidKey,
  type Reply,
  type Service,
  type Extension,
  wellKnownCall,
} from '../wire/wire.ts'
import { type Refusal, isSuccess, readRefusal, readAnnouncement, type Announcement } from '../wire/replies.ts'

/** Where calls go and as whom; a `Connection` of the command line is one. */
export type Access = {
  readonly service: Service
  readonly baseUrl: string
  readonly apiKey: string
  /** Where the key came from, in words. */
  readonly keySource: string
  /** What to do when the key is refused, as a sentence. */
  readonly keyAdvice: string
  readonly environmentId: string | undefined
}

/** Where calls go and as whom, and how long and often they are tried. */
export type Caller = { readonly access: Access; readonly retry: RetryContext }

/** Seconds for a call with all its attempts, where nothing else is asked for. */
export const defaultSeconds = 60

/** Runs an attempt as `withRetry` does, by the caller's limits; by default as a read. */
export const tryCall = <T>(
  { access, retry }: Caller,
  attempt: (service: Service) => Promise<T>,
  {
    policy = readPolicy,
    seconds = defaultSeconds,
  }: { readonly policy?: Policy; readonly seconds?: number } = {},
): Promise<T> => withRetry(access.service, attempt, { retry, policy, seconds: retry.seconds ?? seconds })

/**
 * Makes a call as `tryCall` does, and reads the reply to it; a refusal is thrown as a Failure. `where` follows "The reply" in sentences.
 */
export const readReply = <T>(
  caller: Caller,
  call: Call,
  read: (reply: Reply, where: string) => T | Promise<T>,
  { notFound, ...limit }: { readonly notFound?: NotFound | undefined; readonly seconds?: number } = {},
): Promise<T> => {
  const { access } = caller
  const attempt = async (service: Service): Promise<T> => {
    const reply = await service(call)
    if (isSuccess(reply)) return read(reply, replySuffix(access, call.path))
    throw failureOf(await readRefusal(reply), { access, path: call.path, notFound })
  }
  return tryCall(caller, attempt, limit)
}

/** The API key. Fails with `key-unusable` where a header cannot hold it. */
export function keyOf({ apiKey, keySource, keyAdvice }: Access): string {
  if (!isValidKey(apiKey)) throw Failure.of('key-unusable', { source: keySource, advice: keyAdvice })
  return apiKey
}

/** The environment, for the calls whose path names it. */
export function environmentOf({ environmentId }: Pick<Access, 'environmentId'>): string {
  if (environmentId !== undefined) return environmentId
  throw Failure.of('setting-missing', {
    setting: 'environment',
    flag: '--environment',
    variable: 'FORMCTL_ENVIRONMENT_ID',
  })
}

/** What follows "The reply" in sentences: ` of https://…/api/v1/responses`. */
export const replySuffix = ({ baseUrl }: Access, path: string): string => ` of ${urlOf(baseUrl, path)}`

/** The address of a path under a base URL, for people. */
export const urlOf = (baseUrl: string, path: string): string => `${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`

/** A path as people may see it: the query of an address to a file often is what gives access to it. */
export const withoutQuery = (path: string): string => path.replace(/\?.*$/s, '')

/** The failure that a 404 means; undefined if that is unclear. */
export type NotFound = (refusal: Refusal) => Failure | undefined

/** The call that was refused. */
type RefusedCall = {
  readonly access: Access
  readonly path: string
  /** What a 404 means if the service itself sent it. */
  readonly notFound?: NotFound | undefined
}

/** The failure that a refusal means. */
export function failureOf(refusal: Refusal, { access, path, notFound }: RefusedCall): Failure {
  const { status, isInShape, target, retryAfter } = refusal
  const message = reasonOf(refusal, access)
  const url = urlOf(access.baseUrl, path)
  if (target !== undefined) return Failure.of('redirected', { url, target })
  if (status === 401 || (status === 403 && isInShape)) {
    const detail = status === 401 ? '' : ` (status ${status}: ${message})`
    return Failure.of('key-refused', { source: access.keySource, advice: access.keyAdvice, detail })
  }
  if (status === 429 || status === 503)
    return Failure.of('service-busy', { url, status, message, when: whenOf(retryAfter) })
  if (isTransient(status)) return Failure.of('service-failing', { url, status, message })
  const known = status === 404 && isInShape ? notFound?.(refusal) : undefined
  if (known) return known
  if (isFromOtherServer(refusal)) return Failure.of('no-service', { url, status })
  const isAtAddress = status === 404 || !isInShape
  return Failure.of('service-refused', { status, message, ...(isAtAddress ? { url } : {}) })
}

/** Whether a web server that is no service refused the path or method. Then nothing was done. */
export const isFromOtherServer = ({ status, isPage }: Refusal): boolean =>
  isPage === true && (status === 404 || status === 405 || status === 501)

/** The service's message as a part of a sentence, without the key if it repeats that. */
export const reasonOf = ({ message }: Refusal, { apiKey }: Access): string =>
  message.replaceAll(apiKey, '[the key]').trim().replace(/\.$/, '')

const whenOf = (retryAfter: string | undefined): string =>
  retryAfter === undefined ? 'later' : /^\d+$/.test(retryAfter) ? `in ${retryAfter} s` : `after ${retryAfter}`

/** What a service announces, or why its reply announces nothing. */
type AnnouncementResult = Announcement | { readonly url: string; readonly unread: string }

/**
 * Reads what a service can do beyond the contract. Any reply that cannot be read as an announcement is returned as `unread`.
 * Throws where the service is not reached or fails.
 */
export async function readAnnouncementOrReason(
  caller: Caller,
  call = wellKnownCall,
): Promise<AnnouncementResult> {
  const { access } = caller
  const url = urlOf(access.baseUrl, wellKnownCall.path)
  return tryCall(caller, async (service) => {
    const reply = await service(call)
    if (isSuccess(reply))
      return readAnnouncement(reply, replySuffix(access, wellKnownCall.path)).catch((error: unknown) => ({
        url,
        unread: noJson(error),
      }))
    const refusal = await readRefusal(reply)
    // A service that does not know the path announces nothing.
    if (refusal.status < 500 && refusal.status !== 408 && refusal.status !== 429)
      return { url, unread: `answers with status ${refusal.status}` }
    throw failureOf(refusal, { access, path: wellKnownCall.path })
  })
}

/** Whether a service announces an extension; false where it fails or is slow to answer. */
export const announcesExtension = async (caller: Caller, extension: Extension): Promise<boolean> =>
  (await announcementIfAny(caller))?.extensions.includes(extension) ?? false

/** What a service announces; undefined where it fails, is slow to answer, or announces nothing. */
export async function announcementIfAny(
  caller: Caller,
  call = wellKnownCall,
): Promise<Announcement | undefined> {
  const { retry } = caller
  const seconds = Math.min(retry.seconds ?? maxAnnouncementSeconds, maxAnnouncementSeconds)
  const read = await readAnnouncementOrReason({ ...caller, retry: { ...retry, seconds } }, call).catch(
    ignoreFailure,
  )
  return read && 'extensions' in read ? read : undefined
}

// An optional answer is not worth a longer wait.
const maxAnnouncementSeconds = 15

// Some services answer every path with their web page.
function noJson(error: unknown): string {
  if (Failure.is(error, 'reply-unreadable')) return 'answers with something else'
  throw error
}

/**
 * What became of a failed call. `never-sent`: it did not leave. `limited` and `busy`: the service refused it with 429, or with
 * 503 and Retry-After. `maybe-applied`: it left, and no complete reply came. `final`: trying again cannot help.
 */
export type CallOutcome = 'never-sent' | 'limited' | 'busy' | 'maybe-applied' | 'final'

/** After which outcomes a call is tried again, how often, and the longest pause in milliseconds. */
export type Policy = {
  readonly attempts: number
  readonly retried: readonly CallOutcome[]
  readonly maxPause: number
}

/** For reads, and for requests that the service recognises when they are repeated. */
export const readPolicy: Policy = {
  attempts: 4,
  retried: ['never-sent', 'limited', 'busy', 'maybe-applied'],
  maxPause: 20_000,
}

/** For generate without idempotency keys: retried only if the service cannot have created a form. */
export const generatePolicy: Policy = { ...readPolicy, retried: ['never-sent', 'limited'] }

/** A failed attempt; times in milliseconds. */
export type FailedAttempt = {
  readonly outcome: CallOutcome
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
export function pauseAfter(failed: FailedAttempt, policy: Policy): number | undefined {
  if (failed.attempt >= policy.attempts || !policy.retried.includes(failed.outcome)) return undefined
  const longest = Math.min(policy.maxPause, 500 * 2 ** (failed.attempt - 1))
  // Never sooner than the service asks for.
  const pause = Math.max(Math.floor(failed.random * longest), failed.retryAfter ?? 0)
  return pause < failed.left ? pause : undefined
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
      const retryAfter = parseRetryAfter(noted.retryAfter, now)
      const outcome = outcomeOf(error, { status: noted.status, retryAfter })
      const random = retry.random()
      const pause = pauseAfter({ outcome, attempt: made, retryAfter, random, left: deadline - now }, inForce)
      if (pause === undefined || !(error instanceof Failure)) throw overall(error, seconds)
      await retry.onPause?.(error, pause)
      await retry.sleep(pause)
    }
  }
}

/** Reports the seconds of the whole call, not of the last attempt. */
const overall = (error: unknown, seconds: number): unknown =>
  Failure.is(error, 'too-late') ? Failure.of('too-late', { url: error.args.url, seconds }) : error

/** The outcome of a call that ended in this error. `status` is undefined where no reply came. */
export function outcomeOf(
  error: unknown,
  reply: { readonly status: number | undefined; readonly retryAfter: number | undefined },
): CallOutcome {
  if (!(error instanceof Failure) || isOfSignal(error)) return 'final'
  const { status, retryAfter } = reply
  if (status === 429) return 'limited'
  if (status === 503 && retryAfter !== undefined) return 'busy'
  // Also after a reply that is not an answer, such as a page instead of JSON.
  if (error.code === 'outcome-unknown') return 'maybe-applied'
  if (status !== undefined && isTransient(status)) return 'maybe-applied'
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

/** Whether a status means that a later attempt may succeed. */
export const isTransient = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && !permanentStatuses.has(status))

// Not implemented, HTTP version not supported, variant negotiation, loop, not extended, network login required.
const permanentStatuses: ReadonlySet<number> = new Set([501, 505, 506, 508, 510, 511])

/** Milliseconds that a Retry-After header asks for: seconds, or a date. */
export function parseRetryAfter(retryAfter: string | undefined, now: number): number | undefined {
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
