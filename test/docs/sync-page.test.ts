import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, expect, test } from 'vitest'
import { homeAt, runBuilt } from '../support/built-program.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
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

beforeAll(async () => {
  const { exit, stderr } = await runBuilt(['quickstart', '--dir', 'demo'], { cwd: folder, env })
  expect([exit, stderr]).toEqual([0, expect.anything()])
})

async function expectAnswers(to: string, ask: Ask): Promise<void> {
  const ran = await runBuilt(['responses', 'sync', '--all', '--to', to], { cwd: demo, env })
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('contact\t+3\t~0\t−0') })
  expect(questions).toHaveLength(3)
  for (const { sql, answer } of questions) {
    const rows = await ask(sql)
    const cells = rows.map((row) => Object.values(row).map(String))
    expect([Object.keys(rows[0] ?? {}), ...cells]).toEqual(answer)
  }
}

test('SQLite answers the questions of docs/sync.md as it says', async () => {
  await expectAnswers('sqlite:survey.sqlite', (sql) => {
    const database = new DatabaseSync(join(demo, 'survey.sqlite'))
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  })
})

test('DuckDB answers the questions of docs/sync.md as it says', async () => {
  await expectAnswers('duckdb:survey.duckdb', async (sql) => {
    const instance = await DuckDBInstance.create(join(demo, 'survey.duckdb'))
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(sql)).getRowObjectsJS()
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })
})

test.skipIf(noPostgres !== undefined)(
  `PostgreSQL answers the questions of docs/sync.md as it says${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`,
  async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.database()
      await expectAnswers(url, (sql) => postgres.rows(url, sql))
    } finally {
      await postgres.close()
    }
  },
)
