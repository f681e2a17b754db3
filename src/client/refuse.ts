import { Failure } from '../failure.ts'
import type { Refusal } from '../wire/refusal.ts'
import { urlOf, type Access } from './caller.ts'

/** What a refusal was the answer to. */
export type Asked = {
  readonly access: Access
  readonly path: string
  /** What a 404 means when it comes from the service itself, not from something before it. */
  readonly notFound?: (refusal: Refusal) => Failure | undefined
}

/** The failure that a refusal stands for. */
export function failureOf(refusal: Refusal, { access, path, notFound }: Asked): Failure {
  const { status, isInShape, target, retryAfter } = refusal
  const url = urlOf(access.baseUrl, path)
  // A service that repeats the key in its message must not bring it onto the screen.
  const message = withoutStop(refusal.message.replaceAll(access.apiKey, '[the key]'))
  if (target !== undefined) return Failure.of('redirected', { url, target })
  if (status === 401 || (status === 403 && isInShape)) {
    const detail = status === 401 ? '' : ` (status ${status}: ${message})`
    return Failure.of('key-refused', { source: access.keySource, detail })
  }
  if (status === 429 || status === 503)
    return Failure.of('service-busy', { url, status, message, when: whenOf(retryAfter) })
  const known = status === 404 && isInShape ? notFound?.(refusal) : undefined
  return known ?? Failure.of('service-refused', { status, message })
}

const withoutStop = (sentence: string): string => sentence.trim().replace(/\.$/, '')

const whenOf = (retryAfter: string | undefined): string =>
  retryAfter === undefined ? 'later' : /^\d+$/.test(retryAfter) ? `in ${retryAfter} s` : `after ${retryAfter}`
