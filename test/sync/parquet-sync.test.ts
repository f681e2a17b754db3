import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { duckdbRows } from '../support/parquet-views.ts'
import { folderStorage } from '../../src/sync/part-storage.ts'
import { nodeFiles } from '../../src/files/node-files.ts'
import { temporaryFolder } from '../support/test-host.ts'
import type { Project } from '../support/applying.ts'
import type { Service } from '../../src/wire/wire.ts'
import {
  answer,
  applied,
  erase,
  plainRows,
  run,
  spec,
  syncSuite,
  testService,
  startSyncService,
} from './sync-suite.ts'

await startSyncService()

const folder = (isFresh = false): string => (isFresh ? 'new' : 'survey')

syncSuite({
  name: 'Parquet',
  seed: 201,
  word: (_, isFresh) => `parquet:${folder(isFresh)}`,
  rows: async ({ cwd }, sql, isFresh) => plainRows(await duckdbRows(join(cwd, folder(isFresh)), sql)),
})

const words = 'responses sync --form nps.yaml --to parquet:survey'

const at = ({ cwd }: Project): string => join(cwd, 'survey')

const partsIn = (here: Project): readonly string[] =>
  globSync('form=*/**/*.parquet', { cwd: at(here) }).toSorted()

const filled = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !path.includes('unknown'))

