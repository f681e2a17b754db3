/** The rows of a Parquet data set as files: values of a step are written, and read again to leave some out. */
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer } from 'hyparquet'
import { parquet } from '../export/parquet/parquet.ts'
import type { Sink } from '../record/bytes.ts'
import { kinds, type RowBatch, type Table } from '../table/table.ts'
import type { TargetColumn, Value } from './target.ts'

/** Booleans are 0 and 1 in a step, and themselves in a file. */
export type PartRow = Readonly<Record<string, Value | boolean>>

/** Writes rows as a Parquet file. Rows have values by the names of the columns; others are left out. */
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
  const batch = {
    rows: rows.length,
    kinds: new Uint8Array(count),
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
  }
  const texts: string[] = []
  let [cell, at] = [0, 0]
  for (const row of rows)
    for (const { name, type } of columns) {
      const value = row[name] ?? null
      const text = value === null ? '' : String(type === 'boolean' ? value === 1 || value === true : value)
      batch.kinds[cell] = text === '' ? kinds.none : kinds.text
      batch.starts[cell] = at
      at += Buffer.byteLength(text)
      batch.ends[cell++] = at
      texts.push(text)
    }
  return { ...batch, bytes: Buffer.from(texts.join('')) }
}

/** Reads the rows of a part group by group, with these columns alone if they are given. */
export async function* readPart(
  file: AsyncBuffer,
  columns?: readonly string[],
): AsyncIterable<readonly PartRow[]> {
  const metadata = await parquetMetadataAsync(file, { parsers })
  let rowStart = 0
  for (const { num_rows: count } of metadata.row_groups) {
    const rowEnd = rowStart + Number(count)
    const wanted = { ...(columns && { columns: [...columns] }), rowStart, rowEnd }
    // The parsers give values.
    const rows: PartRow[] = await parquetReadObjects({ file, metadata, compressors, parsers, ...wanted })
    yield rows
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
