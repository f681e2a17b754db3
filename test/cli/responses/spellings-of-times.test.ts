import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

/** One moment, 2026-03-01T09:00:00.000Z, in the spellings of ISO 8601. */
const spellings = [
  '2026-03-01T09:00:00.000Z',
  '2026-03-01T09:00:00Z',
  '2026-03-01T09:00Z',
  '2026-03-01T09:00:00.0Z',
  '2026-03-01T09:00:00.000000Z',
  '2026-03-01T09:00:00.000000000Z',
  '2026-03-01T09:00:00,000Z',
  '2026-03-01T10:00:00+01:00',
  '2026-03-01T10:00:00.000+0100',
  '2026-03-01T10:00:00+01',
  '2026-03-01T03:30:00.000-05:30',
  '2026-03-02T00:00:00+15:00',
  '2026-03-01T08:59:60Z',
  '2026-03-01t09:00:00.000z',
  '2026-03-01 09:00:00Z',
  '2026-03-01T09Z',
  '2026-03-01T10+01',
  '20260301T090000Z',
  '20260301T100000.000+0100',
  '20260301T0900Z',
  '20260301T09Z',
  '2026-02-28T24:00:00-09:00',
  '2026-03-01T14:29:60+05:30',
]

type Times = { readonly createdAt: string; readonly updatedAt?: string; readonly value?: string }

const recordOf = ({ createdAt, updatedAt = createdAt, value }: Times, nth: number): object => ({
  id: `r${nth}`,
  formId: 'f',
  createdAt,
  updatedAt,
  dataUpdatedAt: updatedAt,
  finished: true,
  data:
    value === undefined ? [] : [{ questionId: 'q', response: { type: 'Time', headline: 'When?', value } }],
})

/** What an export of these responses says and writes, by the engine and without it; both are the same. */
async function exported(times: readonly Times[], words = '', out = 'a.csv') {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'reply.json'), JSON.stringify({ data: times.map(recordOf) }))
  const [engine, plain] = await Promise.all(
    ['', '1'].map(async (plainly) => {
      const argv = `responses export --from reply.json --out ${plainly}${out} --manifest ${plainly}m.json ${words}`
      const { exit, stderr } = await runInProcess({
        cwd,
        argv: argv.trim().split(' '),
        env: { FORMCTL_NO_ENGINE: plainly },
      })
      expect(exit).toBe(0)
      const manifest = JSON.parse(readFileSync(join(cwd, `${plainly}m.json`), 'utf8'))
      return {
        path: join(cwd, `${plainly}${out}`),
        bytes: readFileSync(join(cwd, `${plainly}${out}`)),
        stderr: stderr.replaceAll(`${plainly}${out}`, out),
        watermark: manifest.watermark,
      }
    }),
  )
  if (!engine || !plain) throw new Error('both ran')
  // The bytes of SQLite are its own matter.
  expect(out.endsWith('.sqlite') || plain.bytes.equals(engine.bytes)).toBe(true)
  expect([plain.stderr, plain.watermark]).toEqual([engine.stderr, engine.watermark])
  return engine
}

const before = '2026-02-28T23:00:00.000Z'

describe.each(spellings)('%s', (text) => {
  test('is the moment that --since and --until compare, in a response and as an option', async () => {
    const times = [{ createdAt: text }, { createdAt: text }, { createdAt: before }]
    const rows = async (words: string): Promise<number> =>
      (await exported(times, words)).bytes.toString().trim().split('\n').length - 1
    const option = text.replace(' ', 'T')
    expect(await rows('--since 2026-03-01T09:00:00.000Z')).toBe(2)
    expect(await rows('--since 2026-03-01T09:00:00.001Z')).toBe(0)
    expect(await rows('--until 2026-03-01T09:00:00.000Z')).toBe(3)
    expect(await rows('--until 2026-03-01T08:59:59.999Z')).toBe(1)
    expect(await rows(`--since ${option}`)).toBe(2)
    expect(await rows(`--by updatedAt --since ${option}`)).toBe(2)
  })

  test('is the watermark as it was written, if it is the latest update', async () => {
    const times = [before, text, before].map((updatedAt) => ({ createdAt: before, updatedAt }))
    expect((await exported(times)).watermark).toBe(text)
    expect(
      (await exported([...times, { createdAt: before, updatedAt: '2026-03-01T09:00:01+00:00' }])).watermark,
    ).toBe('2026-03-01T09:00:01+00:00')
  })

  test('is an update that --since warns of', async () => {
    const times = [{ createdAt: before, updatedAt: text }, { createdAt: text }, { createdAt: text }]
    expect((await exported(times, '--since 2026-03-01')).stderr).toContain(
      'Left out: 1 response begun before --since and changed after it',
    )
  })

  test('has the type of times in a codebook, Parquet and XLSX, also as an answer', async () => {
    const times = [
      { createdAt: text, value: text },
      { createdAt: text, value: text },
      { createdAt: before, value: before },
    ]
    const { path } = await exported(times, '--codebook book.json --force')
    const book = JSON.parse(readFileSync(join(path, '../book.json'), 'utf8'))
    const types = new Map<string, string>(
      book.resources[0].schema.fields.map(({ name, type }: { name: string; type: string }) => [name, type]),
    )
    for (const name of ['createdAt', 'updatedAt', 'dataUpdatedAt', 'When?'])
      expect([name, types.get(name)]).toEqual([name, 'datetime'])
    const { path: parquet } = await exported(times, '', 'a.parquet')
    expect(readFileSync(parquet).includes(int64Of(Date.parse('2026-03-01T09:00:00.000Z')))).toBe(true)
    await exported(times, '', 'a.xlsx')
  })

  test('is shown in a zone', async () => {
    const { bytes, stderr } = await exported(
      [{ createdAt: text }],
      '--timezone Europe/Berlin --columns createdAt',
    )
    expect(bytes.toString()).toBe('createdAt\n2026-03-01T10:00:00.000+01:00\n')
    expect(stderr).not.toContain('cannot be read')
  })
})

