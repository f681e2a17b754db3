import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashKey } from '../../src/server/keys.ts'
import { createEnvironment, createKey, provision, type ProvisionDeps } from '../../src/server/provision.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { at } from '../support/samples.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'

let store: Store
let maker: ProvisionDeps
beforeEach(async () => {
  const randomBytes = deterministicBytes()
  ;({ store } = await openSqliteStore(temporaryFolder(), randomBytes))
  let second = 0
  maker = { store, randomBytes, now: () => at(second++) }
})
afterEach(() => store.close())

test('an empty store gets one environment, one key and the starter forms', async () => {
  const first = await provision(maker)
  expect(first).toEqual({
    environmentId: expect.stringMatching(/^cl[0-9a-z]{23}$/),
    sourceFormId: expect.stringMatching(/^cl[0-9a-z]{23}$/),
    apiKey: expect.stringMatching(/^fctl_[\w-]{43}$/),
  })
  expect(await store.environments.list()).toHaveLength(1)
  const forms = await store.forms.list(first.environmentId)
  expect(forms.map(({ name }) => name)).toEqual([
    'Plain',
    'Warm',
    'Night',
    'Civic',
    'Editorial',
    'Dawn',
    'Terminal',
    'Signal',
    'Meadow',
  ])
  expect(forms[0]?.id).toBe(first.sourceFormId)
})

test('of the key only its hash and its first characters are kept', async () => {
  const { environmentId, apiKey = '' } = await provision(maker)
  expect(await store.keys.list(environmentId)).toEqual([
    {
      id: expect.stringMatching(/^cl/),
      environmentId,
      name: 'first start',
      hash: hashKey(apiKey),
      prefix: apiKey.slice(0, 11),
      scopes: ['read', 'generate', 'manage'],
      createdAt: expect.any(String),
    },
  ])
  expect(await store.keys.byHash(hashKey(apiKey))).toMatchObject({ environmentId })
})

test('a later start finds the same environment and form, and tells no key', async () => {
  const { environmentId, sourceFormId } = await provision(maker)
  expect(await provision(maker)).toEqual({ environmentId, sourceFormId })
  expect(await store.keys.list(environmentId)).toHaveLength(1)
})

test('first starts at one moment make one environment, and one of them tells the key', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => provision(maker)))
  expect(new Set(all.map(({ environmentId }) => environmentId)).size).toBe(1)
  expect(all.filter(({ apiKey }) => apiKey !== undefined)).toHaveLength(1)
  expect(await store.environments.list()).toHaveLength(1)
})

test('the source form is the oldest that is not deleted', async () => {
  const { environmentId, sourceFormId } = await provision(maker)
  await store.forms.delete(sourceFormId, at(50))
  const [oldest] = await store.forms.list(environmentId)
  expect(oldest?.name).toBe('Warm')
  expect(await provision(maker)).toEqual({ environmentId, sourceFormId: oldest?.id })
})

test('a store whose forms were all deleted gets the starter forms again', async () => {
  const { environmentId } = await provision(maker)
  for (const { id } of await store.forms.list(environmentId)) await store.forms.delete(id, at(50))
  const again = await provision(maker)
  const forms = await store.forms.list(environmentId)
  expect(forms.map(({ name }) => name)).toEqual([
    'Plain',
    'Warm',
    'Night',
    'Civic',
    'Editorial',
    'Dawn',
    'Terminal',
    'Signal',
    'Meadow',
  ])
  expect(again).toEqual({ environmentId, sourceFormId: forms[0]?.id })
})

test('a further environment starts with forms of its own and no key', async () => {
  await provision(maker)
  const { environment, sourceFormId } = await createEnvironment(maker, 'Staging')
  expect((await store.environments.list())[1]).toEqual(environment)
  expect(await store.forms.get(sourceFormId)).toMatchObject({ environmentId: environment.id, name: 'Plain' })
  expect(await store.keys.list(environment.id)).toEqual([])
})

test('a made key is told once and kept as its hash', async () => {
  const { environmentId } = await provision(maker)
  const { apiKey, stored } = await createKey(maker, { environmentId, name: 'ci' })
  expect(stored).toMatchObject({ environmentId, name: 'ci', hash: hashKey(apiKey) })
  expect(await store.keys.byHash(hashKey(apiKey))).toEqual(stored)
})
