import { csv } from './csv.ts'
import type { RecordFormat } from './format.ts'
import { json } from './json.ts'
import { ndjson } from './ndjson.ts'
import type { FiledTables, StreamedTables } from './table-format.ts'
import { tsv } from './tsv.ts'

/** Every format by name. */
export const formats = { csv, tsv, json, ndjson } as const satisfies Record<string, Format>

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
