import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** One for all questions: to start one takes most of the time of a question. */
let started: Promise<DuckDBInstance> | undefined

let questions = 0

/** Runs SQL in DuckDB over the views of a Parquet data set. */
export async function duckdbRows(folder: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const connection = await (await (started ??= DuckDBInstance.create(':memory:'))).connect()
  // Each question has views of its own, and reads files as they are now.
  const database = `question_${++questions}`
  try {
    await connection.run(`attach ':memory:' as ${database}`)
    await connection.run(
      `use ${database}; set file_search_path = '${folder}'; set enable_external_file_cache = false`,
    )
    const views = join(folder, 'views/duckdb.sql')
    if (existsSync(views)) await connection.run(readFileSync(views, 'utf8'))
    return (await connection.runAndReadAll(sql)).getRowObjectsJS()
  } finally {
    await connection.run(`use memory; detach database if exists ${database}`)
    connection.closeSync()
  }
}
