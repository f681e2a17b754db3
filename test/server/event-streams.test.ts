import { request } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp, listen, serviceOf } from '../../src/server/server.ts'
import { hashKey } from '../../src/server/keys.ts'
import type { Store } from '../../src/store/store.ts'
import { eventsCall, routes, type Reply, type Service } from '../../src/wire/wire.ts'
import { at, sampleForm, sampleKey } from '../support/samples.ts'
import { callOf, sharedTestService, textOf, type Tenant } from '../support/test-service.ts'

const it = await sharedTestService()
const times = { poll: 5, heartbeat: 20 }

let made = 0
/** Something happens in an environment. */
async function change({ environmentId }: Tenant = it.ours): Promise<string> {
  const id = `event-form-${++made}`
  await it.store.forms.create(sampleForm({ id, environmentId }))
  return id
}

const last = (): Promise<number> => it.store.events.last(it.ours.environmentId)

/** An app of its own over the store, which counts reads of our changes, and those that gave some. */
function start() {
  const reads = { all: 0, withChanges: 0 }
  const { events } = it.store
  const counted: Store['events'] = {
    last: events.last,
    after: async (environmentId, ...given) => {
      const changes = await events.after(environmentId, ...given)
      if (environmentId === it.ours.environmentId) {
        reads.all++
        if (changes.length > 0) reads.withChanges++
      }
      return changes
    },
  }
  const app = buildApp({ ...it.deps, store: { ...it.store, events: counted } }, { streamTimes: times })
  onTestFinished(() => app.close())
  return { app, service: serviceOf(app), reads }
}

type Stream = {
  readonly reply: Reply
  /** The text up to the first that matches; fails where the stream ends before. */
  readonly until: (pattern: RegExp) => Promise<string>
  /** The rest, up to the end. */
  readonly rest: () => Promise<string>
  readonly leave: () => Promise<void>
}

async function open(service: Service, apiKey = it.ours.apiKey, after?: number): Promise<Stream> {
  const call = eventsCall(apiKey, after ?? 0)
  const { 'last-event-id': _, ...headers } = call.headers
  const reply = await service(after === undefined ? { ...call, headers } : call)
  const chunks = reply.body[Symbol.asyncIterator]()
  let text = ''
  return {
    reply,
    until: async (pattern) => {
      while (!pattern.test(text)) {
        const { done, value } = await chunks.next()
        if (done) throw new Error(`the stream ended with ${text}`)
        text += Buffer.from(value).toString()
      }
      return text
    },
    rest: async () => {
      for (let next = await chunks.next(); !next.done; next = await chunks.next())
        text += Buffer.from(next.value).toString()
      return text
    },
    leave: async () => void (await chunks.return?.()),
  }
}

/** The numbers of the events in a text. */
const numbersIn = (text: string): readonly number[] =>
  Array.from(text.matchAll(/^id: (\d+)\nevent: /gm), ([, seq]) => Number(seq))

