import { describe, expect, test } from 'vitest'
import { answersIn, holds, questionsIn } from '../../src/form/conditions.ts'
import type { Condition } from '../../src/form/form.ts'

const given: readonly (readonly [string, object])[] = [
  ['team', { value: 'Sales' }],
  ['hours', { value: 12 }],
  ['start', { value: '2026-03-01' }],
  ['agreed', { value: true, text: 'Yes' }],
  ['city', { selected: 'Berlin' }],
  ['tools', { selected: ['Paper', 'Pen'] }],
  [
    'size',
    {
      choices: [
        { key: 'A', value: false, index: 0 },
        { key: 'B', value: true, index: 1 },
      ],
      selectedOther: true,
      other: 'Mine',
    },
  ],
  ['grid', { rows: [{ row: 'Price', value: 'Good' }] }],
  ['order', { ranking: ['X', 'Y'] }],
  ['person', { firstName: 'Ada', emailAddress: 'ada@example.com' }],
  ['person', { lastName: 'Lovelace' }],
]
const data = given.map(([questionId, members]) => ({
  questionId,
  response: { type: 'T', headline: 'H', componentShapeVersion: '2.0', ...members },
}))
const answers = answersIn(data)

describe('a condition', () => {
  test.each<[Condition, boolean]>([
    [{ question: 'team', is: 'Sales' }, true],
    [{ question: 'team', is: 'Support' }, false],
    [{ question: 'team', isNot: 'Support' }, true],
    [{ question: 'team', isNot: 'Sales' }, false],
    [{ question: 'nobody', isNot: 'Sales' }, true],
    [{ question: 'nobody', is: 'Sales' }, false],
    [{ question: 'team', in: ['Sales', 'Support'] }, true],
    [{ question: 'team', contains: 'sal' }, true],
    [{ question: 'hours', is: 12 }, true],
    [{ question: 'hours', over: 11 }, true],
    [{ question: 'hours', over: 12 }, false],
    [{ question: 'hours', under: 100 }, true],
    [{ question: 'start', over: '2026-02-28' }, true],
    [{ question: 'start', under: '2026-02-28' }, false],
    [{ question: 'agreed', is: true }, true],
    [{ question: 'agreed', answered: true }, true],
    [{ question: 'nobody', answered: true }, false],
    [{ question: 'nobody', answered: false }, true],
    [{ question: 'nobody', over: 1 }, false],
    [{ question: 'nobody', under: 1 }, false],
    [{ question: 'city', is: 'Berlin' }, true],
    [{ question: 'tools', contains: 'Pen' }, true],
    [{ question: 'tools', contains: 'Pe' }, false],
    [{ question: 'size', is: 'B' }, true],
    [{ question: 'size', is: 'A' }, false],
    [{ question: 'size', is: 'Mine' }, true],
    [{ question: 'grid.Price', is: 'Good' }, true],
    [{ question: 'grid.Service', answered: true }, false],
    [{ question: 'order', contains: 'Y' }, true],
    [{ question: 'person.emailAddress', contains: '@EXAMPLE' }, true],
    [{ question: 'person.lastName', is: 'Lovelace' }, true],
    [{ question: 'person.city', answered: true }, false],
    [{ question: 'person', answered: true }, true],
    [
      {
        any: [
          { question: 'team', is: 'X' },
          { question: 'hours', is: 12 },
        ],
      },
      true,
    ],
    [
      {
        all: [
          { question: 'team', is: 'X' },
          { question: 'hours', is: 12 },
        ],
      },
      false,
    ],
  ])('%j holds: %s', (condition, expected) => {
    expect(holds(condition, answers)).toBe(expected)
  })

  test('lists the questions that it reads', () => {
    expect(questionsIn({ any: [{ question: 'a.b', is: 1 }, { all: [{ question: 'c', is: 2 }] }] })).toEqual([
      'a',
      'c',
    ])
  })
})
