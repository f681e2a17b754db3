import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Call, Reply, Service } from '../../../src/wire/wire.ts'
import { parseCsv } from '../../support/csv.ts'
import { at, sampleForm, sampleSave } from '../../support/samples.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { ours, startTestService } from '../../support/test-service.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../../fixtures', name)
const settings = ['--base-url', 'https://forms.example']
const env = { FORMCTL_API_KEY: ours.apiKey }

type Given = { readonly cwd?: string; readonly stdin?: string | Uint8Array; readonly service?: Service }

/** Runs `formctl responses export` with these words. */
const exporting = (words: readonly string[], given: Given = {}): Promise<Ran> =>
  runInProcess({ argv: ['responses', 'export', ...words, ...(given.service ? settings : [])], env, ...given })

const idsIn = (csv: string): string[] =>
  parseCsv(csv)
    .slice(1)
    .map(([id = '']) => id)

describe('a saved reply', () => {
  test('becomes the table of the goldens on stdout, and a line of what was written on stderr', async () => {
    const ran = await exporting(['--from', fixture('responses/every-type.json')])
    expect(ran).toEqual({
      exit: 0,
      stdout: readFileSync(fixture('exports/every-type.csv'), 'utf8'),
      stderr: 'Wrote 2 responses in 31 columns.\n1 of 2 responses of the saved reply is partial.\n',
    })
  })

  test('is read from the standard input', async () => {
    const stdin = readFileSync(fixture('responses/empty.json'))
    expect(await exporting(['--from', '-', '--format', 'json'], { stdin })).toEqual({
      exit: 0,
      stdout: '{"schema_version":1,"data":[\n]}\n',
      stderr: 'Wrote 0 responses.\n',
    })
  })

  test.each([
    ['answers.csv', 'several-forms.csv'],
    ['answers.TSV', 'texts.tsv'],
    ['answers.json', 'unknown-shapes.json'],
    ['answers.jsonl', 'unknown-shapes.ndjson'],
    ['no-ending', 'lists.csv'],
  ])('goes into the file %s in the format of its ending', async (out, golden) => {
    const cwd = temporaryFolder()
    const from = fixture(`responses/${golden.replace(/\..*/, '')}.json`)
    const ran = await exporting(['--from', from, '--out', out], { cwd })
    expect(ran).toMatchObject({ exit: 0, stdout: '' })
    expect(ran.stderr).toContain(` to ${out}.\n`)
    expect(readFileSync(join(cwd, out), 'utf8')).toBe(readFileSync(fixture(`exports/${golden}`), 'utf8'))
    expect(readdirSync(cwd)).toEqual([out])
  })

  test('--quiet leaves nothing on stderr, and -o json names the format where no ending does', async () => {
    const ran = await exporting(['--from', fixture('responses/empty.json'), '--quiet', '-o', 'json'])
    expect(ran).toEqual({ exit: 0, stdout: '{"schema_version":1,"data":[\n]}\n', stderr: '' })
  })

  test('what was guarded, renamed and left out is said', async () => {
    const formulas = await exporting(['--from', fixture('responses/formulas.json')])
    expect(formulas.stderr).toMatch(/^18 cells would run as a formula .*--formulas raw leaves it out\.$/m)
    const renamed = await exporting(['--from', fixture('responses/renamed-question.json')])
    expect(renamed.stderr).toContain('are named after the newest one, "Your role today".')
    const some = await exporting([
      '--from',
      fixture('responses/unknown-shapes.json'),
      '--form',
      'clf0000000000000000000001',
    ])
    expect(some.stderr).toContain('Wrote 2 responses in 39 columns; 2 others did not match.')
    expect(some.stderr).toContain('warning: Left out: 2 records without a formId')
  })

  test.each([
    [['--since', '2026-03-01T10:00Z'], 'r4 r3 r2'],
    [['--since', '2026-03-01T12:00:00+01:00'], 'r4 r3'],
    [['--until', '2026-03-01T10:00:00.000Z'], 'r2 r1'],
    [['--since', '2026-03-01', '--until', '2026-03-01'], 'r4 r3 r2 r1'],
    [['--since', '2026-03-02'], ''],
    [['--until', '2026-02-28'], ''],
    [['--form', 'clf0000000000000000000002'], 'r4 r2'],
    [['--form', 'clf0000000000000000000002', '--until', '2026-03-01T10:30'], 'r2'],
    [['--form', 'clf0000000000000000000002', '--form', 'clf0000000000000000000001'], 'r4 r3 r2 r1'],
  ])('%j keeps %s', async (words, ids) => {
    const ran = await exporting(['--from', fixture('responses/several-forms.json'), ...words])
    expect(idsIn(ran.stdout).join(' ')).toBe(ids)
    const lines = await exporting([
      '--from',
      fixture('responses/several-forms.json'),
      '--format',
      'ndjson',
      ...words,
    ])
    expect(
      lines.stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).id)
        .join(' '),
    ).toBe(ids)
  })

  test.each(['csv', 'ndjson'])(
    '--by says which time --since means, however many came before: %s',
    async (format) => {
      const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z']
      const record = (id: string, createdAt: string, dataUpdatedAt: string): object => ({
        id,
        formId: 'f',
        createdAt,
        dataUpdatedAt,
        data: [],
      })
      const data = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) =>
        i % 2 === 0 ? record(id, early, late) : record(id, late, early),
      )
      const folder = temporaryFolder()
      writeFileSync(join(folder, 'reply.json'), JSON.stringify({ data }))
      for (const [by, ids] of [
        ['dataUpdatedAt', 'a c e'],
        ['createdAt', 'b d f'],
      ] as const) {
        const words = [
          '--from',
          join(folder, 'reply.json'),
          '--format',
          format,
          '--since',
          '2026-03-01',
          '--by',
          by,
        ]
        const ran = await exporting(words)
        const found = [...ran.stdout.matchAll(/^(?:\{"id":")?([a-f])\b(?!ormId)/gm)].map(([, id]) => id)
        expect(found.join(' ')).toBe(ids)
      }
    },
  )

  test('a record without a readable time passes --since, and that is said', async () => {
    const stdin =
      '{"data":[{"id":"a"},{"id":"b","createdAt":"yesterday"},{"id":"c","createdAt":"2020-01-01T00:00:00Z"}]}'
    const ran = await exporting(['--from', '-', '--since', '2026-01-01'], { stdin })
    expect(idsIn(ran.stdout)).toEqual(['a', 'b'])
    expect(ran.stderr).toContain('warning: Kept: 2 records without a time of creation that can be read.')
  })

  test('--since reads times to parts of milliseconds, and as no time what only a runtime takes for one', async () => {
    const stdin =
      '{"data":[{"id":"a","createdAt":"March 7"},{"id":"b","createdAt":"2026-01-01T00:00:00.000001Z"},{"id":"c","createdAt":"2025-12-31T23:59:59.999999Z"}]}'
    const ran = await exporting(['--from', '-', '--since', '2026-01-01'], { stdin })
    expect(idsIn(ran.stdout)).toEqual(['a', 'b'])
    expect(ran.stderr).toContain('warning: Kept: 1 record without a time of creation that can be read.')
  })

  test('one record without a form is told as one', async () => {
    const stdin = '{"data":[{"id":"a","formId":"f"},{"id":"b"}]}'
    const ran = await exporting(['--from', '-', '--form', 'f'], { stdin })
    expect(ran.stderr).toContain(
      'warning: Left out: 1 record without a formId; without --form, all are taken.',
    )
  })

  test('columns are chosen by any of their names, quoted where they hold a comma', async () => {
    const stdin = JSON.stringify({
      data: [{ id: 'r1', data: [{ questionId: 'q1', response: { headline: 'Name, first', value: 'Ada' } }] }],
    })
    const ran = await exporting(['--from', '-', '--columns', '"Name, first", q1 ,id'], { stdin })
    expect(ran.stdout).toBe('"Name, first",id\nAda,r1\n')
  })
})

