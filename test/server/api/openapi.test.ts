import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { check } from '../../../src/form/check.ts'
import { exampleContent, typeNames } from '../../../src/form/schema.ts'
import { isObject } from '../../../src/form/value.ts'
import { operations } from '../../../src/server/api/api.ts'
import { describeApi } from '../../../src/server/api/openapi.ts'
import { pathOf, routes, type Query } from '../../../src/wire/wire.ts'
import { sampleSave } from '../../support/samples.ts'
import { callOf, ours, routesIn, sharedTestService, textOf } from '../../support/test-service.ts'

type Content = Readonly<Record<string, { readonly schema?: { readonly $ref: string } }>>
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: object
}
type Described = {
  readonly 'x-not-in-contract'?: boolean
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Pick<Described, 'x-not-in-contract'>>> }
}

const server = await sharedTestService()

// It is plain JSON; its own shape is what the tests below look at.
const description = describeApi(operations) as Document

/** A reply against the schema that its operation has for its status. */
async function misfits(path: string, reply: { status: number; body: unknown }): Promise<unknown> {
  const operation = Object.values(description.paths[path] ?? {})[0]
  const schema = operation?.responses[String(reply.status)]?.content['application/json']?.schema
  if (schema === undefined) return `no schema for ${path} with status ${reply.status}`
  const validate = ajv.compile({ ...schema, components: description.components })
  return validate(reply.body) ? undefined : validate.errors
}
const ajv = new Ajv2020({ strict: false, allErrors: true })

async function ask(given: Parameters<typeof callOf>[0]): Promise<{ status: number; body: unknown }> {
  const headers = { 'x-api-key': ours.apiKey, 'content-type': 'application/json' }
  const reply = await server.service(callOf({ headers, ...given }))
  return { status: reply.status, body: JSON.parse(await textOf(reply)) }
}

