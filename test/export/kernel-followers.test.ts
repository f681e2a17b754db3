import { expect, test } from 'vitest'
import { collectBatches } from '../../src/export/collect.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'

test('the kernel orders questions that follow one another otherwise, where their ids come last, as the parser does', async () => {
  const entry = (question: string): string => `{"response":{"value":1},"questionId":"${question}"}`
  const records = [
    ['a', 'c'],
    ['c', 'b', 'a'],
    ['c', 'a'],
  ].map((questions) => `{"data":[${questions.map(entry).join(',')}]}`)
  async function* body(): AsyncIterable<Uint8Array> {
    yield Buffer.from(`{"data":[${records.join(',')}]}`)
  }
  const reference = await seen(() =>
    collectBatches(readRecords(body(), ''), { multi: 'joined', spool: memorySpool() }),
  )
  const taker = await readRecords(body(), '').take?.((reader, choice) =>
    collectBytes(reader, choice, { multi: 'joined', spool: memorySpool() }),
  )
  expect(await seen(async () => taker?.collected() ?? Promise.reject(new Error('none')))).toEqual(reference)
})