test.each(['-', '/dev/stdout', '/dev/fd/1'])('--out %s is the standard output', async (out) => {
  const stdin = '{"data":[{"id":"a","createdAt":"2026-03-01T09:00:00.000Z","data":[]}]}'
  const ran = await exporting(['--from', '-', '--columns', 'id', '--out', out], { stdin })
  expect(ran).toMatchObject({ exit: 0, stdout: 'id\na\n' })
})

describe('nothing half-written is left', () => {
  const broken: readonly [string, string | Uint8Array, string][] = [
    ['cut off', '{"data":[{"id":"a"},{"id":', 'it ends too early, at line 1, column 27 (byte 26)'],
    [
      'not JSON',
      '{"data":[{"id":"a"},{"id":}]}',
      'line 1, column 27 (byte 26) is } where a value was expected',
    ],
    ['without data', '{"entries":"no"}', 'line 1, column 16 (byte 15) ends it, and it has no "data"'],
    ['empty', '', 'it is empty'],
    ['not UTF-8', Uint8Array.from([0xff, 0x28, 0x7b, 0]), 'line 1, column 1 (byte 0) is not UTF-8 text'],
    [
      'begun by no JSON',
      '“{"data":[]}”',
      'line 1, column 1 (byte 0) is 0xe2, the first byte of a non-ASCII character, where a value was expected',
    ],
  ]
  test.each(broken)(
    'of a saved reply that is %s: exit 3, with the file and the place',
    async (_, body, problem) => {
      const cwd = temporaryFolder()
      writeFileSync(join(cwd, 'reply.json'), body)
      for (const out of ['a.csv', 'a.json', 'a.ndjson']) {
        const ran = await exporting(['--from', 'reply.json', '--out', out], { cwd })
        expect(ran).toMatchObject({ exit: 3, stdout: '' })
        expect(ran.stderr).toContain(`reply.json is not a complete saved reply: ${problem}.`)
      }
      expect(readdirSync(cwd)).toEqual(['reply.json'])
    },
  )

  test('of an existing file without --force; with it, the old one stands until the new one is whole', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.csv'), 'old')
    const from = fixture('responses/empty.json')
    const refused = await exporting(['--from', from, '--out', 'a.csv'], { cwd })
    expect(refused).toMatchObject({ exit: 3, stderr: expect.stringContaining('a.csv exists already') })
    await exporting(['--from', '-', '--out', 'a.csv', '--force'], { cwd, stdin: '{"data":[' })
    expect(readFileSync(join(cwd, 'a.csv'), 'utf8')).toBe('old')
    const replaced = await exporting(['--from', from, '--out', 'a.csv', '--force'], { cwd })
    expect(replaced.exit).toBe(0)
    expect(readFileSync(join(cwd, 'a.csv'), 'utf8')).toMatch(/^id,/)
  })

  test.each([
    ['a folder', 'folder', 'it is a folder'],
    ['a device', 'device', 'it is a device or a pipe'],
    ['in a folder that is not there', 'nowhere/a.csv', 'its folder does not exist'],
  ])('where --out is %s: exit 3', async (_, out, reason) => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'folder'))
    symlinkSync('/dev/null', join(cwd, 'device'))
    const words = ['--from', fixture('responses/empty.json'), '--out', out, '--force']
    const ran = await exporting(words, { cwd })
    expect(ran).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining(`${out} cannot be written: ${reason}`),
    })
    expect(readdirSync(cwd)).toEqual(['device', 'folder'])
  })

  test('of a table larger than is kept in memory: its rows wait in a temporary file that leaves no trace', async () => {
    const cwd = temporaryFolder()
    const tmp = temporaryFolder()
    onTestFinished(() => void vi.unstubAllEnvs())
    const value = 'x'.repeat(1000)
    const records = Array.from({ length: 9000 }, (_, i) => ({
      id: `r${i}`,
      data: [{ questionId: `q${i % 40}`, response: { value } }],
    }))
    const stdin = JSON.stringify({ data: records })
    vi.stubEnv('TMPDIR', tmp)
    const args = ['--from', '-', '--timezone', 'UTC', '--out']
    const ran = await exporting([...args, 'a.csv'], { cwd, stdin })
    expect(ran).toMatchObject({ exit: 0, stdout: '' })
    const [header = [], ...rows] = parseCsv(readFileSync(join(cwd, 'a.csv'), 'utf8'))
    expect(rows.map(([id]) => id)).toEqual(records.map(({ id }) => id))
    expect(rows.every((row, i) => row[header.indexOf(`q${i % 40}`)] === value)).toBe(true)
    expect(readdirSync(tmp)).toEqual([])
    vi.stubEnv('TMPDIR', join(tmp, 'nowhere'))
    const failed = await exporting([...args, 'b.csv'], { cwd, stdin })
    expect(failed).toMatchObject({ exit: 3, stderr: expect.stringContaining(join(tmp, 'nowhere')) })
    expect(readdirSync(cwd)).toEqual(['a.csv'])
  })
})

