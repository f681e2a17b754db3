import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** Runs SQL in DuckDB over the views of a Parquet data set. */
export async function duckdbRows(folder: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`set file_search_path = '${folder}'`)
    const views = join(folder, 'views/duckdb.sql')
    if (existsSync(views)) await connection.run(readFileSync(views, 'utf8'))
    return (await connection.runAndReadAll(sql)).getRowObjectsJS()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
