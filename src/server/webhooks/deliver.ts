/** What a webhook is sent, and what the end of an attempt means. */
import { createHash } from 'node:crypto'
import type { ResponseRecord } from '../../form/response.ts'
import type { Delivery, EndedAttempt, Store, StoredEvent, Webhook } from '../../store/store.ts'
import type { Attempt, Send } from './send.ts'
import { signedHeaders } from './signatures.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
export const day = 24 * hour

/** From the end of each failed attempt to the next one; after the last, an event is given up. */
const delays = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((n) => n * hour)]

/** An ISO time, so many milliseconds after another one. */
export const after = (at: string, milliseconds: number): string =>
  new Date(Date.parse(at) + milliseconds).toISOString()

export type Message = { readonly id: string; readonly body: string }

/** Sends a message, signed with the secret, and also with the one before while that is valid. */
export function post(
  { url, secret, old }: Pick<Webhook, 'url' | 'secret' | 'old'>,
  { id, body }: Message,
  { send, at, signal }: { readonly send: Send; readonly at: string; readonly signal: AbortSignal },
): Promise<Attempt> {
  const secrets = [secret, ...(old && old.until > at ? [old.secret] : [])]
  const timestamp = Math.floor(Date.parse(at) / 1000)
  return send({ url, headers: signedHeaders({ id, timestamp, body }, secrets), body }, signal)
}

/**
 * The message of an event. Answers are read when it is sent, so they are kept in one place only: what was erased is never sent, and
 * what has changed since is sent as it is now.
 */
export async function messageOf(
  { payload }: Webhook,
  event: StoredEvent,
  store: Pick<Store, 'responses'>,
): Promise<Message> {
  const { environmentId, formId, responseId: id } = event
  if (payload === 'thin' || id === '') return messageWith(event)
  return messageWith(event, await store.responses.get(environmentId, { formId, id }))
}

/** An event, whose type may be one that is not known here. */
type AnyEvent = Omit<StoredEvent, 'type'> & { readonly type: string }

/** The message of an event, with its response or ids alone. */
export function messageWith(event: AnyEvent, response?: ResponseRecord): Message {
  const { environmentId, seq, formId, responseId, type, at, version } = event
  const ids = { seq, environmentId, formId, ...(responseId !== '' && { responseId }), version }
  return {
    id: messageId(event),
    body: JSON.stringify({ type, timestamp: at, data: { ...ids, ...(response && { response }) } }),
  }
}

/** The same for every attempt. Of all that the event is, since a restored backup gives its number to another event. */
function messageId({ environmentId, seq, formId, responseId, type, at, version }: AnyEvent): string {
  const text = JSON.stringify([environmentId, seq, formId, responseId, type, at, version])
  return `msg_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

/** A message that tells a receiver nothing but that it is reached. */
export const testMessage = ({ environmentId, id }: Webhook, at: string): Message => ({
  id: `msg_test_${Date.parse(at)}`,
  body: JSON.stringify({ type: 'webhook.test', timestamp: at, data: { environmentId, webhookId: id } }),
})

/** Whether a receiver has taken a message. */
export const isTaken = (attempt: Attempt): boolean =>
  'status' in attempt && attempt.status >= 200 && attempt.status < 300

export function outcomeOf(attempt: Attempt): string {
  if ('problem' in attempt) return attempt.problem
  const isRedirect = attempt.status >= 300 && attempt.status < 400
  return `status ${attempt.status}${isRedirect ? '; redirects are not followed' : ''}`
}

/** What the end of an attempt at that time means for its delivery. */
export function ended(delivery: Delivery, attempt: Attempt, at: string): EndedAttempt {
  const outcome = outcomeOf(attempt)
  if (isTaken(attempt)) return { delivery, status: 'delivered', nextAt: at, outcome }
  const delay = delays[delivery.attempts]
  if (delay === undefined) return { delivery, status: 'failed', nextAt: at, outcome }
  return { delivery, status: 'pending', nextAt: after(at, Math.max(delay, waitOf(attempt, at))), outcome }
}

/** The milliseconds that a receiver asks to wait, by seconds or a date; at most a day. */
function waitOf(attempt: Attempt, at: string): number {
  const text = 'status' in attempt ? (attempt.retryAfter ?? '') : ''
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - Date.parse(at)
  return Number.isNaN(wait) ? 0 : Math.min(wait, day)
}
