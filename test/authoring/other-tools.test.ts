import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findingsIn } from '../support/checking.ts'
import { guideTo } from '../../src/form/guide.ts'
import { componentKeys, contentShape, definitionOf, identityKeys, typeNames } from '../../src/form/schema.ts'
import { toolWords } from '../../src/form/repair/tool-words.ts'

const specOf = (name: string): string => readFileSync(`fixtures/other-tools/${name}.yaml`, 'utf8')
const advice = (text: string): ReadonlySet<string | undefined> =>
  new Set(findingsIn(text).map(({ help }) => help))

describe('one run names what to write in place of each word of another tool', () => {
  test('GitHub issue forms', () => {
    const found = advice(specOf('github-issue-form'))
    for (const help of [
      'Write "steps:", below it "- name: …" and "components:", and move them there; a form has at least two steps.',
      'Rename "attributes" to "content".',
      'Did you mean "Statement"?',
      'Did you mean "ShortInput"?',
      'Did you mean "LongInput"?',
      'Did you mean "Dropdown"?',
      'Did you mean "MultipleOptionsQuestion" with "isMulti: true"?',
      'Did you mean "key"?',
      'Did you mean "question"?',
      'Did you mean "default"?',
      'Did you mean "isMulti"?',
      'Write "required: true" in its place.',
      'Write only the texts: [I agree to follow the Code of Conduct].',
      'Move it into "settings".',
    ])
      expect(found).toContain(help)
  })

  const ofSurveyJs = [
    'Rename "title" to "name".',
    'Rename "pages" to "steps".',
    'Rename "elements" to "components".',
    'Did you mean "MultipleOptionsQuestion"?',
    'Did you mean "required"?',
    'Did you mean "other"?',
    'Did you mean "order: random"?',
    'Did you mean "max"?',
    'Did you mean "lowLabel"?',
    'Did you mean "highLabel"?',
    'Write only the texts: [Dog, Cat].',
    'Write it as { question: pet, is: dog }, or remove it.',
  ]

  test.each([
    ['YAML', specOf('surveyjs')],
    ['pasted JSON', JSON.stringify(parse(specOf('surveyjs')), undefined, 2)],
  ])('SurveyJS as %s', (_, text) => {
    const found = advice(text)
    for (const help of ofSurveyJs) expect(found).toContain(help)
  })

  const components = (text: string): string =>
    `name: A\nsteps:\n  - name: One\n    components:\n${text.replaceAll(/^/gm, '      ')}\n      - {type: NextButton, content: {}}\n  - name: Two\n    components:\n      - {type: Header, content: {title: Thanks}}\n`

  test.each([
    ['{type: text, inputType: email, title: Mail}', 'Did you mean "EmailForm"?'],
    ['{type: text, content: {inputType: number, title: Age}}', 'Did you mean "Number"?'],
    ['{type: text, isRequired: true, title: Why}', 'Did you mean "question"?'],
    ['{type: comment, title: Why}', 'Did you mean "question"?'],
    ['{type: input, id: petName, attributes: {label: Pet}}', 'Write "key: pet_name" in its place.'],
    ['{type: input, id: pet, attributes: {label: Pet}}', 'Did you mean "key"?'],
    [
      '{type: panel, title: P, elements: [{type: text, name: a}]}',
      'A step has no groups: move them into its components, or make a step of them.',
    ],
  ])('%s', (text, help) => {
    expect(advice(components(`- ${text}`))).toContain(help)
  })

  test('a step of components of another tool needs its button in the first run', () => {
    const text = components('- {type: textarea, attributes: {label: Why}}').replace(/.*NextButton.*\n/, '')
    expect(findingsIn(text).map(({ code }) => code)).toContain('no-way-forward')
    const button = components('- {type: submit, content: {label: Go}}').replace(/.*NextButton.*\n/, '')
    expect(findingsIn(button).map(({ code }) => code)).not.toContain('no-way-forward')
  })

  test('a group is one finding, whatever it holds', () => {
    const panel =
      '- {type: panel, title: P, elements: [{type: text, name: a}, {type: panel, elements: [{type: b}]}]}'
    expect(findingsIn(components(panel))).toHaveLength(1)
  })

  test('a key of another notation comes with one of ours', () => {
    const keyed = (key: string): string =>
      `name: A\nsteps:\n  - name: One\n    components:\n      - {type: ShortInput, key: ${key}, content: {question: Why?}}\n      - {type: NextButton, content: {}}\n  - name: Two\n    components:\n      - {type: Header, content: {title: Thanks}}\n`
    for (const [key, ours] of [
      ['what-happened', 'what_happened'],
      ['petName', 'pet_name'],
      ['Größe', 'gro'],
      ['日本', 'job_title'],
    ] as const)
      expect([...advice(keyed(key))][0]).toContain(`63 characters: "${ours}`)
  })
})

test('every word of the table leads to a key, type or identity key that there is', () => {
  const keys = new Set([
    ...componentKeys,
    ...typeNames.flatMap((type) => contentShape(type).keys),
    ...['Form', 'Step', 'Settings', 'Condition', 'IdentityField'].flatMap((name) =>
      name === 'Form' ? ['steps', 'name', 'language'] : Object.keys(definitionOf(name).properties ?? {}),
    ),
  ])
  const known = (kind: string): ReadonlySet<string> =>
    kind === '@' ? new Set(identityKeys) : kind.startsWith('>') ? new Set(typeNames) : keys
  expect(toolWords().filter(({ kind, ours }) => !known(kind).has(ours))).toEqual([])
})

test('the guide to a type names the words of other tools with their tools', () => {
  const { elsewhere, besideType, keys } = guideTo('Dropdown')
  expect(elsewhere).toContain('select (HTML)')
  expect(besideType.map(({ key }) => key)).toEqual(['required', 'key', 'description', 'visibleIf'])
  expect(besideType[0]?.elsewhere).toContain('isRequired (SurveyJS)')
  expect(keys.find(({ key }) => key === 'isMulti')?.elsewhere).toContain(
    'multiple (GitHub issue forms, HTML)',
  )
})
