import { readBoolean, readDay, readInteger, readNumber, readTime, type ReadValue } from '../parse-cell.ts'
import { copyText, filled, makeBuffer, reserve, shrink, type ByteBuffer } from '../../table/bytes.ts'
import type { ColumnType } from '../../table/table.ts'
import { makeDictionaryBuilder, type Dictionary } from './dictionary.ts'
import { appendDefinitionLevels, appendIndices } from './rle.ts'
import type { Cells } from './row-group.ts'

/** A page before it is compressed. Rows without a value count as values. */
export type Page = { readonly values: number; readonly bytes: Uint8Array }

export type ChunkPages = {
  readonly dictionary: Page | undefined
  readonly data: Page
  /** Rows that hold something. */
  readonly held: number
  /** The least and the greatest value, where the statistics have them. */
  readonly range: Range | undefined
}

/** The least and the greatest of some values, as bytes. */
export type Range = { readonly least: Uint8Array; readonly greatest: Uint8Array }

/** Reusable buffers for the pages of one column chunk. */
export type PageBuffers = { readonly dictionary: ByteBuffer; readonly data: ByteBuffer }

const firstSize = 64 * 1024

/** Buffers that grow with the pages. */
export const makePageBuffers = (): PageBuffers => ({
  dictionary: makeBuffer(firstSize),
  data: makeBuffer(firstSize),
})

/** Shrinks buffers that have grown beyond so many bytes. */
export function shrinkPageBuffers({ dictionary, data }: PageBuffers, most: number): void {
  for (const buffer of [dictionary, data]) shrink(buffer, { most, to: firstSize })
}

/** How the pages of a column chunk are encoded. */
type ChunkOptions = {
  readonly type: ColumnType
  /** The rows of the row group. */
  readonly rows: number
  readonly buffer: PageBuffers
}

/** Encodes the cells of a column as pages, which are valid until their buffers are reused. */
export type EncodeChunk = (cells: Cells, options: ChunkOptions) => ChunkPages

export function makeChunkEncoder(): EncodeChunk {
  const buildDictionary = makeDictionaryBuilder()
  const decodeFixed = makeFixedDecoder()
  return (texts, { type, rows, buffer }) => {
    const isText = type === 'text' || type === 'json'
    if (type === 'json') replaceHalves(texts)
    const { cells, range } = isText ? { cells: texts } : decodeFixed(texts, storages[type])
    const prefix = isText ? lengthSize : 0
    const dictionary = type === 'boolean' ? undefined : buildDictionary(cells, prefix)
    buffer.data.at = 0
    appendDefinitionLevels(buffer.data, cells.rows, { count: cells.count, rows })
    if (dictionary) {
      appendIndices(buffer.data, dictionary.indices, dictionary.bitWidth)
      buffer.dictionary.at = 0
      appendValues(buffer.dictionary, { cells, among: dictionary.values, prefix })
    } else if (type === 'boolean') appendBits(buffer.data, cells)
    else appendValues(buffer.data, { cells, prefix })
    return {
      dictionary: dictionary && { values: dictionary.values.length, bytes: filled(buffer.dictionary) },
      data: { values: rows, bytes: filled(buffer.data) },
      held: cells.count,
      range: isText ? textRange(cells, dictionary) : range,
    }
  }
}

/** Writes U+FFFD over each escaped half of a surrogate pair in JSON: readers refuse a whole file for one. */
function replaceHalves({ count, starts, ends, bytes }: Cells): void {
  for (let cell = 0; cell < count; cell++) {
    const text = bytes.subarray(starts[cell], ends[cell])
    let size = 0
    for (let at = text.indexOf(backslash); at >= 0; at = text.indexOf(backslash, at + size)) {
      const [first, second] = [surrogateAt(text, at), surrogateAt(text, at + 6)]
      const isPair = first === 'high' && second === 'low'
      if (first !== undefined && !isPair) text.set(replacement, at + 2)
      size = isPair ? 12 : 2
    }
  }
}

const backslash = 0x5c
const replacement = new TextEncoder().encode('fffd')

/** Which half of a pair the escape at a place is. */
function surrogateAt(text: Uint8Array, at: number): 'high' | 'low' | undefined {
  if (text[at] !== backslash || text[at + 1] !== 0x75 || ((text[at + 2] ?? 0) | 0x20) !== 0x64)
    return undefined
  const third = String.fromCharCode(text[at + 3] ?? 0)
  return /[89ab]/i.test(third) ? 'high' : /[c-f]/i.test(third) ? 'low' : undefined
}

/** The length before a text. */
const lengthSize = 4
// Copying a text may write so many bytes behind it.
const slack = 8

type Values = {
  readonly cells: Cells
  /** Only the values of these cells; absent: of all. */
  readonly among?: Uint32Array
  readonly prefix: number
}

/** Adds values one after another, each behind its length if `prefix` is its size. */
function appendValues(buffer: ByteBuffer, { cells, among, prefix }: Values): void {
  const { starts, ends, view } = cells
  const text = { from: view, start: 0, end: 0 }
  const count = among?.length ?? cells.count
  for (let i = 0; i < count; i++) {
    const cell = among ? (among[i] ?? 0) : i
    text.start = starts[cell] ?? 0
    text.end = ends[cell] ?? 0
    const size = text.end - text.start
    reserve(buffer, prefix + size + slack)
    if (prefix > 0) buffer.view.setUint32(buffer.at, size, true)
    copyText(buffer, buffer.at + prefix, text)
    buffer.at += prefix + size
  }
}

