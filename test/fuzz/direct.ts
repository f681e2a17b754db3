import { csv } from '../../src/export/csv.ts'
import { writeDirectly, type DirectOptions, type Takeable } from '../../src/export/direct.ts'
import { writeExport } from '../../src/export/write-export.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { memorySpool } from '../support/exporting.ts'
import { luckOf } from '../support/luck.ts'
import { chunksOf, replyOf } from '../support/reply-worlds.ts'
import type { Outcome } from './trial.ts'

/** Lines that are written while records still come are those of the spool, wherever the columns are guessed. */
export async function tryDirect(seed: number): Promise<Outcome & { readonly rewrites: number }> {
  const luck = luckOf(seed)
  const bytes = replyOf(luck, 7)
  const wanted = await throughSpool(bytes)
  const tried: Tried[] = []
  for (const guessAfter of [1, 300, 1e9]) tried.push(await directly(recordsOf(bytes, seed), { guessAfter }))
  return {
    reference: tried.map(() => wanted),
    result: tried.map(({ output }) => output),
    fast: 0,
    slow: 0,
    isRefused: typeof wanted === 'string',
    rewrites: tried.reduce((sum, { rewrites }) => sum + rewrites, 0),
  }
}

type Output = { readonly text: string; readonly guarded: number; readonly rows: number }
type Tried = { readonly output: Output | string; readonly rewrites: number }

/** How the lines are written, where nothing else is said. */
const usual = {
  delimiter: ',',
  headers: 'headline',
  multi: 'joined',
  formulas: 'guard',
  bom: true,
  lineEnd: '\r\n',
} as const

/** The records of a document that is read in chunks of any size. */
function recordsOf(bytes: Buffer, cut: number): Takeable {
  const { take } = readRecords(chunksOf(bytes, luckOf(cut)), '')
  if (!take) throw new Error('such records can be taken')
  return { take }
}

async function outputOf(work: () => Promise<Output>): Promise<Output | string> {
  try {
    return await work()
  } catch (error) {
    return String(error)
  }
}

const throughSpool = (bytes: Buffer): Promise<Output | string> =>
  outputOf(async () => {
    const chunks: Uint8Array[] = []
    const { rows, guarded } = await writeExport(csv, readRecords(chunksOf(bytes, luckOf(1)), ''), {
      ...usual,
      spool: memorySpool(),
      layout: 'wide',
      sinkOf: () => async (chunk) => void chunks.push(chunk.slice()),
      file: undefined,
      rewrite: undefined,
    })
    return { text: Buffer.concat(chunks).toString(), rows, guarded }
  })

async function directly(
  records: ReturnType<typeof recordsOf>,
  options: Partial<DirectOptions>,
): Promise<Tried> {
  let chunks: Uint8Array[] = []
  let rewrites = 0
  const output = await outputOf(async () => {
    const { collected, guarded } = await writeDirectly(records, {
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
    })
    return { text: Buffer.concat(chunks).toString(), rows: collected.rowCount, guarded }
  })
  return { output, rewrites }
}
