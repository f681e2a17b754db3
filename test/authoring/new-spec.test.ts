import { dirname, join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeSchema } from '../../src/cli/commands/forms-new.ts'
import {
  fixedTypes,
  planSteps,
  specText,
  fileNameFor,
  nameFromFile,
  specOfTemplate,
  templateNames,
} from '../../src/authoring/new-spec.ts'
import { templates } from '../../src/authoring/generated/templates.ts'
import { shellWord } from '../../src/cli/option-values.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import { testHost } from '../support/test-host.ts'
import { typeNames } from '../../src/form/schema.ts'

const newForms = fc.record({
  name: fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.trim() !== ''),
  steps: fc.integer({ min: 2, max: 12 }),
  types: fc.array(fc.constantFrom(...typeNames.filter((type) => type !== 'Scheduler')), { maxLength: 12 }),
})

const findingsIn = (text: string) => checkSpec(Buffer.from(text)).findings

describe('a new spec', () => {
  test('has no problems, and holds what was asked for', () => {
    fc.assert(
      fc.property(newForms, (form) => {
        const { findings, forms } = checkSpec(
          Buffer.from(specText(form, { schema: 's.json', file: 'f.yaml' })),
        )
        expect(findings).toEqual([])
        const value = forms[0]?.value as {
          name: string
          steps: readonly { components: readonly { type: string }[] }[]
        }
        expect(value.name).toBe(form.name)
        expect(value.steps).toHaveLength(form.steps)
        const types = value.steps.flatMap(({ components }) => components.map(({ type }) => type))
        const asked = form.types.filter((type) => !fixedTypes.includes(type))
        expect(types.filter((type) => asked.some((other) => other === type))).toEqual(
          expect.arrayContaining([...asked]),
        )
      }),
    )
  })

  test.each(['-\u00a0', 'Ends in a wide blank\u3000', '- ', '#1', 'a: b'])(
    'keeps the name %j whole',
    (name) => {
      const { findings, forms } = checkSpec(Buffer.from(specText({ name, steps: 2, types: [] }, {})))
      expect([findings, forms[0]?.value]).toMatchObject([[], { name }])
    },
  )

  test.each(typeNames)('has each key of a %s that it leaves out as a comment, ready to be taken', (type) => {
    const text = specText({ name: 'Survey', steps: 2, types: [type] }, {})
    const commented = text.split('\n').filter((line) => /^ {10}# \w+: /.test(line))
    for (const line of commented) {
      const taken = text.replace(line, line.replace('# ', ''))
      expect(findingsIn(taken).filter(({ severity }) => severity === 'error')).toEqual([])
      expect(findingsIn(taken).map(({ code }) => code)).not.toContain('unknown-content-key')
    }
    const all = commented.reduce((whole, line) => whole.replace(line, line.replace('# ', '')), text)
    expect(findingsIn(all).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('tells each type once', () => {
    const text = specText({ name: 'Survey', steps: 4, types: ['Dropdown', 'Dropdown', 'Dropdown'] }, {})
    expect(text.split('# One or several options from a list.')).toHaveLength(2)
    expect(text.split('type: Dropdown')).toHaveLength(4)
  })
})

test('every step but the last can be left, and the last thanks', () => {
  const steps = planSteps({ name: 'Survey', steps: 4, types: ['IdentityInfo'] })
  expect(steps.map(({ name, components }) => [name, components.map(({ type }) => type)])).toEqual([
    ['About you', ['Header', 'IdentityInfo', 'NextButton']],
    ['Questions', ['ShortInput', 'NextButton']],
    ['Questions, part 2', ['ShortInput', 'NextButton']],
    ['Thanks', ['Header']],
  ])
})

test.each([
  ['customer-survey.yaml', 'Customer survey'],
  ['forms/2026_feedback.yml', '2026 feedback'],
  ['été.yaml', 'Été'],
  ['.yaml', 'New form'],
  ['-', 'New form'],
])('%s is the file of a form called %s', (file, name) => {
  expect(nameFromFile(file)).toBe(name)
})

test.each([
  ['Customer survey', 'customer-survey.yaml'],
  ['  Crème brûlée: "yes"? ', 'creme-brulee-yes.yaml'],
  ['アンケート', 'アンケート.yaml'],
  ['../../etc/passwd', 'etc-passwd.yaml'],
  ['🙂', 'form.yaml'],
  ['a'.repeat(300), `${'a'.repeat(60)}.yaml`],
])('the form %j is written to %s', (name, file) => {
  expect(fileNameFor(name)).toBe(file)
})

test.each([
  ['forms/a.yaml', 'forms/a.yaml'],
  ["it's mine.yaml", String.raw`'it'\''s mine.yaml'`],
  ['a\nb.yaml', String.raw`'a\nb.yaml'`],
])('%j is one word on one line for a shell', (file, word) => {
  expect(shellWord(file)).toBe(word)
})

describe('the schema of a spec', () => {
  const host = testHost({ argv: [] })
  const folder = host.files.resolve()
  const placed = (schemaFile: string | undefined, file: string | undefined) =>
    placeSchema(undefined, file, {
      schemaFile,
      files: { ...host.files, kind: async (path) => (isThere(path, schemaFile) ? 'file' : 'missing') },
    })
  const isThere = (path: string, schemaFile: string | undefined): boolean =>
    path === schemaFile ||
    (schemaFile?.includes('.store') === true && path.includes('/node_modules/formctl/'))

  test.each([
    [
      'node_modules/formctl/schemas/spec.schema.json',
      'a.yaml',
      'node_modules/formctl/schemas/spec.schema.json',
    ],
    [
      'node_modules/formctl/schemas/spec.schema.json',
      'forms/x/a.yaml',
      '../../node_modules/formctl/schemas/spec.schema.json',
    ],
    ['schemas/spec.schema.json', 'forms/a.yaml', '../schemas/spec.schema.json'],
    [
      'node_modules/.store/formctl@1/node_modules/formctl/schemas/spec.schema.json',
      'a.yaml',
      'node_modules/formctl/schemas/spec.schema.json',
    ],
  ])('at %s is named from %s as %s, which others can follow', async (schemaFile, file, reference) => {
    expect(await placed(join(folder, schemaFile), join(folder, file))).toEqual({ reference })
  })

  test.each([
    ['of another project', '/usr/lib/node_modules/formctl/schemas/spec.schema.json', 'a.yaml'],
    [
      'whose path has a blank, at which the line would end,',
      'node_modules/my tools/schemas/spec.schema.json',
      'a.yaml',
    ],
    ['of a program without files', undefined, 'a.yaml'],
  ])('%s is not named: one is written beside the spec', async (_, schemaFile, file) => {
    const path = join(folder, file)
    expect(await placed(schemaFile && resolve(folder, schemaFile), path)).toEqual({
      reference: 'spec.schema.json',
      toWrite: join(dirname(path), 'spec.schema.json'),
    })
  })

  test('has no line on the standard output', async () => {
    expect(await placed('/usr/lib/node_modules/formctl/schemas/spec.schema.json', undefined)).toEqual({})
  })
})

test.each(templateNames)('the template %s is a form without a finding', (name) => {
  const { textWith, steps } = specOfTemplate(name, 'A form: mine')
  const { findings, forms } = checkSpec(Buffer.from(textWith({ schema: 's.json', file: 'f.yaml' })))
  expect(findings).toEqual([])
  expect(forms.map(({ value }) => value)).toEqual([
    expect.objectContaining({ name: 'A form: mine', steps: expect.objectContaining({ length: steps }) }),
  ])
})

test('every template has a name', () => {
  expect([...templateNames].toSorted()).toEqual(Object.keys(templates))
})
