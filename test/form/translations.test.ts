import { expect, test } from 'vitest'
import { textsIn } from '../../src/form/translations.ts'

test('every text that people read is found, with its path', () => {
  const content = {
    question: 'Which?',
    options: ['A', ' '],
    fields: [{ key: 'city', label: 'City' }],
    isMulti: true,
  }
  const form = {
    name: 'Survey',
    settings: { description: 'Two minutes', responseLimit: 3 },
    steps: [{ name: 'One', components: [{ type: 'Dropdown', description: 'Choose', content }] }],
  }
  expect(Array.from(textsIn(form), ({ text, path }) => `${path.join('.')}: ${text}`)).toEqual([
    'name: Survey',
    'settings.description: Two minutes',
    'steps.0.name: One',
    'steps.0.components.0.description: Choose',
    'steps.0.components.0.content.question: Which?',
    'steps.0.components.0.content.options.0: A',
    'steps.0.components.0.content.fields.0.label: City',
  ])
})
