/** The Parquet data set as ClickHouse reads it: through its package chdb, which is too large to be installed with the others. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { duckdbRows } from '../support/parquet-views.ts'
import { answer, answersFrom, applied, run, spec, startSyncService } from './sync-suite.ts'

await startSyncService()

const script = `
const { Session } = require(process.argv[1])
const { readFileSync } = require('node:fs')
const session = new Session()
for (const statement of readFileSync('views/clickhouse.sql', 'utf8').split(';\\n'))
  if (statement.trim() !== '') session.query(statement)
for (const sql of JSON.parse(process.argv[2])) console.log(JSON.stringify(session.query(sql, 'JSONEachRow').trim().split('\\n').map((line) => JSON.parse(line))))
session.cleanup()
`

const questions = [
  'select id, nps, who, why, month, finished from nps order by id',
  `select column_name, option from choices where response_id = 'rb' order by option`,
  `select column_name, option, code from options where "table" = 'nps' order by code`,
]

// The folder of the package.
const chdb = process.env['FORMCTL_CHDB']

if (chdb === undefined && process.env['FORMCTL_REQUIRE_ALL'] === '1')
  throw new Error('FORMCTL_REQUIRE_ALL=1, but FORMCTL_CHDB does not name the package chdb.')

const why = chdb === undefined ? ' (skipped: FORMCTL_CHDB does not name the package chdb)' : ''

describe.skipIf(chdb === undefined)(`a Parquet data set${why}`, () => {
  test('is read by ClickHouse as by DuckDB, with a column that came in the second month, and the newest rows alone', async () => {
    const { here, name } = await applied(spec())
    answersFrom('2026-03-30T10:00:00Z')
    await answer(name, 'ra', { 'How likely?': 9, 'Who are you?': 'O\'Hara; "Ada"' }, false)
    const words = 'responses sync --form nps.yaml --to parquet:survey'
    expect(await run(here, words)).toMatchObject({ exit: 0 })
    const text = spec(
      'Who are you?',
      '      - { type: ShortInput, content: { question: "Why?" } }\n      - { type: ShortInput, key: month, content: { question: "Month?" } }\n',
    )
    here.write('nps.yaml', text.replace('name: Feedback', `name: ${name}`))
    await run(here, 'forms apply nps.yaml --yes')
    answersFrom('2026-04-02T10:00:00Z')
    await answer(name, 'rb', { 'Why?': 'So', 'Month?': 'May', 'How likely?': 7.5, 'Which days?': ['Tue'] })
    expect(await run(here, words)).toMatchObject({ exit: 0 })
    const folder = join(here.cwd, 'survey')
    const printed = execFileSync(process.execPath, ['-e', script, chdb ?? '', JSON.stringify(questions)], {
      cwd: folder,
      encoding: 'utf8',
    })
    const found = printed
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    const expected = []
    for (const sql of questions) expected.push(await duckdbRows(folder, sql))
    expect(found).toEqual(
      JSON.parse(
        JSON.stringify(expected, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
      ),
    )
    expect(expected[0]).toHaveLength(2)
  })
})
