import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram, homeAt, runBuilt } from '../support/built-program.ts'
import { noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { temporaryFolder } from '../support/test-host.ts'

/** The questions of docs/sync.md, answered by each database from what its first console block makes. */

const page = readFileSync(join(import.meta.dirname, '../../docs/sync.md'), 'utf8')
const questions = Array.from(
  page.matchAll(/^```sql\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```/gm),
  ([, sql = '', answer = '']) => ({
    sql,
    // Columns are two blanks apart.
    answer: answer
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  }),
)

type Rows = readonly Readonly<Record<string, unknown>>[]

/** How each database answers. */
type Ask = (sql: string) => Rows | Promise<Rows>

const folder = temporaryFolder()
const demo = join(folder, 'demo')

/** formctl knows there which spec a form was made of. */
const env = homeAt(folder)

let postgres: TestPostgres | undefined
beforeAll(async () => {
  const { exit, stderr } = await runBuilt(['quickstart', '--dir', 'demo'], { cwd: folder, env })
  if (exit !== 0) throw new Error(stderr)
  if (noPostgres === undefined) postgres = await startPostgres()
})
afterAll(() => postgres?.close())

/** A database that the one line has filled. */
type Filled = { readonly to: () => string | Promise<string>; readonly ask: Ask }

const filled = new Map<Filled, Promise<void>>()

/** Runs the one line, once for each database. */
function fill(database: Filled): Promise<void> {
  const filling = filled.get(database) ?? fillNow(database)
  filled.set(database, filling)
  return filling
}

async function fillNow(database: Filled): Promise<void> {
  const words = ['responses', 'sync', '--all', '--to', await database.to()]
  const { exit, stdout, stderr } = await runBuilt(words, { cwd: demo, env })
  if (exit !== 0 || !stdout.includes('contact\t+3\t~0\t−0')) throw new Error(`${stdout}${stderr}`)
}

/** The answers of a database, each with its column names as a first row. */
async function answersOf(database: Filled): Promise<readonly (readonly (readonly string[])[])[]> {
  await fill(database)
  const answers: string[][][] = []
  for (const { sql } of questions) {
    const rows = await database.ask(sql)
    answers.push([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(String))])
  }
  return answers
}

const written = questions.map(({ answer }) => answer)

test('the page asks three questions', () => expect(written).toHaveLength(3))

const askSqlite =
  (path: string): Ask =>
  (sql) => {
    const database = new DatabaseSync(path)
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }

const askDuckdb =
  (path: string): Ask =>
  async (sql) => {
    const instance = await DuckDBInstance.create(path)
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(sql)).getRowObjectsJS()
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  }

const sqlite: Filled = {
  to: () => 'sqlite:survey.sqlite',
  ask: askSqlite(join(demo, 'survey.sqlite')),
}
const duckdb: Filled = {
  to: () => 'duckdb:survey.duckdb',
  ask: askDuckdb(join(demo, 'survey.duckdb')),
}

let url = ''
const inPostgres: Filled = {
  to: async () => (url = (await postgres?.database()) ?? ''),
  ask: async (sql) => (await postgres?.rows(url, sql)) ?? [],
}

const noPsql = noPostgres ?? (spawnSync('psql', ['--version']).status === 0 ? undefined : 'there is no psql')
const why = (reason: string | undefined): string => (reason === undefined ? '' : ` (skipped: ${reason})`)

test('SQLite answers the questions of docs/sync.md as it says', async () => {
  expect(await answersOf(sqlite)).toEqual(written)
})

test('DuckDB answers the questions of docs/sync.md as it says', async () => {
  expect(await answersOf(duckdb)).toEqual(written)
})

test.skipIf(noPostgres !== undefined)(
  `PostgreSQL answers the questions of docs/sync.md as it says${why(noPostgres)}`,
  async () => {
    expect(await answersOf(inPostgres)).toEqual(written)
  },
)

