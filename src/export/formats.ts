import type { RecordFormat, FiledTables, StreamedTables } from './format.ts'

/** A format: what it is written of, and how. */
export type Format = RecordFormat | StreamedTables | FiledTables

type Entry = {
  /** Endings of file names that mean this format, with their dot. */
  readonly endings: readonly string[]
  /** Whether it is text, which shrinks; other formats pack by themselves. */
  readonly isText: boolean
  /** Whether a line is a row, with a character between its cells. Default: no. */
  readonly isDelimited?: true
  /** Loads what writes it: only one is wanted in a run. */
  readonly load: () => Promise<Format>
}

const encoder = new TextEncoder()

/** JSON: the body of the service with its schema's version, a record a line, so that it can be read back. */
const json: RecordFormat = {
  kind: 'records',
  write: async (writeLines, out, members) => {
    const before = JSON.stringify({ schema_version: 1, ...members }).slice(0, -1)
    await out(encoder.encode(`${before},"data":[\n`))
    const rows = await writeLines(',\n')
    await out(encoder.encode(']}\n'))
    return rows
  },
}

/** NDJSON: one unchanged record on each line. */
const ndjson: RecordFormat = {
  kind: 'records',
  write: (writeLines) => writeLines('\n'),
}

const formats = {
  csv: {
    endings: ['.csv'],
    isText: true,
    isDelimited: true,
    load: async () => (await import('./delimited.ts')).csv,
  },
  tsv: {
    endings: ['.tsv', '.tab'],
    isText: true,
    isDelimited: true,
    load: async () => (await import('./delimited.ts')).tsv,
  },
  json: { endings: ['.json'], isText: true, load: async () => json },
  ndjson: {
    endings: ['.ndjson', '.jsonl'],
    isText: true,
    load: async () => ndjson,
  },
  xlsx: { endings: ['.xlsx'], isText: false, load: async () => (await import('./xlsx/workbook.ts')).xlsx },
  parquet: {
    endings: ['.parquet'],
    isText: false,
    load: async () => (await import('./parquet/parquet.ts')).parquet,
  },
  sqlite: {
    endings: ['.sqlite', '.sqlite3', '.db'],
    isText: false,
    load: async () => (await import('./sqlite.ts')).sqlite,
  },
} as const satisfies Record<string, Entry>

export type FormatName = keyof typeof formats

// The table above is their only source, and its keys are its own.
export const formatNames = Object.keys(formats) as FormatName[]

export const formatOf = (name: FormatName): Promise<Format> => formats[name].load()

/** Statistics programs, by the endings of the files that they run. */
const programs = { '.sps': 'spss', '.do': 'stata', '.r': 'r' } as const

export type StatisticsProgram = (typeof programs)[keyof typeof programs]

/** The program that runs a file of this name; undefined for other names. */
export const programByName = (file = ''): StatisticsProgram | undefined =>
  Object.entries(programs).find(([ending]) => file.toLowerCase().endsWith(ending))?.[1]

export type Compression = 'gzip' | 'zstd'

export const packedFormats = formatNames.filter((name) => formats[name].isText)

export const delimitedFormats = formatNames.filter((name) => 'isDelimited' in formats[name])

/** How a file's name says that it is packed, by an ending behind that of its format. */
export const compressionByName = (file: string): Compression | undefined =>
  /\.gz$/i.test(file) ? 'gzip' : /\.zst$/i.test(file) ? 'zstd' : undefined

/** The format that a file's name means by its ending, before one that says how it is packed. */
export function formatByName(file: string): FormatName | undefined {
  const name = file.toLowerCase().replace(/\.(?:gz|zst)$/, '')
  return formatNames.find((format) => formats[format].endings.some((ending) => name.endsWith(ending)))
}
