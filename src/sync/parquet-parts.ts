/** The rows of a Parquet data set as files: values of a step are written, and read again to leave some out. */
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer } from 'hyparquet'
import { parquet } from '../export/parquet/parquet.ts'
import type { Sink } from '../record/bytes.ts'
import { kinds, type RowBatch, type Table } from '../table/table.ts'
import type { TargetColumn, Value } from './target.ts'

/** A value for each column. Booleans are 0 and 1 in a step, and themselves in a file. */
export type PartRow = readonly (Value | boolean)[]

/** Writes rows as a Parquet file. */
export async function writePart(
  columns: readonly TargetColumn[],
  rows: () => AsyncIterable<readonly PartRow[]>,
  sink: Sink,
): Promise<void> {
  const table: Table = {
    name: 'responses',
    columns,
    async *rows() {
      for await (const some of rows()) yield batchOf(columns, some)
    },
  }
  await parquet.write([table], sink, { formulas: 'raw', bom: false, lineEnd: '\n' })
}

function batchOf(columns: readonly TargetColumn[], rows: readonly PartRow[]): RowBatch {
  const count = rows.length * columns.length
  const cellKinds = new Uint8Array(count)
  const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)]
  const texts: string[] = []
  let [cell, at] = [0, 0]
  // Many cells are those of the row before.
  const last = columns.map((): { value: unknown; start: number; end: number } => ({
    value: null,
    start: 0,
    end: 0,
  }))
  for (const row of rows)
    for (const [i, held] of last.entries()) {
      const value = row[i] ?? null
      if (value !== held.value && value !== null) {
        const text = String(columns[i]?.type === 'boolean' ? value === 1 || value === true : value)
        texts.push(text)
        Object.assign(held, { value, start: at, end: at + Buffer.byteLength(text) })
        at = held.end
      }
      cellKinds[cell] = value === null ? kinds.none : kinds.text
      starts[cell] = held.start
      ends[cell++] = held.end
    }
  return { rows: rows.length, kinds: cellKinds, starts, ends, bytes: Buffer.from(texts.join('')) }
}

/** Reads the values of these columns group by group; null where the part has no such column. */
export async function* readPart(
  file: AsyncBuffer,
  columns: readonly string[],
): AsyncIterable<readonly PartRow[]> {
  const metadata = await parquetMetadataAsync(file, { parsers })
  const there = new Set(metadata.schema.slice(1).map(({ name }) => name))
  let rowStart = 0
  for (const { num_rows: count } of metadata.row_groups) {
    const rowEnd = rowStart + Number(count)
    // The parsers give values.
    const rows: Readonly<Record<string, Value | boolean>>[] = await parquetReadObjects({
      file,
      metadata,
      compressors,
      parsers,
      columns: columns.filter((name) => there.has(name)),
      rowStart,
      rowEnd,
    })
    yield rows.map((row) => columns.map((name) => row[name] ?? null))
    rowStart = rowEnd
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const parsers = {
  stringFromBytes: (bytes: Uint8Array) => decoder.decode(bytes),
  jsonFromBytes: (bytes: Uint8Array) => decoder.decode(bytes),
  timestampFromMilliseconds: (at: bigint) => new Date(Number(at)).toISOString(),
  dateFromDays: (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10),
}

const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }
