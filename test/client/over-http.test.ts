import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { overHttp, type HttpOptions } from '../../src/client/over-http.ts'
import { Failure } from '../../src/failure/failure.ts'
import type { Call, Service } from '../../src/wire/wire.ts'
import {
  answer,
  closedAddress,
  faultServer,
  type FaultServer,
  hangUp,
  json,
  raw,
  reset,
  type Script,
  silence,
} from '../faults/fault-server.ts'

const opened: FaultServer[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()))
})

async function serverOf(...scripts: readonly Script[]): Promise<FaultServer> {
  const server = await faultServer(...scripts)
  opened.push(server)
  return server
}

const get: Call = {
  method: 'GET',
  path: '/api/v1/responses',
  query: { formId: 'f 1' },
  headers: { 'x-api-key': 'k' },
}
const post: Call = { method: 'POST', path: '/make', query: {}, headers: {}, body: '{"name":"Größe"}' }

async function readAll(service: Service, call: Call = get): Promise<string> {
  const reply = await service(call)
  const chunks: Uint8Array[] = []
  for await (const chunk of reply.body) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const codeOf = (error: unknown): string => (error instanceof Failure ? error.code : String(error))

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Failure) return error
  throw new Error(`no Failure but ${String(error)}`)
}

describe('a call', () => {
  test('goes out as it is, under the path of the base URL', async () => {
    const server = await serverOf(json({ ok: true }))
    const service = overHttp(`${server.url}/forms/`)
    expect(await readAll(service)).toBe('{"ok":true}')
    await readAll(service, post)
    expect(server.arrived).toMatchObject([
      { method: 'GET', target: '/forms/api/v1/responses?formId=f+1', headers: { 'x-api-key': 'k' } },
      { method: 'POST', target: '/forms/make', body: '{"name":"Größe"}' },
    ])
  })

  test('keeps a segment of dots, which a browser would resolve', async () => {
    const server = await serverOf(json({}))
    await readAll(overHttp(server.url), { ...get, path: '/a/../b', query: {} })
    expect(server.arrived[0]?.target).toBe('/a/../b')
  })

  test('has a connection of its own, so that none is closed just as a form is sent on it', async () => {
    const server = await serverOf(json({}))
    const service = overHttp(server.url)
    await readAll(service)
    await readAll(service)
    expect(server.arrived.map(({ headers }) => headers['connection'])).toEqual(['close', 'close'])
  })

  test('never follows a redirect', async () => {
    const other = await serverOf(json({}))
    const server = await serverOf(answer({ status: 307, headers: { location: `${other.url}/elsewhere` } }))
    const reply = await overHttp(server.url)(get)
    expect([reply.status, reply.headers['location']]).toEqual([307, `${other.url}/elsewhere`])
    expect(other.arrived).toEqual([])
  })
})

describe('a packed body', () => {
  const text = JSON.stringify({ rows: Array.from({ length: 5000 }, (_, i) => ({ i, text: 'größer' })) })
  const packings: readonly (readonly [string, Uint8Array])[] = [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
  ]

  test.each(packings)('of %s is unpacked', async (encoding, body) => {
    const server = await serverOf(answer({ headers: { 'content-encoding': encoding }, body }))
    expect(await readAll(overHttp(server.url))).toBe(text)
    expect(server.arrived[0]?.headers['accept-encoding']).toBe('gzip, br, zstd')
  })

  const damages: readonly (readonly [string, string, Uint8Array, string])[] = [
    ['gzip that ends too early', 'gzip', gzipSync(text).subarray(0, -20), 'cut-off'],
    ['br that ends too early', 'br', brotliCompressSync(text).subarray(0, -20), 'cut-off'],
    ['gzip that is none', 'gzip', Buffer.from(text), 'reply-damaged'],
    ['br that is none', 'br', Buffer.from(text), 'reply-damaged'],
    ['zstd that is none', 'zstd', Buffer.from(text), 'reply-damaged'],
    ['a packing that nobody asked for', 'compress', Buffer.from(text), 'reply-unreadable'],
  ]
  test.each(packings.filter(([encoding]) => encoding !== 'identity'))(
    'of %s with bytes after its end is an error that names the byte, and one without a byte is cut off',
    async (encoding, body) => {
      const headers = { 'content-encoding': encoding }
      const longer = await serverOf(answer({ headers, body: Buffer.concat([body, Buffer.from('{}')]) }))
      const failure = await failureOf(readAll(overHttp(longer.url)))
      expect(failure).toMatchObject({ code: 'reply-damaged', message: expect.stringMatching(/byte \d+/) })
      const empty = await serverOf(answer({ headers }))
      expect(await failureOf(readAll(overHttp(empty.url)))).toMatchObject({ code: 'cut-off' })
    },
  )

  test('in part, which nobody asked for, is an error', async () => {
    const server = await serverOf(json({}, { status: 206 }))
    expect(await failureOf(overHttp(server.url)(get))).toMatchObject({
      code: 'reply-damaged',
      exit: 7,
      message: `The reply of ${server.url}/api/v1/responses is damaged: it is only a part (status 206), and the whole was asked for. Nothing of it was kept; try again.`,
    })
  })

  test.each(damages)('%s is an error', async (_, encoding, body, code) => {
    const server = await serverOf(answer({ headers: { 'content-encoding': encoding }, body }))
    expect((await failureOf(readAll(overHttp(server.url)))).code).toBe(code)
  })
})

