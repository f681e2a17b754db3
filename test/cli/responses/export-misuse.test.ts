import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const answer = (questionId: string, headline: string, members: object): object => ({
  questionId,
  response: { type: 'ShortInput', headline, ...members },
})
const records = [
  {
    id: 'r1',
    formId: 'f1',
    createdAt: '2026-03-01T09:00:00.000Z',
    data: [
      answer('age', 'Age', { value: 7 }),
      answer('n1', 'Name', { value: 'Ada' }),
      answer('n2', 'Name', { value: 'Bob' }),
    ],
    personAttributes: { ip: '192.0.2.1' },
  },
  { id: 'r2', formId: 'f2', createdAt: 'one day', data: [answer('age', 'Age', { value: 8 })] },
]
const reply = JSON.stringify({ data: records })
const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
const wide = JSON.stringify({
  data: [
    { id: 'w', data: Array.from({ length: 16_400 }, (_, i) => answer(`q${i}`, `Q ${i}`, { value: i })) },
  ],
})
const columns = (...more: readonly string[]): string =>
  ['schema_version: 1', 'headers: headline', 'multi: joined', 'columns:', ...more, ''].join('\n')

/** A folder with all that could be damaged, or be wrong. */
function folder(): string {
  const cwd = temporaryFolder()
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'reply.json': reply,
    'wide.json': wide,
    'mine.csv': 'mine',
    'redact.key': '0123456789abcdef',
    'short.key': 'short',
    'one.key': '1',
    'empty.key': '',
    'blank.key': ' \n\n',
    'cut.ndjson': lines.slice(0, -5),
    'cut.gz': gzipSync(reply).subarray(0, -12),
    'utf16.json': Buffer.from(`\uFEFF${reply}`, 'utf16le'),
    'book.xlsx': 'PK\u0003\u0004 and more',
    'cut.json': reply.slice(0, -5),
    'list.json': '[]',
    'refused.json': '{"message":"Form not found"}',
    'denied.json': '{ "error": { "code": 401, "message": "No \\u001b[31mkey" } }',
    'other.json': '{"message":"hello","data":{}}',
    'signs.json': JSON.stringify({
      data: [{ id: 's', data: [answer('s', 'Gr\u00f6\u00dfe', { value: 1 })] }],
    }),
    'twice.yaml': columns('  - { name: a, record: id }', '  - { name: a, record: formId }'),
    'cases.yaml': columns('  - { name: Land, record: id }', '  - { name: land, record: formId }'),
    'newer.yaml': 'schema_version: 9\n',
    'broken.yaml': '%$#: [',
    'binary.yaml': Uint8Array.of(0xb7, 0x01, 0x02),
    'void.yaml': '',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  mkdirSync(join(cwd, 'folder'))
  symlinkSync('reply.json', join(cwd, 'link.json'))
  symlinkSync('reply.json', join(cwd, 'page.html'))
  linkSync(join(cwd, 'reply.json'), join(cwd, 'hard.json'))
  return cwd
}

/** Everything in a folder, with what it holds. */
const holdings = (cwd: string): unknown =>
  readdirSync(cwd).map((name) => {
    const path = join(cwd, name)
    return [name, statSync(path).isDirectory() ? readdirSync(path) : readFileSync(path, 'latin1')]
  })

const exporting = (words: readonly string[], cwd: string): Promise<Ran> =>
  runInProcess({ cwd, argv: ['responses', 'export', ...words] })

const everything =
  'id,formId,createdAt,updatedAt,dataUpdatedAt,finished,status,version,leadId,ip,country,visitedForm,completedForm,age,n1,n2'
const dropAll = everything.split(',').flatMap((name) => ['--redact', `${name}=drop`])

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const source = 'the file of --from, which is read and would be overwritten. Name another.'

type Wrong = readonly [words: string | readonly string[], exit: number, sentence: string]

