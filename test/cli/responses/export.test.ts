import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeRaw } from '../../../src/engine/engine.ts'
import { readRecords } from '../../../src/record/read-records.ts'
import { hashOfId } from '../../../src/record/records.ts'
import type { Call, Service } from '../../../src/wire/wire.ts'
import { parseCsv } from '../../support/csv.ts'
import { outputOf } from '../../support/output-schema.ts'
import { folderWith, readIn, replyWith, responseOf, responses, savedReply } from '../../support/responses.ts'
import { at, sampleForm, sampleSave } from '../../support/samples.ts'
import { replyOf, scriptedService } from '../../support/scripted-service.ts'
import { temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { ours, startTestService } from '../../support/test-service.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../../fixtures', name)
const fixtureText = (name: string): string => readFileSync(fixture(name), 'utf8')
const env = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: ours.apiKey }

const exporting = (line: string, given: Partial<TestHostOptions> = {}): Promise<Ran> =>
  responses(`export ${line}`, { ...given, env: { ...(given.service && env), ...given.env } })

/** Exports what is saved. */
const saved = (stdin: string, line = ''): Promise<Ran> => exporting(`--from - ${line}`, { stdin })

/** The ids of an export as CSV or as lines. */
const idsIn = (text: string): string[] =>
  text.startsWith('{')
    ? Array.from(text.trimEnd().split('\n'), (line) => JSON.parse(line).id)
    : parseCsv(text)
        .slice(1)
        .map(([id = '']) => id)

