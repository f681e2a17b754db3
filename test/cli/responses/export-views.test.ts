import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../support/csv.ts'
import { outputOf } from '../../support/output-schema.ts'
import { readXlsx } from '../../support/xlsx.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../../fixtures', name)
const reply = fixture('responses/doubtful-ids.json')

type Given = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

const exporting = (words: readonly string[], given: Given = {}): Promise<Ran> =>
  runInProcess({ argv: ['responses', 'export', '--from', reply, '--keep-duplicates', ...words], ...given })

const golden = (name: string): string => readFileSync(fixture(`exports/doubtful-ids.${name}.csv`), 'utf8')

describe('three tables', () => {
  test('go into three files, and the manifest tells of each', async () => {
    const cwd = temporaryFolder()
    const words = ['--layout', 'relational', '--out', 'all.csv', '--manifest', 'm.json']
    expect(await exporting(words, { cwd })).toEqual({
      exit: 0,
      stdout: '',
      stderr:
        'Wrote 5 responses, 17 answers and 19 choices to all.csv, all.answers.csv and all.choices.csv.\n1 of 5 responses of the saved reply is partial.\n',
    })
    expect(readdirSync(cwd).toSorted()).toEqual(['all.answers.csv', 'all.choices.csv', 'all.csv', 'm.json'])
    const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
    expect(read('all.csv')).toBe(golden('relational.responses'))
    expect(read('all.answers.csv')).toBe(golden('relational.answers'))
    expect(read('all.choices.csv')).toBe(golden('relational.choices'))
    const manifest = outputOf('responses-export-manifest', `${JSON.stringify(JSON.parse(read('m.json')))}\n`)
    expect(manifest).toMatchObject({
      table: { layout: 'relational' },
      files: [
        { path: 'all.csv', rows: 5, bytes: Buffer.byteLength(read('all.csv')) },
        { path: 'all.answers.csv', rows: 17 },
        { path: 'all.choices.csv', rows: 19, columns: expect.arrayContaining(['option', 'chosen']) },
      ],
    })
  })

  test('leave no file behind, not even one, when one of them may not be replaced', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'all.choices.csv'), 'mine')
    const ran = await exporting(['--layout', 'relational', '--out', 'all.csv'], { cwd })
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('all.choices.csv exists already') })
    expect(readdirSync(cwd)).toEqual(['all.choices.csv'])
    expect(await exporting(['--layout', 'relational', '--out', 'all.csv', '--force'], { cwd })).toMatchObject(
      { exit: 0 },
    )
  })

  test('go into one file of SQLite, tied together by a key', async () => {
    const cwd = temporaryFolder()
    await exporting(['--layout', 'relational', '--out', 'all.db', '--manifest', 'm.json'], { cwd })
    const database = new DatabaseSync(join(cwd, 'all.db'))
    const joined = database
      .prepare(
        'select r.response_number n, person_attributes_country country, value from responses r join answers a using (response_number) where question = ? order by 1',
      )
      .all('Country')
    expect(JSON.parse(JSON.stringify(joined))).toEqual([
      { n: 1, country: 'DE', value: 'Germany' },
      { n: 2, country: 'FR', value: 'France' },
      { n: 3, country: 'DE', value: 'germany' },
    ])
    expect(database.prepare(`select "from" from pragma_foreign_key_list('choices')`).get()).toMatchObject({
      from: 'response_number',
    })
    database.close()
    expect(JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))).toMatchObject({
      files: [
        {
          path: 'all.db',
          tables: [{ name: 'responses', rows: 5 }, { name: 'answers' }, { name: 'choices' }],
        },
      ],
    })
  })

  test.each(['all.xlsx', 'all.parquet'])('go into %s', async (out) => {
    const cwd = temporaryFolder()
    expect(await exporting(['--layout', 'relational', '--out', out], { cwd })).toMatchObject({ exit: 0 })
    expect(readdirSync(cwd)).toHaveLength(out === 'all.xlsx' ? 1 : 3)
  })
})

