import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/server/api/api.ts'
import type { Operation } from '../../src/server/api/operation.ts'
import { newId } from '../../src/server/keys.ts'
import { formPath, pathOf, routes } from '../../src/wire/wire.ts'
import { Visitor } from '../support/page-server.ts'
import { sampleForm } from '../support/samples.ts'
import { routesIn, startTestService, type Tenant, type TestService } from '../support/test-service.ts'

/** Everything of one tenant that has an id, and a text that only this tenant's data hold. */
type Things = {
  readonly tenant: Tenant
  readonly mark: string
  readonly formId: string
  readonly responseId: string
  readonly questionId: string
  readonly fileId: string
  readonly keyId: string
  readonly email: string
  /** The cookie of the visitor who filled in the form. */
  readonly cookie: string
  /** The hidden fields of the visitor's page. */
  readonly hidden: Readonly<Record<string, string>>
}

let it: TestService
let mine: Things
let theirs: Things
beforeAll(async () => {
  it = await startTestService()
  mine = await settle(it.ours, 'mark-of-ours')
  theirs = await settle(it.theirs, 'mark-of-theirs')
})
afterAll(() => it.close())

/** A form of the tenant with a half-finished response, a file and an address. The mark is in each of them. */
async function settle(tenant: Tenant, mark: string): Promise<Things> {
  const { environmentId } = tenant
  const component = (type: string, question: string) => ({
    questionId: `${mark}-${type}`,
    type,
    content: { question },
  })
  const formId = newId(it.deps.randomBytes)
  await it.store.forms.create(
    sampleForm({
      id: formId,
      environmentId,
      name: `Form ${mark}`,
      steps: [
        {
          name: 'A',
          components: [
            component('ShortInput', mark),
            component('EmailForm', mark),
            component('FileUploader', mark),
          ],
        },
        { name: 'B', components: [component('LongInput', mark)] },
      ],
    }),
  )
  const visitor = new Visitor(it.app, { id: formId })
  await visitor.open()
  const email = `${mark}@example.com`
  await visitor.send({ [`q.${mark}-ShortInput`]: `answer ${mark}`, [`q.${mark}-EmailForm`]: email }, [
    { field: `q.${mark}-FileUploader`, name: `${mark}.txt`, bytes: `file ${mark}` },
  ])
  expect(visitor.text).toContain('Step 2 of 2')
  const text = await stored(environmentId)
  const [keyId = ''] = (await it.store.keys.list(environmentId)).map(({ id }) => id)
  return {
    tenant,
    mark,
    formId,
    responseId: /"id":"(cl\w{23})"/.exec(text)?.[1] ?? '',
    questionId: `${mark}-ShortInput`,
    fileId: /files\/(cl\w+)/.exec(text)?.[1] ?? '',
    keyId,
    email,
    cookie: visitor.cookie,
    hidden: visitor.hidden(),
  }
}

/** All responses of an environment, as text. */
async function stored(environmentId: string): Promise<string> {
  const { body } = await it.store.responses.page({
    environmentId,
    withPartials: true,
    order: { by: 'creation' },
    limit: 10_000,
    separator: '\n',
  })
  return Buffer.from(body).toString()
}

/** All that the store holds of a tenant, to see whether a call changed it. A key's last use may change. */
async function everythingOf({ tenant: { environmentId }, formId, fileId }: Things): Promise<string> {
  const keys = await it.store.keys.list(environmentId)
  const everything = [
    keys,
    await it.store.forms.get(formId),
    await it.store.forms.list(environmentId),
    await it.store.events.after(environmentId, 0, 10_000),
    (await it.store.uploads.get(environmentId, fileId))?.name,
    await stored(environmentId),
  ]
  return JSON.stringify(everything, (name, value: unknown) => (name === 'usedAt' ? undefined : value))
}

/**
 * Every parameter that an operation may have, with the values that it gets from a tenant's things. A new operation whose
 * parameters are not here fails the test below: say what its parameters are, and it is covered.
 */
