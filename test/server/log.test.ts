import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import {
  buildApp,
  lineOf,
  reportingStore,
  serviceOf,
  type AppOptions,
  type LogOptions,
} from '../../src/server/server.ts'
import type { ServerDeps } from '../../src/server/deps.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { databaseName } from '../../src/store/store.ts'
import { pathOf, routes } from '../../src/wire/wire.ts'
import { Visitor } from '../support/page-server.ts'
import { storeFile } from '../support/stored-files.ts'
import { callOf, sharedTestService, textOf } from '../support/test-service.ts'

const server = await sharedTestService()

const answer = 'an answer of nobody else’s business'
const responsesPath = pathOf(routes.responses, {})

/** The app with a part of its store replaced, and what it logs. */
function appWith(
  store: Partial<ServerDeps['store']>,
  { log: format, ...options }: AppOptions & { log?: LogOptions } = {},
  blobs: Partial<ServerDeps['blobs']> = {},
) {
  const logged: string[] = []
  const log: ServerDeps['log'] = (entry) => void logged.push(lineOf(entry, format))
  const deps = {
    ...server.deps,
    log,
    store: { ...server.store, ...store },
    blobs: { ...server.deps.blobs, ...blobs },
  }
  return { app: buildApp(deps, options), logged }
}

const failing = (error: () => unknown) => async () => {
  throw error()
}

function parseError(): unknown {
  try {
    return JSON.parse(answer)
  } catch (error) {
    return error
  }
}

test('each visit is logged in lines without answers: a response is started, finished, and finished at once', async () => {
  const logged: string[] = []
  const log: ServerDeps['log'] = (entry) => void logged.push(lineOf(entry))
  const app = buildApp({ ...server.deps, log, store: reportingStore(server.store, { ...server.deps, log }) })
  const id = server.ours.sourceFormId
  const name = JSON.stringify((await server.store.forms.get(id))?.name)
  const visitor = new Visitor(app, { id })
  await visitor.open()
  expect(logged).toEqual([])
  await visitor.send({ 'q.question-a': answer })
  await visitor.send({ 'q.question-b': answer })
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(0))
  expect(logged.map((line) => line.slice(25))).toEqual([
    expect.stringMatching(`^response (?:started|finished): ${name} \\(${id}\\)$`),
    ...logged.slice(1).map(() => `response finished: ${name} (${id})`),
  ])
  expect(logged.join()).not.toContain(answer)
})

describe('what the service could not answer is logged', () => {
  test('with the time, the route and the place of the fault: no id, no token, no answer', async () => {
    const { app, logged } = appWith({
      responses: { ...server.store.responses, save: failing(parseError) },
    })
    const visitor = new Visitor(app, { id: server.ours.sourceFormId })
    await visitor.open()
    expect((await visitor.send({ 'q.question-a': answer })).statusCode).toBe(500)
    expect(logged).toEqual([
      expect.stringMatching(/^2026-03-01T\S+Z POST \/s\/:formId 500: SyntaxError at \S.* \[[\w-]{36}\]$/),
    ])
    for (const secret of [answer, 'business', server.ours.sourceFormId, visitor.hidden()['resume'] ?? answer])
      expect(logged.join('\n')).not.toContain(secret)
  })

  test('also of the API, without the key and the query', async () => {
    const { app, logged } = appWith({ keys: { ...server.store.keys, byHash: failing(() => 'a text') } })
    const headers = { 'x-api-key': server.ours.apiKey }
    const reply = await app.inject({ url: `${responsesPath}?returnPartials=true`, headers })
    expect(reply.statusCode).toBe(500)
    expect(logged).toEqual([
      expect.stringMatching(/^\S+ GET \/api\/v1\/responses 500: a thrown string \[[\w-]{36}\]$/),
    ])
  })

  test('also where a reply breaks off after it has begun', async () => {
    const { app, logged } = appWith({
      responses: {
        ...server.store.responses,
        page: async ({ order }) => {
          if ('below' in order) throw new TypeError(answer)
          return { body: Buffer.from('{}'), count: 1, last: { createdAt: '', id: 'a', seq: 1 } }
        },
      },
    })
    const headers = { 'x-api-key': server.ours.apiKey }
    const reply = await serviceOf(app)(callOf({ path: responsesPath, headers }))
    await expect(textOf(reply)).rejects.toThrow(/.*/)
    expect(logged).toEqual([expect.stringMatching(/^\S+ GET \S+\/responses 200: TypeError at /)])
  })

  test('also where a file breaks off', async () => {
    const place = { environmentId: server.ours.environmentId, formId: server.ours.sourceFormId }
    await storeFile(server.deps, { id: 'file', ...place, size: 10 }, 'the bytes')
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('the')
        await new Promise(setImmediate)
        throw new TypeError(answer)
      })(),
    )
    const { app, logged } = appWith({}, {}, { read: async () => broken })
    const headers = { 'x-api-key': server.ours.apiKey }
    const reply = await serviceOf(app)(callOf({ path: '/api/v1/files/file', headers }))
    await expect(textOf(reply)).rejects.toThrow(/.*/)
    expect(logged).toEqual([expect.stringMatching(/^\S+ GET \/api\/v1\/files\/:fileId 200: TypeError at /)])
  })

  test('and nothing else is', async () => {
    const { app, logged } = appWith({})
    for (const url of ['/nowhere', '/s/nope', responsesPath, `/s/${server.ours.sourceFormId}`])
      await app.inject(url)
    expect(logged).toEqual([])
  })
})

