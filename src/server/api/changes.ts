import type { StoredEvent } from '../../store/store.ts'
import { type Change, type ChangesReply, routes } from '../../wire/wire.ts'
import { json, type Operation, refused } from './operation.ts'
import { greatestSeq, queryReader } from './read-query.ts'

const usualLimit = 100
const mostChanges = 1000

/** Extension `changes`: what has happened to forms and responses of the environment, in order. */
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
        range: [0, greatestSeq],
        summary: 'The number of the last change that is known; 0 when omitted.',
        extension: 'changes',
      },
      {
        name: 'limit',
        type: 'integer',
        range: [1, mostChanges],
        summary: `The most changes; ${usualLimit} when omitted.`,
        extension: 'changes',
      },
    ],
    success: { summary: 'The changes, and the number of the last one there is.', schema: 'ChangesReply' },
    refusals: ['query-invalid'],
  },
  answer: async ({ world: { store }, environmentId, query }) => {
    const reader = queryReader(query)
    const after = reader.integer('after', { least: 0, most: greatestSeq }) ?? 0
    const limit = reader.integer('limit', { least: 1, most: mostChanges }) ?? usualLimit
    if (reader.faults.length > 0) return refused('query-invalid', reader.faults)
    const events = await store.events.after(environmentId, after, limit)
    const reply: ChangesReply = {
      data: events.map(changeOf),
      last: await store.events.last(environmentId),
    }
    return json(reply)
  },
}

const changeOf = ({ seq, type, formId, responseId, at, version }: StoredEvent): Change => ({
  seq,
  type,
  formId,
  responseId,
  at,
  version,
})
