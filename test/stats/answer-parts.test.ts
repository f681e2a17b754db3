import { expect, test } from 'vitest'
import { partsOf } from '../../src/stats/tally.ts'

test.each([
  [
    'each row of a table is counted by itself',
    {
      type: 'Matrix',
      rows: [
        { row: 'Price', value: 'Good' },
        { row: 'Service', value: 'Bad' },
      ],
    },
    [
      ['type', 'Matrix'],
      ['Price', ['Good']],
      ['Service', ['Bad']],
    ],
  ],
  [
    'each option of a ranking has its place',
    { type: 'Ranking', ranking: ['Speed', 'Price'] },
    [
      ['type', 'Ranking'],
      ['Speed', 1],
      ['Price', 2],
    ],
  ],
  [
    'other answers stay as they are',
    { type: 'ShortInput', rows: [1] },
    [
      ['type', 'ShortInput'],
      ['rows', [1]],
    ],
  ],
  [
    'an answer in another shape, too',
    { type: 'Matrix', rows: 'Good' },
    [
      ['type', 'Matrix'],
      ['rows', 'Good'],
    ],
  ],
])('%s', (_, response, expected) => {
  expect(partsOf(response)).toEqual(expected)
})
