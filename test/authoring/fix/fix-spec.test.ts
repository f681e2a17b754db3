import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import { fixSpec } from '../../../src/authoring/fix-spec.ts'
import { noVariables } from '../../../src/authoring/variables/variables.ts'
import { casesOf } from '../../support/case-files.ts'
import { bytesOf, findingsIn, fix, plainPolicy, specWith } from '../../support/checking.ts'

const helps = (text: string): readonly (string | undefined)[] => findingsIn(text).map(({ help }) => help)

describe('a fix changes the text at its place and nowhere else', () => {
  test.each(casesOf('fixes/changed.txt'))('$name', ({ before = '', after = '' }) => {
    for (const end of ['\n', '\r\n'])
      expect(fix(specWith(before).replaceAll('\n', end)).text).toBe(specWith(after).replaceAll('\n', end))
  })

  // What was guessed by likeness or by meaning is proposed, and never written.
  test.each(casesOf('fixes/left.txt'))('and leaves $name', ({ text: component = '' }) => {
    const text = specWith(component)
    expect(fix(text)).toEqual({ text, fixed: [] })
    const findings = findingsIn(text)
    expect(findings.filter((finding) => finding.fix ?? finding.edits)).toEqual([])
    expect(findings.length).toBeGreaterThan(0)
  })
})

test.each([
  ['a byte order mark', '\uFEFF'],
  ['comments and a blank line at the head', '# x\n\n'],
])('%s stays', (_, head) => {
  const spec = specWith('- {type: shortInput, content: {question: Who?}}')
  expect(fix(head + spec).text).toBe(head + spec.replace('shortInput', 'ShortInput'))
})

test('all documents of a file are mended', () => {
  const spec = specWith('- {type: shortInput, content: {question: Who?}}')
  expect(fix(`${spec}---\n${spec}`).fixed).toMatchObject([{ code: 'unknown-type' }, { code: 'unknown-type' }])
})

test('what is silenced, or unsaid in the project, is left', () => {
  const text = specWith('- type: shortInput # formctl-ignore unknown-type\n  content: {question: Who?}')
  expect(fix(text).fixed).toEqual([])
  const severities = new Map([['unknown-type', 'off']] as const)
  expect(fix(text.replace(/ #.*/g, ''), { ...plainPolicy, severities }).fixed).toEqual([])
})

test('what a variable filled in is left', () => {
  const text = `vars: {type: shortInput}\n${specWith('- {type: "${type}", content: {question: Who?}}')}`
  expect(fix(text)).toEqual({ text, fixed: [] })
})

test('a file that is no text, or broken YAML, is left as it is', () => {
  for (const bytes of [new Uint8Array([0x61, 0xff]), bytesOf('Steps: [\n'), bytesOf('')])
    expect(fixSpec(bytes, { variables: noVariables, policy: plainPolicy })).toEqual({ bytes, fixed: [] })
})

const folder = resolve('fixtures/specs')
test.each(readdirSync(folder))(
  '%s: after the fixes nothing is left that has one, and no new fault',
  (code) => {
    const bytes = readFileSync(join(folder, code, 'bad.yaml'))
    const before = checkSpec(bytes).findings
    const { bytes: after, fixed } = fixSpec(bytes, { variables: noVariables, policy: plainPolicy })
    const left = checkSpec(after).findings
    expect(left.filter(({ fix: certain }) => certain)).toEqual([])
    expect(left.length).toBe(before.length - fixed.length)
  },
)

describe('a key that stands in the wrong place is moved', () => {
  test.each(casesOf('fixes/moved.txt'))('$name', ({ before = '', after = '' }) => {
    for (const end of ['\n', '\r\n']) {
      const { text } = fix(specWith(before).replaceAll('\n', end))
      expect(text).toBe(specWith(after).replaceAll('\n', end))
      expect(findingsIn(text)).toEqual([])
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
    expect(fix(specWith(question, before)).text).toBe(specWith(question, after))
  })

  test.each(casesOf('fixes/not-moved.txt'))('but not $name', ({ text: component = '', help }) => {
    const text = specWith(component)
    expect(helps(text)).toContain(help)
    expect(fix(text).text).toBe(text)
  })
})

test.each(['regex: "[0-9]+"', 'regexp: x', 'validation: x', 'minItems: 2', 'initialValue: x'])(
  '%s of another tool may mean something else, so it is proposed and not written',
  (line) => {
    const text = specWith(`- type: ShortInput\n  content: {question: Q?, ${line}}`)
    expect(fix(text).text).toBe(text)
  },
)

test.each([
  ['ShortInput', 'helpText: x', 'Did you mean "description"? Move it beside "type".'],
  ['MultipleOptionsQuestion', 'subtitle: x', 'Did you mean "subheading"?'],
  ['ShortInput', 'subtitle: x', 'Did you mean "description"? Move it beside "type".'],
  ['ShortInput', 'guidance_hint: x', 'Did you mean "description"? Move it beside "type".'],
  ['ShortInput', 'showIf: x', 'Did you mean "visibleIf"? Move it beside "type".'],
  ['ShortInput', 'relevant: x', 'Did you mean "visibleIf"? Move it beside "type".'],
  ['ShortInput', 'validations: {required: true}', 'Write "required: true" in its place, beside "type".'],
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
  expect(helps(specWith(`- type: ${type}\n  content: {question: Q?${more}, ${line}}`))).toEqual([help])
})

test.each([
  ['items', 'options'],
  ['enum', 'options'],
  ['values', 'options'],
])('in the content of a Dropdown without options, %s leads to %s', (key, meant) => {
  expect(helps(specWith(`- type: Dropdown\n  content: {question: Q?, ${key}: [a, b]}`))).toEqual([
    `Rename "${key}" to "${meant}".`,
  ])
})
