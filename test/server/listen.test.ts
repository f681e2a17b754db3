import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { overHttp } from '../../src/client/over-http.ts'
import { listen, type ListeningApp } from '../../src/server/listen.ts'
import { routes } from '../../src/wire/wire.ts'
import { callOf, startTestService, type TestService } from '../support/test-service.ts'

let it: TestService
let listening: ListeningApp
beforeAll(async () => {
  it = await startTestService()
  listening = await listen(it.app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await listening.close()
  await it.close()
})

/** Sends bytes as they are and reads until the server closes. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

describe('listening', () => {
  test('on port 0 says which port it took', async () => {
    expect(listening.url).toBe(`http://127.0.0.1:${listening.port}`)
    expect(listening.port).toBeGreaterThan(0)
    const reply = await overHttp(listening.url, { seconds: 10 })(callOf({ path: routes.wellKnown }))
    expect(reply.status).toBe(200)
    await text(reply.body)
  })

  test.each([
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['localhost', /^http:\/\/localhost:\d+$/],
  ])('on %s says an address that this machine reaches', async (host, url) => {
    const app = fastify()
    const other = await listen(app, { host, port: 0 })
    expect(other.url).toMatch(url)
    await other.close()
  })

  test('on a port in use is a failure that names the port', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await expect(listen(fastify(), { host: '127.0.0.1', port })).rejects.toEqual(
      Failure.of('port-in-use', { host: '127.0.0.1', port }),
    )
    taken.close()
  })

  test('on an address of another machine is a failure that says so', async () => {
    await expect(listen(fastify(), { host: '192.0.2.1', port: 0 })).rejects.toEqual(
      Failure.of('address-unusable', {
        host: '192.0.2.1',
        port: 0,
        reason: 'this machine has no such address',
      }),
    )
  })

  test('gives headers 10 s, a request the 300 s that large files need on a slow line, and a standstill 300 s', () => {
    const { headersTimeout, requestTimeout, timeout } = it.app.server
    const expected = { headersTimeout: 10_000, requestTimeout: 300_000, timeout: 300_000 }
    expect({ headersTimeout, requestTimeout, timeout }).toEqual(expected)
  })

  test('closes when the calls under way are answered, and not before', async () => {
    const app = fastify()
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    app.get('/slow', async () => {
      asked.resolve()
      return answer.promise
    })
    const other = await listen(app, { host: '127.0.0.1', port: 0 })
    const reply = overHttp(other.url, { seconds: 10 })(callOf({ path: '/slow' }))
    await asked.promise
    let isClosed = false
    const closed = other.close().then(() => (isClosed = true))
    expect(isClosed).toBe(false)
    answer.resolve('the whole answer')
    expect(await text((await reply).body)).toBe('the whole answer')
    await closed
  })

  test.each(['before it answers', 'while it answers'])(
    'closes a connection that would stay open once its call is answered, if told so %s',
    async (when) => {
      const app = fastify()
      const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      app.get('/slow', (_request, reply) => {
        const parts = async function* () {
          if (when === 'while it answers') yield 'first,'
          asked.resolve()
          await answer.promise
          yield 'last'
        }
        return reply.send(Readable.from(parts(), { objectMode: false }))
      })
      const other = await listen(app, { host: '127.0.0.1', port: 0 })
      const [busy, idle] = [connect(other.port, '127.0.0.1'), connect(other.port, '127.0.0.1')]
      await once(idle, 'connect')
      busy.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
      const replied = text(busy)
      await asked.promise
      const closed = other.close()
      await once(idle.resume(), 'close')
      answer.resolve()
      expect(await replied).toContain('last')
      await closed
    },
  )
})

describe('what is no HTTP request', () => {
  const unreadable = 'The request cannot be read. Check its address and its headers.'
  const tooLarge = 'The headers are larger than this service takes (16 KiB).'

  test.each([
    { name: 'noise', bytes: 'noise', status: '400 Bad Request', message: unreadable },
    {
      name: 'a method of nobody',
      bytes: 'FETCH / HTTP/1.1\r\nhost: x',
      status: '400 Bad Request',
      message: unreadable,
    },
    {
      name: 'too long a header',
      bytes: `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}`,
      status: '431 Request Header Fields Too Large',
      message: tooLarge,
    },
  ])('$name is answered as every refusal is, and the connection closed', async (row) => {
    const [head = '', body = ''] = (await sendRaw(`${row.bytes}\r\n\r\n`)).split('\r\n\r\n')
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        `HTTP/1.1 ${row.status}`,
        'content-type: application/json; charset=utf-8',
        'connection: close',
      ]),
    )
    expect(JSON.parse(body)).toEqual({ message: row.message })
  })

  test.each(['/', '/readyz', routes.responses, '/s/form', '/nothing'])(
    'GET %s with two hosts is refused, whichever they are',
    async (path) => {
      for (const [first, second] of [
        ['x', 'y'],
        ['x', 'x'],
      ]) {
        const reply = await sendRaw(
          `GET ${path} HTTP/1.1\r\nHost: ${first}\r\nhOST: ${second}\r\nconnection: close\r\n\r\n`,
        )
        expect(reply).toMatch(/^HTTP\/1.1 400 /)
        expect(reply).toContain(unreadable)
      }
    },
  )

  test('without a host is refused', async () => {
    expect(await sendRaw('GET / HTTP/1.1\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  })

  test('a body without a key is refused before it comes', async () => {
    const socket = connect(listening.port, '127.0.0.1')
    socket.write(
      'POST /api/v1/environments/environment-1/forms/generate HTTP/1.1\r\nhost: x\r\n' +
        'content-type: application/json\r\ncontent-length: 1000000\r\n\r\n',
    )
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1.1 401 /)
    socket.destroy()
  })
})