describe('misuse ends with 2 and says what to give', () => {
  test.each([
    [
      ['--all', '--out', 'a.xls'],
      '.xls is not a supported format. Give --format csv|tsv|json|ndjson|xlsx|parquet|sqlite',
    ],
    [['--all', '--out', 'a.db', '--bom'], '--bom applies to csv and tsv, not to sqlite.'],
    [['--all', '--format', 'sqlite'], 'An SQLite file is written by --out'],
    [['--all', '--delimiter', '::'], 'Give one character that is not a quote or a line end'],
    [['--all', '--columns', ' , '], '--columns names no column.'],
    [['--all', '--since', 'soon'], '--since soon is not a time'],
    [['--all', '--until', '2026-02-30'], '--until 2026-02-30 names a day or an hour that does not exist'],
    [['--all', '--since', '2026-03-02', '--until', '2026-03-01'], '--since is later than --until'],
    [['--all', '-o', 'yaml'], 'yaml'],
    [['--from', fixture('responses/every-type.json'), '--columns', 'x'], 'There is no column "x"'],
  ])('%j', async (words, problem) => {
    const ran = await exporting(words)
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toContain(problem)
  })
})

/** A service over a store, with so many finished and unfinished responses of `form-a` and `form-b`. */
async function serviceWith(
  responses: Readonly<Record<string, { readonly finished: number; readonly partial?: number }>>,
): Promise<Service> {
  const { store, service, close } = await startTestService()
  onTestFinished(close)
  for (const [formId, { finished, partial = 0 }] of Object.entries(responses)) {
    await store.forms.create(sampleForm({ id: formId }))
    for (let n = 0; n < finished + partial; n++) {
      const responseId = `${formId}-${String(n).padStart(2, '0')}`
      await store.responses.save(sampleSave({ formId, responseId, at: at(n), isFinished: n < finished }))
    }
  }
  return service
}

