import { describe, expect, test } from 'vitest'
import { componentTypes } from '../../../src/form/components.ts'
import { readAnswer } from '../../../src/form/read-answer.ts'
import { exampleContent, typeNames, type Content } from '../../../src/form/schema.ts'
import { pageComponents } from '../../../src/server/generated/page-components.ts'
import { loadReferenceData } from '../../../src/server/reference-data.ts'
import { decode, sharedPageServer } from '../../support/page-server.ts'

const referenceData = await loadReferenceData()
const server = await sharedPageServer()

/** What people give beyond the samples of the types, with the content that takes it. */
const more: readonly (readonly [keyof typeof componentTypes, Content, Record<string, readonly string[]>])[] =
  [
    [
      'MultipleOptionsQuestion',
      { choices: ['A', 'B'], isMulti: true, other: true },
      { '': ['A', '__other__'], other: ['Mine'] },
    ],
    ['MultipleOptionsQuestion', { choices: ['A', 'B'], other: true }, { '': ['__other__'], other: ['Mine'] }],
    // Typed, but not chosen.
    ['MultipleOptionsQuestion', { choices: ['A', 'B'], other: true }, { other: ['Mine'] }],
    ['Dropdown', { options: ['A', 'B'], other: true }, { other: ['Mine'] }],
    [
      'GraphicOptions',
      { choices: ['A', 'B'], isMulti: true, other: true },
      { '': ['B', '__other__'], other: ['A'] },
    ],
    [
      'Dropdown',
      { options: ['A', 'B'], isMulti: true, other: true },
      { '': ['A', 'B', '__other__'], other: ['Mine'] },
    ],
    ['Dropdown', { options: ['A', 'B'], other: true }, { '': ['__other__'], other: ['Mine'] }],
    ['Number', {}, { '': ['-12345'] }],
    ['Phone', { includeDialCode: true }, { '': ['+4930123456'], country: [''] }],
    [
      'IdentityInfo',
      { fields: [{ key: 'phoneNumber', label: 'Phone', includeDialCode: true }] },
      { phoneNumber: ['030 123456'], phoneNumberCountry: ['DE'] },
    ],
    ['Consent', { text: 'Yes' }, { '': ['yes'] }],
  ]

/** What is stored when it is sent: a file has to come along, a password leaves nothing in its box. */
const unseen: ReadonlySet<unknown> = new Set(['secret', 'files'])

const samples = typeNames.flatMap((type) => {
  const { asks, answerKind } = componentTypes[type]
  if (!asks || unseen.has(answerKind)) return []
  const fields = new Map(Object.entries(asks.sample).map(([field, text]) => [field, [text]]))
  return [[type, exampleContent(type), fields] as const]
})
const given = more.map(([type, content, fields]) => [type, content, new Map(Object.entries(fields))] as const)
const all = [...samples, ...given]

describe.each(['en', 'de', 'ar'])(
  'in %s, an answer that is drawn again and sent unchanged stays what it is',
  (language) => {
    test.each(all)('%s %j', (type, content, fields) => {
      const read = (sent: ReadonlyMap<string, readonly string[]>) =>
        readAnswer(componentTypes[type], content, { fields: sent, files: [], referenceData, language })
      const first = read(fields)
      expect(first?.problems).toEqual([])
      const { refill } = pageComponents[type]
      const again = first?.response && refill?.(first.response, content, language)
      expect(read(again ?? new Map())).toEqual(first)
    })
  },
)

describe('a step that is opened again and sent as it is', () => {
  test.each(all)('leaves the answer to a %s %j', async (type, content, fields) => {
    const { visitor, form } = await server.visit([
      ['One', [type, content]],
      ['Two', ['ShortInput', { question: 'More?' }]],
    ])
    const typed = [...fields].map(([field, values]) => [field === '' ? 'q.q0' : `q.q0.${field}`, [...values]])
    await visitor.send(Object.fromEntries(typed))
    const answers = async () => (await server.responses(form)).map(({ data }) => data)
    const before = await answers()
    expect(before).toMatchObject([[{ questionId: 'q0' }]])
    await visitor.open('?step=1')
    await visitor.send(fieldsIn(visitor.page))
    expect(await answers()).toEqual(before)
    expect(visitor.text).toContain('Step 2 of 2')
  })
})

/** What a browser would send of the fields of a question, as they stand in a page. */
function fieldsIn(page: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  const note = (attributes: string, value: string | undefined): void => {
    const name = attributeIn(attributes, 'name')
    if (name?.startsWith('q.') && value !== undefined) (found[name] ??= []).push(value)
  }
  for (const [, attributes = ''] of page.matchAll(/<input\s([^>]*)>/g)) {
    const isBox = /type="(checkbox|radio)"/.test(attributes)
    if (!isBox || /\bchecked\b/.test(attributes)) note(attributes, attributeIn(attributes, 'value') ?? '')
  }
  for (const [, attributes = '', options = ''] of page.matchAll(/<select\s([^>]*)>([^]*?)<\/select>/g)) {
    const chosen = Array.from(options.matchAll(/<option\s([^>]*)>/g), ([, own = '']) => own)
    const selected = chosen.find((own) => /\bselected\b/.test(own)) ?? chosen[0]
    note(attributes, selected && attributeIn(selected, 'value'))
  }
  for (const [, attributes = '', text = ''] of page.matchAll(/<textarea\s([^>]*)>\n?([^<]*)<\/textarea>/g))
    note(attributes, decode(text))
  return found
}

const attributeIn = (attributes: string, name: string): string | undefined => {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : decode(value)
}
