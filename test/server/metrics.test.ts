import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { buildApp, makeMetrics, type Metrics } from '../../src/server/server.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { Visitor } from '../support/page-server.ts'
import { sampleEnvironment, sampleForm, sampleSave } from '../support/samples.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'
import { sharedTestService } from '../support/test-service.ts'

const server = await sharedTestService()

/** The samples that the metrics have: name with labels, to value. */
async function samplesOf({ app }: Metrics): Promise<ReadonlyMap<string, number>> {
  const { payload, headers } = await app.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain; version=/)
  const lines = payload.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

describe('the metrics of a service', () => {
  test('count requests by method, route and status, and saves by outcome', async () => {
    const metrics = await makeMetrics()
    const app = buildApp({ ...server.deps, store: metrics.countSaves(server.store) }, { metrics })
    const visitor = new Visitor(app, { id: server.ours.sourceFormId })
    await visitor.open()
    expect((await visitor.send({ 'q.question-a': 'Ada' })).statusCode).toBeLessThan(400)
    for (const url of ['/s/one', '/s/two', '/nowhere']) await app.inject(url)
    const samples = await samplesOf(metrics)
    const requests = (labels: string) => samples.get(`formctl_request_seconds_count{${labels}}`)
    expect(requests('method="GET",route="/s/:formId",status="404"')).toBe(2)
    expect(requests('method="GET",route="(no route)",status="404"')).toBe(1)
    expect(samples.get('formctl_saves_total{outcome="saved"}')).toBe(1)
    expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  })

  test('count the failures of the store by code', async () => {
    const metrics = await makeMetrics()
    const get = async () => {
      throw Failure.of('store-busy', {})
    }
    const app = buildApp(
      { ...server.deps, store: { ...server.store, forms: { ...server.store.forms, get } } },
      { metrics },
    )
    expect((await app.inject('/s/form')).statusCode).toBe(503)
    expect((await samplesOf(metrics)).get('formctl_store_errors_total{code="store-busy"}')).toBe(1)
  })

  test.each([true, false])(
    'have each commit and what waits for one, in a store with threads: %s',
    async (isServed) => {
      const metrics = await makeMetrics()
      const { observe } = metrics
      const { store } = await openSqliteStore(temporaryFolder(), deterministicBytes(), { isServed, observe })
      await store.environments.create(sampleEnvironment('environment-1'), {
        keys: [],
        forms: [sampleForm({ id: 'form-1' })],
      })
      await Promise.all(
        [...Array(20).keys()].map((n) => store.responses.save(sampleSave({ responseId: `response-${n}` }))),
      )
      await store.close()
      const samples = await samplesOf(metrics)
      expect(samples.get('formctl_commit_writes_sum')).toBe(21)
      // The first of the saves goes at once, and all others wait for it.
      expect(samples.get('formctl_commit_writes_count')).toBe(3)
      expect(samples.get('formctl_commit_seconds_count')).toBe(3)
      expect(samples.get('formctl_writes_waiting')).toBe(0)
    },
  )

  test('have the lag of a store that reports one, and of no other', async () => {
    const metrics = await makeMetrics()
    expect((await samplesOf(metrics)).has('formctl_sequence_lag_seconds')).toBe(false)
    metrics.observe({ lag: 3 })
    expect((await samplesOf(metrics)).get('formctl_sequence_lag_seconds')).toBe(3)
  })
})
