import { describe, expect, test } from 'vitest'
import { pathOf, routes, type Call, type Query } from '../../../src/wire/wire.ts'
import { at, sampleForm, sampleSave } from '../../support/samples.ts'
import { callOf, ours, sharedTestService, textOf, theirs } from '../../support/test-service.ts'

const server = await sharedTestService()

async function ask(call: Partial<Call> & { path: string }, as = ours): Promise<[number, unknown]> {
  const reply = await server.service(callOf({ headers: { 'x-api-key': as.apiKey }, ...call }))
  return [reply.status, JSON.parse(await textOf(reply))]
}

const { environmentId } = ours
const form = (formId: string): string => pathOf(routes.form, { environmentId, formId })
const close = (formId: string): string => pathOf(routes.closeForm, { environmentId, formId })
const unknown = [404, { message: 'Form not found' }]

describe('a form', () => {
  test('is shown with its questions and counts', async () => {
    const shown = sampleForm({ id: 'shown', sourceFormId: 'source-1' })
    await server.store.forms.create(shown)
    for (const [responseId, isFinished] of [
      ['a', true],
      ['b', true],
      ['c', false],
    ] as const)
      await server.store.responses.save(sampleSave({ formId: 'shown', responseId, isFinished }))
    expect(await ask({ path: form('shown') })).toEqual([
      200,
      {
        data: {
          id: 'shown',
          name: 'Contact',
          url: '/s/shown',
          createdAt: at(0),
          complete: 2,
          partial: 1,
          sourceFormId: 'source-1',
          steps: shown.steps,
        },
      },
    ])
  })

  test('is closed once', async () => {
    await server.store.forms.create(sampleForm({ id: 'open' }))
    const first = await ask({ method: 'POST', path: close('open') })
    const closedAt = expect.stringMatching(/Z$/)
    expect(first).toMatchObject([200, { data: { id: 'open', closedAt } }])
    expect(await ask({ method: 'POST', path: close('open') })).toEqual(first)
    expect(await ask({ path: form('open') })).toEqual(first)
  })

  test('is deleted, and then is not there', async () => {
    await server.store.forms.create(sampleForm({ id: 'old' }))
    expect(await ask({ method: 'DELETE', path: form('old') })).toEqual([
      200,
      { data: { id: 'old', deletedAt: expect.stringMatching(/Z$/) } },
    ])
    expect(await ask({ method: 'DELETE', path: form('old') })).toEqual(unknown)
    expect(await ask({ method: 'POST', path: close('old') })).toEqual(unknown)
    expect(await ask({ path: form('old') })).toEqual(unknown)
  })

  test.each([ours.sourceFormId, 'nowhere', '\u0000'])(
    'of another environment, or none, meets one answer: %s',
    async (formId) => {
      for (const [method, path] of [
        ['GET', form(formId)],
        ['DELETE', form(formId)],
        ['POST', close(formId)],
      ] as const) {
        const there = path.replace(environmentId, theirs.environmentId)
        expect(await ask({ method, path: there }, theirs)).toEqual(unknown)
        expect(await ask({ method, path }, theirs)).toEqual([404, { message: 'Environment not found' }])
      }
      expect((await ask({ path: form(ours.sourceFormId) }))[0]).toBe(200)
    },
  )

  test('takes these methods only', async () => {
    for (const [method, path, allow] of [
      ['PUT', form('shown'), 'GET, DELETE, HEAD'],
      ['GET', close('shown'), 'POST'],
    ] as const) {
      const reply = await server.app.inject({ method, url: path, headers: { 'x-api-key': ours.apiKey } })
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
    }
  })
})

describe('one response', () => {
  const path = (formId: string, responseId: string): string => pathOf(routes.response, { formId, responseId })

  test('is read by its form and id, complete or not', async () => {
    for (const isFinished of [false, true]) {
      const responseId = `one ${isFinished}`
      const save = sampleSave({ formId: ours.sourceFormId, responseId, isFinished })
      const { record } = await server.store.responses.save(save)
      expect(await ask({ path: path(ours.sourceFormId, responseId) })).toEqual([200, { data: record }])
    }
  })

  test('of another form, of another environment, erased, or none, is not found', async () => {
    const save = sampleSave({ formId: ours.sourceFormId, responseId: 'gone' })
    await server.store.responses.save(save)
    await server.store.responses.erase(environmentId, [{ formId: ours.sourceFormId, id: 'gone' }], at(9))
    const notFound = [404, { message: 'Response not found' }]
    expect(await ask({ path: path(ours.sourceFormId, 'gone') })).toEqual(notFound)
    expect(await ask({ path: path(ours.sourceFormId, 'nowhere') })).toEqual(notFound)
    expect(await ask({ path: path('shown', 'one true') })).toEqual(notFound)
    expect(await ask({ path: path(ours.sourceFormId, 'one true') }, theirs)).toEqual(notFound)
  })
})

describe('changes', () => {
  const read = async (query: Call['query']): Promise<unknown> =>
    (await ask({ path: routes.changes, query }, theirs))[1]

  test('come in order, in pieces, without answers', async () => {
    const save = { environmentId: theirs.environmentId, formId: theirs.sourceFormId, responseId: 'r' }
    await server.store.responses.save(sampleSave({ ...save, at: at(1) }))
    await server.store.responses.save(sampleSave({ ...save, at: at(2), isFinished: true }))
    const all = [
      { seq: 1, type: 'form.created', formId: 'source-2', responseId: '', at: at(0), version: 1 },
      { seq: 2, type: 'response.started', formId: 'source-2', responseId: 'r', at: at(1), version: 1 },
      { seq: 3, type: 'response.finished', formId: 'source-2', responseId: 'r', at: at(2), version: 2 },
    ]
    expect(await read({})).toEqual({ data: all, last: 3 })
    expect(await read({ after: '1', limit: '1' })).toEqual({ data: all.slice(1, 2), last: 3 })
    expect(await read({ after: '3' })).toEqual({ data: [], last: 3 })
  })

  test.each<Query>([{ after: '-1' }, { after: 'x' }, { limit: '0' }, { limit: '1001' }])(
    'with %j are refused',
    async (query) => {
      expect(await ask({ path: routes.changes, query })).toMatchObject([
        400,
        { message: 'Invalid query parameters', errors: [{ path: Object.keys(query) }] },
      ])
    },
  )
})
