import { join } from 'node:path'
import { readFileSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { cellText } from '../../../../src/table/cell-values.ts'
import { readXlsx, timeOf } from '../../../support/xlsx.ts'
import type { ExportOptions } from './options.ts'
import type { Grids } from './oracle.ts'

/** The cells of a workbook, a database or files of Parquet as the texts that a person reads. */
export async function readCells(
  folder: string,
  { format, layout }: ExportOptions,
  output: Uint8Array | undefined,
): Promise<Grids> {
  const path = (name: string): string => join(folder, name)
  const bytes = (name: string): Uint8Array =>
    name === 'answers' && output ? output : readFileSync(path(name))
  if (format === 'xlsx') return sheetsOf(bytes('answers'))
  if (format === 'sqlite') return tablesOf(path('answers'))
  const names = { wide: ['responses'], long: ['answers'], relational: ['responses', 'answers', 'choices'] }[
    layout
  ]
  const grids: Record<string, readonly (readonly string[])[]> = {}
  for (const name of names) {
    const file = `answers.${name}`
    grids[name] = await parquetOf(bytes(existsSync(path(file)) ? file : 'answers'))
  }
  return grids
}

const sheetsOf = (bytes: Uint8Array): Grids =>
  Object.fromEntries(
    readXlsx(bytes).map(({ name, rows }) => [
      name,
      rows.map((row) =>
        Array.from({ length: rows[0]?.length ?? 0 }, (_, i) => {
          const { value = '', style = '' } = row[i] ?? {}
          if (typeof value !== 'number') return String(value)
          const [, decimals] = /^0\.(0+)$/.exec(style) ?? []
          if (decimals !== undefined) return value.toFixed(decimals.length)
          return /y/i.test(style) ? `${timeOf(value)}Z` : String(value)
        }),
      ),
    ]),
  )

function tablesOf(path: string): Grids {
  const database = new DatabaseSync(path, { readOnly: true })
  const names = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
  const grids = names.map(({ name }) => {
    const rows = database.prepare(`select * from "${String(name)}" order by rowid`)
    rows.setReadBigInts(true)
    const header = rows.columns().map((column) => column.name)
    return [
      String(name),
      [header, ...rows.all().map((row) => header.map((column) => String(row[column] ?? '')))],
    ] as const
  })
  database.close()
  return Object.fromEntries(grids)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const parsers = {
  stringFromBytes: (bytes: Uint8Array) => decoder.decode(bytes),
  jsonFromBytes: (bytes: Uint8Array) => decoder.decode(bytes),
  timestampFromMilliseconds: (instant: bigint) => new Date(Number(instant)).toISOString(),
}
const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }

async function parquetOf(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const file = new Uint8Array(bytes).buffer
  const header = parquetMetadata(file, { parsers })
    .schema.slice(1)
    .map(({ name }) => name)
  const rows: readonly Record<string, unknown>[] = await parquetReadObjects({ file, compressors, parsers })
  return [header, ...rows.map((row) => header.map((name) => textOf(row[name])))]
}

const textOf = (value: unknown): string => (typeof value === 'bigint' ? String(value) : cellText(value))
