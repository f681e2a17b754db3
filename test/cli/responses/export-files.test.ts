import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../support/csv.ts'
import { outputOf } from '../../support/output-schema.ts'
import {
  folderWith,
  readIn,
  replyWith,
  responseOf,
  responses,
  rowsIn,
  savedReply,
} from '../../support/responses.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { temporaryFolder, type Ran } from '../../support/test-host.ts'
import { readXlsx } from '../../support/xlsx.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../../fixtures', name)
const golden = (name: string): string => readFileSync(fixture(`exports/doubtful-ids.${name}.csv`), 'utf8')

const manifestIn = (cwd: string): unknown =>
  outputOf('responses-export-manifest', `${JSON.stringify(JSON.parse(readIn(cwd, 'm.json')))}\n`)

/** What stands in a folder beside the reply. */
const made = (cwd: string): readonly string[] =>
  readdirSync(cwd)
    .filter((name) => name !== 'r.json' && !name.startsWith('.'))
    .toSorted()

const doubtful = (line: string, cwd = temporaryFolder(), env = {}): Promise<Ran> =>
  responses(`export --from ${fixture('responses/doubtful-ids.json')} --keep-duplicates ${line}`, { cwd, env })

describe('three tables', () => {
  test('go into three files, and the manifest tells of each', async () => {
    const cwd = temporaryFolder()
    expect(await doubtful('--layout relational --out all.csv --manifest m.json', cwd)).toEqual({
      exit: 0,
      stdout: '',
      stderr:
        'Wrote 5 responses, 17 answers and 19 choices to all.csv, all.answers.csv and all.choices.csv.\n1 of 5 responses of the saved reply is partial.\n',
    })
    expect(made(cwd)).toEqual(['all.answers.csv', 'all.choices.csv', 'all.csv', 'm.json'])
    expect(readIn(cwd, 'all.csv')).toBe(golden('relational.responses'))
    expect(readIn(cwd, 'all.answers.csv')).toBe(golden('relational.answers'))
    expect(readIn(cwd, 'all.choices.csv')).toBe(golden('relational.choices'))
    expect(manifestIn(cwd)).toMatchObject({
      table: { layout: 'relational' },
      files: [
        { path: 'all.csv', rows: 5, bytes: Buffer.byteLength(readIn(cwd, 'all.csv')) },
        { path: 'all.answers.csv', rows: 17 },
        { path: 'all.choices.csv', rows: 19, columns: expect.arrayContaining(['option', 'chosen']) },
      ],
    })
    expect(await doubtful('--layout relational --out all.csv --force', cwd)).toMatchObject({ exit: 0 })
  })

  test('go into one file of SQLite, tied together by a key', async () => {
    const cwd = temporaryFolder()
    await doubtful('--layout relational --out all.db --manifest m.json', cwd)
    const sql = `select r.response_number n, person_attributes_country country, value
      from responses r join answers a using (response_number) where question = 'Country' order by 1`
    expect(rowsIn(join(cwd, 'all.db'), sql).map((row) => Object.values(row).join(' '))).toEqual([
      '1 DE Germany',
      '2 FR France',
      '3 DE germany',
    ])
    const keys = rowsIn(join(cwd, 'all.db'), `select "from" from pragma_foreign_key_list('choices')`)
    expect(keys[0]).toMatchObject({ from: 'response_number' })
    const tables = [{ name: 'responses', rows: 5 }, { name: 'answers' }, { name: 'choices' }]
    expect(manifestIn(cwd)).toMatchObject({ files: [{ path: 'all.db', tables }] })
  })

  test.each([
    ['all.xlsx', ['all.xlsx']],
    ['all.parquet', ['all.answers.parquet', 'all.choices.parquet', 'all.parquet']],
  ])('go into %s', async (out, files) => {
    const cwd = temporaryFolder()
    expect(await doubtful(`--layout relational --out ${out}`, cwd)).toMatchObject({ exit: 0 })
    expect(made(cwd)).toEqual(files)
  })
})

describe('options reach the table', () => {
  test.each([
    ['--layout long', golden('long')],
    ['--timezone Europe/Berlin', golden('berlin')],
    ["--where 'Languages is not empty' --where 'createdAt < 2026-04-01'", golden('where')],
    ['--layout long --columns personAttributes.country,Languages,emailAddress', golden('long-chosen')],
    [
      '--delimiter ; --bom --line-end crlf --columns id,finished',
      '\uFEFFid;finished\r\nr1;true\r\nr1;true\r\n;false\r\nr4;true\r\nr5;true\r\n',
    ],
  ])('%s', async (line, stdout) => {
    expect(await doubtful(line)).toMatchObject({ exit: 0, stdout })
  })

  test('the start of a booking is in the zone, too, above all in XLSX, which holds no offset', async () => {
    const answer = { type: 'Scheduler', startTime: '2026-07-01T09:30:00.000Z' }
    const record = responseOf({ 'call=Call': answer }, { createdAt: '2026-06-30T22:00:00.000Z' })
    const cwd = folderWith({ 'r.json': replyWith([record]) })
    const zoned = (line: string): Promise<Ran> =>
      responses(`export --from r.json --timezone Europe/Berlin ${line}`, { cwd })
    for (const line of ['', '--layout long'])
      expect((await zoned(line)).stdout).toContain('2026-07-01T11:30:00.000+02:00')
    await zoned('--out one.xlsx')
    const [, row] = readXlsx(readFileSync(join(cwd, 'one.xlsx')))[0]?.rows ?? []
    expect([row?.[2]?.value, row?.at(-1)?.value]).toEqual([46_204, 46_204 + 11.5 / 24])
  })

  test.each([
    ['', '3 times cannot be read'],
    ['--layout long', '1 time cannot be read'],
    ['--columns id', undefined],
    ['--redact createdAt=drop --redact updatedAt=drop --columns id', undefined],
    ['--layout long --columns finished', undefined],
  ])('times that are none are counted where they are shown: "%s"', async (line, said) => {
    const { stderr } = await doubtful(`--timezone utc ${line}`)
    expect(/\d+ times? cannot be read/.exec(stderr)?.[0]).toBe(said)
  })

  test('each of the three times', async () => {
    // Who tells no time is kept.
    for (const by of ['createdAt', 'dataUpdatedAt'])
      expect(
        parseCsv((await doubtful(`--since 2026-10-25T01:30:00Z --by ${by} --columns id,formId`)).stdout),
      ).toHaveLength(3)
    const until = await doubtful('--until 2026-02-01 --by dataUpdatedAt')
    expect(until.stderr).toContain('Kept: 1 record without a time at which answers changed that can be read.')
  })

  // The last byte of one in UTF-8 is that of a no-break space in other encodings.
  test.each(['0123456789abcdef0123456789abcdef', '123456789abcdef0123456789abcdefà'])(
    'a key for hashes comes from a file or the environment, a line end aside: %s',
    async (key) => {
      const cwd = folderWith({ k: `${key}\r\n` })
      const fromFile = await doubtful('--redact emailAddress=hash --redact-key-file k', cwd)
      const fromEnvironment = await doubtful('--redact emailAddress=hash', cwd, { FORMCTL_REDACT_KEY: key })
      expect(fromFile.stdout).toContain(createHmac('sha256', key).update('ada@example.com').digest('hex'))
      expect(fromFile.stdout).not.toContain('ada@')
      expect(fromEnvironment).toEqual(fromFile)
    },
  )
})

describe('an ending that packs', () => {
  const data = Array.from({ length: 500 }, (_, n) =>
    responseOf({ 'q1=Name': `=Ada "${n}"`, [`q${n % 3}=Q${n % 3}`]: { selected: 'x' } }, { id: `r${n}` }),
  )
  const folder = (): string => folderWith({ 'r.json': replyWith(data) })
  const exporting = (cwd: string, line: string): Promise<Ran> =>
    responses(`export --from r.json ${line}`, { cwd })
  const bytesOf = (cwd: string, name: string): Buffer => readFileSync(join(cwd, name))

  test.each([
    ['a.csv', '.gz', ''],
    ['a.csv', '.zst', ''],
    ['a.CSV', '.GZ', ''],
    ['a.csv', '.gz', '--where id=r7'],
    ['a.csv', '.gz', '--multi columns'],
    ['a.csv', '.gz', '--bom --line-end crlf'],
    ['a.tsv', '.gz', ''],
    ['a.ndjson', '.zst', ''],
    ['a.json', '.gz', ''],
    ['a.jsonl', '.gz', '--where id=r7'],
    ['a', '.gz', '--format csv'],
    ['a.txt', '.zst', '--format tsv'],
  ])('%s%s %s holds the same bytes as without it', async (name, packing, line) => {
    const cwd = folder()
    await exporting(cwd, `--out plain${name} ${line}`)
    const { exit, stderr } = await exporting(cwd, `--out ${name}${packing} ${line}`)
    expect([exit, stderr]).toEqual([0, expect.stringContaining(`to ${name}${packing}`)])
    expect(stderr).not.toContain('its name says')
    const unpack = /gz/i.test(packing) ? gunzipSync : zstdDecompressSync
    expect(unpack(bytesOf(cwd, name + packing)).equals(bytesOf(cwd, `plain${name}`))).toBe(true)
  })

  test('packs each table of a layout of several', async () => {
    const cwd = folder()
    const { stderr } = await exporting(cwd, '--layout relational --out t.csv.gz')
    expect(stderr).toContain('to t.csv.gz, t.answers.csv.gz and t.choices.csv.gz.')
    for (const name of ['t.csv.gz', 't.answers.csv.gz', 't.choices.csv.gz'])
      expect(gunzipSync(bytesOf(cwd, name)).toString()).toContain('responseNumber,')
  })

  test('has the size and SHA-256 of the packed file in the manifest, and its packing in the codebook', async () => {
    const cwd = folder()
    await exporting(cwd, '--out a.csv.zst --manifest m.json --codebook b.json')
    const bytes = bytesOf(cwd, 'a.csv.zst')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(manifestIn(cwd)).toMatchObject({
      files: [{ path: 'a.csv.zst', format: 'csv', bytes: bytes.length, sha256 }],
    })
    const [resource] = JSON.parse(readIn(cwd, 'b.json')).resources
    expect(resource).toMatchObject({ path: 'a.csv.zst', format: 'csv', compression: 'zst' })
  })

  test.each(['back.json.gz', 'back.ndjson.zst'])('%s is read back by --from', async (name) => {
    const cwd = folder()
    await exporting(cwd, `--out ${name}`)
    expect(await responses(`export --from ${name}`, { cwd })).toEqual(await exporting(cwd, ''))
  })
})

describe('--split form', () => {
  const records = [
    responseOf({ Name: 'Ada', Age: '36' }, { finished: true }),
    responseOf({ Colour: 'red' }, { id: 'r2', formId: 'f2', finished: true }),
    responseOf({ Name: 'Bob', Age: '17' }, { id: 'r3', finished: true }),
  ]
  const folder = (all: readonly object[] = records): string => folderWith({ 'r.json': replyWith(all) })
  const exporting = (cwd: string, line: string): Promise<Ran> =>
    responses(`export --from r.json --split form --out ${line}`, { cwd })

  test('writes a file for each form, with its own columns', async () => {
    const cwd = folder()
    expect(await exporting(cwd, 'a.csv')).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: 'Wrote 3 responses of 2 forms to a.f1.csv and a.f2.csv.\n',
    })
    expect(readIn(cwd, 'a.f1.csv')).toMatch(/^[^\n]*completedForm,Name,Age\n/)
    expect(readIn(cwd, 'a.f2.csv')).toMatch(/^[^\n]*completedForm,Colour\n/)
    expect(made(cwd)).toEqual(['a.f1.csv', 'a.f2.csv'])
    expect((await exporting(cwd, 'a.csv --force')).exit).toBe(0)
  })

  test.each(['a.csv', 'a.tsv', 'a.ndjson', 'a.json', 'a.csv --layout long', 'a.csv --multi columns'])(
    'writes to %s what an export of each form alone writes',
    async (line) => {
      const cwd = folder()
      await exporting(cwd, line)
      for (const formId of ['f1', 'f2']) {
        const alone = `export --from r.json --form ${formId} --out alone.${line} --force`
        expect((await responses(alone, { cwd })).exit).toBe(0)
        const ending = line.replace(/ .*/, '').slice(2)
        expect(readIn(cwd, `a.${formId}.${ending}`)).toBe(readIn(cwd, `alone.a.${ending}`))
      }
    },
  )

  const tables = ['f1', 'f2'].flatMap((form) => [
    `a.${form}.answers.csv`,
    `a.${form}.choices.csv`,
    `a.${form}.csv`,
  ])
  test.each([
    ['a.xlsx', ['a.f1.xlsx', 'a.f2.xlsx']],
    ['a.sqlite', ['a.f1.sqlite', 'a.f2.sqlite']],
    ['a.parquet', ['a.f1.parquet', 'a.f2.parquet']],
    ['a.csv --layout relational', tables],
    // Also for a form that was asked for and has no responses.
    ['a.csv --form f9 --form f1', ['a.f1.csv', 'a.f9.csv']],
  ])('works for %s', async (line, names) => {
    const cwd = folder()
    expect((await exporting(cwd, line)).exit).toBe(0)
    expect(made(cwd)).toEqual(names)
  })

  test('packs each file', async () => {
    const cwd = folder()
    await exporting(cwd, 'a.csv.gz')
    expect(made(cwd)).toEqual(['a.f1.csv.gz', 'a.f2.csv.gz'])
    expect(gunzipSync(readFileSync(join(cwd, 'a.f2.csv.gz'))).toString()).toContain('Colour')
  })

  test('applies conditions and redactions that name columns of one form', async () => {
    const cwd = folder()
    const { stderr } = await exporting(cwd, "a.csv --where 'Age > 20 or Colour = red' --redact Name=mask")
    expect(stderr).toBe(
      'Wrote 2 responses of 2 forms to a.f1.csv and a.f2.csv; 1 other did not match.\nRedacted: Name (mask).\n',
    )
    expect(readIn(cwd, 'a.f1.csv')).toMatch(/^r1,.*,•••,36\n$/m)
    expect(readIn(cwd, 'a.f2.csv')).toMatch(/^r2,.*,red\n$/m)
  })

  test('describes every file in the manifest', async () => {
    const cwd = folder()
    await exporting(cwd, 'a.csv --manifest m.json')
    expect(manifestIn(cwd)).toMatchObject({
      counts: { read: 3, written: 3 },
      files: [
        { path: 'a.f1.csv', formId: 'f1', rows: 2, columns: expect.arrayContaining(['Name', 'Age']) },
        { path: 'a.f2.csv', formId: 'f2', rows: 1, columns: expect.arrayContaining(['Colour']) },
      ],
    })
  })

  test('keeps exact numbers, and responses without a form', async () => {
    const cwd = folderWith({ 'r.json': '{"data":[{"id":"r1","status":12345678901234567890,"data":[]}]}' })
    await exporting(cwd, 'a.csv')
    expect(readIn(cwd, 'a.without form.csv')).toContain('12345678901234567890')
  })

  test('writes nothing where there are no responses', async () => {
    const cwd = folder([])
    const { exit, stderr } = await exporting(cwd, 'a.csv')
    expect([exit, made(cwd), stderr]).toEqual([
      0,
      [],
      expect.stringContaining('Wrote 0 responses of 0 forms.'),
    ])
  })

  test.each<[string, Readonly<Record<string, string>> | undefined, readonly string[]]>([
    ['by their names', { f1: 'Customer survey', f2: 'Fête 🎉' }, ['a.Customer survey.csv', 'a.Fête 🎉.csv']],
    ['made safe', { f1: '../evil', f2: 'con' }, ['a._con.csv', 'a._evil.csv']],
    ['without dots, which part names', { f1: 'v1.2', f2: 'answers' }, ['a.answers.csv', 'a.v1_2.csv']],
    ['by their ids where two have one name', { f1: 'Survey', f2: 'Survey' }, ['a.f1.csv', 'a.f2.csv']],
    ['apart where names look alike', { f1: 'A?', f2: 'a*' }, ['a.A_.csv', 'a.a_ (2).csv']],
    ['by their ids where a form is not listed', { f1: 'Survey' }, ['a.Survey.csv', 'a.f2.csv']],
    ['by their ids where the service lists none', undefined, ['a.f1.csv', 'a.f2.csv']],
  ])('names files after forms: %s', async (_, names, files) => {
    const listed = Object.entries(names ?? {}).map(([id, name]) => ({
      id,
      name,
      url: `/s/${id}`,
      createdAt: '2026-03-01',
    }))
    const cwd = temporaryFolder()
    const { exit } = await responses('export --all --split form --out a.csv --api-key-stdin', {
      cwd,
      stdin: 'fctl_canary_a-key-of-forms',
      env: { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_ENVIRONMENT_ID: 'e1' },
      service: async ({ path }) => {
        if (path === '/api/v1/responses') return replyOf({ body: { data: records } })
        if (!names) return replyOf({ status: 404, body: { message: 'Not found' } })
        return replyOf({ body: path.startsWith('/api') ? { data: listed } : { extensions: ['forms-list'] } })
      },
    })
    expect([exit, made(cwd)]).toEqual([0, files.toSorted()])
  })
})

