import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countResponses } from '../../src/stats/stats.ts'
import { typeOf, makeColumns } from '../../src/table/columns.ts'
import { collectRow, makeRowCollector } from '../../src/table/collect.ts'
import { rawNumber } from '../../src/record/exact-json.ts'
import { runs } from '../support/is-long.ts'

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
const types = fc.constantFrom('ShortInput', 'Number', 'PasswordInput')

test('a question is numbers, dates, true or false, or texts as its column is in an export', async () => {
  await fc.assert(
    fc.asyncProperty(values, types, async (given, type) => {
      const records = given.map((value, i) => ({
        id: `r${i}`,
        formId: 'f',
        data: [{ questionId: 'q', response: { type, headline: 'Q', value } }],
      }))
      const collector = makeRowCollector(makeColumns(), { multi: 'joined' })
      for (const record of records) collectRow(collector, record)
      const column = collector.columns.all.find(({ holds }) => holds.kind === 'answer')
      const counted = await countResponses(batchOf(records), {
        timeZone: { isUtc: true, offsetAt: () => 0 },
        samples: 1,
      })
      const [form] = counted.figures({
        formIds: [],
        asked: [],
        partials: true,
        names: new Map(),
        questionnaires: new Map(),
        outlines: new Map(),
      })
      const [answer] = form?.questions[0]?.answers ?? []
      const isGiven = given.some((value) => value !== null && value !== '')
      expect(answer && kindOf(answer)).toBe(isGiven && column ? kinds[typeOf(column)] : undefined)
    }),
    { numRuns: runs(500) },
  )
})

async function* batchOf<T>(records: readonly T[]): AsyncIterable<readonly T[]> {
  yield records
}

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

const kindOf = (answer: object): unknown =>
  ['numbers', 'dates', 'flags', 'texts'].find((name) => Object(answer)[name] !== null)