/** Adds one bit for each boolean, the first the lowest. */
function appendBits(buffer: ByteBuffer, { count, bytes, starts }: Cells): void {
  const size = Math.ceil(count / 8)
  reserve(buffer, size)
  buffer.bytes.fill(0, buffer.at, buffer.at + size)
  for (let i = 0; i < count; i++) {
    const at = buffer.at + (i >> 3)
    buffer.bytes[at] = (buffer.bytes[at] ?? 0) | ((bytes[starts[i] ?? 0] ?? 0) << (i & 7))
  }
  buffer.at += size
}

/** How values of a fixed size are parsed and stored. */
type Storage = {
  readonly size: number
  readonly read: ReadValue
  readonly write: (view: DataView, at: number, value: number | bigint) => void
}

const writeInt64: Storage['write'] = (view, at, value) => {
  if (typeof value === 'bigint') return view.setBigInt64(at, value, true)
  view.setUint32(at, value, true)
  view.setInt32(at + 4, Math.floor(value / 2 ** 32), true)
}

const storages: Readonly<Record<Exclude<ColumnType, 'text' | 'json'>, Storage>> = {
  integer: { size: 8, read: readInteger, write: writeInt64 },
  int64: { size: 8, read: readInteger, write: writeInt64 },
  time: { size: 8, read: readTime, write: writeInt64 },
  date: { size: 4, read: readDay, write: (view, at, value) => view.setInt32(at, Number(value), true) },
  number: { size: 8, read: readNumber, write: (view, at, value) => view.setFloat64(at, Number(value), true) },
  boolean: { size: 1, read: readBoolean, write: (view, at, value) => view.setUint8(at, Number(value)) },
}

type Decoded = { readonly cells: Cells; readonly range: Range | undefined }

/** Makes a decoder of texts to values of a fixed size. */
function makeFixedDecoder(): (texts: Cells, storage: Storage) => Decoded {
  const buffer = makeBuffer(firstSize)
  let [rows, starts, ends] = [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)]
  return (texts, { size, read, write }) => {
    if (texts.count > rows.length)
      [rows, starts, ends] = [
        new Uint32Array(texts.count),
        new Uint32Array(texts.count),
        new Uint32Array(texts.count),
      ]
    buffer.at = 0
    reserve(buffer, size * (texts.count + 1))
    const { bytes, view } = buffer
    let [at, count] = [0, 0]
    let least: number | bigint = Infinity
    let greatest: number | bigint = -Infinity
    for (let cell = 0; cell < texts.count; cell++) {
      const start = texts.starts[cell] ?? 0
      const end = texts.ends[cell] ?? 0
      const value = read(texts.bytes, start, end)
      if (value < least) least = value
      if (value > greatest) greatest = value
      write(view, at, value)
      rows[count] = texts.rows[cell] ?? 0
      starts[count] = at
      ends[count++] = at += size
    }
    const cells = { count, rows, starts, ends, bytes, view }
    if (count === 0) return { cells, range: undefined }
    const stored = (value: number | bigint): Uint8Array => {
      write(view, at, value)
      return bytes.slice(at, at + size)
    }
    // The range must include both zeros (parquet.thrift, Statistics).
    const range = { least: stored(least === 0 ? -0 : least), greatest: stored(greatest === 0 ? 0 : greatest) }
    return { cells, range }
  }
}

// Whole long texts would make the footer large, and some readers do not understand a part of one.
const longestInRange = 64

/** The least and the greatest text by their bytes; undefined where one of them is long. */
function textRange(cells: Cells, dictionary: Dictionary | undefined): Range | undefined {
  const { bytes, starts, ends } = cells
  const count = dictionary?.values.length ?? cells.count
  if (count === 0) return undefined
  let least = dictionary?.values[0] ?? 0
  let greatest = least
  for (let i = 1; i < count; i++) {
    const cell = dictionary ? (dictionary.values[i] ?? 0) : i
    if (isBefore(cells, cell, least)) least = cell
    else if (isBefore(cells, greatest, cell)) greatest = cell
  }
  const range = {
    least: bytes.slice(starts[least], ends[least]),
    greatest: bytes.slice(starts[greatest], ends[greatest]),
  }
  return Math.max(range.least.length, range.greatest.length) > longestInRange ? undefined : range
}

function isBefore({ view, starts, ends }: Cells, one: number, other: number): boolean {
  let at = starts[one] ?? 0
  let otherAt = starts[other] ?? 0
  const end = ends[one] ?? 0
  const otherEnd = ends[other] ?? 0
  for (; at + 4 <= end && otherAt + 4 <= otherEnd; at += 4, otherAt += 4) {
    // Big-endian, so that the first byte counts most.
    const word = view.getUint32(at)
    const otherWord = view.getUint32(otherAt)
    if (word !== otherWord) return word < otherWord
  }
  for (; at < end && otherAt < otherEnd; at++, otherAt++) {
    const byte = view.getUint8(at)
    const otherByte = view.getUint8(otherAt)
    if (byte !== otherByte) return byte < otherByte
  }
  return otherAt < otherEnd
}
