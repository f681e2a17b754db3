import type { RawRecord } from '../form/raw-record.ts'
import type { Records } from '../form/record-taker.ts'
import type { Sink } from './format.ts'
import { copyLines } from './kernel/copy-lines.ts'
import { makeTextBytes } from './text-bytes.ts'

type Lines = { readonly between: '\n' | ',\n' }

/** Records as they came, a line each, numbers to the last digit; gives their number. */
export async function writeLines(records: Records, out: Sink, { between }: Lines): Promise<number> {
  // Lines are copied as they stand; what is chosen among them is for the parser.
  if (records.take === undefined || !records.isWhole) return writeBatches(records, out, { between })
  const taker = await records.take((reader, choice) => copyLines(reader, choice, { out, between }))
  return taker.end()
}

/** The same by the parser alone: the reference of what lines are. */
export async function writeBatches(
  batches: AsyncIterable<readonly RawRecord[]>,
  out: Sink,
  { between }: Lines,
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