const id = String.raw`\[[\w-]{36}\]`

test('an access log has every request: time, method, route, status, duration and id, and no path', async () => {
  const { app, logged } = appWith({}, { logsRequests: true })
  await app.inject('/s/nope?resume=token')
  await app.inject({ method: 'POST', url: '/nowhere?x' })
  await app.inject(`/api/v1/environments/${server.ours.apiKey}/forms`)
  expect(logged).toEqual([
    expect.stringMatching(`^2026-03-01T\\S+Z GET /s/:formId 404 \\d+ ms ${id}$`),
    expect.stringMatching(`^2026-03-01T\\S+Z POST \\(no route\\) 404 \\d+ ms ${id}$`),
    expect.stringMatching(`GET /api/v1/environments/:environmentId/forms 401 \\d+ ms ${id}$`),
  ])
})

test('as JSON an entry is one object of the same facts', async () => {
  const { app, logged } = appWith(
    { forms: { ...server.store.forms, get: failing(parseError) } },
    { logsRequests: true, log: { format: 'json' } },
  )
  const reply = await app.inject(`/s/${server.ours.sourceFormId}?a=b`)
  const facts = {
    time: expect.stringMatching(/^2026-03-01T/),
    request_id: reply.headers['x-request-id'],
    method: 'GET',
    route: '/s/:formId',
    status: 500,
    duration_ms: expect.any(Number),
  }
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    { ...facts, level: 'error', message: 'request failed', cause: expect.stringMatching(/^SyntaxError at /) },
    { ...facts, level: 'info', message: 'request' },
  ])
})

test('the duration of a failed request is in its entry, also without an access log', async () => {
  const late = async () => {
    await sleep(20)
    throw new TypeError()
  }
  const { app, logged } = appWith(
    { forms: { ...server.store.forms, get: late } },
    { log: { format: 'json' } },
  )
  await app.inject(`/s/${server.ours.sourceFormId}`)
  expect(logged.map((line) => JSON.parse(line).duration_ms)).not.toEqual([0])
})

test('a defect in a script without a file is logged in one short line', async () => {
  const script = `export const fail = () => { throw new TypeError(${JSON.stringify('x'.repeat(50_000))}) }`
  // What the script above exports.
  const { fail } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    fail: () => never
  }
  const { app, logged } = appWith(
    { forms: { ...server.store.forms, get: async () => fail() } },
    { log: { format: 'json' } },
  )
  await app.inject(`/s/${server.ours.sourceFormId}`)
  const { cause } = JSON.parse(logged[0] ?? '{}')
  expect(cause).toMatch(/^TypeError at fail \(data:text\/javascript,/)
  expect(cause.length).toBeLessThan(1000)
})

test('the address of a visitor is logged only if the operator asks for it', async () => {
  for (const format of ['text', 'json'] as const)
    for (const hasAddresses of [false, true]) {
      const { app, logged } = appWith({}, { logsRequests: true, log: { format, hasAddresses } })
      await app.inject({ url: '/', remoteAddress: '192.0.2.7' })
      expect([format, logged.join('').includes('192.0.2.7')]).toEqual([format, hasAddresses])
    }
})