describe('a body that is read more slowly than it comes', () => {
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => ({ i, x: Math.sin(i) })))
  const packed = gzipSync(text)

  test.each<[string, Script]>([
    ['plain', answer({ body: text })],
    // The server closes behind the last byte without a word, while the unpacker is still busy.
    ['packed', answer({ headers: { 'content-encoding': 'gzip' }, body: packed })],
    [
      'packed and without a length',
      answer({ headers: { 'content-encoding': 'gzip' }, length: 'none', body: packed }),
    ],
  ])('is whole: %s', async (_, script) => {
    const server = await serverOf(script)
    const reply = await overHttp(server.url)(get)
    let length = 0
    for await (const chunk of reply.body) {
      length += chunk.length
      await new Promise((done) => setImmediate(done))
    }
    expect(length).toBe(text.length)
  })

  test('may rest between two chunks for longer than the service may', async () => {
    const server = await serverOf(answer({ body: text }))
    const reply = await overHttp(server.url, { waits: { idle: 0.1 } })(get)
    let length = 0
    for await (const chunk of reply.body) {
      if (length === 0) await new Promise((done) => setTimeout(done, 500))
      length += chunk.length
    }
    expect(length).toBe(text.length)
  })
})

test('a zstd body that is cut never passes for the whole', async () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, x: Math.sin(i) })))
  const whole = zstdCompressSync(text)
  for (const cut of [1, 4, whole.length / 2]) {
    const body = whole.subarray(0, -cut)
    const server = await serverOf(answer({ headers: { 'content-encoding': 'zstd' }, body }))
    const got = await readAll(overHttp(server.url)).catch(codeOf)
    // Node ends some cut streams in silence; the end of the JSON is missing then.
    expect(got === 'cut-off' || got.length < text.length).toBe(true)
  }
})