describe('a Parquet data set', () => {
  test('has a part for each month and step, with names and bytes that depend on the responses alone', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9, 'Which days?': ['Mon'] })
    await run(here, words)
    await answer(name, 'rb', { 'How likely?': 8 })
    await run(here, words)
    expect(filled(partsIn(here))).toEqual([
      'form=nps/month=2026-03/part-2-2.parquet',
      'form=nps/month=2026-03/part-6-6.parquet',
    ])
    await run(here, words.replace('survey', 'other'))
    await run(here, words.replace('survey', 'third'))
    const sqlFor = (engine: string) => readFileSync(join(at(here), `views/${engine}.sql`), 'utf8')
    // Unquoted, Snowflake takes a name in capital letters, and BigQuery no reserved word.
    expect(sqlFor('snowflake')).toContain('$1:"nps"::double as "nps"')
    expect(sqlFor('bigquery')).toContain('`nps` FLOAT64')
    const contentOf = (set: string) =>
      globSync('**/*.parquet', { cwd: join(here.cwd, set) })
        .toSorted()
        .map((path) => [path, readFileSync(join(here.cwd, set, path)).toString('base64')])
    expect(contentOf('other')).toEqual(contentOf('third'))
  })

  test('holds an erased response in no file, and no file without rows', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'Who are you?': 'Ada', 'Which days?': ['Mon'] })
    const form = await answer(name, 'rb', { 'Who are you?': 'Bob', 'Which days?': ['Tue'] })
    await run(here, words)
    await answer(name, 'rb', { 'Who are you?': 'Bobby' })
    await run(here, words)
    await erase(form, 'rb')
    const { stdout } = await run(here, words)
    expect(stdout).toContain('nps\t+0\t~0\t−1\n')
    for (const [files, id] of [
      ['form=*/*/*.parquet', 'id'],
      ['choices/*/*/*.parquet', 'response_id'],
    ] as const)
      expect(await duckdbRows(at(here), `select distinct ${id} as id from read_parquet('${files}')`)).toEqual(
        [{ id: 'ra' }],
      )
  })

  test('with --compact is a file for each month, of the newest rows alone, and goes on from there', async () => {
    const { here, name } = await applied(spec())
    for (const nps of [7, 8, 9]) {
      await answer(name, 'ra', { 'How likely?': nps, 'Which days?': ['Mon'] }, false)
      await answer(name, `r${nps}`, { 'How likely?': nps })
      await run(here, words)
    }
    const all = 'select id, nps from nps order by id'
    const before = await duckdbRows(at(here), all)
    expect(filled(partsIn(here))).toHaveLength(3)
    expect(await run(here, `${words} --compact`)).toMatchObject({ exit: 0 })
    expect(filled(partsIn(here))).toHaveLength(1)
    expect(await duckdbRows(at(here), all)).toEqual(before)
    expect(
      await duckdbRows(at(here), `select id from read_parquet('form=nps/month=2026-03/*')`),
    ).toHaveLength(4)
    expect(
      await duckdbRows(at(here), `select * from read_parquet('choices/form=nps/month=2026-03/*')`),
    ).toHaveLength(1)
    const parts = partsIn(here)
    await run(here, `${words} --compact`)
    expect(partsIn(here)).toEqual(parts)
    await answer(name, 'ra', { 'How likely?': 1 })
    expect((await run(here, words)).stdout).toContain('nps\t+0\t~1\t−0\n')
    expect(await duckdbRows(at(here), `select nps from nps where id = 'ra'`)).toEqual([{ nps: 1 }])
    const refused = await run(here, 'responses sync --all --to sqlite:a.sqlite --compact')
    expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('--compact is for')])
  })

  test('of runs that take a data set at the same time, one has it', async () => {
    const { here } = await applied(spec())
    const host = { files: nodeFiles(here.cwd), stateFolder: join(here.cwd, 'state') }
    const marks = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        folderStorage(at(here), host).replace('_manifest.json', `${i}`, undefined),
      ),
    )
    expect(marks.filter((mark) => mark !== undefined)).toHaveLength(1)
  })

  test('a run of another machine keeps its lease', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9 })
    await run(here, words)
    const path = join(at(here), '_manifest.json')
    const lease = { owner: JSON.stringify(['elsewhere', '{"pid":1,"start":"x"}']), until: Date.now() * 2 }
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), lease }))
    const refused = await run(here, words)
    expect([refused.exit, refused.stderr]).toEqual([3, expect.stringContaining('Another run syncs into')])
  })

  test('columns may be called schema and month, and merged files that a killed run left double no choice', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9, 'Which days?': ['Mon'] })
    await run(here, words)
    const more = ['schema', 'month']
      .map((key) => `      - { type: ShortInput, key: ${key}, content: { question: "${key}?" } }\n`)
      .join('')
    here.write('nps.yaml', spec('Who?', more).replace('name: Feedback', `name: ${name}`))
    await run(here, 'forms apply nps.yaml --yes')
    await answer(name, 'rb', { 'schema?': 'x', 'month?': 'May', 'Which days?': ['Mon'] })
    await run(here, words)
    const left = globSync('**/*.parquet', { cwd: at(here) }).map(
      (path) => [path, readFileSync(join(at(here), path))] as const,
    )
    expect(await run(here, `${words} --compact`)).toMatchObject({ exit: 0 })
    for (const [path, bytes] of left)
      if (!existsSync(join(at(here), path))) writeFileSync(join(at(here), path), bytes)
    expect(await duckdbRows(at(here), 'select id, schema, month from nps order by id')).toEqual([
      { id: 'ra', schema: null, month: null },
      { id: 'rb', schema: 'x', month: 'May' },
    ])
    expect(await duckdbRows(at(here), 'select response_id from choices')).toHaveLength(2)
  })

  test('a part that is missing is named', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9 }, false)
    await run(here, words)
    const [part = ''] = filled(partsIn(here))
    rmSync(join(at(here), part))
    await answer(name, 'ra', { 'How likely?': 8 })
    const refused = await run(here, words)
    expect([refused.exit, refused.stderr.replaceAll(/\s+/g, '')]).toEqual([
      3,
      expect.stringContaining(`${part}ismissing`),
    ])
  })

  test('a run whose lease another one has taken counts nothing, and the next removes what it wrote', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9 })
    let taken = false
    const slow: Service = async (call) => {
      if (call.query['since'] !== undefined && !taken) {
        taken = true
        const path = join(at(here), '_manifest.json')
        writeFileSync(path, readFileSync(path, 'utf8').replace('"step": 1', '"step": 2'))
      }
      return testService(call)
    }
    const late = await run(here, words, slow)
    expect([late.exit, late.stderr]).toEqual([3, expect.stringContaining('Another run syncs into')])
    expect(filled(partsIn(here))).toEqual(['form=nps/month=2026-03/part-2-2.parquet'])
    expect(await run(here, words)).toMatchObject({ exit: 0 })
    expect(filled(partsIn(here))).toHaveLength(1)
    expect(await duckdbRows(at(here), 'select id from nps')).toEqual([{ id: 'ra' }])
  })

  test('says what is wrong with a place that cannot be one', async () => {
    const { here } = await applied(spec())
    writeFileSync(join(here.cwd, 'survey'), 'a file')
    const refused = await run(here, words)
    expect([refused.exit, refused.stderr]).toEqual([3, expect.stringContaining('survey')])
    const other = await run(here, words.replace('survey', 's3://bucket/prefix'))
    expect([other.exit, other.stderr]).toEqual([2, expect.stringContaining('AWS_ACCESS_KEY_ID')])
    for (const place of ['s3://', 's3://a:b:c/d', 'gs://bucket/prefix']) {
      const none = await run(here, words.replace('survey', place))
      expect([none.exit, none.stderr]).toEqual([2, expect.stringContaining('names no target')])
    }
    mkdirSync(join(here.cwd, 'mine'))
    writeFileSync(join(here.cwd, 'mine/questions.parquet'), 'mine')
    const mine = await run(here, words.replace('survey', 'mine'))
    expect([mine.exit, mine.stderr]).toEqual([3, expect.stringMatching(/there\s+are\s+Parquet\s+files/)])
    for (const text of ['half a {', '{"files":[]}', '[]', '']) {
      mkdirSync(join(here.cwd, 'other'), { recursive: true })
      writeFileSync(join(here.cwd, 'other/_manifest.json'), text)
      const foreign = await run(here, words.replace('survey', 'other'))
      expect([foreign.exit, foreign.stderr]).toEqual([
        3,
        expect.stringMatching(/_manifest\.json\s+there\s+is\s+not/),
      ])
      expect(readFileSync(join(here.cwd, 'other/_manifest.json'), 'utf8')).toBe(text)
    }
  })
})

