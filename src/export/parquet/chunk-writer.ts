import { constants, createZstdCompress } from 'node:zlib'
import {
  makePageBuffers,
  shrinkPageBuffers,
  type ChunkPages,
  type Page,
  type PageBuffers,
} from './column-chunk.ts'
import {
  dataPageHeader,
  dictionaryPageHeader,
  encodings,
  type ChunkMetadata,
  type StoredPage,
} from './file-metadata.ts'
import type { Sink } from '../../table/bytes.ts'

/** Writes column chunks in order, while several are compressed on other threads. */
export type ChunkWriter = {
  readonly nextBuffers: () => PageBuffers
  /** Adds the next chunk, whose pages are in these buffers; waits while too much is pending. */
  readonly add: (pages: ChunkPages, done: (chunk: ChunkMetadata) => void) => Promise<void>
  /** Writes bytes behind all chunks that were added. */
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** Waits until all is written. */
  readonly end: () => Promise<void>
  /** Frees the memory of the compressors. */
  readonly close: () => void
}

// One chunk is encoded while others are compressed. Some take much longer than others: with fewer, both wait for each other.
const chunksAtOnce = 6
const mostWaiting = { things: chunksAtOnce - 1, bytes: 4 * 2 ** 20 }

type Lane = { readonly buffer: PageBuffers; readonly compressor: Compressor }

const makeLane = (): Lane => ({ buffer: makePageBuffers(), compressor: makeCompressor() })

export function makeChunkWriter(sink: Sink): ChunkWriter {
  const output = makeOutput(sink)
  const queue = makeQueue(mostWaiting)
  const lanes = Array.from({ length: chunksAtOnce }, makeLane)
  let next = 0
  const lane = (): Lane => lanes[next % chunksAtOnce] ?? makeLane()
  return {
    nextBuffers: () => {
      const { buffer } = lane()
      shrinkPageBuffers(buffer, mostWaiting.bytes)
      return buffer
    },
    add: async (pages, done) => {
      const compressing = compressPages(pages, lane().compressor)
      next++
      // The queue reports its failure.
      compressing.catch(() => undefined)
      const write = async (): Promise<void> => {
        const stored = await compressing
        const { held, range } = pages
        const rows = pages.data.values
        done({ rows, nulls: rows - held, range, ...(await writePages(output, stored)) })
      }
      await queue.add(write, (pages.dictionary?.bytes.length ?? 0) + pages.data.bytes.length)
    },
    write: (bytes) => queue.add(() => output.write(bytes), 0),
    end: async () => {
      await queue.end()
      await output.end()
    },
    close: () => {
      for (const { compressor } of lanes) compressor.close()
    },
  }
}

/** The pages of a chunk as stored. */
type StoredPages = {
  readonly isCompressed: boolean
  readonly dictionary: StoredPage | undefined
  readonly data: StoredPage
}

async function writePages(
  output: Output,
  { isCompressed, dictionary, data }: StoredPages,
): Promise<Omit<ChunkMetadata, 'rows' | 'nulls' | 'range'>> {
  const begin = output.at()
  let uncompressedSize = 0
  const write = async (header: Uint8Array, page: StoredPage): Promise<void> => {
    for (const bytes of [header, ...page.pieces]) await output.write(bytes)
    uncompressedSize += header.length + page.uncompressedSize
  }
  if (dictionary) await write(dictionaryPageHeader(dictionary), dictionary)
  const dataAt = output.at()
  await write(dataPageHeader(data, dictionary ? encodings.rleDictionary : encodings.plain), data)
  return {
    isCompressed,
    dictionaryAt: dictionary && begin,
    dataAt,
    size: output.at() - begin,
    uncompressedSize,
  }
}

// Compressing fewer bytes saves less than a frame costs.
const smallPages = 64