describe('options reach the table', () => {
  test.each([
    [['--layout', 'long'], 'long'],
    [['--timezone', 'Europe/Berlin'], 'berlin'],
    [['--where', 'Languages is not empty', '--where', 'createdAt < 2026-04-01'], 'where'],
    [['--layout', 'long', '--columns', 'personAttributes.country,Languages,emailAddress'], 'long-chosen'],
  ])('%j', async (words, name) => {
    expect(await exporting(words)).toMatchObject({ exit: 0, stdout: golden(name) })
  })

  test('delimiter, mark and line ends', async () => {
    const words = ['--delimiter', ';', '--bom', '--line-end', 'crlf', '--columns', 'id,finished']
    const { stdout } = await exporting(words)
    expect(stdout).toBe('\uFEFFid;finished\r\nr1;true\r\nr1;true\r\n;false\r\nr4;true\r\nr5;true\r\n')
  })

  test('the start of a booking is in the zone, too, above all in XLSX, which holds no offset', async () => {
    const cwd = temporaryFolder()
    const response = { type: 'Scheduler', headline: 'Call', startTime: '2026-07-01T09:30:00.000Z' }
    const record = {
      id: 'r1',
      createdAt: '2026-06-30T22:00:00.000Z',
      data: [{ questionId: 'call', response }],
    }
    writeFileSync(join(cwd, 'one.ndjson'), JSON.stringify(record))
    const zoned = (...words: readonly string[]): Promise<Ran> =>
      runInProcess({
        argv: ['responses', 'export', '--from', 'one.ndjson', '--timezone', 'Europe/Berlin', ...words],
        cwd,
      })
    const local = '2026-07-01T11:30:00.000+02:00'
    expect((await zoned()).stdout).toContain(local)
    expect((await zoned('--layout', 'long')).stdout).toContain(local)
    await zoned('--out', 'one.xlsx')
    const [, row] = readXlsx(readFileSync(join(cwd, 'one.xlsx')))[0]?.rows ?? []
    expect([row?.[2]?.value, row?.at(-1)?.value]).toEqual([46_204, 46_204 + 11.5 / 24])
  })

  test('times that are none are counted', async () => {
    expect((await exporting(['--timezone', 'utc'])).stderr).toContain(
      '3 times cannot be read: kept as written',
    )
  })

  test('times that are none are counted where they are shown', async () => {
    const stderr = async (...words: readonly string[]): Promise<string> =>
      (await exporting(['--timezone', 'utc', ...words])).stderr
    expect(await stderr('--columns', 'id')).not.toContain('cannot be read')
    expect(
      await stderr('--redact', 'createdAt=drop', '--redact', 'updatedAt=drop', '--columns', 'id'),
    ).not.toContain('cannot be read')
    expect(await stderr('--layout', 'long')).toContain('cannot be read')
    expect(await stderr('--layout', 'long', '--columns', 'finished')).not.toContain('cannot be read')
  })

  test('each of the three times', async () => {
    const ids = async (by: string): Promise<number> =>
      parseCsv(
        (await exporting(['--since', '2026-10-25T01:30:00Z', '--by', by, '--columns', 'id,formId'])).stdout,
      ).length - 1
    // Who tells no time is kept.
    expect([await ids('createdAt'), await ids('dataUpdatedAt')]).toEqual([2, 2])
    const until = await exporting(['--until', '2026-02-01', '--by', 'dataUpdatedAt'])
    expect(until.stderr).toContain('Kept: 1 record without a time at which answers changed that can be read.')
  })
})

describe('a key for hashes', () => {
  const key = '0123456789abcdef0123456789abcdef'
  const hash = createHmac('sha256', key).update('ada@example.com').digest('hex')
  const words = ['--redact', 'emailAddress=hash']

  test('comes from a file or the environment, a line end aside', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'k'), `${key}\n`)
    const fromFile = await exporting([...words, '--redact-key-file', 'k'], { cwd })
    const fromEnvironment = await exporting(words, { env: { FORMCTL_REDACT_KEY: key } })
    expect(fromFile.stdout).toContain(hash)
    expect(fromEnvironment).toEqual(fromFile)
    expect(fromFile.stdout).not.toContain('ada@')
  })

  // Its last byte in UTF-8 is that of a no-break space in other encodings.
  test('is the same from both to its last byte', async () => {
    const cwd = temporaryFolder()
    const odd = `${key.slice(1)}à`
    writeFileSync(join(cwd, 'k'), `${odd}\r\n`)
    const fromFile = await exporting([...words, '--redact-key-file', 'k'], { cwd })
    const fromEnvironment = await exporting(words, { env: { FORMCTL_REDACT_KEY: odd } })
    expect(fromFile.stdout).toContain(createHmac('sha256', odd).update('ada@example.com').digest('hex'))
    expect(fromEnvironment).toEqual(fromFile)
  })

  test('must be there and long enough, and nothing is written without', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'k'), 'short\n')
    for (const more of [[], ['--redact-key-file', 'k']])
      expect(await exporting([...words, ...more, '--out', 'a.csv'], { cwd })).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining('openssl rand -hex 32'),
      })
    expect(readdirSync(cwd)).toEqual(['k'])
  })
})

describe('misuse', () => {
  test.each([
    [['--layout', 'relational'], 'the standard output takes one'],
    [['--layout', 'long', '--multi', 'columns'], '--multi columns is for --layout wide'],
    [['--redact', 'emailAddress'], '--redact emailAddress does not say what to do'],
    [['--redact', 'emailAddress=blur'], 'write name=drop, name=hash or name=mask'],
    [['--redact', 'emial=drop'], 'did you mean "emailAddress"?'],
    [['--where', 'Age'], 'character 4: expected ='],
    [['--timezone', 'Berlni'], 'Is Europe/Berlin meant?'],
    [['--redact-key-file', 'k', '--redact', 'ip=drop'], '--redact-key-file is the key of hashes'],
    [['--delimiter', ';', '--format', 'tsv'], 'tsv has tabs between its cells'],
    [['--multi', 'columns', '--columns', 'Langauges'], 'did you mean "Languages'],
    [['--redact', 'emial=drop', '--format', 'ndjson'], 'did you mean "emailAddress"?'],
    [['--redact-key-file', 'k', '--format', 'json'], '--redact-key-file is the key of hashes'],
  ])('%j', async (words, sentence) => {
    const ran = await exporting(words)
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toContain(sentence)
  })
})
