import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answerTo, folderWith, readIn, replyWith, wordsOf } from '../../support/responses.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const records = [
  {
    id: 'r1',
    formId: 'f1',
    createdAt: '2026-03-01T09:00:00.000Z',
    data: [answerTo('age=Age', 7), answerTo('n1=Name', 'Ada'), answerTo('n2=Name', 'Bob')],
    personAttributes: { ip: '192.0.2.1' },
  },
  { id: 'r2', formId: 'f2', createdAt: 'one day', data: [answerTo('age=Age', 8)] },
]
const reply = replyWith(records)
const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
const wide = replyWith([
  { id: 'w', data: Array.from({ length: 16_400 }, (_, i) => answerTo(`q${i}=Q ${i}`, i)) },
])
const columns = (...more: readonly string[]): string =>
  ['schema_version: 1', 'headers: headline', 'multi: joined', 'columns:', ...more, ''].join('\n')

/** All that could be damaged, or be wrong. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  'reply.json': reply,
  'a.f1.json': reply,
  'empty.json': replyWith([]),
  'mine.csv': 'mine',
  'mine.csv.gz': 'mine',
  'mine.f2.csv': 'mine',
  'mine.choices.txt': 'mine',
  'redact.key': '0123456789abcdef',
  'short.key': 'short',
  'one.key': '1',
  'empty.key': '',
  'blank.key': ' \n\n',
  'cut.ndjson': lines.slice(0, -5),
  'cut.gz': gzipSync(reply).subarray(0, -12),
  'utf16.json': Buffer.from(`\uFEFF${reply}`, 'utf16le'),
  'latin.json': Uint8Array.from([0xff, 0x28, 0x7b, 0]),
  'quoted.json': '“{"data":[]}”',
  'book.xlsx': 'PK\u0003\u0004 and more',
  'cut.json': reply.slice(0, -5),
  'list.json': '[]',
  'none.json': '{"entries":"no"}',
  'other.json': '{"message":"hello","data":{}}',
  'signs.json': replyWith([{ id: 's', data: [answerTo('s=Gr\u00f6\u00dfe', 1)] }]),
  'twice.yaml': columns('  - { name: a, record: id }', '  - { name: a, record: formId }'),
  'cases.yaml': columns('  - { name: Land, record: id }', '  - { name: land, record: formId }'),
  'newer.yaml': 'schema_version: 9\n',
  'broken.yaml': '%$#: [',
  'binary.yaml': Uint8Array.of(0xb7, 0x01, 0x02),
  'void.yaml': '',
  'multy.yaml': 'schema_version: 1\nheaders: id\nmulty: json\ncolumns: []\n',
  'both.yaml': 'schema_version: 1\nheaders: both\nmulti: columns\ncolumns: []\n',
}

function folder(more: Readonly<Record<string, string>> = {}): string {
  const cwd = folderWith({ ...files, ...more })
  mkdirSync(join(cwd, 'folder'))
  symlinkSync('reply.json', join(cwd, 'link.json'))
  symlinkSync('reply.json', join(cwd, 'page.html'))
  symlinkSync('/dev/null', join(cwd, 'device'))
  linkSync(join(cwd, 'reply.json'), join(cwd, 'hard.json'))
  return cwd
}

/** Everything in a folder, with what it holds. */
const holdings = (cwd: string): unknown =>
  readdirSync(cwd).map((name) => {
    const path = join(cwd, name)
    return [name, statSync(path).isDirectory() ? readdirSync(path) : readFileSync(path, 'latin1')]
  })

const exporting = (words: string | readonly string[], cwd = folder()): Promise<Ran> =>
  runInProcess({
    cwd,
    argv: ['responses', 'export', ...(typeof words === 'string' ? wordsOf(words) : words)],
  })

const source = 'the file of --from, which is read and would be overwritten. Name another.'

type Wrong = readonly [words: string | readonly string[], exit: number, sentence: string]

const refusals = readIn(join(import.meta.dirname, '../../../fixtures/refusals'), 'export.txt')
  .split('\n')
  .flatMap((line): readonly Wrong[] => {
    const [, exit, words = '', sentence = ''] = /^(\d) (.*) => (.*)$/.exec(line) ?? []
    return exit === undefined ? [] : [[words, Number(exit), sentence.replace('SOURCE', source)]]
  })

const all = ['id', 'formId', 'createdAt', 'updatedAt', 'dataUpdatedAt', 'finished', 'status', 'version']
const others = ['leadId', 'ip', 'country', 'visitedForm', 'completedForm', 'age', 'n1', 'n2']
const dropAll = [...all, ...others].map((name) => `--redact ${name}=drop`).join(' ')

/** Those that hold odd signs, or are long. */
const odd: readonly Wrong[] = [
  [dropAll, 2, 'Every column is dropped, so nothing is left to write. Keep one: --redact id=hash still'],
  ...['json', 'ndjson', 'xlsx', 'parquet', 'sqlite'].map((format): Wrong => [
    `${dropAll} --format ${format} --out a`,
    2,
    'Every column is dropped, so nothing is left',
  ]),
  [['--columns', 'id,\nNmae'], 2, 'There is no column "Nmae"'],
  [['--columns', 'id,Age,\n', '--codebook', 'b.json', '--out', 'a.csv'], 2, 'an empty name after "Age".'],
  [['--redact', 'Na\nme=drop'], 2, 'There is no column "Na\\nme" (did you mean "Name"?)'],
  [`--out ${'n'.repeat(300)}.csv`, 3, '.csv cannot be written: its name is too long.'],
  [
    '--columns Gro\u0308\u00dfe --from signs.json',
    2,
    'There is no column "Gro\u0308\u00dfe" (did you mean "Gr\u00f6\u00dfe", which looks the same but has other characters?).',
  ],
]

