import { expect, test } from 'vitest'
import { check } from '../../../src/form/check.ts'

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
  'of %s, which may be several types or none, nothing but its type is told',
  (type) => {
    expect(codesOf({ type, content: { qestion: 5, labl: true, options: 'x' } })).toEqual([
      'warning unknown-type',
    ])
  },
)

test('what is wrong elsewhere stays an error', () => {
  const form = { ...formOf({ type: 'Dropdwon', content: { question: 'Q' } }), name: 7 }
  expect(check(form)).toMatchObject([
    { code: 'wrong-type', severity: 'error' },
    { code: 'unknown-type', severity: 'warning' },
    { code: 'missing-one-of', severity: 'warning' },
  ])
})
