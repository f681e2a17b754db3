import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { overHttp, type HttpOptions, proxyFor } from '../../src/client/over-http.ts'
import { Failure } from '../../src/failure/failure.ts'
import type { Call, Service } from '../../src/wire/wire.ts'
import { closedAddress, faultServer, hangUp, raw, silence, type Script } from '../faults/fault-server.ts'
import { distrustAuthority, httpServer, httpsServer, startProxy, trustAuthority } from '../support/proxies.ts'

beforeAll(trustAuthority)
afterAll(distrustAuthority)

const ends: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})
const kept = <Thing extends { readonly close: () => unknown }>(thing: Thing): Thing => {
  ends.push(thing.close)
  return thing
}

const loopback = { NO_PROXY: '<-loopback>' }

describe('which calls go through a proxy', () => {
  const both = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://safe:2' }
  test.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['https://forms.example', both, 'http://safe:2 (HTTPS_PROXY)'],
    ['http://forms.example', both, 'http://plain:1 (HTTP_PROXY)'],
    ['https://forms.example', { HTTP_PROXY: 'http://plain:1' }, undefined],
    ['https://forms.example', {}, undefined],
    ['https://forms.example', { HTTPS_PROXY: '' }, undefined],
    ['https://forms.example', { https_proxy: 'http://lower:3', ...both }, 'http://lower:3 (https_proxy)'],
    [
      'https://forms.example',
      { HTTPS_PROXY: 'proxy.example:3128' },
      'http://proxy.example:3128 (HTTPS_PROXY)',
    ],
    [
      'https://forms.example',
      { HTTPS_PROXY: 'https://proxy.example' },
      'https://proxy.example (HTTPS_PROXY)',
    ],
    ['https://forms.example', { HTTPS_PROXY: 'http://ada:s3cret@p:1' }, 'http://p:1 (HTTPS_PROXY)'],
    ['https://localhost:8080', both, undefined],
    ['https://127.0.0.1', both, undefined],
    ['https://[::1]:9', both, undefined],
    ['https://a.localhost', both, undefined],
    ['https://127.0.0.1', { ...both, ...loopback }, 'http://safe:2 (HTTPS_PROXY)'],
    ['https://127.0.0.1', { ...both, NO_PROXY: '<-loopback>,127.0.0.1' }, undefined],
  ])('%s with %j: %s', (address, env, name) => {
    expect(proxyFor(address, env)?.name).toBe(name)
  })

  test.each<[string, string, boolean]>([
    ['*', 'https://forms.example', false],
    ['forms.example', 'https://forms.example', false],
    ['FORMS.example', 'https://forms.Example', false],
    ['other.example, forms.example', 'https://forms.example', false],
    ['other.example forms.example', 'https://forms.example', false],
    ['example', 'https://forms.example', false],
    ['.example', 'https://forms.example', false],
    ['*.example', 'https://forms.example', false],
    ['rms.example', 'https://forms.example', true],
    ['forms.example:443', 'https://forms.example', false],
    ['forms.example:8443', 'https://forms.example:8443', false],
    ['forms.example:8443', 'https://forms.example', true],
    ['10.1.2.3', 'https://10.1.2.3:9', false],
    ['10.0.0.0/8', 'https://10.1.2.3', false],
    ['10.0.0.0/16', 'https://10.1.2.3', true],
    ['10.0.0.0/99', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://forms.example', true],
    ['2.3', 'https://10.1.2.3', true],
    ['fd00::/8', 'https://[fd00::1]', false],
    ['fd00::1', 'https://[fd00::1]', false],
    ['[fd00::1]:8443', 'https://[fd00::1]:8443', false],
    ['[fd00::1]:8443', 'https://[fd00::1]', true],
    [', ,', 'https://forms.example', true],
  ])('NO_PROXY=%s and %s: %s', (exceptions, address, isProxied) => {
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(proxyFor(address, { HTTPS_PROXY: 'http://p:1', [name]: exceptions }) !== undefined).toBe(
        isProxied,
      )
  })

  test.each([
    [
      'http://',
      'HTTPS_PROXY cannot be used: it is not an address. Write it like http://proxy.example.com:3128.',
    ],
    ['http://ada:s3cret@', 'HTTPS_PROXY cannot be used: it is not an address.'],
    ['socks5://ada:s3cret@p:1', 'HTTPS_PROXY cannot be used: it names a socks5 proxy.'],
  ])('HTTPS_PROXY=%s is refused, and nothing of it repeated', (value, sentence) => {
    const choose = (): unknown => proxyFor('https://forms.example', { HTTPS_PROXY: value })
    expect(choose).toThrow(expect.objectContaining({ exit: 3, message: expect.stringContaining(sentence) }))
    expect(choose).not.toThrow(/s3cret/)
  })
})

const post: Call = {
  method: 'POST',
  path: '/make',
  query: { a: 'b' },
  headers: { 'x-api-key': 'k3y' },
  body: '{"n":"ü"}',
}

async function readAll(service: Service, call: Call = post): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await service(call)).body) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** The environment's proxy for a port of this machine, which need not be spoken to by name. */
function through(port: number, address: string, { scheme = 'http', user = '' } = {}): HttpOptions {
  const proxy = proxyFor(address, {
    HTTP_PROXY: `${scheme}://${user}localhost:${port}`,
    HTTPS_PROXY: `${scheme}://${user}localhost:${port}`,
  })
  if (!proxy) throw new Error(`no proxy for ${address}`)
  return { proxy }
}

/** Tells what it was asked, and by whom. */
const echo: RequestListener = (request, answer) =>
  void answer.end(JSON.stringify({ line: `${request.method} ${request.url}`, headers: request.headers }))

