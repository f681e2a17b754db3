import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const record = (id: string, formId: string | undefined, questions: Readonly<Record<string, unknown>>) => ({
  id,
  ...(formId !== undefined && { formId }),
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  data: Object.entries(questions).map(([headline, value]) => ({
    questionId: `q-${headline}`,
    response: { type: 'ShortInput', headline, value },
  })),
})

const records = [
  record('r1', 'f1', { Name: 'Ada', Age: '36' }),
  record('r2', 'f2', { Colour: 'red' }),
  record('r3', 'f1', { Name: 'Bob', Age: '17' }),
]

function folder(all: readonly unknown[] = records): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'r.json'), JSON.stringify({ data: all }))
  return cwd
}

const exporting = (cwd: string, ...words: readonly string[]): Promise<Ran> =>
  runInProcess({ cwd, argv: ['responses', 'export', '--from', 'r.json', '--split', 'form', ...words] })

const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')
const made = (cwd: string): readonly string[] =>
  readdirSync(cwd).filter((name) => name !== 'r.json' && !name.startsWith('.'))

describe('--split form', () => {
  test('writes a file for each form, with its own columns', async () => {
    const cwd = folder()
    expect(await exporting(cwd, '--out', 'a.csv')).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: 'Wrote 3 responses of 2 forms to a.f1.csv and a.f2.csv.\n',
    })
    const headerOf = (name: string): readonly string[] =>
      read(cwd, name).replace(/\n.*/s, '').split(',').slice(-2)
    expect(headerOf('a.f1.csv')).toEqual(['Name', 'Age'])
    expect(headerOf('a.f2.csv')).toEqual([expect.any(String), 'Colour'])
    expect(read(cwd, 'a.f2.csv')).not.toContain('Name')
    expect(made(cwd)).toEqual(['a.f1.csv', 'a.f2.csv'])
  })

  test.each(['a.csv', 'a.tsv', 'a.ndjson', 'a.json', 'a.csv --layout long', 'a.csv --multi columns'])(
    'writes to %s what an export of each form alone writes',
    async (words) => {
      const cwd = folder()
      await exporting(cwd, '--out', ...words.split(' '))
      for (const formId of ['f1', 'f2']) {
        const argv = `responses export --from r.json --form ${formId} --out alone.${words} --force`.split(' ')
        expect((await runInProcess({ cwd, argv })).exit).toBe(0)
        const ending = words.replace(/ .*/, '').slice(2)
        expect(read(cwd, `a.${formId}.${ending}`)).toBe(read(cwd, `alone.a.${ending}`))
      }
    },
  )

  test.each([
    ['xlsx', ['a.f1.xlsx', 'a.f2.xlsx']],
    ['sqlite', ['a.f1.sqlite', 'a.f2.sqlite']],
    ['parquet', ['a.f1.parquet', 'a.f2.parquet']],
    ['csv.gz', ['a.f1.csv.gz', 'a.f2.csv.gz']],
  ])('works for %s', async (ending, names) => {
    const cwd = folder()
    expect((await exporting(cwd, '--out', `a.${ending}`)).exit).toBe(0)
    expect(made(cwd)).toEqual(names)
  })

  test('packs each file', async () => {
    const cwd = folder()
    await exporting(cwd, '--out', 'a.csv.gz')
    expect(gunzipSync(readFileSync(join(cwd, 'a.f2.csv.gz'))).toString()).toContain('Colour')
  })

  test('has the three tables of each form beside each other', async () => {
    const cwd = folder()
    await exporting(cwd, '--out', 'a.csv', '--layout', 'relational')
    expect(made(cwd)).toEqual(
      ['f1', 'f2'].flatMap((form) => [`a.${form}.answers.csv`, `a.${form}.choices.csv`, `a.${form}.csv`]),
    )
  })

  test('applies conditions and redactions that name columns of one form', async () => {
    const cwd = folder()
    const words = ['--where', 'Age > 20 or Colour = red', '--redact', 'Name=mask']
    expect((await exporting(cwd, '--out', 'a.csv', ...words)).stderr).toBe(
      'Wrote 2 responses of 2 forms to a.f1.csv and a.f2.csv; 1 other did not match.\nRedacted: Name (mask).\n',
    )
    expect(read(cwd, 'a.f1.csv')).toMatch(/^r1,.*,•••,36\n$/m)
    expect(read(cwd, 'a.f2.csv')).toMatch(/^r2,.*,red\n$/m)
  })

  test('describes every file in the manifest', async () => {
    const cwd = folder()
    await exporting(cwd, '--out', 'a.csv', '--manifest', 'm.json')
    const manifest = outputOf(
      'responses-export-manifest',
      `${JSON.stringify(JSON.parse(read(cwd, 'm.json')))}\n`,
    )
    expect(manifest).toMatchObject({
      counts: { read: 3, written: 3 },
      files: [
        { path: 'a.f1.csv', formId: 'f1', rows: 2, columns: expect.arrayContaining(['Name', 'Age']) },
        { path: 'a.f2.csv', formId: 'f2', rows: 1, columns: expect.arrayContaining(['Colour']) },
      ],
    })
  })

  test('keeps exact numbers, and responses without a form', async () => {
    const cwd = folder()
    writeFileSync(
      join(cwd, 'r.json'),
      '{"data":[{"id":"r1","createdAt":"2026-03-01T09:00:00.000Z","status":12345678901234567890,"data":[]}]}',
    )
    await exporting(cwd, '--out', 'a.csv')
    expect(read(cwd, 'a.without form.csv')).toContain('12345678901234567890')
  })

  test('writes a file for a form that was asked for and has no responses', async () => {
    const cwd = folder()
    await exporting(cwd, '--out', 'a.csv', '--form', 'f9', '--form', 'f1')
    expect(made(cwd)).toEqual(['a.f1.csv', 'a.f9.csv'])
  })

  test('writes nothing where there are no responses', async () => {
    const cwd = folder([])
    const { exit, stderr } = await exporting(cwd, '--out', 'a.csv')
    expect([exit, made(cwd), stderr]).toEqual([
      0,
      [],
      expect.stringContaining('Wrote 0 responses of 0 forms.'),
    ])
  })
})