/** Words after `--from reply.json`, unless they name another source. */
const wrong: readonly Wrong[] = [
  // Names
  [['--where', 'Agee >= 3'], 2, 'There is no column "Agee" (did you mean "Age"?)'],
  ['--columns Age,Nmae', 2, 'There is no column "Nmae" (did you mean "Name"?)'],
  ['--columns ,', 2, '--columns names no column'],
  [
    '--columns ip --redact ip=drop',
    2,
    '--columns names "ip", and --redact drops it. Leave it out of one of them.',
  ],
  ['--layout long --columns ip --redact ip=drop', 2, '--columns names "ip", and --redact drops it.'],
  ['--redact ipp=drop', 2, 'There is no column "ipp" (did you mean "ip"?)'],
  ['--redact ip=dorp', 2, 'write name=drop, name=hash or name=mask'],
  ['--redact =drop', 2, 'does not say what to do with which column'],
  [dropAll, 2, 'Every column is dropped, so nothing is left to write. Keep one: --redact id=hash still'],
  [[...dropAll, '--format', 'json'], 2, 'Every column is dropped, so nothing is left to write.'],
  [[...dropAll, '--format', 'ndjson', '--out', 'a.ndjson'], 2, 'Every column is dropped'],
  [[...dropAll, '--out', 'a.xlsx'], 2, 'Every column is dropped'],
  [[...dropAll, '--out', 'a.parquet'], 2, 'Every column is dropped'],
  [[...dropAll, '--out', 'a.sqlite'], 2, 'Every column is dropped'],
  // Values
  ['--timezone Europe/Berln', 2, 'Is Europe/Berlin meant?'],
  ['--timezone +25:00', 2, '--timezone +25:00 is not a time zone'],
  [
    '--timezone local',
    2,
    `--timezone local would be another zone on another machine. Write which one, as ${ownZone}, which is that of this machine.`,
  ],
  ['--timezone BST', 2, '--timezone BST is not the name of one time zone'],
  ['--timezone CEST', 2, 'CEST is not the name of one time zone. Write a name such as Europe/Berlin'],
  [
    '--timezone EST',
    2,
    'not the name of one time zone. Is America/New_York meant? Write a name such as Europe/Berlin',
  ],
  ['--timezone Foo', 2, '--timezone Foo is not a time zone. Write a name such as Europe/Berlin'],
  ['--timezone UTC+2', 2, 'Is +02:00 meant?'],
  ['--timezone -0330', 2, 'Is -03:30 meant?'],
  ['--timezone 5', 2, 'Is +05:00 meant?'],
  ['-o csv --format json', 2, '-o csv and --format json give two formats for one export. Leave -o out.'],
  ['-o json --format csv', 2, '-o json and --format csv give two formats for one export. Leave -o out.'],
  ['-o ndjson --format json', 2, '-o ndjson and --format json give two formats'],
  ['-o ndjson --out a.csv', 2, '-o ndjson and the name a.csv give two formats for one export. Leave -o out.'],
  ['-o csv --out a.json', 2, '-o csv and the name a.json give two formats for one export. Leave -o out.'],
  ['-o csv --format json --out a', 2, '-o csv and --format json give two formats'],
  ['--since soon', 2, '--since soon is not a time: write 2026-03-01'],
  ['--since 2026-02-30', 2, '--since 2026-02-30 names a day or an hour that does not exist'],
  ['--since 2026-03-02 --until 2026-03-01', 2, 'no response can match'],
  [['--where', 'Age > ten'], 2, 'character 7: expected a number or a time'],
  [
    ['--where', 'Age between 7 and 8'],
    2,
    'character 5: expected =, !=, <, <=, >, >=, "contains", "starts with",',
  ],
  [['--where', 'Age = 7 || Age = 8'], 2, 'character 9: expected "and", "or" or the end, not "||".'],
  [['--where', 'Age in ()'], 2, 'character 9: expected a value, not ")".'],
  [['--where', 'Age in (7,)'], 2, 'character 11: expected a value, not ")".'],
  [
    ['--where', `${'('.repeat(200)}Age = 7${')'.repeat(200)}`],
    2,
    'character 101: more than 100 parentheses and "not" are open here.',
  ],
  [['--where', 'Age in 7,8'], 2, 'character 8: expected a list in parentheses'],
  [['--where', 'Age >= 7 <= 8'], 2, 'character 10: expected "and", "or" or the end'],
  [['--columns', 'Age;Name'], 2, 'Separate names with commas.'],
  [['--columns', 'id Age'], 2, 'There is no column "id Age". Separate names with commas.'],
  [['--columns', '*'], 2, 'All columns are shown where --columns is left out.'],
  [['--columns', 'id,\nNmae'], 2, 'There is no column "Nmae"'],
  [['--redact', 'Na\nme=drop'], 2, 'There is no column "Na\\nme" (did you mean "Name"?)'],
  ['--redact Age:drop', 2, '--redact Age:drop does not say what to do with which column'],
  ['--out a.csv.bz2', 2, '.bz2 is not a supported format'],
  ['--redact age=drop,n1=drop', 2, 'names several columns. Give --redact once for each.'],
  ['--out a.xyz', 2, '.xyz is not a supported format'],
  ['--formt csv', 2, 'Did you mean one of --form, --format?'],
  // Given twice
  ['--out a.csv --out b.csv', 2, '--out is given twice, as a.csv and as b.csv. Give it once.'],
  ['--from reply.json --from list.json', 2, '--from is given twice, as reply.json and as list.json.'],
  // Sources
  ['--from nothing.json', 3, 'nothing.json does not exist'],
  ['--from folder', 3, 'folder cannot be read: it is a folder'],
  ['--from cut.json --out a.csv', 3, 'it ends too early, at line 1, column '],
  ['--from list.json', 3, 'it is an array, not an object with the array "data"'],
  [
    '--from refused.json',
    3,
    'refused.json is not a complete saved reply: it is what a service says of an error ("Form not found"), and holds no responses.',
  ],
  ['--from denied.json --out a.csv', 3, 'it is what a service says of an error ("No '],
  ['--from other.json', 3, 'where the array "data" was expected'],
  ['--from cut.ndjson --out a.csv', 3, 'it ends within a record, at line 2, column 1'],
  ['--from cut.gz --out a.csv', 3, 'it is packed with gzip and ends too early'],
  ['--from utf16.json', 3, 'it is UTF-16, and JSON is UTF-8'],
  ['--from book.xlsx', 3, 'it is a ZIP archive or a workbook'],
  // Keys
  ['--redact n1=hash', 2, 'needs a key, and none is set'],
  ['--redact n1=hash --redact-key-file short.key', 2, 'shorter than 16 can be guessed'],
  ['--redact n1=hash --redact-key-file one.key', 2, 'The key in one.key has 1 byte, and shorter'],
  ['--redact n1=hash --redact-key-file empty.key', 2, 'The key file empty.key is empty. Make one with'],
  ['--redact n1=hash --redact-key-file blank.key', 2, 'The key file blank.key holds nothing but blanks.'],
  ['--redact n1=hash --redact-key-file nothing', 3, 'nothing does not exist'],
  // Columns files
  ['--check --columns-file nowhere/c.yaml', 3, 'nowhere/c.yaml cannot be written: its folder does not exist'],
  ['--columns-file folder', 3, 'folder cannot be read: it is a folder'],
  [
    '--columns-file twice.yaml',
    3,
    'twice.yaml cannot be used: line 6, column 13: Column 1 has this name, too.',
  ],
  [
    '--columns-file cases.yaml',
    3,
    'cases.yaml cannot be used: line 6, column 13: Column 1 has this name, too, as databases ignore case. Give each its own.',
  ],
  [
    '--columns-file newer.yaml',
    3,
    'newer.yaml was written by a newer formctl (file version 9; this formctl reads version 1). Update formctl.',
  ],
  ['--columns-file broken.yaml', 3, 'YAML breaks off here. Fix it, or restore it from version control.'],
  ['--columns-file binary.yaml', 3, 'binary.yaml cannot be used: line 1, column 1: '],
  ['--columns-file void.yaml', 3, 'The file is empty. Remove it to begin anew.'],
  // Targets
  ['--out nowhere/a.csv', 3, 'its folder does not exist'],
  ['--out ~/a.csv', 3, 'the shell expands ~ only at the start of a word, so write $HOME'],
  ['--out new.csv/ --format csv', 3, 'new.csv/ cannot be written: its name ends like that of a folder'],
  ['--out folder', 3, 'folder cannot be written: it is a folder'],
  ['--out folder/ --format csv', 3, 'folder/ cannot be written: it is a folder'],
  ['--out /dev/full', 3, 'it is a device or a pipe, not a file'],
  ['--out mine.csv', 3, 'mine.csv exists already. Choose another name, or add --force'],
  ['--out a.csv --manifest a.csv', 2, '--manifest names the file of --out. Name another.'],
  ['--out a.csv --manifest nowhere/m.json', 3, 'nowhere/m.json cannot be written: its folder does not exist'],
  ['--out reply.json --force', 2, `--out names ${source}`],
  ['--out folder/../reply.json --format csv --force', 2, `--out names ${source}`],
  ['--out link.json --force', 2, `--out names ${source}`],
  ['--out hard.json --force', 2, `--out names ${source}`],
  ['--from link.json --out reply.json --force', 2, `--out names ${source}`],
  ['--out a.csv --manifest reply.json --force', 2, `--manifest names ${source}`],
  ['--out a.csv --codebook reply.json --force', 2, `--codebook names ${source}`],
  ['--columns-file reply.json', 2, `--columns-file names ${source}`],
  [
    '--redact n1=hash --out redact.key --redact-key-file redact.key --format csv --force',
    2,
    '--out names the file of --redact-key-file, which is read and would be overwritten. Name another.',
  ],
  // Odd names, times and words
  [['--out', `${'n'.repeat(300)}.csv`], 3, '.csv cannot be written: its name is too long.'],
  ['--out reply.json/a.csv', 3, 'cannot be written: a part of its path is not a folder.'],
  [
    '--since 2026-02-29',
    2,
    '--since 2026-02-29 names a day or an hour that does not exist: write 2026-03-01',
  ],
  ['--until 2026-03-01T24:01', 2, '--until 2026-03-01T24:01 names a day or an hour that does not exist'],
  ['--since 2026-03-01T09:00+25:00', 2, 'names a day or an hour that does not exist'],
  ['--since 2026-03-01T09:00+2', 2, '--since 2026-03-01T09:00+2 is not a time: write'],
  ['--since 1772355600', 2, '--since 1772355600 is not a time: write'],
  [['--columns', 'id,"Age'], 2, 'A quote opens and does not close'],
  [['--where', 'createdAt > 2026-03-01T09:00+25:00'], 2, 'expected a number or a time'],
  ['--redact Age=hide', 2, '--redact Age=hide does not say what to do with which column'],
  ['--columns , --out a.csv', 2, '--columns names no column.'],
  [
    '--out a.csv --columns-file c.yaml --manifest c.yaml.next --force',
    2,
    '--manifest names the file where --columns-file notes what it will hold. Name another.',
  ],
  ['--format csv --columns-file c.yaml --out folder/../c.yaml.next --force', 2, '--out names the file where'],
  ['--out a.csv --columns-file c.yaml --codebook c.yaml.next', 2, '--codebook names the file where'],
  [
    ['--columns', 'Gro\u0308\u00dfe', '--from', 'signs.json'],
    2,
    'There is no column "Gro\u0308\u00dfe" (did you mean "Gr\u00f6\u00dfe", which looks the same but has other characters?).',
  ],
  [['--where', '"" = 7'], 2, 'There is no column ""'],
  [['--where', '""" = 7'], 2, 'character 3: a quote opens here and does not close.'],
  // Nothing to replace
  ['--force --out -', 2, '--force needs --out or --manifest.'],
  ['--force --out /dev/stdout --format json', 2, '--force needs --out or --manifest.'],
  ['--force --check --columns-file c.yaml', 2, '--force needs --out or --manifest.'],
  // Lists with a name too few
  [['--columns', 'id,,Age', '--out', 'a.csv'], 2, '--columns has an empty name after "id".'],
  [['--columns', 'id, \t,Age', '--layout', 'long'], 2, '--columns has an empty name after "id".'],
  [['--columns', 'id,Age,', '--manifest', 'm.json'], 2, '--columns has an empty name after "Age".'],
  [['--columns', 'id,Age,\n', '--codebook', 'b.json', '--out', 'a.csv'], 2, 'an empty name after "Age".'],
  [['--columns', ',id,Age', '--columns-file', 'c.yaml'], 2, '--columns has an empty name before "id".'],
  [['--columns', ' ,,"Price, net"', '--out', 'a.xlsx'], 2, 'has an empty name before "Price, net".'],
  [['--columns', '"Price, net",,id', '--out', 'a.xlsx'], 2, 'has an empty name after "Price, net".'],
  [['--columns', 'id,,'], 2, 'after "id". Take the comma out, or write the name; one that is empty is "".'],
  [['--columns', ' , ,'], 2, '--columns names no column.'],
  [['--columns', 'id,""'], 2, 'There is no column "".'],
  // Limits
  [
    '--from wide.json --out a.xlsx',
    2,
    'has 16413 columns, but a sheet of XLSX allows at most 16384; nothing was written. Use',
  ],
  [
    '--from wide.json --out a.sqlite',
    2,
    'error[too-many-columns]: The table responses has 16413 columns, but SQLite allows at most 2000',
  ],
]

