import { describe, expect, test } from 'vitest'
import { csv } from '../../src/export/csv.ts'
import { writeDirectly, type DirectOptions, type Takeable } from '../../src/export/direct.ts'
import { writeExport } from '../../src/export/write-export.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { memorySpool } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { chunksOf, luckOf, replyOf } from '../support/reply-worlds.ts'

const documents = isLong ? 100_000 : 300

type Output = { readonly text: string; readonly guarded: number; readonly rows: number }
type Tried = { readonly output: Output | string; readonly rewrites: number }

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

const throughSpool = (bytes: Buffer, options: Partial<DirectOptions>): Promise<Output | string> =>
  outputOf(async () => {
    const chunks: Uint8Array[] = []
    const { rows, guarded } = await writeExport(csv, readRecords(chunksOf(bytes, luckOf(1)), ''), {
      ...usual,
      ...options,
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

describe('lines that are written while records still come', () => {
  test(`are those of the spool, of ${documents} documents, wherever the columns are guessed`, async () => {
    const times = [0, 0]
    for (let seed = 0; seed < documents; seed++) {
      const luck = luckOf(seed)
      const bytes = replyOf(luck, 24)
      const wanted = await throughSpool(bytes, {})
      for (const guessAfter of [1, 300, 1e9]) {
        const { output, rewrites } = await directly(recordsOf(bytes, seed), { guessAfter })
        expect(output, `seed ${seed}, guessed after ${guessAfter}`).toEqual(wanted)
        times[rewrites] = (times[rewrites] ?? 0) + 1
      }
    }
    // Both ways were gone: written at once, and written anew.
    expect(times[0]).toBeGreaterThan(documents / 3)
    expect(times[1]).toBeGreaterThan(documents / 30)
  })
})
