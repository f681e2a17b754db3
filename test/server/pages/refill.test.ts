import { describe, expect, test } from 'vitest'
import { componentTypes } from '../../../src/form/components.ts'
import { exampleContent, typeNames, type Content } from '../../../src/form/schema.ts'
import { pageComponents } from '../../../src/server/components/components.ts'
import { loadJudge } from '../../../src/server/reference-data.ts'

const judge = await loadJudge()

/** What people give beyond the samples of the types, with the content that takes it. */
const more: readonly (readonly [keyof typeof componentTypes, Content, Record<string, readonly string[]>])[] =
  [
    [
      'MultipleOptionsQuestion',
      { choices: ['A', 'B'], isMulti: true, other: true },
      { '': ['A', '__other__'], other: ['Mine'] },
    ],
    ['MultipleOptionsQuestion', { choices: ['A', 'B'], other: true }, { '': ['__other__'], other: ['Mine'] }],
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

/** Their fields are empty where something is stored, and the page says so. */
const unseen = new Set(['PasswordInput', 'FileUploader'])

describe.each(['en', 'de', 'ar'])(
  'in %s, an answer that is drawn again and sent unchanged stays what it is',
  (language) => {
    const samples = typeNames.flatMap((type) => {
      const { asks } = componentTypes[type]
      return asks && !unseen.has(type) ? [[type, exampleContent(type), asks.sample.fields] as const] : []
    })
    const given = more.map(
      ([type, content, fields]) => [type, content, new Map(Object.entries(fields))] as const,
    )
    test.each([...samples, ...given])('%s %j', (type, content, fields) => {
      const read = (sent: ReadonlyMap<string, readonly string[]>) =>
        componentTypes[type].answer?.(content, { fields: sent, files: [], judge, language })
      const first = read(fields)
      expect(first?.problems).toEqual([])
      const { refill } = pageComponents[type]
      const again = first?.response && refill?.(first.response, content, language)
      expect(read(again ?? new Map())).toEqual(first)
    })
  },
)
