import { csv } from '../../src/export/csv.ts'
import { writeDirectly, type DirectOptions, type Takeable } from '../../src/export/direct.ts'
import { writeExport } from '../../src/export/write-export.ts'
import type { LeapDone } from '../../src/export/leap/leap.ts'
import { usualSizes } from '../../src/export/leap/pieces.ts'
import type { RecordTaker } from '../../src/form/record-taker.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { memorySpool } from '../support/exporting.ts'
import { luckOf } from '../support/luck.ts'
import { chunksOf, replyOf } from '../support/reply-worlds.ts'
import { fileInMemory } from './leaps.ts'
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

type Counting = RecordTaker & { readonly counts: () => { readonly fast: number; readonly slow: number } }

const isCounting = (taker: RecordTaker): taker is Counting => 'counts' in taker

/** The same records, and their taker once they are taken. */
function watched({ take }: Takeable): {
  readonly records: Takeable
  readonly taker: () => Counting | undefined
} {
  let taker: Counting | undefined
  return {
    records: {
      take: async (makeTaker) =>
        take((reader, choice) => {
          const made = makeTaker(reader, choice)
          if (isCounting(made)) taker = made
          return made
        }),
    },
    taker: () => taker,
  }
}

const noThread = async (): Promise<LeapDone> => ({ isMissing: true })

async function directly(all: Takeable, options: Partial<DirectOptions>): Promise<Tried> {
  let chunks: Uint8Array[] = []
  let rewrites = 0
  let isPassing = false
  const { records, taker } = watched(all)
  const target = { ...fileInMemory(), passes: () => void (isPassing = true) }
  const output = await outputOf(async () => {
    const { collected, guarded } = await writeDirectly(records, {
      ...usual,
      blockSize: 500,
      ...options,
      leaping: { target, sizes: { ...usualSizes, left: Infinity, begun: Infinity }, run: noThread },
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
  if (isPassing && rewrites === 0 && typeof output !== 'string')
    throw new Error('what was to be written anew was not')
  return { output, rewrites, ...(taker()?.counts() ?? { fast: 0, slow: 0 }) }
}
