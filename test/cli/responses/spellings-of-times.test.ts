import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  folderWith,
  inBothWays,
  readIn,
  replyWith,
  responseOf,
  responses,
  rowsIn,
} from '../../support/responses.ts'

/** One moment, 2026-03-01T09:00:00.000Z, in the spellings of ISO 8601. */
const spellings = [
  '2026-03-01T09:00:00.000Z|2026-03-01T09:00:00Z|2026-03-01T09:00Z|2026-03-01T09:00:00.0Z',
  '2026-03-01T09:00:00.000000Z|2026-03-01T09:00:00.000000000Z|2026-03-01T09:00:00,000Z',
  '2026-03-01T10:00:00+01:00|2026-03-01T10:00:00.000+0100|2026-03-01T10:00:00+01',
  '2026-03-01T03:30:00.000-05:30|2026-03-02T00:00:00+15:00|2026-03-01T08:59:60Z',
  '2026-03-01t09:00:00.000z|2026-03-01 09:00:00Z|2026-03-01T09Z|2026-03-01T10+01',
  '20260301T090000Z|20260301T100000.000+0100|20260301T0900Z|20260301T09Z',
  '2026-02-28T24:00:00-09:00|2026-03-01T14:29:60+05:30',
].flatMap((line) => line.split('|'))

type Times = { readonly createdAt: string; readonly updatedAt?: string; readonly value?: string }

const recordOf = ({ createdAt, updatedAt = createdAt, value }: Times, nth: number): object =>
  responseOf(value === undefined ? {} : { 'q=When?': value }, {
    id: `r${nth}`,
    createdAt,
    updatedAt,
    dataUpdatedAt: updatedAt,
    finished: true,
  })

/** What an export of these responses says and writes, by the engine and without it; both are the same. */
async function exported(times: readonly Times[], line = '', out = 'a.csv') {
  const cwd = folderWith({ 'reply.json': replyWith(times.map(recordOf)) })
  const told = await inBothWays(async (env) => {
    const way = env.FORMCTL_NO_ENGINE
    const words = `export --from reply.json --out ${way}${out} --manifest ${way}m.json ${line}`
    const { exit, stderr } = await responses(words, { cwd, env })
    expect(exit).toBe(0)
    const { watermark } = JSON.parse(readIn(cwd, `${way}m.json`))
    // The bytes of SQLite are its own matter.
    const bytes = out.endsWith('.sqlite') ? '' : readFileSync(join(cwd, `${way}${out}`), 'latin1')
    return { bytes, stderr: stderr.replaceAll(`${way}${out}`, out), watermark }
  })
  return { ...told, cwd, path: join(cwd, out) }
}

const before = '2026-02-28T23:00:00.000Z'
const updated = (...times: readonly string[]): readonly Times[] =>
  times.map((updatedAt) => ({ createdAt: before, updatedAt }))

/** A response at each spelling of the moment, and one before. */
const each: readonly Times[] = [...spellings.map((createdAt) => ({ createdAt })), { createdAt: before }]
const createdIn = (csv: string): readonly string[] =>
  // Some have a comma.
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.replaceAll('"', ''))

describe('every spelling', () => {
  test.each([
    ['--since 2026-03-01T09:00:00.000Z', spellings],
    ['--since 2026-03-01T09:00:00.001Z', []],
    ['--until 2026-03-01T09:00:00.000Z', [...spellings, before]],
    ['--until 2026-03-01T08:59:59.999Z', [before]],
  ])('in a response is the moment that %s compares', async (line, rows) => {
    const { bytes } = await exported(each, `${line} --columns createdAt`)
    expect(createdIn(bytes)).toEqual(rows)
  })

  test('is an update that --since warns of', async () => {
    const times = [...updated(...spellings), { createdAt: '2026-03-01T09:00:00Z' }]
    expect((await exported(times, '--since 2026-03-01')).stderr).toContain(
      `Left out: ${spellings.length} responses begun earlier and changed since`,
    )
  })

  // A column is one of texts where one of them says no time.
  test('is a time in Parquet and XLSX, also as an answer', async () => {
    const times = spellings.map((time) => ({ createdAt: time, value: time }))
    const { path } = await exported(times, '', 'a.parquet')
    const moment = Buffer.alloc(8)
    moment.writeBigInt64LE(BigInt(Date.parse('2026-03-01T09:00:00.000Z')))
    expect(readFileSync(path).includes(moment)).toBe(true)
    await exported(times, '', 'a.xlsx')
  })

  test('is shown in a zone', async () => {
    const { bytes, stderr } = await exported(each, '--timezone Europe/Berlin --columns createdAt')
    expect(new Set(createdIn(bytes))).toEqual(
      new Set(['2026-03-01T10:00:00.000+01:00', '2026-03-01T00:00:00.000+01:00']),
    )
    expect(stderr).not.toContain('cannot be read')
  })
})

