/** A CSV as a Parquet file or a database by DuckDB: node duckdb-file.ts home table.csv out.parquet|out.duckdb */
import { rmSync } from 'node:fs'
import { openDuckdb, quoted } from './open-duckdb.ts'

const [, , home = '', table = '', out = ''] = process.argv
const isParquet = out.endsWith('.parquet')
rmSync(out, { force: true })
const { run, close } = await openDuckdb(home, isParquet ? undefined : out)
if (isParquet) await run(`copy (select * from read_csv(${quoted(table)})) to ${quoted(out)} (format parquet)`)
else await run(`create table responses as select * from read_csv(${quoted(table)}); checkpoint`)
close()
