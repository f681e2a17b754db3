import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listen, type ListeningApp } from '../../src/server/listen.ts'
import { buildApp } from '../../src/server/server.ts'
import type { Store } from '../../src/store/store.ts'
import { pathOf, routes } from '../../src/wire/wire.ts'
import { ours, sharedTestService, type TestService } from '../support/test-service.ts'

const server = await sharedTestService()

/** What shows how the program is built, or where it runs. */
const inside = /\/src\/|node_modules|node:| at \S+ \(|\bat .*:\d+:\d+|file:\/\/|stack|SQLITE|undefined/

const listen127 = (app: TestService['app']): Promise<ListeningApp> =>
  listen(app, { host: '127.0.0.1', port: 0 })

describe('a slow sender', () => {
  const slow = {
    'in its headers': 'POST /s/x HTTP/1.1\r\nhost: x\r\nx-slow: ',
    'in the body of a page': `POST /s/${ours.sourceFormId} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100000\r\n\r\nstep=`,
    'in the body of a call': `POST ${pathOf(routes.generate, { environmentId: ours.environmentId })} HTTP/1.1\r\nhost: x\r\nx-api-key: ${ours.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
  }

  test.concurrent.each(Object.entries(slow))(
    '%s is answered with 408 and dropped, though it sends a byte now and then',
    async (_, head) => {
      const app = buildApp(server.deps)
      // As in production, but in less time; the check of connections runs every five seconds.
      Object.assign(app.server, { headersTimeout: 500, requestTimeout: 1000 })
      const { port, close } = await listen127(app)
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(head)
      const dripping = setInterval(() => socket.write('a'), 100)
      const reply = await text(socket)
      clearInterval(dripping)
      expect(reply).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(reply).toContain('The request did not come in time.')
      expect(reply).not.toMatch(inside)
      await close()
    },
  )

  test('of a body keeps nobody else from being answered', async () => {
    const { port, url, close } = await listen127(buildApp(server.deps))
    const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) socket.write(slow['in the body of a page'])
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    expect((await fetch(`${url}/s/${ours.sourceFormId}`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await close()
  })
})

test('a reader that takes nothing of its replies is dropped', async () => {
  const app = buildApp(server.deps)
  expect(app.server.timeout).toBeGreaterThan(0)
  // As in production, but in less time.
  app.server.timeout = 500
  const { port, close } = await listen127(app)
  const accepted = once(app.server, 'connection')
  const reader = connect(port, '127.0.0.1').pause()
  // More than the buffers of the system hold.
  reader.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(300))
  const [socket] = (await accepted) as [Socket]
  await once(socket, 'close')
  reader.destroy()
  await close()
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('../../etc/passwd', '%00', '%2e%2e%2f', '<script>', "' or 1=1 --", '__proto__', '\ud800'),
)

const segments = [
  ...Object.values(routes).flatMap((route) => route.split('/')),
  's',
  'done',
  ours.sourceFormId,
  ours.environmentId,
  '..',
  '%2e%2e',
  '%',
  '%zz',
  '',
]

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  url: fc.oneof(
    fc
      .array(fc.oneof(fc.constantFrom(...segments), anyText.map(encodeSafely)), { maxLength: 8 })
      .map((parts) => `/${parts.join('/')}`),
    fc.constantFrom(
      `/s/${ours.sourceFormId}`,
      routes.responses,
      pathOf(routes.generate, { environmentId: ours.environmentId }),
      pathOf(routes.environmentResponses, { environmentId: ours.environmentId }),
    ),
  ),
  query: fc.oneof(
    fc.constantFrom(
      '',
      '?formId',
      '?formId[]=1',
      '?__proto__=1',
      '?returnPartials=%zz',
      '?id=%ff',
      '?email=@',
    ),
    anyText.map((value) => `?id=${encodeSafely(value)}`),
  ),
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'text/plain',
    '/',
    '',
  ),
  encoding: fc.constantFrom(undefined, 'gzip', 'identity', 'br'),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((json) => Buffer.from(json)),
    fc.constantFrom(
      ...[
        '',
        '{',
        '[]',
        'null',
        '"',
        '--x\r\n',
        '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
      ].map((each) => Buffer.from(each)),
    ),
  ),
  key: fc.constantFrom(ours.apiKey, ours.apiKey, 'wrong', undefined),
})

function encodeSafely(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

describe('a malformed request', () => {
  test('is answered with a refusal that shows nothing of the program, and never with a failure', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ method, url, query, type, encoding, body, key }) => {
        server.wait(60)
        const reply = await server.app.inject({
          method: method as 'GET',
          url: url + query,
          headers: {
            'content-type': type,
            ...(encoding && { 'content-encoding': encoding }),
            ...(key !== undefined && { 'x-api-key': key }),
          },
          ...(method === 'GET' || method === 'HEAD' ? {} : { payload: body }),
        })
        expect(reply.statusCode).toBeLessThan(500)
        expect(reply.statusCode < 400 ? '' : reply.body).not.toMatch(inside)
        expect(JSON.stringify(reply.headers)).not.toMatch(inside)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    'POST /s/x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    'GET /\0 HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET http://evil.example/ HTTP/1.1\r\n\r\n',
    'GET / HTTP/9.9\r\nhost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: x\r\nx\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
  ])('%j is answered with 4xx over a socket, and shows nothing of the program', async (bytes) => {
    const { port, close } = await listen127(buildApp(server.deps))
    const socket = connect(port, '127.0.0.1')
    socket.write(Buffer.from(bytes, 'latin1'))
    const reply = await text(socket)
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(reply).not.toMatch(inside)
    await close()
  })
})

describe('a failure of the program itself', () => {
  test('shows nothing of the program, in the API and in pages', async () => {
    const fail = async (): Promise<never> => {
      throw new TypeError(`cannot read /src/secret.ts of ${ours.apiKey}`)
    }
    const store: Store = { ...server.store, forms: { ...server.store.forms, get: fail, list: fail } }
    const app = buildApp({ ...server.deps, store })
    const headers = { 'x-api-key': ours.apiKey }
    for (const url of [
      `/s/${ours.sourceFormId}`,
      `${routes.responses}?formId=x`,
      pathOf(routes.forms, { environmentId: ours.environmentId }),
    ]) {
      const reply = await app.inject({ url, headers })
      expect(reply.statusCode).toBe(500)
      expect(reply.body + JSON.stringify(reply.headers)).not.toMatch(inside)
      expect(reply.body).not.toContain('secret')
    }
    await app.close()
  })
})
