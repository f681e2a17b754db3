import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { runCopied } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { databaseSuite, plainRows, syncSuite, type SuiteTarget } from './sync-suite.ts'

const file = (isFresh = false): string => (isFresh ? 'new.sqlite' : 'survey.sqlite')

const sqlite: SuiteTarget = {
  name: 'SQLite',
  word: (_, isFresh) => `sqlite:${file(isFresh)}`,
  rows: async ({ cwd }, sql, isFresh) => {
    const database = new DatabaseSync(join(cwd, file(isFresh)))
    try {
      return plainRows(database.prepare(sql).all())
    } finally {
      database.close()
    }
  },
}

const duckdbFile = (isFresh = false): string => (isFresh ? 'new.duckdb' : 'survey.duckdb')

const duckdb: SuiteTarget = {
  name: 'DuckDB',
  word: (_, isFresh) => `duckdb:${duckdbFile(isFresh)}`,
  rows: async ({ cwd }, sql, isFresh) => {
    const instance = await DuckDBInstance.fromCache(join(cwd, duckdbFile(isFresh)))
    const connection = await instance.connect()
    try {
      return plainRows((await connection.runAndReadAll(sql)).getRowObjectsJS())
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  },
}

for (const target of [sqlite, duckdb]) {
  syncSuite(target)
  databaseSuite(target)
}

test('DuckDB is named with what to install where its package is absent', async () => {
  const { exit, stderr } = await runCopied(['responses', 'sync', '--all', '--to', 'duckdb:survey.duckdb'], {
    cwd: temporaryFolder(),
    env: { FORMCTL_API_KEY: 'key', FORMCTL_ENVIRONMENT_ID: 'environment' },
  })
  expect([exit, stderr]).toEqual([3, expect.stringContaining('Run npm install @duckdb/node-api.')])
})
