import { expect, test } from 'vitest'
import { check, checkGenerateBody } from '../../../src/form/check.ts'
import { pathText } from '../../../src/form/value.ts'
import { rowsIn } from '../../support/rows-in.ts'

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

/** `…` stands for the component. */
const ofComponents = rowsIn<[claim: string, component: object, findings: string[]]>('repair/components.json')
test.each(ofComponents)("%s is one finding, at the author's own path", (_, held, findings) => {
  expect(said(formOf(held)).map((line) => line.replace(component, '…'))).toEqual(findings)
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

test.each(rowsIn<[claim: string, form: object, findings: string[]]>('repair/forms.json'))(
  'a form below a key %s',
  (_, form, findings) => {
    expect(said(form).toSorted()).toEqual(findings.toSorted())
  },
)

test.each<[string, object, string[]]>([
  [
    'under another name',
    { questions: [{ type: 'text', label: 'A?' }, next] },
    ['misplaced-key questions', 'unknown-type questions[0].type', 'misplaced-key questions[0].label'],
  ],
  [
    'among other keys',
    { body: [{ type: 'input' }], labels: [] },
    ['misplaced-key body', 'missing-key body[0].content', 'unknown-type body[0].type', 'ignored-key labels'],
  ],
  ['as steps', { steps: [next, { type: 'Header', content: {} }] }, ['misplaced-key steps']],
])(
  'a list of components in the place of the steps is one finding, and under another name what it holds is checked, too: %s',
  (_, rest, findings) => {
    expect(said({ name: 'A', ...rest })).toEqual(findings)
  },
)

test('the server refuses keys at a wrong level', () => {
  const body = {
    sourceFormId: 'clsource',
    form: { name: 'A', steps: steps({ type: 'Header', content: { title: 'A' } }) },
  }
  expect(checkGenerateBody(body).filter(({ isRefused }) => isRefused)).toMatchObject([{ path: ['form'] }])
})

type Meant = { readonly form: object } | { readonly component: unknown }
test.each(rowsIn<[claim: string, Meant, help: string]>('repair/meant.json'))(
  '%s: how it was meant',
  (_, meant, help) => {
    const findings = check('form' in meant ? meant.form : formOf(meant.component))
    expect((findings.find(({ code }) => code === 'wrong-type') ?? findings[0])?.help).toBe(help)
  },
)

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
