import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathOf, routes, type Call } from '../../../src/wire/wire.ts'
import { hashKey } from '../../../src/server/keys.ts'
import { sampleKey } from '../../support/samples.ts'
import { callOf, ours, sharedTestService, textOf, theirs } from '../../support/test-service.ts'

const server = await sharedTestService()

const generatePath = pathOf(routes.generate, { environmentId: ours.environmentId })
const withKey = { 'x-api-key': ours.apiKey }
const asJson = { ...withKey, 'content-type': 'application/json' }

async function ask(
  call: Partial<Call> & { readonly path: string },
): Promise<{ status: number; body: unknown }> {
  const reply = await server.service(callOf(call))
  return { status: reply.status, body: JSON.parse(await textOf(reply)) }
}

const generate = (body: string, headers: Call['headers'] = asJson): ReturnType<typeof ask> =>
  ask({ method: 'POST', path: generatePath, headers, body })

describe('a key', () => {
  const refusal = {
    status: 401,
    body: {
      message:
        'The API key is missing, wrong, revoked or expired. Send a key of this service in the header x-api-key.',
    },
  }

  test.each<[string, Call['headers']]>([
    ['missing', {}],
    ['empty', { 'x-api-key': '' }],
    ['wrong', { 'x-api-key': 'fctl_wrong' }],
    ['revoked', { 'x-api-key': 'fctl_revoked' }],
    ['a hash of a key', { 'x-api-key': hashKey(ours.apiKey) }],
  ])('that is %s is refused with the one text, on every operation that needs one', async (_name, headers) => {
    // Few failed attempts are let through in a minute.
    server.wait(60)
    const hash = hashKey('fctl_revoked')
    await server.store.keys.create(
      sampleKey({ id: `revoked ${_name}`, hash: `${hash}${_name === 'revoked' ? '' : _name}` }),
    )
    await server.store.keys.revoke(`revoked ${_name}`, server.deps.now())
    expect(await ask({ path: routes.responses, headers })).toEqual(refusal)
    expect(await generate('not json', { ...asJson, 'x-api-key': '', ...headers })).toEqual(refusal)
    expect(await ask({ path: pathOf(routes.forms, { environmentId: 'nowhere' }), headers })).toEqual(refusal)
    expect(await ask({ path: pathOf(routes.file, { fileId: 'none' }), headers })).toEqual(refusal)
  })

  test('of the session opens its environment and is stored nowhere', async () => {
    const path = pathOf(routes.forms, { environmentId: ours.environmentId })
    const headers = { 'x-api-key': 'fctl_session' }
    expect((await ask({ path, headers })).status).toBe(401)
    const { app, service } = server.startAgain(new Map([[hashKey('fctl_session'), ours.environmentId]]))
    expect((await service(callOf({ path, headers }))).status).toBe(200)
    await app.close()
  })

  test('of another environment meets the answer that an environment gets which is not there', async () => {
    const theirPath = pathOf(routes.generate, { environmentId: theirs.environmentId })
    const noPath = pathOf(routes.generate, { environmentId: 'nowhere' })
    const [their, none] = await Promise.all(
      [theirPath, noPath].map((path) => ask({ method: 'POST', path, headers: asJson, body: '{}' })),
    )
    expect(their).toEqual({ status: 404, body: { message: 'Source form not found' } })
    expect(none).toEqual(their)
    const list = { status: 404, body: { message: 'Environment not found' } }
    for (const environmentId of [theirs.environmentId, 'nowhere'])
      expect(await ask({ path: pathOf(routes.forms, { environmentId }), headers: withKey })).toEqual(list)
  })
})

