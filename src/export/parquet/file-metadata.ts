import manifest from '../../../package.json' with { type: 'json' }
import { append, filled, makeBuffer, reserve, appendVarint, type ByteBuffer } from '../../record/bytes.ts'
import type { ColumnType, TableColumn } from '../../table/table.ts'
import type { Range } from './column-chunk.ts'

/** What a field of a Thrift struct may hold here. */
type ThriftValue =
  | { readonly is: 'bool'; readonly value: boolean }
  | { readonly is: 'i32' | 'i64'; readonly value: number }
  | { readonly is: 'binary'; readonly value: Uint8Array }
  | { readonly is: 'list'; readonly of: ThriftType; readonly value: readonly ThriftValue[] }
  | { readonly is: 'struct'; readonly value: ThriftStruct }
  /** Lists and structs whose bytes were made before. */
  | {
      readonly is: 'encoded list'
      readonly of: ThriftType
      readonly size: number
      readonly value: Uint8Array
    }

/** Fields by their numbers, ascending; those that are undefined are left out. */
type ThriftStruct = Readonly<Record<number, ThriftValue | undefined>>

const types = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const
type ThriftType = keyof typeof types

const bool = (value: boolean): ThriftValue => ({ is: 'bool', value })
/** A number of 32 bits, not negative. */
const i32 = (value: number): ThriftValue => ({ is: 'i32', value })
/** A non-negative number of 64 bits that a double holds exactly. */
const i64 = (value: number): ThriftValue => ({ is: 'i64', value })
const list = (of: ThriftType, value: readonly ThriftValue[]): ThriftValue => ({
  is: 'list',
  of,
  value,
})
/** Structs whose fields are given. */
const structs = (value: readonly ThriftStruct[]): ThriftValue => list('struct', value.map(struct))
const binary = (value: Uint8Array): ThriftValue => ({ is: 'binary', value })
const struct = (value: ThriftStruct): ThriftValue => ({ is: 'struct', value })

const encoder = new TextEncoder()

/** Text, as UTF-8. */
const text = (value: string): ThriftValue => binary(encoder.encode(value))

/** No struct of the format has a field of a higher number. */
const maxFields = 20

/** Adds a struct in Thrift's compact protocol. */
function appendStruct(buffer: ByteBuffer, fields: ThriftStruct): void {
  let last = 0
  // Written by field numbers: a page has two structs, and building a list of entries for each one costs time.
  for (let id = 1; id <= maxFields; id++) {
    const field = fields[id]
    if (field === undefined) continue
    const type = typeOf(field)
    reserve(buffer, 1)
    // Numbers of fields are less than 16 apart in every struct of the format.
    buffer.bytes[buffer.at++] = ((id - last) << 4) | type
    last = id
    appendValue(buffer, field)
  }
  reserve(buffer, 1)
  buffer.bytes[buffer.at++] = 0
}

function typeOf(field: ThriftValue): number {
  if (field.is === 'bool') return field.value ? 1 : 2
  return types[field.is === 'encoded list' ? 'list' : field.is]
}

function appendValue(buffer: ByteBuffer, field: ThriftValue): void {
  switch (field.is) {
    case 'bool':
      // Its type says it all.
      return
    case 'i32':
    case 'i64':
      return appendSigned(buffer, field.value)
    case 'binary':
      appendVarint(buffer, field.value.length)
      return append(buffer, field.value)
    case 'struct':
      return appendStruct(buffer, field.value)
    case 'list':
      appendListHead(buffer, field.value.length, field.of)
      for (const element of field.value) appendValue(buffer, element)
      return
    case 'encoded list':
      appendListHead(buffer, field.size, field.of)
      return append(buffer, field.value)
  }
}

/** Numbers have their sign in the lowest bit, and none here is negative. */
const appendSigned = (buffer: ByteBuffer, value: number): void => appendVarint(buffer, value * 2)

function appendListHead(buffer: ByteBuffer, size: number, of: ThriftType): void {
  reserve(buffer, 1)
  if (size < 15) {
    buffer.bytes[buffer.at++] = (size << 4) | types[of]
    return
  }
  buffer.bytes[buffer.at++] = 0xf0 | types[of]
  appendVarint(buffer, size)
}

// The numbers of fields, types and encodings are those of parquet.thrift.

export const encodings = { plain: 0, rle: 3, rleDictionary: 8 } as const

const codecs = { none: 0, zstd: 6 } as const

/** A page as it is written: its bytes in parts. */
export type StoredPage = {
  readonly valueCount: number
  readonly parts: readonly Uint8Array[]
  readonly size: number
  readonly uncompressedSize: number
}

const pageTypes = { data: 0, dictionary: 2 } as const

export const dataPageHeader = (page: StoredPage, encoding: number): Uint8Array =>
  pageHeader(pageTypes.data, page, {
    5: struct({ 1: i32(page.valueCount), 2: i32(encoding), 3: i32(encodings.rle), 4: i32(encodings.rle) }),
  })

export const dictionaryPageHeader = (page: StoredPage): Uint8Array =>
  pageHeader(pageTypes.dictionary, page, { 7: struct({ 1: i32(page.valueCount), 2: i32(encodings.plain) }) })

function pageHeader(type: number, page: StoredPage, ofType: ThriftStruct): Uint8Array {
  const buffer = makeBuffer(32)
  appendStruct(buffer, { 1: i32(type), 2: i32(page.uncompressedSize), 3: i32(page.size), ...ofType })
  return filled(buffer)
}

