import type { ByteReader, Records } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { happens, randomOf, type Random } from '../support/random.ts'
import { chunksOf } from '../support/random-replies.ts'
import { inPieces } from './in-pieces.ts'
import type { Spool } from '../../src/record/bytes.ts'

/** How the bytes of a document come, the same way each time. */
export type Coming = {
  /** The records, for the reference. */
  readonly plainly: () => Records
  /** The records, for a reader that goes through `cut`. */
  readonly records: () => Records
  readonly cut: <Reader extends ByteReader>(reader: Reader) => Reader
}

async function* whole(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes
}

/** The bytes of a document, in pieces for a reader; at times in chunks of the stream as well, and then for both. */
export function comingOf(random: Random, bytes: Buffer): Coming {
  const seed = random() * 2 ** 32
  const isChunked = happens(random, 0.05)
  const records = (): Records =>
    readRecords(isChunked && bytes.length < 20_000 ? chunksOf(bytes, randomOf(seed)) : whole(bytes), '')
  return { plainly: records, records, cut: (reader) => inPieces(reader, randomOf(seed)) }
}

/** A spool in memory that reads what it is given only after a while, as a file does: a short one, or a longer one. */
export function lateSpool(random: Random): Spool {
  const blocks: Uint8Array[] = []
  const isLater = happens(random, 0.3)
  return {
    append: async (block) => {
      await (isLater ? new Promise(setImmediate) : Promise.resolve())
      blocks.push(block.slice())
    },
    async *blocks() {
      yield* blocks
    },
  }
}