/** The service, and the calls that it gets. */
function watched(service: Service): { readonly service: Service; readonly calls: Call[] } {
  const calls: Call[] = []
  const watching: Service = (call) => {
    calls.push(call)
    return service(call)
  }
  return { service: watching, calls }
}

const queries = (calls: readonly Call[]): string[] =>
  calls.map(({ path, query }) => `${path}?${new URLSearchParams(query).toString()}`)

describe('responses of the service', () => {
  test('a form with fewer than ten is read alone', async () => {
    const { service, calls } = watched(
      await serviceWith({ 'form-a': { finished: 9, partial: 3 }, 'form-b': { finished: 2 } }),
    )
    const ran = await exporting(['--form', 'form-a'], { service })
    expect(ran).toMatchObject({
      exit: 0,
      stderr: 'Wrote 9 responses in 14 columns.\nComplete: every finished response of form-a was read.\n',
    })
    expect(idsIn(ran.stdout)).toHaveLength(9)
    expect(queries(calls)).toEqual(['/api/v1/responses?formId=form-a'])
  })

  test('a form with ten or more is read page by page where the service gives pages, each response once', async () => {
    const { service, calls } = watched(
      await serviceWith({ 'form-a': { finished: 25 }, 'form-b': { finished: 3 } }),
    )
    const ran = await exporting(['--form', 'form-a', '--form', 'form-b', '--form', 'form-a'], { service })
    expect(ran.exit).toBe(0)
    expect(ran.stderr).toBe(
      'Wrote 28 responses in 14 columns.\nComplete: every finished response of form-a and form-b was read, as many as the service announces.\n',
    )
    const ids = idsIn(ran.stdout)
    expect(ids).toHaveLength(28)
    expect(new Set(ids).size).toBe(28)
    expect(queries(calls).toSorted()).toEqual([
      '/.well-known/formctl?',
      '/api/v1/environments/environment-1/forms?',
      '/api/v1/responses?formId=form-a',
      '/api/v1/responses?formId=form-a&limit=1000',
      '/api/v1/responses?formId=form-b',
    ])
  })

  test('--all is one read; --partials asks for partial ones and trusts a service that announces them', async () => {
    const { service, calls } = watched(
      await serviceWith({ 'form-a': { finished: 12, partial: 5 }, 'form-b': { finished: 1 } }),
    )
    expect(idsIn((await exporting(['--all'], { service })).stdout)).toHaveLength(13)
    const ran = await exporting(['--all', '--partials'], { service })
    expect(idsIn(ran.stdout)).toHaveLength(18)
    expect(ran.stderr).toBe(
      'Wrote 18 responses in 14 columns.\nComplete: every response of all forms was read, finished or not, as many as the service announces.\n',
    )
    expect(queries(calls)).toEqual([
      '/.well-known/formctl?',
      '/api/v1/environments/environment-1/forms?',
      '/api/v1/responses?',
      '/.well-known/formctl?',
      '/api/v1/environments/environment-1/forms?',
      '/api/v1/responses?returnPartials=true',
    ])
  })

  test('a form that is not there: exit 5, and no file', async () => {
    const cwd = temporaryFolder()
    const ran = await exporting(['--form', 'nope', '--out', 'a.csv'], { cwd, service: await serviceWith({}) })
    expect(ran).toMatchObject({ exit: 5, stdout: '' })
    expect(existsSync(join(cwd, 'a.csv'))).toBe(false)
  })

  test('without a key nothing is called: exit 4', async () => {
    const ran = await runInProcess({ argv: ['responses', 'export', '--all', ...settings] })
    expect(ran).toMatchObject({ exit: 4, stdout: '' })
  })
})

