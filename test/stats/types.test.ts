import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawNumber } from '../../src/record/exact-json.ts'
import { kindOf } from '../../src/stats/member-figures.ts'
import { partsOf } from '../../src/stats/tally.ts'
import { collectRow, makeRowCollector } from '../../src/table/collect.ts'
import { makeColumns, typeOf } from '../../src/table/columns.ts'
import { runs } from '../support/is-long.ts'
import { answerTo, responseOf } from '../support/responses.ts'
import { figuresOf } from './figures-of.ts'

/** The type of the column of a question with these answers, and its figures. */
async function bothOf(type: string, values: readonly unknown[]) {
  const records = values.map((value, i) =>
    responseOf({}, { id: `r${i}`, data: [answerTo('q=Q', { value }, type)] }),
  )
  const collector = makeRowCollector(makeColumns(), { multi: 'joined' })
  for (const record of records) collectRow(collector, record)
  const column = collector.columns.all.find(({ holds }) => holds.kind === 'answer')
  const [form] = await figuresOf(records)
  return { column: column && typeOf(column), answers: form?.questions[0]?.answers ?? [] }
}

test.each([
  ['Number', [1234.5, 7], 'number', 'number'],
  ['Number', [3, 7], 'number', 'number'],
  ['Rating', [4, 5], 'integer', 'rating'],
  ['OpinionScale', [0, 10], 'integer', 'rating'],
  ['OpinionScale', [1, 5], 'integer', 'rating'],
  ['Date', ['2026-05-31', '2026-06-01'], 'date', 'date'],
  ['Time', ['09:30', '14:00'], 'text', 'time'],
  ['Phone', ['+442079460958', '+15550100'], 'text', 'contact'],
])(
  'answers to %s like %j are a column of type %s, and in figures of kind %s',
  async (type, values, column, kind) => {
    const { answers, ...found } = await bothOf(type, values)
    expect([found.column, kindOf({ headline: 'Q', type, answers })]).toEqual([column, kind])
  },
)

test.each([
  ['LongInput', {}, 'text'],
  ['Number', {}, 'number'],
  ['Date', {}, 'date'],
  ['Time', {}, 'time'],
  ['Rating', {}, 'rating'],
  ['OpinionScale', { preset: 'nps' }, 'nps'],
  ['Dropdown', {}, 'single-choice'],
  ['GraphicOptions', { isMulti: true }, 'multiple-choice'],
  ['Carousel', {}, 'other'],
])('a %s with %j that nobody answered is of kind %s', (type, about, kind) => {
  expect(kindOf({ headline: 'Q', type, answers: [], about })).toBe(kind)
})

const texts = ['7', '-3', '0.5', '18', '018', '1e5', ' 2', '  ', '12345678901234567', 'n/a', 'true', 'false']
const days = ['2026-03-01', '2026-02-30', '2026-03-01T10:00:00.000Z']
const numbers = [1, -2, 0.5, 1e20, rawNumber('9007199254740993'), rawNumber('12345678901234567890')]
const one = fc.oneof(
  fc.constantFrom(...texts, ...days),
  fc.constantFrom(...numbers),
  fc.constantFrom(true, false, null, ''),
)
// Mixtures of everything are texts, so most samples are of a few values.
const values = fc
  .array(one, { minLength: 1, maxLength: 3 })
  .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 8 }))

const kinds = {
  integer: 'numbers',
  int64: 'numbers',
  number: 'numbers',
  date: 'dates',
  time: 'dates',
  boolean: 'flags',
  text: 'texts',
  json: 'others',
} as const

test('the answers to a question have the type of its column in an export', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.constantFrom('ShortInput', 'Number', 'PasswordInput'),
      async (given, type) => {
        const { column, answers } = await bothOf(type, given)
        const found = ['numbers', 'dates', 'flags', 'texts'].find(
          (name) => answers[0] && Object(answers[0])[name] !== null,
        )
        const isGiven = given.some((value) => value !== null && value !== '')
        expect(found).toBe(isGiven && column ? kinds[column] : undefined)
      },
    ),
    { numRuns: runs(500) },
  )
})

const rows = [
  { row: 'Price', value: 'Good' },
  { row: 'Service', value: 'Bad' },
]

test.each<
  [claim: string, response: Readonly<Record<string, unknown>>, parts: Readonly<Record<string, unknown>>]
>([
  [
    'each row of a table is counted by itself',
    { type: 'Matrix', rows },
    { type: 'Matrix', Price: ['Good'], Service: ['Bad'] },
  ],
  [
    'each option of a ranking has its place',
    { type: 'Ranking', ranking: ['Speed', 'Price'] },
    { type: 'Ranking', Speed: 1, Price: 2 },
  ],
  ['other answers stay as they are', { type: 'ShortInput', rows: [1] }, { type: 'ShortInput', rows: [1] }],
  ['an answer in another shape, too', { type: 'Matrix', rows: 'Good' }, { type: 'Matrix', rows: 'Good' }],
])('%s', (_, response, parts) => {
  expect(partsOf(response)).toEqual(Object.entries(parts))
})
