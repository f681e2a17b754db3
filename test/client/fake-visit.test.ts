import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkSpec } from '../../src/authoring/authoring.ts'
import { publishedParts, questionIdsByType } from '../../src/form/components.ts'
import type { Form, PublishedForm } from '../../src/form/form.ts'
import { fakeResponse, type FakeResponse } from '../../src/form/fake-responses.ts'
import type { ResponseRecord } from '../../src/form/response.ts'
import { giveResponse } from '../../src/client/client.ts'
import { newId } from '../../src/server/keys.ts'
import { buildApp, serviceOf } from '../../src/server/server.ts'
import { isLong } from '../support/is-long.ts'
import { everyComponent, everyRequired } from '../support/every-component.ts'
import { defaultStyle } from '../../src/server/style.ts'
import { sharedPageServer } from '../support/page-server.ts'

const server = await sharedPageServer()
let time = 0
const app = buildApp({ ...server.deps, now: () => new Date(time).toISOString() })
const service = serviceOf(app)

/** The forms of the specs of a folder that have no errors. */
const formsIn = (folder: string, isSpec = /\.ya?ml$/): [string, Form][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => isSpec.test(file))
    .flatMap((file) => {
      const { forms, findings } = checkSpec(readFileSync(`${folder}/${file}`))
      const isBroken = findings.some(({ severity }) => severity === 'error')
      // A spec without errors holds forms.
      return isBroken ? [] : forms.map(({ value }): [string, Form] => [`${folder}/${file}`, value as Form])
    })

const specs = [
  ...formsIn('fixtures/specs', /good\.yaml$/),
  ...formsIn('src/authoring/templates'),
  ...formsIn('docs/examples', /feedback\.yaml$/),
]

const until = new Date('2026-02-28T23:59:59.999Z')

/** Everything but what a service makes: ids, the addresses of files, and whence a person comes. */
const shown = ({ formId: _form, id: _id, meta, personAttributes, ...record }: ResponseRecord) => ({
  ...JSON.parse(JSON.stringify(record).replaceAll(/\/api\/v1\/files\/\w+/g, 'a file')),
  meta: { ...meta, leadId: '' },
  completedForm: personAttributes.completedForm,
})

/** Sends fake responses to a form, and reads them back: what was made, and what is stored. */
async function sendTo(form: PublishedForm, count: number) {
  const hidden = new URLSearchParams((form.settings?.hiddenFields ?? []).map((name) => [name, 'synthetic']))
  const made: FakeResponse[] = []
  for (let i = 0; i < count; i++) {
    const response = fakeResponse(form, i, { seed: 7, count, until, days: 30 })
    made.push(response)
    const beforeRequest = (sent: number): void => {
      time =
        Date.parse(response.times[Math.max(0, sent - 1)] ?? response.times.at(-1) ?? '') -
        (sent === 0 ? 1e4 : 0)
    }
    await giveResponse(service, `/s/${form.id}?${hidden.toString()}`, response, beforeRequest)
  }
  const stored = await server.responses(form)
  const sort = (records: readonly ResponseRecord[]): object[] =>
    records
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
      .map(shown)
      // Where each question has a page of its own, there are more times.
      .map((record) => (form.style.layout.questions === 'one' ? record.data : record))
  return { made: sort(made.map(({ record }) => record)), stored: sort(stored), records: stored }
}

test.each(specs)('a service takes the responses to %s, and gives back the same', async (file, spec) => {
  const { settings, ...parts } = publishedParts(spec, questionIdsByType())
  const { closesAt: _closes, responseLimit: _limit, ...rest } = settings ?? {}
  const form = {
    ...(await server.publish([], {})),
    id: newId(server.deps.randomBytes),
    ...parts,
    settings: rest,
  }
  await server.deps.store.forms.create(form)
  const { made, stored } = await sendTo(form, isLong ? 300 : file.startsWith('fixtures') ? 2 : 6)
  expect(stored).toEqual(made)
})

test.each([
  ['every component', everyComponent],
  ['every required question at once', [everyRequired, ['Thanks', ['Header', { title: 'Bye' }]]] as const],
])('a service takes the responses to %s, and gives back the same', async (_, steps) => {
  const { made, stored, records } = await sendTo(await server.publish(steps), isLong ? 1000 : 25)
  expect(stored).toEqual(made)
  expect(records.some(({ finished }) => finished)).toBe(true)
})

test('a form in several languages, one question a page, with jumps and hidden fields, takes them, too', async () => {
  const form = await server.publish(
    [
      [
        'One',
        ['Number', { question: 'How much?', min: 0.5, step: 0.25 }, { required: true }],
        ['Date', { question: 'When?', min: 'today' }],
      ],
      [
        'Two',
        ['ShortInput', { question: 'Code?', pattern: '[A-Z]{2}-(\\d{4}|x+)' }, { required: true }],
        ['Dropdown', { question: 'Where?', options: ['Here', 'There'], other: true }],
      ],
      [
        'Three',
        [
          'LongInput',
          { question: 'Why?', minLength: 300, maxLength: 310 },
          { visibleIf: { question: 'q3', is: 'Here' } },
        ],
      ],
      ['Four', ['Statement', { text: 'Nearly done.' }]],
      ['Thanks', ['Header', { title: 'Bye' }]],
    ],
    {
      style: { ...defaultStyle, layout: { ...defaultStyle.layout, questions: 'one' } },
      language: 'de',
      translations: { fr: { 'Where?': 'Où ?' }, ar: {} },
      settings: { hiddenFields: ['campaign'] },
    },
  )
  const { made, stored, records } = await sendTo(form, isLong ? 1000 : 40)
  expect(stored).toEqual(made)
  expect(new Set(records.map(({ meta }) => meta['language']))).toEqual(new Set(['de', 'fr', 'ar']))
  expect(new Set(records.map(({ meta }) => meta['campaign']))).toEqual(new Set(['synthetic']))
})

test('a form that is closed refuses them', async () => {
  const form = await server.publish(everyComponent)
  await server.closeForm(form)
  await expect(sendTo(form, 1)).rejects.toThrow('closed')
})
