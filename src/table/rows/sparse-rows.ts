import type { Column } from '../columns.ts'
import { filled, makeBuffer, reserve, type ByteBuffer, type Spool } from '../bytes.ts'
import { parseExactly } from '../../record/exact-json.ts'
import type { RawRecord } from '../../record/records.ts'
import { kinds, type RowBatch } from '../table.ts'

/** The cells of a row that hold something, in the order of the record, and the columns that they belong to. */
export type SparseRow = {
  readonly columns: Column[]
  /** The kind of each cell, one of `kinds`. */
  readonly kinds: number[]
  readonly texts: string[]
}

/**
 * Writes rows as they wait in a spool, in little-endian 32-bit numbers: the number of cells; for each cell its column's
 * number times 8 plus its kind, and the size of its text in bytes; then the texts, UTF-8, one after another.
 */
export type RowWriter = {
  readonly add: (row: SparseRow) => void
  readonly isFull: () => boolean
  readonly flush: () => Promise<void>
}

/** Bytes per block: smaller blocks cost more calls, larger ones survive the young generation of the garbage collector. */
const blockSize = 64 * 1024

const encoder = new TextEncoder()

/** Writes rows into a spool in blocks of whole rows. */
export function makeRowWriter(spool: Spool): RowWriter {
  const buffer = makeBuffer(2 * blockSize)
  return {
    isFull: () => buffer.at >= blockSize,
    add: (row) => writeRow(buffer, row),
    flush: async () => {
      if (buffer.at === 0) return
      const block = filled(buffer)
      buffer.at = 0
      await spool.append(block)
    },
  }
}

function writeRow(buffer: ByteBuffer, { columns, kinds: ofKinds, texts }: SparseRow): void {
  const count = texts.length
  const text = texts.join('')
  // A UTF-16 code unit takes three bytes at most.
  reserve(buffer, 4 + 8 * count + 3 * text.length)
  const { bytes, view, at } = buffer
  const begin = at + 4 + 8 * count
  view.setUint32(at, count, true)
  const { written } = encoder.encodeInto(text, bytes.subarray(begin))
  const isAscii = written === text.length
  let end = begin
  for (let i = 0; i < count; i++) {
    const cell = texts[i] ?? ''
    // Cell by cell: the halves of a surrogate pair in two cells must not become one character.
    const size = isAscii ? cell.length : encoder.encodeInto(cell, bytes.subarray(end)).written
    view.setUint32(at + 4 + 8 * i, (columns[i]?.number ?? 0) * 8 + (ofKinds[i] ?? 0), true)
    view.setUint32(at + 8 + 8 * i, size, true)
    end += size
  }
  buffer.at = end
}

/** A row as a block of its own. */
export function encodeRow(row: SparseRow): Uint8Array {
  const buffer = makeBuffer(0)
  writeRow(buffer, row)
  return filled(buffer)
}

/** The cells of a row in a block: the column, kind and place of the text of each. */
export type RowCells = {
  count: number
  columns: Uint32Array
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
}

/** Arrays for the cells of a row; they are replaced by larger ones when a row has more. */
export const makeRowCells = (): RowCells => ({
  count: 0,
  columns: new Uint32Array(64),
  kinds: new Uint8Array(64),
  starts: new Uint32Array(64),
  ends: new Uint32Array(64),
})

/** Reads the row at a place of a block; returns the place after it. */
export function readRow(view: DataView, at: number, cells: RowCells): number {
  const count = view.getUint32(at, true)
  if (count > cells.columns.length) grow(cells, count)
  const { columns, kinds: ofKinds, starts, ends } = cells
  let end = at + 4 + 8 * count
  for (let i = 0; i < count; i++) {
    const column = view.getUint32(at + 4 + 8 * i, true)
    columns[i] = column >>> 3
    ofKinds[i] = column & 7
    starts[i] = end
    end += view.getUint32(at + 8 + 8 * i, true)
    ends[i] = end
  }
  cells.count = count
  return end
}

