import { expect, test } from 'vitest'
import { check, checkGenerateBody } from '../../../src/form/check.ts'
import { pathText } from '../../../src/form/value.ts'

const next = { type: 'NextButton', content: { label: 'Next' } }
const thanks = { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thanks' } }] }
const steps = (...components: unknown[]): unknown => [
  { name: 'One', components: [...components, next] },
  thanks,
]
const formOf = (component: unknown): unknown => ({ name: 'Survey', steps: steps(component) })
const component = 'steps[0].components[0]'
const said = (form: unknown): string[] =>
  check(form).map(({ code, path }) => `${code} ${pathText(path)}`.trim())

test.each<[string, unknown, string[]]>([
  [
    'a content without its key',
    { type: 'ShortInput', question: 'A?' },
    [`misplaced-key ${component}.question`],
  ],
  [
    'a content not moved in',
    { type: 'ShortInput', content: null, question: 'A?' },
    [`misplaced-key ${component}.question`],
  ],
  [
    'several keys of a content',
    { type: 'Dropdown', options: ['a'], question: 'A?' },
    [`misplaced-key ${component}.options`],
  ],
  [
    'what is wrong in such a content',
    { type: 'Dropdown', question: 'A?', options: [1] },
    [`misplaced-key ${component}.question`, `wrong-type ${component}.options[0]`],
  ],
  [
    'what such a content lacks',
    { type: 'Dropdown', question: 'A?' },
    [`missing-one-of ${component}`, `misplaced-key ${component}.question`],
  ],
  [
    'a key beside it that no content has',
    { type: 'ShortInput', question: 'A?', theme: 'dark' },
    [`misplaced-key ${component}.question`, `ignored-key ${component}.theme`],
  ],
  [
    'a key of the content beside a whole one',
    { type: 'ShortInput', content: { question: 'B?' }, question: 'A?' },
    [`ignored-key ${component}.question`],
  ],
  ['no content, and nothing of it', { type: 'ShortInput' }, [`missing-key ${component}.content`]],
  [
    'keys beside a type that nobody knows',
    { type: 'Carousel', question: 'A?' },
    [`unknown-type ${component}.type`, `misplaced-key ${component}.question`],
  ],
  [
    'keys beside a type of another tool',
    { type: 'textarea', label: 'A?', required: true },
    [
      `unknown-type ${component}.type`,
      `misplaced-key ${component}.label`,
      `unknown-content-key ${component}.label`,
    ],
  ],
  [
    'a key of a content by another name',
    { type: 'ShortInput', label: 'A?' },
    [`misplaced-key ${component}.label`, `unknown-content-key ${component}.label`],
  ],
  ['a type as a key', { ShortInput: { question: 'A?' } }, [`misplaced-key ${component}.ShortInput`]],
  [
    'a type as a key, and what is wrong below it',
    { Dropdown: { question: 'A?', opitons: ['a'] } },
    [`misplaced-key ${component}.Dropdown`, `misspelt-key ${component}.Dropdown.opitons`],
  ],
  ['a type as a key with a text', { ShortInput: 'A?' }, [`misplaced-key ${component}.ShortInput`]],
])("%s is one finding, at the author's own path", (_, held, findings) => {
  expect(said(formOf(held))).toEqual(findings)
})

test('a content without its key is an error whatever the type, since every service asks for the key', () => {
  for (const type of ['textarea', 'Carousel', 'ShortInput'])
    expect(check(formOf({ type, question: 'A?' })).at(-1)).toMatchObject({
      code: 'misplaced-key',
      severity: 'error',
    })
  expect(said(formOf({ type: 'Carousel', content: {}, question: 'A?' }))).toEqual([
    `unknown-type ${component}.type`,
    `ignored-key ${component}.question`,
  ])
})

test.each<[string, unknown, string[]]>([
  [
    'is one finding',
    { form: { name: 'A', steps: steps() } },
    ['misplaced-key form', 'blank-step form.steps[0].components'],
  ],
  [
    'is checked',
    { survey: { name: 7, steps: steps() } },
    ['misplaced-key survey', 'wrong-type survey.name', 'blank-step survey.steps[0].components'],
  ],
  [
    'may be misspelt too',
    { form: { nmae: 'A', steps: [] } },
    ['misplaced-key form', 'misspelt-key form.nmae', 'too-few form.steps'],
  ],
  [
    'may name its steps otherwise',
    { form: { title: 'A', sections: steps() } },
    [
      'misplaced-key form',
      'misspelt-key form.title',
      'misspelt-key form.sections',
      'blank-step form.sections[0].components',
    ],
  ],
  ['is none beside a name', { name: 'A', form: { steps: [] } }, ['missing-key steps', 'ignored-key form']],
  [
    'is none without steps',
    { form: { name: 'A' } },
    ['missing-key name', 'missing-key steps', 'ignored-key form'],
  ],
])('a form below a key %s', (_, form, findings) => {
  expect(said(form).toSorted()).toEqual(findings.toSorted())
})

test.each<[string, object, string[]]>([
  ['under another name', { questions: [{ type: 'text', label: 'A?' }, next] }, ['misplaced-key questions']],
  [
    'among other keys',
    { body: [{ type: 'input' }], labels: [] },
    ['misplaced-key body', 'ignored-key labels'],
  ],
  ['as steps', { steps: [next, { type: 'Header', content: {} }] }, ['misplaced-key steps']],
])('a list of components in the place of the steps is one finding: %s', (_, rest, findings) => {
  expect(said({ name: 'A', ...rest })).toEqual(findings)
})

test('the server refuses what stands at another level', () => {
  const body = {
    sourceFormId: 'clsource',
    form: { name: 'A', steps: steps({ type: 'Header', content: { title: 'A' } }) },
  }
  expect(checkGenerateBody(body).filter(({ isRefused }) => isRefused)).toMatchObject([{ path: ['form'] }])
})

test.each<[unknown, string]>([
  [{ type: 'ShortInput', question: 'A?' }, 'Write "content:" above it, and move it to the right.'],
  [
    { type: 'Header', content: null, title: 'A', subheading: 'B' },
    'Move them to the right, below "content:".',
  ],
  [{ type: 'ShortInput', content: {}, question: 'A?' }, 'Move it into "content".'],
  [{ Header: 'A' }, 'Write "type: Header", and below it "content:" with "title: A".'],
  [{ Header: { title: 'A' } }, 'Write "type: Header", and below it "content:" with what it holds.'],
  [{ type: 'ShortInput', content: { question: 'A?' }, question: 'B?' }, 'Move it into "content".'],
])('%j is to be put right: %s', (held, help) => {
  expect(check(formOf(held))[0]?.help).toBe(help)
})

const dropdown = (options: unknown): unknown =>
  formOf({ type: 'Dropdown', content: { question: 'A?', options } })
const identity = (fields: unknown): unknown => formOf({ type: 'IdentityInfo', content: { fields } })

test.each<[string, unknown, string | RegExp]>([
  [
    'a form in a list',
    [{ name: 'A', steps: steps() }],
    'Remove the dash "- ": a form begins with "name:" and "steps:", and a line "---" separates several forms.',
  ],
  ['names for options', dropdown({ red: 'Red', blue: 'Blue' }), 'Write a list of texts, as in [Red, Blue].'],
  [
    'a key and a value for a text',
    dropdown(['a', { Other: 'tell us' }]),
    'Put it in quotes: "Other: tell us".',
  ],
  ['a key and a number for a text', dropdown([{ Size: 5 }]), 'Put it in quotes: "Size: 5".'],
  ['a label alone', dropdown([{ label: 'Bad' }]), 'Write only the text: "Bad".'],
  ['a label with a value', dropdown([{ label: 'A friend', value: 1 }]), 'Write only the text: "A friend".'],
  ['an object for a text', dropdown([{ a: {}, b: 1 }]), 'Make it a string.'],
  ['a line for a list', dropdown('A friend, The news'), 'Write it as a list: [A friend, The news].'],
  ['a sentence for a list', dropdown('A friend: who, when'), 'Write one entry per line, each after "- ".'],
  [
    'a size with its unit',
    formOf({ type: 'FileUploader', content: { question: 'A?', maxSize: '5MB' } }),
    'Write the number of MiB alone: 5.',
  ],
  [
    'a number with its unit',
    formOf({ type: 'Number', content: { question: 'A?', max: '12 kg' } }),
    'Write the number alone: 12.',
  ],
  [
    'a file for a picture',
    formOf({ type: 'GraphicOptions', content: { question: 'A?', choices: ['a', 'b'], images: ['a.png'] } }),
    'Write "option", "image" and "alt": the option, the https address of its picture, and what it shows.',
  ],
  [
    'a list for a content',
    formOf({ type: 'ShortInput', content: [{ question: 'A?' }] }),
    'Remove the dash "- ": "content" holds keys and is not a list.',
  ],
  [
    'a longer list for it',
    formOf({ type: 'ShortInput', content: [{}, {}] }),
    'Remove the dashes: "content" holds keys and is not a list.',
  ],
  [
    'a key for a field',
    identity(['email_address']),
    'Write "key: emailAddress" after the dash, and a label below it.',
  ],
  ['a word for a field', identity(['xyz']), 'Write one key and value per line, as in "name: About you".'],
  [
    'fields as keys',
    identity({ emailAddress: {}, firstName: {} }),
    'Write each as an entry: "- key: emailAddress", with what it holds below it.',
  ],
  [
    'a type for a component',
    formOf('Header'),
    'Write "type: Header" after the dash, and its content below it.',
  ],
  [
    'a name for a step',
    { name: 'A', steps: ['One', thanks] },
    'Write "name: One" after the dash, and components below it.',
  ],
  [
    'steps as keys',
    { name: 'A', steps: { One: {}, Two: {} } },
    'Write each as an entry: "- name: One", with what it holds below it.',
  ],
  [
    'an entry without its dash',
    { name: 'A', steps: { name: 'One', components: [] } },
    'Write a dash before the first key of each entry: "- name: …".',
  ],
])('%s is answered with how it was meant', (_, form, help) => {
  expect(check(form).find(({ code }) => code === 'wrong-type')?.help).toBe(help)
})

test.each([
  ['select', 'Dropdown'],
  ['text', 'ShortInput'],
  ['long_text', 'LongInput'],
  ['Radio Group', 'MultipleOptionsQuestion'],
  ['h1', 'Header'],
  ['dropdwon', 'Dropdown'],
  ['Upload', 'FileUploader'],
  ['Button', 'NextButton'],
  ['Integer', 'Number'],
  ['datepicker', 'Date'],
  ['Telephone', 'Phone'],
  ['grid', 'Matrix'],
  ['Age', 'Number'],
])('the type %s of another tool is %s', (type, meant) => {
  expect(check(formOf({ type, content: {} }))[0]).toMatchObject({ help: `Did you mean "${meant}"?` })
})

test.each([
  ['NPS', '"OpinionScale" with "preset: nps"'],
  ['Likert', '"OpinionScale" with "max: 5", "lowLabel" and "highLabel"'],
  ['checkboxes', '"MultipleOptionsQuestion" with "isMulti: true"'],
  ['yes_no', '"MultipleOptionsQuestion" with "choices: [Yes, No]"'],
])('the type %s is proposed as %s, and not written', (type, meant) => {
  const [finding] = check(formOf({ type, content: {} }))
  expect(finding).toMatchObject({ help: `Did you mean ${meant}?` })
  expect(finding).not.toHaveProperty('fix')
})

test.each([['Checkboxes', 'Did you mean "MultipleOptionsQuestion" with "isMulti: true"?']])(
  'the type %s of another tool is one with more to write',
  (type, help) => {
    const [finding] = check(formOf({ type, content: {} }))
    expect(finding).toMatchObject({ help })
    expect(finding).not.toHaveProperty('fix')
  },
)

const ofOtherTools =
  'Textarea Select Radio MultipleChoice Stars Upload Combobox PictureChoice Calendly Submit Numeric LongText ShortAnswer MatrixQuestion Rank Datepicker NPS Likert Checkboxes YesNo text Button paragraph Dropdwon Carousel'
test.each(ofOtherTools.split(' '))('the type %s is at most proposed', (type) => {
  const [finding] = check(formOf({ type, content: {} }))
  expect(finding).toMatchObject({ code: 'unknown-type' })
  expect(finding).not.toHaveProperty('fix')
})

test.each([
  ['shortInput', 'ShortInput'],
  ['SHORT_INPUT', 'ShortInput'],
  ['drop-down', 'Dropdown'],
  ['opinion scale', 'OpinionScale'],
  ['Next Button', 'NextButton'],
])('the type %s is corrected, as it is the same word in another notation: %s', (type, to) => {
  expect(check(formOf({ type, content: {} }))[0]?.fix).toEqual({
    kind: 'replace-value',
    path: ['steps', 0, 'components', 0, 'type'],
    to,
  })
})
