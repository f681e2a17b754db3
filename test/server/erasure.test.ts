import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashKey } from '../../src/server/keys.ts'
import type { PublishedForm } from '../../src/form/form.ts'
import { filesOf, type Answer } from '../../src/form/response.ts'
import { pathOf, routes } from '../../src/wire/wire.ts'
import { notLast, pageServer, type PageServer, type ShortStep } from '../support/page-server.ts'
import { at, sampleKey, sampleSave } from '../support/samples.ts'
import { storedBytes, storeFile } from '../support/stored-files.ts'
import { storedRecords } from '../support/stored-records.ts'
import { ours, startTestService, theirs, type TestService } from '../support/test-service.ts'

describe('DELETE of responses', () => {
  let it: TestService
  beforeEach(async () => void (it = await startTestService()))
  afterEach(() => it.close())

  const url = pathOf(routes.environmentResponses, { environmentId: ours.environmentId })
  const erase = async (query: string, apiKey = ours.apiKey, path = url) => {
    const headers = { 'x-api-key': apiKey }
    const reply = await it.app.inject({ method: 'DELETE', url: `${path}?${query}`, headers })
    return { status: reply.statusCode, body: reply.json<unknown>() }
  }

  const save = (responseId: string, response: object, tenant = ours, isFinished = true): Promise<unknown> =>
    it.store.responses.save(
      sampleSave({
        responseId,
        environmentId: tenant.environmentId,
        formId: tenant.sourceFormId,
        isFinished,
        // A record holds whatever a type stores.
        answers: [{ questionId: 'question-a', response: { headline: '', ...response } as Answer }],
      }),
    )

  const left = async (tenant = ours): Promise<readonly string[]> =>
    (await storedRecords(it.store, { environmentId: tenant.environmentId, withPartials: true }))
      .map(({ id }) => id)
      .toSorted()

  const short = { type: 'ShortInput', value: 'hello' }

  test('by id erases those responses with their files, and lists what was erased', async () => {
    const place = { environmentId: ours.environmentId, formId: ours.sourceFormId, responseId: 'a' }
    await storeFile(it.deps, { id: 'upload-1', questionId: 'question-b', ...place }, 'bytes')
    for (const id of ['a', 'b', 'c']) await save(id, short)
    const formId = ours.sourceFormId
    expect(await erase('id=a&id=c&id=none')).toEqual({
      status: 200,
      body: {
        data: [
          { id: 'a', formId, uploads: 1 },
          { id: 'c', formId, uploads: 0 },
        ],
      },
    })
    expect(await left()).toEqual(['b'])
    expect(await it.store.uploads.get(ours.environmentId, 'upload-1')).toBeUndefined()
    expect(await storedBytes(it.deps.blobs, 'upload-1')).toBeUndefined()
    expect(await it.store.uploads.claim(it.deps.now(), 10)).toMatchObject([{ id: 'upload-1' }])
    expect(await erase('id=a')).toEqual({ status: 200, body: { data: [] } })
    const events = await it.store.events.after(ours.environmentId, 0, 100)
    expect(
      events.filter(({ type }) => type === 'response.erased').map(({ responseId }) => responseId),
    ).toEqual(['a', 'c'])
  })

  test('by e-mail erases every response that holds the address, partial ones too', async () => {
    await save('form', { type: 'EmailForm', value: ' Ada@Example.COM ' })
    await save('partial', { type: 'EmailForm', value: 'ada@example.com' }, ours, false)
    await save('identity', { type: 'IdentityInfo', emailAddress: 'ada@example.com' })
    await save('work', { type: 'IdentityInfo', fullName: 'Ada', workEmailAddress: 'ADA@example.com' })
    await save('text', { type: 'ShortInput', value: 'ada@example.com' })
    await save('longer', { type: 'EmailForm', value: 'ada@example.com.au' })
    await save('other', { type: 'EmailForm', value: 'bob@example.com' })
    await save('theirs', { type: 'EmailForm', value: 'ada@example.com' }, theirs)
    const { status, body } = await erase(`email=${encodeURIComponent('ada@EXAMPLE.com ')}`)
    expect(status).toBe(200)
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id).toSorted()).toEqual([
      'form',
      'identity',
      'partial',
      'work',
    ])
    expect(await left()).toEqual(['longer', 'other', 'text'])
    expect(await left(theirs)).toEqual(['theirs'])
  })

  test.each([
    ['ada@example.org', '\u200bAda@example.org'],
    ['ada@example.org', 'ad\u00ada@example.org\ufe0f'],
    ['ada@example.org', 'ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
    ['\ufeffａda＠example.org\u202c', 'ada@example.org'],
    ['ada@exämple.org', 'ada@xn--exmple-cua.org'],
    ['ada@xn--exmple-cua.org', 'ada@exa\u0308mple.org'],
  ])('by %j finds %j', async (email, value) => {
    await save('a', { type: 'EmailForm', value })
    await save('b', { type: 'IdentityInfo', emailAddress: value, fullName: 'Ada' })
    await save('c', { type: 'IdentityInfo', fullName: 'ada@', city: 'example.org' })
    await erase(`email=${encodeURIComponent(email)}`)
    expect(await left()).toEqual(['c'])
  })

  test('finds responses on every page of the store', async () => {
    const value = 'x'.repeat(100_000)
    for (let i = 0; i < 12; i += 1) {
      await save(`text-${i}`, { type: 'LongInput', value })
      await save(`mail-${i}`, { type: 'EmailForm', value: 'ada@example.com' })
    }
    await erase('email=ada@example.com')
    expect((await left()).filter((id) => id.startsWith('mail'))).toEqual([])
    expect(await left()).toHaveLength(12)
  })

  test.each([
    ['', 'id', 'Give either id or email.'],
    ['id=a&email=ada@example.com', 'id', 'Give either id or email.'],
    ['id=', 'id', 'An id is empty.'],
    ['id=a&id=', 'id', 'An id is empty.'],
    ['email=', 'email', 'email is one e-mail address.'],
    ['email=ada', 'email', 'email is one e-mail address.'],
    ['email=ada@example.com&email=bob@example.com', 'email', 'email is one e-mail address.'],
    [Array.from({ length: 101 }, (_, i) => `id=${i}`).join('&'), 'id', 'Give at most 100 ids at once.'],
  ])('with %.60j erases nothing', async (query, path, message) => {
    await save('a', short)
    expect(await erase(query)).toEqual({
      status: 400,
      body: { message: 'Invalid query parameters', errors: [{ path: [path], message }] },
    })
    expect(await left()).toEqual(['a'])
  })

  test('needs the scope manage, in the environment of the key', async () => {
    await save('a', short)
    await save('theirs', short, theirs)
    await it.store.keys.create(sampleKey({ id: 'k', hash: hashKey('key'), scopes: ['read', 'generate'] }))
    expect((await erase('id=a', 'key')).status).toBe(403)
    expect((await erase('id=theirs')).body).toEqual({ data: [] })
    expect((await erase('id=a', theirs.apiKey)).status).toBe(404)
    expect([await left(), await left(theirs)]).toEqual([['a'], ['theirs']])
  })
})

