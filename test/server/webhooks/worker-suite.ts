import { Webhook as Oracle } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineOf } from '../../../src/server/server.ts'
import type { Attempt, Send } from '../../../src/server/webhooks/send.ts'
import { pruneDeliveries, webhookWorker, type WebhookWorker } from '../../../src/server/webhooks/worker.ts'
import type { Store, Webhook } from '../../../src/store/store.ts'
import {
  at,
  sampleAnswer,
  sampleEnvironment,
  sampleForm,
  sampleSave,
  sampleWebhook,
} from '../../support/samples.ts'
import { happens, oneOf, randomOf } from '../../support/random.ts'
import { deterministicBytes } from '../../support/test-host.ts'

/** A message as its receiver reads it. */
type Received = {
  readonly id: string
  readonly second: number
  readonly type: string
  readonly data: { readonly seq: number; readonly responseId?: string; readonly response?: unknown }
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * What delivery promises, on any store. `settled` resolves when all changes have their numbers; `killEvery`: how many steps are between
 * two that a server is killed at.
 */
export function workerSuite(
  name: string,
  open: () => Promise<Store>,
  settled: () => Promise<void> = async () => undefined,
  killEvery = 1,
): void {
  describe(`Delivery from ${name}:`, () => {
    let store: Store
    let second: number
    let logged: string[]
    let randomBytes: ReturnType<typeof deterministicBytes>
    let received: Received[]
    /** How the receiver answers. */
    let reply: (message: Received) => Attempt | Promise<Attempt>
    const key = { environmentId: 'environment-1', id: 'webhook-1' }

    const now = (): string => at(second)
    const send: Send = async ({ body, headers }) => {
      const message = { ...JSON.parse(body), id: headers['webhook-id'], second } as Received
      received.push(message)
      return reply(message)
    }
    const worker = (given: { store?: Store; send?: Send } = {}): WebhookWorker =>
      webhookWorker({
        store,
        send,
        now,
        log: (entry) => void logged.push(lineOf(entry)),
        randomBytes,
        ...given,
      })
    const save = async (responseId: string, text = ''): Promise<void> => {
      await store.responses.save(
        sampleSave({
          responseId,
          at: at(second),
          answers: [sampleAnswer('question-a', `${text}${responseId}`)],
        }),
      )
      await settled()
    }
    const make = (given: Partial<Webhook> = {}): Promise<void> =>
      store.webhooks.create(sampleWebhook({ id: 'webhook-1', ...given }))
    /** Lets time pass until nothing is pending; gives how often it did. */
    const untilDone = async (by = worker()): Promise<void> => {
      for (let n = 0; n < 400; n++) {
        await by.tick()
        if ((await store.webhooks.pending(key)) === 0) return
        second += 30 * minute
      }
      throw new Error('something is pending for ever')
    }
    const seqs = (): number[] => received.map(({ data }) => data.seq)
    /** The first time that each event arrived, by response: in this order a receiver sees them. */
    const orderOk = (): boolean => {
      const last = new Map<string, number>()
      const seen = new Set<number>()
      for (const { data } of received) {
        if (seen.has(data.seq)) continue
        seen.add(data.seq)
        if ((last.get(data.responseId ?? '') ?? 0) > data.seq) return false
        last.set(data.responseId ?? '', data.seq)
      }
      return true
    }

    beforeEach(async () => {
      store = await open()
      second = 0
      logged = []
      randomBytes = deterministicBytes()
      received = []
      reply = () => ({ status: 204 })
      await store.environments.create(sampleEnvironment('environment-1'))
      for (const id of ['form-1', 'form-2']) await store.forms.create(sampleForm({ id }))
      await settled()
    })
    afterEach(() => store.close())

    test('each change arrives once, signed, with the ids of what has changed', async () => {
      await make()
      const secret = sampleWebhook({ id: '' }).secret
      let isSigned = 0
      const checked: Send = async (request, signal) => {
        const time = new Date(Number(request.headers['webhook-timestamp']) * 1000)
        const signature = new Oracle(secret).sign(String(request.headers['webhook-id']), time, request.body)
        isSigned += Number(request.headers['webhook-signature'] === signature)
        return send(request, signal)
      }
      await save('response-1')
      const by = worker({ send: checked })
      await by.tick()
      await by.tick()
      received.sort((a, b) => a.data.seq - b.data.seq)
      expect(received).toMatchObject([
        { type: 'form.created', data: { seq: 1, formId: 'form-1', version: 1 } },
        { type: 'form.created', data: { seq: 2, formId: 'form-2', version: 1 } },
        {
          type: 'response.started',
          timestamp: at(0),
          data: {
            seq: 3,
            environmentId: 'environment-1',
            formId: 'form-1',
            responseId: 'response-1',
            version: 1,
          },
        },
      ])
      expect(received.some(({ data }) => 'response' in data)).toBe(false)
      expect(isSigned).toBe(3)
      expect(new Set(received.map(({ id }) => id)).size).toBe(3)
      for (const { id } of received) expect(id).toMatch(/^msg_[\da-f]{32}$/)
    })

    test('a webhook gets only its forms and events, from its position on', async () => {
      await make({ formIds: ['form-2'], types: ['form.closed', 'response.started'] })
      await make({ id: 'webhook-2', position: 2 })
      await save('response-1')
      await store.forms.close('form-1', at(1))
      await store.forms.close('form-2', at(2))
      await settled()
      await worker().tick()
      expect(received.map(({ type, data }) => `${data.seq} ${type}`).toSorted()).toEqual([
        '3 response.started',
        '4 form.closed',
        '5 form.closed',
        '5 form.closed',
      ])
      expect(await store.webhooks.get(key)).toMatchObject({ position: 5 })
    })

    test('a full message has the response as it is now, and nothing of an erased one', async () => {
      await make({ payload: 'full', position: 2 })
      await save('response-1', 'ada@example.com ')
      await save('response-2')
      await store.responses.erase('environment-1', [{ formId: 'form-1', id: 'response-1' }], at(1))
      await settled()
      await worker().tick()
      await worker().tick()
      // Those of two responses come in any order.
      received.sort((a, b) => a.data.seq - b.data.seq)
      expect(received.map(({ data }) => [data.seq, 'response' in data])).toEqual([
        [3, false],
        [4, true],
        [5, false],
      ])
      expect(JSON.stringify(received)).not.toContain('ada@example.com')
      expect(received[1]?.data.response).toEqual(
        await store.responses.get('environment-1', { formId: 'form-1', id: 'response-2' }),
      )
    })

    test('while a secret is replaced, both sign', async () => {
      await make({ position: 2 })
      await store.webhooks.rotate(key, 'whsec_bmV3', at(10))
      const signatures: number[] = []
      const counting: Send = async (request) => {
        signatures.push(String(request.headers['webhook-signature']).split(' ').length)
        return { status: 200 }
      }
      for (const moment of [0, 10]) {
        second = moment
        await save(`response-${moment}`)
        await worker({ send: counting }).tick()
      }
      expect(signatures).toEqual([2, 1])
    })

    test('an attempt that fails is made again nine times, by the schedule; then the next event of the response follows', async () => {
      await make({ position: 2 })
      reply = ({ data }) => ({ status: data.seq === 3 ? 500 : 200 })
      await save('response-1')
      await save('response-1', 'again ')
      await save('response-2')
      const by = worker()
      await by.tick()
      expect(seqs().toSorted((a, b) => a - b)).toEqual([3, 5])
      const delays = [
        5,
        5 * minute,
        30 * minute,
        2 * hour,
        5 * hour,
        10 * hour,
        14 * hour,
        20 * hour,
        24 * hour,
      ]
      const attempts = (): number => seqs().filter((seq) => seq === 3).length
      for (const [n, delay] of delays.entries()) {
        second += delay - 1
        await by.tick()
        expect(attempts()).toBe(n + 1)
        second += 1
        await by.tick()
        expect(attempts()).toBe(n + 2)
      }
      expect(seqs().slice(2)).toEqual([...delays.map(() => 3), 4])
      expect(new Set(received.filter(({ data }) => data.seq === 3).map(({ id }) => id)).size).toBe(1)
      expect(await store.webhooks.log(key, 9)).toMatchObject([
        { seq: 4, status: 'delivered', attempts: 1, outcome: 'status 200' },
        { seq: 3, status: 'failed', attempts: 10, outcome: 'status 500' },
        { seq: 5, status: 'delivered' },
      ])
      expect(logged).toEqual([expect.stringMatching(/event 3 is given up after 10 attempts: status 500$/)])
    })

    test.each([
      ['120', 120],
      [new Date(Date.parse(at(0)) + 600_000).toUTCString(), 600],
      ['999999', day],
      ['1', 5],
      ['soon', 5],
      ['-5', 5],
      [new Date(Date.parse(at(0)) - 600_000).toUTCString(), 5],
    ])('Retry-After: %s waits %i seconds', async (retryAfter, seconds) => {
      await make({ position: 2 })
      await save('response-1')
      reply = () => ({ status: received.length === 1 ? 429 : 204, retryAfter })
      const by = worker()
      await by.tick()
      second = seconds - 1
      await by.tick()
      expect(received.length).toBe(1)
      second = seconds
      await by.tick()
      expect(received.length).toBe(2)
    })

    test('410 switches a webhook off at once; enabled again, it goes on where it stopped', async () => {
      await make({ position: 2 })
      reply = () => ({ status: 410 })
      await save('response-1')
      const by = worker()
      await by.tick()
      await save('response-2')
      second += day
      await by.tick()
      expect(seqs()).toEqual([3])
      const reason = 'its receiver answered with status 410'
      expect(await store.webhooks.get(key)).toMatchObject({ disabled: { at: at(0), reason } })
      expect(logged).toEqual([expect.stringContaining(`webhook webhook-1 is disabled: ${reason}`)])
      reply = () => ({ status: 204 })
      await store.webhooks.enable(key, now())
      await by.tick()
      expect(seqs()).toEqual([3, 3, 4])
    })

    test('five days of nothing but failures switch a webhook off, and a success in between does not', async () => {
      await make({ position: 2 })
      reply = () => ({ problem: 'the connection was refused' })
      const by = worker()
      for (let n = 0; n < 5 * 24; n++) {
        await save(`response-${n}`)
        await by.tick()
        second += hour
      }
      expect(await store.webhooks.get(key)).not.toHaveProperty('disabled')
      reply = () => ({ status: 200 })
      await save('good')
      await by.tick()
      reply = () => ({ problem: 'the connection was refused' })
      const begin = second
      for (let n = 0; n < 200 && !(await store.webhooks.get(key))?.disabled; n++) {
        await save(`response-${second}`)
        await by.tick()
        second += hour
      }
      expect(second - begin).toBeGreaterThanOrEqual(5 * day)
      expect(second - begin).toBeLessThanOrEqual(5 * day + 2 * hour)
      expect(logged.at(-1)).toMatch(/is disabled: each attempt of the last five days has failed/)
    })

    /** A store and a network that are gone from a step on. Of that step, the effect is there or not; nobody hears of it. */
    const dyingAt = (step: number, hasEffect: boolean): { store: Store; send: Send; steps: () => number } => {
      let n = 0
      const mortal =
        <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          n += 1
          if (n === step && hasEffect) await work(...args)
          if (n >= step) throw new Error('killed')
          return work(...args)
        }
      const all = <Part extends object>(part: Part): Part =>
        Object.fromEntries(Object.entries(part).map(([method, work]) => [method, mortal(work)])) as Part
      return {
        store: {
          ...store,
          webhooks: all(store.webhooks),
          events: all(store.events),
          responses: all(store.responses),
        },
        send: mortal(send),
        steps: () => n,
      }
    }

    test('a server that is killed between any two steps loses nothing, and keeps the order', async () => {
      await make({ position: 2, payload: 'full' })
      let [step, isOver, total] = [1, false, 0]
      for (; !isOver; step += killEvery)
        for (const hasEffect of [false, true]) {
          received = []
          const begin = await store.events.last('environment-1')
          for (const text of ['a', 'b', 'c'])
            for (const responseId of ['response-1', 'response-2'])
              await save(responseId, `${text}${step}${hasEffect} `)
          const dying = dyingAt(step, hasEffect)
          await worker(dying).tick()
          isOver = dying.steps() < step
          // Its lease ends by itself.
          second += 61
          await untilDone()
          const events = await store.events.after('environment-1', begin, 100)
          expect(new Set(seqs()), `step ${step}`).toEqual(new Set(events.map(({ seq }) => seq)))
          expect(orderOk(), `order of step ${step}`).toBe(true)
          expect(await store.webhooks.pending(key)).toBe(0)
          total += received.length - events.length
        }
      expect(step).toBeGreaterThan(20)
      // At least once: what had arrived, and was not written down, arrives again.
      expect(total).toBeGreaterThan(0)
    }, 60_000)

    test('two servers deliver each event once and in order, with a receiver that fails now and then', async () => {
      await make({ position: 2 })
      const random = randomOf(7)
      reply = async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return { status: happens(random, 0.3) ? 503 : 200 }
      }
      const both = [worker({ store }), worker({ store })]
      const taken: number[] = []
      for (let n = 0; n < 60; n++) {
        await save(oneOf(random, ['response-1', 'response-2', 'response-3']), `${n} `)
        await Promise.all(both.map((one) => one.tick()))
        second += 2
      }
      for (let n = 0; n < 200 && (await store.webhooks.pending(key)) > 0; n++) {
        await Promise.all(both.map((one) => one.tick()))
        second += hour
      }
      const log = await store.webhooks.log(key, 1000)
      for (const { seq, status } of log) if (status === 'delivered') taken.push(seq)
      expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 3))
      // No attempt was made twice: each was written down.
      expect(received.length).toBe(log.reduce((sum, { attempts }) => sum + attempts, 0))
      expect(orderOk()).toBe(true)
    })

    test('a server that was thought dead writes nothing any more', async () => {
      await make({ position: 2 })
      await save('response-1')
      const held = Promise.withResolvers<Attempt>()
      const begun = Promise.withResolvers<void>()
      const slow = worker({
        send: () => {
          begun.resolve()
          return held.promise
        },
      })
      const ticking = slow.tick()
      await begun.promise
      second += 61
      reply = () => ({ status: 500 })
      await worker().tick()
      held.resolve({ status: 200 })
      await ticking
      expect(await store.webhooks.log(key, 9)).toMatchObject([
        { seq: 3, status: 'pending', outcome: 'status 500' },
      ])
    })

    test('a server whose lease has passed to another makes no attempt', async () => {
      await make({ position: 2 })
      await save('response-1')
      const read = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const after: Store['events']['after'] = async (...given) => {
        read.resolve()
        await held.promise
        return store.events.after(...given)
      }
      const ticking = worker({ store: { ...store, events: { ...store.events, after } } }).tick()
      await read.promise
      second += 61
      reply = () => ({ status: 500 })
      await worker().tick()
      await save('response-2')
      second += 5
      held.resolve()
      await ticking
      expect(seqs()).toEqual([3])
    })

    test('a webhook that is disabled between two attempts gets no more', async () => {
      await make({ position: 2 })
      for (const text of ['a', 'b', 'c']) await save('response-1', text)
      reply = async () => {
        await store.webhooks.disable(key, now(), 'by hand')
        return { status: 204 }
      }
      await worker().tick()
      expect(seqs()).toEqual([3])
    })

    test('where 10,000 deliveries are pending, more events wait in the change sequence', async () => {
      await make({ position: 2 })
      await save('response-1')
      const full = { ...store, webhooks: { ...store.webhooks, pending: async () => 10_000 } }
      await worker({ store: full }).tick()
      expect(await store.webhooks.get(key)).toMatchObject({ position: 2 })
      await worker().tick()
      expect(await store.webhooks.get(key)).toMatchObject({ position: 3 })
    })

    test('a stop ends attempts, which are made again', async () => {
      await make({ position: 2 })
      await save('response-1')
      const begun = Promise.withResolvers<void>()
      const waiting: Send = (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ problem: 'stopped' }))
          begun.resolve()
        })
      const by = worker({ send: waiting })
      const ticking = by.tick()
      await begun.promise
      await by.stop()
      await ticking
      expect(await store.webhooks.log(key, 9)).toMatchObject([{ seq: 3, status: 'pending', attempts: 0 }])
      // Its lease is free at once.
      await worker().tick()
      expect(seqs()).toEqual([3])
    })

    test('what a restored backup gives a number again has another id', async () => {
      await make({ position: 2 })
      await save('response-1')
      await worker().tick()
      await store.webhooks.create(sampleWebhook({ id: 'webhook-2', position: 2 }))
      const [event] = await store.events.after('environment-1', 2, 1)
      if (!event) throw new Error('there is no event')
      await store.webhooks.replay({ ...key, id: 'webhook-2' }, [{ ...event, at: at(77) }], now())
      await worker().tick()
      expect(seqs()).toEqual([3, 3])
      expect(received[0]?.id).not.toBe(received[1]?.id)
    })

    test('the log is kept for 30 days', async () => {
      await make({ position: 2 })
      await save('response-1')
      await worker().tick()
      second = 30 * day - 1
      await pruneDeliveries({ store, now }, () => false)
      expect(await store.webhooks.log(key, 9)).toHaveLength(1)
      second += 2
      await pruneDeliveries({ store, now }, () => false)
      expect(await store.webhooks.log(key, 9)).toEqual([])
    })

    test('idle webhooks cost one read, however many, and an error of the store is logged once', async () => {
      for (const id of ['webhook-1', 'webhook-2', 'webhook-3']) await make({ id, position: 2 })
      const counted = dyingAt(Infinity, false)
      await worker(counted).tick()
      expect(counted.steps()).toBe(1)
      const dead = worker(dyingAt(1, false))
      await dead.tick()
      await dead.tick()
      expect(logged).toEqual([expect.stringContaining('delivery to webhooks failed, and is tried again')])
    })
  })
}
