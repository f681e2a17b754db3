/**
 * Delivers the events of webhooks. Any number of servers may do it on one store: each webhook has a lease, and who has it delivers.
 * `store/webhook-rows.ts` says why nothing is lost where a process ends.
 */
import type { Delivery, Store, StoredEvent, Webhook, WebhookKey, WebhookLease } from '../../store/store.ts'
import type { ServerDeps } from '../deps.ts'
import { newId } from '../keys.ts'
import { causeOf, logLine } from '../log.ts'
import { after, day, ended, isTaken, messageOf, post } from './deliver.ts'
import type { Attempt, Send } from './send.ts'

export type WorkerDeps = Pick<ServerDeps, 'store' | 'now' | 'log' | 'randomBytes'> & { readonly send: Send }

export type WebhookWorker = {
  /** Begins with every webhook that has something to deliver and is not at work; resolves when these have nothing more to do. */
  readonly tick: () => Promise<void>
  /** Ends attempts at once; they are made again. */
  readonly stop: () => Promise<void>
}

/** How long a lease holds without being renewed: longer than an attempt and its writes may take. */
const term = 60_000

/** The most attempts at once for a webhook. */
const maxAttempts = 16

const eventBatch = 50

/** The most deliveries of a webhook that are pending; more events wait in the change sequence. */
const maxPending = 10_000

/** A webhook is switched off after so long without a single success. */
const maxFailure = 5 * day

export function webhookWorker(deps: WorkerDeps): WebhookWorker {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const failing = new Set<string>()
  /** Logs the first error in a row: a database that is away comes back. */
  const logged = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      failing.delete(what)
    } catch (error) {
      if (!failing.has(what)) logLine(deps, 'error', `${what} failed, and is tried again: ${causeOf(error)}`)
      failing.add(what)
    }
  }
  const start = async (webhook: Webhook): Promise<void> => {
    const { id } = webhook
    if (stopping.signal.aborted || running.has(id)) return
    const work = logged(`delivery to webhook ${id}`, () => deliver(deps, webhook, stopping.signal))
    running.set(id, work)
    await work
    running.delete(id)
  }
  return {
    tick: () =>
      logged('delivery to webhooks', async () => {
        await Promise.all((await deps.store.webhooks.ready(deps.now())).map(start))
      }),
    stop: async () => {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

async function deliver(
  deps: WorkerDeps,
  { environmentId, id }: WebhookKey,
  signal: AbortSignal,
): Promise<void> {
  const { webhooks } = deps.store
  const at = deps.now()
  const lease = { environmentId, id, owner: newId(deps.randomBytes) }
  if (!(await webhooks.claim(lease, { at, until: after(at, term) }))) return
  try {
    while (!signal.aborted && (await deliverSome(deps, lease, signal)));
  } finally {
    await webhooks.release(lease)
  }
}

/** Enqueues a few events and makes the attempts that are due. False where there was nothing to do, or the lease is another's. */
async function deliverSome(deps: WorkerDeps, lease: WebhookLease, signal: AbortSignal): Promise<boolean> {
  const { store, now, send } = deps
  // Read each time: it may have been disabled, or got another secret.
  const webhook = await store.webhooks.get(lease)
  if (!webhook || webhook.disabled) return false
  const events = await nextEvents(store, webhook)
  const position = events.at(-1)?.seq
  if (position !== undefined) {
    const wanted = events.filter((event) => isWanted(webhook, event))
    const batch = { until: after(now(), term), position, events: wanted, at: now() }
    if (!(await store.webhooks.enqueue(lease, batch))) return false
  }
  const due = await store.webhooks.due(lease, now(), maxAttempts)
  if (due.length === 0) return events.length > 0
  const attempts = await Promise.all(
    due.map(async (delivery) => {
      const message = await messageOf(webhook, delivery, store)
      return { delivery, attempt: await post(webhook, message, { send, at: now(), signal }) }
    }),
  )
  // What was cut off by a stop has no outcome.
  const known = attempts.filter(({ attempt }) => !signal.aborted || 'status' in attempt)
  return known.length === 0 || settle(deps, known, { webhook, lease })
}

const nextEvents = async ({ webhooks, events }: Store, webhook: Webhook): Promise<readonly StoredEvent[]> =>
  (await webhooks.pending(webhook)) < maxPending
    ? events.after(webhook.environmentId, webhook.position, eventBatch)
    : []

/** Writes down how attempts ended, and switches the webhook off where they say so. False where the lease is another's. */
async function settle(
  deps: WorkerDeps,
  known: readonly { readonly delivery: Delivery; readonly attempt: Attempt }[],
  { webhook, lease }: { readonly webhook: Webhook; readonly lease: WebhookLease },
): Promise<boolean> {
  const { webhooks } = deps.store
  const at = deps.now()
  const isAlive = known.some(({ attempt }) => isTaken(attempt))
  const attempts = known.map(({ delivery, attempt }) => ended(delivery, attempt, at))
  if (!(await webhooks.settle(lease, { until: after(at, term), isAlive, at, attempts }))) return false
  const { id, failingSince = at } = webhook
  const log = (message: string): void => logLine(deps, 'error', `webhook ${id}${message}`)
  for (const { delivery, status, outcome } of attempts)
    if (status === 'failed')
      log(`: event ${delivery.seq} is given up after ${delivery.attempts + 1} attempts: ${outcome}`)
  const isGone = known.some(({ attempt }) => 'status' in attempt && attempt.status === 410)
  if (!isGone && (isAlive || after(failingSince, maxFailure) > at)) return true
  const reason = isGone
    ? 'its receiver answered with status 410'
    : 'each attempt of the last five days has failed'
  if (await webhooks.disable(lease, at, reason))
    log(` is disabled: ${reason}; formctl service webhook enable ${id} goes on where it stopped`)
  return true
}

/** Whether a webhook gets an event. */
export const isWanted = ({ formIds, types }: Webhook, { formId, type }: StoredEvent): boolean =>
  (formIds.length === 0 || formIds.includes(formId)) && (types.length === 0 || types.includes(type))

/** How long deliveries that ended are kept. */
const logDays = 30

const pruneBatch = 500

/** Deletes old entries of the log. */
export async function pruneDeliveries(
  { store: { webhooks }, now }: Pick<WorkerDeps, 'store' | 'now'>,
  isStopped: () => boolean,
): Promise<void> {
  const before = after(now(), -logDays * day)
  for (const webhook of await webhooks.list())
    while (!isStopped() && (await webhooks.prune(webhook, before, pruneBatch)) === pruneBatch);
}
