import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, lineOf } from '../../src/server/server.ts'
import { Failure } from '../../src/failure/failure.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let it: TestService
beforeAll(async () => {
  it = await startTestService()
})
afterAll(() => it.close())

/** The reply to a probe of a service whose store answers a ping so, and what was logged. */
async function probe(url: string, ping: () => Promise<void>) {
  const logged: string[] = []
  const app = buildApp({
    ...it.world,
    log: (entry) => void logged.push(lineOf(entry)),
    store: { ...it.store, ping },
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
      const { statusCode, payload, headers } = await it.app.inject(url)
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
