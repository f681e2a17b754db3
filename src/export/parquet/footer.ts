import { version } from '../../version.ts'
import type { TableColumn } from '../table.ts'
import { codecs, encodings } from './encodings.ts'
import type { Range } from './fixed-cells.ts'
import { append, filled, makeRoom, reserve } from '../room.ts'
import { physicalTypes, schemaOf } from './schema.ts'
import {
  appendStruct,
  binary,
  bool,
  i32,
  i64,
  list,
  struct,
  structs,
  text,
  type ThriftStruct,
  type ThriftValue,
} from './thrift.ts'

/** A column of a row group as it stands in the file. */
export type ChunkWritten = {
  readonly rows: number
  readonly isPacked: boolean
  readonly nulls: number
  readonly range: Range | undefined
  /** Places in the file. */
  readonly dictionaryAt: number | undefined
  readonly cellsAt: number
  /** With the headers of pages, as they are and as they would be unpacked. */
  readonly size: number
  readonly unpacked: number
}

/** What is told at the end of a file of what stands before; it grows with each row group. */
export type Footer = {
  /** Tells of a row group's next column. */
  readonly addChunk: (chunk: ChunkWritten) => void
  /** Ends a row group of which every column was told. */
  readonly endRowGroup: () => void
  readonly bytes: () => Uint8Array
}

/** The footer of a file with these columns. */
export function makeFooter(
  columns: readonly TableColumn[],
  metadata: Readonly<Record<string, string>>,
): Footer {
  const stored = columns.map(storedColumn)
  const groups = makeRoom(1024)
  // As bytes at once: thousands of columns would be hundreds of thousands of objects.
  const chunks = makeRoom(1024)
  let group = nothing
  let groupCount = 0
  let rows = 0
  return {
    addChunk(chunk) {
      appendStruct(chunks, chunkOf(chunk, stored[group.chunks]))
      group = withChunk(group, chunk)
    },
    endRowGroup() {
      appendStruct(groups, {
        1: { is: 'encoded list', of: 'struct', size: group.chunks, value: filled(chunks) },
        2: i64(group.unpacked),
        3: i64(group.rows),
        5: i64(group.beginsAt),
        6: i64(group.size),
      })
      rows += group.rows
      chunks.at = 0
      group = nothing
      groupCount++
    },
    bytes: () =>
      footerOf({
        1: i32(formatVersion),
        2: schemaOf(columns),
        3: i64(rows),
        4: { is: 'encoded list', of: 'struct', size: groupCount, value: filled(groups) },
        5: entriesOf(metadata),
        6: text(`formctl version ${version}`),
        7: structs(columns.map(() => ({ 1: struct({}) }))),
      }),
  }
}

/** The first four bytes of a file, and its last. */
export const magic = new TextEncoder().encode('PAR1')

const formatVersion = 1

type StoredColumn = { readonly type: ThriftValue; readonly path: ThriftValue }

const storedColumn = ({ name, type }: TableColumn): StoredColumn => ({
  type: i32(physicalTypes[type]),
  path: list('binary', [text(name)]),
})

const nothing = { chunks: 0, rows: 0, beginsAt: 0, size: 0, unpacked: 0 }

const withChunk = (group: typeof nothing, chunk: ChunkWritten): typeof nothing => ({
  chunks: group.chunks + 1,
  rows: chunk.rows,
  beginsAt: group.chunks === 0 ? (chunk.dictionaryAt ?? chunk.cellsAt) : group.beginsAt,
  size: group.size + chunk.size,
  unpacked: group.unpacked + chunk.unpacked,
})

function entriesOf(metadata: Readonly<Record<string, string>>): ThriftValue | undefined {
  const entries = Object.entries(metadata).map(([key, value]) => ({ 1: text(key), 2: text(value) }))
  return entries.length > 0 ? structs(entries) : undefined
}

/** The struct, its size, and the end of the file. */
function footerOf(fields: ThriftStruct): Uint8Array {
  const room = makeRoom(1024)
  appendStruct(room, fields)
  const size = room.at
  reserve(room, 4)
  room.view.setUint32(room.at, size, true)
  room.at += 4
  append(room, magic)
  return filled(room)
}

const chunkOf = (chunk: ChunkWritten, column: StoredColumn | undefined): ThriftStruct => ({
  2: i64(0),
  3: struct({
    1: column?.type,
    2: chunk.dictionaryAt === undefined ? plainEncodings : dictionaryEncodings,
    3: column?.path,
    4: i32(chunk.isPacked ? codecs.zstd : codecs.none),
    5: i64(chunk.rows),
    6: i64(chunk.unpacked),
    7: i64(chunk.size),
    9: i64(chunk.cellsAt),
    11: chunk.dictionaryAt === undefined ? undefined : i64(chunk.dictionaryAt),
    12: struct(statisticsOf(chunk)),
  }),
})

const plainEncodings = list('i32', [i32(encodings.rle), i32(encodings.plain)])
const dictionaryEncodings = list('i32', [
  i32(encodings.rle),
  i32(encodings.plain),
  i32(encodings.rleDictionary),
])

const statisticsOf = ({ nulls, range }: ChunkWritten): ThriftStruct => ({
  3: i64(nulls),
  5: range && binary(range.greatest),
  6: range && binary(range.least),
  7: range && bool(true),
  8: range && bool(true),
})