describe('--check', () => {
  async function kept(): Promise<string> {
    const cwd = folderWith({ 'r.json': savedReply({ 'q1=Age': 'x' }) })
    await responses('export --from r.json --columns-file c.yaml --out a.csv', { cwd })
    return cwd
  }
  const fresh = (): string => folderWith({ 'r.json': savedReply({ 'q1=Age': 'x' }) })
  const check = async (cwd: string, line: string) => {
    const ran = await responses(`export --from r.json --columns-file c.yaml --check ${line}`, { cwd })
    return line === '-o json' ? { ...ran, told: outputOf('responses-export-check', ran.stdout) } : ran
  }

  test('says under --quiet why it ends with 1', async () => {
    const stderr = expect.stringContaining('c.yaml would change.\n')
    expect(await check(fresh(), '--quiet')).toMatchObject({ exit: 1, stdout: '', stderr })
  })

  test('tells it as JSON', async () => {
    const told = {
      path: 'c.yaml',
      exists: true,
      fileWouldChange: false,
      columnsWouldChange: false,
      changes: [],
    }
    expect(await check(await kept(), '-o json')).toMatchObject({ exit: 0, told })
    expect(await check(fresh(), '-o json')).toMatchObject({
      exit: 1,
      told: { exists: false, columnsWouldChange: true },
    })
  })

  test('takes a headline that was corrected for no change of columns', async () => {
    const cwd = await kept()
    writeFileSync(
      join(cwd, 'r.json'),
      replyWith([responseOf({ 'q1=Your age': 'x' }, { createdAt: '2026-03-02T09:00:00Z' })]),
    )
    expect(await check(cwd, '-o json')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('c.yaml would note a headline, and keep all columns.'),
      told: { fileWouldChange: true, columnsWouldChange: false, changes: [{ change: 'headline' }] },
    })
  })
})
