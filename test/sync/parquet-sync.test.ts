import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { plainRows, syncSuite, type SuiteTarget } from './sync-suite.ts'

const folder = (isFresh = false): string => (isFresh ? 'new' : 'survey')

/** Runs SQL over the views of a data set. */
export async function duckdbRows(at: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`set file_search_path = '${at}'`)
    const views = join(at, 'views/duckdb.sql')
    if (existsSync(views)) await connection.run(readFileSync(views, 'utf8'))
    return plainRows((await connection.runAndReadAll(sql)).getRowObjectsJS())
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const target: SuiteTarget = {
  name: 'Parquet',
  word: (_, isFresh) => `parquet:${folder(isFresh)}`,
  rows: ({ cwd }, sql, isFresh) => duckdbRows(join(cwd, folder(isFresh)), sql),
}

syncSuite(target)
