import { Failure, ignoreFailure } from '../failure/failure.ts'
import { isValidKey, type Service, type Extension, wellKnownCall } from '../wire/wire.ts'
import { isPassing, readPolicy, withRetry, type RetryContext, type Policy } from './retry.ts'
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

/** Names a reply; follows "The reply" in sentences. */
export const replyOf = ({ baseUrl }: Access, path: string): string => ` of ${urlOf(baseUrl, path)}`

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
  if (isPassing(status)) return Failure.of('service-failing', { url, status, message })
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

/** Reads what a service can do beyond the contract. A reply that is no announcement is no failure. */
export async function readAnnounced(caller: Caller, call = wellKnownCall): Promise<AnnouncementResult> {
  const { access } = caller
  const url = urlOf(access.baseUrl, wellKnownCall.path)
  return tryCall(caller, async (service) => {
    const reply = await service(call)
    if (isSuccess(reply))
      return readAnnouncement(reply, replyOf(access, wellKnownCall.path)).catch((error: unknown) => ({
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

/** Whether a service announces an extension. */
export const announces = async (caller: Caller, extension: Extension): Promise<boolean> =>
  (await announcement(caller))?.extensions.includes(extension) ?? false

/** What a service announces. One that fails, or is slow to answer, announces nothing. */
export async function announcement(caller: Caller, call = wellKnownCall): Promise<Announcement | undefined> {
  const { retry } = caller
  const seconds = Math.min(retry.seconds ?? maxAnnouncementSeconds, maxAnnouncementSeconds)
  const read = await readAnnounced({ ...caller, retry: { ...retry, seconds } }, call).catch(ignoreFailure)
  return read && 'extensions' in read ? read : undefined
}

// An optional answer is not worth a longer wait.
const maxAnnouncementSeconds = 15

// Some services answer every path with their web page.
function noJson(error: unknown): string {
  if (Failure.is(error, 'reply-unreadable')) return 'answers with something else'
  throw error
}
