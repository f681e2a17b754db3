import { needsGuard } from '../formula.ts'
import type { Sink } from '../format.ts'
import type { SparseTable } from '../table.ts'
import { startKernel, type Kernel } from './memory.ts'

/** How lines are written; the delimiter is one character of ASCII. */
export type LineOptions = {
  readonly delimiter: string
  readonly formulas: 'guard' | 'raw'
  readonly lineEnd: '\n' | '\r\n'
}

/** Writes sparse rows as lines of CSV, byte for byte as the dense rows would be. */
export type LineWriter = {
  /** Takes a block of whole rows over: its bytes may be overwritten then. One block at a time. */
  readonly load: (block: Uint8Array) => Promise<void>
  /** Writes the lines of the block. */
  readonly write: () => Promise<void>
  /** Waits for the last lines to be written; gives the number of guarded cells. */
  readonly end: () => Promise<number>
}

const outSize = 256 * 1024

type Writing = {
  readonly kernel: Kernel
  readonly settings: number
  readonly width: number
  readonly out: Sink
  block: Region
  length: number
  outs: [Region, Region]
  written: Promise<void>
}

type Region = { readonly at: number; readonly size: number }

/** A writer of the rows of tables with these columns. */
export function makeLineWriter(
  { places, width }: Pick<SparseTable, 'places' | 'width'>,
  out: Sink,
  options: LineOptions,
): LineWriter {
  const kernel = startKernel({ heldBy: () => 0, isFormula: needsGuard })
  const writing = startWriting(kernel, { width, out })
  const placed = kernel.allocate(4 * places.length)
  new Uint32Array(kernel.bytes().buffer, placed, places.length).set(places)
  tellSettings(writing, [
    options.delimiter.charCodeAt(0),
    options.formulas === 'guard' ? 1 : 0,
    options.lineEnd === '\r\n' ? 1 : 0,
    placed,
    width,
  ])
  return {
    load: (block) => load(writing, block),
    write: () => writeBlock(writing),
    end: async () => {
      await writing.written
      return kernel.exports.guarded.value
    },
  }
}

/** Writes all rows of a table as lines; gives the number of guarded cells. */
export async function writeLinesOf(table: SparseTable, out: Sink, options: LineOptions): Promise<number> {
  const { load: take, write, end } = makeLineWriter(table, out, options)
  const blocks = table.blocks()[Symbol.asyncIterator]()
  for (let next = await blocks.next(); !next.done;) {
    await take(next.value)
    // The next block is on its way while this one is written.
    const coming = blocks.next()
    coming.catch(() => undefined)
    await write()
    next = await coming
  }
  return end()
}

function startWriting(kernel: Kernel, { width, out }: Pick<Writing, 'width' | 'out'>): Writing {
  const settings = kernel.allocate(28)
  const region = (): Region => ({ at: kernel.allocate(outSize + 64), size: outSize })
  return {
    kernel,
    settings,
    width,
    out,
    block: { at: 0, size: 0 },
    length: 0,
    outs: [region(), region()],
    written: Promise.resolve(),
  }
}

function tellSettings({ kernel, settings }: Writing, words: readonly number[]): void {
  for (const [i, word] of words.entries()) kernel.view().setUint32(settings + 4 * i, word, true)
  kernel.exports.setCsv(settings)
}

async function load(writing: Writing, bytes: Uint8Array): Promise<void> {
  const { kernel } = writing
  if (writing.block.size < bytes.length) {
    // The memory may move, and what is being written must not.
    await writing.written
    writing.block = { at: kernel.allocate(bytes.length + 64), size: bytes.length }
  }
  kernel.bytes().set(bytes, writing.block.at)
  writing.length = bytes.length
}

async function writeBlock(writing: Writing): Promise<void> {
  const { kernel, block, length, out } = writing
  const end = block.at + length
  for (let at = block.at; at < end;) {
    const [room] = writing.outs
    kernel.exports.setCsvRoom(room.at, room.at + room.size)
    const hasCells = kernel.exports.writeCsv(at, end) !== 0
    const from = at
    at = kernel.exports.blockAt.value
    const written = kernel.exports.csvEnd.value
    if (written > room.at) {
      await writing.written
      writing.written = out(kernel.bytes().subarray(room.at, written))
      writing.written.catch(() => undefined)
      writing.outs.reverse()
    } else if (hasCells && at === from) await growOut(writing, end - at)
    if (!hasCells) await growCells(writing, kernel.view().getUint32(at, true))
  }
}

/** Makes room for a row as large as the rest of its block. */
async function growOut(writing: Writing, size: number): Promise<void> {
  await writing.written
  const larger = 2 * Math.max(writing.outs[0].size, size + writing.width)
  writing.outs[0] = { at: writing.kernel.allocate(larger + 64), size: larger }
}

async function growCells({ kernel, settings, written }: Writing, count: number): Promise<void> {
  await written
  const most = 2 * count + 64
  const cells = kernel.allocate(16 * most)
  kernel.view().setUint32(settings + 20, cells, true)
  kernel.view().setUint32(settings + 24, most, true)
  kernel.exports.setCsv(settings)
}
