import { writeDirectly } from '../../src/export/direct.ts'
import { MisreadPiece } from '../../src/export/kernel/leaps.ts'
import type { LeapDone, Leaping, LeapTask } from '../../src/export/leap/leap.ts'
import type { LeapFiles, LeapSizes } from '../../src/export/leap/pieces.ts'
import type { SharedFile } from '../../src/export/leap/shared-file.ts'
import { makeTaskRunner } from '../../src/export/leap/thread.ts'
import { pageSize } from '../../src/export/leap/uncached.ts'
import type { SeekableBytes } from '../../src/form/record-taker.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { happens, luckOf, type Luck } from '../support/luck.ts'
import { chunksOf, replyOf } from '../support/reply-worlds.ts'
import type { Outcome } from './trial.ts'

/** Two threads write what one writes, wherever the pieces are cut. `fast` are rows of the other thread. */
export async function tryLeaps(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = longReply(luck)
  const reference = await withoutLeaps(bytes)
  const { output, leapt } = await leapingOver(bytes, sizesOf(luck)).catch(async (error: unknown) => {
    // What is a record by itself may stand in another one, as {} does; then all is read anew, by one.
    if (error instanceof MisreadPiece) return { output: await withoutLeaps(bytes), leapt: 0 }
    throw error
  })
  return outcomeOf({ reference, output, leapt })
}

/** What came of a document: `leapt` rows of it are the other thread's; a fault is told by its words. */
export const outcomeOf = ({
  reference,
  output,
  leapt,
}: {
  readonly reference: unknown
  readonly output: { readonly rows: number } | string
  readonly leapt: number
}): Outcome => ({
  reference,
  result: output,
  fast: leapt,
  slow: (typeof output === 'string' ? 0 : output.rows) - leapt,
  isRefused: typeof reference === 'string',
})

const usual = {
  delimiter: ',',
  headers: 'headline',
  multi: 'joined',
  formulas: 'guard',
  bom: false,
  lineEnd: '\n',
  guessAfter: 100,
  blockSize: 500,
} as const

/** Bytes as a file that is read in chunks of any size. */
export const seekable = (bytes: Buffer, cut: number): SeekableBytes => ({
  size: bytes.length,
  handle: 0,
  from: (byte) => chunksOf(bytes.subarray(byte), luckOf(cut + byte)),
  readAt: async (into, byte) => bytes.subarray(byte).copy(into),
})

/** A file in memory that two threads write. */
export function fileInMemory(handle = 0): SharedFile & {
  readonly writePages: (bytes: Uint8Array, at: number) => Promise<void>
  readonly write: (bytes: Uint8Array) => Promise<void>
  bytes: () => Buffer
} {
  let room = Buffer.alloc(0)
  let [end, there] = [0, 0]
  const writeAt = async (bytes: Uint8Array, at: number): Promise<void> => {
    // As of a disk: until it is done, the bytes have to stay.
    await Promise.resolve()
    there = Math.max(there, at + bytes.length)
    if (at + bytes.length > room.length) room = Buffer.concat([room], 2 * (at + bytes.length))
    room.set(bytes, at)
  }
  const writePages = async (bytes: Uint8Array, at: number): Promise<void> => {
    if ([bytes.byteOffset, bytes.length, at].some((number) => number % pageSize !== 0))
      throw new Error('only whole pages go past the cache')
    await writeAt(bytes, at)
  }
  return {
    handle: () => handle,
    end: () => end,
    writeAt,
    writePages,
    uncached: async () => ({
      handle,
      writeAt: writePages,
      readAt: (into, at) => room.subarray(at, there).copy(into),
    }),
    reached: (to) => {
      if (to > there) throw new Error(`byte ${to} is not there`)
    },
    moveEnd: (to) => void (end = to),
    fail: async (error) => {
      throw new Error(`unwritten: ${error instanceof Error && 'code' in error ? String(error.code) : ''}`)
    },
    write: async (bytes) => {
      await writeAt(bytes, end)
      end += bytes.length
    },
    bytes: () => room.subarray(0, end),
  }
}

type Output = { readonly text: string; readonly rows: number; readonly guarded: number }

/** What else is to be told of a leaping. */
type How = {
  readonly change?: (files: LeapFiles) => LeapFiles
  /** Is called whenever our thread has read something. */
  readonly heard?: () => void
  /** What the other thread does; absent: what it is asked for. */
  readonly run?: (task: LeapTask, run: Leaping['run']) => Promise<LeapDone>
  /** Is told when the other thread is to be started. */
  readonly start?: () => unknown
  /** The same bytes as they come; absent: they are in a file. */
  readonly stream?: Stream
}

/** Bytes that come in chunks, which are put together to so many; `size`: as many as are announced. */
export type Stream = {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly gather: number
  readonly size?: number
}

