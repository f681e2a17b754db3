import { describe, expect, test } from 'vitest'
import { buildApp, type AppOptions } from '../../src/server/server.ts'
import { trustIn } from '../../src/server/visitor.ts'
import { memoryLimits } from '../../src/store/rate-limits.ts'
import { notLast, sharedPageServer, type ShortStep, Visitor } from '../support/page-server.ts'

const server = await sharedPageServer()

test.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '127.9.9.9', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.1', false],
  ['10.0.0.0/8, 2001:db8::/32', '10.255.0.1', true],
  ['10.0.0.0/8, 2001:db8::/32', '::ffff:10.1.1.1', true],
  ['10.0.0.0/8, 2001:db8::/32', '11.0.0.1', false],
  ['10.0.0.0/8, 2001:db8::/32', '2001:db8:1::1', true],
  ['10.0.0.0/8, 2001:db8::/32', '2001:db9::1', false],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.7', '<script>', false],
])('--trust-proxy %s on %s: %s', (proxies, address, isTrusted) => {
  expect(trustIn(proxies)(address)).toBe(isTrusted)
})

type Sent = { readonly headers: Record<string, string>; readonly from?: string; readonly options: AppOptions }

/** What is kept of a visitor who sends a first step with these headers. */
async function visitorOf({ headers, from = '127.0.0.1', options }: Sent) {
  const app = buildApp(server.deps, options)
  const form = await server.publish(notLast(['ShortInput']))
  const reply = await app.inject({
    method: 'POST',
    url: `/s/${form.id}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'step=1&q.q0=Ada',
  })
  await app.close()
  const [record] = await server.responses(form)
  return {
    ip: record?.personAttributes.ip,
    country: record?.personAttributes.country,
    isSecure: String(reply.headers['set-cookie']).includes('; Secure'),
    reply,
  }
}

const trustedProxy = 'loopback'
const countryHeader = 'CF-IPCountry'

describe('the address and the country of a visitor', () => {
  const claimed = {
    'x-forwarded-for': '192.0.2.7',
    'x-forwarded-proto': 'https',
    'cf-ipcountry': 'de',
  }

  test.each<[string, Omit<Sent, 'headers'>, object]>([
    [
      'are what a trusted proxy says',
      { options: { trustedProxy, countryHeader } },
      { ip: '192.0.2.7', country: 'DE', isSecure: true },
    ],
    [
      'are not what anybody else says',
      { from: '198.51.100.1', options: { trustedProxy, countryHeader } },
      { ip: '198.51.100.1', country: '', isSecure: false },
    ],
    [
      'are those of the connection where no proxy is trusted',
      { options: { countryHeader } },
      { ip: '127.0.0.1', country: '', isSecure: false },
    ],
    [
      'leave the country open where no header is named',
      { options: { trustedProxy } },
      { ip: '192.0.2.7', country: '', isSecure: true },
    ],
  ])('%s', async (_, sent, kept) => {
    expect(await visitorOf({ headers: claimed, ...sent })).toMatchObject(kept)
  })

  test.each([
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7, 127.0.0.2', '192.0.2.7'],
    ['<script>alert(1)</script>', '127.0.0.1'],
    ['unknown', '127.0.0.1'],
    ['192.0.2.7.example', '127.0.0.1'],
    ['9'.repeat(10_000), '127.0.0.1'],
  ])('of X-Forwarded-For: %.40s, %s is kept', async (header, ip) => {
    const { ip: kept } = await visitorOf({
      headers: { 'x-forwarded-for': header },
      options: { trustedProxy },
    })
    expect(kept).toBe(ip)
  })

  test.each(['', 'DEU', 'D', '1E', '<b>', 'd e', 'ÄÖ'])('no country is called %j', async (value) => {
    const { country } = await visitorOf({
      headers: { 'cf-ipcountry': value },
      options: { trustedProxy, countryHeader },
    })
    expect(country).toBe('')
  })
})

describe('hostile headers', () => {
  const hostile = {
    host: 'evil.example"><script>alert(1)</script>',
    'x-forwarded-host': 'evil.example"><script>alert(1)</script>',
    'x-forwarded-proto': 'javascript:alert(1)//evil.example',
    'x-forwarded-for': 'evil.example',
    forwarded: 'host=evil.example;proto=evil',
    'x-original-url': '/evil.example',
    'x-rewrite-url': '/evil.example',
    referer: 'https://evil.example/',
    'user-agent': 'evil.example',
  }

  test.each([undefined, trustedProxy])(
    'end up in no page, answer or header of a reply, with --trust-proxy %s',
    async (trusted) => {
      const app = buildApp(server.deps, { trustedProxy: trusted })
      const form = await server.publish([['A', ['FileUploader']]])
      const urls = ['/', `/s/${form.id}`, `/s/${form.id}/done`, '/s/none', '/.well-known/formctl', '/nothing']
      for (const url of [...urls, '/openapi.json', '/api/v1/responses', '/%zz'])
        for (const method of ['GET', 'POST'] as const) {
          const { headers, body } = await app.inject({ method, url, headers: hostile })
          expect(JSON.stringify(headers) + body).not.toMatch(/evil|alert\(/)
        }
      await app.close()
    },
  )

  test('name no uploaded file', async () => {
    const app = buildApp(server.deps, { trustedProxy })
    const form = await server.publish([['A', ['FileUploader']]])
    const visitor = new Visitor(app, form)
    await visitor.open()
    const boundary = 'x'
    const part = `--x\r\ncontent-disposition: form-data; name="q.q0"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n`
    const { 'x-forwarded-proto': _, ...others } = hostile
    await app.inject({
      method: 'POST',
      url: visitor.url,
      headers: { ...others, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: part,
    })
    const [record] = await server.responses(form)
    expect(JSON.stringify(record)).toMatch(/"url":"\/api\/v1\/files\/cl/)
    expect(JSON.stringify(record)).not.toMatch(/evil/)
    await app.close()
  })
})

describe('over https', () => {
  const https = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }

  test('every reply of a trusted proxy asks browsers to stay with https, and no other does', async () => {
    const app = buildApp(server.deps, { trustedProxy })
    const form = await server.publish([['A', ['ShortInput']]])
    for (const url of ['/', `/s/${form.id}`, '/s/none', '/api/v1/responses', '/nothing'])
      for (const [headers, remoteAddress, value] of [
        [https, '127.0.0.1', 'max-age=31536000'],
        [{}, '127.0.0.1', undefined],
        [https, '192.0.2.9', undefined],
      ] as const) {
        const reply = await app.inject({ url, headers, remoteAddress })
        expect(reply.headers['strict-transport-security']).toBe(value)
      }
    await app.close()
  })

  test('a response that was begun under the old name of the cookie goes on under the new one, to its end', async () => {
    const app = buildApp(server.deps, { trustedProxy })
    const form = await server.publish(notLast(['ShortInput']))
    const url = `/s/${form.id}`
    const send = async (cookie: string, payload: string) => {
      const headers = { ...https, cookie, 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await app.inject({ method: 'POST', url, headers, payload })
      const set = [reply.headers['set-cookie'] ?? []].flat()
      return { status: reply.statusCode, set, cookie: set[0]?.split(';')[0] ?? '' }
    }
    const begun = new Visitor(app, form)
    await begun.open()
    await begun.send({ 'q.q0': 'Ada' })
    expect(begun.cookie).toMatch(/^formctl-resume=/)
    const page = new URLSearchParams(begun.hidden())
    page.delete('resume')
    page.set('q.q1', 'Why')
    // Sent by an older page: no token but that of the old cookie.
    const done = await send(begun.cookie, String(page))
    expect(done.status).toBe(303)
    expect(done.set).toEqual([
      expect.stringMatching(
        /^__Secure-formctl-resume=[^;]+; Max-Age=\d+; Secure; Path=\/s\/\w+; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(/^formctl-resume=; Max-Age=0; Path=\/s\/\w+; HttpOnly; SameSite=Lax$/),
    ])
    expect(await server.responses(form)).toEqual([expect.objectContaining({ finished: true })])
    // The old cookie counts for nothing beside the new one.
    const both = `${begun.cookie}; ${done.cookie}`
    const again = await app.inject({ url, headers: { ...https, cookie: both } })
    expect(again.body).toContain('Already submitted')
    expect(await server.responses(form)).toHaveLength(1)
    // Over plain http the new name says nothing, as browsers do not send it there.
    const plain = await app.inject({ url, headers: { cookie: done.cookie } })
    expect(plain.headers['set-cookie']).toMatch(/^formctl-resume=/)
    await app.close()
  })
})

describe('the rate of an address', () => {
  test('is limited for pages: beyond it a page says so, with Retry-After', async () => {
    const app = buildApp(server.deps, { ratePerAddress: 2, trustedProxy })
    const form = await server.publish([['A', ['ShortInput']]])
    const open = (address: string) =>
      app.inject({ url: `/s/${form.id}`, headers: { 'x-forwarded-for': address } })
    for (let i = 0; i < 2; i += 1) expect((await open('192.0.2.1')).statusCode).toBe(200)
    const { statusCode, headers, body } = await open('192.0.2.1')
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(headers['retry-after']).toMatch(/^\d+$/)
    expect(body).toContain('<h1>Too many requests</h1>')
    expect((await open('192.0.2.2')).statusCode).toBe(200)
    server.wait(60)
    expect((await open('192.0.2.1')).statusCode).toBe(200)
    await app.close()
  })

  const twoSteps: readonly ShortStep[] = notLast(['ShortInput', { question: 'Who?' }], ['PasswordInput'])
  /** What a page's script sends as its nth save. */
  const save = async (visitor: Visitor, n: number) => {
    const hidden = visitor.hidden()
    const fields = { ...hidden, writer: `${hidden['writer']}.${n}`, 'q.q0': `Ada ${n}` }
    const { statusCode, body } = await visitor.app.inject({
      method: 'POST',
      url: `${visitor.url}/save`,
      headers: { cookie: visitor.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    return [statusCode, (JSON.parse(body) as { state: string }).state]
  }

  test('is not used up by what pages save while people type, nor by what they send: each response has a limit of its own', async () => {
    const app = buildApp({ ...server.deps, limits: memoryLimits(() => 0) }, { ratePerAddress: 4 })
    const form = await server.publish(twoSteps)
    const [ada, bob] = [new Visitor(app, form), new Visitor(app, form)]
    await ada.open()
    for (let n = 1; n <= 120; n += 1) expect([n, await save(ada, n)]).toEqual([n, [200, 'saved']])
    expect(await save(ada, 121)).toEqual([429, 'failed'])
    await bob.open()
    expect(bob.status).toBe(200)
    expect(await save(bob, 1)).toEqual([200, 'saved'])
    await bob.send({ 'q.q0': 'Bob' })
    expect(bob.text).toContain('Step 2 of 2')
    // Without a session it counts as any page of the address.
    const stranger = () => new Visitor(app, form, { takesCookies: false }).post({ 'q.q0': 'Eve' })
    expect((await stranger()).statusCode).toBe(200)
    expect((await stranger()).statusCode).toBe(429)
    await app.close()
  })

  test('beyond it what was sent is shown, and a button sends it again: but no password', async () => {
    let time = 0
    const app = buildApp({ ...server.deps, limits: memoryLimits(() => time) }, { ratePerAddress: 9 })
    const form = await server.publish(twoSteps)
    const visitor = new Visitor(app, form)
    await visitor.open()
    for (let n = 1; n <= 120; n += 1) await save(visitor, n)
    await visitor.send({
      'q.q0': 'Ada "<Lovelace>',
      'q.q1': 'hunter2',
      writer: `${visitor.hidden()['writer']}.121`,
    })
    expect(visitor.status).toBe(429)
    expect(visitor.text).toMatch(/This is what you sent.* Who\? Ada "<Lovelace> .*Send again/)
    expect(visitor.page).not.toContain('hunter2')
    time = 60_000
    await visitor.send({})
    expect(visitor.text).toContain('Step 2 of 2')
    await visitor.open('?step=1')
    expect(visitor.page).toContain('Ada &quot;&lt;Lovelace&gt;')
    await app.close()
  })
})