describe('files are named after forms', () => {
  const formsOf = (names: Readonly<Record<string, string>>) => ({
    data: Object.entries(names).map(([id, name]) => ({ id, name, url: `/s/${id}`, createdAt: '2026-03-01' })),
  })
  const fromService = async (names: Readonly<Record<string, string>> | undefined) => {
    const cwd = folder()
    const ran = await runInProcess({
      cwd,
      argv: ['responses', 'export', '--all', '--split', 'form', '--out', 'a.csv', '--api-key-stdin'],
      stdin: 'fctl_canary_a-key-of-forms',
      env: { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_ENVIRONMENT_ID: 'e1' },
      service: async ({ path }) => {
        if (path === '/api/v1/responses') return replyOf({ body: { data: records } })
        if (!names) return replyOf({ status: 404, body: { message: 'Not found' } })
        return replyOf({ body: path.startsWith('/api') ? formsOf(names) : { extensions: ['forms-list'] } })
      },
    })
    return { ...ran, names: made(cwd) }
  }

  test.each<[string, Readonly<Record<string, string>> | undefined, readonly string[]]>([
    ['by their names', { f1: 'Customer survey', f2: 'Fête 🎉' }, ['a.Customer survey.csv', 'a.Fête 🎉.csv']],
    ['made safe', { f1: '../evil', f2: 'con' }, ['a._con.csv', 'a._evil.csv']],
    ['without dots, which part names', { f1: 'v1.2', f2: 'answers' }, ['a.answers.csv', 'a.v1_2.csv']],
    ['by their ids where two have one name', { f1: 'Survey', f2: 'Survey' }, ['a.f1.csv', 'a.f2.csv']],
    ['apart where names look alike', { f1: 'A?', f2: 'a*' }, ['a.A_.csv', 'a.a_ (2).csv']],
    ['by their ids where a form is not listed', { f1: 'Survey' }, ['a.Survey.csv', 'a.f2.csv']],
    ['by their ids where the service lists none', undefined, ['a.f1.csv', 'a.f2.csv']],
  ])('%s', async (_, names, files) => {
    const ran = await fromService(names)
    expect([ran.exit, ran.names]).toEqual([0, files.toSorted((a, b) => (a < b ? -1 : 1))])
  })
})

describe('all files come together, or none', () => {
  test('one that is there is replaced only with --force', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'a.f2.csv'), 'old')
    expect(await exporting(cwd, '--out', 'a.csv')).toMatchObject({
      exit: 3,
      stderr:
        'error[file-exists]: a.f2.csv exists already. Choose another name, or add --force to replace it.\n',
    })
    expect([made(cwd), read(cwd, 'a.f2.csv')]).toEqual([['a.f2.csv'], 'old'])
    expect((await exporting(cwd, '--out', 'a.csv', '--force')).exit).toBe(0)
    expect(made(cwd)).toEqual(['a.f1.csv', 'a.f2.csv'])
  })

  test('an input is not overwritten', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'a.f1.json'), read(cwd, 'r.json'))
    const argv = 'responses export --from a.f1.json --split form --out a.json --force'.split(' ')
    expect(await runInProcess({ cwd, argv })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--out names the file of --from'),
    })
    expect(read(cwd, 'a.f1.json')).toBe(read(cwd, 'r.json'))
  })

  test('a reply that breaks off leaves nothing', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'r.json'), '{"data":[{"id":"r1","formId":"f1"},')
    expect([(await exporting(cwd, '--out', 'a.csv')).exit, made(cwd)]).toEqual([3, []])
  })

  test.each([
    [['--out', '-'], '--split needs --out.'],
    [['--out', 'a.csv', '--where', 'Nope = 1'], 'There is no column "Nope"'],
  ])('%j is refused in one sentence', async (words, sentence) => {
    const cwd = folder()
    expect(await exporting(cwd, ...words)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(sentence),
    })
    expect(made(cwd)).toEqual([])
  })

  test('a folder that is missing is reported before anything is read', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'r.json'), 'no reply')
    expect(await exporting(cwd, '--out', 'none/a.csv')).toMatchObject({
      exit: 3,
      stderr:
        'error[file-unwritable]: none/a.csv cannot be written: its folder does not exist. Create it first.\n',
    })
  })
})
