import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { openPostgresStore } from '../../src/store/open-store.ts'
import type { Observe, Store, StoredEvent } from '../../src/store/store.ts'
import { isLong } from '../support/is-long.ts'
import { happens, randomOf, oneOf, times, type Random } from '../support/random.ts'
import { startPostgresProxy, type Fate } from '../support/postgres-proxy.ts'
import { allNumbered, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import {
  at,
  sampleAnswer,
  sampleEnvironment,
  sampleForm,
  sampleKey,
  sampleReply,
  sampleSave,
} from '../support/samples.ts'
import { deterministicBytes } from '../support/test-host.ts'

const suite = noPostgres === undefined ? describe : describe.skip

suite(
  `A store on PostgreSQL in trouble${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`,
  () => {
    let postgres: TestPostgres
    beforeAll(async () => {
      postgres = await startPostgres()
    })
    afterAll(() => postgres.close())

    const opened: { close: () => Promise<void> }[] = []
    afterEach(async () => {
      for (const each of opened.splice(0).toReversed()) await each.close()
    })

    const open = async (
      url: string,
      options: Parameters<typeof openPostgresStore>[2] = {},
    ): Promise<Store> => {
      const { store } = await openPostgresStore(url, deterministicBytes(), options)
      opened.push(store)
      return store
    }

    /** A database with an environment and a form. */
    const filled = async (): Promise<string> => {
      const url = await postgres.emptyStore()
      const { store } = await openPostgresStore(url, deterministicBytes())
      await store.environments.create(sampleEnvironment('environment-1'))
      await store.forms.create(sampleForm({ id: 'form-1' }))
      await allNumbered(url)
      await store.close()
      return url
    }

    const proxied = async (url: string, fateOf: (sql: string) => Fate | Promise<Fate>): Promise<string> => {
      const proxy = await startPostgresProxy(postgres.port, fateOf)
      opened.push(proxy)
      return proxy.url(url)
    }

    const eventsOf = async (url: string): Promise<readonly StoredEvent[]> => {
      const { store } = await openPostgresStore(url, deterministicBytes())
      await allNumbered(url)
      const events = await store.events.after('environment-1', 0, 1_000_000)
      expect(await store.events.last('environment-1')).toBe(events.length)
      await store.close()
      return events
    }

    /** Numbers without a gap, and the changes of each response in order and once. */
    const expectWhole = (events: readonly StoredEvent[]): void => {
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
      for (const each of Map.groupBy(events, ({ formId, responseId }) => `${formId} ${responseId}`).values())
        expect(each.map(({ version }) => version)).toEqual(each.map((_, i) => i + 1))
    }

    const answer = (value: string) => [sampleAnswer('question-a', value)]

    describe('of a connection that is lost', () => {
      /** Cuts the connection at the nth statement that matches, once. */
      const once = (pattern: RegExp, fate: Fate, nth = 1): ((sql: string) => Fate) => {
        let count = 0
        return (sql) => (pattern.test(sql) && ++count === nth ? fate : 'pass')
      }

      test.each([
        ['before the commit', /^commit/, 'cut'],
        ['after the commit', /^commit/, 'cut-after'],
        ['before the first statement', /^begin/, 'cut'],
        ['after the response is written', /^insert into responses/, 'cut-after'],
        ['before its event is written', /^insert into pending_events/, 'cut'],
      ] as const)('a save is done once: %s', async (_, pattern, fate) => {
        const url = await filled()
        const cut = once(pattern, fate)
        let isOn = false
        const store = await open(await proxied(url, (sql) => (isOn ? cut(sql) : 'pass')))
        isOn = true
        const saved = await store.responses.save(
          sampleSave({ responseId: 'response-1', at: at(1), isFinished: true }),
        )
        expect(saved.outcome).toBe('saved')
        const again = await store.responses.save(
          sampleSave({ responseId: 'response-1', at: at(2), isFinished: true }),
        )
        expect(again.outcome).toBe('repeated')
        const events = await eventsOf(url)
        expect(events.map(({ type }) => type)).toEqual(['form.created', 'response.finished'])
      })

      test('forms are created and closed once, and keys revoked once, though commits lose their connection', async () => {
        const url = await filled()
        let isOn = false
        const store = await open(
          await proxied(url, (sql) =>
            isOn && sql === 'commit' && happens(random, 0.5) ? 'cut-after' : 'pass',
          ),
        )
        const random = randomOf(7)
        await store.keys.create(sampleKey({ id: 'key-1' }))
        isOn = true
        const keeping = { reply: sampleReply({ key: 'k', at: at(1) }), since: at(0) }
        expect(await store.forms.create(sampleForm({ id: 'form-2' }), keeping)).toBeUndefined()
        expect(await store.forms.create(sampleForm({ id: 'form-3' }), keeping)).toEqual(keeping.reply)
        expect(await store.keys.revoke('key-1', at(2))).toBe(true)
        expect(await store.keys.revoke('key-1', at(3))).toBe(false)
        expect(await store.forms.close('form-2', at(4))).toBe(true)
        expect(await store.forms.close('form-2', at(5))).toBe(false)
        isOn = false
        expect((await eventsOf(url)).map(({ type, formId }) => `${type} ${formId}`)).toEqual([
          'form.created form-1',
          'form.created form-2',
          'form.closed form-2',
        ])
      })

      test('a database that is gone for good is a failure that names it, and one that comes back is used again', async () => {
        const url = await filled()
        let isAway = false
        const given = (await proxied(url, () => (isAway ? 'cut' : 'pass'))).replace(
          'tester@',
          'tester:secret@',
        )
        const store = await open(given, { retryTime: 300 })
        isAway = true
        const save = () => store.responses.save(sampleSave({ responseId: 'response-1', isFinished: true }))
        const { host } = new URL(given)
        const message = `The database postgres://tester@${host}/${new URL(url).pathname.slice(1)} cannot be used: it does not answer at ${host}.`
        await expect(save()).rejects.toMatchObject({ code: 'store-unusable', message })
        await expect(store.ping()).rejects.toMatchObject({ code: 'store-unusable', message })
        isAway = false
        // A call after one that gave up tries only once, so the first one may still fail on a busy machine.
        await expect.poll(() => store.ping().then(() => 'there', String)).toBe('there')
        expect((await save()).outcome).toBe('saved')
        expectWhole(await eventsOf(url))
      })
    })

    test('a database that is away for longer than one call waits is not waited for by the next ones, nor by the end', async () => {
      const url = await filled()
      let isAway = false
      let pings = 0
      const fateOf = (sql: string): Fate => {
        if (isAway && sql.startsWith('select 1')) pings += 1
        return isAway ? 'cut' : 'pass'
      }
      const store = await open(await proxied(url, fateOf), { retryTime: 300 })
      isAway = true
      await expect(store.ping()).rejects.toMatchObject({ code: 'store-unusable' })
      expect(pings).toBeGreaterThan(1)
      // The first call noticed it some time after it began, so this one still waits a little.
      await expect(store.ping()).rejects.toMatchObject({ code: 'store-unusable' })
      pings = 0
      for (let i = 0; i < 5; i += 1) {
        const calls = [
          store.ping(),
          store.forms.get('form-1'),
          store.responses.save(sampleSave({ responseId: 'response-1' })),
        ]
        for (const outcome of await Promise.allSettled(calls))
          expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'store-unusable' } })
      }
      // Once each at the most.
      expect(pings).toBeLessThanOrEqual(5)
      isAway = false
      await expect
        .poll(() =>
          store.ping().then(
            () => 'there',
            () => 'away',
          ),
        )
        .toBe('there')
      expect((await store.responses.save(sampleSave({ responseId: 'response-1' }))).outcome).toBe('saved')
    })

    test('a store whose database went away ends without waiting for it', async () => {
      let isAway = false
      // Longer than any test may take.
      const retryTime = 600_000
      const { store } = await openPostgresStore(
        await proxied(await filled(), () => (isAway ? 'cut' : 'pass')),
        deterministicBytes(),
        { retryTime },
      )
      isAway = true
      const save = store.responses.save(sampleSave({ responseId: 'response-1' }))
      const settled = Promise.allSettled([save])
      await store.close()
      expect(await settled).toMatchObject([{ status: 'rejected', reason: { code: 'store-unusable' } }])
    })

    test('only a write whose commit lost its connection may be done when it fails', async () => {
      const url = await filled()
      let isAway = false
      for (const [lost, isUnknown] of [
        [/^commit/, true],
        [/^begin/, undefined],
        [/^insert into responses/, undefined],
      ] as const) {
        isAway = false
        const store = await open(
          await proxied(url, (sql) => (isAway && lost.test(sql.trim()) ? 'cut' : 'pass')),
          { retryTime: 300 },
        )
        isAway = true
        const error = await store.responses.save(sampleSave({ responseId: `response-${lost}` })).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(Failure.is(error, 'store-unusable') && [lost, error.args.isUnknown]).toEqual([lost, isUnknown])
      }
    })

    test('a full disk is a failure of its own, and keeps nothing; then the store goes on', async () => {
      const url = await filled()
      let isFull = false
      const store = await open(
        await proxied(url, (sql) =>
          isFull && sql.startsWith('insert into responses') ? 'disk-full' : 'pass',
        ),
      )
      const save = () => store.responses.save(sampleSave({ responseId: 'response-1', isFinished: true }))
      isFull = true
      await expect(save()).rejects.toMatchObject({
        code: 'disk-full',
        message: expect.stringMatching(/on the disk of the database postgres:/),
      })
      isFull = false
      expect((await save()).outcome).toBe('saved')
      expect(await eventsOf(url)).toHaveLength(2)
    })

    test('what waits for its number is reported by its age, by every server, and why it waits once', async () => {
      const url = await filled()
      let isFull = false
      const lags: number[][] = [[], []]
      const failures: unknown[][] = [[], []]
      const observed = (i: number) => ({
        sequencer: { term: 200, busy: 5, idle: 20 },
        observe: ({ lag, unnumbered }: Parameters<Observe>[0]) => {
          if (lag !== undefined) lags[i]?.push(lag)
          if (unnumbered !== undefined) failures[i]?.push(unnumbered)
        },
      })
      const fateOf = (sql: string): Fate =>
        isFull && sql.includes('insert into events') ? 'disk-full' : 'pass'
      const first = await open(await proxied(url, fateOf), observed(0))
      await open(await proxied(url, fateOf), observed(1))
      /** Resolves when both servers have reported such a lag. */
      const bothReport = async (isRight: (lag: number) => boolean): Promise<void> => {
        for (const each of lags) each.length = 0
        while (!lags.every((each) => each.some(isRight))) await sleep(5)
      }
      await bothReport((lag) => lag === 0)
      isFull = true
      await first.responses.save(sampleSave({ responseId: 'response-1' }))
      // Nothing may change the row meanwhile: numbering would pass over it once, which counts as success.
      await bothReport((lag) => lag > 0.5 && lag < 600)
      isFull = false
      await bothReport((lag) => lag === 0)
      // Those that had the lease failed, each once until it worked again.
      expect(failures.flat().length).toBeGreaterThan(0)
      for (const each of failures) expect(each.length).toBeLessThanOrEqual(1)
      for (const failure of failures.flat()) expect(failure).toMatchObject({ code: 'disk-full' })
    })

    describe('two sequencers', () => {
      const quick = { term: 300, busy: 5, idle: 20 }

      /** A store by way of a proxy that can hold back statements of one kind, and tells when it holds one. */
      const holding = async (url: string, pattern: RegExp, idleTransaction = 60_000) => {
        const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        let isOn = false
        const by = await proxied(url, async (sql): Promise<Fate> => {
          if (!isOn || !pattern.test(sql)) return 'pass'
          isOn = false
          held.resolve()
          await released.promise
          return 'pass'
        })
        const store = await open(by, { sequencer: quick, idleTransaction })
        return {
          store,
          hold: () => {
            isOn = true
            return held.promise
          },
          release: released.resolve,
        }
      }

      const saves = (store: Store, name: string, count: number): Promise<unknown> =>
        Promise.all(
          times(count, (n) => store.responses.save(sampleSave({ responseId: `${name}-${n}`, at: at(n) }))),
        )

      const farAway = Number.MAX_SAFE_INTEGER

      test('never number twice: one that pauses between its check and its commit keeps the other out', async () => {
        const url = await filled()
        const first = await holding(url, /^insert into events/)
        await sleep(100)
        const held = first.hold()
        await saves(first.store, 'a', 5)
        await held
        const second = await open(url, { sequencer: quick })
        await saves(second, 'b', 5)
        await sleep(3 * quick.term)
        expect(await second.events.last('environment-1')).toBe(1)
        first.release()
        const events = await eventsOf(url)
        expectWhole(events)
        expect(events).toHaveLength(11)
      })

      test('never number twice: one whose lease was taken before its check does nothing', async () => {
        const url = await filled()
        const first = await holding(url, /^update leases set until = .* where name = 'sequencer' and owner/s)
        await sleep(100)
        const held = first.hold()
        await saves(first.store, 'a', 5)
        await held
        await postgres.rows(url, `update leases set owner = 'thief', fence = fence + 1, until = ${farAway}`)
        first.release()
        await saves(first.store, 'b', 5)
        await sleep(2 * quick.term)
        expect(await first.store.events.last('environment-1')).toBe(1)
        await postgres.rows(url, 'update leases set until = 0')
        const events = await eventsOf(url)
        expectWhole(events)
        expect(events).toHaveLength(11)
      })

      test('never number twice: one that pauses for too long is thrown out by the database', async () => {
        const url = await filled()
        const first = await holding(url, /^commit/, 200)
        await saves(first.store, 'a', 1)
        await allNumbered(url)
        const second = await open(url, { sequencer: quick })
        await saves(second, 'b', 5)
        await first.hold()
        await sleep(3 * quick.term)
        await allNumbered(url)
        first.release()
        await saves(first.store, 'c', 5)
        const events = await eventsOf(url)
        expectWhole(events)
        expect(events).toHaveLength(12)
      })
    })

    test.each(times(isLong ? 20 : 2, (i) => [i + 1]))(
      'faults at random lose no save and repeat none: seed %i',
      async (seed) => {
        const url = await filled()
        const random = randomOf(seed)
        let isOn = false
        const fateOf = (): Fate =>
          !isOn || !happens(random, 0.03)
            ? 'pass'
            : oneOf(random, ['refuse', 'refuse', 'cut', 'cut-after'] as const)
        const stores = [
          await open(await proxied(url, fateOf), { sequencer: { term: 200, busy: 5, idle: 20 } }),
          await open(await proxied(url, fateOf), { sequencer: { term: 200, busy: 5, idle: 20 } }),
        ]
        isOn = true
        const people = 12
        const steps = 8
        const person = async (n: number, own: Random): Promise<void> => {
          for (let step = 1; step <= steps; step++) {
            const save = sampleSave({
              responseId: `response-${n}`,
              at: at(step),
              isFinished: step === steps,
              answers: answer(`${n} ${step}`),
            })
            const { outcome, record } = await oneOf(own, stores).responses.save(save)
            expect(outcome).toBe('saved')
            expect(record.data).toEqual(save.answers)
          }
        }
        await Promise.all(times(people, (n) => person(n, randomOf(seed * 1000 + n))))
        isOn = false
        const events = await eventsOf(url)
        expectWhole(events)
        expect(events).toHaveLength(1 + people * steps)
        expect(events.filter(({ type }) => type === 'response.finished')).toHaveLength(people)
      },
    )

    test('a database that is killed at any moment loses no save that was acknowledged', async () => {
      const url = await filled()
      const store = await open(url)
      const acknowledged: string[] = []
      const over = new AbortController()
      const writer = async (name: string): Promise<void> => {
        for (let n = 0; !over.signal.aborted; n++) {
          const responseId = `${name}-${n}`
          const saved = await store.responses.save(sampleSave({ responseId, at: at(n), isFinished: true }))
          expect(saved.outcome).toBe('saved')
          acknowledged.push(responseId)
        }
      }
      const writers = ['a', 'b', 'c', 'd'].map(writer)
      for (let n = 0; n < 2; n++) {
        await sleep(300)
        await postgres.restart()
      }
      await sleep(200)
      over.abort()
      await Promise.all(writers)
      const events = await eventsOf(url)
      expectWhole(events)
      const finished = events.flatMap(({ type, responseId }) =>
        type === 'response.finished' ? [responseId] : [],
      )
      expect(new Set(finished)).toEqual(new Set(acknowledged))
      expect(finished).toHaveLength(acknowledged.length)
    })
  },
)
