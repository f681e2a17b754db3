import { expect, test } from 'vitest'
import { check } from '../../src/form/check.ts'
import { starterForms } from '../../src/server/starter-forms.ts'
import { at } from '../support/samples.ts'
import { deterministicBytes } from '../support/test-host.ts'

const forms = starterForms('environment-1', { createdAt: at(0), randomBytes: deterministicBytes() })

test.for(forms.map((form) => [form.name, form] as const))(
  'the starter form %s is without findings',
  ([, form]) => {
    expect(check({ name: form.name, steps: form.steps.map(withoutIds) })).toEqual([])
    expect(form).toMatchObject({ environmentId: 'environment-1', createdAt: at(0) })
    expect(form).not.toHaveProperty('sourceFormId')
    expect(form.steps).toHaveLength(2)
  },
)

test('starter forms differ in name and look, and every id is its own', () => {
  expect(forms.map(({ name }) => name)).toEqual([
    'Plain',
    'Warm',
    'Night',
    'Civic',
    'Editorial',
    'Dawn',
    'Terminal',
    'Signal',
    'Meadow',
  ])
  expect(new Set(forms.map(({ style }) => JSON.stringify(style))).size).toBe(forms.length)
  expect(new Set(forms.map(({ id }) => id)).size).toBe(forms.length)
  for (const form of forms) {
    const questionIds = form.steps.flatMap((step) => step.components.map((component) => component.questionId))
    expect(new Set(questionIds).size).toBe(questionIds.length)
  }
})

const withoutIds = (step: (typeof forms)[number]['steps'][number]): unknown => ({
  name: step.name,
  components: step.components.map(({ type, content }) => ({ type, content })),
})
