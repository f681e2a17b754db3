import { expect, test } from 'vitest'
import { kindOf } from '../../src/stats/member-figures.ts'
import { countResponses } from '../../src/stats/stats.ts'
import { typeOf, makeColumns } from '../../src/table/columns.ts'
import { collectRow, makeRowCollector } from '../../src/table/collect.ts'

async function* batchOf<T>(records: readonly T[]): AsyncIterable<readonly T[]> {
  yield records
}

test.each<[type: string, values: readonly unknown[], column: string, kind: string]>([
  ['Number', [1234.5, 7], 'number', 'number'],
  ['Number', [3, 7], 'number', 'number'],
  ['Rating', [4, 5], 'integer', 'rating'],
  ['OpinionScale', [0, 10], 'integer', 'rating'],
  ['OpinionScale', [1, 5], 'integer', 'rating'],
  ['Date', ['2026-05-31', '2026-06-01'], 'date', 'date'],
  ['Time', ['09:30', '14:00'], 'text', 'text'],
  ['Phone', ['+442079460958', '+15550100'], 'text', 'contact'],
])(
  'answers to %s like %j are a column of type %s, and in figures of kind %s',
  async (type, values, column, kind) => {
    const records = values.map((value, i) => ({
      id: `r${i}`,
      formId: 'f',
      data: [{ questionId: 'q', response: { type, headline: 'Q', value } }],
    }))
    const collector = makeRowCollector(makeColumns(), { multi: 'joined' })
    for (const record of records) collectRow(collector, record)
    const answers = collector.columns.all.find(({ holds }) => holds.kind === 'answer')
    expect(answers && typeOf(answers)).toBe(column)
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
    const [question] = form?.questions ?? []
    expect(question && kindOf({ headline: 'Q', type, answers: question.answers })).toBe(kind)
  },
)