describe('a saved reply', () => {
  test('becomes the table of the goldens on stdout, and a line of what was written on stderr', async () => {
    expect(await saved(fixtureText('responses/every-type.json'))).toEqual({
      exit: 0,
      stdout: fixtureText('exports/every-type.csv'),
      stderr: 'Wrote 2 responses in 31 columns.\n1 of 2 responses of the saved reply is partial.\n',
    })
  })

  test.each([
    ['--format json', 'Wrote 0 responses.\n'],
    ['--quiet -o json', ''],
  ])('as %s is records', async (line, stderr) => {
    const stdout = '{"schema_version":1,"data":[\n]}\n'
    expect(await saved(fixtureText('responses/empty.json'), line)).toEqual({ exit: 0, stdout, stderr })
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
    const stderr = expect.stringContaining(` to ${out}.\n`)
    expect(await exporting(`--from ${from} --out ${out}`, { cwd })).toMatchObject({
      exit: 0,
      stdout: '',
      stderr,
    })
    expect(readIn(cwd, out)).toBe(fixtureText(`exports/${golden}`))
    expect(readdirSync(cwd)).toEqual([out])
  })

  test.each([
    [
      'formulas',
      '',
      /^18 cells would run as a formula in a spreadsheet, so a ' is put before each.*--formulas raw leaves it out\.$/m,
    ],
    [
      'formulas',
      '--out a.xlsx',
      /^\d+ cells marked as text, because a spreadsheet would run them when edited; --formulas raw leaves the mark out\.$/m,
    ],
    ['renamed-question', '', /are named after the newest one, "Your role today"\./],
    [
      'unknown-shapes',
      '--form clf0000000000000000000001',
      /^Wrote 2 responses in 39 columns; 2 others did not match\.$/m,
    ],
    [
      'unknown-shapes',
      '--form clf0000000000000000000001',
      /^warning: Left out: 2 records without a formId\. Without --form, all are taken\.$/m,
    ],
    [
      'doubtful-ids',
      '--out a.xlsx --timezone Europe/Berlin',
      /^XLSX cells hold no offset: times are local times of Europe\/Berlin; when clocks are put back, two moments look the same\.$/m,
    ],
    [
      'doubtful-ids',
      '--out a.xlsx --timezone +02:00',
      /^XLSX cells hold no offset: times are local times of \+02:00\.$/m,
    ],
    [
      'several-forms',
      '--form nope --quiet',
      /^warning: None of the 4 responses of the saved reply is of form nope\.\n$/,
    ],
  ])('what was guarded, renamed, marked or left out is said: %s %s', async (name, line, sentence) => {
    const { exit, stderr } = await exporting(`--from ${fixture(`responses/${name}.json`)} ${line}`)
    expect([exit, stderr]).toEqual([0, expect.stringMatching(sentence)])
  })

  test.each([
    'xlsx --timezone UTC',
    'xlsx --timezone utc',
    'xlsx --timezone Z',
    'csv --timezone Europe/Berlin',
  ])('and of %s no offset is missed', async (line) => {
    const { stderr } = await exporting(`--from ${fixture('responses/doubtful-ids.json')} --out a.${line}`)
    expect(stderr).not.toContain('hold no offset')
  })

  const second = 'clf0000000000000000000002'
  test.each([
    ['--since 2026-03-01T10:00Z', 'r4 r3 r2'],
    ['--since 2026-03-01T12:00:00+01:00', 'r4 r3'],
    ['--until 2026-03-01T10:00:00.000Z', 'r2 r1'],
    ['--since 2026-03-01 --until 2026-03-01', 'r4 r3 r2 r1'],
    ['--since 2026-03-02', ''],
    ['--until 2026-02-28', ''],
    [`--form ${second}`, 'r4 r2'],
    [`--form ${second} --until 2026-03-01T10:30`, 'r2'],
    [`--form ${second} --form clf0000000000000000000001`, 'r4 r3 r2 r1'],
  ])('%s keeps "%s"', async (line, ids) => {
    for (const format of ['csv', 'ndjson']) {
      const { stdout } = await saved(
        fixtureText('responses/several-forms.json'),
        `${line} --format ${format}`,
      )
      expect(stdout === '' ? '' : idsIn(stdout).join(' ')).toBe(ids)
    }
  })

  test.each(['csv', 'ndjson'])(
    '--by says which time --since means, however many came before: %s',
    async (format) => {
      const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z']
      const reply = replyWith(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) =>
          responseOf(
            {},
            i % 2 === 0
              ? { id, createdAt: early, dataUpdatedAt: late }
              : { id, createdAt: late, dataUpdatedAt: early },
          ),
        ),
      )
      for (const [by, ids] of [
        ['dataUpdatedAt', 'ace'],
        ['createdAt', 'bdf'],
      ]) {
        const { stdout } = await saved(reply, `--format ${format} --since 2026-03-01 --by ${by}`)
        expect(idsIn(stdout).join('')).toBe(ids)
      }
    },
  )

  const untimed =
    '{"id":"a"},{"id":"b","createdAt":"yesterday"},{"id":"c","createdAt":"2020-01-01T00:00:00Z"}'
  const nearly =
    '{"id":"a","createdAt":"March 7"},{"id":"b","createdAt":"2026-01-01T00:00:00.000001Z"},{"id":"c","createdAt":"2025-12-31T23:59:59.999999Z"}'
  test.each([
    ['a record without a readable time passes', untimed, '2 records'],
    ['times are read to parts of milliseconds, and none as only a runtime takes one', nearly, '1 record'],
  ])('--since: %s, and that is said', async (_, records, count) => {
    const { stdout, stderr } = await saved(`{"data":[${records}]}`, '--since 2026-01-01')
    expect(idsIn(stdout)).toEqual(['a', 'b'])
    expect(stderr).toContain(`warning: Kept: ${count} without a time of creation that can be read.`)
  })

  test('one record without a form is told as one', async () => {
    const { stderr } = await saved('{"data":[{"id":"a","formId":"f"},{"id":"b"}]}', '--form f')
    expect(stderr).toContain('warning: Left out: 1 record without a formId. Without --form, all are taken.')
  })

  test.each([
    ['--form clf0000000000000000000002', ''],
    ['--form clf0000000000000000000002 --until 2020-01-01', ''],
    ['--form zzz --form clf0000000000000000000002', 'form zzz'],
    ['--form zzz --form clf0000000000000000000002 --until 2020-01-01', 'form zzz'],
    ['--form zzz --form clf0000000000000000000002 --until 2020-01-01 --by updatedAt', 'form zzz'],
    ['--form zzz --form a --form b --form c --form d', 'form zzz, a, b, c or d'],
  ])('warns of a form without responses in the saved reply: %s', async (line, forms) => {
    const { stderr } = await saved(fixtureText('responses/several-forms.json'), `--out a.csv --quiet ${line}`)
    expect(stderr).toBe(forms && `warning: None of the 4 responses of the saved reply is of ${forms}.\n`)
  })
})