describe.each(spellings)('%s', (text) => {
  test.each(['--since', '--by updatedAt --since'])(
    'as an option is the moment that %s compares',
    async (option) => {
      const times = [text, text, '2026-03-01T08:59:59.999Z'].map((createdAt) => ({ createdAt }))
      const { bytes } = await exported(times, `${option} ${text.replace(' ', 'T')} --columns createdAt`)
      expect(createdIn(bytes)).toEqual([text, text])
    },
  )

  test('is the watermark as it was written, if it is the latest update', async () => {
    expect((await exported(updated(before, text, before))).watermark).toBe(text)
    const later = '2026-03-01T09:00:01+00:00'
    expect((await exported(updated(before, text, before, later))).watermark).toBe(later)
  })

  test('has the type of times in a codebook, also as an answer', async () => {
    const times = [text, text, before].map((time) => ({ createdAt: time, value: time }))
    const { cwd } = await exported(times, '--codebook book.json --force')
    const { fields } = JSON.parse(readIn(cwd, 'book.json')).resources[0].schema
    const ofTimes = fields.filter(({ type }: { type: string }) => type === 'datetime')
    expect(ofTimes.map(({ name }: { name: string }) => name).join()).toBe(
      'createdAt,updatedAt,dataUpdatedAt,When?',
    )
  })
})

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
  for (const times of [updated(one, other), updated(other, one), updated(one, other, one, other)])
    expect((await exported(times)).watermark).toBe(other)
})

test('of equal moments in several spellings, the watermark does not depend on their order', async () => {
  const { watermark } = await exported(updated(...spellings))
  expect((await exported(updated(...spellings.toReversed()))).watermark).toBe(watermark)
})

test('times without a zone count as UTC where they are compared, and stay texts', async () => {
  const times = ['2026-03-01', '2026-03-01T09:00:00', '2026-03-01T09:00'].map((createdAt) => ({ createdAt }))
  const { bytes, stderr } = await exported(
    times,
    '--since 2026-03-01T09:00:00Z --columns createdAt --timezone +02:00',
  )
  expect(bytes).toBe('createdAt\n2026-03-01T09:00:00\n2026-03-01T09:00\n')
  expect(stderr).toContain('2 times cannot be read: kept as written, without a time zone.')
})

test.each([
  [spellings, 'datetime(created_at)', '2026-03-01 09:00:00'],
  [
    ['2026-03-01T09:00:00Z', '2026-03-01T11:30:00+01:00', '2026-03-01T09:00:00.5Z'],
    'max(created_at) over ()',
    '2026-03-01T10:30:00.000Z',
  ],
])('with --timezone UTC, SQLite computes with every spelling: %j', async (times, what, at) => {
  const { path } = await exported(
    times.map((createdAt) => ({ createdAt })),
    '--timezone UTC',
    'a.sqlite',
  )
  expect(rowsIn(path, `select ${what} as at from responses`)).toEqual(times.map(() => ({ at })))
})

/** What a command prints of responses to one question, by the engine and without it. */
const printed = async (records: readonly object[], line: string): Promise<string> => {
  const run = await inBothWays((env) => responses(line, { stdin: replyWith(records), env }))
  return run.stdout
}
const asked = (id: string, time: string, headline: string): object =>
  responseOf({ [`q=${headline}`]: 'v' }, { id, createdAt: time, updatedAt: time, finished: true })

test('figures count the day of a moment, and the headline of the latest response names a question', async () => {
  const records = [
    asked('r1', '2026-03-01T23:30:00-02:00', 'Newest'),
    asked('r2', '2026-03-02T01:00:00.000Z', 'Older'),
    asked('r3', '2026-03-02T00:00:00.000Z', 'Oldest'),
    asked('r4', '2026-03-02T00:00:00.000Z', 'Oldest'),
  ]
  const [form] = JSON.parse(await printed(records, 'stats --from - -o json')).forms
  expect(form.days).toEqual([{ day: '2026-03-02', total: 4, finished: 4 }])
  expect(form.questions[0].headline).toBe('Newest')
  expect(await printed(records, 'export --from -')).toMatch(/^.*,Newest\n/)
})

describe('of two times that differ in some digit or are spelt otherwise, every command takes the same for the later one', () => {
  test.each([
    ['2026-03-01T09:00:00.1234561Z', '2026-03-01T09:00:00.1234569Z'],
    ['2026-03-01T09:00:00.123Z', '2026-03-01T09:00:00.1234561Z'],
    ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00.0000000001Z'],
    ['2026-03-01T10:00+02:00', '2026-03-01T09:00Z'],
    ['20260301T100000.1+0200', '2026-03-01T08:00:00.100000001Z'],
  ])('%s and %s', async (one, other) => {
    const [old, recent] = [asked('r1', one, 'Old?'), asked('r2', other, 'New?')]
    for (const records of [
      [old, recent],
      [recent, old],
    ]) {
      expect(await printed(records, 'export --from - --columns id,q')).toMatch(/^id,New\?\n/)
      const shown = await printed(records, 'get --from - -o table')
      expect([shown.includes('New?'), shown.includes('Old?')]).toEqual([true, false])
      expect(await printed(records, 'stats --from - -o table')).not.toContain('Old?')
      const twice = records.map((record) => ({ ...record, id: 'r' }))
      expect(await printed(twice, 'export --from - --columns updatedAt')).toBe(`updatedAt\n${other}\n`)
      expect(await printed(records, 'get --from - --limit 1 -o json')).toContain('"r2"')
    }
    for (const [condition, id] of [
      [`> "${one}"`, 'r2'],
      [`< "${other}"`, 'r1'],
      [`= ${one}`, 'r1'],
    ])
      expect(
        await printed([old, recent], `export --from - --columns id --where 'updatedAt ${condition}'`),
      ).toBe(`id\n${id}\n`)
  })
})
