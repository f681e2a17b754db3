import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { overHttp, proxyFor } from '../../src/client/over-http.ts'
import type { Call, Service } from '../../src/wire/wire.ts'
import { randomOf } from '../support/random.ts'
import { distrustAuthority, httpServer, httpsServer, startProxy, trustAuthority } from '../support/proxies.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})
const kept = <Thing extends { readonly close: () => unknown }>(thing: Thing): Thing => {
  ends.push(thing.close)
  return thing
}

const get: Call = { method: 'GET', path: '/', query: {}, headers: {} }
beforeAll(trustAuthority)
afterAll(distrustAuthority)

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
    const random = randomOf(5)
    for (let at = 0, end = 0; at < body.length; at = end) {
      end = at + 1 + Math.floor(random() ** 4 * 60_000)
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
    'over TLS': async (listener) => overHttp(`https://localhost:${kept(await httpsServer(listener)).port}`),
    'through a tunnel': async (listener) => {
      const { port } = kept(await httpsServer(listener))
      const address = `https://localhost:${port}`
      const https_proxy = `http://127.0.0.1:${kept(await startProxy({ originPort: port })).port}`
      const proxy = proxyFor(address, { https_proxy, no_proxy: '<-loopback>' })
      return overHttp(address, proxy && { proxy })
    },
  }
  for (const [sent, listener] of Object.entries(listeners))
    for (const [way, over] of Object.entries(ways))
      test.each(Object.entries(readers))(`${sent}, ${way}, %s`, async (_, breath) => {
        expect(await digestOver(await over(listener), breath)).toBe(digest(body))
      })
})

describe('a body whose length is told', () => {
  /** A service that says so, sends these bytes and closes its connection without a word. */
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

  // By then the client waits for room, with all of the body read but what it holds back.
  test.each([100, 70_000, 200_000, 1_000_000])(
    'is whole though the service closes while %i bytes wait for the reader',
    async (length) => {
      const slowly = (): Promise<void> => new Promise((done) => setTimeout(done, 20))
      for (let time = 0; time < 5; time++) {
        const bytes = body.subarray(0, length)
        expect(await digestOver(await saying(length, bytes), slowly)).toBe(digest(bytes))
      }
    },
  )

  test.each([1, 1000, 700_000])('is not whole where the connection ends %i bytes before', async (missing) => {
    const service = await saying(body.length, body.subarray(0, body.length - missing))
    await expect(digestOver(service, () => undefined)).rejects.toMatchObject({ code: 'connection-lost' })
  })
})
