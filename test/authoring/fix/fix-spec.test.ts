import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixSpec } from '../../../src/authoring/fix-spec.ts'
import type { Policy } from '../../../src/authoring/judge.ts'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import { noVariables } from '../../../src/authoring/variables/variables.ts'

const plain: Policy = { severities: new Map(), isStrict: false, isToBeSent: false }
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fix = (text: string, policy: Policy = plain): { text: string; fixed: readonly { code: string }[] } => {
  const { bytes, fixed } = fixSpec(bytesOf(text), { variables: noVariables, policy })
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), fixed }
}

/** A spec whose first component is this one, in lines of its own. */
const withComponent = (component: string): string =>
  `name: Survey # ours
steps:
  - name: One
    components:
${component.replaceAll(/^(?=.)/gm, '      ')}
      - { type: NextButton, content: {} }
  - name: Two
    components:
      - { type: Header, content: { title: Thanks } }
`

describe('a fix changes the text at its place and nowhere else', () => {
  test.each<[string, string, string]>([
    [
      'a key',
      '- type: ShortInput\n  Content: # why\n    question: Who?',
      '- type: ShortInput\n  content: # why\n    question: Who?',
    ],
    [
      'a key in double quotes',
      '- {"type": "ShortInput", "Content": {"question": "Who?"}}',
      '- {"type": "ShortInput", "content": {"question": "Who?"}}',
    ],
    [
      'a key in single quotes',
      "- type: ShortInput\n  'Content': {question: Who?}",
      "- type: ShortInput\n  'content': {question: Who?}",
    ],
    [
      'an explicit key',
      '- type: ShortInput\n  ? Content\n  : {question: Who?}',
      '- type: ShortInput\n  ? content\n  : {question: Who?}',
    ],
    [
      'a value',
      '- type: shortInput   # a box\n  content: {question: Who?}',
      '- type: ShortInput   # a box\n  content: {question: Who?}',
    ],
    [
      'texts with commas, where a list of texts stands',
      '- type: Dropdown\n  content:\n    options: Good, Bad # both\n    placeholder: Good, Bad',
      '- type: Dropdown\n  content:\n    options: [Good, Bad] # both\n    placeholder: Good, Bad',
    ],
    [
      'texts with commas in quotes',
      '- {"type": "Dropdown", "content": {"choices": "Good, Yes, Bad"}}',
      '- {"type": "Dropdown", "content": {"choices": ["Good", "Yes", "Bad"]}}',
    ],
    [
      'a value in quotes',
      '- type: "shortInput"\n  content: {question: Who?}',
      '- type: "ShortInput"\n  content: {question: Who?}',
    ],
    [
      'a value in single quotes',
      "- type: 'shortInput'\n  content: {question: Who?}",
      "- type: 'ShortInput'\n  content: {question: Who?}",
    ],
    [
      'a word for yes',
      '- type: Dropdown\n  content: {question: Who?, options: [a], isMulti: yes}',
      '- type: Dropdown\n  content: {question: Who?, options: [a], isMulti: true}',
    ],
    [
      'a number as it is written',
      '- type: Dropdown\n  content: {question: 1.0, options: [007, 0x1F, true]}',
      '- type: Dropdown\n  content: {question: "1.0", options: ["007", "0x1F", "true"]}',
    ],
    [
      'an address',
      '- type: SchedulerScreen\n  content: {dataUrl: calendly.com/ada}',
      '- type: SchedulerScreen\n  content: {dataUrl: https://calendly.com/ada}',
    ],
    [
      'an alias of a wrong value',
      '- type: &t ShortInput\n  content: {question: Who?}\n- type: Dropdown\n  content: {question: Who?, options: [&n 7, *n]}',
      '- type: &t ShortInput\n  content: {question: Who?}\n- type: Dropdown\n  content: {question: Who?, options: [&n 7, "7"]}',
    ],
    [
      'what comes to light by another fix',
      '- type: shortInput\n  content:\n    Question: Who?',
      '- type: ShortInput\n  content:\n    question: Who?',
    ],
  ])('%s', (_, before, after) => {
    expect(fix(withComponent(before)).text).toBe(withComponent(after))
  })

  test.each<[string, string, string]>([
    [
      'the second of two names, with its line',
      '- type: Dropdown\n  content:\n    question: Who? # q\n    options: [a] # o\n    choices: [a] # c\n    # end',
      '- type: Dropdown\n  content:\n    question: Who? # q\n    options: [a] # o\n    # end',
    ],
    [
      'one over several lines',
      '- type: Dropdown\n  content:\n    choices:\n      - a\n      - b\n\n    options: [a, b]\n    question: Who?',
      '- type: Dropdown\n  content:\n\n    options: [a, b]\n    question: Who?',
    ],
    [
      'the last in brackets',
      '- {type: NextButton, content: {buttonText: On, label: On}}',
      '- {type: NextButton, content: {buttonText: On}}',
    ],
    [
      'the first in brackets',
      '- {type: NextButton, content: { label: On , buttonText: On}}',
      '- {type: NextButton, content: { buttonText: On}}',
    ],
    [
      'the rest of an identity field of an earlier contract',
      '- type: IdentityInfo\n  content:\n    fields:\n      - type: text\n        name: firstName # who\n        label: First name\n        required: true\n      - {type: text, name: lastName, label: Name, required: true}',
      '- type: IdentityInfo\n  content:\n    fields:\n      - key: firstName # who\n        label: First name\n        required: true\n      - {key: lastName, label: Name, required: true}',
    ],
  ])('removes %s', (_, before, after) => {
    expect(fix(withComponent(before)).text).toBe(withComponent(after))
  })

  // What was guessed by likeness or by meaning is proposed, and never written.
  test.each([
    ['a key that is like one', '- type: ShortInput\n  contnet: {question: Who?}'],
    ['a key that is like one of the content', '- {type: ShortInput, content: {qestion: Who?}}'],
    ['a type that is like one', '- {type: Dropdwon, content: {question: Who?, options: [a]}}'],
    ['a type that is like one of another meaning', '- {type: Ages, content: {question: How old?}}'],
    ['a type that needs a preset', '- {type: NPS, content: {question: How likely?}}'],
    ['a type that needs labels', '- {type: Likert, content: {question: How good?}}'],
    ['a type that other tools draw from 1 to 5', '- {type: linear_scale, content: {question: How good?}}'],
    [
      'an identity key that is like one',
      '- {type: IdentityInfo, content: {fields: [{key: emial, label: E}]}}',
    ],
    ['an identity key by meaning', '- {type: IdentityInfo, content: {fields: [{key: surname, label: E}]}}'],
    [
      'a field that is like one',
      '- {type: IdentityInfo, content: {fields: [{key: city, label: C}, {key: state, label: S, revealAfter: cty}]}}',
    ],
    ['a word that is like one', '- {type: Dropdown, content: {question: Who?, options: [a], order: randon}}'],
    [
      'a question that is like one',
      '- {type: ShortInput, key: pet, content: {question: Pet?}}\n- {type: ShortInput, visibleIf: {question: pat, answered: true}, content: {question: Who?}}',
    ],
    [
      'a country that is like one',
      '- {type: IdentityInfo, content: {fields: [{key: phoneNumber, label: P, defaultDialCodeCountry: Germony}]}}',
    ],
    [
      'an anchor that others may use',
      '- type: Dropdown\n  content:\n    question: Who?\n    options: [&n 7, "8"]',
    ],
    ['a value that a tag speaks of', '- type: Dropdown\n  content: {question: !!int 7, options: [a]}'],
    [
      'a comment that would go along',
      '- type: NextButton\n  content: {label: On, # here\n    buttonText: On}',
    ],
    [
      'an anchor in what would go',
      '- type: Dropdown\n  content: {question: Who?, choices: &c [a], options: *c}',
    ],
    ['one option with a comma', '- {type: Dropdown, content: {options: "Yes, I agree"}}'],
    [
      'one option with two commas',
      '- {type: Dropdown, content: {options: "Yes, I have read the terms, and agree"}}',
    ],
    ['options of several words with commas', '- {type: Dropdown, content: {options: "Very good, Yes, Bad"}}'],
    ['numbers with commas', '- {type: Dropdown, content: {options: "1, 2, 3"}}'],
    ['fields with commas', '- {type: IdentityInfo, content: {fields: "city, state"}}'],
    [
      'a key that a merge brings',
      '- type: ShortInput\n  content: &c {question: Who?, qestion2: a}\n- type: LongInput\n  content: {<<: [{Question: Who?}]}',
    ],
  ])('leaves %s', (_, component) => {
    const text = withComponent(component)
    expect(fix(text)).toEqual({ text, fixed: [] })
    const { findings } = checkSpec(bytesOf(text))
    expect(findings.filter((finding) => finding.fix ?? finding.edits)).toEqual([])
    expect(findings.length).toBeGreaterThan(0)
  })
})

