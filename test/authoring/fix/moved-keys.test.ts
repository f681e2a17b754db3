import { describe, expect, test } from 'vitest'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import { fixSpec } from '../../../src/authoring/fix-spec.ts'
import { noVariables } from '../../../src/authoring/variables/variables.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fixed = (text: string): string => {
  const policy = { severities: new Map(), isStrict: false, isToBeSent: false }
  return new TextDecoder().decode(fixSpec(bytesOf(text), { variables: noVariables, policy }).bytes)
}
const helps = (text: string): readonly (string | undefined)[] =>
  checkSpec(bytesOf(text)).findings.map(({ help }) => help)

/** A spec whose second component is this one, behind a question with a key. */
const spec = (component: string, head = 'name: Survey\n'): string => `${head}steps:
  - name: One
    components:
      - { type: ShortInput, key: pet, content: { question: Pet? } }
${component.replaceAll(/^(?=.)/gm, '      ')}
      - { type: NextButton, content: {} }
  - name: Two
    components:
      - { type: Header, content: { title: Thanks } }
`

describe('a key that stands in the wrong place is moved', () => {
  test.each([
    [
      'required, out of the content',
      '- type: ShortInput # a box\n  content:\n    question: Who? # asked\n    required: true # always',
      '- type: ShortInput # a box\n  required: true\n  content:\n    question: Who? # asked',
    ],
    [
      'key, description and visibleIf, out of the content',
      '- type: ShortInput\n  content:\n    question: Who?\n    key: who\n    description: "In: full"\n    visibleIf: { question: pet, answered: true }',
      '- type: ShortInput\n  visibleIf: { question: pet, answered: true }\n  description: "In: full"\n  key: who\n  content:\n    question: Who?',
    ],
    [
      'mandatory, under its name here',
      '- type: ShortInput\n  content:\n    mandatory: true\n    question: Who?',
      '- type: ShortInput\n  required: true\n  content:\n    question: Who?',
    ],
    [
      'out of braces',
      '- type: ShortInput\n  content: { question: Who?, required: true }',
      '- type: ShortInput\n  required: true\n  content: { question: Who? }',
    ],
    [
      'within braces',
      '- { type: ShortInput, content: { question: Who?, required: true } }',
      '- { type: ShortInput, required: true, content: { question: Who? } }',
    ],
    [
      'out of the content of IdentityInfo',
      '- type: IdentityInfo\n  content:\n    required: true\n    fields:\n      - { key: city, label: City }',
      '- type: IdentityInfo\n  required: true\n  content:\n    fields:\n      - { key: city, label: City }',
    ],
    [
      'a key of the content, into it',
      '- type: ShortInput\n  placeholder: Ada\n  content:\n    question: Who? # asked\n    maxLength: 5',
      '- type: ShortInput\n  content:\n    question: Who? # asked\n    placeholder: Ada\n    maxLength: 5',
    ],
    [
      'a list in brackets, behind one over several lines',
      '- type: Matrix\n  columns: [Good, Bad]\n  content:\n    rows:\n      - A\n\n    question: How?',
      '- type: Matrix\n  content:\n    rows:\n      - A\n    columns: [Good, Bad]\n\n    question: How?',
    ],
    [
      'a key of another name within one place',
      '- type: Dropdown\n  isRequired: true\n  content:\n    question: Which?\n    options: [a]\n    multiple: true\n    allowOther: true',
      '- type: Dropdown\n  required: true\n  content:\n    question: Which?\n    options: [a]\n    isMulti: true\n    other: true',
    ],
  ])('%s', (_, before, after) => {
    for (const end of ['\n', '\r\n']) {
      const text = fixed(spec(before).replaceAll('\n', end))
      expect(text).toBe(spec(after).replaceAll('\n', end))
      expect(checkSpec(bytesOf(text)).findings).toEqual([])
    }
  })

  test.each([
    [
      'of settings, from the top',
      'closesAt: 2027-01-31T18:00:00Z\nname: S\nsettings:\n  responseLimit: 5\n',
      'name: S\nsettings:\n  responseLimit: 5\n  closesAt: 2027-01-31T18:00:00Z\n',
    ],
    [
      'of the form, out of settings',
      'name: S\nsettings:\n  language: de\n  responseLimit: 5\n',
      'name: S\nlanguage: de\nsettings:\n  responseLimit: 5\n',
    ],
  ])('%s', (_, before, after) => {
    const question = '- {type: ShortInput, content: {question: Who?}}'
    expect(fixed(spec(question, before))).toBe(spec(question, after))
  })

  test.each([
    [
      'where the key stands in both places',
      '- type: ShortInput\n  required: true\n  content: {question: Who?, required: false}',
      'Move it beside "type".',
    ],
    [
      'where it is all that the content holds',
      '- type: FileUploader\n  content:\n    required: true',
      'Move it beside "type".',
    ],
    [
      'where it goes over several lines',
      '- type: ShortInput\n  content:\n    question: Who?\n    visibleIf:\n      question: pet\n      answered: true',
      'Move it beside "type".',
    ],
    [
      'where braces would cut it',
      '- {type: ShortInput, hint: x, content: {question: Who?}}',
      'Did you mean "description"?',
    ],
    [
      'where its value is of another type',
      '- type: ShortInput\n  content: {question: Who?, required: sometimes}',
      'Move it beside "type".',
    ],
    [
      'of which only the meaning is alike',
      '- type: ShortInput\n  content: {question: Who?, hint: In full}',
      'Did you mean "description"? Move it beside "type".',
    ],
  ])('but not %s', (_, component, help) => {
    const text = spec(component)
    expect(helps(text)).toContain(help)
    expect(fixed(text)).toBe(text)
  })
})

