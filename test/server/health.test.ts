import { describe, expect, test } from 'vitest'
import { buildApp, lineOf } from '../../src/server/server.ts'
import { Failure } from '../../src/failure/failure.ts'
import { ours, sharedTestService } from '../support/test-service.ts'

const server = await sharedTestService()

/** The reply to a probe of a service whose store answers a ping so, and what was logged. */
async function probe(url: string, ping: () => Promise<void>) {
  const logged: string[] = []
  const app = buildApp({
    ...server.deps,
    log: (entry) => void logged.push(lineOf(entry)),
    store: { ...server.store, ping },
  })
  const { statusCode, payload } = await app.inject(url)
  return { statusCode, payload, logged: logged.join('\n') }
}

const silent = () => new Promise<void>(() => undefined)
const broken = async () => {
  throw Failure.of('store-unusable', { path: 'data', reason: 'the disk is gone' })
}

describe('a probe without a key', () => {
  test('finds a service healthy and ready', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const { statusCode, payload, headers } = await server.app.inject(url)
      expect([statusCode, payload, headers['cache-control']]).toEqual([200, 'ok\n', 'no-store'])
    }
  })

  test.each([
    ['does not answer', silent, 'the store does not answer'],
    ['fails', broken, 'The data folder data cannot be used: the disk is gone.'],
  ])('finds it healthy and not ready while its store %s, and the cause is logged', async (_, ping, cause) => {
    expect(await probe('/healthz', ping)).toEqual({ statusCode: 200, payload: 'ok\n', logged: '' })
    const { logged, ...reply } = await probe('/readyz', ping)
    expect(reply).toEqual({ statusCode: 503, payload: 'unavailable\n' })
    expect(logged).toContain(`GET /readyz 503: ${cause}`)
  })
})

describe('a store that fails', () => {
  const failing = (args: { isUnknown?: true; isLasting?: true }) => {
    const fail = async (): Promise<never> => {
      throw Failure.of('store-unusable', {
        path: 'postgres://db/forms',
        reason: 'it does not answer',
        ...args,
      })
    }
    const { store } = server
    return buildApp({
      ...server.deps,
      store: { ...store, forms: { ...store.forms, get: fail, create: fail } },
    })
  }
  const form = '/s/source-1'
  const forms = '/api/v1/environments/environment-1/forms'
  const headers = { 'x-api-key': ours.apiKey, 'content-type': 'application/json' }
  const typed = { 'content-type': 'application/x-www-form-urlencoded' }
  const step = { name: 'A', components: [{ type: 'ShortInput', content: {} }] }
  const generate = { sourceFormId: 'source-1', name: 'New', steps: [step, step] }
  const calls = [
    { what: 'a page', call: { url: form } },
    { what: 'a page in German', call: { url: `${form}?lang=de` } },
    { what: 'a step that is sent', call: { method: 'POST', url: form, headers: typed, payload: 'step=1' } },
    {
      what: 'a step that saves itself',
      call: { method: 'POST', url: `${form}/save`, headers: typed, payload: 'step=1' },
    },
    { what: 'a read', call: { url: `${forms}/source-1`, headers } },
    { what: 'a new form', call: { method: 'POST', url: `${forms}/generate`, headers, payload: generate } },
  ] as const

  test.each(calls)(
    'is a 503 with Retry-After for $what, and says nothing of writing alone',
    async ({ call }) => {
      const app = failing({})
      const reply = await app.inject(call)
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
      expect(reply.body).not.toMatch(/cannot be written|Nothing can be kept|cannot keep/)
      await app.close()
    },
  )

  // A client takes a 503 with Retry-After for a promise that nothing was done, and creates a form again.
  test.each([{ isUnknown: true }, { isLasting: true }] as const)(
    'promises nothing where a write may be done all the same: %s',
    async (args) => {
      const app = failing(args)
      for (const { call } of calls) {
        const reply = await app.inject(call)
        expect([reply.statusCode, reply.headers['retry-after']]).toEqual([500, undefined])
      }
      await app.close()
    },
  )
})