describe('is refused with a sentence, and leaves all as it was:', () => {
  test.each(wrong)('%s', async (given, exit, sentence) => {
    const words = typeof given === 'string' ? given.split(' ') : given
    const cwd = folder()
    const before = holdings(cwd)
    const from = words.includes('--from') ? [] : ['--from', 'reply.json']
    const ran = await exporting([...from, ...words], cwd)
    expect(ran.stderr).toContain(sentence)
    expect(ran).toMatchObject({ exit, stdout: '' })
    expect(holdings(cwd)).toEqual(before)
  })
})

test('how a column is redacted may be said in capital letters, too', async () => {
  const ran = await exporting(['--from', 'reply.json', '--redact', 'Age=DROP', '--columns', 'id'], folder())
  expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Redacted: Age (drop).') })
})

test('the ending of a file names its format in capital letters, too', async () => {
  const ran = await exporting(['--from', 'reply.json', '--columns', 'id', '--out', 'A.CSV'], folder())
  expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Wrote 2 responses in 1 column') })
})

test('a report is not written over the responses that it is of', async () => {
  const cwd = folder()
  const before = holdings(cwd)
  const argv = ['responses', 'stats', '--from', 'reply.json', '--report', 'page.html', '--force']
  expect(await runInProcess({ cwd, argv })).toMatchObject({
    exit: 2,
    stderr: `error[usage]: --report names ${source}\n`,
  })
  expect(holdings(cwd)).toEqual(before)
})

