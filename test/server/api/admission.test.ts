import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../src/server/api/api.ts'
import { hashKey } from '../../../src/server/keys.ts'
import { buildApp } from '../../../src/server/server.ts'
import { allScopes, type StoredKey } from '../../../src/store/store.ts'
import { pathOf, routes } from '../../../src/wire/wire.ts'
import { sampleKey } from '../../support/samples.ts'
import { ours, startTestService, type TestService } from '../../support/test-service.ts'

let it: TestService
beforeEach(async () => void (it = await startTestService()))
afterEach(() => it.close())

/** Stores a key and gives its text. */
async function keyWith(given: Partial<StoredKey>): Promise<string> {
  const key = `fctl_${JSON.stringify(given)}`
  await it.store.keys.create(sampleKey({ id: 'a key', ...given, hash: hashKey(key) }))
  return key
}

type Asking = { readonly app?: TestService['app']; readonly url?: string; readonly address?: string }

async function ask(key: string | undefined, { app = it.app, url = routes.responses, address }: Asking = {}) {
  const { statusCode, headers, body } = await app.inject({
    url,
    headers: key === undefined ? {} : { 'x-api-key': key },
    ...(address === undefined ? {} : { remoteAddress: address }),
  })
  const { message } = JSON.parse(body) as { message?: string }
  return { status: statusCode, message, retryAfter: headers['retry-after'] }
}

const used = async (): Promise<string | undefined> =>
  (await it.store.keys.list(ours.environmentId)).find(({ id }) => id === 'a key')?.usedAt

describe('a scope', () => {
  test.each(
    operations.flatMap(({ method, route, scopes = [], description }) =>
      scopes.length === 0 ? [] : [{ name: description.id, method, route, scopes, scope: scopes[0] }],
    ),
  )(
    'one of $scopes is needed for $name, and a refusal names the first',
    async ({ method, route, scopes: enough, scope }) => {
      const params = Object.fromEntries(Array.from(route.matchAll(/:(\w+)/g), ([, name = '']) => [name, 'x']))
      const url = pathOf(route, { ...params, environmentId: ours.environmentId })
      const statusWith = async (scopes: StoredKey['scopes'], id: string): Promise<[number, unknown]> => {
        const key = await keyWith({ id, scopes })
        const { statusCode, body } = await it.app.inject({ method, url, headers: { 'x-api-key': key } })
        return [statusCode, statusCode === 403 ? JSON.parse(body) : undefined]
      }
      const message = `This API key has no scope ${scope}, which this operation needs. Use a key that has it.`
      expect(
        await statusWith(
          allScopes.filter((one) => !(enough as StoredKey['scopes']).includes(one)),
          'without',
        ),
      ).toEqual([403, { message }])
      for (const one of enough) expect((await statusWith([one], `with ${one}`))[0]).not.toBe(403)
    },
  )
})

describe('a key that ends', () => {
  test('opens its environment until that moment, and then is refused as a wrong one is', async () => {
    const key = await keyWith({ expiresAt: '2026-03-01T09:10:00.000Z' })
    expect((await ask(key)).status).toBe(200)
    it.wait(600)
    const expired = await ask(key)
    expect(expired.status).toBe(401)
    expect(expired).toEqual(await ask('wrong'))
    expect(expired).toEqual(await ask(undefined))
  })

  test('is refused on every server from the moment it is revoked or its end is moved', async () => {
    const [revoked, moved] = [await keyWith({ id: 'a' }), await keyWith({ id: 'b' })]
    const { app } = it.startAgain(new Map())
    for (const key of [revoked, moved]) expect((await ask(key, { app })).status).toBe(200)
    await it.store.keys.revoke('a', it.deps.now())
    await it.store.keys.expire('b', it.deps.now())
    for (const key of [revoked, moved])
      for (const each of [app, it.app]) expect((await ask(key, { app: each })).status).toBe(401)
    await app.close()
  })
})

describe('the last use of a key', () => {
  test('is kept to the minute', async () => {
    const key = await keyWith({})
    expect(await used()).toBeUndefined()
    await ask(key)
    await expect.poll(used).toBe('2026-03-01T09:00:00.000Z')
    it.wait(120)
    await ask(key)
    await expect.poll(used).toBe('2026-03-01T09:02:00.000Z')
  })

  test('is written once a minute', async () => {
    const key = await keyWith({})
    const written: string[] = []
    const keys = {
      ...it.store.keys,
      use: async (_id: string, at: string): Promise<void> => void written.push(at),
    }
    const app = buildApp({ ...it.deps, store: { ...it.store, keys } })
    for (let i = 0; i < 10; i += 1) await ask(key, { app })
    it.wait(60)
    await ask(key, { app })
    expect(written).toEqual(['2026-03-01T09:00:00.000Z', '2026-03-01T09:01:00.000Z'])
    await app.close()
  })

  test('is no reason for a call to wait or fail', async () => {
    const key = await keyWith({})
    const never = new Promise<never>(() => undefined)
    for (const use of [() => never, () => Promise.reject(new Error('no space'))]) {
      const app = buildApp({ ...it.deps, store: { ...it.store, keys: { ...it.store.keys, use } } })
      expect((await ask(key, { app })).status).toBe(200)
      await app.close()
    }
  })
})

