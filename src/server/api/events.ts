import { eventStreamType, keyHeader, lastEventIdHeader, maxSeq, routes } from '../../wire/wire.ts'
import { hashKey } from '../keys.ts'
import { queryReader, refused, type Operation } from './operation.ts'

/** Extension `events-stream`: the changes of the environment as they happen, as server-sent events. */
export const events: Operation = {
  method: 'GET',
  route: routes.events,
  scopes: ['read'],
  description: {
    id: 'streamEvents',
    summary: 'Follow what changes, as server-sent events.',
    query: [
      {
        name: 'after',
        type: 'integer',
        range: [0, maxSeq],
        summary: 'The number of the last change that is known; when omitted, the last one there is.',
        extension: 'events-stream',
      },
    ],
    headers: [
      {
        name: lastEventIdHeader,
        summary: 'The number of the last change that is known; it is used in place of after.',
        schema: { type: 'integer', minimum: 0, maximum: maxSeq },
      },
    ],
    choices: [
      'The id of an event is the number of its change, its event is the type, and its data is a Change as JSON on one line.',
      'Comments show that a stream without events is alive. A stream ends when its key is revoked, or the service stops.',
      'A key has at most 20 streams at a server; one more is refused with status 429.',
    ],
    success: { summary: 'The changes, without end.', mediaType: eventStreamType },
    refusals: ['query-invalid', 'stream-only', 'streams-exceeded'],
  },
  answer: async ({ deps: { store }, eventStreams, environmentId, query, headers }) => {
    const lastId = headers[lastEventIdHeader]
    const reader = queryReader(lastId ? { [lastEventIdHeader]: lastId } : query)
    const after = reader.integer(lastId ? lastEventIdHeader : 'after', 0, maxSeq)
    if (reader.faults.length > 0) return refused('query-invalid', reader.faults)
    if (!String(headers['accept']).toLowerCase().includes(eventStreamType)) return refused('stream-only')
    const last = await store.events.last(environmentId)
    const keyHash = hashKey(String(headers[keyHeader]))
    const stream = eventStreams.open({ environmentId, keyHash, after: after ?? last, last })
    if (!stream) return refused('streams-exceeded')
    // Proxies pass each event on at once: by this header those of nginx.
    return { kind: 'stream', stream, headers: { 'content-type': eventStreamType, 'x-accel-buffering': 'no' } }
  },
}
