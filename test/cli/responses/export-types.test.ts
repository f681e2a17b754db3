import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const record = (day: number, members: object, more: object = {}): object => ({
  id: `r${day}`,
  formId: 'f',
  createdAt: `2026-03-0${day}T09:00:00.000Z`,
  data: Object.entries(members).map(([questionId, value]) => ({
    questionId,
    response: { headline: questionId.toUpperCase(), value },
  })),
  ...more,
})

function exporting(text: string, words: readonly string[], cwd = temporaryFolder()): Promise<Ran> {
  return runInProcess({
    cwd,
    argv: ['responses', 'export', '--from', '-', ...words],
    stdin: text,
    env: { FORMCTL_REDACT_KEY: 'a key that is long enough' },
  })
}

const replyOf = (...records: readonly object[]): string =>
  JSON.stringify({ data: records }).replaceAll('"9007199254740993n"', '9007199254740993')

const mixed = replyOf(
  record(1, { age: 18, sum: 1, ok: true, who: 'Ada' }),
  record(2, { age: 'no', sum: '9007199254740993n', ok: 'no', who: 'Bob' }, { updatedAt: 'one day' }),
  record(3, { age: 19.5, sum: 2.5, ok: false, who: 'Cy' }, { updatedAt: '2026-03-03T09:00:00.000Z' }),
)
const said = [
  'Column "updatedAt" is text, because 1 of 2 values is no time, such as "one day" in response r2.',
  'Column "AGE" is text, because 1 of 3 values is no number, such as "no" in response r2.',
  'Column "SUM" is text, because 1 of 3 values is no number, such as "9007199254740993" in response r2.',
  'Column "OK" is text, because 1 of 3 values is no true or false, such as "no" in response r2.',
]

describe('a column that a few values make text is told, where columns have types', () => {
  test.each(['parquet', 'sqlite', 'xlsx'])('in %s', async (format) => {
    const { exit, stderr } = await exporting(mixed, ['--out', `a.${format}`, '--headers', 'headline'])
    expect(exit).toBe(0)
    expect(stderr.match(/^Column .*$/gm)).toEqual(said)
  })

  test.each([
    ['--out', 'a.csv'],
    ['--out', 'a.ndjson'],
    ['--out', 'a.sqlite', '--columns', 'id,WHO,createdAt'],
    ['--out', 'a.parquet', '--layout', 'long', '--columns', 'responseNumber,value'],
    ['--out', 'a.sqlite', '--quiet'],
  ])('and not by %j', async (...words) => {
    expect((await exporting(mixed, words)).stderr).not.toContain('is text')
  })

  test.each(['drop', 'hash', 'mask'])('nor of what is redacted, by %s', async (how) => {
    const redact = ['updatedAt', 'age', 'sum', 'ok'].flatMap((name) => ['--redact', `${name}=${how}`])
    const ran = await exporting(mixed, ['--out', 'a.sqlite', ...redact])
    expect(ran).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('is text') })
  })

  test('five of many', async () => {
    const both = (value: unknown): object =>
      Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`q${i}`, value]))
    const { stderr } = await exporting(replyOf(record(1, both('1')), record(2, both('x'))), [
      '--out',
      'a.sqlite',
    ])
    expect(stderr.match(/^Column .* is text/gm)).toHaveLength(5)
    expect(stderr).toContain('The same applies to 2 more columns.')
  })
})

describe('the manifest tells how several choices stand, and how questions are called', () => {
  const told = async (words: string, cwd = temporaryFolder()): Promise<unknown> => {
    const argv = ['--out', 'a.csv', '--manifest', 'm.json', '--force', ...words.split(' ').filter(Boolean)]
    expect(await exporting(mixed, argv, cwd)).toMatchObject({ exit: 0 })
    const { table } = JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8')) as { table: object }
    return table
  }
  test.each([
    ['', { multi: 'joined', headers: 'headline' }],
    ['--layout long', { multi: 'rows' }],
    ['--layout long --multi json', { multi: 'json' }],
    ['--layout relational', { multi: 'joined' }],
    ['--multi columns --headers both', { multi: 'columns', headers: 'both' }],
  ])('%j', async (words, table) => {
    expect(await told(words)).toMatchObject(table)
  })

  test('as the columns file has it', async () => {
    const cwd = temporaryFolder()
    await told('--columns-file c.yaml --multi json --headers id', cwd)
    expect(await told('--columns-file c.yaml', cwd)).toMatchObject({ multi: 'json', headers: 'id' })
  })
})

describe('half of a surrogate pair, which UTF-8 has none of,', () => {
  const text = String.raw`{"data":[{"id":"r1","createdAt":"2026-03-01T09:00:00.000Z","data":[{"questionId":"a","response":{"headline":"A","value":"x\ud83dy"}}]}]}`
  test.each([
    ['csv', 'x\uFFFDy'],
    ['tsv', 'x\uFFFDy'],
    ['ndjson', String.raw`x\ud83dy`],
    ['json', String.raw`x\ud83dy`],
  ])('is in %s what the README says', async (format, written) => {
    const { stdout } = await exporting(text, ['--format', format])
    expect(stdout).toContain(written)
  })
})
