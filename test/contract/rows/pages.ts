import { expect } from 'vitest'
import { fieldName } from '../../../src/server/pages/form-steps.ts'
import { formPath, type Query } from '../../../src/wire/wire.ts'
import type { Tenant } from '../../support/test-service.ts'
import { bodyOf, component, created } from '../body.ts'
import { fillIn, type Entries } from '../fill-in.ts'
import type { Ground } from '../ground.ts'
import { rowsOf } from '../row.ts'

/** The whole way: a form that is generated, filled in on its page, and read. */
export const pageRows = [
  ...rowsOf('From page to record', {
    'the url of a new form is its public page': async (ground) => {
      const { url } = created(await ground.generate(bodyOf(ground)))
      const { status, headers, body } = await ground.call({ path: url })
      expect([status, headers['content-type'], body]).toEqual([
        200,
        'text/html; charset=utf-8',
        expect.stringContaining('Who are you?'),
      ])
    },
    'a form that is started and not completed gives a partial response': async (ground) => {
      const formId = await generated(ground)
      await fillIn(ground, formId, [[{ '': 'Ada' }]])
      expect(await ground.records({ formId })).toEqual([])
      expect(await ground.records({ formId, returnPartials: 'true' })).toEqual([
        expect.objectContaining({
          finished: false,
          status: 1,
          data: [answer('ShortInput', { value: 'Ada' })],
        }),
      ])
    },
    'a form that is completed gives a complete response, and the partial one is no more': async (ground) => {
      const formId = await generated(ground)
      await fillIn(ground, formId, [[{ '': 'Ada' }], [{ '': 'Countess' }]])
      const queries: readonly Query[] = [{ formId }, { formId, returnPartials: 'true' }, {}]
      for (const query of queries)
        expect(await ground.records(query)).toEqual([
          expect.objectContaining({
            finished: true,
            status: 2,
            formId,
            data: [answer('ShortInput', { value: 'Ada' }), answer('ShortInput', { value: 'Countess' })],
          }),
        ])
    },
    'a question that is not answered has no entry': async (ground) => {
      const formId = await generated(ground)
      await fillIn(ground, formId, [[], [{ '': 'Countess' }]])
      const [record] = await ground.records({ formId })
      expect(record?.data).toEqual([answer('ShortInput', { value: 'Countess' })])
    },
    'every person who fills in gets a response of their own': async (ground) => {
      const formId = await generated(ground)
      for (const name of ['Ada', 'Grace']) await fillIn(ground, formId, [[{ '': name }], []])
      const records = await ground.records({ formId })
      expect(records.map(({ data }) => data[0]?.response['value'])).toEqual(['Grace', 'Ada'])
      expect(new Set(records.map(({ id }) => id)).size).toBe(2)
    },
    'personAttributes tell of the person who submitted': async (ground) => {
      const formId = await generated(ground)
      await fillIn(ground, formId, [[], []])
      const [record] = await ground.records({ formId })
      expect(record?.personAttributes).toEqual({
        ip: '127.0.0.1',
        country: expect.any(String),
        visitedForm: 1,
        completedForm: 1,
      })
    },
    'the page of a deleted form is gone': async (ground) => {
      const { id, url } = created(await ground.generate(bodyOf(ground)))
      await ground.store.forms.delete(id, '2026-04-01T00:00:00.000Z')
      expect((await ground.call({ path: url })).status).toBe(404)
    },
  }),
  ...rowsOf('Answer entry', {
    'an IdentityInfo answer carries one string member for each identity key that was collected': async (
      ground,
    ) => {
      const keys = ['firstName', 'lastName', 'emailAddress', 'companyName']
      const fields = keys.map((key) => ({ key, label: key }))
      const given = { firstName: 'Ada', emailAddress: 'ada@example.com', companyName: 'Engines & Sons' }
      expect(await answerTo(ground, component('IdentityInfo', { fields }), given)).toEqual(
        answer('IdentityInfo', given),
      )
    },
  }),
  ...rowsOf('Our choice: answers of other types', {
    'ShortInput, LongInput and EmailForm: value': async (ground) => {
      for (const type of ['ShortInput', 'LongInput', 'EmailForm']) {
        const asked = component(type, { question: 'What?' })
        expect(await answerTo(ground, asked, { '': 'ada@example.com' })).toEqual(
          answer(type, { headline: 'What?', value: 'ada@example.com' }),
        )
      }
    },
    'PasswordInput: provided, and never what was typed': async (ground) => {
      const asked = component('PasswordInput', { question: 'What?' })
      const entry = await answerTo(ground, asked, { '': 'swordfish' })
      expect(entry).toEqual(answer('PasswordInput', { headline: 'What?', provided: true }))
      expect(JSON.stringify(await ground.records())).not.toContain('swordfish')
    },
    'Dropdown: selected, an array where several may be': async (ground) => {
      const options = ['Red', 'Green', 'Blue']
      const one = component('Dropdown', { options })
      expect(await answerTo(ground, one, { '': 'Green' })).toEqual(answer('Dropdown', { selected: 'Green' }))
      const many = component('Dropdown', { options, isMulti: true })
      expect(await answerTo(ground, many, { '': ['Blue', 'Red'] })).toEqual(
        answer('Dropdown', { selected: ['Red', 'Blue'] }),
      )
    },
    'MultipleOptionsQuestion and GraphicOptions: every option, ticked or not': async (ground) => {
      for (const type of ['MultipleOptionsQuestion', 'GraphicOptions']) {
        const asked = component(type, { options: ['Red', 'Green'], isMulti: true })
        expect(await answerTo(ground, asked, { '': 'Green' })).toEqual(
          answer(type, {
            choices: [
              { key: 'Red', value: false, index: 0 },
              { key: 'Green', value: true, index: 1 },
            ],
            selectedOther: false,
          }),
        )
      }
    },
    'FileUploader: files, each with name, size, contentType and a url that a key opens': async (ground) => {
      const asked = component('FileUploader', { question: 'Your notes?' })
      const { id: formId } = created(await ground.generate(bodyOf(ground, asked)))
      await sendFile(ground, formId)
      const [record] = await ground.records({ formId, returnPartials: 'true' })
      const [file] = (record?.data[0]?.response['files'] ?? []) as { url: string }[]
      expect(file).toEqual({
        name: 'notes.txt',
        size: 9,
        contentType: 'text/plain',
        url: expect.stringMatching(/^\/api\/v1\/files\//),
      })
      const ask = async ({ apiKey }: Tenant): Promise<unknown> =>
        (await ground.call({ path: file?.url ?? '', headers: { 'x-api-key': apiKey } })).body
      expect(await ask(ground.ours)).toBe('the notes')
      expect(await ask(ground.theirs)).toEqual({ message: 'File not found' })
    },
    'SchedulerScreen: booked': async (ground) => {
      const asked = component('SchedulerScreen', { url: 'https://calendar.example/me' })
      expect(await answerTo(ground, asked, { booked: 'yes' })).toEqual(
        answer('SchedulerScreen', { booked: true }),
      )
    },
  }),
]

/** A form of two steps with a question each. */
const generated = async (ground: Ground): Promise<string> => created(await ground.generate(bodyOf(ground))).id

/** The entry in the record of one answer to one component of a form that is completed. */
async function answerTo(ground: Ground, asked: unknown, given: Entries[number]): Promise<unknown> {
  const { id: formId } = created(await ground.generate(bodyOf(ground, asked)))
  await fillIn(ground, formId, [[given], []])
  const [record] = await ground.records({ formId })
  return record?.data[0]
}

/** Sends a file as the answer of a form's first component. */
async function sendFile(ground: Ground, formId: string): Promise<void> {
  const form = await ground.store.forms.get(formId)
  const field = fieldName(form?.steps[0]?.components[0]?.questionId ?? '', '')
  const lines = [
    '--border',
    `Content-Disposition: form-data; name="${field}"; filename="notes.txt"`,
    'Content-Type: text/plain',
    '',
    'the notes',
    '--border--',
    '',
  ]
  const headers = { 'content-type': 'multipart/form-data; boundary=border' }
  const path = formPath(formId)
  expect((await ground.call({ method: 'POST', path, headers, body: lines.join('\r\n') })).status).toBe(200)
}

const answer = (type: string, members: Readonly<Record<string, unknown>>): unknown => ({
  questionId: expect.any(String),
  response: {
    type,
    headline: expect.any(String),
    componentShapeVersion: '2.0',
    ...members,
  },
})