test.each(['-', '/dev/stdout', '/dev/fd/1'])('--out %s is the standard output', async (out) => {
  expect(await saved(savedReply({}), `--columns id --out ${out}`)).toMatchObject({
    exit: 0,
    stdout: 'id\nr1\n',
  })
})

test('an export makes control characters visible on a terminal, and leaves them alone in a pipe', async () => {
  const answers = { 'q=H\u001b]0;title\u0007': 'r\u202Eo 渡\nb' }
  const stdin = replyWith([responseOf(answers, { id: 'a\u001b[31mX' })])
  const shown = await exporting('--from -', { stdin, isTerminal: true })
  expect(['\u001b', '\u0007', '\u202e'].filter((sign) => shown.stdout.includes(sign))).toEqual([])
  expect(shown.stdout).toContain('渡\nb')
  const piped = await saved(stdin)
  expect(piped.stdout).toContain('a\u001b[31mX')
  expect(piped.stdout).toContain('r\u202Eo 渡\nb')
})

const [threeWithoutEngine, noneWithoutEngine] = [
  '3 of 4 records were read without it',
  '0 of 4 records were read without it',
]

test.each([
  ['', `by the engine; ${threeWithoutEngine}`],
  ['--format ndjson', `by the engine; ${noneWithoutEngine}`],
  ['--format xlsx --layout long', `by the engine; ${threeWithoutEngine}`],
  ['--since 2020-01-01', `by the engine; ${threeWithoutEngine}`],
  ['--since 2020-01-01 --by updatedAt', 'without the engine'],
  ["--where 'finished = true'", `by the engine; ${threeWithoutEngine}`],
  ["--where 'finished = true' --format ndjson", `by the engine; ${threeWithoutEngine}`],
  ['--format json --redact id=mask', 'without the engine'],
  ['--codebook book.json', `by the engine; ${threeWithoutEngine}`],
  ['--multi columns', 'without the engine'],
])('--verbose says which way an export of "%s" went', async (words, way) => {
  const line = `--from ${fixture('responses/several-forms.json')} --out a.csv ${words}`
  expect((await exporting(`${line} --verbose`)).stderr).toContain(`\nExported ${way}.\n`)
  expect((await exporting(line)).stderr).not.toContain('engine')
})

test('a question without a headline is called by its type in answers, and in plain words in figures', async () => {
  const from = `--from ${fixture('responses/every-type.json')}`
  const long = await exporting(`${from} --layout long --columns question,type`)
  expect(long.stdout).toContain('\nIdentityInfo,IdentityInfo\n')
  const figures = await responses(`stats ${from}`, { isTerminal: true })
  expect(figures.stdout).toMatch(/^\d+ Contact details$/m)
})

describe('lines on a terminal', () => {
  const line = `--from ${fixture('responses/formulas.json')} --out a.csv`
  const widest = (lines: readonly string[]): number => Math.max(...lines.map(({ length }) => length))

  test.each([40, 80])('are broken between words at %d columns', async (columns) => {
    const { stderr } = await exporting(line, { isTerminal: true, columns })
    expect(widest(stderr.split('\n'))).toBeLessThanOrEqual(columns)
    expect(stderr.replaceAll('\n', ' ')).toContain('; --formulas raw leaves it out.')
  })

  test('are whole in a pipe', async () => {
    const { stderr } = await exporting(line, { columns: 40 })
    expect(stderr).toMatch(/^\d+ cells would run as a formula in a spreadsheet, .*raw leaves it out\.$/m)
  })

  test('of failures are broken, too, and what takes no break is left whole', async () => {
    const option = `--${'a'.repeat(60)}`
    const { stderr } = await exporting(`--all --redact ${option}`, { isTerminal: true, columns: 40 })
    const lines = stderr.split('\n')
    expect(lines).toContain(option)
    expect(widest(lines.filter((one) => one !== option))).toBeLessThanOrEqual(40)
  })
})

