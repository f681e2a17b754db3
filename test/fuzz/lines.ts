import type { Sink } from '../../src/export/format.ts'
import { writeRecords } from '../../src/export/write-records.ts'
import { copyLines } from '../../src/export/kernel/copy-lines.ts'
import type { ByteReader, Records } from '../../src/record/records.ts'
import { happens, luckOf } from '../support/luck.ts'
import { replyOf } from '../support/reply-worlds.ts'
import { comingOf } from './given.ts'
import type { Outcome } from './trial.ts'

/** Lines, and the numbers of records that went which way. */
type Written = { readonly rows: number; readonly text: string; readonly fast: number; readonly slow: number }

/** What is written into a sink that takes its time before it reads the bytes. */
export async function written(
  work: (out: Sink) => Promise<Omit<Written, 'text'>>,
): Promise<Written | { readonly error: string }> {
  const chunks: Uint8Array[] = []
  const out = async (bytes: Uint8Array): Promise<void> => {
    await Promise.resolve()
    if (bytes.length > 100_000) await new Promise(setImmediate)
    chunks.push(bytes.slice())
  }
  try {
    const counts = await work(out)
    return { ...counts, text: Buffer.concat(chunks).toString('latin1') }
  } catch (error) {
    return { error: String(error) }
  }
}

/** How lines are made: what stands between two, and what is put before the reader of the bytes. */
export type LineMaking = {
  readonly between: '\n' | ',\n'
  readonly cut?: <Reader extends ByteReader>(reader: Reader) => Reader
}

/** The lines of records that are parsed. */
export const linesByParser = (records: Records, { between }: LineMaking): ReturnType<typeof written> =>
  written(async (out) => ({
    rows: await writeRecords(records.batches(), { out, between }),
    fast: 0,
    slow: 0,
  }))

/** The lines that the kernel makes of their bytes. */
export const linesByKernel = (
  records: Records,
  { between, cut = (reader) => reader }: LineMaking,
): ReturnType<typeof written> =>
  written(async (out) => {
    const { raw } = records
    if (!raw) throw new Error('these records give no bytes')
    const reader = copyLines(raw.parser, raw.choice, { out, between })
    await raw.read(cut(reader))
    return { rows: await reader.end(), ...reader.counts() }
  })

/** The kernel writes the lines that the parser and JSON.stringify write, and refuses what they refuse. */
export async function tryLines(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = replyOf(luck, 7)
  const between = happens(luck, 0.5) ? '\n' : ',\n'
  const { records, cut } = comingOf(luck, bytes)
  const { fast: _none, slow: _neither, ...reference } = counted(await linesByParser(records(), { between }))
  const { fast, slow, ...result } = counted(await linesByKernel(records(), { between, cut }))
  return { reference, result, fast, slow, isRefused: 'error' in reference }
}

const counted = (lines: object): { readonly fast: number; readonly slow: number } => ({
  fast: 0,
  slow: 0,
  ...lines,
})
