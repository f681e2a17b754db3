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
  if (exit !== 0) throw new Error(stderr)
})

/** The answers of a database, each with its column names as a first row. */
async function answersOf(to: string, ask: Ask): Promise<readonly (readonly (readonly string[])[])[]> {
  const { exit, stdout, stderr } = await runBuilt(['responses', 'sync', '--all', '--to', to], {
    cwd: demo,
    env,
  })
  if (exit !== 0 || !stdout.includes('contact\t+3\t~0\t−0')) throw new Error(`${stdout}${stderr}`)
  const answers: string[][][] = []
  for (const { sql } of questions) {
    const rows = await ask(sql)
    answers.push([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(String))])
  }
  return answers
}

const written = questions.map(({ answer }) => answer)

test('the page asks three questions', () => expect(written).toHaveLength(3))

test('SQLite answers the questions of docs/sync.md as it says', async () => {
  const answers = await answersOf('sqlite:survey.sqlite', (sql) => {
    const database = new DatabaseSync(join(demo, 'survey.sqlite'))
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  })
  expect(answers).toEqual(written)
})

test('DuckDB answers the questions of docs/sync.md as it says', async () => {
  const answers = await answersOf('duckdb:survey.duckdb', async (sql) => {
    const instance = await DuckDBInstance.create(join(demo, 'survey.duckdb'))
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(sql)).getRowObjectsJS()
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })
  expect(answers).toEqual(written)
})

test.skipIf(noPostgres !== undefined)(
  `PostgreSQL answers the questions of docs/sync.md as it says${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`,
  async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.database()
      const answers = await answersOf(url, (sql) => postgres.rows(url, sql))
      expect(answers).toEqual(written)
    } finally {
      await postgres.close()
    }
  },
)
