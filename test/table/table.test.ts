import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWithDigits } from '../../src/record/exact-json.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { parseCsv, splitList } from '../support/csv.ts'
import { recordsOf, write } from '../support/exporting.ts'
import { recordTexts } from '../support/json-texts.ts'
import { runs } from '../support/is-long.ts'

const texts = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => text.isWellFormed())

/** Answers to questions whose answers have a value, in the order of the form; some are missing. */
const answered = fc.array(fc.option(texts, { nil: undefined }), { minLength: 6, maxLength: 6 })

const recordOf = (values: readonly (string | undefined)[], i: number): RawRecord => ({
  id: `r${i}`,
  formId: 'f1',
  createdAt: new Date(1_700_000_000_000 + i).toISOString(),
  data: values.flatMap((value, n) =>
    value === undefined
      ? []
      : [{ questionId: `q${n}`, response: { type: 'ShortInput', headline: `Q${n}`, value } }],
  ),
})

/** Cuts a list into batches of these sizes. */
function batchesOf<T>(list: readonly T[], sizes: readonly number[]): T[][] {
  const batches: T[][] = []
  for (let at = 0, i = 0; at < list.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    batches.push(list.slice(at, at + size))
    at += size
  }
  return batches
}

const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 })

describe('the wide table', () => {
  test('gives every text back, whatever it holds, to a reader that knows nothing of the writer', async () => {
    const delimiters = fc.constantFrom(',', ';', '\t', '|', ']', '^', '-', '\\')
    await fc.assert(
      fc.asyncProperty(
        fc.array(answered, { maxLength: 8 }),
        delimiters,
        sizes,
        async (answers, delimiter, cut) => {
          const records = answers.map(recordOf)
          const { text } = await write(batchesOf(records, cut), 'csv', { delimiter, formulas: 'raw' })
          const [header = [], ...rows] = parseCsv(text, delimiter)
          const read = rows.map((row) =>
            Array.from({ length: 6 }, (_, n) => row[header.indexOf(`Q${n}`)] ?? ''),
          )
          expect(read).toEqual(answers.map((values) => values.map((value) => value ?? '')))
        },
      ),
    )
  })

  test('keeps the questions in their order, whatever is left out and whatever comes first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answered, { maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        sizes,
        async (answers, random, cut) => {
          // One that answered all, since otherwise nobody can know.
          const records = [...answers, Array.from({ length: 6 }, () => 'x')].map(recordOf)
          const shuffled = records
            .map((record) => ({ record, rank: random.next().value ?? 0 }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ record }) => record)
          const [header = []] = parseCsv((await write(batchesOf(shuffled, cut), 'csv')).text)
          expect(header.slice(-6)).toEqual(['Q0', 'Q1', 'Q2', 'Q3', 'Q4', 'Q5'])
        },
      ),
    )
  })

  test('is the same table whatever order the records come in, and whatever batches', async () => {
    const options = fc.uniqueArray(fc.constantFrom('a', 'b', 'c; d'))
    const choices = fc
      .tuple(options, fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }))
      .map(([keys, ticks]) => keys.map((key, index) => ({ key, value: ticks[index] ?? false, index })))
    const answers = fc.record({
      headline: fc.constantFrom('', 'One', 'Two'),
      value: fc.oneof(texts, options, fc.integer()),
      choices: fc.oneof(choices, options),
    })
    const entries = fc.record({ questionId: fc.constantFrom('q0', 'q1', 'q2'), response: answers })
    const records = fc.oneof(
      recordTexts.map((text) => parseWithDigits(text) as RawRecord),
      fc.record({
        formId: fc.constantFrom('f1', 'f2'),
        createdAt: fc.constantFrom('2026-03-01', '2026-03-02'),
        data: fc.array(entries, { maxLength: 4 }),
      }),
    )
    const styles = fc.constantFrom('joined', 'json', 'columns')
    await fc.assert(
      fc.asyncProperty(fc.array(records, { maxLength: 6 }), sizes, styles, async (list, cut, multi) => {
        const there = await write(batchesOf(list, cut), 'csv', { multi })
        const back = await write([list.toReversed()], 'csv', { multi })
        const [header, ...rows] = parseCsv(there.text)
        const [sameHeader, ...sameRows] = parseCsv(back.text)
        expect(sameHeader).toEqual(header)
        expect(sameRows.toReversed()).toEqual(rows)
      }),
      { numRuns: runs(500) },
    )
  })

  test('splits and joins lists without loss', async () => {
    const lists = fc.array(texts, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(lists, async (selected) => {
        const record = {
          data: [{ questionId: 'q', response: { type: 'Dropdown', headline: 'Q', selected } }],
        }
        const [, row = []] = parseCsv((await write([[record]], 'csv', { formulas: 'raw' })).text)
        expect(splitList(row.at(-1) ?? '')).toEqual(selected)
      }),
    )
  })

  test('tells what it did', async () => {
    const records = [
      recordOf(['=1+1', 'a'], 0),
      recordOf(['-5', '@SUM(A1)'], 1),
      {
        ...recordOf([], 2),
        data: [{ questionId: 'q1', response: { headline: 'Q1, but newer', value: 'b' } }],
      },
    ]
    const { summary } = await write([records], 'csv')
    const tables = summary.tables?.map(({ columns, ...table }) => ({ ...table, columns: columns.length }))
    expect({ ...summary, tables }).toMatchObject({
      rows: 3,
      tables: [{ name: 'responses', rows: 3, columns: 15 }],
      guarded: 2,
      renamedQuestions: ['Q1, but newer'],
    })
  })

  test('widens to many columns that come one by one', async () => {
    const records = Array.from({ length: 300 }, (_, i) => ({
      id: `r${i}`,
      data: [{ questionId: `q${i}`, response: { headline: `Q${i}`, value: `v${i}` } }],
    }))
    const [header = [], ...rows] = parseCsv((await write(batchesOf(records, [1]), 'csv')).text)
    expect(header).toHaveLength(313)
    expect(rows.map((row, i) => row[header.indexOf(`Q${i}`)])).toEqual(records.map((_, i) => `v${i}`))
    expect(rows.every((row) => row.filter((cell) => cell !== '').length === 2)).toBe(true)
  })

  test('a table of one column has a line for a row without a cell', async () => {
    const records = [recordOf([undefined, 'a'], 0), recordOf(['b'], 1)]
    const { text } = await write([records], 'csv', { columns: ['Q1'] })
    expect(text).toBe('Q1\na\n""\n')
  })

  test('a column that is not there is named', async () => {
    await expect(write([[recordOf(['a'], 0)]], 'csv', { columns: ['id', 'Q7'] })).rejects.toThrow(
      'no column "Q7"',
    )
  })
})

describe('records as they came', () => {
  test('json and ndjson give every record back to the last digit', async () => {
    const bodies = fc.array(recordTexts, { maxLength: 5 }).map((list) => `{"data":[${list.join(',')}]}`)
    await fc.assert(
      fc.asyncProperty(bodies, sizes, async (body, cut) => {
        const records = await recordsOf(body)
        const plain = records.map((record) => JSON.stringify(record))
        const [asJson, lines] = [
          await write(batchesOf(records, cut), 'json'),
          await write(batchesOf(records, cut), 'ndjson'),
        ]
        expect((await recordsOf(asJson.text)).map((record) => JSON.stringify(record))).toEqual(plain)
        expect(lines.text).toBe(plain.map((line) => `${line}\n`).join(''))
        expect(JSON.parse(asJson.text)).toMatchObject({ schema_version: 1 })
      }),
    )
  })
})
