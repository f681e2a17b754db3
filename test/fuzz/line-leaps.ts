import { writeBatches, writeLines } from '../../src/export/json-lines.ts'
import type { LeapDone, Leaping } from '../../src/export/leap/leap.ts'
import type { LeapFiles, LeapSizes } from '../../src/export/leap/pieces.ts'
import { makeTaskRunner } from '../../src/export/leap/thread.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { happens, luckOf } from '../support/luck.ts'
import { chunksOf } from '../support/reply-worlds.ts'
import { fileInMemory, longReply, outcomeOf, seekable, sizesOf, type Stream } from './leaps.ts'
import { written } from './lines.ts'
import { arriving } from './streams.ts'
import type { Outcome } from './trial.ts'

/**
 * Two threads copy the lines that the parser writes, wherever the pieces of a file or the chunks of a stream are cut.
 * `fast` are lines of the other thread.
 */
export async function tryLineLeaps(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = longReply(luck)
  const between = happens(luck, 0.5) ? '\n' : ',\n'
  const reference = await parsedLines(bytes, between)
  const sizes = sizesOf(luck)
  const most = [0, 0, 300, 50_000][Math.floor(luck() * 4)] ?? 0
  const gather = 1 + Math.floor(luck() * 5000)
  const stream = most > 0 && { chunks: arriving(bytes, luck, { most }), gather }
  const { output, leapt } = await leapingLines(bytes, { between, sizes, ...(stream && { stream }) })
  return outcomeOf({ reference, output, leapt })
}

type Lines = { readonly rows: number; readonly text: string }

/** The lines of records that are parsed, or their fault. */
export async function parsedLines(bytes: Buffer, between: '\n' | ',\n'): Promise<Lines | string> {
  const records = readRecords(chunksOf(bytes, luckOf(2)), '')
  const made = await written(async (out) => ({
    rows: await writeBatches(records, { out, between }),
    fast: 0,
    slow: 0,
  }))
  return 'error' in made ? made.error : { rows: made.rows, text: made.text }
}

/** How lines are copied: the files of the other thread may be `changed`. */
export type LineLeaping = {
  readonly between: '\n' | ',\n'
  readonly sizes: LeapSizes
  readonly changed?: (files: LeapFiles) => LeapFiles
  readonly isAlone?: boolean
  /** The same bytes as they come; absent: they are in a file. */
  readonly stream?: Stream
}

/** What is copied of a document, and how many lines the other thread wrote. */
export async function leapingLines(
  bytes: Buffer,
  { between, sizes, changed = (files) => files, isAlone = false, stream }: LineLeaping,
): Promise<{ readonly output: Lines | string; readonly leapt: number }> {
  const source = seekable(bytes, 1)
  const target = fileInMemory()
  const files = changed({ readAt: source.readAt, writeAt: target.writeAt })
  const runner = makeTaskRunner({
    readFrom: () => files.readAt,
    writeTo: () => files.writeAt,
    writePast: () => files.writePast ?? target.writePages,
  })
  let leapt = 0
  const run: Leaping['run'] = async (task) => {
    const done: LeapDone = isAlone ? { isMissing: true } : await runner(task)
    leapt += done.read?.rows ?? 0
    return done
  }
  try {
    const records = stream ? readRecords(stream.chunks, '', stream) : readRecords(source, '')
    const rows = await writeLines(records, {
      between,
      out: target.write,
      leaping: { target, sizes, run },
    })
    return { output: { rows, text: target.bytes().toString('latin1') }, leapt }
  } catch (error) {
    return { output: String(error), leapt }
  }
}