/** What the footer says of a column chunk. */
export type ChunkMetadata = {
  readonly rows: number
  readonly nulls: number
  readonly range: Range | undefined
  readonly isCompressed: boolean
  readonly dictionaryAt: number | undefined
  readonly dataAt: number
  /** Both include the headers of the pages. */
  readonly size: number
  readonly uncompressedSize: number
}

/** The footer of a file; it grows with each row group. */
type Footer = {
  /** Adds the next column chunk of a row group. */
  readonly addChunk: (chunk: ChunkMetadata) => void
  /** The metadata of the file, their size and the end of the file. */
  readonly bytes: () => Uint8Array
}

/** The first four bytes of a file, and its last. */
export const magic = new TextEncoder().encode('PAR1')

const formatVersion = 1

export function makeFooter(columns: readonly TableColumn[]): Footer {
  const paths = columns.map(({ name }) => list('binary', [text(name)]))
  // Encoded at once: thousands of columns would be hundreds of thousands of objects.
  const groups = makeBuffer(1024)
  const chunks = makeBuffer(1024)
  let group = emptyGroup
  let groupCount = 0
  let rows = 0
  const endRowGroup = (): void => {
    appendStruct(groups, {
      1: { is: 'encoded list', of: 'struct', size: group.chunks, value: filled(chunks) },
      2: i64(group.uncompressedSize),
      3: i64(group.rows),
      5: i64(group.beginsAt),
      6: i64(group.size),
    })
    rows += group.rows
    chunks.at = 0
    group = emptyGroup
    groupCount++
  }
  return {
    addChunk(chunk) {
      const { type } = columns[group.chunks] ?? {}
      appendStruct(chunks, chunkOf(chunk, type && i32(physicalTypes[type]), paths[group.chunks]))
      group = withChunk(group, chunk)
      if (group.chunks === columns.length) endRowGroup()
    },
    bytes() {
      const buffer = makeBuffer(1024)
      appendStruct(buffer, {
        1: i32(formatVersion),
        2: structs([{ 4: text('schema'), 5: i32(columns.length) }, ...columns.map(schemaElement)]),
        3: i64(rows),
        4: { is: 'encoded list', of: 'struct', size: groupCount, value: filled(groups) },
        6: text(`formctl version ${manifest.version}`),
        // The order of each column: that of its type.
        7: structs(columns.map(() => ({ 1: struct({}) }))),
      })
      const size = buffer.at
      reserve(buffer, 4)
      buffer.view.setUint32(buffer.at, size, true)
      buffer.at += 4
      append(buffer, magic)
      return filled(buffer)
    },
  }
}

const emptyGroup = { chunks: 0, rows: 0, beginsAt: 0, size: 0, uncompressedSize: 0 }

const withChunk = (group: typeof emptyGroup, chunk: ChunkMetadata): typeof emptyGroup => ({
  chunks: group.chunks + 1,
  rows: chunk.rows,
  beginsAt: group.chunks === 0 ? (chunk.dictionaryAt ?? chunk.dataAt) : group.beginsAt,
  size: group.size + chunk.size,
  uncompressedSize: group.uncompressedSize + chunk.uncompressedSize,
})

const chunkOf = (
  chunk: ChunkMetadata,
  type: ThriftValue | undefined,
  path: ThriftValue | undefined,
): ThriftStruct => ({
  2: i64(0),
  3: struct({
    1: type,
    2: chunk.dictionaryAt === undefined ? plainEncodings : dictionaryEncodings,
    3: path,
    4: i32(chunk.isCompressed ? codecs.zstd : codecs.none),
    5: i64(chunk.rows),
    6: i64(chunk.uncompressedSize),
    7: i64(chunk.size),
    9: i64(chunk.dataAt),
    11: chunk.dictionaryAt === undefined ? undefined : i64(chunk.dictionaryAt),
    12: struct(statistics(chunk)),
  }),
})

const plainEncodings = list('i32', [i32(encodings.rle), i32(encodings.plain)])
const dictionaryEncodings = list('i32', [
  i32(encodings.rle),
  i32(encodings.plain),
  i32(encodings.rleDictionary),
])

const statistics = ({ nulls, range }: ChunkMetadata): ThriftStruct => ({
  3: i64(nulls),
  5: range && binary(range.greatest),
  6: range && binary(range.least),
  7: range && bool(true),
  8: range && bool(true),
})

const physicalTypes: Readonly<Record<ColumnType, number>> = {
  boolean: 0,
  date: 1,
  integer: 2,
  int64: 2,
  time: 2,
  number: 5,
  text: 6,
  json: 6,
}

const optional = 1

const schemaElement = ({ name, type }: TableColumn): ThriftStruct => ({
  1: i32(physicalTypes[type]),
  3: i32(optional),
  4: text(name),
  ...logicalTypes[type],
})

const utcMilliseconds = struct({ 1: bool(true), 2: struct({ 1: struct({}) }) })

// The converted type, for older readers, beside the logical one.
const logicalTypes: Readonly<Record<ColumnType, ThriftStruct>> = {
  text: { 6: i32(0), 10: struct({ 1: struct({}) }) },
  json: { 6: i32(19), 10: struct({ 12: struct({}) }) },
  date: { 6: i32(6), 10: struct({ 6: struct({}) }) },
  time: { 6: i32(9), 10: struct({ 8: utcMilliseconds }) },
  integer: {},
  int64: {},
  number: {},
  boolean: {},
}