describe('the scripts by hand', () => {
  const byHand = join(import.meta.dirname, '../../bench/sync/by-hand')
  const fromHere = createRequire(import.meta.url)
  const bin = temporaryFolder()
  const program = (name: string, text: string): void => {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  program('formctl', `#!/bin/sh\nexec ${process.execPath} ${builtProgram} "$@"\n`)
  // What the programs of SQLite and DuckDB do with SQL on their standard input.
  const shell = (text: string): string => `#!${process.execPath}\n${text}`
  program(
    'sqlite3',
    shell(`const { DatabaseSync } = require('node:sqlite')
new DatabaseSync(process.argv[2]).exec(require('node:fs').readFileSync(0, 'utf8'))`),
  )
  program(
    'duckdb',
    shell(`const { DuckDBInstance } = require(${JSON.stringify(fromHere.resolve('@duckdb/node-api'))})
DuckDBInstance.create(process.argv[2]).then(async (instance) => {
  const connection = await instance.connect()
  await connection.run(require('node:fs').readFileSync(0, 'utf8'))
  connection.closeSync()
  instance.closeSync()
})`),
  )

  let form = ''
  beforeAll(async () => {
    const { stdout } = await runBuilt(['forms', 'list', '-o', 'json'], { cwd: demo, env })
    // As the command documents it.
    const { forms } = JSON.parse(stdout) as { forms: { id: string; name: string }[] }
    form = forms.find(({ name }) => name === 'Contact us')?.id ?? ''
  })

  function copied(): string {
    const cwd = temporaryFolder()
    cpSync(demo, cwd, { recursive: true, filter: (path) => !path.includes('survey.') })
    return cwd
  }

  /** Runs one, with its program in place of `sqlite3` or `duckdb`. */
  const runScript = (name: string, cwd: string, variables: Readonly<Record<string, string>>) =>
    spawnSync('sh', [join(byHand, name)], {
      cwd,
      env: { ...env, PATH: `${bin}:${env['PATH']}`, ...variables },
      encoding: 'utf8',
    })

  const sql = `select id, finished, topic, order_number, person_full_name from contact order by id`

  test.each([
    ['SQLite', 'sqlite', askSqlite, sqlite],
    ['DuckDB', 'duckdb', askDuckdb, duckdb],
  ])(
    'that for %s brings the rows of the one line, and ends with an error where there is a new column',
    async (_, name, askIn, line) => {
      const cwd = copied()
      const ask = askIn(join(cwd, `survey.${name}`))
      for (const run of [1, 2])
        expect({ run, status: runScript(`${name}.sh`, cwd, { FORM: form }).status }).toEqual({
          run,
          status: 0,
        })
      const rows = await ask(sql)
      expect(rows).toHaveLength(3)
      await fill(line)
      expect(await line.ask(sql)).toEqual(rows)
      // As if nobody had answered this question before.
      await ask('alter table contact drop column order_number')
      expect(runScript(`${name}.sh`, cwd, { FORM: form }).status).not.toBe(0)
    },
  )

  test.skipIf(noPsql !== undefined)(
    `that for PostgreSQL brings the rows of the one line${why(noPsql)}`,
    async () => {
      const cwd = copied()
      const hand = (await postgres?.database()) ?? ''
      for (const run of [1, 2])
        expect({
          run,
          status: runScript('postgres.sh', cwd, { FORM: form, DATABASE: hand }).status,
        }).toEqual({ run, status: 0 })
      const rows = await postgres?.rows(hand, sql)
      expect(rows).toHaveLength(3)
      await fill(inPostgres)
      expect(await inPostgres.ask(sql)).toEqual(rows)
    },
  )

  test('are as long as the page says', () => {
    const lines = ['postgres', 'sqlite', 'duckdb'].map(
      (name) =>
        readFileSync(join(byHand, `${name}.sh`), 'utf8')
          .trimEnd()
          .split('\n').length,
    )
    expect(Array.from(page.matchAll(/ (\d+) lines: /g), ([, count]) => Number(count))).toEqual(lines)
  })
})
