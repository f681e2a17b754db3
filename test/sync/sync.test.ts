import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { project } from '../support/applying.ts'
import { runCopied } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'
import {
  answer,
  applied,
  databaseSuite,
  erase,
  plainRows,
  run,
  spec,
  syncSuite,
  type SuiteTarget,
  startSyncService,
} from './sync-suite.ts'

await startSyncService()

const file = (isFresh = false): string => (isFresh ? 'new.sqlite' : 'survey.sqlite')

const sqlite: SuiteTarget = {
  name: 'SQLite',
  seed: 1,
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
  seed: 101,
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

test('a project that has moved to another folder or machine goes on with its tables', async () => {
  const { here, name } = await applied(spec())
  await answer(name, 'ra', { 'How likely?': 9 })
  const words = `responses sync --all --to sqlite:${join(here.cwd, file())} -o json`
  expect(await run(here, words)).toMatchObject({ exit: 0 })
  const text = spec('Who?').replace('name: Feedback', `name: ${name}`)
  const there = project({ 'nps.yaml': text, 'formctl.lock.json': here.lockText() ?? '' })
  expect(await run(there, 'forms apply nps.yaml --yes')).toMatchObject({ exit: 0 })
  await answer(name, 'rb', { 'Who?': 'Bob', 'How likely?': 8 })
  expect(await run(there, words)).toMatchObject({ exit: 0 })
  expect(await sqlite.rows(here, 'select id, who, nps from nps order by id')).toEqual([
    { id: 'ra', who: null, nps: 9 },
    { id: 'rb', who: 'Bob', nps: 8 },
  ])
})

test('nothing of an erased response stays in an SQLite file', async () => {
  const { here, name } = await applied(spec())
  const form = await answer(name, 'ra', { 'Who are you?': 'Ada Okafor of Lagos' })
  const words = 'responses sync --form nps.yaml --to sqlite:survey.sqlite'
  expect(await run(here, words)).toMatchObject({ exit: 0 })
  const bytes = () =>
    readdirSync(here.cwd)
      .filter((entry) => entry.startsWith('survey'))
      .map((entry) => readFileSync(join(here.cwd, entry), 'latin1'))
      .join('')
  expect(bytes()).toContain('Ada Okafor')
  await erase(form, 'ra')
  expect(await run(here, words)).toMatchObject({ exit: 0 })
  expect(bytes()).not.toContain('Ada Okafor')
})

test('a word that is nearly a target is refused with what to write', async () => {
  const { here } = await applied(spec())
  writeFileSync(join(here.cwd, 'a.txt'), 'SQLite format 3\0 and more')
  for (const [to, exit, says] of [
    ['sqlite://a.db', 2, /such as --to sqlite:a\.db/],
    ['parquet:///a', 2, /such as --to parquet:a/],
    ['duckdb:a.txt', 3, /it is an SQLite file/],
    ['postgres://127.0.0.1:1/x?shema=y', 2, /shema/],
  ] as const) {
    const ran = await run(here, `responses sync --form nps.yaml --to ${to}`)
    expect([ran.exit, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([exit, expect.stringMatching(says)])
  }
})

test('DuckDB is named with what to install where its package is absent', async () => {
  const { exit, stderr } = await runCopied(['responses', 'sync', '--all', '--to', 'duckdb:survey.duckdb'], {
    cwd: temporaryFolder(),
    env: { FORMCTL_API_KEY: 'key', FORMCTL_ENVIRONMENT_ID: 'environment' },
  })
  expect([exit, stderr]).toEqual([3, expect.stringContaining('Run npm install @duckdb/node-api.')])
})
