/**
 * Delivers the events of webhooks. Any number of servers may do it on one store: each webhook has a lease, and who has it delivers.
 * `store/webhook-rows.ts` says why nothing is lost where a process ends.
 */
import type { Store, StoredEvent, Webhook, WebhookKey, WebhookLease } from '../../store/store.ts'
import type { ServerDeps } from '../deps.ts'
import { newId } from '../keys.ts'
import { causeOf, logLine } from '../log.ts'
import { after, day, ended, isGone, isTaken, messageOf, post } from './deliver.ts'
import type { Send } from './send.ts'

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
    if (stopping.signal.aborted || webhook.disabled || running.has(id)) return
    const work = logged(`delivery to webhook ${id}`, () => deliver(deps, webhook, stopping.signal))
    running.set(id, work)
    await work
    running.delete(id)
  }
  return {
    tick: () =>
      logged('delivery to webhooks', async () => {
        await Promise.all((await deps.store.webhooks.list()).map(start))
      }),
    stop: async () => {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

async function deliver(deps: WorkerDeps, webhook: Webhook, signal: AbortSignal): Promise<void> {
  const { store, now, randomBytes } = deps
  if (!(await hasWork(store, webhook, now()))) return
  const at = now()
  const claim = { owner: newId(randomBytes), at, until: after(at, term) }
  const lease = await store.webhooks.claim(webhook, claim)
  if (!lease) return
  try {
    while (!signal.aborted && (await deliverSome(deps, lease, signal)));
  } finally {
    await store.webhooks.release(lease)
  }
}

/** Only reads, so that an idle webhook costs no write. */
const hasWork = async ({ webhooks, events }: Store, webhook: Webhook, at: string): Promise<boolean> =>
  (await webhooks.due(webhook, at, 1)).length > 0 ||
  ((await events.last(webhook.environmentId)) > webhook.position &&
    (await webhooks.pending(webhook)) < maxPending)

/** Enqueues a few events and makes the attempts that are due. False where there was nothing to do, or the lease is another's. */
async function deliverSome(deps: WorkerDeps, lease: WebhookLease, signal: AbortSignal): Promise<boolean> {
  const { store, now } = deps
  // Read each time: it may have been disabled, or got another secret.
  const webhook = await store.webhooks.get(lease)
  if (!webhook || webhook.disabled) return false
  const enqueued = await enqueue(store, { webhook, lease, at: now() })
  if (enqueued === 'lease lost') return false
  const due = await store.webhooks.due(lease, now(), maxAttempts)
  if (due.length === 0) return enqueued
  const attempts = await Promise.all(
    due.map(async (delivery) => {
      const message = await messageOf(webhook, delivery, store)
      const attempt = await post(webhook, message, { send: deps.send, at: now(), signal })
      return { delivery, attempt }
    }),
  )
  const at = now()
  // What was cut off by a stop has no outcome.
  const known = attempts.filter(({ attempt }) => !signal.aborted || 'status' in attempt)
  const isAlive = known.some(({ attempt }) => isTaken(attempt))
  const results = known.map(({ delivery, attempt }) => ended(delivery, attempt, at))
  if (known.length > 0) {
    const settled = { until: after(at, term), isAlive, at, attempts: results }
    if (!(await store.webhooks.settle(lease, settled))) return false
  }
  for (const { delivery, status, outcome } of results)
    if (status === 'failed')
      logLine(
        deps,
        'error',
        `webhook ${webhook.id}: event ${delivery.seq} is given up after ${delivery.attempts + 1} attempts: ${outcome}`,
      )
  if (known.some(({ attempt }) => isGone(attempt)))
    await switchOff(deps, lease, { at, reason: 'its receiver answered with status 410' })
  else if (!isAlive && webhook.failingSince !== undefined && after(webhook.failingSince, maxFailure) <= at)
    await switchOff(deps, lease, { at, reason: 'each attempt of the last five days has failed' })
  return true
}

async function switchOff(
  deps: WorkerDeps,
  key: WebhookKey,
  { at, reason }: { readonly at: string; readonly reason: string },
): Promise<void> {
  if (!(await deps.store.webhooks.disable(key, at, reason))) return
  logLine(
    deps,
    'error',
    `webhook ${key.id} is disabled: ${reason}; formctl service webhook enable ${key.id} goes on where it stopped`,
  )
}

/** Writes the deliveries of the next events. Gives whether there were events. */
async function enqueue(
  { webhooks, events: sequence }: Store,
  { webhook, lease, at }: { readonly webhook: Webhook; readonly lease: WebhookLease; readonly at: string },
): Promise<boolean | 'lease lost'> {
  const events = await sequence.after(webhook.environmentId, webhook.position, eventBatch)
  const position = events.at(-1)?.seq
  if (position === undefined || (await webhooks.pending(webhook)) >= maxPending) return false
  const batch = {
    until: after(at, term),
    position,
    events: events.filter((event) => isWanted(webhook, event)),
    at,
  }
  return (await webhooks.enqueue(lease, batch)) || 'lease lost'
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