describe('a call through a proxy', () => {
  test.each([
    ['http', false],
    ['https', true],
  ])(
    'over TLS goes in a tunnel, of which an %s proxy sees the host and no key',
    async (scheme, isEncrypted) => {
      const service = kept(await httpsServer(echo))
      const proxy = kept(await startProxy({ originPort: service.port, isEncrypted }))
      const options = through(proxy.port, 'https://forms.example', { scheme, user: 'ada:s%33cret@' })
      const seen = JSON.parse(await readAll(overHttp('https://forms.example', options)))
      expect(seen).toMatchObject({
        line: 'POST /make?a=b',
        headers: { host: 'forms.example', 'x-api-key': 'k3y' },
      })
      expect(seen.headers).not.toHaveProperty('proxy-authorization')
      expect(proxy.asked).toEqual([
        {
          line: 'CONNECT forms.example:443 HTTP/1.1',
          headers: {
            host: 'forms.example',
            'user-agent': 'formctl',
            'proxy-authorization': `Basic ${Buffer.from('ada:s3cret').toString('base64')}`,
            connection: 'close',
            'proxy-connection': 'keep-alive',
          },
        },
      ])
    },
  )

  test('without TLS is passed on by the proxy', async () => {
    const service = kept(await httpServer(echo))
    const proxy = kept(await startProxy({ originPort: service.port }))
    const seen = JSON.parse(
      await readAll(overHttp('http://forms.example:8080/x', through(proxy.port, 'http://forms.example'))),
    )
    expect(seen).toMatchObject({ line: 'POST /x/make?a=b', headers: { host: 'forms.example:8080' } })
    expect(proxy.asked.map(({ line }) => line)).toEqual([
      'POST http://forms.example:8080/x/make?a=b HTTP/1.1',
    ])
  })

  test('is refused when the certificate behind the tunnel is for another host', async () => {
    const service = kept(await httpsServer(echo))
    const proxy = kept(await startProxy({ originPort: service.port }))
    const failure = await failureOf('https://other.example', through(proxy.port, 'https://other.example'))
    expect(failure).toMatchObject({
      code: 'certificate-untrusted',
      args: { url: 'https://other.example/make' },
    })
  })
})

async function failureOf(address: string, options: HttpOptions): Promise<Failure> {
  const error = await readAll(overHttp(address, options)).catch((thrown: unknown) => thrown)
  if (error instanceof Failure) return error
  throw new Error(`no Failure but ${String(error)}`)
}

describe('a proxy that does not let a call through is named, without its password', () => {
  const secret = { user: 'ada:s3cret@' }
  const shown = (port: number): string => `the proxy http://localhost:${port} (HTTPS_PROXY)`

  test.each([
    [407, 'proxy-refused', 'It requires a user and a password: write them into the variable'],
    [403, 'proxy-refused', 'Ask whoever runs it, or name the host in NO_PROXY'],
    [400, 'proxy-refused', '(status 400). Nothing was sent.'],
    [502, 'unreachable', 'answers with status 502. Nothing happened; try again.'],
    [503, 'unreachable', 'answers with status 503'],
  ])('status %s in place of a tunnel: %s', async (status, code, words) => {
    const proxy = kept(await startProxy({ originPort: 1, status }))
    const failure = await failureOf(
      'https://forms.example',
      through(proxy.port, 'https://forms.example', secret),
    )
    expect([failure.code, failure.exit, failure.message]).toEqual([code, 7, expect.stringContaining(words)])
    expect(failure.message.toLowerCase()).toContain(shown(proxy.port).toLowerCase())
    expect(failure.message).not.toContain('s3cret')
  })

  test('status 407 to a call without TLS is its own, too', async () => {
    const proxy = kept(await startProxy({ originPort: 1, status: 407 }))
    const failure = await failureOf(
      'http://forms.example',
      through(proxy.port, 'http://forms.example', secret),
    )
    expect(failure).toMatchObject({ code: 'proxy-refused', exit: 7 })
  })

  const quick: HttpOptions = { waits: { connect: 0.05 } }
  test.each<[string, Script, string, HttpOptions?]>([
    ['garbage', raw('SSH-2.0-OpenSSH_9.9\r\n'), 'fails: its answer is not HTTP'],
    ['nothing', hangUp, 'fails: the connection was closed at once'],
    ['silence', silence, 'fails: it does not answer', quick],
  ])('%s', async (_, script, words, more = {}) => {
    const server = kept(await faultServer(script))
    const port = Number(new URL(server.url).port)
    const options = { ...through(port, 'https://forms.example', secret), ...more }
    const failure = await failureOf('https://forms.example', options)
    expect([failure.code, failure.message]).toEqual([
      'unreachable',
      `https://forms.example/make cannot be reached: ${shown(port)} ${words}. Nothing happened; try again.`,
    ])
  })

  test('silence until the deadline', async () => {
    const server = kept(await faultServer(silence))
    const port = Number(new URL(server.url).port)
    const options = { ...through(port, 'https://forms.example', secret), seconds: 0.05 }
    const failure = await failureOf('https://forms.example', options)
    expect([failure.code, failure.message]).toEqual(['unreachable', expect.stringContaining(shown(port))])
  })

  test.each(['https://forms.example', 'http://forms.example'])(
    'nobody listens there: %s',
    async (address) => {
      const port = Number(new URL(await closedAddress()).port)
      const failure = await failureOf(address, through(port, address, secret))
      expect([failure.code, failure.message]).toEqual([
        'unreachable',
        expect.stringContaining(' fails: nothing listens there. Nothing happened'),
      ])
      expect(failure.message).not.toContain('s3cret')
    },
  )
})
