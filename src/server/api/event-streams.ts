/**
 * Streams of changes. All streams of an environment share one reader of the store, which looks for new changes at intervals; a stream
 * that is behind reads for itself until it has caught up. A stream is read from only as fast as its connection takes it.
 */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '../../wire/wire.ts'
import type { StoredEvent } from '../../store/store.ts'
import type { ServerDeps } from '../deps.ts'
import { keyHolder } from '../keys.ts'

/** Who listens, by the hash of the key, and after which number; `last`: the number of the last change there is. */
type Listener = {
  readonly environmentId: string
  readonly keyHash: string
  readonly after: number
  readonly last: number
}

export type EventStreams = {
  /** A stream of server-sent events, which ends when the key is no longer valid; undefined: the key has as many as it may. */
  readonly open: (listener: Listener) => Readable | undefined
  /** Ends all streams. */
  readonly close: () => void
}

/** In milliseconds: between two looks for new changes, and after which time without any a stream says that it is alive. */
export type StreamTimes = { readonly poll: number; readonly heartbeat: number }

const defaultTimes: StreamTimes = { poll: 500, heartbeat: 15_000 }

/** The most streams of a key at this server. */
const maxStreams = 20

/** The most changes that are read at once, and that a feed keeps for its streams. */
const maxBatch = 250
const maxRecent = 1000

/** The new changes of an environment. `recent` are the last ones, up to `head`; `next` resolves when there are more, or nothing is new for long. */
type Feed = {
  head: number
  recent: readonly StoredEvent[]
  next: PromiseWithResolvers<void>
  error?: unknown
  readonly end: AbortController
}

export function makeEventStreams(
  deps: Pick<ServerDeps, 'store' | 'now' | 'sessionKeys'>,
  { poll, heartbeat }: StreamTimes = defaultTimes,
): EventStreams {
  const { events: sequence } = deps.store
  const feeds = new Map<string, Feed>()
  const listeners = new Set<Listener>()
  let isClosed = false

  async function run(environmentId: string, feed: Feed): Promise<void> {
    const { signal } = feed.end
    try {
      for (let quiet = 0; !signal.aborted;) {
        const events = await sequence.after(environmentId, feed.head, maxBatch)
        feed.head = events.at(-1)?.seq ?? feed.head
        feed.recent = feed.recent.concat(events).slice(-maxRecent)
        quiet = events.length > 0 ? 0 : quiet + poll
        if (quiet === 0 || quiet >= heartbeat) {
          quiet = 0
          feed.next.resolve()
          feed.next = Promise.withResolvers()
        }
        if (events.length < maxBatch)
          await sleep(poll, undefined, { ref: false, signal }).catch(() => undefined)
      }
    } catch (error) {
      feed.error = error
    }
    if (feeds.get(environmentId) === feed) feeds.delete(environmentId)
    feed.end.abort()
    feed.next.resolve()
  }

  function feedOf({ environmentId, last }: Listener): Feed {
    const found = feeds.get(environmentId)
    if (found && !found.end.signal.aborted) return found
    const next = Promise.withResolvers<void>()
    const feed: Feed = { head: last, recent: [], next, end: new AbortController() }
    feeds.set(environmentId, feed)
    void run(environmentId, feed)
    return feed
  }

  const eventsAfter = async (
    position: number,
    { recent }: Feed,
    environmentId: string,
  ): Promise<readonly StoredEvent[]> =>
    (recent[0]?.seq ?? Infinity) <= position + 1
      ? recent.filter(({ seq }) => seq > position).slice(0, maxBatch)
      : sequence.after(environmentId, position, maxBatch)

  async function* texts(feed: Feed, { environmentId, after, keyHash }: Listener): AsyncIterable<string> {
    // An id without data is no event, but where a client goes on that is cut off before the first.
    yield `id: ${after}\n\n`
    for (let position = after; ;) {
      // No change can come between the look at the head and the wait.
      if (position >= feed.head) await feed.next.promise
      if (feed.error !== undefined) throw feed.error
      if (feed.end.signal.aborted || !(await keyHolder(deps, keyHash))) return
      const events = position < feed.head ? await eventsAfter(position, feed, environmentId) : []
      position = events.at(-1)?.seq ?? position
      yield events.length > 0 ? events.map(eventText).join('') : ': nothing new\n\n'
    }
  }

  return {
    open: (listener) => {
      const have = (part: 'keyHash' | 'environmentId'): number =>
        [...listeners].filter((other) => other[part] === listener[part]).length
      if (have('keyHash') >= maxStreams) return undefined
      if (isClosed) return Readable.from([])
      listeners.add(listener)
      return Readable.from(texts(feedOf(listener), listener), { objectMode: false }).once('close', () => {
        listeners.delete(listener)
        if (have('environmentId') === 0) feeds.get(listener.environmentId)?.end.abort()
      })
    },
    close: () => {
      isClosed = true
      for (const { end } of feeds.values()) end.abort()
    },
  }
}

/** A change as clients see it. */
export const changeOf = ({ seq, type, formId, responseId, at, version }: StoredEvent): Change => ({
  seq,
  type,
  formId,
  responseId,
  at,
  version,
})

const eventText = (event: StoredEvent): string =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(changeOf(event))}\n\n`