/** Compresses both pages of a chunk, or neither if that would not make them smaller together. */
async function compressPages({ dictionary, data }: ChunkPages, compressor: Compressor): Promise<StoredPages> {
  const plain = {
    isCompressed: false,
    dictionary: dictionary && storePlain(dictionary),
    data: storePlain(data),
  }
  const size = storedSize(plain)
  if (size < smallPages) return plain
  const compressed = {
    isCompressed: true,
    dictionary: dictionary && (await storeCompressed(compressor, dictionary)),
    data: await storeCompressed(compressor, data),
  }
  return storedSize(compressed) < size ? compressed : plain
}

const storedSize = ({ dictionary, data }: StoredPages): number => (dictionary?.size ?? 0) + data.size

const storePlain = ({ values, bytes }: Page): StoredPage => ({
  values,
  pieces: [bytes],
  size: bytes.length,
  uncompressedSize: bytes.length,
})

async function storeCompressed({ compress }: Compressor, { values, bytes }: Page): Promise<StoredPage> {
  const pieces = await compress(bytes)
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  return { values, pieces, size, uncompressedSize: bytes.length }
}

/** Compresses pages in order on another thread. */
type Compressor = {
  /** A page as a Zstandard frame, in pieces. */
  readonly compress: (page: Uint8Array) => Promise<readonly Uint8Array[]>
  readonly close: () => void
}

/** One compressor for many pages, since each has a megabyte of tables; it ends a frame with every write. */
function makeCompressor(): Compressor {
  const stream = createZstdCompress({
    flush: constants.ZSTD_e_end,
    params: {
      // 256 KiB: with the usual window, files are smaller by 0.3 %, and each compressor is larger by a megabyte.
      [constants.ZSTD_c_windowLog]: 18,
      // With the usual level, files are smaller by 5 %, and an export takes 5 % more time.
      [constants.ZSTD_c_compressionLevel]: 1,
    },
    chunkSize: 64 * 1024,
  })
  let pieces: Uint8Array[] = []
  stream.on('data', (piece: Uint8Array) => pieces.push(piece))
  // The callback of `write` reports the error.
  stream.on('error', () => {})
  return {
    compress: (page) =>
      new Promise((done, fail) => {
        stream.write(page, (error) => {
          if (error) return fail(error)
          const frame = pieces
          pieces = []
          return done(frame)
        })
      }),
    close: () => void stream.destroy(),
  }
}

/** Runs work in order, in the background. */
export type Queue = {
  /** Adds work that holds so many bytes; waits while the queue is over its limits. */
  readonly add: (work: () => Promise<void>, bytes: number) => Promise<void>
  /** Waits until all is done. */
  readonly end: () => Promise<void>
}

/** A queue with limits for the pending items and the bytes that they hold. */
export function makeQueue(most: { readonly things: number; readonly bytes: number }): Queue {
  const waiting: { readonly done: Promise<void>; readonly bytes: number }[] = []
  let last = Promise.resolve()
  let held = 0
  return {
    add: async (work, bytes) => {
      last = last.then(work)
      // The next `add` or `end` reports the failure.
      last.catch(() => undefined)
      waiting.push({ done: last, bytes })
      held += bytes
      while (waiting.length > most.things || held > most.bytes) {
        const first = waiting.shift()
        await first?.done
        held -= first?.bytes ?? held
      }
    },
    end: () => last,
  }
}

type Output = {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** How many bytes were written so far. */
  readonly at: () => number
  readonly end: () => Promise<void>
}

const outputSize = 256 * 1024

/** Buffers small pieces to save calls of the sink. */
function makeOutput(sink: Sink): Output {
  const waiting = new Uint8Array(outputSize)
  let used = 0
  let written = 0
  const flush = async (): Promise<void> => {
    if (used > 0) await sink(waiting.subarray(0, used))
    written += used
    used = 0
  }
  return {
    async write(bytes) {
      if (used + bytes.length > outputSize) await flush()
      if (bytes.length > outputSize) {
        await sink(bytes)
        written += bytes.length
        return
      }
      waiting.set(bytes, used)
      used += bytes.length
    },
    at: () => written + used,
    end: flush,
  }
}