describe('an address with twenty failed attempts in a minute', () => {
  const fail = async (
    address: string,
    key: (i: number) => string | undefined = (i) => `wrong ${i}`,
  ): Promise<void> => {
    for (let i = 0; i < 20; i += 1) expect((await ask(key(i), { address })).status).toBe(401)
  }

  test.each([
    ['wrong keys', (i: number) => `wrong ${i}`],
    ['no key', () => undefined],
    ['an empty key', () => ''],
  ])(
    'with %s is refused further ones with 429 until the minute is over, and its valid keys work',
    async (_, key) => {
      const address = '192.0.2.1'
      const revoked = await keyWith({ id: 'revoked', revokedAt: '2026-03-01T09:00:00.000Z' })
      await fail(address, key)
      for (const wrong of ['wrong', undefined, '', revoked]) {
        const refused = await ask(wrong, { address })
        expect([wrong, refused.status, Number(refused.retryAfter)]).toEqual([wrong, 429, expect.any(Number)])
        expect(refused.retryAfter).toMatch(/^[1-4]?\d$/)
        expect(refused.message).toContain('Call again after the seconds in the header retry-after.')
        expect((await ask(ours.apiKey, { address })).status).toBe(200)
      }
      expect((await ask('wrong', { address, url: routes.wellKnown })).status).toBe(429)
      for (const right of [undefined, ours.apiKey])
        expect((await ask(right, { address, url: routes.wellKnown })).status).toBe(200)
      it.wait(60)
      expect((await ask('wrong', { address })).status).toBe(401)
    },
  )

  test('had as many calls with valid keys between them as it liked, which are not counted', async () => {
    const { app } = it
    for (let i = 0; i < 20; i += 1) {
      expect((await ask(ours.apiKey, { app })).status).toBe(200)
      expect((await ask(`wrong ${i}`, { app })).status).toBe(401)
    }
    expect([(await ask('wrong')).status, (await ask(ours.apiKey)).status]).toEqual([429, 200])
  })

  test('has the limit of each valid key as before', async () => {
    const app = buildApp(it.deps, { ratePerKey: 2 })
    await fail('127.0.0.1')
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1) statuses.push((await ask(ours.apiKey, { app })).status)
    expect(statuses).toEqual([200, 200, 429])
    await app.close()
  })

  test('opens pages as before', async () => {
    await fail('127.0.0.1')
    const { statusCode } = await it.app.inject({ url: `/s/${ours.sourceFormId}` })
    expect(statusCode).toBe(200)
  })

  test('had one lookup for each call, whatever its key', async () => {
    const lookups: string[] = []
    const byHash = async (hash: string): Promise<undefined> => void lookups.push(hash)
    const app = buildApp({ ...it.deps, store: { ...it.store, keys: { ...it.store.keys, byHash } } })
    for (let i = 0; i < 8; i += 1) for (const key of ['wrong', undefined, '']) await ask(key, { app })
    expect(lookups).toEqual(Array.from({ length: 8 }, () => ['wrong', '', ''].map(hashKey)).flat())
    await app.close()
  })

  test('keeps no other address out, other than those of its own /64', async () => {
    await fail('2001:db8::1')
    expect((await ask('wrong', { address: '2001:db8::2' })).status).toBe(429)
    expect((await ask('wrong', { address: '2001:db8:0:1::1' })).status).toBe(401)
  })

  test('failed also where it tried keys on what needs none', async () => {
    for (let i = 0; i < 20; i += 1)
      expect((await ask(`wrong ${i}`, { url: routes.wellKnown })).status).toBe(200)
    expect((await ask('wrong', { url: routes.wellKnown })).status).toBe(429)
  })
})

describe('the rate of a key', () => {
  test('is refused beyond its limit with 429, and no other key with it', async () => {
    const app = buildApp(it.deps, { ratePerKey: 3 })
    const key = await keyWith({})
    for (let i = 0; i < 3; i += 1) expect((await ask(key, { app })).status).toBe(200)
    const refused = await ask(key, { app })
    expect(refused).toEqual({
      status: 429,
      message:
        'This API key has made too many calls within a minute. Call again after the seconds in the header retry-after.',
      retryAfter: expect.stringMatching(/^\d+$/),
    })
    expect((await ask(ours.apiKey, { app })).status).toBe(200)
    it.wait(60)
    expect((await ask(key, { app })).status).toBe(200)
    await app.close()
  })
})
