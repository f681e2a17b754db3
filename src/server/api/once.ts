import { createHash } from 'node:crypto'
import type { Keeping, KeptReply, Store } from '../../store/store.ts'
import { idempotencyHeader, keyKept, replayedHeader } from '../../wire/wire.ts'
import { type Answer, type Asked, refused } from './operation.ts'

/** What an operation needs to do its work once for a key. */
export type Once = {
  /** What is kept with the work, in one transaction: the body of its reply. */
  readonly keeping: (body: string) => Keeping
  /** The answer where another request with the key was first. */
  readonly again: (reply: KeptReply) => Answer
}

/**
 * Extension `idempotency-key`: answers a request that carries a key once, and gives that reply again for 24 hours. Only
 * success is kept: after a refusal, the same request may be made good. A request without a key is answered as it comes.
 */
export async function answerOnce(
  asked: Asked,
  answer: (asked: Asked, once: Once | undefined) => Promise<Answer>,
): Promise<Answer> {
  const { world, environmentId } = asked
  const key = asked.headers[idempotencyHeader]
  if (key === undefined) return answer(asked, undefined)
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) return refused('idempotency-key-unfit')
  const answering = answeringIn(world.store)
  const name = JSON.stringify([environmentId, key])
  if (answering.has(name)) return refused('idempotency-key-busy')
  answering.add(name)
  try {
    const once = onceOf(asked, key)
    const kept = await world.store.replies.get(environmentId, key, once.since)
    return kept ? once.again(kept) : await answer(asked, once)
  } finally {
    answering.delete(name)
  }
}

// Of this process. Should two processes on one folder answer the same key at once, the store lets one of them win.
const answeringBy = new WeakMap<Store, Set<string>>()

function answeringIn(store: Store): Set<string> {
  const known = answeringBy.get(store)
  if (known) return known
  const made = new Set<string>()
  answeringBy.set(store, made)
  return made
}

function onceOf({ world, environmentId, body }: Asked, key: string): Once & { readonly since: string } {
  const at = world.now()
  const since = new Date(Date.parse(at) - keyKept).toISOString()
  const requestHash = createHash('sha256').update(body).digest('hex')
  return {
    since,
    keeping: (text) => ({ reply: { environmentId, key, requestHash, body: text, at }, since }),
    again: (reply) =>
      reply.requestHash === requestHash
        ? {
            kind: 'bytes',
            bytes: Buffer.from(reply.body),
            headers: { 'content-type': 'application/json; charset=utf-8', [replayedHeader]: 'true' },
          }
        : refused('idempotency-key-taken'),
  }
}