describe('the description of the API', () => {
  test('is served without a key', async () => {
    expect(await ask({ path: '/openapi.json', headers: {} })).toEqual({ status: 200, body: description })
  })

  test('describes every route of the API that is registered, and no page', () => {
    const ofApi = routesIn(server.app).filter((path) =>
      /^\/(?:api\/|\.well-known\/|openapi\.json)/.test(path),
    )
    expect(ofApi).toEqual(Object.keys(description.paths).toSorted())
    for (const [path, methods] of Object.entries(description.paths))
      for (const method of Object.keys(methods))
        expect(
          server.app.hasRoute({ method: method.toUpperCase(), url: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
        ).toBe(true)
  })

  test('marks what is not in the contract, and nothing that is', () => {
    const marks = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((described) => [path, described['x-not-in-contract'] === true]),
    )
    expect(Object.fromEntries(marks)).toEqual({
      [routes.generate.replace(':environmentId', '{environmentId}')]: false,
      [routes.responses]: false,
      '/api/v1/responses/{formId}/{responseId}': true,
      [routes.changes]: true,
      [routes.events]: true,
      '/api/v1/environments/{environmentId}/forms/{formId}': true,
      '/api/v1/environments/{environmentId}/forms/{formId}/close': true,
      [routes.forms.replace(':environmentId', '{environmentId}')]: true,
      [routes.environmentResponses.replace(':environmentId', '{environmentId}')]: true,
      [routes.file.replace(':fileId', '{fileId}')]: true,
      [routes.wellKnown]: true,
      [routes.openApi]: true,
    })
  })

  test('marks every component type that a service would have to announce, and those that the contract only names', () => {
    const target = { address: '', extensions: [], announcesNothing: true }
    const isAnnounced = (type: string, content: object): boolean =>
      check({ name: 'One', steps: [{ name: 'One', components: [{ type, content }] }] }, { target }).some(
        ({ code, path }) => code === 'unannounced-key' && path.at(-1) === 'type',
      )
    const onlyNamed = new Set(['EmailForm', 'PasswordInput', 'FileUploader', 'GraphicOptions'])
    const { schemas } = description.components
    const types = typeNames.filter((type) => Object.hasOwn(schemas, type))
    expect(types.filter((type) => schemas[type]?.['x-not-in-contract'])).toEqual(
      types.filter((type) => onlyNamed.has(type) || isAnnounced(type, exampleContent(type))),
    )
  })

  test('refers only to what is there', () => {
    const pointers = Array.from(
      JSON.stringify(description).matchAll(/"\$ref":"#([^"]*)"/g),
      ([, to = '']) => to,
    )
    expect(pointers.length).toBeGreaterThan(20)
    for (const pointer of pointers) {
      const names = pointer.split('/').slice(1)
      const found = names.reduce((at: unknown, name) => (isObject(at) ? at[name] : undefined), description)
      expect([pointer, isObject(found)]).toEqual([pointer, true])
    }
  })

  test('is sound: a public linter finds nothing', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const lint = (document: unknown) => lintFromString({ source: JSON.stringify(document), config })
    expect(await lint(description)).toEqual([])
    const found = await lint({ ...description, servers: [] })
    expect(found.map(({ ruleId }) => ruleId)).toEqual(['no-empty-servers'])
  })

  const question = { type: 'ShortInput', content: { question: 'Who?' } }
  const step = { name: 'You', components: [question] }
  const good = { sourceFormId: ours.sourceFormId, name: 'Contact', steps: [step, step] }

  test('has the shape of every answer, good and bad', async () => {
    await server.store.responses.save(
      sampleSave({ responseId: 'one', formId: ours.sourceFormId, isFinished: true }),
    )
    const generate = '/api/v1/environments/{environmentId}/forms/generate'
    const path = pathOf(routes.generate, { environmentId: ours.environmentId })
    const bodies = [good, {}, { ...good, sourceFormId: 'nowhere' }]
    for (const body of bodies)
      expect(await misfits(generate, await ask({ method: 'POST', path, body: JSON.stringify(body) }))).toBe(
        undefined,
      )
    const queries: readonly Record<string, string>[] = [
      {},
      { formId: 'nowhere' },
      { returnPartials: 'perhaps' },
    ]
    for (const query of queries)
      expect(await misfits(routes.responses, await ask({ path: routes.responses, query }))).toBe(undefined)
    const forms = pathOf(routes.forms, { environmentId: ours.environmentId })
    expect(await misfits('/api/v1/environments/{environmentId}/forms', await ask({ path: forms }))).toBe(
      undefined,
    )
    const responses = pathOf(routes.environmentResponses, { environmentId: ours.environmentId })
    const erasures: readonly Query[] = [{ id: 'one' }, { email: 'nobody' }, {}]
    for (const query of erasures)
      expect(
        await misfits(
          '/api/v1/environments/{environmentId}/responses',
          await ask({ method: 'DELETE', path: responses, query }),
        ),
      ).toBe(undefined)
    expect(await misfits(routes.wellKnown, await ask({ path: routes.wellKnown }))).toBe(undefined)
  })

  test.each<[string, unknown, boolean]>([
    ['a good one', good, true],
    ['one without a source form', { ...good, sourceFormId: undefined }, false],
    ['one with one step', { ...good, steps: [step] }, false],
    ['one whose content is not that of its type', withContent('Dropdown', { options: [] }), false],
    ['one whose content is that of its type', withContent('Dropdown', { choices: ['a'] }), true],
  ])('takes for a body of generate what the service takes: %s', async (_name, body, isTaken) => {
    const schema = { $ref: '#/components/schemas/GenerateBody', components: description.components }
    const json = JSON.stringify(body)
    expect(ajv.validate(schema, JSON.parse(json))).toBe(isTaken)
    const path = pathOf(routes.generate, { environmentId: ours.environmentId })
    expect((await ask({ method: 'POST', path, body: json })).status).toBe(isTaken ? 200 : 400)
  })

  function withContent(type: string, content: object): unknown {
    return { ...good, steps: [{ name: 'You', components: [{ type, content }] }, step] }
  }
})
