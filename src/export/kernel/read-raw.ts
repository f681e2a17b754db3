import type { ByteReader, RawRecord, RawRecords } from '../../record/records.ts'

/** A kernel that reads records out of bytes. */
export type KernelReader = ByteReader & {
  /** Takes records that are parsed already, and chosen. */
  readonly add: (records: readonly RawRecord[]) => Promise<void>
  /** How many records of a wanted form it read without asking `choose`; known only where forms were chosen. */
  readonly readOf: (formId: string) => number
  /** Records that the kernel read or passed over, and those that it left to the parser. */
  readonly counts: () => { readonly fast: number; readonly slow: number }
}

/** Has a kernel read all records. */
export async function readRaw({ choice, read, beside }: RawRecords, reader: KernelReader): Promise<void> {
  if (beside) await reader.add(beside.before())
  await read(reader)
  for (const formId of choice.formIds ?? []) choice.countForm(formId, reader.readOf(formId))
  if (beside) await reader.add(beside.after())
}