describe('a Parquet data set in a bucket', () => {
  let bucket: TestBucket
  beforeAll(async () => {
    bucket = await startBucket()
  })
  afterEach(() => bucket.empty())
  afterAll(() => bucket.close())
  const inBucket = words.replace('survey', 's3://forms/nightly/survey')
  const keys = () => ({
    env: {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'temporary',
      AWS_ENDPOINT_URL: bucket.place.endpoint.replace('/forms', ''),
    },
  })
  /** The objects as files, to be read with DuckDB. */
  const copied = (): string => {
    const copy = temporaryFolder()
    for (const [key, bytes] of bucket.objects) {
      const path = join(copy, key.replace('nightly/survey/', ''))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(
        path,
        path.endsWith('.sql') ? bytes.toString().replaceAll('s3://forms/nightly/survey/', '') : bytes,
      )
    }
    return copy
  }

  test('holds the same as in a folder, and takes temporary keys', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9, 'Which days?': ['Mon'] }, false)
    const form = await answer(name, 'rb', { 'How likely?': 8 })
    expect(await run(here, inBucket, testService, keys())).toMatchObject({ exit: 0 })
    expect([...bucket.tokens]).toEqual(['temporary'])
    await answer(name, 'ra', { 'How likely?': 7.5 })
    await erase(form, 'rb')
    const second = await run(here, `${inBucket} --compact`, testService, keys())
    expect([second.exit, second.stdout]).toEqual([0, expect.stringContaining('nps\t+0\t~1\t−1\n')])
    expect(await duckdbRows(copied(), 'select id, nps from nps')).toEqual([{ id: 'ra', nps: 7.5 }])
    expect([...bucket.objects.keys()].every((key) => key.startsWith('nightly/survey/'))).toBe(true)
  })

  test('two runs that begin at once: one ends with a clear error, and nothing is doubled', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9 })
    const ran = await Promise.all([1, 2].map(() => run(here, inBucket, testService, keys())))
    expect(new Set(ran.map(({ exit }) => exit))).toEqual(new Set([0, 3]))
    expect(await duckdbRows(copied(), 'select id, nps from nps')).toEqual([{ id: 'ra', nps: 9 }])
  })

  test('a bucket that refuses is named, and the next run goes on', async () => {
    const { here, name } = await applied(spec())
    await answer(name, 'ra', { 'How likely?': 9 })
    bucket.onPut = async (key) => (key.includes('form=') ? 503 : 200)
    const refused = await run(here, inBucket, testService, keys())
    expect([refused.exit, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/s3:\/\/forms\/nightly\/survey cannot be used/),
    ])
    bucket.onPut = async () => 200
    expect(await run(here, inBucket, testService, keys())).toMatchObject({ exit: 0 })
    expect(await duckdbRows(copied(), 'select id from nps')).toEqual([{ id: 'ra' }])
  })
})
