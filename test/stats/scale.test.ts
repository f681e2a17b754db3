import { expect, test } from 'vitest'
import { newNumbers } from '../../src/stats/numbers.ts'
import { asksForNps, npsOf, optionNumbers, scaleOf } from '../../src/stats/scale.ts'

const numbers = (...values: readonly number[]) => newNumbers(values.map((value) => [value, 1] as const))

test.each<[values: readonly number[], offered: readonly number[], scale: string]>([
  [[3], [], '1-5'],
  [[1, 5, 5], [], '1-5'],
  [[2, 6], [], '1-7'],
  [[8], [], '1-10'],
  [[0, 3], [], '0-5'],
  [[0, 10], [], '0-10'],
  [[2, 3], [1, 2, 3, 4], '1-4'],
  [[11], [], 'none'],
  [[-1, 3], [], 'none'],
  [[4.5], [], 'none'],
])('answers %j of the options %j are on the scale %s', (values, offered, scale) => {
  const { from, to } = scaleOf(numbers(...values), offered) ?? {}
  expect(from === undefined ? 'none' : `${from}-${to}`).toBe(scale)
})

test.each<
  [headline: string, type: string, values: readonly number[], offered: readonly number[], is: boolean]
>([
  ['How likely are you to recommend us?', 'ShortInput', [9, 3], [], true],
  ['Würden Sie uns weiterempfehlen?', 'ShortInput', [0, 6], [], true],
  ['Score', 'OpinionScale', [0, 8], [], true],
  ['Score', 'OpinionScale', [8], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], true],
  // Its scale may begin at 1, or end at 5.
  ['Score', 'OpinionScale', [8], [], false],
  ['Score', 'OpinionScale', [0, 5], [], false],
  ['Score', 'OpinionScale', [8], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false],
  ['NPS', 'ShortInput', [3], [], true],
  // A scale to 5 or 7 is none.
  ['How likely are you to recommend us?', 'ShortInput', [1, 5], [], false],
  ['How likely are you to recommend us?', 'Dropdown', [1, 7], [1, 2, 3, 4, 5, 6, 7], false],
  ['How likely are you to recommend us?', 'Dropdown', [1, 7], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], true],
  ['How old is your dog?', 'ShortInput', [9, 10], [], false],
  ['How likely are you to recommend us?', 'ShortInput', [9, 11], [], false],
])(
  '"%s" (%s) answered %j of the options %j: a Net Promoter Score is asked for: %s',
  (headline, type, ...rest) => {
    const [values, offered, is] = rest
    expect(asksForNps(numbers(...values), { headline, type, offered })).toBe(is)
  },
)

test('the score is the share of promoters less that of detractors', () => {
  expect(npsOf(numbers(10, 9, 9, 8, 7, 6, 0))).toEqual({
    score: 100 / 7,
    promoters: 3,
    passives: 2,
    detractors: 2,
  })
})

test.each<[options: readonly string[], expected: readonly number[] | undefined]>([
  [
    ['1', '2', '10'],
    [1, 2, 10],
  ],
  [
    ['5 - Very good', '4', '1 – Bad'],
    [5, 4, 1],
  ],
  [
    ['0 (never)', '1'],
    [0, 1],
  ],
  [['1-10 employees', '11'], undefined],
  [['1 - 10', '3'], undefined],
  [['3 or more', '2'], undefined],
  [['1. Berlin', '2. Rome'], undefined],
  [['2', '2 - two'], undefined],
  [['11', '12'], undefined],
  [[], undefined],
])('options %j are the numbers %j', (options, expected) => {
  const found = optionNumbers(options)
  expect(found && [...found.values()]).toEqual(expected)
})
