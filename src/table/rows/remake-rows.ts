import { filled, makeBuffer, reserve, viewOf, type ByteBuffer, copyText, type TextSpan } from '../bytes.ts'
import { makeRowCells, readRow, type RowCells } from './sparse-rows.ts'

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

/** Reads the next row of the block; false where there is none. */
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

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Calls for every row, in order. */
export async function eachRow(blocks: AsyncIterable<Uint8Array>, use: (row: ReadRow) => void): Promise<void> {
  for await (const block of remakeRows(blocks, use)) if (block.length > 0) throw new Error('rows were made')
}

export function putRow(into: RowBlock, { bytes, from, to }: ReadRow): void {
  reserve(into, to - from)
  copy(into, bytes, { from, to })
}

/** Begins a row of so many cells, which must be put next. */
export function beginRow(into: RowBlock, cells: number): void {
  reserve(into, 4 + 8 * cells)
  into.view.setUint32(into.at, cells, true)
  into.head = into.at + 4
  into.at += 4 + 8 * cells
}

/** Puts a cell whose text is `bytes` between `from` and `to`. */
export function putCell(
  into: RowBlock,
  cell: { readonly column: number; readonly kind: number; readonly from: number; readonly to: number },
  bytes: Uint8Array,
): void {
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

/** Adjacent cells of a row as a block stores them (sparse-rows.ts): the heads, with column, kind and size, and the texts. */
export type CellBuffer = { readonly heads: ByteBuffer; readonly texts: ByteBuffer }

/** Sets a span to the text of a cell of a row. */
export function spanCell(span: TextSpan, { cells, view }: ReadRow, cell: number): void {
  span.from = view
  span.start = cells.starts[cell] ?? 0
  span.end = cells.ends[cell] ?? 0
}

/** Sets a span to all of these bytes. */
export function spanBytes(span: TextSpan, bytes: DataView): void {
  span.from = bytes
  span.start = 0
  span.end = bytes.byteLength
}

const firstSize = 64
const headSize = 8
// Copies by words may write so many bytes beyond their end.
const slack = 8

export const makeCellBuffer = (): CellBuffer => ({
  heads: makeBuffer(firstSize),
  texts: makeBuffer(firstSize),
})

export function clearCellBuffer({ heads, texts }: CellBuffer): void {
  heads.at = 0
  texts.at = 0
}

/** Adds a cell; `head` is its column's number times 8 plus its kind. */
export function addCell({ heads, texts }: CellBuffer, head: number, text: TextSpan): void {
  const size = text.end - text.start
  reserve(texts, size + slack)
  copyText(texts, texts.at, text)
  texts.at += size
  addHead(heads, head, size)
}

/** Adds a cell with a whole number that is not negative. */
export function addNumber({ heads, texts }: CellBuffer, head: number, number: number): void {
  let size = 1
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) size++
  reserve(texts, size + slack)
  let rest = number
  for (let at = texts.at + size - 1; at >= texts.at; at--, rest = Math.floor(rest / 10))
    texts.bytes[at] = zero + (rest % 10)
  texts.at += size
  addHead(heads, head, size)
}

const zero = 0x30

function addHead(heads: ByteBuffer, head: number, size: number): void {
  reserve(heads, headSize + slack)
  heads.view.setUint32(heads.at, head, true)
  heads.view.setUint32(heads.at + 4, size, true)
  heads.at += headSize
}

/** Adds a row of these cells to a block. */
export function putRowOf(into: ByteBuffer, parts: readonly { readonly cells: CellBuffer }[]): void {
  let heads = 0
  let size = 4
  for (const { cells } of parts) {
    heads += cells.heads.at
    size += cells.heads.at + cells.texts.at
  }
  reserve(into, size + slack)
  into.view.setUint32(into.at, heads / headSize, true)
  let head = into.at + 4
  let text = head + heads
  for (const { cells } of parts) {
    copyAll(into, head, cells.heads)
    head += cells.heads.at
  }
  // After all heads, whose copies may have written beyond their end.
  for (const { cells } of parts) {
    copyAll(into, text, cells.texts)
    text += cells.texts.at
  }
  into.at = text
}

function copyAll({ bytes, view }: ByteBuffer, to: number, from: ByteBuffer): void {
  if (from.at > shortCopy) return bytes.set(from.bytes.subarray(0, from.at), to)
  for (let at = 0; at < from.at; at += 4) view.setUint32(to + at, from.view.getUint32(at, true), true)
}

// Below this, a loop is faster than a call of `set`.
const shortCopy = 256

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

const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Caches what `make` returns for a cell, since answers repeat. Cells are looked up by their bytes, without decoding. */
export function cachePerCell<Value>(make: (cell: TextCell) => Value): OfCell<Value> {
  const cache = new Map<number, Cached<Value>>()
  const misses: number[] = []
  return ({ cells, bytes, view }, cell) => {
    const [from, to] = [cells.starts[cell] ?? 0, cells.ends[cell] ?? 0]
    const [column, kind] = [cells.columns[cell] ?? 0, cells.kinds[cell] ?? 0]
    const made = (): Value => make({ column, kind, text: textDecoder.decode(bytes.subarray(from, to)) })
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
