import { execFileSync } from 'node:child_process'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetRead } from 'hyparquet'
import { isLong } from '../../support/is-long.ts'
import type { ReadTable } from './compare.ts'

/** What a program found in a file. */
type ReadFile = {
  readonly path: string
  readonly tables: readonly ReadTable[]
  readonly problem?: string
}

/** A program that reads exported files. */
export type Reader = {
  readonly name: string
  readonly formats: readonly string[]
  /** Why it cannot be tried here. */
  readonly missing?: string | undefined
  /** Matches texts that it shortens. */
  readonly dropped?: RegExp
  readonly read: (paths: readonly string[], folder: string) => AsyncIterable<ReadFile>
}

const noPython = missing('there is no python3', 'python3', '--version')
if (noPython !== undefined && process.env['FORMCTL_REQUIRE_ALL'] === '1')
  throw new Error(`FORMCTL_REQUIRE_ALL=1, but ${noPython}.`)

const inPython = (name: string): Reader['read'] =>
  async function* (paths, folder) {
    const [list, out] = [join(folder, `${name}.files.json`), join(folder, `${name}.jsonl`)]
    writeFileSync(list, JSON.stringify(paths))
    execFileSync('python3', [join(import.meta.dirname, 'read.py'), name, list, out], { stdio: 'pipe' })
    // A file may be larger than a string can be.
    for await (const line of createInterface({ input: createReadStream(out), crlfDelay: Infinity }))
      yield JSON.parse(line)
  }

const everywhere: readonly Reader[] = [
  {
    name: 'Python',
    formats: ['csv', 'tsv', 'xlsx', 'sqlite'],
    missing: noPython,
    read: inPython('Python'),
  },
  {
    name: 'hyparquet',
    formats: ['parquet'],
    async *read(paths) {
      for (const path of paths) yield { path, tables: [await readParquet(path)] }
    },
  },
]

/** What few machines have: only the long run tries these. For DuckDB and pyarrow, install `duckdb` and `pyarrow` for the python3 on the PATH. */
const rare: readonly Reader[] = [
  {
    name: 'DuckDB',
    formats: ['csv', 'tsv', 'parquet'],
    missing: missing('python3 has no duckdb', 'python3', '-c', 'import duckdb'),
    read: inPython('DuckDB'),
  },
  {
    name: 'pyarrow',
    formats: ['parquet'],
    missing: missing('python3 has no pyarrow', 'python3', '-c', 'import pyarrow'),
    read: inPython('pyarrow'),
  },
  {
    name: 'LibreOffice',
    formats: ['xlsx'],
    missing: noPython ?? missing('there is no soffice', 'soffice', '--version'),
    // XML holds no control characters, and tabs in a text of several lines are lost.
    dropped: /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\n.*\t|\t.*\n/su,
    read: inPython('LibreOffice'),
  },
]

export const readers: readonly Reader[] = isLong ? [...everywhere, ...rare] : everywhere

function missing(reason: string, program: string, ...words: readonly string[]): string | undefined {
  try {
    execFileSync(program, words, { stdio: 'ignore' })
    return undefined
  } catch {
    return reason
  }
}

/** The table of a Parquet file, with cells as `read.py` writes them. */
async function readParquet(path: string): Promise<ReadTable> {
  const file = new Uint8Array(readFileSync(path)).buffer
  const parsers = {
    stringFromBytes: textOf,
    jsonFromBytes: textOf,
    timestampFromMilliseconds: (moment: bigint) => `d${new Date(Number(moment)).toISOString()}`,
    dateFromDays: (days: number) => `y${new Date(days * 86_400_000).toISOString().slice(0, 10)}`,
  }
  const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) }
  const { schema } = parquetMetadata(file, { parsers })
  const columns = schema.filter((element) => element.num_children === undefined).map(({ name }) => name)
  let rows: ReadTable['rows'] = []
  await parquetRead({
    file,
    parsers,
    compressors,
    onComplete: (all: readonly (readonly unknown[])[]) => void (rows = all.map((row) => row.map(cellOf))),
  })
  return { name: '', columns, rows }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const textOf = (bytes: Uint8Array): string => `t${decoder.decode(bytes)}`

function cellOf(value: unknown): string | null {
  if (typeof value === 'bigint') return `i${value}`
  if (typeof value === 'number' || typeof value === 'boolean')
    return (typeof value === 'number' ? 'n' : 'b') + value
  return typeof value === 'string' ? value : null
}