describe('nothing half-written is left', () => {
  test('of an existing file: with --force, the old one stands until the new one is whole', async () => {
    const cwd = folderWith({ 'a.csv': 'old' })
    await exporting('--from - --out a.csv --force', { cwd, stdin: '{"data":[' })
    expect(readIn(cwd, 'a.csv')).toBe('old')
    expect((await exporting('--from - --out a.csv --force', { cwd, stdin: savedReply() })).exit).toBe(0)
    expect(readIn(cwd, 'a.csv')).toMatch(/^id,/)
  })

  test('of a table larger than is kept in memory: its rows wait in a temporary file that leaves no trace', async () => {
    const [cwd, tmp] = [temporaryFolder(), temporaryFolder()]
    onTestFinished(() => void vi.unstubAllEnvs())
    const value = 'x'.repeat(1000)
    const records = Array.from({ length: 9000 }, (_, i) =>
      responseOf({ [`q${i % 40}`]: value }, { id: `r${i}` }),
    )
    const stdin = replyWith(records)
    vi.stubEnv('TMPDIR', tmp)
    expect(await exporting('--from - --timezone UTC --out a.csv', { cwd, stdin })).toMatchObject({
      exit: 0,
      stdout: '',
    })
    const [header = [], ...rows] = parseCsv(readIn(cwd, 'a.csv'))
    expect(rows.map(([id]) => id)).toEqual(records.map((_, i) => `r${i}`))
    expect(rows.every((row, i) => row[header.indexOf(`q${i % 40}`)] === value)).toBe(true)
    expect(readdirSync(tmp)).toEqual([])
    vi.stubEnv('TMPDIR', join(tmp, 'nowhere'))
    const stderr = expect.stringContaining(join(tmp, 'nowhere'))
    expect(await exporting('--from - --timezone UTC --out b.csv', { cwd, stdin })).toMatchObject({
      exit: 3,
      stderr,
    })
    expect(readdirSync(cwd)).toEqual(['a.csv'])
  })
})

/** A service over a store, with so many finished and unfinished responses of forms; and the calls that it gets. */
async function serviceWith(forms: Readonly<Record<string, readonly [finished: number, partial: number]>>) {
  const { store, service, close } = await startTestService()
  onTestFinished(close)
  for (const [formId, [finished, partial]] of Object.entries(forms)) {
    await store.forms.create(sampleForm({ id: formId }))
    for (let n = 0; n < finished + partial; n++) {
      const responseId = `${formId}-${String(n).padStart(2, '0')}`
      await store.responses.save(sampleSave({ formId, responseId, at: at(n), isFinished: n < finished }))
    }
  }
  const calls: string[] = []
  const watching: Service = (call: Call) => {
    calls.push(`${call.path}?${new URLSearchParams(call.query).toString()}`)
    return service(call)
  }
  return { service: watching, calls }
}

describe('responses of the service', () => {
  const asked = ['/.well-known/formctl?', '/api/v1/environments/environment-1/forms?']

  test('a form with fewer than ten is read alone', async () => {
    const { service, calls } = await serviceWith({ 'form-a': [9, 3], 'form-b': [2, 0] })
    const ran = await exporting('--form form-a', { service })
    expect(ran).toMatchObject({
      exit: 0,
      stderr: 'Wrote 9 responses in 14 columns.\nComplete: every finished response of form-a was read.\n',
    })
    expect(idsIn(ran.stdout)).toHaveLength(9)
    expect(calls).toEqual(['/api/v1/responses?formId=form-a'])
  })

  test('a form with ten or more is read page by page where the service gives pages, each response once', async () => {
    const { service, calls } = await serviceWith({ 'form-a': [25, 0], 'form-b': [3, 0] })
    const ran = await exporting('--form form-a --form form-b --form form-a', { service })
    expect([ran.exit, ran.stderr]).toEqual([
      0,
      'Wrote 28 responses in 14 columns.\nComplete: every finished response of form-a and form-b was read, as many as the service announces.\n',
    ])
    expect([idsIn(ran.stdout).length, new Set(idsIn(ran.stdout)).size]).toEqual([28, 28])
    expect(calls.toSorted()).toEqual([
      ...asked,
      '/api/v1/responses?formId=form-a',
      '/api/v1/responses?formId=form-a&limit=1000',
      '/api/v1/responses?formId=form-b',
    ])
  })

  test('--all is one read; --partials asks for partial ones and trusts a service that announces them', async () => {
    const { service, calls } = await serviceWith({ 'form-a': [12, 5], 'form-b': [1, 0] })
    expect(idsIn((await exporting('--all', { service })).stdout)).toHaveLength(13)
    const ran = await exporting('--all --partials', { service })
    expect(idsIn(ran.stdout)).toHaveLength(18)
    expect(ran.stderr).toBe(
      'Wrote 18 responses in 14 columns.\nComplete: every response of all forms was read, finished or not, as many as the service announces.\n',
    )
    expect(calls).toEqual([...asked, '/api/v1/responses?', ...asked, '/api/v1/responses?returnPartials=true'])
  })

  test('a form that is not there: exit 5, and no file; without a key nothing is called: exit 4', async () => {
    const cwd = temporaryFolder()
    const { service } = await serviceWith({})
    expect(await exporting('--form nope --out a.csv', { cwd, service })).toMatchObject({
      exit: 5,
      stdout: '',
    })
    expect(existsSync(join(cwd, 'a.csv'))).toBe(false)
    expect(await exporting('--all --base-url https://forms.example')).toMatchObject({ exit: 4, stdout: '' })
  })
})

