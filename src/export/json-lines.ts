import type { RawRecord } from '../form/raw-record.ts'
import type { Records } from '../form/record-taker.ts'
import type { RecordsTarget } from './format.ts'
import { copyLines } from './kernel/copy-lines.ts'
import { makeTextBytes } from './text-bytes.ts'

type Lines = RecordsTarget & { readonly between: '\n' | ',\n' }

/** Records as they came, a line each, numbers to the last digit; gives their number. */
export async function writeLines(records: Records, lines: Lines): Promise<number> {
  // Lines are copied as they stand; what is chosen among them is for the parser.
  if (records.take === undefined || !records.isWhole) return writeBatches(records, lines)
  const taker = await records.take((reader, choice) => copyLines(reader, choice, lines))
  return taker.end()
}

/** The same by the parser alone: the reference of what lines are. */
export async function writeBatches(
  batches: AsyncIterable<readonly RawRecord[]>,
  { out, between }: Lines,
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
