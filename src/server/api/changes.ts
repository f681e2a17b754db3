import { type ChangesReply, routes } from '../../wire/wire.ts'
import { json, type Operation, queryReader, refused } from './operation.ts'

const defaultLimit = 100
const maxLimit = 1000

/** The largest number of a change: 15 digits. */
const maxSeq = 999_999_999_999_999

/** Extension `changes`: the changes of forms and responses of the environment, in order. */
export const changes: Operation = {
  method: 'GET',
  route: routes.changes,
  needsKey: true,
  scope: 'read',
  elsewhere: 'environment-unknown',
  description: {
    id: 'readChanges',
    summary: 'Read what has changed, in order: forms, and responses without their answers.',
    query: [
      {
        name: 'after',
        type: 'integer',
        range: [0, maxSeq],
        summary: 'The number of the last change that is known; 0 when omitted.',
        extension: 'changes',
      },
      {
        name: 'limit',
        type: 'integer',
        range: [1, maxLimit],
        summary: `The most changes; ${defaultLimit} when omitted.`,
        extension: 'changes',
      },
    ],
    success: { summary: 'The changes, and the number of the last one there is.', schema: 'ChangesReply' },
    refusals: ['query-invalid'],
  },
  answer: async ({ deps: { store }, environmentId, query }) => {
    const reader = queryReader(query)
    const after = reader.integer('after', { min: 0, max: maxSeq }) ?? 0
    const limit = reader.integer('limit', { min: 1, max: maxLimit }) ?? defaultLimit
    if (reader.faults.length > 0) return refused('query-invalid', reader.faults)
    const events = await store.events.after(environmentId, after, limit)
    const reply: ChangesReply = {
      data: events.map(({ seq, type, formId, responseId, at, version }) => ({
        seq,
        type,
        formId,
        responseId,
        at,
        version,
      })),
      last: await store.events.last(environmentId),
    }
    return json(reply)
  },
}
