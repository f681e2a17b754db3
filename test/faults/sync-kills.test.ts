/** `responses sync` is killed again and again while people answer, and what it leaves is compared with a sync from nothing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { builtProgram, inherited } from '../support/built-program.ts'
import { isLong } from '../support/is-long.ts'
import { startPeople } from '../support/people.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { many, randomOf } from '../support/random.ts'
import { startServer } from '../support/server-process.ts'
import { duckdbRows } from '../support/parquet-views.ts'
import { temporaryFolder } from '../support/test-host.ts'

const kills = isLong ? 300 : 3

type Rows = readonly Readonly<Record<string, unknown>>[]
type Ask = (sql: string) => Promise<Rows>

/** All tables of a target, with this one for its state. */
async function contentOf(
  ask: Ask,
  state: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await ask('select distinct "table" as name from questions')
  const names = [...state, 'choices', 'questions', 'options', ...tables.map(({ name }) => String(name))]
  const content: Record<string, readonly string[]> = {}
  for (const name of names) {
    const rows = await ask(`select * from "${name}"`)
    const texts = rows.map((row) =>
      JSON.stringify(
        // Where nobody answers a question, the order of columns is that in which they came.
        Object.entries(row)
          .filter(([column]) => column !== 'position')
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
      ),
    )
    content[name] = texts.toSorted()
  }
  return content
}

/** Gives what a target that was killed so often holds, and one from nothing. The seed decides when: each kind has its own. */
async function killOften(
  seed: number,
  word: (name: string) => string,
  ask: (name: string) => Ask,
  state: readonly string[] = ['_formctl_responses'],
) {
  const random = randomOf(seed)
  const server = startServer({ folder: temporaryFolder() })
  const { apiKey = '', url, ...rest } = await server.ready
  const cwd = temporaryFolder()
  const start = (name: string) =>
    spawn(process.execPath, [builtProgram, 'responses', 'sync', '--all', '--quiet', '--to', word(name)], {
      cwd,
      env: {
        ...inherited,
        HOME: cwd,
        FORMCTL_BASE_URL: url,
        FORMCTL_API_KEY: apiKey,
        FORMCTL_ENVIRONMENT_ID: rest.environmentId,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  try {
    // Few in CI, who leave the processor to the runs.
    await using people = await startPeople(
      { ...rest, urls: [url], apiKey },
      isLong ? {} : { count: 4, pause: 20 },
    )
    while (people.ledger.saves === 0) await sleep(5)
    const outcomes = { killed: 0, done: 0 }
    for (let kill = 1; kill <= kills; kill++) {
      const sync = start('kept')
      const ended = once(sync, 'exit')
      await Promise.race([sleep(many(random, 0, 1500)), ended])
      sync.kill('SIGKILL')
      const [status] = await ended
      expect([0, null]).toContain(status)
      outcomes[status === 0 ? 'done' : 'killed']++
    }
    await people.stop()
    for (const name of ['kept', 'fresh']) expect(await once(start(name), 'exit')).toEqual([0, null])
    const [kept, fresh] = [await contentOf(ask('kept'), state), await contentOf(ask('fresh'), state)]
    const count = Object.values(kept).at(-1)?.length ?? 0
    expect(count).toBeGreaterThan(0)
    if (isLong)
      console.log(`${word('kept')}: ${outcomes.killed} killed, ${outcomes.done} done, ${count} responses`)
    return { kept, fresh }
  } finally {
    await server.kill()
  }
}

describe('responses sync that is killed at any instant is continued, with nothing lost or doubled', () => {
  test('in SQLite', async () => {
    const folder = temporaryFolder()
    const file = (name: string): string => join(folder, `${name}.sqlite`)
    const { kept, fresh } = await killOften(
      1,
      (name) => `sqlite:${file(name)}`,
      (name) => async (sql) => {
        const database = new DatabaseSync(file(name))
        try {
          return database.prepare(sql).all()
        } finally {
          database.close()
        }
      },
    )
    expect(kept).toEqual(fresh)
  })

  test('in DuckDB', async () => {
    const folder = temporaryFolder()
    const file = (name: string): string => join(folder, `${name}.duckdb`)
    const { kept, fresh } = await killOften(
      2,
      (name) => `duckdb:${file(name)}`,
      (name) => async (sql) => {
        const instance = await DuckDBInstance.create(file(name))
        const connection = await instance.connect()
        try {
          return (await connection.runAndReadAll(sql)).getRowObjectsJson()
        } finally {
          connection.closeSync()
          instance.closeSync()
        }
      },
    )
    expect(kept).toEqual(fresh)
  })

  test('in a Parquet data set', async () => {
    const folder = temporaryFolder()
    const { kept, fresh } = await killOften(
      3,
      (name) => `parquet:${join(folder, name)}`,
      (name) => (sql) => duckdbRows(join(folder, name), sql),
      [],
    )
    expect(kept).toEqual(fresh)
    const manifest = JSON.parse(readFileSync(join(folder, 'kept/_manifest.json'), 'utf8'))
    const files = globSync('**/part-*.parquet', { cwd: join(folder, 'kept') })
    expect(files).toHaveLength(2 * manifest.parts.length)
  })

  const why = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`
  test.skipIf(noPostgres !== undefined)(`in PostgreSQL${why}`, async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.database()
      const { kept, fresh } = await killOften(
        4,
        (name) => `${url}?schema=${name}`,
        (name) => (sql) =>
          postgres.rows(`${url}?options=${encodeURIComponent(`-c search_path=${name}`)}`, sql),
      )
      expect(kept).toEqual(fresh)
    } finally {
      await postgres.close()
    }
  })
})
