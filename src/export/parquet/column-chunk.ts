import { readBoolean, readDay, readInteger, readNumber, readTime, type ReadValue } from '../parse-cell.ts'
import {
  copyText,
  filled,
  makeBuffer,
  reserve,
  shrink,
  type ByteBuffer,
  appendVarint,
} from '../../record/bytes.ts'
import type { ColumnType } from '../../table/table.ts'
import type { Cells } from './row-group.ts'

/** A page before it is compressed. Rows without a value count as values. */
export type Page = { readonly valueCount: number; readonly bytes: Uint8Array }

export type ChunkPages = {
  readonly dictionary: Page | undefined
  readonly data: Page
  /** Rows that hold something. */
  readonly nonNull: number
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

/** Shrinks buffers that have grown beyond `max` bytes. */
export function shrinkPageBuffers({ dictionary, data }: PageBuffers, max: number): void {
  for (const buffer of [dictionary, data]) shrink(buffer, { max, to: firstSize })
}

/** Makes an encoder of the cells of a column as pages, which are valid until their buffers are reused. */
export function makeChunkEncoder() {
  const buildDictionary = makeDictionaryBuilder()
  const decodeFixed = makeFixedDecoder()
  /** `rows`: the rows of the row group. */
  return (texts: Cells, type: ColumnType, rows: number, buffer: PageBuffers): ChunkPages => {
    const isText = type === 'text' || type === 'json'
    if (type === 'json') replaceLoneSurrogates(texts)
    const { cells, range } = isText ? { cells: texts } : decodeFixed(texts, storages[type])
    const prefix = isText ? lengthSize : 0
    const dictionary = type === 'boolean' ? undefined : buildDictionary(cells, prefix)
    buffer.data.at = 0
    appendDefinitionLevels(buffer.data, cells.rows, cells.count, rows)
    if (dictionary) {
      appendIndices(buffer.data, dictionary.indices, dictionary.bitWidth)
      buffer.dictionary.at = 0
      appendValues(buffer.dictionary, cells, prefix, dictionary.firstCells)
    } else if (type === 'boolean') appendBits(buffer.data, cells)
    else appendValues(buffer.data, cells, prefix)
    return {
      dictionary: dictionary && {
        valueCount: dictionary.firstCells.length,
        bytes: filled(buffer.dictionary),
      },
      data: { valueCount: rows, bytes: filled(buffer.data) },
      nonNull: cells.count,
      range: isText ? textRange(cells, dictionary) : range,
    }
  }
}

/** Writes U+FFFD over each escaped half of a surrogate pair in JSON: readers refuse a whole file for one. */
function replaceLoneSurrogates({ count, starts, ends, bytes }: Cells): void {
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
// Copying a text may write up to 8 bytes behind it.
const slack = 8

/** Adds the values of cells, all or only `among`, one after another, each behind its length if `prefix` is its size. */
function appendValues(buffer: ByteBuffer, cells: Cells, prefix: number, among?: Uint32Array): void {
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

/** Makes a decoder of texts to values of a fixed size. */
function makeFixedDecoder(): (
  texts: Cells,
  storage: Storage,
) => { readonly cells: Cells; readonly range: Range | undefined } {
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

// Long texts would make the footer large, and some readers do not support truncated ones.
const maxRangeText = 64

/** The least and the greatest text by their bytes; undefined where one of them is long. */
function textRange(cells: Cells, dictionary: Dictionary | undefined): Range | undefined {
  const { bytes, starts, ends } = cells
  const count = dictionary?.firstCells.length ?? cells.count
  if (count === 0) return undefined
  let least = dictionary?.firstCells[0] ?? 0
  let greatest = least
  for (let i = 1; i < count; i++) {
    const cell = dictionary ? (dictionary.firstCells[i] ?? 0) : i
    if (isBefore(cells, cell, least)) least = cell
    else if (isBefore(cells, greatest, cell)) greatest = cell
  }
  const range = {
    least: bytes.slice(starts[least], ends[least]),
    greatest: bytes.slice(starts[greatest], ends[greatest]),
  }
  return Math.max(range.least.length, range.greatest.length) > maxRangeText ? undefined : range
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

/** The different values of a column, and which of them each cell has. Valid until the next one is built. */
type Dictionary = {
  /** A cell that has the value, for each value, in the order of first use. */
  readonly firstCells: Uint32Array
  /** The place of its value in the dictionary, for each cell. */
  readonly indices: Uint32Array
  /** How many bits such a place takes. */
  readonly bitWidth: number
}

const maxIndexBits = 15
const maxValues = 2 ** maxIndexBits
const maxValueBytes = 2 ** 20
// Values seldom repeat where more than half of them are new, after the first few.
const firstFew = 2048
// Limits what values that were chosen to share a hash can cost.
const maxProbes = 64
const pageHeaderSize = 20

/**
 * Makes a builder of dictionaries, which returns undefined if a column is smaller without one. `prefix` is the size of
 * the length before each value.
 */
function makeDictionaryBuilder(): (cells: Cells, prefix: number) => Dictionary | undefined {
  const slots = new Uint16Array(2 ** (maxIndexBits + 1))
  const firstCells = new Uint32Array(maxValues)
  let indices = new Uint32Array(0)
  return (cells, prefix) => {
    const { count, starts, ends } = cells
    if (count > indices.length) indices = new Uint32Array(count)
    const bits = Math.min(maxIndexBits + 1, 33 - Math.clz32(count))
    const mask = 2 ** bits - 1
    slots.fill(0, 0, mask + 1)
    let [size, plainBytes, valueBytes] = [0, 0, 0]
    for (let cell = 0; cell < count; cell++) {
      const start = starts[cell] ?? 0
      const length = (ends[cell] ?? 0) - start
      plainBytes += length
      let slot = hashOf(cells, start, length) >>> (32 - bits)
      let probes = 0
      let found = slots[slot] ?? 0
      while (found !== 0 && !isEqual(cells, cell, firstCells[found - 1] ?? 0)) {
        if (++probes > maxProbes) return undefined
        slot = (slot + 1) & mask
        found = slots[slot] ?? 0
      }
      if (found === 0) {
        if (size === maxValues || valueBytes > maxValueBytes || (size > firstFew && size * 2 > cell))
          return undefined
        valueBytes += length
        firstCells[size] = cell
        found = ++size
        slots[slot] = found
      }
      indices[cell] = found - 1
    }
    const bitWidth = Math.max(1, 32 - Math.clz32(size - 1))
    const withDictionary = valueBytes + size * prefix + (count * bitWidth) / 8 + pageHeaderSize
    if (size === 0 || withDictionary >= plainBytes + count * prefix) return undefined
    return { firstCells: firstCells.subarray(0, size), indices: indices.subarray(0, count), bitWidth }
  }
}

// An odd number with bits all over: the highest bits of a product depend on all bits of the other factor.
const mixer = 0x9e37_79b1

function hashOf({ view }: Cells, start: number, length: number): number {
  let hash = length
  let at = start
  const end = start + length
  for (; at + 4 <= end; at += 4)
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint32(at, true), mixer)
  for (; at < end; at++) hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint8(at), mixer)
  return hash
}

function isEqual({ view, starts, ends }: Cells, cell: number, other: number): boolean {
  let at = starts[cell] ?? 0
  let otherAt = starts[other] ?? 0
  const end = ends[cell] ?? 0
  if (end - at !== (ends[other] ?? 0) - otherAt) return false
  for (; at + 4 <= end; at += 4, otherAt += 4)
    if (view.getUint32(at) !== view.getUint32(otherAt)) return false
  for (; at < end; at++, otherAt++) if (view.getUint8(at) !== view.getUint8(otherAt)) return false
  return true
}

// Parquet's hybrid of run-length encoding and bit packing: runs of one value, and groups of eight values packed side by side.

/** The groups of eight packed values that share the header before them. */
type Packed = { header: number; groups: number }

// As many as a header of one byte can count, so that it can be written before they are known.
const maxGroups = 63
// Shorter runs are smaller among packed values.
const shortestRunOfLevels = 32
const shortestRun = 8

/** Adds definition levels behind their size: 1 for the `nonNullRows`, which ascend, and 0 for the others. */
function appendDefinitionLevels(
  buffer: ByteBuffer,
  nonNullRows: Uint32Array,
  count: number,
  rows: number,
): void {
  reserve(buffer, 4)
  const begin = (buffer.at += 4)
  const packed: Packed = { header: 0, groups: 0 }
  let row = 0
  let next = 0
  while (row < rows) {
    const following = next < count ? (nonNullRows[next] ?? rows) : rows
    const level = following === row ? 1 : 0
    const run = level === 1 ? runOfRows(nonNullRows, next, count) : following - row
    if (run >= shortestRunOfLevels) {
      appendRun(buffer, packed, level, run, 1)
      row += run
      next += level * run
      continue
    }
    let bits = 0
    for (; next < count && (nonNullRows[next] ?? 0) < row + 8; next++)
      bits |= 1 << ((nonNullRows[next] ?? 0) - row)
    openGroup(buffer, packed, 1)
    buffer.bytes[buffer.at++] = bits
    row += 8
  }
  buffer.view.setUint32(begin - 4, buffer.at - begin, true)
}

/** Adds places in a dictionary, of `width` bits each, behind that width. */
function appendIndices(buffer: ByteBuffer, indices: Uint32Array, width: number): void {
  const count = indices.length
  reserve(buffer, 1)
  buffer.bytes[buffer.at++] = width
  const packed: Packed = { header: 0, groups: 0 }
  let at = 0
  while (at < count) {
    const value = indices[at] ?? 0
    let run = 1
    while (at + run < count && indices[at + run] === value) run++
    if (run >= shortestRun) {
      appendRun(buffer, packed, value, run, width)
      at += run
    } else {
      openGroup(buffer, packed, width)
      packGroup(buffer, indices, at, width)
      at += 8
    }
  }
}

/** How many rows from there on have a value, without a gap. */
function runOfRows(nonNullRows: Uint32Array, from: number, count: number): number {
  const first = nonNullRows[from] ?? 0
  let end = from + 1
  while (end < count && nonNullRows[end] === first + end - from) end++
  return end - from
}

function appendRun(buffer: ByteBuffer, packed: Packed, value: number, run: number, width: number): void {
  packed.groups = 0
  appendVarint(buffer, run * 2)
  reserve(buffer, 4)
  for (let bits = 0; bits < width; bits += 8) buffer.bytes[buffer.at++] = value >>> bits
}

function openGroup(buffer: ByteBuffer, packed: Packed, width: number): void {
  if (packed.groups === 0 || packed.groups === maxGroups) {
    reserve(buffer, 1 + maxGroups * width)
    packed.header = buffer.at++
    packed.groups = 0
  }
  packed.groups++
  buffer.bytes[packed.header] = packed.groups * 2 + 1
}

/** Eight values side by side, the first in the lowest bits, zeros where there are fewer. */
function packGroup(buffer: ByteBuffer, indices: Uint32Array, at: number, width: number): void {
  const { bytes } = buffer
  let bits = 0
  let bitCount = 0
  for (let i = at; i < at + 8; i++) {
    if (i < indices.length) bits |= (indices[i] ?? 0) << bitCount
    // Indices have 16 bits at most, so that these fit beside the seven that may be left over.
    for (bitCount += width; bitCount >= 8; bitCount -= 8) {
      bytes[buffer.at++] = bits
      bits >>>= 8
    }
  }
}