describe('a call that fails', () => {
  // Long enough for any reply on a busy machine.
  const quick: HttpOptions = { waits: { connect: 5, headers: 0.5, idle: 0.5 } }
  const cases: readonly (readonly [string, Script, string, RegExp])[] = [
    ['broken off before a reply', reset, 'connection-lost', /it ended before the reply was whole/],
    ['ended without a byte', hangUp, 'connection-lost', /it ended before the reply was whole/],
    ['answered by nobody', silence, 'connection-lost', /no reply began in time/],
    [
      'cut in the middle',
      answer({ body: '0123456789', cutAt: 4 }),
      'connection-lost',
      /it ended before the reply was whole/,
    ],
    [
      'reset in the middle',
      answer({ body: '0123456789', cutAt: 4, after: 'reset' }),
      'connection-lost',
      /lost/,
    ],
    [
      'stopped in the middle',
      answer({ body: '0123456789', cutAt: 4, after: 'silence' }),
      'connection-lost',
      /stopped in the middle/,
    ],
    [
      'cut in a packed body',
      answer({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('x'.repeat(999)), cutAt: 12 }),
      'connection-lost',
      /it ended before the reply was whole/,
    ],
    [
      'cut between two chunks',
      answer({ headers: { 'transfer-encoding': 'chunked' }, length: 'none', body: '4\r\n0123\r\n' }),
      'connection-lost',
      /it ended before the reply was whole/,
    ],
    [
      'damaged in its chunks',
      answer({ headers: { 'transfer-encoding': 'chunked' }, length: 'none', body: '4\r\n0123\r\nzz\r\n' }),
      'connection-lost',
      /it ended before the reply was whole/,
    ],
    ['answered in another protocol', raw('SSH-2.0-OpenSSH_9.9\r\n'), 'reply-unreadable', /it is not HTTP/],
  ]
  test.each(cases)('%s says so', async (_, script, code, sentence) => {
    const server = await serverOf(script)
    const failure = await failureOf(readAll(overHttp(server.url, quick)))
    expect([failure.code, failure.message]).toEqual([code, expect.stringMatching(sentence)])
  })

  test('to an address where nothing listens was never sent', async () => {
    const url = await closedAddress()
    const failure = await failureOf(readAll(overHttp(url)))
    expect(failure.message).toBe(
      `${url}/api/v1/responses cannot be reached: nothing listens there. Nothing happened; try again.`,
    )
  })

  test('to a host that does not exist was never sent', async () => {
    const failure = await failureOf(readAll(overHttp('http://formctl.invalid')))
    expect(failure.code).toBe('address-wrong')
  })

  test('to https where http is spoken was never sent', async () => {
    const server = await serverOf(raw('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const failure = await failureOf(readAll(overHttp(server.url.replace('http:', 'https:'))))
    expect([failure.code, failure.message]).toEqual([
      'address-wrong',
      expect.stringContaining(
        'no https is spoken there. Nothing happened. Write http:// in place of https://',
      ),
    ])
  })

  test('does not wait for a connection longer than it may', async () => {
    const server = await serverOf(silence)
    const service = overHttp(server.url.replace('http:', 'https:'), {
      waits: { connect: 0.05, headers: 9, idle: 9 },
    })
    expect((await failureOf(readAll(service))).message).toContain('cannot be reached: it does not answer')
  })

  test('never names the user and password of its address', async () => {
    const url = (await closedAddress()).replace('//', '//ada:secret@')
    expect((await failureOf(readAll(overHttp(url)))).message).not.toContain('secret')
  })
})

describe('a body that nothing says is cut', () => {
  // Whoever reads it must look for the end of the JSON.
  test.each<[string, Script]>([
    ['ends with the connection', answer({ length: 'none', body: '{"data":[' })],
    ['goes on after its length', answer({ length: 9, body: '{"data":[{}]}' })],
  ])('that %s comes as it is', async (_, script) => {
    const server = await serverOf(script)
    expect('{"data":[').toContain(await readAll(overHttp(server.url)))
  })
})

describe('the deadline', () => {
  test.each([
    ['with a length', 'content-length: 1000000', 'x'],
    ['in chunks', 'transfer-encoding: chunked', '1\r\nx\r\n'],
    // Its end is that of the connection, which the deadline brings.
    ['without a length', 'x-nothing: here', 'x'],
  ])('ends a call that drips on for ever %s', async (_, header, drop) => {
    const server = await serverOf((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`)
      const drip = setInterval(() => socket.write(drop), 5)
      socket.on('close', () => clearInterval(drip))
    })
    const failure = await failureOf(readAll(overHttp(server.url, { seconds: 1 })))
    expect([failure.code, failure.exit]).toEqual(['too-late', 7])
  })

  test('that a call names is its own', async () => {
    const server = await serverOf(silence)
    const failure = await failureOf(readAll(overHttp(server.url), { ...get, seconds: 0.5 }))
    expect([failure.code, failure.args]).toMatchObject(['too-late', { seconds: 0.5 }])
  })
})

describe('an interruption', () => {
  const interrupted = Failure.of('interrupted', {})
  const whenAsked =
    (controller: AbortController): Script =>
    () =>
      controller.abort(interrupted)

  test('ends a read as itself', async () => {
    const controller = new AbortController()
    const server = await serverOf(whenAsked(controller))
    expect(await failureOf(readAll(overHttp(server.url, { signal: controller.signal })))).toBe(interrupted)
  })

  test('of a form that was sent leaves it open what became of it', async () => {
    const controller = new AbortController()
    const server = await serverOf(whenAsked(controller))
    const failure = await failureOf(readAll(overHttp(server.url, { signal: controller.signal }), post))
    expect([failure.code, failure.message]).toEqual([
      'connection-lost',
      expect.stringContaining('was interrupted'),
    ])
  })
})
