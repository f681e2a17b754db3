import { Client, types } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '../support/applying.ts'
import { isLong } from '../support/is-long.ts'
import { noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startPostgresProxy, type Fate } from '../support/postgres-proxy.ts'
import { oneOf, randomOf } from '../support/random.ts'
import {
  answer,
  applied,
  databaseSuite,
  plainRows,
  run,
  spec,
  syncSuite,
  type SuiteTarget,
  startSyncService,
} from './sync-suite.ts'

await startSyncService()

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''

/** Of sixty statements. */
const fateChoices: readonly Fate[] = [
  ...Array.from({ length: 57 }, (): Fate => 'pass'),
  'refuse',
  'cut',
  'cut-after',
]

describe.skipIf(noPostgres !== undefined)(`PostgreSQL as a target${why}`, () => {
  let postgres: TestPostgres
  let url = ''
  /** Runs the SQL of the tests. */
  let analyst: Client | undefined
  const schemas = new Map<Project, string>()
  const schemaOf = (here: Project, isFresh = false): string => {
    const schema = schemas.get(here) ?? `survey_${schemas.size}`
    schemas.set(here, schema)
    return isFresh ? `${schema}_new` : schema
  }
  beforeAll(async () => {
    postgres = await startPostgres()
    url = await postgres.database()
    analyst = new Client({
      connectionString: url,
      types: {
        getTypeParser: (type, format) =>
          type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
      },
    })
    analyst.on('error', () => undefined)
    await analyst.connect()
  })
  afterAll(async () => {
    await analyst?.end()
    await postgres?.close()
  })

  const target: SuiteTarget = {
    name: 'PostgreSQL',
    seed: 301,
    prepare: (here) => target.rows(here, `create schema ${schemaOf(here)}`),
    word: (here, isFresh) => `${url}?schema=${schemaOf(here, isFresh)}`,
    rows: async (here, sql, isFresh) => {
      if (!analyst) throw new Error('PostgreSQL was not started')
      await analyst.query(`set search_path to ${schemaOf(here, isFresh)}`)
      return plainRows((await analyst.query(sql)).rows ?? [])
    },
  }
  syncSuite(target)
  databaseSuite(target)

  const setUp = async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9 })
    const sync = (more = '') => run(here, `responses sync --form nps.yaml --to ${target.word(here)}${more}`)
    return { here, name, sync, rows: (sql: string) => target.rows(here, sql) }
  }

  test('a run on another machine keeps the lease for its time', async () => {
    const { sync, rows } = await setUp()
    await sync()
    const lease = (until: number): string =>
      JSON.stringify({ fence: 7, owner: JSON.stringify(['elsewhere', '{"pid":1}']), until })
    const held = (until: number) =>
      rows(`update _formctl_sync set value = '${lease(until)}' where key = 'lease'`)
    await held(Date.now() + 3_600_000)
    expect(await sync()).toMatchObject({ exit: 3, stderr: expect.stringContaining('Another run') })
    await held(Date.now() - 3_600_000)
    expect(await sync()).toMatchObject({ exit: 0 })
  })

  test('takes the tables and columns that a killed run has made before its step', async () => {
    const { here, name, sync, rows } = await setUp()
    await sync()
    const noted = (...columns: readonly string[]) =>
      rows(
        `insert into _formctl_sync values ('pending', '${JSON.stringify(columns)}')
         on conflict (key) do update set value = excluded.value`,
      )
    await rows('alter table nps add column why bigint')
    await noted('nps.why')
    const text = spec('Who?', '      - { type: ShortInput, content: { question: "Why?" } }\n')
    here.write('nps.yaml', text.replace('name: Feedback', `name: ${name}`))
    await run(here, 'forms apply nps.yaml --yes')
    await answer(name, 'rb', { 'Why?': 'So' })
    expect(await sync()).toMatchObject({ exit: 0 })
    expect(await rows('select why from nps order by id')).toEqual([{ why: null }, { why: 'So' }])
    await rows("delete from _formctl_sync where key = 'state'; delete from _formctl_responses")
    await rows('drop table nps; create table nps (id text primary key, why bigint, _deleted timestamptz)')
    await noted('nps.id', 'nps.why')
    expect(await sync()).toMatchObject({ exit: 0 })
    expect(await rows('select id, finished, why from nps order by id')).toEqual([
      { id: 'ra', finished: 1, why: null },
      { id: 'rb', finished: 1, why: 'So' },
    ])
  })

  test('takes a column that a killed run has widened before its step', async () => {
    const text = spec().replace('Number, key: nps', 'ShortInput, key: nps')
    const { here, name } = await applied(text.replace('ShortInput, key: nps', 'Date, key: nps'))
    const sync = () => run(here, `responses sync --form nps.yaml --to ${target.word(here)}`)
    const rows = (sql: string) => target.rows(here, sql)
    await answer(name, 'ra', { 'How likely?': '2026-02-28' })
    await sync()
    here.write('nps.yaml', text.replace('name: Feedback', `name: ${name}`))
    await run(here, 'forms apply nps.yaml --yes')
    await answer(name, 'rb', { 'How likely?': 'very' })
    expect(await rows('select pg_typeof(nps)::text as type from nps')).toEqual([{ type: 'date' }])
    await rows('alter table nps alter column nps type text using nps::text')
    expect(await sync()).toMatchObject({ exit: 0 })
    expect(await rows('select id, nps from nps order by id')).toEqual([
      { id: 'ra', nps: '2026-02-28' },
      { id: 'rb', nps: 'very' },
    ])
  })

  test.each(Array.from({ length: isLong ? 100 : 3 }, (_, i) => i + 1))(
    'conflicts, lost connections and lost replies change nothing (%i)',
    async (seed) => {
      const random = randomOf(seed)
      const proxy = await startPostgresProxy(postgres.port, () => oneOf(random, fateChoices))
      try {
        const { here, name } = await setUp()
        const sync = async (isFresh = false) => {
          const word = target.word(here, isFresh)
          const ran = await run(
            here,
            `responses sync --form nps.yaml --to ${isFresh ? word : proxy.url(word)}`,
          )
          expect(ran).toMatchObject({ exit: 0 })
        }
        await sync()
        await answer(name, 'rb', { 'Who are you?': 'Bob', 'Which days?': ['Tue'] })
        await answer(name, 'ra', { 'How likely?': 0.5 })
        await sync()
        await sync(true)
        for (const sql of ['select * from nps order by id', 'select * from choices order by option'])
          expect(await target.rows(here, sql)).toEqual(await target.rows(here, sql, true))
      } finally {
        await proxy.close()
      }
    },
  )

  test('a dry run makes nothing, and no password is shown', async () => {
    const { here, sync, rows } = await setUp()
    expect(await sync(' --dry-run')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('would change'),
    })
    expect(await rows(`select 1 from pg_namespace where nspname = current_schema()`)).toEqual([])
    const word = 'postgres://someone:canary@127.0.0.1:1/survey'
    const { exit, stderr } = await run(here, `responses sync --form nps.yaml --to ${word}`)
    const shown = expect.stringContaining('postgres://someone@127.0.0.1:1/survey cannot be used as a target')
    expect([exit, stderr]).toEqual([3, shown])
    expect(stderr).not.toContain('canary')
  })
})
