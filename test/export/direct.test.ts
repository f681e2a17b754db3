import { describe, expect, test } from 'vitest'
import { csv } from '../../src/export/csv.ts'
import { writeDirectly, type DirectOptions } from '../../src/export/direct.ts'
import { writeExport } from '../../src/export/write-export.ts'
import { Failure } from '../../src/failure.ts'
import type { Records } from '../../src/form/record-taker.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { memorySpool } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { chunksOf, luckOf, replyOf } from '../support/reply-worlds.ts'

const documents = isLong ? 100_000 : 300

type Output = { readonly text: string; readonly guarded: number; readonly rows: number }
type Tried = { readonly output: Output | string; readonly restarts: number }

const usual = {
  delimiter: ',',
  headers: 'headline',
  multi: 'joined',
  formulas: 'guard',
  bom: true,
  lineEnd: '\r\n',
} as const

/** The records of a document, each time it is read in chunks of another size. */
function recordsOf(bytes: Buffer, cut: number): Records & Required<Pick<Records, 'take' | 'again'>> {
  const records = readRecords(chunksOf(bytes, luckOf(cut)), '')
  if (!records.take) throw new Error('such records can be taken')
  return { ...records, take: records.take, again: () => recordsOf(bytes, cut + 1) }
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
      restart: undefined,
    })
    return { text: Buffer.concat(chunks).toString(), rows, guarded }
  })

async function directly(
  records: ReturnType<typeof recordsOf>,
  options: Partial<DirectOptions>,
): Promise<Tried> {
  let chunks: Uint8Array[] = []
  let restarts = 0
  const output = await outputOf(async () => {
    const { collected, guarded } = await writeDirectly(records, {
      ...usual,
      blockSize: 500,
      ...options,
      out: async (chunk) => void chunks.push(chunk.slice()),
      restart: async () => {
        restarts++
        chunks = []
      },
    })
    return { text: Buffer.concat(chunks).toString(), rows: collected.rowCount, guarded }
  })
  return { output, restarts }
}

describe('lines that are written while records still come', () => {
  test(`are those of the spool, of ${documents} documents, wherever the columns are guessed`, async () => {
    const times = [0, 0]
    for (let seed = 0; seed < documents; seed++) {
      const luck = luckOf(seed)
      const bytes = replyOf(luck, 24)
      const options = luck() < 0.1 ? { columns: ['id', 'leadId', 'Q'] } : {}
      const wanted = await throughSpool(bytes, options)
      for (const guessAfter of [1, 300, 1e9]) {
        const { output, restarts } = await directly(recordsOf(bytes, seed), { ...options, guessAfter })
        expect(output, `seed ${seed}, guessed after ${guessAfter}`).toEqual(wanted)
        times[restarts] = (times[restarts] ?? 0) + 1
      }
    }
    // Both ways were gone: written at once, and written anew.
    expect(times[0]).toBeGreaterThan(documents / 3)
    expect(times[1]).toBeGreaterThan(documents / 30)
  })

  test('are none of a file that changes between its two readings', async () => {
    const body = (name: string): Buffer => Buffer.from(`{"data":[{"id":"1"},{"id":"2","${name}":1}]}`)
    const records = { ...recordsOf(body('a'), 1), again: () => recordsOf(body('b'), 1) }
    const chunks: Uint8Array[] = []
    const writing = writeDirectly(records, {
      ...usual,
      guessAfter: 1,
      blockSize: 1,
      out: async (chunk) => void chunks.push(chunk),
      restart: async () => undefined,
    })
    await expect(writing).rejects.toSatisfy((error) => Failure.is(error, 'source-changed'))
  })
})
