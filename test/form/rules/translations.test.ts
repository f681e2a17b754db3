import { expect, test } from 'vitest'
import { check } from '../../../src/form/check.ts'
import { pathText } from '../../../src/form/value.ts'

const steps = [
  {
    name: 'One',
    components: [
      { type: 'Dropdown', content: { question: 'How often?', options: ['1–2', 'Never'] } },
      { type: 'NextButton', content: { label: 'Go on' } },
    ],
  },
  { name: 'End', components: [{ type: 'Header', content: { title: 'Thank you' } }] },
]
const whole = {
  Survey: 'Umfrage',
  One: 'Eins',
  'How often?': 'Wie oft?',
  Never: 'Nie',
  'Go on': 'Weiter',
  End: 'Ende',
  'Thank you': 'Danke',
}
const { Never: _, ...gapped } = whole

/** The findings about translations, with their fixes. */
const said = (translations: unknown, rest: object = {}): readonly string[] =>
  check({ name: 'Survey', steps, translations, ...rest })
    .filter(({ code }) => code.endsWith('-translation'))
    .map(({ code, path, fix }) =>
      [code, pathText(path), fix?.kind === 'rename-key' ? `→ ${fix.to}` : ''].join(' ').trim(),
    )

test.each<[string, object, readonly string[], object?]>([
  ['every text with a letter is asked for, and nothing else', { de: whole }, []],
  ['a text without one', { de: gapped }, ['missing-translation translations.de']],
  ['a blank one is none', { de: { ...whole, Never: ' ' } }, ['missing-translation translations.de']],
  ['the form’s own language needs none', { en: {} }, []],
  ['nor does it by another name', { de: {} }, [], { language: 'de' }],
  [
    'a text that nearly is one of the form is reported once, with its fix',
    { de: { ...gapped, never: 'Nie' } },
    ['unknown-translation translations.de.never → Never'],
  ],
  [
    'two that could be the same one have one fix',
    { de: { ...gapped, never: 'Nie', 'Never!': 'Nie' } },
    ['unknown-translation translations.de.never → Never', 'unknown-translation translations.de.Never!'],
  ],
  [
    'what is translated already is not meant',
    { de: { ...whole, never: 'Nie' } },
    ['unknown-translation translations.de.never'],
  ],
])('%s', (_claim, translations, expected, rest) => {
  expect(said(translations, rest)).toEqual(expected)
})

test('only the first of thousands of languages and unknown texts are checked', () => {
  const many = (length: number, value: unknown): object =>
    Object.fromEntries(Array.from({ length }, (_one, i) => [`text number ${i}`, value]))
  expect(said({ de: many(5000, 'x'), ...many(5000, {}) })).toHaveLength(200 + 100)
})
