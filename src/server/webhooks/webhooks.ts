/** Webhooks as the command line knows them: made, tried and delivered. */
import type { Webhook } from '../../store/store.ts'
import type { ServerDeps } from '../deps.ts'
import { newId } from '../keys.ts'
import { hourly } from '../retention.ts'
import type { AddressRules } from './addresses.ts'
import { isTaken, outcomeOf, post, type Message } from './deliver.ts'
import { newSecret } from './signatures.ts'
import { isWanted, pruneDeliveries, webhookWorker } from './worker.ts'

export { anywhere, isNetwork, urlProblem } from './addresses.ts'
export { messageWith, testMessage } from './deliver.ts'

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

/** Makes a webhook that gets the events from now on. */
export async function createWebhook(
  { store, now, randomBytes }: Pick<ServerDeps, 'store' | 'now' | 'randomBytes'>,
  given: Pick<Webhook, 'environmentId' | 'url' | 'formIds' | 'types' | 'payload'>,
): Promise<Webhook> {
  const position = await store.events.last(given.environmentId)
  const made = { id: newId(randomBytes), secret: newSecret(randomBytes), createdAt: now(), position }
  const webhook: Webhook = { ...given, ...made }
  await store.webhooks.create(webhook)
  return webhook
}

/** Sends one message at once: what a receiver is tried with. */
export async function sendOnce(
  to: Pick<Webhook, 'url' | 'secret' | 'old'>,
  message: Message,
  { rules, at, signal }: { readonly rules: AddressRules; readonly at: string; readonly signal: AbortSignal },
): Promise<{ readonly isTaken: boolean; readonly outcome: string }> {
  const { makeSend } = await import('./send.ts')
  const attempt = await post(to, message, { send: makeSend(rules), at, signal })
  return { isTaken: isTaken(attempt), outcome: outcomeOf(attempt) }
}

/** Sends the events after a number, up to another one, again; what is behind the position comes by itself. Gives how many. */
export async function replayEvents(
  { store: { webhooks, events }, now }: Pick<ServerDeps, 'store' | 'now'>,
  webhook: Webhook,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<number> {
  const end = Math.min(until, webhook.position)
  let count = 0
  for (let last = after; last < end;) {
    const batch = await events.after(webhook.environmentId, last, replayBatch)
    last = batch.at(-1)?.seq ?? end
    const wanted = batch.filter((event) => event.seq <= end && isWanted(webhook, event))
    await webhooks.replay(webhook, wanted, now())
    count += wanted.length
  }
  return count
}

const replayBatch = 50
