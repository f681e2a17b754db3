import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ClientRequest, IncomingMessage, RequestListener } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { makeIntake } from '../../src/client/intake.ts'
import { overHttp } from '../../src/client/over-http.ts'
import { proxyFor } from '../../src/client/proxy-choice.ts'
import type { Call, Service } from '../../src/wire/service.ts'
import { luckOf } from '../support/luck.ts'
import { authorityFile, httpServer, httpsServer, startProxy } from '../support/proxies.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})
const kept = <Thing extends { readonly close: () => unknown }>(thing: Thing): Thing => {
  ends.push(thing.close)
  return thing
}

const get: Call = { method: 'GET', path: '/', query: {}, headers: {} }
const authorities = readFileSync(authorityFile, 'utf8')

/** Of which no part is like another. */
const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i.toString(36).padStart(5, '.')).join(''))
const packed = gzipSync(body)

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Breath = (i: number) => Promise<void> | undefined

async function digestOver(service: Service, breath: Breath): Promise<string> {
  const hash = createHash('sha256')
  let i = 0
  for await (const chunk of (await service(get)).body) {
    await breath(i++)
    hash.update(chunk)
  }
  return hash.digest('hex')
}

const listeners: Readonly<Record<string, RequestListener>> = {
  'with a length': (_, answer) => void answer.setHeader('content-length', body.length).end(body),
  'in many pieces': (_, answer) => {
    const luck = luckOf(5)
    for (let at = 0, end = 0; at < body.length; at = end) {
      end = at + 1 + Math.floor(luck() ** 4 * 60_000)
      answer.write(body.subarray(at, end))
    }
    answer.end()
  },
  packed: (_, answer) => void answer.setHeader('content-encoding', 'gzip').end(packed),
}

describe('a long body arrives as it was sent', () => {
  const readers: Readonly<Record<string, Breath>> = {
    'at once': () => undefined,
    'by a slow reader': (i) => (i % 2 === 0 ? new Promise((done) => setTimeout(done, 1)) : undefined),
  }
  const ways: Readonly<Record<string, (listener: RequestListener) => Promise<Service>>> = {
    'over HTTP': async (listener) => overHttp(`http://127.0.0.1:${kept(await httpServer(listener)).port}`),
    'over TLS': async (listener) =>
      overHttp(`https://localhost:${kept(await httpsServer(listener)).port}`, { authorities }),
    'through a tunnel': async (listener) => {
      const { port } = kept(await httpsServer(listener))
      const address = `https://localhost:${port}`
      const https_proxy = `http://127.0.0.1:${kept(await startProxy({ world: port })).port}`
      const proxy = proxyFor(address, { https_proxy, no_proxy: '<-loopback>' })
      return overHttp(address, { authorities, ...(proxy && { proxy }) })
    },
  }
  for (const [sent, listener] of Object.entries(listeners))
    for (const [way, over] of Object.entries(ways))
      test.each(Object.entries(readers))(`${sent}, ${way}, %s`, async (_, breath) => {
        expect(await digestOver(await over(listener), breath)).toBe(digest(body))
      })
})

describe('a body whose length is told', () => {
  /** A service that says so, sends these bytes and closes its connection. */
  async function saying(length: number, bytes: Uint8Array): Promise<Service> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`)
        setImmediate(() => socket.end(bytes))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    ends.push(() => server.close())
    return overHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }

  test.each([
    ['ends there, whatever follows', 700_000, body.subarray(0, 700_000)],
    ['ends there, though the connection stays', body.length, body],
    ['is nothing where that is 0', 0, body.subarray(0, 0)],
  ])('%s', async (_, length, expected) => {
    expect(await digestOver(await saying(length, body), () => undefined)).toBe(digest(expected))
  })

  test.each([1, 1000, 700_000])('is not whole where the connection ends %i bytes before', async (missing) => {
    const service = await saying(body.length, body.subarray(0, body.length - missing))
    await expect(digestOver(service, () => undefined)).rejects.toMatchObject({ code: 'connection-lost' })
  })
})

test('chunks of a long body lie in one memory, or give theirs back once the next one is asked for', async () => {
  const { port } = kept(await httpServer(listeners['with a length'] as RequestListener))
  const gone: Uint8Array[] = []
  let whole = 0
  for await (const chunk of (await overHttp(`http://127.0.0.1:${port}`)(get)).body) {
    whole += chunk.length
    expect(new Set(gone.filter(({ length }) => length > 0).map(({ buffer }) => buffer)).size).toBeLessThan(2)
    gone.push(chunk)
  }
  expect(gone.length).toBeGreaterThan(3)
  expect(whole).toBe(body.length)
})

test('a parser that gives parts of what it is given, instead of copies, does no harm', async () => {
  const intake = makeIntake()
  const [request, socket, message] = [
    new EventEmitter(),
    new EventEmitter(),
    Object.assign(new PassThrough(), { headers: {} }),
  ]
  intake.serve(request as ClientRequest)
  request.emit('socket', socket)
  socket.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += 1000) message.write(bytes.subarray(at, at + 1000))
  })
  const arrivals = intake.arrivals(message as unknown as IncomingMessage)
  const room = (intake.onread.buffer as () => Uint8Array)()
  for (let at = 0, length = 0; at < body.length; at += length) {
    length = body.copy(room, 0, at, at + room.length)
    intake.onread.callback(length, room)
    // As between two reads of a connection.
    await new Promise((done) => process.nextTick(done))
  }
  message.end()
  const parts: Uint8Array[] = []
  for await (const part of arrivals) parts.push(part)
  expect(digest(Buffer.concat(parts))).toBe(digest(body))
})
