import { collectBatches } from '../../src/export/collect.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { readRecords } from '../../src/record/record-stream.ts'
import { seen } from './collected.ts'
import { memorySpool } from './exporting.ts'
import { luckOf } from './luck.ts'
import { chunksOf } from './reply-worlds.ts'
import { readBy } from './reading.ts'

/** What is collected of records by the parser alone and by the kernel, and how many of them it left to the parser. */
export async function collectedBothWays(
  texts: readonly string[],
  cut = 1,
): Promise<{ readonly reference: unknown; readonly result: unknown; readonly slow: number }> {
  const bytes = Buffer.from(`{"data":[${texts.join(',')}]}`)
  const records = (): ReturnType<typeof readRecords> => readRecords(chunksOf(bytes, luckOf(cut)), '')
  const reference = await seen(() =>
    collectBatches(records().batches(), { multi: 'joined', spool: memorySpool() }),
  )
  let slow = 0
  const result = await seen(async () => {
    const reader = await readBy(records(), (parser, choice) =>
      collectBytes(parser, choice, { multi: 'joined', spool: memorySpool() }),
    )
    slow = reader.counts().slow
    return reader.collected()
  })
  return { reference, result, slow }
}
