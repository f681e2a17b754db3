import type { RawRecords } from '../record/records.ts'
import type { Collected } from './collected.ts'
import type { Columns } from './columns.ts'
import { delimitedHeader } from './delimited.ts'
import type { HeaderStyle, MultiStyle, Rewrite, Sink } from './format.ts'
import { rowsOfBytes } from './kernel/collect-bytes.ts'
import { openPlace, type LinePlaces } from './kernel/line-layout.ts'
import { makeLineRows, type LineRows } from './kernel/line-rows.ts'
import type { Kernel } from './kernel/memory.ts'
import { readRaw } from './kernel/read-raw.ts'
import { moveCells } from './kernel/move-cells.ts'
import type { TableOptions } from './table-format.ts'
import type { Table } from './table.ts'
import { wideTable } from './wide.ts'

/** How lines are written while records still come. */
export type DirectOptions = TableOptions & {
  readonly delimiter: string
  readonly headers: HeaderStyle
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly out: Sink
  readonly rewrite: Rewrite
  /** Bytes of rows after which the columns are guessed, and those of a block. */
  readonly guessAfter?: number
  readonly blockSize?: number
}

/** What was written: all rows, under these columns. */
export type WrittenDirectly = {
  readonly collected: Collected
  readonly table: Table
  readonly guarded: number
}

/** Rows that wait until the columns are guessed. */
const usualGuess = 1024 * 1024

/**
 * Writes a wide table as lines without a spool: the columns of the first records are taken for all, and the lines written
 * at once. Later ones stand behind them at first. Where that or their names are not what they are in the end, the lines
 * are written anew with their cells in the right places, which is quicker by far than to read the records again.
 */
export async function writeDirectly(raw: RawRecords, options: DirectOptions): Promise<WrittenDirectly> {
  const { guessAfter = usualGuess } = options
  const { begin, begun } = makeBeginning(options)
  let made: { readonly kernel: Kernel; readonly rows: LineRows } | undefined
  const reader = rowsOfBytes(raw.parser, raw.choice, {
    multi: options.multi,
    rowsIn: (kernel, { columns, recall }) => {
      const rows = makeLineRows(kernel, {
        ...options,
        beginAfter: guessAfter,
        columnCount: () => columns.all.length,
        begin: () => (recall(), begin(columns)),
      })
      made = { kernel, rows }
      return rows
    },
  })
  await readRaw(raw, reader)
  const { columns, rowCount } = await reader.collected()
  const table = tableOf({ columns, rowCount }, options)
  const header = delimitedHeader(table, options)
  const first = begun()
  const written = made?.rows.written()
  const moves = written && movesOf({ ...written, first: first.width }, table.sparse)
  if (made && (moves || header.text !== first.text)) {
    const { kernel } = made
    await writeAnew({ kernel, from: first.bytes.length, header: header.bytes, moves }, options)
  }
  return {
    collected: { columns, rowCount, spool: noRows },
    table,
    guarded: header.guarded + (written?.guarded ?? 0),
  }
}

/** Writes the header of the columns up to now, and remembers it; one that comes later has no place yet. */
function makeBeginning(options: DirectOptions): {
  readonly begin: (columns: Columns) => Promise<LinePlaces>
  readonly begun: () => { readonly text: string; readonly bytes: Uint8Array; readonly width: number }
} {
  let begun = { text: '', bytes: noBytes, width: 0 }
  return {
    begin: async (columns) => {
      const table = tableOf({ columns, rowCount: 0 }, options)
      const { width, places } = table.sparse
      begun = { ...delimitedHeader(table, options), width }
      await options.out(begun.bytes)
      return { width, places: places.map((place) => (place === 0 ? openPlace : place)) }
    },
    begun: () => begun,
  }
}

type Anew = {
  readonly kernel: Kernel
  readonly from: number
  readonly header: Uint8Array
  readonly moves: LinePlaces | undefined
}

/** Writes another header, and the lines with their cells in other places, if they have to go there. */
async function writeAnew({ kernel, from, header, moves }: Anew, options: DirectOptions): Promise<void> {
  await options.rewrite(from, async (written, out) => {
    await out(header)
    await (moves ? moveCells(written, moves, { ...options, kernel, out }) : copy(written, out))
  })
}

async function copy(lines: AsyncIterable<Uint8Array>, out: Sink): Promise<void> {
  for await (const block of lines) await out(block)
}

const noBytes: Uint8Array = new Uint8Array(0)
const noRows = { async *blocks(): AsyncIterable<Uint8Array> {} }

function tableOf(collected: Omit<Collected, 'spool'>, { headers }: DirectOptions): Table {
  return wideTable({ ...collected, spool: noRows }, { headers })
}

/** Where the cells of lines have to go, by their places; undefined where they stand there already in every line. */
function movesOf(from: LinePlaces & { readonly first: number }, to: LinePlaces): LinePlaces | undefined {
  const places = new Uint32Array(from.width)
  from.places.forEach((place, number) => {
    if (place !== openPlace) places[place - 1] = to.places[number] ?? 0
  })
  const isInPlace = from.first === to.width && places.every((place, i) => place === i + 1)
  return isInPlace ? undefined : { places, width: to.width }
}