/** What is written of a document, and how many rows two threads wrote; a task takes the part of the other thread. */
export async function leapingOver(
  bytes: Buffer,
  sizes: LeapSizes,
  { change = (files) => files, heard, run: running = (task, run) => run(task), start, stream }: How = {},
): Promise<{ readonly output: Output | string; readonly leapt: number }> {
  const source = seekable(bytes, 1)
  const target = fileInMemory()
  const files = change({ readAt: source.readAt, writeAt: target.writeAt })
  const again = fileInMemory(2)
  const readAgain = async (into: Uint8Array, at: number): Promise<number> =>
    target.bytes().subarray(at).copy(into)
  const runner = makeTaskRunner({
    readFrom: (handle) => (handle === again.handle() ? readAgain : files.readAt),
    writeTo: (handle) => (handle === again.handle() ? again.writeAt : files.writeAt),
    writePast: (_, handle) =>
      handle === again.handle() ? again.writePages : (files.writePast ?? target.writePages),
  })
  let leapt = 0
  const run = async (task: LeapTask): Promise<LeapDone> => {
    const done = await running(task, runner)
    leapt += done.read?.rows ?? 0
    return done
  }
  const own: SeekableBytes = {
    ...source,
    readAt: (into, at) => {
      heard?.()
      return source.readAt(into, at)
    },
  }
  const { take } = stream ? readRecords(stream.chunks, '', stream) : readRecords(own, '')
  if (!take) throw new Error('such records can be taken')
  let moved: string | undefined
  try {
    const { collected, guarded } = await writeDirectly(
      { take },
      {
        ...usual,
        out: target.write,
        leaping: { target, sizes, run, start: () => void start?.() },
        rewrite: async (from, remake) => {
          const linesFrom = (byte: number): AsyncIterable<Uint8Array> =>
            chunksOf(target.bytes().subarray(byte), luckOf(byte))
          const lines = { size: target.end(), handle: again.handle(), from: linesFrom, readAt: readAgain }
          await remake(linesFrom(from), again.write, { source: lines, target: again })
          moved = again.bytes().toString()
        },
      },
    )
    return { output: { text: moved ?? target.bytes().toString(), rows: collected.rowCount, guarded }, leapt }
  } catch (error) {
    if (error instanceof MisreadPiece) throw error
    return { output: String(error), leapt }
  }
}

export async function withoutLeaps(
  bytes: Buffer,
  chunks = chunksOf(bytes, luckOf(2)),
): Promise<Output | string> {
  const parts: Buffer[] = []
  let moved: string | undefined
  try {
    const { take } = readRecords(chunks, '')
    if (!take) throw new Error('such records can be taken')
    const { collected, guarded } = await writeDirectly(
      { take },
      {
        ...usual,
        out: async (part) => void parts.push(Buffer.from(part)),
        rewrite: async (from, remake) => {
          const made: Buffer[] = []
          await remake(
            chunksOf(Buffer.concat(parts).subarray(from), luckOf(3)),
            async (part) => void made.push(Buffer.from(part)),
          )
          moved = Buffer.concat(made).toString()
        },
      },
    )
    return { text: moved ?? Buffer.concat(parts).toString(), rows: collected.rowCount, guarded }
  } catch (error) {
    return String(error)
  }
}

/** Sizes at which even small documents have many pieces. */
export const sizesOf = (luck: Luck): LeapSizes => ({
  piece: 200 + Math.floor(luck() * 6000),
  block: 200 + Math.floor(luck() * 3000),
  rest: Math.floor(luck() * 1000),
  tail: 100 + Math.floor(luck() * 4000),
  out: 100 + Math.floor(luck() * 3000),
  left: 100,
  calm: 100,
  window: 64 + Math.floor(luck() ** 2 * 8000),
  begun: 100,
  uncached: happens(luck, 0.5) ? 0 : Infinity,
  past: { piece: 200 + Math.floor(luck() * 6000), out: 100 + Math.floor(luck() * 9000) },
})

/** A document that has the records of a generated one many times, so that the kernel knows most of them. */
export function longReply(luck: Luck): Buffer {
  const text = replyOf(luck, 12).toString('latin1')
  const begin = text.indexOf('[') + 1
  const end = text.lastIndexOf(']')
  const isWhole = text.indexOf('"data"') >= 0 && end > begin && /^\s*\{/.test(text.slice(begin, end))
  if (!isWhole || luck() < 0.05) return Buffer.from(text, 'latin1')
  const records = text.slice(begin, end)
  const isOdd = happens(luck, 0.5)
  const parts = Array.from({ length: 8 }, (_, i) => (isOdd ? withNews(records, { luck, i }) : records))
  return Buffer.from(`${text.slice(0, begin)}${parts.join(',')}${text.slice(end)}`, 'latin1')
}

/** Records of which some have a question that none before had, or a member, here and there. */
const withNews = (records: string, { luck, i }: { readonly luck: Luck; readonly i: number }): string =>
  records.replaceAll(/"(?:questionId|headline)":\s*"|"(?=(?:value|status)":)/g, (name) =>
    happens(luck, 0.02) ? `${name}n${i}` : name,
  )
