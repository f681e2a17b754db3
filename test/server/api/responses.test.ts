import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { buildApp, serviceOf } from '../../../src/server/server.ts'
import type { ResponsePage } from '../../../src/store/store.ts'
import { routes, type Query, type Reply, type Service } from '../../../src/wire/wire.ts'
import { sampleForm, sampleSave } from '../../support/samples.ts'
import { callOf, ours, sharedTestService, textOf, theirs } from '../../support/test-service.ts'

const server = await sharedTestService()
for (const { environmentId } of [ours, theirs]) {
  const form = sampleForm({ id: `form of ${environmentId}`, environmentId })
  await server.store.forms.create(form)
  await server.store.responses.save(
    sampleSave({
      environmentId,
      formId: form.id,
      responseId: `response of ${environmentId}`,
      isFinished: true,
    }),
  )
}

const read = (query: Query, service: Service = server.service, headers = {}): Promise<Reply> =>
  service(callOf({ path: routes.responses, query, headers: { 'x-api-key': ours.apiKey, ...headers } }))
const readJson = async (query: Query): Promise<[number, unknown]> => {
  const reply = await read(query)
  return [reply.status, JSON.parse(await textOf(reply))]
}

describe('reading responses', () => {
  test('with an empty formId finds no form, rather than reading the whole environment', async () => {
    expect(await readJson({ formId: '' })).toEqual([404, { message: 'Form not found' }])
  })

  test.each(['form of environment-2', 'nowhere', '../form', '\u0000'])(
    'of the form %j of elsewhere or nowhere meets one answer',
    async (formId) => {
      expect(await readJson({ formId })).toEqual([404, { message: 'Form not found' }])
    },
  )

  test('of a deleted form gives what it collected', async () => {
    const form = sampleForm({ id: 'to be deleted' })
    await server.store.forms.create(form)
    await server.store.responses.save(sampleSave({ formId: form.id, responseId: 'kept', isFinished: true }))
    await server.store.forms.delete(form.id, server.deps.now())
    expect(await readJson({ formId: form.id })).toEqual([
      200,
      { data: [expect.objectContaining({ id: 'kept' })] },
    ])
  })

  test.each(['', 'TRUE', '1', 'yes', 'true '])(
    'with returnPartials=%j is refused',
    async (returnPartials) => {
      expect(await readJson({ returnPartials })).toEqual([
        400,
        {
          message: 'Invalid query parameters',
          errors: [
            { message: 'returnPartials is true or false, in these letters.', path: ['returnPartials'] },
          ],
        },
      ])
    },
  )

  test('with a parameter given twice is refused', async () => {
    const url = `${routes.responses}?formId=a&formId=b`
    const reply = await server.app.inject({ url, headers: { 'x-api-key': ours.apiKey } })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        message: 'Invalid query parameters',
        errors: [{ message: 'formId is given more than once.', path: ['formId'] }],
      },
    ])
  })

  test('gives whole JSON of any number of pages', async () => {
    for (const count of [0, 1, 3]) {
      const service = serviceOver((n) => (n < count ? `{"id":"a${n}"},{"id":"b${n}"}` : undefined))
      const { data } = JSON.parse(await textOf(await read({}, service)))
      expect(data).toHaveLength(count * 2)
    }
  })

  const large = JSON.stringify({ id: 'x'.repeat(64 * 1024) })

  test.each([
    ['as JSON', {}, {}],
    ['as lines', {}, { accept: 'application/x-ndjson' }],
    ['with some members', { fields: 'id' }, {}],
  ])(
    'passes each page on before the next is asked for, and asks for none when the reader has left, %s',
    async (_, query, headers) => {
      let asked = 0
      const service = serviceOver((n) => {
        asked = n
        return large
      })
      const chunks = (await read(query, service, headers)).body[Symbol.asyncIterator]()
      await chunks.next()
      expect(asked).toBeLessThan(20)
      await chunks.return?.()
      const left = asked
      await setTimeout(50)
      expect(asked).toBeLessThan(left + 2)
    },
  )

  test('is a failure of the service when the store fails at once', async () => {
    const service = serviceOver(() => {
      throw new Error('the secret place of the database')
    })
    const reply = await read({}, service)
    expect([reply.status, JSON.parse(await textOf(reply))]).toEqual([
      500,
      {
        message: 'The service failed to answer. It may have done what was asked; look before asking again.',
      },
    ])
  })

  test('never looks whole when the store fails on the way', async () => {
    const service = serviceOver((n) => {
      if (n > 0) throw new Error('the disk is gone')
      return '{"id":"a"}'
    })
    const reply = await read({}, service)
    await expect(textOf(reply)).rejects.toThrow(Error)
  })
})

/** A service whose store has these pages, as texts; undefined ends them. */
function serviceOver(pageNumber: (n: number) => string | undefined): Service {
  let next = 0
  const page = async (): Promise<ResponsePage> => {
    const text = pageNumber(next++)
    if (text === undefined) return { body: Buffer.of(), count: 0 }
    return { body: Buffer.from(text), count: 1, last: { createdAt: '', id: '', seq: 1 } }
  }
  const store = { ...server.store, responses: { ...server.store.responses, page } }
  return serviceOf(buildApp({ ...server.deps, store }))
}
