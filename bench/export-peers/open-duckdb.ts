import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What is used of DuckDB. */
export type Duckdb = {
  readonly run: (sql: string) => Promise<void>
  /** Rows of texts, null where there is no value. */
  readonly read: (sql: string) => Promise<readonly (readonly (string | null)[])[]>
  readonly close: () => void
}

type Connection = {
  run: (sql: string) => Promise<unknown>
  runAndReadAll: (sql: string) => Promise<{ getRows: () => readonly (readonly (string | null)[])[] }>
  closeSync: () => void
}
type Module = {
  DuckDBInstance: {
    create: (path: string) => Promise<{ connect: () => Promise<Connection>; closeSync: () => void }>
  }
}

/** Opens the DuckDB that is installed in a folder, on a database file or in memory. */
export async function openDuckdb(home: string, path = ':memory:'): Promise<Duckdb> {
  // The package is no dependency of the project, so that there are no types of it.
  const { DuckDBInstance }: Module = createRequire(join(home, 'package.json'))('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  return {
    run: async (sql) => void (await connection.run(sql)),
    read: async (sql) => (await connection.runAndReadAll(sql)).getRows(),
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** A text in SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