test.each(['regex: "[0-9]+"', 'regexp: x', 'validation: x', 'minItems: 2', 'initialValue: x'])(
  '%s of another tool may mean something else, so it is proposed and not written',
  (line) => {
    const text = spec(`- type: ShortInput\n  content: {question: Q?, ${line}}`)
    expect(fixed(text)).toBe(text)
  },
)

test.each([
  ['ShortInput', 'helpText: x', 'Did you mean "description"? Move it beside "type".'],
  ['ShortInput', 'guidance_hint: x', 'Did you mean "description"? Move it beside "type".'],
  ['ShortInput', 'showIf: x', 'Did you mean "visibleIf"? Move it beside "type".'],
  ['ShortInput', 'relevant: x', 'Did you mean "visibleIf"? Move it beside "type".'],
  ['ShortInput', 'validations: {required: true}', 'Did you mean "required"? Move it beside "type".'],
  ['ShortInput', 'isRequired: true', 'Did you mean "required"? Move it beside "type".'],
  ['ShortInput', 'optional: false', 'Did you mean "required"? Move it beside "type".'],
  ['ShortInput', 'defaultValue: x', 'Did you mean "default"?'],
  ['ShortInput', 'max_length: 5', 'Did you mean "maxLength"?'],
  ['ShortInput', 'minimum: 5', 'Did you mean "minLength"?'],
  ['ShortInput', 'regex: x', 'Did you mean "pattern"?'],
  ['ShortInput', 'constraint_message: x', 'Did you mean "patternMessage"?'],
  ['Number', 'minimum: 5', 'Did you mean "min"?'],
  ['Number', 'hint: x', 'Did you mean "description"? Move it beside "type".'],
  ['Rating', 'rateMax: 5', 'Did you mean "max"?'],
  ['Dropdown', 'multiple: true', 'Did you mean "isMulti"?'],
  ['Dropdown', 'allowOther: true', 'Did you mean "other"?'],
  ['Dropdown', 'shuffle: true', 'Did you mean "order: random"?'],
  ['Dropdown', 'randomize: true', 'Did you mean "order: random"?'],
  ['MultipleOptionsQuestion', 'maxSelectedChoices: 2', 'Did you mean "maxChoices"?'],
  ['OpinionScale', 'minRateDescription: x', 'Did you mean "lowLabel"?'],
  ['FileUploader', 'allowedFileTypes: [.pdf]', 'Did you mean "accept"?'],
])('in the content of %s, %s leads to the word here', (type, line, help) => {
  const more = /^(Dropdown|Multiple)/.test(type) ? ', options: [a, b]' : ''
  expect(helps(spec(`- type: ${type}\n  content: {question: Q?${more}, ${line}}`))).toEqual([help])
})

test.each([
  ['items', 'options'],
  ['enum', 'options'],
  ['values', 'options'],
])('in the content of a Dropdown without options, %s leads to %s', (key, meant) => {
  expect(helps(spec(`- type: Dropdown\n  content: {question: Q?, ${key}: [a, b]}`))).toEqual([
    `Rename "${key}" to "${meant}".`,
  ])
})
