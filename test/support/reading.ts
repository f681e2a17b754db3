import { readRaw, type KernelReader } from '../../src/export/kernel/read-raw.ts'
import type { RecordChoice, RecordParser, Records } from '../../src/record/records.ts'

/** Has a kernel's reader read all records out of their bytes. */
export async function readBy<Reader extends KernelReader>(
  { raw }: Records,
  make: (parser: RecordParser, choice: RecordChoice) => Reader,
): Promise<Reader> {
  if (!raw) throw new Error('these records give no bytes')
  const reader = make(raw.parser, raw.choice)
  await readRaw(raw, reader)
  return reader
}