describe('a stream of events', () => {
  test('begins at the present end, and has what happens as an id, a type and a change on one line', async () => {
    const { service } = start()
    const before = await last()
    const stream = await open(service)
    expect(await stream.until(/\n\n/)).toMatch(new RegExp(`^id: ${before}\n\n`))
    const formId = await change()
    const text = await stream.until(/data:.*\n\n/)
    const { environmentId: _, ...event } =
      (await it.store.events.after(it.ours.environmentId, before, 1))[0] ?? {}
    expect(event).toMatchObject({ seq: before + 1, type: 'form.created', formId, responseId: '', version: 1 })
    const [, id, type, data = ''] = /id: (\d+)\nevent: (.*)\ndata: (.*)\n\n/.exec(text) ?? []
    expect([id, type, JSON.parse(data)]).toEqual([String(before + 1), 'form.created', event])
    expect(stream.reply.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await stream.leave()
  })

  test('goes on after Last-Event-ID, or else after the parameter, through more changes than one batch has', async () => {
    const { service } = start()
    await Promise.all(Array.from({ length: 600 }, () => change()))
    const end = await last()
    const stream = await open(service, it.ours.apiKey, end - 555)
    const text = await stream.until(new RegExp(`id: ${end}\n`))
    expect(numbersIn(text)).toEqual(Array.from({ length: 555 }, (_, i) => end - 554 + i))
    await stream.leave()
    const headers = { 'x-api-key': it.ours.apiKey, accept: 'text/event-stream' }
    const reply = await service(callOf({ path: routes.events, query: { after: String(end - 1) }, headers }))
    for await (const chunk of reply.body) if (numbersIn(Buffer.from(chunk).toString()).includes(end)) break
  })

  test('says that it is alive where nothing happens', async () => {
    const { service } = start()
    const stream = await open(service)
    expect(await stream.until(/: nothing new\n\n/)).not.toContain('data:')
    await stream.leave()
  })

  test.each([
    ['a wrong number', { 'last-event-id': 'x' }, 400],
    ['a type that is no stream', { accept: 'application/json' }, 406],
    ['a wrong key', { 'x-api-key': 'fctl_no' }, 401],
  ])('is refused for %s', async (_, more, status) => {
    const { service } = start()
    const { headers } = eventsCall(it.ours.apiKey, 0)
    const reply = await service(callOf({ path: routes.events, headers: { ...headers, ...more } }))
    expect(reply.status).toBe(status)
    await textOf(reply)
  })

  test('holds nothing of another environment', async () => {
    const { service } = start()
    const [mine, theirs] = await Promise.all([
      open(service, it.ours.apiKey, 0),
      open(service, it.theirs.apiKey, 0),
    ])
    const ids = [await change(it.ours), await change(it.theirs)] as const
    expect(await mine.until(new RegExp(`"${ids[0]}".*\n\n`))).not.toContain(ids[1])
    const seen = await theirs.until(new RegExp(`"${ids[1]}".*\n\n`))
    expect(seen).not.toContain('event-form-1"')
    expect(seen).not.toContain(ids[0])
    await Promise.all([mine.leave(), theirs.leave()])
  })

  test('shares one reader of the store with all others of its environment', async () => {
    const { service, reads } = start()
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(service)))
    await Promise.all(streams.map((stream) => stream.until(/nothing new/)))
    const before = reads.withChanges
    for (let i = 0; i < 20; i++) {
      const formId = await change()
      await Promise.all(streams.map((stream) => stream.until(new RegExp(`"${formId}"`))))
    }
    expect(reads.withChanges - before).toBe(20)
    await Promise.all(streams.map((stream) => stream.leave()))
    // Where nobody listens, nothing is read, while another environment has a stream.
    await expect
      .poll(async () => {
        const atFirst = reads.all
        const other = await open(service, it.theirs.apiKey)
        await other.until(/(: nothing new\n\n){3}/)
        await other.leave()
        return reads.all - atFirst
      })
      .toBe(0)
  })

  test('is refused to a key that has twenty, and given again when one of them has ended', async () => {
    const { service } = start()
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(service)))
    // An iteration that has not begun does not close what it reads.
    await Promise.all(streams.map((stream) => stream.until(/\n\n/)))
    const refused = await open(service)
    expect([refused.reply.status, await refused.rest()]).toEqual([429, expect.stringContaining('streams')])
    const others = await open(service, it.theirs.apiKey)
    expect(others.reply.status).toBe(200)
    await others.until(/\n\n/)
    await streams[0]?.leave()
    await expect
      .poll(async () => {
        const again = await open(service)
        await again.until(/./)
        await again.leave()
        return again.reply.status
      })
      .toBe(200)
    await Promise.all([...streams, others].map((stream) => stream.leave()))
  })

  test('ends when its key is revoked, and gives nothing that happens later', async () => {
    const { service } = start()
    const key = 'fctl_canary_a-key-that-is-revoked'
    const { environmentId } = it.ours
    await it.store.keys.create(sampleKey({ id: 'revoked', environmentId, hash: hashKey(key) }))
    const stream = await open(service, key)
    const formId = await change()
    await stream.until(new RegExp(`"${formId}"`))
    await it.store.keys.revoke('revoked', at(0))
    const later = await change()
    expect(await stream.rest()).not.toContain(later)
    const refused = await open(service, key)
    expect(refused.reply.status).toBe(401)
    await refused.rest()
  })

  test('breaks off where the store fails, so that its client asks again', async () => {
    const broken: Store = {
      ...it.store,
      events: { last: it.store.events.last, after: () => Promise.reject(new Error('gone')) },
    }
    const app = buildApp({ ...it.deps, store: broken }, { streamTimes: times })
    onTestFinished(() => app.close())
    const stream = await open(serviceOf(app))
    await expect(stream.rest()).rejects.toThrow('destroyed before completion')
  })
})