/** A service as strangers run it: it answers reads with these bodies, in turn, and knows nothing else. */
function stranger(bodies: readonly string[]): Service {
  const left = [...bodies]
  return async ({ path }) =>
    replyOf(path === '/api/v1/responses' ? { body: left.shift() ?? '' } : { status: 404, body: 'Cannot GET' })
}

const bodyOf = (ids: readonly string[], finished = true): string =>
  JSON.stringify({ data: ids.map((id) => ({ id, formId: 'form-a', finished, data: [] })) })
const ten = Array.from({ length: 10 }, (_, i) => `r${i}`)
const four = (body: string): readonly string[] => Array.from({ length: 4 }, () => body)

describe('a service that is not ours', () => {
  test('what the newest of a form hold beyond the environment is exported, and the doubt is said', async () => {
    const service = stranger([bodyOf(ten, false), bodyOf(['r0', 'r11'])])
    const { exit, stdout, stderr } = await exporting('--form form-a --partials --quiet', { service })
    expect([exit, idsIn(stdout)]).toEqual([0, ['r0', 'r11', ...ten.slice(1)]])
    expect(stderr).toContain(
      'warning: The service does not say whether its read of a whole environment holds every partial',
    )
    expect(stderr).toContain(
      'warning: 9 responses came with the newest of a form but not with those of the environment.',
    )
  })

  test.each(['csv', 'json', 'ndjson'])(
    'a body that breaks off is read again, and %s tells each response once',
    async (format) => {
      const cwd = temporaryFolder()
      const half = bodyOf(['r0', 'r1']).slice(0, -30)
      const service = stranger([half, half.slice(0, -1), bodyOf(['r0', 'r1', 'r2'])])
      const { exit, stdout, stderr } = await exporting(`--all --format ${format}`, { cwd, service })
      expect([exit, stdout.match(/r\d/g)]).toEqual([0, ['r0', 'r1', 'r2']])
      expect(stderr).toContain('Trying again')
      expect(readdirSync(cwd)).toEqual([])
    },
  )

  test.each([
    ['a body that always breaks off', '--out a.json', bodyOf(ten).slice(0, -3), 7, ''],
    ['a body that always breaks off', '--format ndjson', bodyOf(ten).slice(0, -3), 7, ''],
    ['a web page', '', '<!doctype html>', 6, 'byte 0 is < where a value was expected'],
  ])('%s with "%s" ends the run, nothing printed, no file', async (_, line, body, exit, said) => {
    const cwd = temporaryFolder()
    const ran = await exporting(`--all ${line}`, { cwd, service: stranger(four(body)) })
    expect(ran).toMatchObject({ exit, stdout: '', stderr: expect.stringContaining(said) })
    expect(readdirSync(cwd)).toEqual([])
  })

  test('what came from outside is made visible in sentences, and left as it is in data', async () => {
    const headline = '\u001b[31mRed\u001b[0m'
    const ran = await exporting('--all', {
      service: stranger([savedReply({ 'q=Old': 'v' }, { [`q=${headline}`]: 'v' })]),
    })
    expect(ran.stdout).toContain(headline)
    expect(ran.stderr).not.toContain('\u001b')
  })
})

