import { expect, test } from 'vitest'
import { templates } from '../../src/authoring/generated/templates.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import { specOfTemplate, templateNames } from '../../src/authoring/new-spec.ts'

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
