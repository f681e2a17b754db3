/** Reads CSV, TSV and Parquet, as read.py does: node read-duckdb.ts home files.json out.jsonl */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { openDuckdb, quoted, type Duckdb } from '../export-peers/open-duckdb.ts'

type Rows = readonly (readonly (string | null)[])[]

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
): Promise<readonly [readonly (string | null)[], Rows]> {
  const delimiter = path.endsWith('.tsv') ? '\t' : ','
  const [header = [], ...rows] = await ask(
    `select * from read_csv(${quoted(path)}, header = false, all_varchar = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', strict_mode = true, max_line_size = 16777216)`,
  )
  return [header, rows.map((row) => row.map((cell) => (cell === null ? null : `t${cell}`)))]
}

async function readParquet({ read: ask }: Duckdb, path: string): Promise<readonly [readonly string[], Rows]> {
  const from = `read_parquet(${quoted(path)})`
  const columns = (await ask(`describe select * from ${from}`)).map(([name, type]) => ({
    name: String(name),
    type: String(type),
  }))
  const parts = columns.map(({ name, type }) => {
    const column = `"${name.replaceAll('"', '""')}"`
    if (type.startsWith('TIMESTAMP')) return `'d' || strftime(${column}, '%Y-%m-%dT%H:%M:%S.%fZ')`
    const letter = type === 'BOOLEAN' ? 'b' : type === 'BIGINT' || type === 'DOUBLE' ? 'n' : 't'
    return `'${letter}' || cast(${column} as varchar)`
  })
  return [columns.map(({ name }) => name), await ask(`select ${parts.join(', ')} from ${from}`)]
}
