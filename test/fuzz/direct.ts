import { csv } from '../../src/export/csv.ts'
import { writeDirectly, type DirectOptions } from '../../src/export/direct.ts'
import { writeExport } from '../../src/export/write-export.ts'
import type { ByteReader, RawRecords } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/record-stream.ts'
import { memorySpool } from '../support/exporting.ts'
import { luckOf } from '../support/luck.ts'
import { chunksOf, replyOf } from '../support/reply-worlds.ts'
import type { Outcome } from './trial.ts'

/** Lines that are written while records still come are those of the spool, wherever the columns are guessed. */
export async function tryDirect(seed: number): Promise<Outcome & { readonly rewrites: number }> {
  const luck = luckOf(seed)
  const bytes = replyOf(luck, 7)
  const delimiter = delimiters[seed % 16] ?? usual.delimiter
  const wanted = await throughSpool(bytes, delimiter)
  const tried: Tried[] = []
  for (const guessAfter of [1, 300, 1e9])
    tried.push(await directly(recordsOf(bytes, seed), { guessAfter, delimiter }))
  return {
    reference: tried.map(() => wanted),
    result: tried.map(({ output }) => output),
    fast: sumOf(tried, ({ fast }) => fast),
    slow: sumOf(tried, ({ slow }) => slow),
    isRefused: typeof wanted === 'string',
    rewrites: sumOf(tried, ({ rewrites }) => rewrites),
  }
}

const sumOf = (tried: readonly Tried[], of: (one: Tried) => number): number =>
  tried.reduce((sum, one) => sum + of(one), 0)

type Output = { readonly text: string; readonly guarded: number; readonly rows: number }
type Tried = {
  readonly output: Output | string
  readonly rewrites: number
  readonly fast: number
  readonly slow: number
}

/** How the lines are written, where nothing else is said. */
const usual = {
  delimiter: ',',
  headers: 'headline',
  multi: 'joined',
  formulas: 'guard',
  bom: true,
  lineEnd: '\r\n',
} as const

/** Others than the usual one, also such as stand in numbers and in words. */
const delimiters = [';', '\t', '.', '1', 'e', '-', "'", ' ']

/** The records of a document that is read in chunks of any size. */
function recordsOf(bytes: Buffer, cut: number): RawRecords {
  const { raw } = readRecords(chunksOf(bytes, luckOf(cut)), '')
  if (!raw) throw new Error('these records give no bytes')
  return raw
}

async function outputOf(work: () => Promise<Output>): Promise<Output | string> {
  try {
    return await work()
  } catch (error) {
    return String(error)
  }
}

const throughSpool = (bytes: Buffer, delimiter: string): Promise<Output | string> =>
  outputOf(async () => {
    const chunks: Uint8Array[] = []
    const { rows, guarded } = await writeExport(csv, readRecords(chunksOf(bytes, luckOf(1)), ''), {
      ...usual,
      delimiter,
      spool: memorySpool(),
      layout: 'wide',
      sinkOf: () => async (chunk) => void chunks.push(chunk.slice()),
      file: undefined,
      rewrite: undefined,
    })
    return { text: Buffer.concat(chunks).toString(), rows, guarded }
  })

type Counting = ByteReader & { readonly counts: () => { readonly fast: number; readonly slow: number } }

const isCounting = (reader: ByteReader): reader is Counting => 'counts' in reader

async function directly(raw: RawRecords, options: Partial<DirectOptions>): Promise<Tried> {
  let chunks: Uint8Array[] = []
  let rewrites = 0
  let counts = { fast: 0, slow: 0 }
  const read: RawRecords['read'] = async (reader) => {
    await raw.read(reader)
    if (isCounting(reader)) counts = reader.counts()
  }
  const output = await outputOf(async () => {
    const { collected, guarded } = await writeDirectly(
      { ...raw, read },
      {
        ...usual,
        blockSize: 500,
        ...options,
        out: async (chunk) => void chunks.push(chunk.slice()),
        rewrite: async (from, remake) => {
          rewrites++
          const written = Buffer.concat(chunks).subarray(from)
          chunks = []
          await remake(
            chunksOf(written, luckOf(written.length)),
            async (chunk) => void chunks.push(chunk.slice()),
          )
        },
      },
    )
    return { text: Buffer.concat(chunks).toString(), rows: collected.rowCount, guarded }
  })
  return { output, rewrites, ...counts }
}
