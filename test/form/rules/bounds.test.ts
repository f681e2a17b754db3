import { expect, test } from 'vitest'
import { check } from '../../../src/form/check.ts'
import { pathText } from '../../../src/form/value.ts'

/** The findings of a form with one question, as `code key`. */
const said = (type: string, content: object): readonly string[] =>
  check({
    name: 'a',
    steps: [
      {
        name: 'One',
        components: [
          { type, content: { question: 'a', ...content } },
          { type: 'NextButton', content: {} },
        ],
      },
      { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thanks' } }] },
    ],
  }).map(({ code, path }) => `${code} ${pathText(path).replace('steps[0].components[0].content.', '')}`)

test.each<[type: string, content: object, expected: readonly string[]]>([
  ['Number', { min: 1, max: 1, default: 1, step: 0.5 }, []],
  ['Number', { min: 2, max: 1 }, ['bounds min']],
  ['Number', { min: 2, default: 1 }, ['bounds default']],
  ['Number', { max: 2, default: 3 }, ['bounds default']],
  ['Number', { step: 0 }, ['bounds step']],
  ['Number', { min: '2', max: 1 }, ['wrong-type min']],
  ['Rating', { max: 3 }, []],
  ['Rating', { max: 11 }, ['bounds max']],
  ['Rating', { max: 2 }, ['bounds max']],
  ['Rating', { look: 'hearts' }, ['not-one-of look']],
  ['OpinionScale', { min: 0, max: 10 }, []],
  ['OpinionScale', { min: 2 }, ['bounds min']],
  ['OpinionScale', { max: 11 }, ['bounds max']],
  ['Date', { min: '2026-01-01', max: 'today' }, []],
  ['Date', { min: '2026-02-30' }, ['bounds min']],
  ['Date', { min: '2026-02-02', max: '2026-02-01' }, ['bounds min']],
  ['Time', { min: '09:00', max: '17:00', step: 15 }, []],
  ['Time', { min: '9:00' }, ['bounds min']],
  ['Time', { min: '17:00', max: '09:00' }, ['bounds min']],
  ['Time', { step: 0 }, ['bounds step']],
  ['ShortInput', { minLength: 1, maxLength: 3, default: 'abc' }, []],
  ['ShortInput', { minLength: 4, maxLength: 3 }, ['bounds minLength']],
  ['LongInput', { maxLength: 2, default: 'abc' }, ['bounds default']],
  ['LongInput', { maxLength: 0 }, ['bounds maxLength']],
  ['ShortInput', { pattern: '[0-9]+' }, []],
  ['ShortInput', { pattern: '(' }, ['bad-pattern pattern']],
  ['LongInput', { pattern: '(a)\\1' }, ['bad-pattern pattern']],
])('%s with %j has the findings %j', (type, content, expected) => {
  expect(said(type, content)).toEqual(expected)
})
