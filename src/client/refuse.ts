import { Failure } from '../failure/failure.ts'
import type { Refusal } from '../wire/replies.ts'
import { urlOf, type Access } from './caller.ts'
import { isPassing } from './retry.ts'

/** The failure that a 404 stands for; undefined where it can't be told. */
export type NotFound = (refusal: Refusal) => Failure | undefined

/** What a refusal was the answer to. */
export type Asked = {
  readonly access: Access
  readonly path: string
  /** What a 404 means when it comes from the service itself, not from something before it. */
  readonly notFound?: NotFound | undefined
}

/** The failure that a refusal stands for. */
export function failureOf(refusal: Refusal, { access, path, notFound }: Asked): Failure {
  const { status, isInShape, target, retryAfter } = refusal
  const message = reasonOf(refusal, access)
  const url = urlOf(access.baseUrl, path)
  if (target !== undefined) return Failure.of('redirected', { url, target })
  if (status === 401 || (status === 403 && isInShape)) {
    const detail = status === 401 ? '' : ` (status ${status}: ${message})`
    return Failure.of('key-refused', { source: access.keySource, detail })
  }
  if (status === 429 || status === 503)
    return Failure.of('service-busy', { url, status, message, when: whenOf(retryAfter) })
  if (isPassing(status)) return Failure.of('service-failing', { url, status, message })
  const known = status === 404 && isInShape ? notFound?.(refusal) : undefined
  if (known) return known
  if (isOfNoService(refusal)) return Failure.of('no-service', { url, status })
  const isAtAddress = status === 404 || !isInShape
  return Failure.of('service-refused', { status, message, ...(isAtAddress ? { url } : {}) })
}

/** Whether a web server speaks that knows neither path nor method: what it was asked for is not done, for certain. */
export const isOfNoService = ({ status, isPage }: Refusal): boolean =>
  isPage === true && (status === 404 || status === 405 || status === 501)

/** What the service says, as a part of a sentence. It may repeat the key, which must not come onto a screen. */
export const reasonOf = ({ message }: Refusal, { apiKey }: Access): string =>
  message.replaceAll(apiKey, '[the key]').trim().replace(/\.$/, '')

const whenOf = (retryAfter: string | undefined): string =>
  retryAfter === undefined ? 'later' : /^\d+$/.test(retryAfter) ? `in ${retryAfter} s` : `after ${retryAfter}`