function int64Of(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(value))
  return bytes
}

test.each([
  ['2026-03-01T09:00:00.123456Z', '2026-03-01T09:00:00.123457Z'],
  ['2026-03-01T09:00:00.1234Z', '2026-03-01T09:00:00.12341Z'],
  ['2026-03-01T09:00:00.999Z', '2026-03-01T09:00:01Z'],
  ['2026-03-01T23:30:00-02:00', '2026-03-02T02:00:00Z'],
  ['2026-03-01T10:30:00+02:00', '2026-03-01T09:00:00Z'],
  ['2026-03-01', '2026-03-01T00:00:01Z'],
  ['2026-03-01T09:00:00', '2026-03-01T10:00:01+01:00'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.001Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.999999999Z'],
  ['yesterday', '2026-03-01T09:00:00Z'],
  ['2026-03-01T09:00:00Z', '2026-03-01T24:00:00Z'],
  // These say no moment, here and in --since.
  ['2026-03-01T24:00:01Z', '2026-03-01T09:00:00Z'],
  ['2026-W09-7T09:00:00Z', '2026-01-01T09:00:00Z'],
  ['2026-060T09:00:00Z', '2026-01-01T09:00:00Z'],
  ['20260301T09:00:00Z', '2026-01-01T09:00:00Z'],
  ['2026-03-01T0900Z', '2026-01-01T09:00:00Z'],
  ['2026-03-01T09:Z', '2026-01-01T09:00:00Z'],
  ['2026-03-01T05:59:60+05:30', '2026-01-01T09:00:00Z'],
  ['2026-02-31T09:00:00Z', '2026-02-01T09:00:00Z'],
])('of %s and %s, the second is the later one, in whatever order they come', async (one, other) => {
  for (const updates of [
    [one, other],
    [other, one],
    [one, other, one, other],
  ])
    expect((await exported(updates.map((updatedAt) => ({ createdAt: before, updatedAt })))).watermark).toBe(
      other,
    )
})

test('of equal moments in several spellings, the watermark does not depend on their order', async () => {
  const times = spellings.map((updatedAt) => ({ createdAt: before, updatedAt }))
  expect((await exported(times)).watermark).toBe((await exported(times.toReversed())).watermark)
})

test('times without a zone count as UTC where they are compared, and stay texts', async () => {
  const times = ['2026-03-01', '2026-03-01T09:00:00', '2026-03-01T09:00'].map((createdAt) => ({ createdAt }))
  const { bytes, stderr } = await exported(
    times,
    '--since 2026-03-01T09:00:00Z --columns createdAt --timezone +02:00',
  )
  expect(bytes.toString()).toBe('createdAt\n2026-03-01T09:00:00\n2026-03-01T09:00\n')
  expect(stderr).toContain('2 times cannot be read: kept as written, without a time zone.')
})

test('with --timezone UTC, the date functions of SQLite read every spelling', async () => {
  const { path } = await exported(
    spellings.map((createdAt) => ({ createdAt })),
    '--timezone UTC',
    'a.sqlite',
  )
  const db = new DatabaseSync(path, { readOnly: true })
  const rows = db.prepare('select datetime(created_at) as at, count(*) as n from responses group by 1').all()
  expect(rows.map((row) => Object.values(row))).toEqual([['2026-03-01 09:00:00', spellings.length]])
  db.close()
})

test('SQLite computes with the times that ISO 8601 allows and SQLite reads', async () => {
  const times = ['2026-03-01T09:00:00Z', '2026-03-01T11:30:00+01:00', '2026-03-01T09:00:00.5Z']
  const { path } = await exported(
    times.map((createdAt) => ({ createdAt })),
    '--timezone UTC',
    'a.sqlite',
  )
  const db = new DatabaseSync(path, { readOnly: true })
  expect(db.prepare('select max(created_at) as latest, count(*) as n from responses').get()).toEqual({
    latest: '2026-03-01T10:30:00.000Z',
    n: 3,
  })
  db.close()
})

test('figures count the day of a moment, and the headline of the latest response names a question', async () => {
  const cwd = temporaryFolder()
  const asked = (createdAt: string, headline: string, nth: number): object => ({
    id: `r${nth}`,
    formId: 'f',
    createdAt,
    finished: true,
    data: [{ questionId: 'q', response: { type: 'ShortInput', headline, value: 'x' } }],
  })
  const records = [
    asked('2026-03-01T23:30:00-02:00', 'Newest', 1),
    asked('2026-03-02T01:00:00.000Z', 'Older', 2),
    asked('2026-03-02T00:00:00.000Z', 'Oldest', 3),
    asked('2026-03-02T00:00:00.000Z', 'Oldest', 4),
  ]
  writeFileSync(join(cwd, 'reply.json'), JSON.stringify({ data: records }))
  for (const plain of ['', '1']) {
    const env = { FORMCTL_NO_ENGINE: plain }
    const stats = await runInProcess({
      cwd,
      env,
      argv: 'responses stats --from reply.json -o json'.split(' '),
    })
    const [form] = JSON.parse(stats.stdout).forms
    expect(form.days).toEqual([{ day: '2026-03-02', total: 4, finished: 4 }])
    expect(form.questions[0].headline).toBe('Newest')
    const table = await runInProcess({ cwd, env, argv: 'responses export --from reply.json'.split(' ') })
    expect(table.stdout.split('\n')[0]).toMatch(/,Newest$/)
  }
})

describe('of two times that differ in some digit or are spelt otherwise, every command takes the same for the later one', () => {
  test.each([
    ['2026-03-01T09:00:00.1234561Z', '2026-03-01T09:00:00.1234569Z'],
    ['2026-03-01T09:00:00.123Z', '2026-03-01T09:00:00.1234561Z'],
    ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00.0000000001Z'],
    ['2026-03-01T10:00+02:00', '2026-03-01T09:00Z'],
    ['20260301T100000.1+0200', '2026-03-01T08:00:00.100000001Z'],
  ])('%s and %s', async (one, other) => {
    const asked = (id: string, time: string, headline: string): object => ({
      id,
      formId: 'f',
      createdAt: time,
      updatedAt: time,
      finished: true,
      data: [{ questionId: 'q', response: { type: 'X', headline, value: 'v' } }],
    })
    const run = async (records: readonly object[], words: string): Promise<string> => {
      const stdin = JSON.stringify({ data: records })
      const [engine, plain] = await Promise.all(
        ['', '1'].map((plainly) =>
          runInProcess({ argv: words.split(' '), stdin, env: { FORMCTL_NO_ENGINE: plainly } }),
        ),
      )
      expect(plain?.stdout).toBe(engine?.stdout)
      return engine?.stdout ?? ''
    }
    const [old, recent] = [asked('r1', one, 'Old?'), asked('r2', other, 'New?')]
    for (const records of [
      [old, recent],
      [recent, old],
    ]) {
      const from = '--from - '
      expect(await run(records, `responses export ${from}--columns id,q`)).toMatch(/^id,New\?\n/)
      expect(await run(records, `responses get ${from}-o table`)).toContain('New?')
      expect(await run(records, `responses get ${from}-o table`)).not.toContain('Old?')
      expect(await run(records, `responses stats ${from}-o table`)).not.toContain('Old?')
      const twice = records.map((record) => ({ ...record, id: 'r' }))
      expect(await run(twice, `responses export ${from}--columns updatedAt`)).toBe(`updatedAt\n${other}\n`)
      expect(await run(records, `responses get ${from}--limit 1 -o json`)).toContain('"r2"')
    }
    const ids = async (condition: string): Promise<string> => {
      const stdin = JSON.stringify({ data: [old, recent] })
      const argv = ['responses', 'export', '--from', '-', '--columns', 'id', '--where', condition]
      return (await runInProcess({ argv, stdin })).stdout
    }
    expect(await ids(`updatedAt > "${one}"`)).toBe('id\nr2\n')
    expect(await ids(`updatedAt < "${other}"`)).toBe('id\nr1\n')
    expect(await ids(`updatedAt = ${one}`)).toBe('id\nr1\n')
  })
})
