import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { closingIn, startRetention, type Retention } from '../../src/server/server.ts'
import { blobsIn } from '../../src/store/blobs.ts'
import { openPostgresStore, openSqliteStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { allNumbered, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { pageServer } from '../support/page-server.ts'
import { sampleEnvironment, sampleForm, sampleKey, sampleSave } from '../support/samples.ts'
import { storedRecords } from '../support/stored-records.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'
import { hashKey } from '../../src/server/keys.ts'

/** A moment so many days after the first. */
const day = (n: number): string => new Date(Date.UTC(2026, 2, 1) + n * 86_400_000).toISOString()

const environmentId = 'environment-1'

/** Is always too old, and is looked at last: when it is gone, a run has done the rest. */
const last = { environmentId: 'environment-2', formId: 'last', responseId: 'last' } as const

function retentionSuite(
  name: string,
  open: () => Promise<Store>,
  settled: () => Promise<void> = async () => undefined,
): void {
  describe(`retention in ${name}`, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      await store.environments.create(sampleEnvironment(environmentId))
      await store.environments.create({ ...sampleEnvironment(last.environmentId), createdAt: day(300) })
      await store.forms.create(sampleForm({ id: last.formId, environmentId: last.environmentId }))
    })
    afterEach(() => store.close())

    const publish = (id: string, settings: PublishedForm['settings'] = {}): Promise<unknown> =>
      store.forms.create(sampleForm({ id, settings }))

    const save = (responseId: string, n: number, { form = 'a', isFinished = false } = {}) =>
      store.responses.save(sampleSave({ responseId, formId: form, at: day(n), isFinished }))

    const finish = (responseId: string, n: number, form = 'a') =>
      save(responseId, n, { form, isFinished: true })

    const left = async (): Promise<readonly string[]> =>
      (await storedRecords(store, { environmentId, withPartials: true })).map(({ id }) => id).toSorted()

    const deps = (today: number) => ({
      store,
      blobs: blobsIn(join(temporaryFolder(), 'uploads')),
      now: () => day(today),
      log: () => undefined,
    })

    /** What a server that starts on that day leaves after its first run. */
    async function leftOn(today: number, retention: Retention): Promise<readonly string[]> {
      await settled()
      await store.responses.save(sampleSave({ ...last, responseId: `last ${today}`, at: day(-40_000) }))
      const { stop } = startRetention(
        deps(today),
        { erasePartialsAfter: 36_500, ...retention },
        { every: () => () => undefined, pause: async () => undefined },
      )
      const query = { environmentId: last.environmentId, withPartials: true }
      await expect.poll(() => storedRecords(store, query)).toEqual([])
      await stop()
      return left()
    }

    const after30 = { eraseAfterClose: 30 }

    test.each<{
      what: string
      settings?: PublishedForm['settings']
      end?: () => Promise<unknown>
      /** The day since when it is closed; absent: it is open. */
      since?: number
    }>([
      { what: 'that nothing closed' },
      { what: 'that a person closed', end: () => store.forms.close('a', day(10)), since: 10 },
      { what: 'that was deleted', end: () => store.forms.delete('a', day(10)), since: 10 },
      {
        what: 'that was closed and then deleted',
        end: async () => [await store.forms.close('a', day(10)), await store.forms.delete('a', day(20))],
        since: 10,
      },
      { what: 'whose time came', settings: { closesAt: day(10) }, since: 10 },
      {
        what: 'whose time came, in another zone',
        settings: { closesAt: '2026-03-11T05:00:00+05:00' },
        since: 10,
      },
      { what: 'whose time has not come', settings: { closesAt: day(100) } },
      { what: 'whose time is none', settings: { closesAt: 'soon' } },
      {
        what: 'whose time came before a person closed it',
        settings: { closesAt: day(10) },
        end: () => store.forms.close('a', day(20)),
        since: 10,
      },
      {
        what: 'that a person closed before its time came',
        settings: { closesAt: day(20) },
        end: () => store.forms.close('a', day(10)),
        since: 10,
      },
      { what: 'that is full', settings: { responseLimit: 2 }, since: 4 },
      { what: 'with one place left', settings: { responseLimit: 3 } },
      {
        what: 'with a place that an erasure freed',
        settings: { responseLimit: 2 },
        end: () => store.responses.erase(environmentId, [{ formId: 'a', id: 'first' }], day(5)),
      },
      {
        what: 'whose freed place was taken later',
        settings: { responseLimit: 2 },
        end: async () => {
          await store.responses.erase(environmentId, [{ formId: 'a', id: 'first' }], day(5))
          await finish('late', 10)
        },
        since: 10,
      },
      {
        what: 'that is full and deleted',
        settings: { responseLimit: 2 },
        end: () => store.forms.delete('a', day(10)),
        since: 4,
      },
    ])('erases the responses of a form $what only so many days after it was closed', async (row) => {
      await publish('a', row.settings)
      await publish('b')
      await save('partial', 2)
      await finish('second', 3)
      await finish('first', 4)
      await finish('other', 0, 'b')
      await row.end?.()
      const all = await left()
      const ofOther = all.filter((id) => id === 'other')
      const { since } = row
      expect(await leftOn((since ?? 10) + 29.9, after30)).toEqual(all)
      expect(await leftOn((since ?? 10) + 31, after30)).toEqual(since === undefined ? all : ofOther)
      // A server that starts later finds nothing new.
      expect(await leftOn((since ?? 10) + 60, after30)).toEqual(since === undefined ? all : ofOther)
    })

    test('keeps a full form closed once its responses are erased, since when it was full', async () => {
      await publish('a', { responseLimit: 1 })
      await finish('only', 4)
      await leftOn(40, after30)
      expect((await store.forms.get('a'))?.closedAt).toBe(day(4))
      expect((await finish('again', 41)).outcome).toBe('closed')
    })

    test('goes on after a restart with a full form that is partly erased', async () => {
      await publish('a', { responseLimit: 120 })
      for (let n = 0; n < 120; n += 1) await finish(`response ${n}`, 4)
      let pauses = 0
      const stopped = Promise.withResolvers<void>()
      const { stop } = startRetention(deps(40), after30, {
        every: () => () => undefined,
        // Before the form, before its first step, and before its second one.
        pause: async () => ((pauses += 1) === 3 ? stopped.promise : undefined),
      })
      await expect.poll(() => pauses).toBe(3)
      const ended = stop()
      stopped.resolve()
      await ended
      expect(await left()).toHaveLength(70)
      expect(await leftOn(40, after30)).toEqual([])
    })

    test('erases what a form gets after a run', async () => {
      await publish('a', { closesAt: day(5) })
      await save('first', 1)
      expect(await leftOn(40, after30)).toEqual([])
      // A save that was under way when its page saw the form open.
      await save('late', 4)
      expect(await leftOn(41, after30)).toEqual([])
    })

    describe('after the clock was ahead', () => {
      test('erases partial responses that came before, then and after, each when its time has come', async () => {
        await publish('a')
        await save('before', 0)
        await save('continued then', 1)
        await save('continued then', 700)
        for (let n = 0; n < 120; n += 1) await save(`ahead ${n}`, 700 + n)
        await save('after', 2)
        await save('young', 20)
        const isThere = async (today: number) => {
          const ids = await leftOn(today, { erasePartialsAfter: 10 })
          return ['before', 'continued then', 'ahead 0', 'ahead 119', 'after', 'young'].filter((id) =>
            ids.includes(id),
          )
        }
        // What is ahead was saved on the second day at the latest, as 'after' was saved then.
        expect(await isThere(11.5)).toEqual(['continued then', 'ahead 0', 'ahead 119', 'after', 'young'])
        expect(await isThere(21)).toEqual(['young'])
      })

      test('keeps what was saved last until it is known when that was', async () => {
        await publish('a')
        await save('ahead', 700)
        expect(await leftOn(20, { erasePartialsAfter: 10 })).toEqual(['ahead'])
        await save('now', 20)
        expect(await leftOn(29, { erasePartialsAfter: 10 })).toEqual(['ahead', 'now'])
        expect(await leftOn(31, { erasePartialsAfter: 10 })).toEqual([])
      })

      test('a time that has passed by now is taken as it is', async () => {
        await publish('a')
        await save('ahead', 100)
        await save('after', 0)
        expect(await leftOn(101, { erasePartialsAfter: 30 })).toEqual(['ahead'])
        expect(await leftOn(131, { erasePartialsAfter: 30 })).toEqual([])
      })

      test('a clock that was behind after it makes nothing old', async () => {
        await publish('a')
        await save('before', 50)
        await save('ahead', 700)
        await save('behind', -20_000)
        expect(await leftOn(51, { erasePartialsAfter: 10 })).toEqual(['ahead', 'before'])
      })

      test('erases the responses of forms that ended before, then and after', async () => {
        for (const form of ['a', 'b', 'c', 'd', 'e']) {
          await publish(form, form === 'd' ? { responseLimit: 1 } : {})
          if (form !== 'd') await save(`of ${form}`, 0, { form })
        }
        await store.forms.close('a', day(1))
        await store.forms.close('b', day(700))
        await store.forms.delete('e', day(701))
        await finish('of d', 702, 'd')
        await store.forms.close('c', day(2))
        expect(await leftOn(31.5, after30)).toEqual(['of b', 'of c', 'of d', 'of e'])
        expect(await leftOn(33, after30)).toEqual([])
      })
    })
  })
}