const parameters: Readonly<Record<string, (things: Things) => readonly string[]>> = {
  environmentId: ({ tenant }) => [tenant.environmentId],
  formId: ({ formId, tenant }) => [formId, tenant.sourceFormId],
  responseId: ({ responseId }) => [responseId],
  questionId: ({ questionId }) => [questionId],
  fileId: ({ fileId }) => [fileId],
  keyId: ({ keyId }) => [keyId],
  id: ({ responseId, formId, fileId, keyId }) => [responseId, formId, fileId, keyId],
  email: ({ email }) => [email],
  returnPartials: () => ['true'],
  limit: () => ['10'],
  // Any text that another tenant may have been given.
  since: () => ['0'],
  fields: () => ['id,data'],
  cursor: ({ responseId }) => [responseId, '1', Buffer.from(responseId).toString('base64url')],
  after: ({ responseId }) => ['0', responseId],
}

const namesOf = ({ route, description }: Operation): readonly string[] => [
  ...Array.from(route.matchAll(/:(\w+)/g), ([, name = '']) => name),
  ...(description.query ?? []).map(({ name }) => name),
]

type Call = { readonly url: string; readonly query: Readonly<Record<string, string>> }

/** Every way to fill in an operation's parameters: each one alone with what is the other tenant's, and all together. */
function callsOf({ route, description }: Operation, own: Things, foreign: Things): readonly Call[] {
  const inPath = Array.from(route.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const inQuery = (description.query ?? []).map(({ name }) => name)
  const valuesOf = (name: string, from: Things): readonly string[] => parameters[name]?.(from) ?? []
  const all = (names: readonly string[], value: (name: string) => readonly string[]) =>
    names.reduce<readonly (readonly [string, string][])[]>(
      (sets, name) => sets.flatMap((set) => value(name).map((one) => set.concat([[name, one]]))),
      [[]],
    )
  const both = (name: string): readonly string[] => [...valuesOf(name, own), ...valuesOf(name, foreign)]
  const queries = [[], ...inQuery.flatMap((name) => all([name], both)), ...all(inQuery, both)]
  return all(inPath, both)
    .flatMap((path) =>
      queries.map((query): Call => ({
        url: pathOf(route, Object.fromEntries(path)),
        query: Object.fromEntries(query),
      })),
    )
    .filter(({ url, query }) => {
      // What is all one's own is no crossing.
      const given = [...url.split('/').map(decodeURIComponent), ...Object.values(query)]
      return inPath.length + Object.keys(query).length === 0 || given.some((one) => isOf(foreign, one))
    })
}

const isOf = (things: Things, value: string): boolean =>
  Object.values(parameters).some((values) => values(things).includes(value))

/** Bodies that name what is another tenant's. */
const bodiesOf = (foreign: Things): readonly string[] =>
  [foreign.formId, foreign.tenant.sourceFormId].map((id) =>
    JSON.stringify({
      sourceFormId: id,
      formId: id,
      environmentId: foreign.tenant.environmentId,
      id: foreign.responseId,
      name: 'Taken',
      url: 'https://example.com/hook',
      events: ['response.finished'],
      steps: [1, 2].map((n) => ({ name: `${n}`, components: [{ type: 'Header', content: { title: 'T' } }] })),
    }),
  )

describe.each(operations.map((operation) => ({ name: operation.description.id, operation })))(
  '$name',
  ({ operation }) => {
    test('has no parameter that this test does not know', () => {
      expect(namesOf(operation).filter((name) => !(name in parameters))).toEqual([])
    })

    test('shows and changes nothing of another tenant, whatever ids it is given', async () => {
      const crossings: string[] = []
      for (const [own, foreign] of [
        [mine, theirs],
        [theirs, mine],
      ] as const) {
        const before = await everythingOf(foreign)
        for (const { url, query } of callsOf(operation, own, foreign))
          for (const payload of operation.method === 'GET'
            ? [undefined]
            : [undefined, ...bodiesOf(foreign)]) {
            const { body, headers, statusCode } = await it.app.inject({
              method: operation.method,
              url,
              query: { ...query },
              headers: {
                'x-api-key': own.tenant.apiKey,
                ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
              },
              ...(payload === undefined ? {} : { payload }),
            })
            const where = `${operation.method} ${url} ${JSON.stringify(query)}`
            if ((body + JSON.stringify(headers)).includes(foreign.mark)) crossings.push(where)
            expect(statusCode).toBeLessThan(500)
          }
        expect(await everythingOf(foreign)).toBe(before)
      }
      expect(crossings).toEqual([])
    })
  },
)

test('the ids that were swapped are those of things that a tenant itself can see', async () => {
  expect(Object.values(parameters).flatMap((values) => values(mine))).not.toContain('')
  for (const { tenant, mark, fileId, responseId } of [mine, theirs]) {
    const headers = { 'x-api-key': tenant.apiKey }
    const see = async (url: string) => (await it.app.inject({ url, headers })).body
    expect(await see(pathOf(routes.forms, tenant))).toContain(mark)
    expect(await see(pathOf(routes.file, { fileId }))).toBe(`file ${mark}`)
    const responses = await see(`${routes.responses}?returnPartials=true`)
    expect(responses).toContain(`answer ${mark}`)
    expect(responses).toContain(responseId)
  }
})

describe('a page', () => {
  const pages = (id: string): readonly string[] =>
    ['', '?step=1', '?step=2', '?new', '/done'].map((end) => formPath(id) + end)

  test.each(['cookie', 'hidden field'])(
    'of one tenant’s form, with the %s of another’s visitor, shows no answer and saves into no response of theirs',
    async (way) => {
      for (const [own, foreign] of [
        [mine, theirs],
        [theirs, mine],
      ] as const) {
        const before = await everythingOf(foreign)
        const cookie = way === 'cookie' ? foreign.cookie : ''
        for (const url of pages(own.formId)) {
          const { body, headers } = await it.app.inject({ url, headers: { cookie } })
          expect(body + JSON.stringify(headers)).not.toContain(foreign.mark)
        }
        const field = `q.${own.mark}-ShortInput`
        const fields = { ...(way === 'cookie' ? {} : foreign.hidden), step: '1', [field]: 'crossed' }
        const reply = await it.app.inject({
          method: 'POST',
          url: formPath(own.formId),
          headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(fields).toString(),
        })
        expect(reply.body).not.toContain(foreign.mark)
        expect(await everythingOf(foreign)).toBe(before)
      }
    },
  )

  test('is one of those that this test knows', () => {
    const ofApi = new Set(operations.map(({ route }) => route.replaceAll(/:(\w+)/g, '{$1}')))
    const others = routesIn(it.app).filter((path) => !ofApi.has(path))
    const ofForms = ['', '/done', '/accessibility', '/answers', '/save', '/anew', '/resume'].map(
      (path) => `/s/{formId}${path}`,
    )
    const lasting = ['/f/{address}', '/f/{environmentId}/{address}']
    const ofService = ['/', '/healthz', '/readyz', '/embed.js', '/style/{sha256}']
    expect(others).toEqual([...ofService, ...lasting, ...ofForms].toSorted())
  })

  test('takes no answers to questions of another tenant’s form', async () => {
    const visitor = new Visitor(it.app, { id: mine.formId })
    await visitor.open()
    await visitor.send({ [`q.${theirs.questionId}`]: 'to another', [`q.${mine.questionId}`]: 'own' })
    expect(await stored(mine.tenant.environmentId)).not.toContain('to another')
    expect(await stored(theirs.tenant.environmentId)).not.toContain('to another')
  })

  test('is found only by the id of a form', async () => {
    const { tenant, responseId, questionId, fileId, keyId } = theirs
    for (const id of [tenant.environmentId, responseId, questionId, fileId, keyId, tenant.apiKey])
      for (const url of pages(id)) expect((await it.app.inject({ url })).statusCode).toBe(404)
  })
})
