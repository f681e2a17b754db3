import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkedAddresses, isNetwork, lookupAll } from '../../../src/server/webhooks/addresses.ts'
import { distrustAuthority, httpsServer, trustAuthority } from '../../support/proxies.ts'
import { makeSend, type Attempt, type SendOptions } from '../../../src/server/webhooks/send.ts'

/** The words of a text. */
const wordsIn = (text: string): string[] => text.trim().split(/\s+/)

const never = new AbortController().signal

describe('an address that is not public', () => {
  let listener: Server
  let port: number
  let reached = 0
  beforeEach(async () => {
    reached = 0
    listener = createServer((_, reply) => reply.end())
    listener.on('connection', () => void reached++)
    // All addresses of this machine, of both families.
    listener.listen(0, '::')
    await once(listener, 'listening')
    ;({ port } = listener.address() as AddressInfo)
  })
  afterEach(() => void listener.close())

  const post = (url: string, options: Partial<SendOptions> = {}): Promise<Attempt> =>
    makeSend({ networks: [], allowsHttp: true, ...options })({ url, headers: {}, body: '{}' }, never)

  test.each(
    wordsIn(`
    127.0.0.1 127.1 127.255.255.254 2130706433 0x7f.0.0.1 0x7f000001 0177.0.0.1 0.0.0.0 0 0.0.0.1
    255.255.255.255 10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1
    100.127.255.254 192.0.0.1 192.0.0.192 198.18.0.1 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1
    224.0.0.1 239.0.0.1 240.0.0.1 １２７.0.0.1 127。0。0。1 %31%32%37.0.0.1 [::] [::1] [0:0:0:0:0:0:0:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:8.8.8.8] [::ffff:0:127.0.0.1]
    [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::127.0.0.1] [64:ff9b:1:ffff::1] [2002:7f00:1::]
    [2002:7f00:1::1] [2001::1] [2001:0:7f00:1::] [2001:db8::1] [3fff::1] [fc00::1] [fd12:3456::1]
    [fe80::1] [febf::1] [fec0::1] [ff02::1] [ff0e::1] [100::1] [5f00::1] [4000::1] [8000::1] [2001:2::1]
    [2001:20::1] localhost LOCALHOST. ip6-localhost
  `),
  )('%s is not reached', async (host) => {
    const attempt = await post(`http://${host}:${port}/`)
    expect(attempt).toMatchObject({ problem: expect.stringMatching(/is not public$|is not known/) })
    expect(reached).toBe(0)
  })

  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['2606:4700::1111', '::1']],
    [['2606:4700::1111', '::ffff:127.0.0.1']],
    [['fe80::1%eth0']],
  ])('is not reached by a name that has %j', async (addresses) => {
    const attempt = await post(`http://hooks.example.com:${port}/`, { lookup: async () => addresses })
    expect(attempt).toMatchObject({ problem: expect.stringMatching(/^the address \S+ is not public$/) })
    expect(reached).toBe(0)
  })

  test('is not reached by a name that has another one when it is looked up again', async () => {
    const local: (string | undefined)[] = []
    listener.on('connection', (socket) => void local.push(socket.localAddress))
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const lookup = async (): Promise<string[]> => answers.pop() ?? []
    const url = `http://hooks.example.com:${port}/`
    expect(await post(url, { lookup, networks: ['127.0.0.2'] })).toMatchObject({ status: 200 })
    expect(local).toEqual(['::ffff:127.0.0.2'])
    expect(await post(url, { lookup, networks: ['127.0.0.2'] })).toHaveProperty('problem')
    expect(reached).toBe(1)
  })

  test('is not reached by the second attempt at a name whose address has changed', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']]
    const lookup = async (): Promise<string[]> => answers.pop() ?? []
    const send = makeSend({ networks: ['127.0.0.1'], allowsHttp: true, lookup })
    const again = () => send({ url: `http://hooks.example.com:${port}/`, headers: {}, body: '{}' }, never)
    expect(await again()).toMatchObject({ status: 200 })
    expect(await again()).toEqual({ problem: 'the address 127.0.0.2 is not public' })
    expect(await again()).toMatchObject({ status: 200 })
    expect(reached).toBe(2)
  })

  test('is not reached by a redirect', async () => {
    const redirecting = createServer((_, reply) =>
      reply.writeHead(307, { location: `http://[::1]:${port}/` }).end(),
    )
    redirecting.listen(0, '127.0.0.1')
    await once(redirecting, 'listening')
    const { port: other } = redirecting.address() as AddressInfo
    const networks = ['127.0.0.1']
    expect(await post(`http://127.0.0.1:${other}/`, { networks })).toMatchObject({ status: 307 })
    expect(reached).toBe(0)
    redirecting.close()
  })

  test('is reached where the operator allows its network', async () => {
    const url = `http://127.0.0.1:${port}/`
    expect(await post(url, { networks: ['10.0.0.0/8', '127.0.0.0/8'] })).toMatchObject({ status: 200 })
    expect(await post(url, { networks: ['10.0.0.0/8'] })).toHaveProperty('problem')
    expect(await post(`http://[::1]:${port}/`, { networks: ['::1'] })).toMatchObject({ status: 200 })
    // An IPv4 address in the clothes of IPv6 is not in a network of IPv4.
    expect(await post(`http://[::ffff:7f00:1]:${port}/`, { networks: ['127.0.0.0/8'] })).toHaveProperty(
      'problem',
    )
    expect(reached).toBe(2)
  })

  test('is not reached by http where https alone is allowed', async () => {
    const networks = ['127.0.0.0/8']
    expect(await post(`http://127.0.0.1:${port}/`, { networks, allowsHttp: false })).toEqual({
      problem: 'http is not allowed here',
    })
    expect(reached).toBe(0)
  })
})

