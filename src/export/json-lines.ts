import type { RawRecord } from '../form/raw-record.ts'
import type { Sink } from './format.ts'
import { makeTextBytes } from './text-bytes.ts'

/** Records as they came, a line each, numbers to the last digit; gives their number. */
export async function writeLines(
  batches: AsyncIterable<readonly RawRecord[]>,
  out: Sink,
  { between }: { readonly between: string },
): Promise<number> {
  const bytesOf = makeTextBytes()
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const lines = batch.map((record) => JSON.stringify(record)).join(between)
    await out(bytesOf(rows === 0 ? lines : between + lines))
    rows += batch.length
  }
  if (rows > 0) await out(bytesOf('\n'))
  return rows
}
