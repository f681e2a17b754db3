import { expect, test } from 'vitest'
import { identityKeys, typeNames } from '../../src/form/schema.ts'
import { distance, nearest } from '../../src/form/words.ts'

test.each([
  ['setps', 'steps', 1],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
  ['same', 'same', 0],
])('%j is so many edits from %j', (a, b, edits) => {
  expect(distance(a, b)).toBe(edits)
})

const envelope = ['sourceFormId', 'name', 'steps', 'components', 'type', 'content']

test.each([
  ['setps', envelope, 'steps', false],
  ['source_form_id', envelope, 'sourceFormId', true],
  ['Name', envelope, 'name', true],
  ['Dropdwon', typeNames, 'Dropdown', false],
  ['shortinput', typeNames, 'ShortInput', true],
  ['MultipleOptions', typeNames, 'MultipleOptionsQuestion', false],
  ['short-input', typeNames, 'ShortInput', true],
  ['a dog', ['A dog', 'A cat'], 'A dog', true],
  ['15', ['1-5', '6-9'], '1-5', false],
  ['1', ['-1', '-2'], '-1', false],
  ['phone', identityKeys, 'phoneNumber', false],
  ['emial', identityKeys, 'emailAddress', false],
  ['Contry', ['country', 'Country', 'countrY'], 'Country', false],
])('%j is taken for one of %j: %s', (word, known, ...[meant, isCertain]) => {
  expect(nearest(word, known)).toMatchObject({ word: meant, isCertain })
})

test.each(['', '---', 'colour', '__proto__', 'x'.repeat(100_000)])('%.20j is like none of them', (word) => {
  expect(nearest(word, envelope)).toBeUndefined()
})

test('a word equally near to two others has no suggestion', () => {
  expect(nearest('aab', ['aaa', 'aac'])).toMatchObject({ isCertain: false, isOnly: false })
})
