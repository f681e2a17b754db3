import { expect, test } from 'vitest'
import { collect, collectBatches } from '../../src/export/collect.ts'
import { headerOf } from '../../src/export/header.ts'
import { collectOptionBytes } from '../../src/export/kernel/collect-options.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { tryOptions } from '../fuzz/options.ts'
import { sayTally, tryDocuments } from '../fuzz/trial.ts'
import { memorySpool } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'

const documents = isLong ? 50_000 : 600

test(
  `lists become the columns that the parser makes of them, of ${documents} documents`,
  { timeout: 3_600_000 },
  async () => {
    const tally = await tryDocuments(tryOptions, documents)
    console.log(sayTally(tally))
    // A seed is tried again by `npm run fuzz -- options --from <seed> --count 1`.
    expect(tally.different).toEqual([])
    // Small documents are learned for the most part; were nearly all left to the parser, little would have been shown.
    expect(2 * tally.fast).toBeGreaterThan(tally.slow)
  },
)

const usual = '["a","b"]'

/** Records of one question, of which number 500 and 700 have another value than all others. */
async function* reply(odd: string, name = '"selected"'): AsyncIterable<Uint8Array> {
  const records = Array.from({ length: 1000 }, (_, i) => {
    const value = i === 500 || i === 700 ? odd : usual
    return `{"id":"r${i}","data":[{"questionId":"q","response":{"headline":"Q: null",${name}:${value}}}]}`
  })
  yield Buffer.from(`{"data":[${records.join(',')}]}`)
}

const headersOf = async (records: ReturnType<typeof readRecords>, byParser: boolean): Promise<unknown> => {
  const collecting = byParser ? collectBatches : collect
  const { columns } = await collecting(records, { multi: 'columns', spool: memorySpool() })
  return headerOf(columns.inOrder(), 'id').filter((name) => name.startsWith('q'))
}

const columns = ['q.a', 'q.b']

test.each([
  { odd: usual, what: 'lists alone', header: columns },
  { odd: '[]', what: 'a list without options', header: columns },
  { odd: '["b","c"]', what: 'a list with an option that came late', header: [...columns, 'q.c'] },
  {
    odd: '[{"key":"c","value":false}]',
    what: 'a list that tells all options',
    header: ['q.a', 'q.c', 'q.b'],
  },
  { odd: 'null', what: 'null', header: ['q', ...columns] },
  { odd: '""', what: 'an empty text', header: ['q', ...columns] },
  { odd: '[null]', what: 'a list of something else', header: ['q', ...columns] },
  { odd: '{}', what: 'an object', header: ['q', ...columns] },
])('a list has a column of its own only for what is no list: $what', async ({ odd, header }) => {
  expect(await headersOf(readRecords(reply(odd), ''), false)).toEqual(header)
  expect(await headersOf(readRecords(reply(odd), ''), true)).toEqual(header)
})

test.each([
  { name: '"selected"', what: 'as usual' },
  { name: '"selected" \n', what: 'with space before the colon' },
  { name: String.raw`"s\u0065lected"`, what: 'with an escape in its name' },
])('a null is seen, written $what', async ({ name }) => {
  expect(await headersOf(readRecords(reply('null', name), ''), false)).toEqual(['q', ...columns])
})

test.each([
  { odd: usual, what: 'lists' },
  { odd: 'null', what: 'lists and a null' },
])('the kernel reads nearly all records with $what', async ({ odd }) => {
  const taker = await readRecords(reply(odd), '').take?.((reader, choice) =>
    collectOptionBytes(reader, choice, { spool: memorySpool() }),
  )
  const { fast = 0, slow = 0 } = taker?.counts() ?? {}
  expect(fast + slow).toBe(1000)
  expect(slow).toBeLessThan(10)
})
