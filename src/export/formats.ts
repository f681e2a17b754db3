import type { RecordFormat, FiledTables, StreamedTables } from './format.ts'

/** A format: what it is written of, and how. */
export type Format = RecordFormat | StreamedTables | FiledTables

type Entry = {
  /** Endings of file names that mean this format, with their dot. */
  readonly endings: readonly string[]
  /** Loads what writes it: only one is wanted in a run. */
  readonly load: () => Promise<Format>
}

const formats = {
  csv: { endings: ['.csv'], load: async () => (await import('./delimited.ts')).csv },
  tsv: { endings: ['.tsv', '.tab'], load: async () => (await import('./delimited.ts')).tsv },
  json: { endings: ['.json'], load: async () => (await import('./json.ts')).json },
  ndjson: { endings: ['.ndjson', '.jsonl'], load: async () => (await import('./json.ts')).ndjson },
  xlsx: { endings: ['.xlsx'], load: async () => (await import('./xlsx/workbook.ts')).xlsx },
  parquet: { endings: ['.parquet'], load: async () => (await import('./parquet/parquet.ts')).parquet },
  sqlite: { endings: ['.sqlite', '.sqlite3', '.db'], load: async () => (await import('./sqlite.ts')).sqlite },
} as const satisfies Record<string, Entry>

export type FormatName = keyof typeof formats

/** The names of all formats. */
// The table above is their only source, and its keys are its own.
export const formatNames = Object.keys(formats) as FormatName[]

export const formatOf = (name: FormatName): Promise<Format> => formats[name].load()

/** The format that a file's name means by its ending. */
export const formatByName = (file: string): FormatName | undefined =>
  formatNames.find((name) => formats[name].endings.some((ending) => file.toLowerCase().endsWith(ending)))