describe('a request', () => {
  const nothing = 'Nothing is here. The operations are described at /openapi.json.'
  const method = 'This address does not take that method. The header allow names those it takes.'
  const unreadable = 'The request cannot be read. Check its address and its headers.'

  test.each<{ name: string; call: Partial<Call> & { path: string }; status: number; message: string }>([
    {
      name: 'to an address where nothing is',
      call: { path: '/api/v1/farms', headers: withKey },
      status: 404,
      message: nothing,
    },
    { name: 'to the root of the API', call: { path: '/api/v1' }, status: 404, message: nothing },
    {
      name: 'with a method that is not taken',
      call: { method: 'DELETE', path: routes.responses },
      status: 405,
      message: method,
    },
    {
      name: 'with a method that is not taken, and a key',
      call: { path: generatePath, headers: withKey },
      status: 405,
      message: method,
    },
    {
      name: 'with a broken percent sign',
      call: { path: '/api/v1/environments/%zz/forms' },
      status: 400,
      message: unreadable,
    },
    {
      name: 'that names an environment of 20,000 letters',
      call: { path: pathOf(routes.forms, { environmentId: 'x'.repeat(20_000) }), headers: withKey },
      status: 400,
      message: unreadable,
    },
    {
      name: 'that names an environment of 10,000 letters',
      call: { path: pathOf(routes.forms, { environmentId: 'x'.repeat(10_000) }), headers: withKey },
      status: 404,
      message: 'Environment not found',
    },
  ])('$name gets a message and nothing else', async ({ call, status, message }) => {
    expect(await ask(call)).toEqual({ status, body: { message } })
  })

  test('with a method that is not taken learns which are', async () => {
    const allow = async (call: Partial<Call> & { path: string }): Promise<string | undefined> =>
      (await server.service(callOf(call))).headers['allow']
    expect(await allow({ method: 'POST', path: routes.responses })).toBe('GET, HEAD')
    expect(await allow({ path: generatePath })).toBe('POST')
  })

  test.each([routes.responses, '/nowhere', routes.wellKnown])(
    'to %s is answered with JSON that no browser takes for anything else',
    async (path) => {
      const { headers } = await server.service(callOf({ path, headers: withKey }))
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    },
  )

  test('for responses is answered with what no cache keeps', async () => {
    const { headers } = await server.service(callOf({ path: routes.responses, headers: withKey }))
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('a body', () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  test.each<[string, string, { message: string; path: unknown[] }]>([
    ['that is empty', '', { message: 'The body is empty. Send the form as JSON.', path: [] }],
    [
      'that is no JSON',
      '{"name":',
      { message: 'The body is not valid JSON. A JSON checker shows where.', path: [] },
    ],
    [
      'that is deep',
      deep(65),
      { message: 'The body is nested more than 64 levels deep.', path: Array(64).fill('a') },
    ],
    [
      'with an object of 1,001 keys',
      `{"steps":[{"x":{${Array.from({ length: 1001 }, (_, i) => `"${i}":0`).join()}}}]}`,
      { message: 'An object has more than 1000 keys.', path: ['steps', 0, 'x'] },
    ],
    [
      'that is very deep',
      '['.repeat(500_000) + ']'.repeat(500_000),
      {
        message: 'The body is nested more than 64 levels deep.',
        path: Array(64).fill(0),
      },
    ],
  ])('%s is refused in the shape of the contract', async (_name, body, error) => {
    expect(await generate(body)).toEqual({
      status: 400,
      body: { message: 'Invalid request body', errors: [error] },
    })
  })

  test.each([
    ['as it is', '{"steps":[{"__proto__":{"name":"x"}}]}', ['steps', 0, '__proto__']],
    ['in escapes', '{"\\u005f_proto_\\u005f":1}', ['__proto__']],
    [
      'in what the contract does not name',
      '{"extra":[{"a":{"__proto__":1}}]}',
      ['extra', 0, 'a', '__proto__'],
    ],
  ])('with __proto__ as a key, %s, is refused for it', async (_name, body, path) => {
    const message = 'The key __proto__ is not taken: it is reserved by JavaScript.'
    expect(await generate(body)).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([{ message, path }]) },
    })
  })

  test('that is not UTF-8 is refused rather than altered', async () => {
    const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')])
    const reply = await server.app.inject({ method: 'POST', url: generatePath, headers: asJson, payload })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        message: 'Invalid request body',
        errors: [{ message: 'The body is not valid UTF-8. Send it in that encoding.', path: [] }],
      },
    ])
  })

  test('that starts with a byte order mark is taken', async () => {
    const { body } = await generate('\uFEFF{}')
    expect(JSON.stringify(body)).not.toContain('not valid')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'marked as %s is not taken for JSON',
    async (type) => {
      expect(await generate('{}', { ...withKey, 'content-type': type })).toEqual({
        status: 415,
        body: {
          message: 'The request body is not marked as JSON. Send it with content-type: application/json.',
        },
      })
    },
  )

  test('of 1 MiB is read, one byte more is not', async () => {
    const body = (size: number): string => `"${'x'.repeat(size - 2)}"`
    expect((await generate(body(1024 * 1024))).status).toBe(400)
    expect(await generate(body(1024 * 1024 + 1))).toEqual({
      status: 413,
      body: { message: 'The request body is larger than this service takes (1 MiB).' },
    })
  })

  test('with tens of thousands of faults gets a reply of a size to read', async () => {
    const body = JSON.stringify({
      sourceFormId: 's',
      name: 'n',
      steps: Array.from({ length: 100 }, () => ({
        name: 's',
        components: Array.from({ length: 100 }, () => ({})),
      })),
    })
    const reply = await generate(body)
    expect(reply).toMatchObject({ status: 400, body: { errors: { length: 201 } } })
    expect(reply.body).toHaveProperty('errors.200', {
      message: 'At least 4801 more faults are not shown. Fix these first.',
      path: [],
    })
  })

  test('of any shape is answered with JSON and never with a failure of ours', async () => {
    const key = fc.oneof(
      fc.constantFrom('sourceFormId', 'name', 'steps', 'components', 'type', 'content', 'fields', 'options'),
      fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'length', ''),
      fc.string(),
    )
    const leaf = fc.oneof(
      fc.constantFrom(
        'IdentityInfo',
        'Dropdown',
        'Scheduler',
        'ShortInput',
        'constructor',
        ours.sourceFormId,
      ),
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
    )
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('node')), fc.dictionary(key, tie('node'))),
    }))
    const component = fc.record({ type: leaf, content: fc.dictionary(key, node) }, { requiredKeys: [] })
    const step = fc.record(
      { name: leaf, components: fc.array(fc.oneof(component, node)) },
      { requiredKeys: [] },
    )
    const form = fc.record(
      {
        sourceFormId: fc.oneof(fc.constant(ours.sourceFormId), leaf),
        name: leaf,
        steps: fc.array(fc.oneof(step, node)),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(form, node), async (value) => {
        const { status, body } = await generate(JSON.stringify(value))
        const shape =
          status === 200 ? ['result', 'success'] : status === 400 ? ['errors', 'message'] : ['message']
        expect([200, 400, 404]).toContain(status)
        expect(Object.keys(body as object).toSorted()).toEqual(shape)
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })
})
