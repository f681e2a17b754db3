import type { RawRecord } from '../form/raw-record.ts'
import type { ExportSummary, Sink } from './format.ts'

/** Records as they came, a line each, numbers to the last digit. */
export async function writeLines(
  batches: AsyncIterable<readonly RawRecord[]>,
  out: Sink,
  { between }: { readonly between: string },
): Promise<ExportSummary> {
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const lines = batch.map((record) => JSON.stringify(record)).join(between)
    await out(encoder.encode(rows === 0 ? lines : between + lines))
    rows += batch.length
  }
  if (rows > 0) await out(encoder.encode('\n'))
  return { rows, guarded: 0, renamed: [] }
}

const encoder = new TextEncoder()