describe('a response that comes twice is one: the one that was updated last, else the last one', () => {
  const [first, later] = ['2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z']
  const record = (value: string, id?: string, updatedAt?: string): object =>
    responseOf({ 'q=Q': value }, { id, updatedAt, finished: true })
  const monday = [record('a1', 'a', first), record('b2', 'b', later), record('c1', 'c', first)]
  const tuesday = [record('a2', 'a', later), record('b1', 'b', first), record('c2', 'c', first)]
  const both = [...monday, ...tuesday, record('none'), record('none')]
  const kept = ['b2', 'a2', 'c2', 'none', 'none']
  const lines = (records: readonly object[]): string =>
    records.map((one) => `${JSON.stringify(one)}\n`).join('')
  const valuesIn = (text: string): readonly string[] => text.match(/\b(?:[abc][12]|none)\b/g) ?? []

  test.each(['a.csv', 'a.ndjson', 'a.json', 'a.csv --layout long', 'a.csv --where Q!=x'])(
    'in %s',
    async (words) => {
      const cwd = folderWith({ 'all.ndjson': lines(both) })
      const { exit, stderr } = await exporting(`--from all.ndjson --out ${words}`, { cwd })
      expect([exit, stderr]).toEqual([
        0,
        expect.stringContaining(
          'Left out: 3 responses that came again; of each, the one that was updated last stays.',
        ),
      ])
      expect(valuesIn(readIn(cwd, words.replace(/ .*/, '')))).toEqual(kept)
    },
  )

  test.each(['csv', 'ndjson', 'json'])(
    'in what is printed as %s, from a file or standard input',
    async (format) => {
      const given = { cwd: folderWith({ 'all.ndjson': lines(both) }), stdin: lines(both) }
      for (const source of ['all.ndjson', '-'])
        expect(valuesIn((await exporting(`--from ${source} --format ${format}`, given)).stdout)).toEqual(kept)
    },
  )

  test('in responses get and responses stats', async () => {
    const got = await responses('get --from - -o ndjson', { stdin: lines(both) })
    expect(valuesIn(got.stdout).toSorted()).toEqual([...kept].toSorted())
    const stats = await responses('stats --from - -o json', { stdin: lines(both) })
    expect(JSON.parse(stats.stdout)).toMatchObject({ responses: { total: 5 } })
  })

  test('from a service, which is read again', async () => {
    const { service, calls } = scriptedService({ body: { data: both } })
    const { exit, stdout } = await exporting('--all --environment e', { service })
    expect([exit, valuesIn(stdout), calls.length > 1]).toEqual([0, kept, true])
  })

  test('and the manifest counts those left out', async () => {
    const cwd = folderWith({ 'all.ndjson': lines(both) })
    await exporting('--from all.ndjson --out a.csv --manifest m.json', { cwd })
    const manifest = outputOf(
      'responses-export-manifest',
      `${JSON.stringify(JSON.parse(readIn(cwd, 'm.json')))}\n`,
    )
    expect(manifest).toMatchObject({ counts: { read: 8, written: 5, duplicates: 3 } })
  })

  test('reports no duplicates if all are kept, or if there are none', async () => {
    const all = await saved(lines(both), '--format ndjson --keep-duplicates')
    expect(valuesIn(all.stdout)).toEqual(['a1', 'b2', 'c1', 'a2', 'b1', 'c2', 'none', 'none'])
    const once = await saved(lines(monday))
    expect(valuesIn(once.stdout)).toEqual(['a1', 'b2', 'c1'])
    expect(all.stderr + once.stderr).not.toMatch(/came again|Left out/)
  })

  test('the engine hashes ids as the parser does, and sees each once', async () => {
    const ids = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }).filter((id) => id.isWellFormed()),
      fc.stringMatching(/^[a-z0-9]{0,30}$/),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(ids, { maxLength: 20 }), async (some) => {
        const all = ['x', 'y', ...some]
        const found: string[] = []
        const note = (pair: readonly number[]): void => void found.push(pair.join())
        async function* chunks(): AsyncIterable<Uint8Array> {
          yield Buffer.from(replyWith(all.map((id) => ({ id }))))
        }
        const { raw } = readRecords(chunks(), '')
        if (!raw) throw new Error('these records give no bytes')
        const filter: typeof raw.filter = {
          choose: (one) => {
            note(hashOfId(String(one['id'])))
            return one
          },
          takeIdHashes: (pairs) => {
            for (let i = 0; i < pairs.length; i += 2) note([...pairs.subarray(i, i + 2)])
          },
        }
        await writeRaw({ ...raw, filter }, { out: async () => undefined, between: '\n' })
        expect(found.toSorted()).toEqual(all.map((id) => hashOfId(id).join()).toSorted())
      }),
    )
  })
})
