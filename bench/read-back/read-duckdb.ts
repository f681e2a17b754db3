/** Reads CSV, TSV and Parquet, as read.py does: node read-duckdb.ts home files.json out.jsonl */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { openDuckdb, quoted, type Duckdb } from '../export-peers/open-duckdb.ts'

type Rows = readonly (readonly (string | null)[])[]

const letters: Readonly<Record<string, string>> = { BOOLEAN: 'b', BIGINT: 'i', DOUBLE: 'n', DATE: 'y' }
const [, , home = '', list = '', out = ''] = process.argv
const paths: readonly string[] = JSON.parse(readFileSync(list, 'utf8'))
const duckdb = await openDuckdb(home)
writeFileSync(out, '')
for (const path of paths) appendFileSync(out, `${JSON.stringify({ path, ...(await read(path)) })}\n`)
duckdb.close()

async function read(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const [columns, rows] = path.endsWith('.parquet')
      ? await readParquet(duckdb, path)
      : await readDelimited(duckdb, path)
    return { tables: [{ name: '', columns, rows }] }
  } catch (error) {
    return { tables: [], problem: String(error) }
  }
}

async function readDelimited(
  { read: ask }: Duckdb,
  path: string,
): Promise<readonly [readonly string[], Rows]> {
  const delimiter = path.endsWith('.tsv') ? '\t' : ','
  const [header = [], ...rows] = await ask(
    `select hex(columns(*)) from read_csv(${quoted(path)}, header = false, all_varchar = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', strict_mode = true, max_line_size = 16777216)`,
  )
  return [
    header.map((name) => textOf(name) ?? ''),
    rows.map((row) => row.map((cell) => (cell === null ? null : `t${textOf(cell)}`))),
  ]
}

async function readParquet({ read: ask }: Duckdb, path: string): Promise<readonly [readonly string[], Rows]> {
  const from = `read_parquet(${quoted(path)})`
  // Of names, the binding and the parser of SQL lose some: those in the file are asked for apart, and columns by place.
  const names = await ask(`select hex(name) from parquet_schema(${quoted(path)}) where num_children is null`)
  const types = (await ask(`describe select * from ${from}`)).map(([, type]) => String(type))
  const parts = types.map((type, i) => {
    const column = `c${i}`
    if (type.startsWith('TIMESTAMP')) return `hex('d' || strftime(${column}, '%Y-%m-%dT%H:%M:%S.%fZ'))`
    const letter = letters[type] ?? 't'
    return `hex('${letter}' || cast(${column} as varchar))`
  })
  const rows = await ask(
    `select ${parts.join(', ')} from ${from} as t(${types.map((_, i) => `c${i}`).join(', ')})`,
  )
  return [names.map(([name = null]) => textOf(name) ?? ''), rows.map((row) => row.map(textOf))]
}

/** A text of its bytes: as a text, the binding would drop U+FEFF at its begin. */
function textOf(hex: string | null): string | null {
  return hex === null ? null : Buffer.from(hex, 'hex').toString('utf8')
}
