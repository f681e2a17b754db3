import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineOf, startRetention, type Retention } from '../../src/server/server.ts'
import type { Blobs } from '../../src/store/blobs.ts'
import type { Store } from '../../src/store/store.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { sampleEnvironment, sampleForm, sampleSave } from '../support/samples.ts'
import { storedRecords } from '../support/stored-records.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'

let store: Store
let blobs: Blobs
const environmentId = 'environment-1'
let logged: string[]
let today: number

beforeEach(async () => {
  ;({ store, blobs } = await openSqliteStore(temporaryFolder(), deterministicBytes()))
  logged = []
  today = 0
  for (const id of [environmentId, 'environment-2'])
    await store.environments.create(sampleEnvironment(id), {
      keys: [],
      forms: ['a', 'b', 'c'].map((name) => sampleForm({ id: `${id}-${name}`, environmentId: id })),
    })
})
afterEach(() => store.close())

/** A moment so many days after the first. */
const day = (n: number): string => new Date(Date.UTC(2026, 2, 1 + n)).toISOString()

const save = (id: string, n: number, { form = 'a', isFinished = false, environment = environmentId } = {}) =>
  store.responses.save(
    sampleSave({
      responseId: id,
      environmentId: environment,
      formId: `${environment}-${form}`,
      at: day(n),
      isFinished,
    }),
  )

const left = async (environment = environmentId): Promise<readonly string[]> =>
  (await storedRecords(store, { environmentId: environment, withPartials: true }))
    .map(({ id }) => id)
    .toSorted()

/** Retention whose hours pass when the test says so. */
function start(retention: Retention, deps: { store?: Store; pause?: () => Promise<void> } = {}) {
  const hours: (() => void)[] = []
  const { stop } = startRetention(
    {
      store: deps.store ?? store,
      now: () => day(today),
      log: (entry) => void logged.push(lineOf(entry)),
      blobs,
    },
    retention,
    {
      every: (milliseconds, work) => {
        expect(milliseconds).toBe(60 * 60 * 1000)
        hours.push(work)
        return () => void hours.pop()
      },
      pause: deps.pause ?? (async () => undefined),
    },
  )
  return { stop, hours }
}

/** Runs it at the start of each of these days; it is stopped, and so done, at the end. */
async function runOn(days: readonly number[], retention: Retention): Promise<void> {
  today = days[0] ?? 0
  const { stop, hours } = start(retention)
  for (const n of days.slice(1)) {
    await settled()
    today = n
    hours[0]?.()
  }
  await settled()
  await stop()
}