describe('is refused with a sentence, and leaves all as it was:', () => {
  test.each([...refusals, ...odd])('%s', async (words, exit, sentence) => {
    const cwd = folder(words.includes('wide.json') ? { 'wide.json': wide } : {})
    const before = holdings(cwd)
    const given = typeof words === 'string' ? wordsOf(words) : words
    const ran = await exporting(
      [...(given.includes('--from') ? [] : ['--from', 'reply.json']), ...given],
      cwd,
    )
    expect(ran.stderr).toContain(sentence)
    expect(ran).toMatchObject({ exit, stdout: '' })
    expect(holdings(cwd)).toEqual(before)
  })

  test.each(['reply.json --report page.html', 'page.html --report page.html'])(
    'a report that would be written over the responses that it is of: stats --from %s',
    async (line) => {
      const cwd = folder()
      const before = holdings(cwd)
      const argv = `responses stats --force --from ${line}`.split(' ')
      expect(await runInProcess({ cwd, argv })).toMatchObject({
        exit: 2,
        stderr: `error[usage]: --report names ${source}\n`,
      })
      expect(holdings(cwd)).toEqual(before)
    },
  )
})

test.each([
  // Capital letters.
  ['--redact Age=DROP --columns id', 'Redacted: Age (drop).'],
  ['--columns id --out A.CSV', 'Wrote 2 responses in 1 column'],
  [
    '--redact Age=drop --redact ip=drop --redact " Age =DROP" --columns id',
    'Redacted: Age (drop), ip (drop) in column "personAttributes.ip".\n',
  ],
  // What is said of one record is said of one.
  ['--since 2026-03-01 --columns id', 'Kept: 1 record without a time of creation that can be read.'],
  ['--timezone UTC', '1 time cannot be read: kept as written, without a time zone.'],
  // The name of a file says another format.
  [
    '--format csv --out a.json --quiet',
    'warning: a.json holds csv, as --format says, and its name says json.\n',
  ],
  // The same twice is once; one file may be read for two things.
  ['--from reply.json', 'Wrote 2 responses'],
  ['--api-key-file redact.key --redact id=hash --redact-key-file redact.key', 'Redacted: id (hash).'],
])('is taken, and reported: %s', async (line, said) => {
  const { exit, stderr } = await exporting(`--from reply.json ${line.replaceAll('"', "'")}`)
  expect([exit, stderr]).toEqual([0, expect.stringContaining(said)])
})

test('the name of a file breaks no sentence', async () => {
  const { stderr } = await exporting(['--from', 'reply.json', '--columns', 'id', '--out', 'a\nb.csv'])
  expect(stderr).toBe(String.raw`Wrote 2 responses in 1 column to a\nb.csv.` + '\n')
})

test('with a file, -o json tells failures as JSON, and nothing of its format', async () => {
  const cwd = folder()
  const words = '--from reply.json -o json --out a.csv'
  expect(await exporting(words, cwd)).toMatchObject({ exit: 0, stdout: '' })
  expect(readIn(cwd, 'a.csv')).toMatch(/^id,/)
  expect(JSON.parse((await exporting(words, cwd)).stderr)).toMatchObject({ error: { code: 'file-exists' } })
})

test.each([
  ['--columns Age,id,age', 'Age,id\n'],
  ['--columns age,Age --headers id', 'age\n'],
  ["--columns 'Name,Name [n2]'", 'Name [n1],Name [n2]\n'],
  ['--columns Age,age --layout long', 'responseNumber,'],
])('a column that %s names twice is shown once', async (line, begin) => {
  const ran = await exporting(`--from reply.json ${line}`)
  expect([ran.exit, ran.stdout.startsWith(begin)]).toEqual([0, true])
})

test.each([
  ['Name', 'Name [n1],Name [n2]\nAda,Bob\n,\n'],
  ['Name [n2],Name', 'Name [n2],Name [n1]\nBob,Ada\n,\n'],
])('a name that means more than one, or one before it, is no name twice: %s', async (names, stdout) => {
  const ran = await exporting(`--from reply.json --columns '${names}'`)
  expect(ran).toMatchObject({ exit: 0, stdout, stderr: expect.not.stringContaining('--columns') })
})

describe('no responses at all', () => {
  const tables = ['csv', 'tsv', 'xlsx', 'parquet', 'sqlite']

  test.each([...tables, 'json', 'ndjson'])('are a file of %s all the same', async (format) => {
    const cwd = folderWith({ 'empty.json': replyWith([]) })
    for (const form of ['', ' --form nobody']) {
      const ran = await exporting(`--from empty.json${form} --format ${format} --out a --force`, cwd)
      expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Wrote 0 responses') })
    }
    expect(readdirSync(cwd)).toEqual(['a', 'empty.json'])
  })

  test.each(tables)('have the columns that were asked for, in %s', async (format) => {
    const cwd = folder()
    const line = `--from empty.json --columns Age,id,Age --where 'Age > 3' --format ${format} --out a`
    const ran = await exporting(line, cwd)
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Wrote 0 responses in 2 columns') })
    expect(readFileSync(join(cwd, 'a'), 'latin1').startsWith('Age,id\n')).toBe(format === 'csv')
  })

  test.each(['long', 'relational'])('end no %s table for the name of a question', async (layout) => {
    const line = `--from empty.json --layout ${layout} --columns Age,id --out a.sqlite`
    expect(await exporting(line)).toMatchObject({ exit: 0 })
  })

  test('are another thing than none that match', async () => {
    const line = "--from reply.json --where 'Age > 99' --columns"
    expect(await exporting(`${line} Age`)).toMatchObject({ exit: 0, stdout: 'Age\n' })
    expect(await exporting(`${line} Aeg`)).toMatchObject({ exit: 2 })
  })
})