test.each(['8.8.8.8', '1.1.1.1', '99.255.255.255', '100.128.0.1', '172.32.0.1', '[2606:4700:4700::1111]'])(
  'the public address %s may be reached',
  async (host) => {
    const rules = { networks: [], allowsHttp: false }
    expect(await checkedAddresses(new URL(`https://${host}/`), rules, lookupAll)).toEqual({
      addresses: [host.replaceAll(/[[\]]/g, '')],
    })
  },
)

test.each([
  ['10.0.0.0/8', true],
  ['::1', true],
  ['10.0.0.1', true],
  ['10.0.0.0/33', false],
  ['example.com', false],
  ['', false],
])('%j is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})

describe('an attempt', () => {
  let server: ReturnType<typeof createTcpServer>
  const sockets = new Set<Socket>()
  let behave: (socket: Socket, head: string) => void

  beforeEach(async () => {
    server = createTcpServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('data', (data) => behave(socket, data.toString()))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  const attempt = (milliseconds = 10_000, signal = never): Promise<Attempt> => {
    const { port } = server.address() as AddressInfo
    const send = makeSend({ networks: ['127.0.0.1'], allowsHttp: true, milliseconds })
    return send(
      { url: `http://127.0.0.1:${port}/hook?a=b`, headers: { 'webhook-id': 'msg_1' }, body: '{}' },
      signal,
    )
  }

  test('posts JSON with its headers to the path', async () => {
    let sent = ''
    behave = (socket, data) => {
      sent = data
      socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    }
    expect(await attempt()).toEqual({ status: 204 })
    expect(sent).toMatch(/^POST \/hook\?a=b HTTP\/1.1\r\n/)
    expect(sent).toMatch(/webhook-id: msg_1\r\n/)
    expect(sent).toMatch(/content-type: application\/json\r\n/)
  })

  test.each([200, 301, 404, 410, 429, 500, 503])('gives the status %i', async (status) => {
    behave = (socket) =>
      socket.end(
        `HTTP/1.1 ${status} X\r\nretry-after: 7\r\nlocation: http://a.example\r\ncontent-length: 0\r\n\r\n`,
      )
    expect(await attempt()).toEqual({ status, retryAfter: '7' })
  })

  test('reads a little of a huge body, and then closes the connection', async () => {
    let written = 0
    behave = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n')
      const more = (): void => {
        while (!socket.destroyed && (written += 65_536) && socket.write(Buffer.alloc(65_536)));
      }
      socket.on('drain', more)
      more()
    }
    expect(await attempt()).toEqual({ status: 200 })
    // What the buffers of the system hold comes on top.
    expect(written).toBeLessThan(64_000_000)
  })

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['never replies', () => undefined, /^no reply within 0.2 s$/],
    ['sends half of a head', (socket) => void socket.write('HTTP/1.1 200 O'), /^no reply within 0.2 s$/],
    ['resets the connection', (socket) => void socket.resetAndDestroy(), /^the connection was closed$/],
    ['closes the connection', (socket) => void socket.end(), /^the connection was closed$/],
    ['does not speak HTTP', (socket) => void socket.end('hello\r\n\r\n'), /./],
  ])('says what is wrong with a receiver that %s', async (_, behaviour, problem) => {
    behave = behaviour
    expect(await attempt(200)).toEqual({ problem: expect.stringMatching(problem) })
  })

  test('has the status of a reply whose body never ends, after the time limit', async () => {
    behave = (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')
    expect(await attempt(200)).toEqual({ status: 200 })
  })

  test('says that nobody listens, and that a name does not resolve within the time limit', async () => {
    const send = makeSend({
      networks: ['127.0.0.1'],
      allowsHttp: true,
      lookup: () => new Promise(() => undefined),
      milliseconds: 200,
    })
    const given = { headers: {}, body: '' }
    expect(await send({ url: 'http://127.0.0.1:1/', ...given }, never)).toEqual({
      problem: 'the connection was refused',
    })
    expect(await send({ url: 'http://hooks.example.com/', ...given }, never)).toEqual({
      problem: 'no reply within 0.2 s',
    })
  })

  test('by https checks the certificate against the name, though it connects to an address', async () => {
    let requests = 0
    const secure = await httpsServer((_, answer) => {
      requests += 1
      answer.end()
    })
    const send = makeSend({ networks: ['127.0.0.1'], allowsHttp: false, lookup: async () => ['127.0.0.1'] })
    const to = (host: string): Promise<Attempt> =>
      send({ url: `https://${host}:${secure.port}/`, headers: {}, body: '' }, never)
    const refused = { problem: expect.stringMatching(/certificate|altnames/) }
    distrustAuthority()
    expect(await to('forms.example')).toEqual(refused)
    trustAuthority()
    expect(await to('hooks.example.com')).toEqual(refused)
    expect(requests).toBe(0)
    expect(await to('forms.example')).toEqual({ status: 200 })
    expect(requests).toBe(1)
    distrustAuthority()
    await secure.close()
  })

  test('ends with the signal of whoever stops the worker', async () => {
    const stop = new AbortController()
    behave = () => stop.abort()
    expect(await attempt(10_000, stop.signal)).toHaveProperty('problem')
  })
})
