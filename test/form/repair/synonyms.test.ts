import { expect, test } from 'vitest'
import { check } from '../../../src/form/check.ts'
import { typeNames } from '../../../src/form/schema.ts'

const formOf = (component: object): object => ({
  name: 'Survey',
  steps: [
    { name: 'One', components: [component, { type: 'NextButton', content: {} }] },
    { name: 'Two', components: [{ type: 'Header', content: { title: 'Thanks' } }] },
  ],
})
const codesOf = (component: object): string[] =>
  check(formOf(component)).map(({ code, severity }) => `${severity} ${code}`)

test.each([
  ['Shortinpt', { question: 5, hint: 'x' }, ['wrong-type', 'unknown-content-key']],
  ['Shortanswer', { question: 5 }, ['wrong-type']],
  ['Textarea', { qestion: 'Why?' }, ['unknown-content-key']],
  ['Dropdwon', { question: 'Which?' }, ['missing-one-of']],
  ['select', { question: 'Which?', options: [] }, ['too-few']],
  ['IdentityInf', { fields: [{ key: 'firstNam', label: 'Name' }] }, ['not-one-of']],
  ['Dropdwon', { question: 'Which?', options: ['A', 'A'] }, ['duplicate-option']],
])('the content of %s is checked as that of the type that is plainly meant: %j', (type, content, codes) => {
  const found = codesOf({ type, content })
  expect(found[0]).toBe('warning unknown-type')
  // The service may know the type: what follows from a guess alone is no error.
  expect(new Set(found)).toEqual(new Set(['warning unknown-type', ...codes.map((code) => `warning ${code}`)]))
})

test.each(['Carousel', 'text', 'contact', 'PhoneNumber', 'button', 'Signature'])(
  'of %s, which may mean several types or none, only the type is reported',
  (type) => {
    expect(codesOf({ type, content: { qestion: 5, labl: true, options: 'x' } })).toEqual([
      'warning unknown-type',
    ])
  },
)

test('faults outside the content stay errors', () => {
  const form = { ...formOf({ type: 'Dropdwon', content: { question: 'Q' } }), name: 7 }
  expect(check(form)).toMatchObject([
    { code: 'wrong-type', severity: 'error' },
    { code: 'unknown-type', severity: 'warning' },
    { code: 'missing-one-of', severity: 'warning' },
  ])
})

// A fault of the component itself weighs the same whatever its type is, and one of its content wherever the type is certain.
const parts: readonly (readonly [string, object, string])[] = [
  ['no content', {}, 'error missing-key'],
  ['an empty content', { content: null }, 'error wrong-type'],
  ['a list as content', { content: [] }, 'error wrong-type'],
  ['a text as content', { content: 'x' }, 'error wrong-type'],
  ['a misspelt content', { contnet: { question: 'Q', options: ['A'] } }, 'error misspelt-key'],
  ['keys beside', { question: 'Q', options: ['A'] }, 'error misplaced-key'],
  ['keys beside, and a wrong one', { question: 'Q', options: ['A'], required: 'x' }, 'error wrong-type'],
]
const names = ['Dropdown', 'dropdown', 'DROP_DOWN', 'drop-down', 'Dropdwon', 'select', 'text', 'Carousel']
test.each(names.flatMap((type) => parts.map(([what, rest, code]) => [type, what, rest, code] as const)))(
  '%s with %s is the same fault as of any other type',
  (type, _what, rest, code) => {
    const found = codesOf({ type, ...rest })
    expect(found.filter((one) => one.split(' ')[1] === code.split(' ')[1])).toEqual([code])
    expect(found.includes('warning unknown-type')).toBe(type !== 'Dropdown')
  },
)

test.each(typeNames.map((type) => [type]))(
  '%s in other capitals is checked as strictly as itself',
  (type) => {
    // Two rules ask what a known type does in its step.
    const ofType = new Set(['note scheduler-name', 'warning blank-step', 'warning unknown-type'])
    const contents = [{}, { question: 5, options: 'x', fields: [], rows: [], title: 5, text: 5, label: 5 }]
    for (const content of contents)
      for (const written of [type.toLowerCase(), type.toUpperCase()])
        expect(codesOf({ type: written, content }).filter((code) => !ofType.has(code))).toEqual(
          codesOf({ type, content }).filter((code) => !ofType.has(code)),
        )
  },
)

test('where the service announces its types, an unknown one is an error with and without content', () => {
  const target = { address: 'https://forms.example.com', types: ['ShortInput', 'NextButton', 'Header'] }
  for (const rest of [{}, { content: {} }, { contnet: {} }])
    expect(check(formOf({ type: 'dropdown', ...rest }), { target })).toContainEqual(
      expect.objectContaining({ code: 'unknown-type', severity: 'error' }),
    )
})
