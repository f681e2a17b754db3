/** What others make of our CSV: node peers.ts <folder of the package> table.csv out.xlsx|out.parquet|out.duckdb */
import { createReadStream, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// The packages are no dependencies of the project, so their types are not here.
type Exceljs = {
  stream: { xlsx: { WorkbookWriter: new (options: object) => Workbook } }
}
type Workbook = { addWorksheet: (name: string) => Sheet; commit: () => Promise<void> }
type Sheet = { addRow: (cells: readonly unknown[]) => { commit: () => void }; commit: () => void }
type Duckdb = {
  DuckDBInstance: {
    create: (path: string) => Promise<{ connect: () => Promise<Connection>; closeSync: () => void }>
  }
}
type Connection = { run: (sql: string) => Promise<unknown>; closeSync: () => void }

const [, , home = '', table = '', out = ''] = process.argv
const load = createRequire(join(home, 'package.json'))
rmSync(out, { force: true })
await (out.endsWith('.xlsx') ? byExceljs(load('exceljs')) : byDuckdb(load('@duckdb/node-api')))

async function byDuckdb({ DuckDBInstance }: Duckdb): Promise<void> {
  const isParquet = out.endsWith('.parquet')
  const instance = await DuckDBInstance.create(isParquet ? ':memory:' : out)
  const connection = await instance.connect()
  const rows = `select * from read_csv('${table}')`
  await connection.run(
    isParquet
      ? `copy (${rows}) to '${out}' (format parquet)`
      : `create table responses as ${rows}; checkpoint`,
  )
  connection.closeSync()
  instance.closeSync()
}

/** Writes row by row. */
async function byExceljs({ stream }: Exceljs): Promise<void> {
  const workbook = new stream.xlsx.WorkbookWriter({ filename: out })
  const sheet = workbook.addWorksheet('responses')
  let rest = ''
  for await (const chunk of createReadStream(table, { encoding: 'utf8', highWaterMark: 2 ** 20 })) {
    rest += chunk
    let end = 0
    // A row ends at a line feed outside of quotes.
    for (const { 0: row, index } of rest.matchAll(/(?:[^"\n]|"[^"]*")*\n/g)) {
      sheet.addRow(Array.from(row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,\n]*))/g), valueOf)).commit()
      end = index + row.length
    }
    rest = rest.slice(end)
  }
  sheet.commit()
  await workbook.commit()
}

function valueOf([, quoted, plain = '']: RegExpExecArray): unknown {
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  if (plain === '') return null
  if (/^-?\d{1,15}$/.test(plain)) return Number(plain)
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(plain) ? new Date(plain) : plain
}
