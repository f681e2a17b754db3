import { expect, test } from 'vitest'
import { buildApp, serviceOf } from '../../../src/server/server.ts'
import type { ServerDeps } from '../../../src/server/deps.ts'
import { pathOf, routes, type Service } from '../../../src/wire/wire.ts'
import { callOf, ours, sharedTestService, textOf } from '../../support/test-service.ts'

const server = await sharedTestService()

const components = [{ type: 'Header', content: { title: 'Hello' } }]
const steps = [
  { name: 'One', components },
  { name: 'Two', components },
]

type Told = { readonly status: number; readonly replayed: string | undefined; readonly body: string }

async function generate(service: Service, key: string): Promise<Told> {
  const { environmentId, sourceFormId, apiKey } = ours
  const reply = await service(
    callOf({
      method: 'POST',
      path: pathOf(routes.generate, { environmentId }),
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ sourceFormId, name: `Form ${key}`, steps }),
    }),
  )
  return { status: reply.status, replayed: reply.headers['idempotency-replayed'], body: await textOf(reply) }
}

/** How many forms there are of a key. */
const madeOf = async (key: string): Promise<number> =>
  (await server.store.forms.list(ours.environmentId)).filter(({ name }) => name === `Form ${key}`).length

/** The service of another server over the same folder. */
const serviceWith = (more: Partial<ServerDeps>): Service => serviceOf(buildApp({ ...server.deps, ...more }))

/** A store that does not find the source form before `open` is called; `reached` resolves once it looks for it. */
function gatedStore() {
  const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const get: ServerDeps['store']['forms']['get'] = async (id) => {
    reached.resolve()
    await gate.promise
    return server.store.forms.get(id)
  }
  const store = { ...server.store, forms: { ...server.store.forms, get } }
  return { store, reached: reached.promise, open: gate.resolve }
}

test('while a request is answered, another with its key gets 409, and then its reply', async () => {
  const { store, reached, open } = gatedStore()
  const service = serviceWith({ store })
  const first = generate(service, 'a')
  await reached
  expect(await generate(service, 'a')).toMatchObject({
    status: 409,
    body: expect.stringContaining('right now'),
  })
  open()
  const made = await first
  expect(made).toMatchObject({ status: 200, replayed: undefined })
  expect(await generate(service, 'a')).toEqual({ ...made, replayed: 'true' })
  expect(await madeOf('a')).toBe(1)
})

test('when two processes answer one key at once, the second gives the reply of the first', async () => {
  const { store, reached, open } = gatedStore()
  const late = generate(serviceWith({ store }), 'b')
  await reached
  const made = await generate(server.service, 'b')
  open()
  expect(await late).toEqual({ ...made, replayed: 'true' })
  expect(await madeOf('b')).toBe(1)
})

test('when two processes answer the key of a deleted form at once, one form is made', async () => {
  const first = JSON.parse((await generate(server.service, 'e')).body)
  await server.store.forms.delete(first.result.form.id, server.deps.now())
  const gates = [gatedStore(), gatedStore()]
  const both = gates.map(({ store }) => generate(serviceWith({ store }), 'e'))
  for (const { reached } of gates) await reached
  for (const { open } of gates) open()
  const bodies = (await Promise.all(both)).map(({ body }) => body)
  expect(new Set(bodies).size).toBe(1)
  expect(await madeOf('e')).toBe(1)
})

test('a request that failed in the middle can be sent again', async () => {
  const get = (): Promise<never> => Promise.reject(new Error('no'))
  const store = { ...server.store, forms: { ...server.store.forms, get } }
  expect(await generate(serviceWith({ store }), 'c')).toMatchObject({ status: 500 })
  expect(await generate(server.service, 'c')).toMatchObject({ status: 200, replayed: undefined })
})

test('a key is remembered for 24 hours also when the clock is set forward by weeks meanwhile, and not for ever', async () => {
  let time = Date.parse('2026-03-01T09:00:00.000Z')
  const service = serviceWith({ now: () => new Date(time).toISOString() })
  const made = await generate(service, 'd')
  time += 30 * 24 * 60 * 60 * 1000
  expect(await generate(service, 'd')).toEqual({ ...made, replayed: 'true' })
  time += 1
  expect((await generate(service, 'd')).replayed).toBeUndefined()
  expect(await madeOf('d')).toBe(2)
})
