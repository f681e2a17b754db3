import { expect, test } from 'vitest'
import { collectBatches } from '../../src/export/collect.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { readRecords } from '../../src/record/record-stream.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { readBy } from '../support/reading.ts'

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
    collectBatches(readRecords(body(), '').batches(), { multi: 'joined', spool: memorySpool() }),
  )
  const reader = await readBy(readRecords(body(), ''), (parser, choice) =>
    collectBytes(parser, choice, { multi: 'joined', spool: memorySpool() }),
  )
  expect(await seen(async () => reader.collected())).toEqual(reference)
})