test('with a file, -o json tells failures as JSON, and nothing of its format', async () => {
  const cwd = folder()
  const words = ['--from', 'reply.json', '-o', 'json', '--out', 'a.csv']
  expect(await exporting(words, cwd)).toMatchObject({ exit: 0, stdout: '' })
  expect(readFileSync(join(cwd, 'a.csv'), 'utf8')).toMatch(/^id,/)
  const again = await exporting(words, cwd)
  expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'file-exists' } })
})

test('a headline that two questions share is no wrong name, and chooses both', async () => {
  const ran = await exporting(['--from', 'reply.json', '--columns', 'Name'], folder())
  expect(ran).toMatchObject({ exit: 0, stdout: 'Name [n1],Name [n2]\nAda,Bob\n,\n' })
})

test.each([
  [['--columns', 'Age,id,age'], '"Age" and "age"', 'Age,id\n'],
  [['--columns', 'age,Age', '--headers', 'id'], '"age" and "Age"', 'age\n'],
  [['--columns', 'Name,Name [n2]'], '"Name" and "Name [n2]"', 'Name [n1],Name [n2]\n'],
  [['--columns', 'Age,age', '--layout', 'long'], '"Age" and "age"', 'responseNumber,'],
])('a column that %j name twice is shown once, and that is said', async (words, named, begin) => {
  const ran = await exporting(['--from', 'reply.json', ...words], folder())
  expect([ran.exit, ran.stdout.startsWith(begin)]).toEqual([0, true])
  expect(ran.stderr).toContain(`warning: --columns names one column twice, by ${named}; it is shown once.`)
})