describe('over a socket', () => {
  test('a service that stops ends its streams, and is not held up by them', async () => {
    const { app } = start()
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 })
    const { headers } = eventsCall(it.ours.apiKey, 0)
    const asked = request({
      port,
      path: routes.events,
      headers: { ...headers, 'accept-encoding': 'gzip' },
    }).end()
    const [reply] = await once(asked, 'response')
    expect(reply.headers['content-encoding']).toBeUndefined()
    let text = ''
    reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const ended = once(reply, 'end')
    await once(reply, 'data')
    // A connection that is cut, as those are that hold up a stop, has no end.
    await Promise.all([close(), ended])
    expect(text).toMatch(/\n\n$/)
  })

  test('HEAD leaves no stream open', async () => {
    const { app, service } = start()
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 })
    const { headers } = eventsCall(it.ours.apiKey, 0)
    for (let i = 0; i < 25; i++) {
      const [reply] = await once(
        request({ port, method: 'HEAD', path: routes.events, headers }).end(),
        'response',
      )
      expect(reply.statusCode).toBe(200)
      reply.resume()
    }
    const stream = await open(service)
    expect(stream.reply.status).toBe(200)
    await stream.leave()
    await close()
  })

  test('a reader that does not read holds up nobody, and little is kept for it', async () => {
    const end = 1_000_000
    let reads = 0
    const many: Store['events'] = {
      last: async () => end,
      after: async (environmentId, after, limit) => {
        if (after < end) reads++
        return Array.from({ length: Math.min(limit, end - after) }, (_, i) => ({
          seq: after + 1 + i,
          environmentId,
          formId: 'form-1',
          responseId: 'response-1',
          type: 'response.updated' as const,
          at: at(0),
          version: 1,
        }))
      },
    }
    const app = buildApp({ ...it.deps, store: { ...it.store, events: many } }, { streamTimes: times })
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 })
    onTestFinished(close)
    const { headers } = eventsCall(it.ours.apiKey, 0)
    const lines = Object.entries({ ...headers, host: 'x' }).map(([name, value]) => `${name}: ${value}`)
    const slow = connect(port, '127.0.0.1').pause()
    onTestFinished(() => void slow.destroy())
    slow.write(`GET ${routes.events} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await expect.poll(() => reads).toBeGreaterThan(0)
    // The sockets of both sides take some megabytes; then nothing more is read for it, while another stream lives.
    await expect
      .poll(async () => {
        const before = reads
        const other = await open(serviceOf(app))
        await other.until(/(: nothing new\n\n){3}/)
        await other.leave()
        return reads - before
      })
      .toBe(0)
    expect(reads).toBeLessThan(end / 250 / 5)
    const taken = reads * 250
    let text = ''
    slow.on('data', (chunk: Buffer) => {
      if (text.length < taken * 200) text += chunk.toString()
    })
    slow.resume()
    await expect.poll(() => text.length).toBeGreaterThan(taken * 190)
    const numbers = numbersIn(text.replaceAll(/\r\n[\da-f]+\r\n/g, ''))
    expect(numbers.length).toBeGreaterThan(taken)
    expect(numbers.findIndex((seq, i) => seq !== i + 1)).toBe(-1)
  })
})
