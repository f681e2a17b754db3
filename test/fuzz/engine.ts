import { collectBatches } from '../../src/table/collect.ts'
import { filterRecords, startCounts } from '../../src/responses/filter-records.ts'
import { delimitedHeader, writeDelimited } from '../../src/export/delimited.ts'
import { writeRecords } from '../../src/export/write-export.ts'
import { wideTable } from '../../src/table/layouts/wide.ts'
import { writeRaw, collectRaw, writeCsv } from '../../src/engine/engine.ts'
import type { RawRecords, Records } from '../../src/record/records.ts'
import { anyOrder } from './any-order.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, randomOf, oneOf, type Random } from '../support/random.ts'
import { chunksOf, replyOf } from '../support/random-replies.ts'
import { filterOf, tryChoiceBy } from './choice.ts'
import { comingOf, lateSpool, type Coming } from './given.ts'
import type { Outcome, Trial } from './trial.ts'

const documentOf = (random: Random): Buffer => (happens(random, 0.3) ? anyOrder(random) : replyOf(random, 7))

/** The bytes of records, which come as `cut` decides. */
function rawOf({ raw }: Records, cut: Coming['cut'] = (reader) => reader): RawRecords {
  if (!raw) throw new Error('these records give no bytes')
  return { ...raw, read: (reader) => raw.read(cut(reader)) }
}

const none = { fast: 0, slow: 0 }

/** The engine collects what is collected without it, and refuses the same. */
export async function tryRows(seed: number): Promise<Outcome> {
  const random = randomOf(seed)
  const bytes = documentOf(random)
  const multi = happens(random, 0.6) ? 'joined' : 'json'
  const joinsLater = multi === 'json' && happens(random, 0.5)
  const spool = lateSpool(random)
  const { plainly, records, cut } = comingOf(random, bytes)
  const reference = await seen(() =>
    collectBatches(plainly().batches(), { multi, joinsLater, spool: memorySpool() }),
  )
  let counts = none
  const result = await seen(async () => {
    const collected = await collectRaw(rawOf(records(), cut), { multi, joinsLater, spool })
    counts = collected.counts
    return collected
  })
  return { reference, result, ...counts, isRefused: typeof reference === 'string' }
}

/** A choice of records is that of parsed records, and is counted alike. */
export const tryChoice = (seed: number): Promise<Outcome> =>
  tryChoiceBy((records, { cut, ...how }) => collectRaw(rawOf(records, cut), how), seed)

/** A text that is written to a sink which reads late, or the fault. */
async function textOf(
  write: (out: (bytes: Uint8Array) => Promise<void>) => Promise<unknown>,
): Promise<unknown> {
  const chunks: Uint8Array[] = []
  try {
    const told = await write(async (bytes) => {
      await Promise.resolve()
      chunks.push(bytes.slice())
    })
    return { told, text: Buffer.concat(chunks).toString('latin1') }
  } catch (error) {
    return String(error)
  }
}

/** The engine writes the lines that the parser and `JSON.stringify` write, and refuses what they refuse. */
export async function tryLines(seed: number): Promise<Outcome> {
  const random = randomOf(seed)
  const bytes = documentOf(random)
  const between = happens(random, 0.5) ? '\n' : ',\n'
  const { records: all, cut } = comingOf(random, bytes)
  const filter = happens(random, 0.4) ? filterOf(random, false) : undefined
  const records = (): Records => (filter ? filterRecords(all(), filter, startCounts()) : all())
  const reference = await textOf((out) => writeRecords(records().batches(), { out, between }))
  let counts = none
  const result = await textOf(async (out) => {
    const written = await writeRaw(rawOf(records(), cut), { out, between })
    counts = written.counts
    return written.lines
  })
  return { reference, result, ...counts, isRefused: typeof reference === 'string' }
}

/** The engine writes the CSV that is made of dense rows, wherever the columns are guessed. */
export async function tryCsv(seed: number): Promise<Outcome> {
  const random = randomOf(seed)
  const bytes = documentOf(random)
  const style = {
    delimiter: oneOf(random, [',', ',', '\t', ';', '.', 'e', ' ']),
    formulas: oneOf(random, ['guard', 'guard', 'raw'] as const),
    lineEnd: oneOf(random, ['\n', '\r\n'] as const),
    bom: happens(random, 0.5),
  }
  const { plainly, records, cut } = comingOf(random, bytes)
  const headers = oneOf(random, ['headline', 'id', 'both'] as const)
  const table = async () =>
    wideTable(await collectBatches(plainly().batches(), { multi: 'joined', spool: memorySpool() }), {
      headers,
    })
  const reference = await textOf(async (out) => (await writeDelimited(await table(), out, style)).guarded)
  let counts = none
  const direct = await textOf(async (out) => {
    const parts: Uint8Array[] = []
    const csv = await writeCsv(rawOf(records(), cut), {
      ...style,
      headerLine: (names) => delimitedHeader(names, style),
      headers,
      guessAfter: oneOf(random, [1, 300, 3000, 1e9]),
      out: async (part) => void parts.push(part.slice()),
      rewrite: async (from, remake) => {
        const written = Buffer.concat(parts).subarray(from)
        parts.length = 0
        await remake(chunksOf(written, randomOf(seed)), async (part) => void parts.push(part.slice()))
      },
    })
    counts = csv.counts
    await out(Buffer.concat(parts))
    return csv.guarded
  })
  return { reference, result: direct, ...counts, isRefused: typeof reference === 'string' }
}

/** All trials by their names. */
export const trials: Readonly<Record<string, Trial>> = {
  rows: tryRows,
  choice: tryChoice,
  lines: tryLines,
  csv: tryCsv,
}
