import { expect, test } from 'vitest'
import { checkSpec, placeFaults } from '../../src/authoring/check-spec.ts'

const text = `name: Survey
steps:
  - name: Book
    components:
      - type: SchedulerScreen
        content: {}
  - &thanks
    name: Thanks
    components: []
  - *thanks
`
const [form] = checkSpec(new TextEncoder().encode(text)).forms
const placed = (errors: unknown): string[] =>
  form ? placeFaults(form, errors).map(({ line, column, message }) => `${line}:${column} ${message}`) : []

test('what the service says against a body stands at the author’s own lines', () => {
  const path = ['steps', 0, 'components', 0, 'content']
  expect(placed([{ message: 'needs one of dataUrl, url', path }])).toEqual(['6:9 needs one of dataUrl, url'])
})

test.each<[string, unknown, string]>([
  ['indexes as strings', ['steps', '0', 'components', '0', 'type'], '5:15'],
  ['a missing key', ['steps', 0, 'components', 0, 'content', 'dataUrl'], '6:9'],
  ['a text', ['name'], '1:7'],
  ['an object of an array', ['steps', 1], '8:5'],
  ['what an alias stands for', ['steps', 2, 'components'], '9:5'],
  ['an alias itself', ['steps', 2], '10:5'],
  ['a body that is one level deeper', ['body', 'steps'], '1:1'],
  ['no path', [], '1:1'],
  ['a path that is none', 'steps[0]', '1:1'],
  ['a path of odd things', ['steps', null, { a: 1 }], '2:1'],
  ['names that every object has', ['__proto__', 'constructor'], '1:1'],
])('%s has a place', (_, path, place) => {
  expect(placed([{ message: 'm', path }])).toEqual([`${place} m`])
})

test.each([
  [undefined, []],
  ['a text', []],
  [[null, 'x', 7], []],
  [
    [{ message: '' }, { path: ['name'] }],
    ['1:1', '1:7'],
  ],
])('errors of the shape %j are no harder to read', (errors, expected) => {
  const says = 'The service refuses this, and does not say why.'
  expect(placed(errors)).toEqual(expected.map((place) => `${place} ${says}`))
})

test('a fault of the service is an error of its own code', () => {
  expect(form && placeFaults(form, [{ message: 'm', path: ['name'] }])).toMatchObject([
    { code: 'refused', severity: 'error', path: ['name'], line: 1, column: 7, endLine: 1, endColumn: 13 },
  ])
})
