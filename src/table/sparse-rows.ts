import { filled, makeBuffer, reserve, viewOf, type ByteBuffer, type Spool } from '../record/bytes.ts'
import type { Column } from './columns.ts'
import { parseExactly } from '../record/exact-json.ts'
import type { RawRecord } from '../record/records.ts'
import { kinds, type RowBatch } from './table.ts'

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
type RowWriter = {
  readonly add: (row: SparseRow) => void
  readonly isFull: () => boolean
  readonly flush: () => Promise<void>
}

/** Bytes per block: smaller blocks cost more calls, larger ones survive the young generation of the garbage collector. */
const flushSize = 64 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Writes rows into a spool in blocks of whole rows. */
export function makeRowWriter(spool: Spool): RowWriter {
  const buffer = makeBuffer(2 * flushSize)
  return {
    isFull: () => buffer.at >= flushSize,
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
type RowCells = {
  count: number
  columns: Uint32Array
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
}

/** Arrays for the cells of a row; they are replaced by larger ones when a row has more. */
const makeRowCells = (size = 64): RowCells => ({
  count: 0,
  columns: new Uint32Array(size),
  kinds: new Uint8Array(size),
  starts: new Uint32Array(size),
  ends: new Uint32Array(size),
})

/** Reads the row at a place of a block; returns the place after it. */
function readRow(view: DataView, at: number, cells: RowCells): number {
  const count = view.getUint32(at, true)
  if (count > cells.columns.length) Object.assign(cells, makeRowCells(2 * count))
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
    const view = viewOf(block)
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

/** A block of sparse rows that is being filled, and where the head of the next cell goes; its text goes to the end. */
export type RowBlock = ByteBuffer & { head: number }

export type ReadRow = {
  readonly cells: RowCells
  bytes: Uint8Array
  view: DataView
  /** Rows are numbered from 0, over all blocks. */
  number: number
  /** Where the row begins in the block, and where it ends. */
  from: number
  to: number
}

const blockSize = 256 * 1024

/** Calls `remake` for each row, which puts any number of rows into a new block. A block is valid until the next one. */
export async function* remakeRows(
  blocks: AsyncIterable<Uint8Array>,
  remake: (row: ReadRow, into: RowBlock) => void,
): AsyncIterable<Uint8Array> {
  const into: RowBlock = { ...makeBuffer(2 * blockSize), head: 0 }
  const row = noRow()
  for await (const block of blocks) {
    enterBlock(row, block)
    while (readNext(row)) {
      remake(row, into)
      if (into.at < blockSize) continue
      yield filled(into)
      into.at = 0
    }
  }
  if (into.at > 0) yield filled(into)
}

/** An object that rows are read into, one after another. */
function noRow(): ReadRow {
  const bytes = new Uint8Array(0)
  return { cells: makeRowCells(), bytes, view: viewOf(bytes), number: -1, from: 0, to: 0 }
}

/** Begins the next block. */
function enterBlock(row: ReadRow, block: Uint8Array): void {
  row.bytes = block
  row.view = viewOf(block)
  row.to = 0
}

/** Reads the next row of the block; false at its end. */
function readNext(row: ReadRow): boolean {
  if (row.to >= row.bytes.length) return false
  row.number++
  row.from = row.to
  row.to = readRow(row.view, row.from, row.cells)
  return true
}

/** The text of a row in a column; undefined if it has no cell there. */
export function textOfCell({ cells, bytes }: ReadRow, column: number): string | undefined {
  const i = cells.columns.subarray(0, cells.count).indexOf(column)
  return i < 0 ? undefined : decoder.decode(bytes.subarray(cells.starts[i], cells.ends[i]))
}

/** Calls for every row, in order. */
export async function eachRow(blocks: AsyncIterable<Uint8Array>, use: (row: ReadRow) => void): Promise<void> {
  for await (const block of remakeRows(blocks, use)) if (block.length > 0) throw new Error('rows were made')
}

export function putRow(into: RowBlock, { bytes, from, to }: ReadRow): void {
  reserve(into, to - from)
  copy(into, bytes, { from, to })
}

/** Begins a row of `cells` cells, which must be put next. */
export function beginRow(into: RowBlock, cells: number): void {
  reserve(into, 4 + 8 * cells)
  into.view.setUint32(into.at, cells, true)
  into.head = into.at + 4
  into.at += 4 + 8 * cells
}

/** A cell to be put into a row: its text is between two places of some bytes. */
export type Cell = {
  readonly column: number
  readonly kind: number
  readonly from: number
  readonly to: number
}

/** Puts a cell whose text is `bytes` between `from` and `to`. */
export function putCell(into: RowBlock, cell: Cell, bytes: Uint8Array): void {
  reserve(into, cell.to - cell.from)
  into.view.setUint32(into.head, cell.column * 8 + cell.kind, true)
  into.view.setUint32(into.head + 4, cell.to - cell.from, true)
  into.head += 8
  copy(into, bytes, cell)
}

/** Copies the cells of a row from number `from` up to, but not with, number `to`. */
export function putRun(
  into: RowBlock,
  { cells, bytes, view, from: row }: ReadRow,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  if (from >= to) return
  const [first, end] = [cells.starts[from] ?? 0, cells.ends[to - 1] ?? 0]
  reserve(into, end - first)
  const [heads, headsEnd] = [row + 4 + 8 * from, row + 4 + 8 * to]
  for (let at = heads; at < headsEnd; at += 4, into.head += 4)
    into.view.setUint32(into.head, view.getUint32(at, true), true)
  // The texts of cells are contiguous.
  copy(into, bytes, { from: first, to: end })
}

// Below this, a loop is faster than a call of `set`.
const shortest = 48

function copy(
  into: RowBlock,
  bytes: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const target = into.bytes
  let { at } = into
  if (to - from > shortest) target.set(bytes.subarray(from, to), at)
  else for (let i = from; i < to; i++) target[at++] = bytes[i] ?? 0
  into.at += to - from
}

export type TextCell = { readonly column: number; readonly kind: number; readonly text: string }

/** The value made from a cell, which is given by its number in the row. */
export type OfCell<Value> = (row: ReadRow, cell: number) => Value

type Cached<Value> = {
  readonly column: number
  readonly kind: number
  readonly text: Uint8Array
  readonly value: Value
}

const maxCached = 2048
// Longer texts rarely repeat, and would fill the memory.
const longest = 1024
/** When a column has this many more misses than hits, it is no longer cached. */
const maxMisses = 500

/** Caches what `make` returns for a cell, since answers repeat. Cells are looked up by their bytes, without decoding. */
export function cachePerCell<Value>(make: (cell: TextCell) => Value): OfCell<Value> {
  const cache = new Map<number, Cached<Value>>()
  const misses: number[] = []
  return ({ cells, bytes, view }, cell) => {
    const [from, to] = [cells.starts[cell] ?? 0, cells.ends[cell] ?? 0]
    const [column, kind] = [cells.columns[cell] ?? 0, cells.kinds[cell] ?? 0]
    const made = (): Value => make({ column, kind, text: decoder.decode(bytes.subarray(from, to)) })
    const missed = misses[column] ?? 0
    if (missed > maxMisses || to - from > longest) return made()
    const hash = hashOf(view, { from, to, seed: column * 8 + kind })
    const before = cache.get(hash)
    if (before?.column === column && before.kind === kind && isText(before.text, bytes, { from, to })) {
      misses[column] = missed - 1
      return before.value
    }
    misses[column] = missed + 1
    if (cache.size >= maxCached) cache.clear()
    const value = made()
    cache.set(hash, { column, kind, text: bytes.slice(from, to), value })
    return value
  }
}

type Place = { readonly from: number; readonly to: number }

function hashOf(view: DataView, { from, to, seed }: Place & { readonly seed: number }): number {
  let hash = Math.imul(to - from + Math.imul(seed, mixer), mixer)
  let at = from
  for (; at + 4 <= to; at += 4)
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint32(at, true), mixer)
  for (; at < to; at++) hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint8(at), mixer)
  return hash
}

// 2^32 divided by the golden ratio: an odd number with well-mixed bits.
const mixer = 0x9e37_79b1

function isText(text: Uint8Array, bytes: Uint8Array, { from, to }: Place): boolean {
  if (text.length !== to - from) return false
  for (let i = 0; i < text.length; i++) if (text[i] !== bytes[from + i]) return false
  return true
}

/** The most cells in a batch, unless a single row has more. */
const maxCells = 32 * 1024

/** Converts sparse rows to batches with a cell for each place. */
export async function* denseRows(
  blocks: AsyncIterable<Uint8Array>,
  { width, places }: Pick<DenseRows, 'width' | 'places'>,
): AsyncIterable<RowBatch> {
  const maxRows = Math.max(1, Math.floor(maxCells / Math.max(1, width)))
  const dense = makeCells(width, maxRows)
  const cells = makeRowCells()
  for await (const block of blocks) {
    const view = viewOf(block)
    for (let at = 0; at < block.length;) {
      dense.kinds.fill(kinds.none)
      let rows = 0
      while (rows < maxRows && at < block.length) {
        at = readRow(view, at, cells)
        putDense({ dense, places, width }, cells, rows++)
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

const makeCells = (width: number, maxRows: number): Cells => ({
  kinds: new Uint8Array(width * maxRows),
  starts: new Uint32Array(width * maxRows),
  ends: new Uint32Array(width * maxRows),
})

/** The place of each of `all` columns among `columns`, from 1; 0 for none. */
export function placesOf(columns: readonly Column[], all: readonly Column[]): Uint32Array {
  const places = new Uint32Array(all.length)
  columns.forEach(({ number }, i) => {
    places[number] = i + 1
  })
  return places
}

type DenseRows = {
  readonly dense: Cells
  /** By column number: the place in the row, from 1; 0 for none. */
  readonly places: Uint32Array
  /** The number of places in a row. */
  readonly width: number
}

function putDense({ dense, places, width }: DenseRows, cells: RowCells, row: number): void {
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
