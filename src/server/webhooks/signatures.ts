/** Signatures of webhooks as Standard Webhooks has them (https://www.standardwebhooks.com): HMAC-SHA256 with shared secrets. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../keys.ts'

/** A secret of 192 random bits: `whsec_` and base64. */
export const newSecret = (randomBytes: RandomBytes): string =>
  `${prefix}${Buffer.from(randomBytes(24)).toString('base64')}`

const prefix = 'whsec_'

const bytesOf = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')

/** Whether a text is a secret: `whsec_<base64>`, or the base64 alone. */
export function isSecret(text: string): boolean {
  const base64 = bytesOf(text).toString('base64').replaceAll('=', '')
  return base64 !== '' && [base64, `${prefix}${base64}`].includes(text.replace(/={1,2}$/, ''))
}

/** What is signed: the body as it is sent, under an id and a time. */
type Message = {
  readonly id: string
  /** In whole seconds since 1970. */
  readonly timestamp: number
  readonly body: string | Uint8Array
}

const headerNames = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
}

/** The headers of a message: one signature for each secret, so that a receiver with either of two accepts it. */
export const signedHeaders = (
  message: Message,
  secrets: readonly string[],
): Readonly<Record<string, string>> => ({
  [headerNames.id]: message.id,
  [headerNames.timestamp]: String(message.timestamp),
  [headerNames.signature]: secrets
    .map((secret) => `v1,${digest(message, secret).toString('base64')}`)
    .join(' '),
})

const digest = ({ id, timestamp, body }: Message, secret: string): Buffer =>
  createHmac('sha256', bytesOf(secret)).update(`${id}.${timestamp}.`).update(body).digest()

/** How a request is checked. `now` and `tolerance`: in milliseconds; no older and no newer request is accepted. */
type Check = { readonly secret: string; readonly now: number; readonly tolerance: number }

/**
 * Why a request is not to be trusted, as a part of a sentence; undefined if it is. Names of headers are lower case. Signatures of other
 * versions than v1 are ignored, as the standard asks.
 */
export function signatureProblem(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  { secret, now, tolerance }: Check,
): string | undefined {
  const missing = Object.values(headerNames).find((name) => !headers[name])
  if (missing !== undefined) return `there is no header ${missing}`
  const [id = '', time = '', signatures = ''] = Object.values(headerNames).map((name) => headers[name])
  if (!/^\d{1,12}$/.test(time)) return `${headerNames.timestamp} is not a number of seconds since 1970`
  const age = Math.round(now / 1000 - Number(time))
  if (Math.abs(age) * 1000 > tolerance)
    return `it was signed ${Math.abs(age)} seconds ${age > 0 ? 'ago' : 'in the future'}, and ${tolerance / 1000} are allowed`
  const expected = digest({ id, timestamp: Number(time), body }, secret)
  const isSigned = signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? undefined : 'no signature in it was made with this secret of this body'
}
