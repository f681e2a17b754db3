import { csv } from './csv.ts'
import type { RecordFormat } from './format.ts'
import { json } from './json.ts'
import { ndjson } from './ndjson.ts'
import type { FiledTables, StreamedTables } from './table-format.ts'
import { parquet } from './parquet.ts'
import { sqlite } from './sqlite.ts'
import { tsv } from './tsv.ts'
import { xlsx } from './xlsx.ts'

/** Every format by name. */
export const formats = { csv, tsv, json, ndjson, xlsx, parquet, sqlite } as const satisfies Record<string, Format>

/** A format: what it is written of, and how. */
export type Format = RecordFormat | StreamedTables | FiledTables

/** A format's name. */
export type FormatName = keyof typeof formats

/** The names of all formats. */
// The table above is their only source, and its keys are its own.
export const formatNames = Object.keys(formats) as FormatName[]

/** The format that a file's name means by its ending. */
export const formatByName = (file: string): FormatName | undefined =>
  formatNames.find((name) => formats[name].endings.some((ending) => file.toLowerCase().endsWith(ending)))