retentionSuite('SQLite', async () => (await openSqliteStore(temporaryFolder(), deterministicBytes())).store)

describe.skipIf(noPostgres !== undefined)('with a database', () => {
  let postgres: TestPostgres
  let url = ''
  beforeAll(async () => void (postgres = await startPostgres()))
  afterAll(() => postgres.close())
  retentionSuite(
    'PostgreSQL',
    async () => {
      url = await postgres.emptyStore()
      return (await openPostgresStore(url, deterministicBytes())).store
    },
    () => allNumbered(url),
  )
})

describe('a closed form is the same for its page, the API and retention', () => {
  test.each<{ what: string; settings?: PublishedForm['settings']; isClosed?: true; since?: string }>([
    { what: 'open' },
    { what: 'closed by a person', isClosed: true, since: expect.stringMatching(/^2026-03-01T09:/) },
    {
      what: 'closed by its time',
      settings: { closesAt: '2026-03-01T10:00:00+05:00' },
      since: '2026-03-01T05:00:00.000Z',
    },
    { what: 'open until its time', settings: { closesAt: '2027-01-01T00:00:00Z' } },
    { what: 'full', settings: { responseLimit: 1 }, since: expect.stringMatching(/^2026-03-01T09:/) },
    { what: 'not full', settings: { responseLimit: 2 } },
  ])('$what', async ({ settings, isClosed, since }) => {
    const server = await pageServer()
    const key = 'fctl_a_key_that_reads'
    await server.deps.store.keys.create(sampleKey({ id: 'key', hash: hashKey(key) }))
    const form = await server.publish([['A', ['ShortInput', { question: 'Who?' }]]], {
      ...(settings && { settings }),
    })
    await server.deps.store.responses.save(
      sampleSave({ responseId: 'only', formId: form.id, at: server.deps.now(), isFinished: true }),
    )
    if (isClosed) await server.closeForm(form)
    const visitor = server.visitor(form)
    await visitor.open()
    expect(visitor.status).toBe(since === undefined ? 200 : 410)
    const { payload } = await server.app.inject({
      url: `/api/v1/environments/environment-1/forms/${form.id}`,
      headers: { 'x-api-key': key },
    })
    expect(JSON.parse(payload)).toMatchObject({ data: { id: form.id } })
    const { closedAt } = (JSON.parse(payload) as { data: { closedAt?: string } }).data
    expect(closedAt).toEqual(since)
    const stored = await server.deps.store.forms.get(form.id)
    expect(stored && (await closingIn(stored, server.deps))?.since).toBe(closedAt)
    await server.close()
  })
})