test('a name that means more than one before it is no name twice', async () => {
  const ran = await exporting(['--from', 'reply.json', '--columns', 'Name [n2],Name'], folder())
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^Name \[n2\],Name \[n1\]\n/) })
  expect(ran.stderr).not.toContain('--columns')
})

describe('no responses at all', () => {
  const nothing = JSON.stringify({ data: [] })
  const tables = ['csv', 'tsv', 'xlsx', 'parquet', 'sqlite']

  test.each([...tables, 'json', 'ndjson'])('are a file of %s all the same', async (format) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'empty.json'), nothing)
    for (const words of [
      ['--from', 'empty.json'],
      ['--from', 'empty.json', '--form', 'nobody'],
    ]) {
      const ran = await exporting([...words, '--format', format, '--out', 'a', '--force'], cwd)
      expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Wrote 0 responses') })
    }
    expect(readdirSync(cwd)).toEqual(['a', 'empty.json'])
  })

  test.each(tables)('have the columns that were asked for, in %s', async (format) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'empty.json'), nothing)
    const words = ['--from', 'empty.json', '--columns', 'Age,id,Age', '--where', 'Age > 3']
    const ran = await exporting([...words, '--format', format, '--out', 'a'], cwd)
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Wrote 0 responses in 2 columns') })
    expect(ran.stderr).toContain(
      'warning: --columns names one column twice, by "Age" and "Age"; it is shown once.',
    )
    const written = readFileSync(join(cwd, 'a'), 'latin1')
    expect(written.startsWith('Age,id\n')).toBe(format === 'csv')
  })

  test.each(['long', 'relational'])('end no %s table for the name of a question', async (layout) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'empty.json'), nothing)
    const words = ['--from', 'empty.json', '--layout', layout, '--columns', 'Age,id', '--out', 'a.sqlite']
    expect(await exporting(words, cwd)).toMatchObject({ exit: 0 })
  })

  test('are another thing than none that match', async () => {
    const cwd = folder()
    const words = ['--from', 'reply.json', '--where', 'Age > 99', '--columns']
    expect(await exporting([...words, 'Age'], cwd)).toMatchObject({ exit: 0, stdout: 'Age\n' })
    expect(await exporting([...words, 'Aeg'], cwd)).toMatchObject({ exit: 2 })
  })
})

