import { sampleLabel } from '../support/samples.ts'
import { describe, expect, test } from 'vitest'
import { readRefusal, readCreated, readAnnouncement, readForms } from '../../src/wire/replies.ts'
import { replyOf } from '../support/scripted-service.ts'

const where = ' of https://forms.example/x'
const summary = {
  id: 'f',
  name: 'A',
  url: '/s/f',
  createdAt: '2026-03-01T09:00:00.000Z',
  complete: 2,
  partial: 1,
}

describe('the reply of generate', () => {
  const form = { id: 'f', url: '/s/f' }
  test.each([
    ['is read', { success: true, result: { form } }, form],
    [
      'may hold more than we know',
      { success: true, trace: 1, result: { form: { ...form, name: 'A' } } },
      form,
    ],
    ['may leave success out', { result: { form } }, form],
    ['may say that no form was created', { success: false, result: {} }, undefined],
  ])('%s', async (_, body, expected) => {
    expect(await readCreated(replyOf({ body }), where)).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['no form', { success: true, result: {} }],
    ['a form without url', { success: true, result: { form: { id: 'f' } } }],
    ['an empty id', { success: true, result: { form: { ...form, id: '' } } }],
    ['a list', []],
    ['null', 'null'],
  ])('of another shape is not taken: %s', async (_, body) => {
    await expect(readCreated(replyOf({ body }), where)).rejects.toMatchObject({ code: 'reply-unreadable' })
  })
})

test('the list of forms is read, with or without counts', async () => {
  const { complete: _complete, partial: _partial, ...bare } = summary
  expect(await readForms(replyOf({ body: { data: [summary, bare] } }), where)).toEqual([
    { ...summary, isCounted: true },
    { ...bare, complete: 0, partial: 0, isCounted: false },
  ])
})

test('the list of forms has the addresses that are texts', async () => {
  const addresses: unknown[] = ['/f/feedback', 7, '', null, {}]
  const forms = await readForms(
    replyOf({ body: { data: addresses.map((address) => Object.assign({}, summary, { address })) } }),
    where,
  )
  expect(forms.map((form) => form.address)).toEqual(['/f/feedback', ...Array(4).fill(undefined)])
})

test('the list of forms has the labels that we know, without what we do not know of them', async () => {
  const label = sampleLabel({ document: 2 })
  const hash = label.content
  const labels: unknown[] = [
    { ...label, later: 1 },
    'forms/a.yaml',
    [],
    null,
    {},
    { spec: 'a.yaml' },
    { content: hash },
    { spec: '', content: hash },
    { spec: 7, content: hash },
    { ...label, content: [hash] },
    { ...label, content: `${hash}0` },
    { ...label, content: hash.toUpperCase() },
    { ...label, document: '2' },
    { ...label, document: 0 },
    { ...label, document: null },
    { ...label, project: null },
    { ...label, row: 3 },
    { ...label, replaces: '' },
  ]
  const forms = await readForms(
    replyOf({ body: { data: labels.map((each) => ({ ...summary, label: each })) } }),
    where,
  )
  expect(forms.map((form) => form.label)).toEqual([label, ...labels.slice(1).map(() => undefined)])
})

test.each<[string, unknown]>([
  ['no list', { data: {} }],
  ['a form without id', { data: [{ ...summary, id: 7 }] }],
])('a list of forms of another shape is not taken: %s', async (_, body) => {
  await expect(readForms(replyOf({ body }), where)).rejects.toMatchObject({ code: 'reply-unreadable' })
})

test.each<[string, unknown, readonly string[]]>([
  ['known ones', { extensions: ['forms-list', 'teleport'] }, ['forms-list']],
  ['none', {}, []],
  ['something else', { extensions: 'forms-list' }, []],
])('announced extensions are those that we know: %s', async (_, body, expected) => {
  expect(await readAnnouncement(replyOf({ body }), where)).toMatchObject({ extensions: expected })
})

describe('a refusal', () => {
  const fault = { message: 'At least 1', path: ['steps', 0, 'components', 1, 'content'] }
  test.each([
    [
      'of the contract',
      {
        status: 400,
        body: { message: 'Invalid request body', errors: [fault, { message: 'x', path: [1.5] }, 7] },
      },
      {
        status: 400,
        isInShape: true,
        message: 'Invalid request body',
        faults: [fault, { message: 'x', path: [] }],
      },
    ],
    [
      'that is a page',
      { status: 502, body: '<h1>Bad gateway</h1>' },
      {
        status: 502,
        isInShape: false,
        isPage: true,
        message: 'the reply cannot be used: it is not JSON: it starts with "<h1>Bad gateway</h1>"',
        faults: [],
      },
    ],
    [
      'of another shape',
      { status: 418, body: { error: 'teapot' } },
      { status: 418, isInShape: false, message: 'it answered {"error":"teapot"}', faults: [] },
    ],
    [
      'without a word',
      { status: 500 },
      { status: 500, isInShape: false, message: 'it gave no reason', faults: [] },
    ],
    [
      'that leads elsewhere',
      { status: 302, headers: { location: 'https://other.example/' } },
      {
        status: 302,
        isInShape: false,
        message: 'it gave no reason',
        faults: [],
        target: 'https://other.example/',
      },
    ],
    [
      'that asks for patience',
      { status: 429, headers: { 'retry-after': '9' }, body: { message: 'Slow down' } },
      { status: 429, isInShape: true, message: 'Slow down', faults: [], retryAfter: '9' },
    ],
    [
      'whose body breaks off, since its status says enough',
      { status: 404, body: '{"mess', breaks: new Error('gone') },
      { status: 404, isInShape: false, message: 'it gave no reason', faults: [] },
    ],
  ])('%s', async (_, reply, expected) => {
    expect(await readRefusal(replyOf(reply))).toEqual(expected)
  })
})
