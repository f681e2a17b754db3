import { expect } from 'vitest'
import { pathOf, routes, type Query } from '../../../src/wire/wire.ts'
import type { Answered, Ground } from '../ground.ts'
import type { Tenant } from '../../support/test-service.ts'
import { rowsOf } from '../row.ts'

/** What our server offers beyond the contract's three operations. */
export const extensionRows = [
  ...rowsOf('Our choice: paging (extension responses-paging)', {
    'without a new parameter, a reply has data and nothing else': async (ground) => {
      const formId = await threeIn(ground)
      const queries: readonly Query[] = [{}, { formId }, { formId, returnPartials: 'true' }]
      for (const query of queries)
        expect(Object.keys((await ground.read(query)).body as object)).toEqual(['data'])
    },
    'limit and nextCursor read every response of a form, newest first': async (ground) => {
      const formId = await threeIn(ground)
      const one = await pageOf(ground, { formId, limit: '2' })
      expect(one).toEqual({ data: [idEnding('003'), idEnding('002')], nextCursor: expect.any(String) })
      const two = await pageOf(ground, { formId, limit: '2', cursor: one.nextCursor ?? '' })
      expect(two).toEqual({ data: [idEnding('001')], nextCursor: null })
    },
    'limit goes up to 1000': async (ground) => {
      expect((await ground.read({ limit: '1000' })).status).toBe(200)
      expect(await refusedAt(ground.read({ limit: '1001' }))).toEqual([400, ['limit']])
    },
    'a cursor holds for its own query and environment only': async (ground) => {
      const formId = await threeIn(ground)
      const { nextCursor } = await pageOf(ground, { formId, limit: '2' })
      const cursor = nextCursor ?? ''
      for (const asked of [
        ground.read({ limit: '2', cursor }),
        ground.read({ formId, limit: '2', cursor: `${cursor}A` }),
        ground.read(
          { limit: '2', cursor: (await pageOf(ground, { limit: '2' })).nextCursor ?? '' },
          ground.theirs,
        ),
      ])
        expect(await refusedAt(asked)).toEqual([400, ['cursor']])
    },
    'since a change: each response once at its last change, and the number for the next run': async (
      ground,
    ) => {
      const formId = await ground.publish()
      const [a, b] = [
        await ground.respond({ formId, second: 1, isFinished: false }),
        await ground.respond({ formId, second: 2 }),
      ]
      await ground.respond({ formId, second: 3, responseId: a })
      const { data, nextCursor, until } = await pageOf(ground, { since: '0' })
      expect([data.map(({ id }) => id), nextCursor]).toEqual([[b, a], null])
      expect(await pageOf(ground, { since: String(until) })).toEqual({ data: [], nextCursor: null, until })
    },
    'since a time: the responses created then or later': async (ground) => {
      const formId = await threeIn(ground)
      expect((await pageOf(ground, { formId, since: '2026-03-01T09:00:02Z' })).data).toEqual([
        idEnding('003'),
        idEnding('002'),
      ])
    },
    'fields chooses members of the records': async (ground) => {
      const formId = await threeIn(ground)
      const records = await ground.records({ formId, fields: 'id,createdAt' })
      expect(records.map((record) => Object.keys(record).join())).toEqual(Array(3).fill('id,createdAt'))
      expect(await refusedAt(ground.read({ fields: 'ip' }))).toEqual([400, ['fields']])
    },
    'accept: application/x-ndjson gives a response a line, for both reads': async (ground) => {
      const formId = await threeIn(ground)
      const queries: readonly Query[] = [{ formId }, {}, { formId, limit: '3' }]
      for (const query of queries) {
        const headers = { 'x-api-key': ground.ours.apiKey, accept: 'application/x-ndjson' }
        const answered = await ground.call({ path: routes.responses, query, headers })
        expect(answered.headers['content-type']).toBe('application/x-ndjson')
        const lines = String(answered.body).trimEnd().split('\n')
        expect(lines.map((line) => JSON.parse(line).id)).toEqual(
          (await ground.records({ formId })).map(({ id }) => id),
        )
      }
    },
  }),
  ...rowsOf('Our choice: forms, responses and changes', {
    'response: one response by its form and id, for its environment only': async (ground) => {
      const formId = await ground.publish()
      const responseId = await ground.respond({ formId, second: 1 })
      const path = pathOf(routes.response, { formId, responseId })
      expect(await get(ground, path)).toMatchObject([200, { data: { id: responseId, formId } }])
      expect((await get(ground, path, ground.theirs.apiKey))[0]).toBe(404)
    },
    'changes: what happened, in order, for its environment only': async (ground) => {
      const formId = await ground.publish()
      const responseId = await ground.respond({ formId, second: 1 })
      const seen = async (apiKey: string): Promise<unknown> => (await get(ground, routes.changes, apiKey))[1]
      expect(await seen(ground.ours.apiKey)).toMatchObject({
        data: [
          { seq: 1, type: 'form.created' },
          { seq: 2, type: 'form.created', formId },
          { seq: 3, type: 'response.finished', formId, responseId, version: 1 },
        ],
        last: 3,
      })
      expect(await seen(ground.theirs.apiKey)).toMatchObject({ last: 1 })
    },
    'events-stream: changes after a number as server-sent events, for its environment only': async (
      ground,
    ) => {
      const formId = await ground.publish()
      const call = ({ apiKey }: Tenant, more = {}) => ({
        path: routes.events,
        query: { after: '1' },
        headers: { 'x-api-key': apiKey, accept: 'text/event-stream', ...more },
      })
      const text = await ground.callUntil(call(ground.ours), /data: .*\n\n/)
      const [, start, id, type, data = ''] =
        /^id: (\d+)\n\nid: (\d+)\nevent: (.*)\ndata: (.*)\n\n$/.exec(text) ?? []
      expect([start, id, type]).toEqual(['1', '2', 'form.created'])
      expect(JSON.parse(data)).toMatchObject({ seq: 2, type: 'form.created', formId, responseId: '' })
      const theirs = await ground.callUntil(call(ground.theirs, { 'last-event-id': '0' }), /data: .*\n\n/)
      expect(theirs).toContain(ground.theirs.sourceFormId)
      expect(theirs).not.toContain(formId)
    },
    'events-stream: a client that does not accept a stream is refused': async (ground) => {
      expect((await get(ground, routes.events))[0]).toBe(406)
    },
    'forms-manage: a form is shown, closed and deleted': async (ground) => {
      const { environmentId, apiKey } = ground.ours
      const formId = await ground.publish()
      const path = pathOf(routes.form, { environmentId, formId })
      const close = pathOf(routes.closeForm, { environmentId, formId })
      const headers = { 'x-api-key': apiKey }
      expect(await get(ground, path)).toMatchObject([
        200,
        { data: { id: formId, complete: 0, steps: [{}, {}] } },
      ])
      expect((await ground.call({ method: 'POST', path: close, headers })).status).toBe(200)
      expect(await get(ground, path)).toMatchObject([200, { data: { closedAt: expect.any(String) } }])
      expect((await ground.call({ path: `/s/${formId}` })).status).toBe(410)
      expect((await ground.call({ method: 'DELETE', path, headers })).status).toBe(200)
      expect((await ground.call({ path: `/s/${formId}` })).status).toBe(404)
      expect((await get(ground, path))[0]).toBe(404)
    },
  }),
]

type Page = {
  readonly data: readonly { readonly id: string }[]
  readonly nextCursor: string | null
  readonly until?: number
}

const pageOf = async (ground: Ground, query: Query): Promise<Page> => {
  const { status, body } = await ground.read(query)
  expect(status).toBe(200)
  return body as Page
}

const get = async (ground: Ground, path: string, apiKey = ground.ours.apiKey): Promise<[number, unknown]> => {
  const { status, body } = await ground.call({ path, headers: { 'x-api-key': apiKey } })
  return [status, body]
}

/** A form with three responses, whose ids end with 001 to 003. */
async function threeIn(ground: Ground): Promise<string> {
  const formId = await ground.publish()
  for (const second of [1, 2, 3])
    await ground.respond({ formId, second, responseId: `of ${formId} 00${second}` })
  return formId
}

const idEnding = (ending: string): unknown =>
  expect.objectContaining({ id: expect.stringMatching(new RegExp(`${ending}$`)) })

async function refusedAt(asked: Promise<Answered>): Promise<[number, unknown]> {
  const { status, body } = await asked
  const { errors } = body as { readonly errors: readonly { readonly path: readonly string[] }[] }
  return [status, errors[0]?.path]
}