describe('the id of a request', () => {
  const idOf = async (given: string, trustedProxy?: string, forwarded = true) => {
    const { app } = appWith({}, { trustedProxy })
    const headers = { 'x-request-id': given, ...(forwarded && { 'x-forwarded-for': '192.0.2.7' }) }
    return (await app.inject({ url: '/healthz', headers })).headers['x-request-id']
  }

  test('is returned, and another one for each request', async () => {
    const { app } = appWith({})
    const ids = await Promise.all(
      ['/healthz', '/nowhere'].map(async (url) => (await app.inject(url)).headers),
    )
    expect(ids.map((headers) => headers['x-request-id'])).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.stringMatching(/^[\da-f-]{36}$/),
    ])
    expect(ids[0]).not.toEqual(ids[1])
  })

  test('is that of a trusted proxy, if it is a short word', async () => {
    expect(await idOf('a1.b-2_c', 'loopback')).toBe('a1.b-2_c')
    for (const other of ['a b', 'x'.repeat(65), 'a"}', server.ours.apiKey])
      expect(await idOf(other, 'loopback')).toMatch(/^[\da-f-]{36}$/)
  })

  test('is not that of anybody else', async () => {
    expect(await idOf('a1')).not.toBe('a1')
    expect(await idOf('a1', '192.0.2.0/24')).not.toBe('a1')
    expect(await idOf('a1', 'loopback', false)).not.toBe('a1')
  })
})

describe('a full disk', () => {
  /** The store with a database that may not grow any more. */
  function fullStore(): { store: Partial<ServerDeps['store']>; close: () => void } {
    const database = openDatabase(join(server.folder, databaseName), server.folder)
    database.one('pragma max_page_count = 1')
    const file = join(server.folder, databaseName)
    return {
      store: sqliteStore(database, { file, folder: server.folder, isServed: false }),
      close: database.close,
    }
  }

  test('answers what would be kept with 507, on pages and in the API, while reading goes on', async () => {
    const { store, close } = fullStore()
    const { app, logged } = appWith(store)
    const visitor = new Visitor(app, { id: server.ours.sourceFormId })
    await visitor.open()
    // Pages of the file that are not full yet take some.
    let reply = await visitor.post({ 'q.question-a': 'Ada' })
    for (let nth = 0; nth < 50 && reply.statusCode !== 507; nth += 1)
      reply = await new Visitor(app, { id: server.ours.sourceFormId }).post({
        'q.question-a': 'x'.repeat(900),
      })
    expect(reply.statusCode).toBe(507)
    expect(reply.payload).toContain('This service has no space left for what you sent.')

    const headers = { 'x-api-key': server.ours.apiKey, 'content-type': 'application/json' }
    const generated = await app.inject({
      method: 'POST',
      url: pathOf(routes.generate, { environmentId: 'environment-1' }),
      headers,
      payload: {
        name: 'Large',
        sourceFormId: server.ours.sourceFormId,
        steps: [
          { name: 'A', components: [{ type: 'Disclaimer', content: { text: 'x'.repeat(100_000) } }] },
          { name: 'B', components: [{ type: 'Disclaimer', content: { text: 'x'.repeat(100_000) } }] },
        ],
      },
    })
    expect(generated.statusCode).toBe(507)
    expect(generated.json()).toEqual({
      message: 'The disk of this service is full, so nothing was kept. Reading still works; try again later.',
    })
    expect((await visitor.open()).statusCode).toBe(200)
    expect((await app.inject({ url: responsesPath, headers })).statusCode).toBe(200)
    expect(
      new Set(
        logged.map((line) => line.replaceAll(/^\S+ | \[\S+\]$/g, '').replace(server.folder, '<folder>')),
      ),
    ).toEqual(
      new Set([
        'POST /s/:formId 507: There is too little space left on the disk of the data folder <folder>. Free some, then try again; this was not saved.',
        'POST /api/v1/environments/:environmentId/forms/generate 507: There is too little space left on the disk of the data folder <folder>. Free some, then try again; this was not saved.',
      ]),
    )
    close()
  })
})
