import type { Batches } from '../record/records.ts'
import type { Sink } from './format.ts'
import { makeTextBytes } from './text-bytes.ts'

/** Where records go as lines, and what stands between two of them. */
export type Lines = { readonly out: Sink; readonly between: '\n' | ',\n' }

/** Writes records as they came, a line each, numbers to the last digit; gives their number. */
export async function writeRecords(batches: Batches, { out, between }: Lines): Promise<number> {
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