function grow(cells: RowCells, count: number): void {
  const size = 2 * count
  Object.assign(cells, {
    columns: new Uint32Array(size),
    kinds: new Uint8Array(size),
    starts: new Uint32Array(size),
    ends: new Uint32Array(size),
  })
}

/** Records that rows keep, to be read again once all columns are known. */

/** The column of the cell that holds the whole record; no table shows it. The engine writes its number, too. */
const recordColumn: Column = { holds: { kind: 'record', name: '' }, number: 0x1fffffff, seenTypes: 0 }

/** Adds a record to its own row, to be read again once all columns are known. */
export function keepRecord(
  { columns, kinds: ofKinds, texts }: SparseRow,
  record: RawRecord,
  how: 'record' | 'cells and record' = 'cells and record',
): void {
  if (how === 'record') columns.length = ofKinds.length = texts.length = 0
  columns.push(recordColumn)
  ofKinds.push(kinds.json)
  texts.push(JSON.stringify(record))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The records kept in the wanted rows, block by block. */
export async function* keptRecords(
  blocks: AsyncIterable<Uint8Array>,
  isWanted: (row: number) => boolean,
): AsyncIterable<readonly RawRecord[]> {
  // `keepRecord` wrote them.
  for await (const texts of keptTexts(blocks, isWanted))
    yield texts.map((text) => parseExactly(text) as RawRecord)
}

/** The same records as JSON. */
export async function* keptTexts(
  blocks: AsyncIterable<Uint8Array>,
  isWanted: (row: number) => boolean,
): AsyncIterable<readonly string[]> {
  const cells = makeRowCells()
  let row = 0
  for await (const block of blocks) {
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    const texts: string[] = []
    for (let at = 0; at < block.length; row++) {
      at = readRow(view, at, cells)
      if (!isWanted(row)) continue
      // The record is the last cell.
      texts.push(decoder.decode(block.subarray(cells.starts[cells.count - 1], at)))
    }
    if (texts.length > 0) yield texts
  }
}

/** The most cells in a batch, unless a single row has more. */
const maxCells = 32 * 1024

type RowShape = {
  readonly width: number
  /** By column number: the place in the row, from 1; 0 for none. */
  readonly places: Uint32Array
}

/** Converts sparse rows to batches with a cell for each place. */
export async function* denseRows(
  blocks: AsyncIterable<Uint8Array>,
  { width, places }: RowShape,
): AsyncIterable<RowBatch> {
  const most = Math.max(1, Math.floor(maxCells / Math.max(1, width)))
  const dense = makeCells(width, most)
  const spreading: Spreading = { dense, places, width }
  const cells = makeRowCells()
  for await (const block of blocks) {
    const view = new DataView(block.buffer, block.byteOffset, block.length)
    for (let at = 0; at < block.length;) {
      dense.kinds.fill(kinds.none)
      let rows = 0
      while (rows < most && at < block.length) {
        at = readRow(view, at, cells)
        spread(spreading, cells, rows++)
      }
      yield { ...dense, bytes: block, rows }
    }
  }
}

type Cells = {
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

const makeCells = (width: number, most: number): Cells => ({
  kinds: new Uint8Array(width * most),
  starts: new Uint32Array(width * most),
  ends: new Uint32Array(width * most),
})

/** The place of each of `all` columns among `columns`, from 1; 0 for none. */
export function placesOf(columns: readonly Column[], all: readonly Column[]): Uint32Array {
  const places = new Uint32Array(all.length)
  columns.forEach(({ number }, i) => {
    places[number] = i + 1
  })
  return places
}

type Spreading = {
  readonly dense: Cells
  readonly places: Uint32Array
  readonly width: number
}

function spread({ dense, places, width }: Spreading, cells: RowCells, row: number): void {
  const base = row * width - 1
  for (let i = 0; i < cells.count; i++) {
    const number = cells.columns[i] ?? 0
    const place = places[number] ?? 0
    if (place === 0) continue
    dense.kinds[base + place] = cells.kinds[i] ?? 0
    dense.starts[base + place] = cells.starts[i] ?? 0
    dense.ends[base + place] = cells.ends[i] ?? 0
  }
}
