/** Webhooks as the command line knows them: made, tried and delivered. */
import type { Webhook, WebhookKey } from '../../store/store.ts'
import type { ServerDeps } from '../deps.ts'
import { newId } from '../keys.ts'
import { hourly } from '../retention.ts'
import type { AddressRules } from './addresses.ts'
import { after, isTaken, messageWith, outcomeOf, post, testMessage, type AnyEvent } from './deliver.ts'
import { newSecret } from './signatures.ts'
import { isWanted, pruneDeliveries, webhookWorker } from './worker.ts'

export { isNetwork, urlProblem } from './addresses.ts'

/** Delivers events while a server runs: looks for them each second, and deletes old entries of the log each hour. */
export async function startWebhooks(
  deps: ServerDeps,
  rules: AddressRules,
  every: Parameters<typeof hourly>[1],
): Promise<{ readonly stop: () => Promise<void> }> {
  const { makeSend } = await import('./send.ts')
  const worker = webhookWorker({ ...deps, send: makeSend(rules) })
  const tick = (): void => void worker.tick()
  tick()
  const end = every(1000, tick)
  const pruning = hourly(deps, every, 'the pruning of the log of webhooks', (isStopped) =>
    pruneDeliveries(deps, isStopped),
  )
  return {
    stop: async () => {
      end()
      await Promise.all([worker.stop(), pruning.stop()])
    },
  }
}

type Maker = Pick<ServerDeps, 'store' | 'now' | 'randomBytes'>

/** Makes a webhook that gets the events from now on. */
export async function createWebhook(
  { store, now, randomBytes }: Maker,
  given: Pick<Webhook, 'environmentId' | 'url' | 'formIds' | 'types' | 'payload'>,
): Promise<Webhook> {
  const position = await store.events.last(given.environmentId)
  const made = { id: newId(randomBytes), secret: newSecret(randomBytes), createdAt: now(), position }
  const webhook: Webhook = { ...given, ...made }
  await store.webhooks.create(webhook)
  return webhook
}

/** Gives a webhook another secret, which is in the result; the present one signs as well for so many milliseconds. */
export async function rotateSecret(
  { store, now, randomBytes }: Maker,
  key: WebhookKey,
  overlap: number,
): Promise<{ readonly secret: string; readonly until: string }> {
  const [secret, until] = [newSecret(randomBytes), after(now(), overlap)]
  await store.webhooks.rotate(key, secret, until)
  return { secret, until }
}

/** Sends a message of the type `webhook.test`, also for a disabled webhook. */
export async function testWebhook(
  webhook: Webhook,
  { rules, at, signal }: { readonly rules: AddressRules; readonly at: string; readonly signal: AbortSignal },
): Promise<{ readonly isTaken: boolean; readonly outcome: string }> {
  const { makeSend } = await import('./send.ts')
  const attempt = await post(webhook, testMessage(webhook, at), { send: makeSend(rules), at, signal })
  return { isTaken: isTaken(attempt), outcome: outcomeOf(attempt) }
}

/**
 * Posts an event to an address as a webhook with ids alone does, for whoever tries a receiver: from their own machine, so any address
 * may be reached.
 */
export async function forwardEvent(
  { url, secret }: Pick<Webhook, 'url' | 'secret'>,
  event: AnyEvent,
  { at, signal }: { readonly at: string; readonly signal: AbortSignal },
): Promise<{ readonly isTaken: boolean; readonly outcome: string }> {
  const { makeSend } = await import('./send.ts')
  const send = makeSend({ networks: ['0.0.0.0/0', '::/0'], allowsHttp: true })
  const attempt = await post({ url, secret }, messageWith(event), { send, at, signal })
  return { isTaken: isTaken(attempt), outcome: outcomeOf(attempt) }
}

/** Sends the events with numbers in a range again; what is behind the position comes by itself. Gives how many. */
export async function replayEvents(
  { store: { webhooks, events }, now }: Pick<ServerDeps, 'store' | 'now'>,
  webhook: Webhook,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<number> {
  const end = Math.min(until, webhook.position)
  let count = 0
  for (let last = from - 1; last < end;) {
    const batch = await events.after(webhook.environmentId, last, replayBatch)
    last = batch.at(-1)?.seq ?? end
    const wanted = batch.filter((event) => event.seq <= end && isWanted(webhook, event))
    await webhooks.replay(webhook, wanted, now())
    count += wanted.length
  }
  return count
}

const replayBatch = 50