/** A service as strangers run it: it answers reads with these bodies, in turn, and knows nothing else. */
function stranger(bodies: readonly (readonly string[])[]): Service {
  const left = [...bodies]
  const reply = (status: number, body: AsyncIterable<Uint8Array>): Reply => ({ status, headers: {}, body })
  return async ({ path }) => {
    if (path !== '/api/v1/responses') return reply(404, chunksOf(['Cannot GET']))
    return reply(200, chunksOf(left.shift() ?? []))
  }
}

async function* chunksOf(parts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

const recordOf = (id: string, finished = true): string =>
  JSON.stringify({ id, formId: 'form-a', finished, data: [] })
const bodyOf = (ids: readonly string[], finished = true): string =>
  `{"data":[${ids.map((id) => recordOf(id, finished)).join(',')}]}`
const ten = Array.from({ length: 10 }, (_, i) => `r${i}`)

describe('a service that is not ours', () => {
  test('what the newest of a form hold beyond the environment is exported, and the doubt is said', async () => {
    const service = stranger([[bodyOf(ten, false)], [bodyOf(['r0', 'r11'])]])
    const ran = await exporting(['--form', 'form-a', '--partials', '--quiet'], { service })
    expect(ran.exit).toBe(0)
    expect(idsIn(ran.stdout)).toEqual(['r0', 'r11', ...ten.slice(1)])
    expect(ran.stderr).toContain(
      'warning: The service does not say whether its read of a whole environment holds every partial',
    )
    expect(ran.stderr).toContain(
      'warning: 9 responses came with the newest of a form but not with those of the environment.',
    )
  })

  test.each(['csv', 'json', 'ndjson'])(
    'a body that breaks off is read again, and %s tells each response once',
    async (format) => {
      const half = bodyOf(['r0', 'r1']).slice(0, -30)
      const service = stranger([[half], [half.slice(0, -1)], [bodyOf(['r0', 'r1', 'r2'])]])
      const cwd = temporaryFolder()
      const ran = await exporting(['--all', '--format', format], { service })
      expect(ran.exit).toBe(0)
      expect(ran.stdout.match(/r\d/g)).toEqual(['r0', 'r1', 'r2'])
      expect(ran.stderr).toContain('Trying again')
      expect(readdirSync(cwd)).toEqual([])
    },
  )

  test('a body that always breaks off: exit 7, nothing printed, no file', async () => {
    const cwd = temporaryFolder()
    const half = Array.from({ length: 4 }, () => [bodyOf(ten).slice(0, -3)])
    const toFile = await exporting(['--all', '--out', 'a.json'], { cwd, service: stranger(half) })
    expect(toFile).toMatchObject({ exit: 7, stdout: '' })
    const printed = await exporting(['--all', '--format', 'ndjson'], { cwd, service: stranger(half) })
    expect(printed).toMatchObject({ exit: 7, stdout: '' })
    expect(readdirSync(cwd)).toEqual([])
  })

  test('a reply that is a web page: exit 6', async () => {
    const ran = await exporting(['--all'], {
      service: stranger(Array.from({ length: 4 }, () => ['<!doctype html>'])),
    })
    expect(ran).toMatchObject({ exit: 6, stdout: '' })
    expect(ran.stderr).toContain('byte 0 is < where a value was expected')
  })

  test('what came from outside is made visible in sentences, and left as it is in data', async () => {
    const headline = '\u001b[31mRed\u001b[0m'
    const answer = (createdAt: string, title: string): unknown => ({
      createdAt,
      data: [{ questionId: 'q', response: { headline: title, value: 'v' } }],
    })
    const body = JSON.stringify({ data: [answer('2026-03-02', headline), answer('2026-03-01', 'Old')] })
    const ran = await exporting(['--all'], { service: stranger([[body]]) })
    expect(ran.stdout).toContain(headline)
    expect(ran.stderr).not.toContain('\u001b')
  })
})