test.each([
  ['a byte order mark', '\uFEFF'],
  ['comments and a blank line at the head', '# x\n\n'],
])('%s stays', (_, head) => {
  const spec = withComponent('- {type: shortInput, content: {question: Who?}}')
  expect(fix(head + spec).text).toBe(head + spec.replace('shortInput', 'ShortInput'))
})

test('Windows line ends stay', () => {
  const component =
    '- type: IdentityInfo\n  content:\n    fields:\n      - name: city\n        label: City\n        type: text'
  const [spec, mended] = [
    component,
    component.replace('name: city', 'key: city').replace(/\n.*type: text/, ''),
  ]
  expect(fix(withComponent(spec).replaceAll('\n', '\r\n')).text).toBe(
    withComponent(mended).replaceAll('\n', '\r\n'),
  )
})

test('all documents of a file are mended', () => {
  const spec = withComponent('- {type: shortInput, content: {question: Who?}}')
  expect(fix(`${spec}---\n${spec}`).fixed).toMatchObject([{ code: 'unknown-type' }, { code: 'unknown-type' }])
})

test('what is silenced, or unsaid in the project, is left', () => {
  const text = withComponent('- type: shortInput # formctl-ignore unknown-type\n  content: {question: Who?}')
  expect(fix(text).fixed).toEqual([])
  const severities = new Map([['unknown-type', 'off']] as const)
  expect(fix(text.replace(/ #.*/g, ''), { ...plain, severities }).fixed).toEqual([])
})

test('what a variable filled in is left', () => {
  const text = `vars: {type: shortInput}\n${withComponent('- {type: "${type}", content: {question: Who?}}')}`
  expect(fix(text)).toEqual({ text, fixed: [] })
})

test('a file that is no text, or broken YAML, is left as it is', () => {
  for (const bytes of [new Uint8Array([0x61, 0xff]), bytesOf('Steps: [\n'), bytesOf('')])
    expect(fixSpec(bytes, { variables: noVariables, policy: plain })).toEqual({ bytes, fixed: [] })
})

const folder = resolve('fixtures/specs')
test.each(readdirSync(folder))(
  '%s: after the fixes nothing is left that has one, and no new fault',
  (code) => {
    const bytes = readFileSync(join(folder, code, 'bad.yaml'))
    const before = checkSpec(bytes).findings
    const { bytes: after, fixed } = fixSpec(bytes, { variables: noVariables, policy: plain })
    const left = checkSpec(after).findings
    expect(left.filter(({ fix: certain }) => certain)).toEqual([])
    expect(left.length).toBe(before.length - fixed.length)
  },
)