/** Nothing here waits for more than promises. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('partial responses', () => {
  test('are erased once they were not updated for so many days; finished ones stay', async () => {
    await save('old', 0)
    await save('finished', 0, { isFinished: true })
    await save('continued', 0)
    await save('theirs', 1, { environment: 'environment-2' })
    await save('continued', 20)
    await save('young', 25)
    await runOn([31], { erasePartialsAfter: 30 })
    expect(await left()).toEqual(['continued', 'finished', 'young'])
    expect(await left('environment-2')).toEqual(['theirs'])
    await runOn([32], { erasePartialsAfter: 30 })
    expect(await left('environment-2')).toEqual([])
    expect(logged).toEqual([
      `${day(31)} retention erased 1 partial response not updated for 30 days`,
      `${day(32)} retention erased 1 partial response not updated for 30 days`,
    ])
  })

  test('stay if somebody finishes or continues them after they were found', async () => {
    for (const id of ['finished', 'continued', 'left']) await save(id, 0)
    today = 31
    const page: Store['responses']['page'] = async (query) => {
      const found = await store.responses.page(query)
      await save('finished', 31, { isFinished: true })
      await save('continued', 31)
      return found
    }
    const { stop } = start(
      { erasePartialsAfter: 30 },
      { store: { ...store, responses: { ...store.responses, page } } },
    )
    await settled()
    await stop()
    expect(await left()).toEqual(['continued', 'finished'])
    expect(logged).toEqual([`${day(31)} retention erased 1 partial response not updated for 30 days`])
  })

  test('are found in later hours, too, each when its time has come', async () => {
    for (let n = 0; n < 5; n += 1) await save(`day ${n}`, n)
    await runOn([10, 11, 11, 13], { erasePartialsAfter: 10 })
    expect(await left()).toEqual(['day 3', 'day 4'])
    expect(logged.map((line) => line.slice(0, 10))).toEqual(['2026-03-12', '2026-03-14'])
  })

  test('are erased however many there are, with an event for each', async () => {
    for (let i = 0; i < 130; i += 1) await save(`response ${i}`, 0, { isFinished: i % 10 === 0 })
    await runOn([31], { erasePartialsAfter: 30 })
    expect(await left()).toHaveLength(13)
    const events = await store.events.after(environmentId, 0, 1000)
    expect(events.filter(({ type }) => type === 'response.erased')).toHaveLength(117)
    expect(logged).toEqual([`${day(31)} retention erased 117 partial responses not updated for 30 days`])
  })
})

describe('responses of forms that ended', () => {
  test('are erased so many days after the form was closed or deleted, finished ones too', async () => {
    for (const form of ['a', 'b', 'c']) {
      await save(`${form} partial`, 0, { form })
      await save(`${form} finished`, 1, { form, isFinished: true })
    }
    await store.forms.delete(`${environmentId}-a`, day(10))
    await store.forms.close(`${environmentId}-b`, day(12))
    await runOn([40], { eraseAfterClose: 30 })
    expect(await left()).toHaveLength(6)
    await runOn([41], { eraseAfterClose: 30 })
    expect(await left()).toEqual(['b finished', 'b partial', 'c finished', 'c partial'])
    await runOn([41, 43], { eraseAfterClose: 30 })
    expect(await left()).toEqual(['c finished', 'c partial'])
    expect(logged).toEqual([
      `${day(41)} retention erased 2 responses of forms that ended 30 days ago`,
      `${day(43)} retention erased 2 responses of forms that ended 30 days ago`,
    ])
  })

  test('are erased however many there are', async () => {
    for (let i = 0; i < 120; i += 1) await save(`response ${i}`, 0, { isFinished: i % 2 === 0 })
    await store.forms.delete(`${environmentId}-a`, day(1))
    await runOn([9], { eraseAfterClose: 7 })
    expect(await left()).toEqual([])
  })
})

describe('a run', () => {
  test('erases nothing where nothing was asked for, and never reads the store', async () => {
    await save('old', 0)
    today = 1000
    const { stop, hours } = start({}, { store: { ...store, environments: failing } })
    expect(hours).toEqual([])
    await stop()
    expect(logged).toEqual([])
    expect(await left()).toEqual(['old'])
  })

  test('that fails is logged, and the next hour tries again', async () => {
    await save('old', 0)
    today = 31
    let isBroken = true
    const list: Store['environments']['list'] = () => (isBroken ? failing.list() : store.environments.list())
    const { stop, hours } = start(
      { erasePartialsAfter: 30 },
      { store: { ...store, environments: { ...store.environments, list } } },
    )
    await settled()
    expect(logged).toEqual([expect.stringContaining('retention failed, and is tried again in an hour: ')])
    isBroken = false
    hours[0]?.()
    await settled()
    await stop()
    expect(await left()).toEqual([])
  })

  test('takes small steps, and ends between two of them when the server stops', async () => {
    for (let i = 0; i < 130; i += 1) await save(`response ${i}`, 0)
    today = 31
    let pauses = 0
    const second = Promise.withResolvers<void>()
    const { stop } = start(
      { erasePartialsAfter: 30 },
      { pause: () => (++pauses === 2 ? second.promise : Promise.resolve()) },
    )
    await settled()
    expect(await left()).toHaveLength(80)
    const stopped = stop()
    second.resolve()
    await stopped
    expect([pauses, (await left()).length]).toEqual([2, 80])
  })

  test('by two servers at once erases each response once', async () => {
    for (let i = 0; i < 60; i += 1) await save(`response ${i}`, 0)
    today = 31
    const [one, two] = [start({ erasePartialsAfter: 30 }), start({ erasePartialsAfter: 30 })]
    await settled()
    await Promise.all([one.stop(), two.stop()])
    const events = await store.events.after(environmentId, 0, 1000)
    expect(events.filter(({ type }) => type === 'response.erased')).toHaveLength(60)
  })
})

const failing: Store['environments'] = {
  list: async () => {
    throw new Error('no store')
  },
  create: async () => undefined,
  createFirst: async () => false,
}