describe('the page of an erased response', () => {
  let server: PageServer
  beforeAll(async () => void (server = await pageServer()))
  afterAll(() => server.close())

  const steps: readonly ShortStep[] = [
    ['A', ['ShortInput', { question: 'Who?' }]],
    ['B', ['ShortInput'], ['FileUploader']],
    ['C', ['ShortInput']],
  ]

  const eraseAll = async (form: PublishedForm): Promise<void> => {
    const keys = (await server.responses(form)).map(({ id }) => ({ formId: form.id, id }))
    expect(keys).toHaveLength(1)
    await server.deps.store.responses.erase(form.environmentId, keys, at(0))
  }

  /** A visitor who did the first step, and whose response was then erased. */
  async function erased(takesCookies = true) {
    const form = await server.publish(steps)
    const visitor = server.visitor(form, { takesCookies })
    await visitor.open()
    await visitor.send({ 'q.q0': 'Ada' })
    await eraseAll(form)
    return { form, visitor }
  }

  test.each(['', '?step=2', '?step=3', '/done'])('leads to the first step, empty: %s', async (path) => {
    const { form, visitor } = await erased()
    await visitor.open(path)
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('Step 1 of 3')])
    expect(visitor.page).not.toContain('Ada')
    await visitor.send({ 'q.q0': 'Bob' })
    await visitor.send({ 'q.q1': 'b' })
    await visitor.send({ 'q.q3': 'c' })
    expect(visitor.text).toContain('Thank you')
    expect(await server.responses(form)).toMatchObject([{ finished: true }])
  })

  test.each([true, false])(
    'that is still open keeps what is sent as a new response, and asks for the rest; with cookies: %s',
    async (takesCookies) => {
      const { form, visitor } = await erased(takesCookies)
      const file = { field: 'q.q2', name: 'a.txt', bytes: 'hello' }
      await visitor.send({ 'q.q1': 'b' }, [file])
      expect(visitor.status).toBe(200)
      expect(visitor.text).toContain('This visit could not be continued')
      expect(visitor.text).toContain('Step 1 of 3')
      await visitor.send({ 'q.q0': 'Bob' })
      const [record, ...others] = await server.responses(form)
      expect(others).toEqual([])
      expect(record?.data.map(({ questionId }) => questionId)).toEqual(['q0', 'q1', 'q2'])
      const [stored] = filesOf(record?.data[2]?.response)
      const id = stored?.url.split('/').at(-1) ?? ''
      expect(await server.deps.store.uploads.get(form.environmentId, id)).toMatchObject({
        responseId: record?.id,
      })
    },
  )

  test('at its first step, not yet done, keeps what is sent as a new response', async () => {
    const { visitor, form } = await server.visit(notLast(['ShortInput'], ['EmailForm']))
    await visitor.send({ 'q.q0': 'Ada', 'q.q1': 'no address' })
    await eraseAll(form)
    await visitor.send({ 'q.q0': 'Ada', 'q.q1': 'ada@example.com' })
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('Step 2 of 2')])
    await visitor.send({ 'q.q2': 'End' })
    expect(await server.responses(form)).toMatchObject([{ finished: true, data: { length: 3 } }])
  })

  test('that was finished is a form to fill in anew', async () => {
    const { visitor, form } = await server.visit(steps)
    await visitor.send({ 'q.q0': 'Ada' })
    await visitor.send({ 'q.q1': 'b' })
    await visitor.send({ 'q.q3': 'c' })
    await eraseAll(form)
    await visitor.open()
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('Step 1 of 3')])
  })
})