test('what is said of one record is said of one', async () => {
  const cwd = folder()
  const since = await exporting(['--from', 'reply.json', '--since', '2026-03-01', '--columns', 'id'], cwd)
  expect(since.stderr).toContain('Kept: 1 record without a time of creation that can be read.')
  const all = await exporting(['--from', 'reply.json', '--timezone', 'UTC'], cwd)
  expect(all.stderr).toContain('1 time cannot be read: kept as written, without a time zone.')
})

test('a file whose name says another format is written, and the person is warned', async () => {
  const ran = await exporting(
    ['--from', 'reply.json', '--format', 'csv', '--out', 'a.json', '--quiet'],
    folder(),
  )
  expect(ran).toMatchObject({ exit: 0 })
  expect(ran.stderr).toBe('warning: a.json holds csv, as --format says, and its name says json.\n')
})

test('what is redacted twice in one way is said once', async () => {
  const words = ['--redact', 'Age=drop', '--redact', 'ip=drop', '--redact', ' Age =DROP', '--columns', 'id']
  const { exit, stderr } = await exporting(['--from', 'reply.json', ...words], folder())
  expect([exit, stderr]).toEqual([
    0,
    expect.stringContaining('Redacted: Age (drop), ip (drop) in column "personAttributes.ip".\n'),
  ])
})

test('the name of a file breaks no sentence', async () => {
  const { stderr } = await exporting(
    ['--from', 'reply.json', '--columns', 'id', '--out', 'a\nb.csv'],
    folder(),
  )
  expect(stderr).toBe(String.raw`Wrote 2 responses in 1 column to a\nb.csv.` + '\n')
})
