import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../../fixtures/responses', name)

const exporting = (words: readonly string[], given: Partial<TestHostOptions> = {}): Promise<Ran> =>
  runInProcess({ cwd: temporaryFolder(), ...given, argv: ['responses', 'export', ...words] })

describe('of a workbook is said', () => {
  test('that texts are marked, and no sign is put into them', async () => {
    const words = ['--from', fixture('formulas.json'), '--out', 'a.xlsx']
    const { stderr } = await exporting(words)
    expect(stderr).toMatch(
      /\d+ cells marked as text, because a spreadsheet would run them when edited; --formulas raw leaves the mark out\.\n/,
    )
    expect(stderr).not.toContain("a ' stands")
    const { stderr: ofCsv } = await exporting([...words.slice(0, -1), 'a.csv'])
    expect(ofCsv).toContain("so a ' is put before each")
  })

  test('that its cells hold no offset', async () => {
    const words = ['--from', fixture('doubtful-ids.json'), '--out', 'a.xlsx', '--timezone']
    const { stderr } = await exporting([...words, 'Europe/Berlin'])
    expect(stderr).toContain(
      'XLSX cells hold no offset: times are local times of Europe/Berlin; when clocks are put back, two moments look the same.',
    )
    expect((await exporting([...words, '+02:00'])).stderr).toContain(
      'XLSX cells hold no offset: times are local times of +02:00.',
    )
    for (const other of ['UTC', 'utc', 'Z'])
      expect((await exporting([...words, other])).stderr).not.toContain('holds no offset')
    const csv = ['--from', fixture('doubtful-ids.json'), '--out', 'a.csv', '--timezone', 'Europe/Berlin']
    expect((await exporting(csv)).stderr).not.toContain('holds no offset')
  })
})

test.each([
  [[], 'by the engine; 3 of 4 records were read the plain way'],
  [['--format', 'ndjson'], 'by the engine; 0 of 4 records were read the plain way'],
  [['--format', 'xlsx', '--layout', 'long'], 'by the engine; 3 of 4 records were read the plain way'],
  [['--since', '2020-01-01'], 'by the engine; 3 of 4 records were read the plain way'],
  [['--since', '2020-01-01', '--by', 'updatedAt'], 'without the engine: responses are chosen by updatedAt'],
  [['--where', 'finished = true'], 'by the engine; 3 of 4 records were read the plain way'],
  [
    ['--where', 'finished = true', '--format', 'ndjson'],
    'by the engine; 3 of 4 records were read the plain way',
  ],
  [['--format', 'json', '--redact', 'id=mask'], 'without the engine: --redact changes records'],
  [['--codebook', 'book.json'], 'by the engine; 3 of 4 records were read the plain way'],
  [['--multi', 'columns'], 'without the engine: --multi columns needs the options of all lists'],
])('--verbose says which way an export of %j went', async (words, way) => {
  const argv = ['--from', fixture('several-forms.json'), '--out', 'a.csv', ...words]
  expect((await exporting([...argv, '--verbose'])).stderr).toContain(`\nExported ${way}.\n`)
  expect((await exporting(argv)).stderr).not.toContain('engine')
})

test('a form of which a saved reply holds nothing is warned of', async () => {
  const words = ['--from', fixture('several-forms.json'), '--out', 'a.csv', '--quiet']
  const none = await exporting([...words, '--form', 'nope'])
  expect([none.exit, none.stderr]).toEqual([
    0,
    'warning: None of the 4 responses of the saved reply is of form nope.\n',
  ])
  expect((await exporting([...words, '--form', 'clf0000000000000000000002'])).stderr).toBe('')
  const early = await exporting([...words, '--form', 'clf0000000000000000000002', '--until', '2020-01-01'])
  expect(early.stderr).toBe('')
  const some = [...words, '--form', 'zzz', '--form', 'clf0000000000000000000002']
  for (const [more, sentence] of [
    [[], 'form zzz'],
    [['--until', '2020-01-01'], 'form zzz'],
    [['--until', '2020-01-01', '--by', 'updatedAt'], 'form zzz'],
    [['--form', 'a', '--form', 'b', '--form', 'c', '--form', 'd'], 'form zzz, a, b, c or d'],
  ] as const)
    expect((await exporting([...some, ...more])).stderr).toBe(
      `warning: None of the 4 responses of the saved reply is of ${sentence}.\n`,
    )
})

test('a question without a headline is called by its type in answers, and in plain words in figures', async () => {
  const from = ['--from', fixture('every-type.json')]
  const long = await exporting([...from, '--layout', 'long', '--columns', 'question,type'])
  expect(long.stdout).toContain('\nIdentityInfo,IdentityInfo\n')
  const figures = await runInProcess({ argv: ['responses', 'stats', ...from], isTerminal: true })
  expect(figures.stdout).toMatch(/^\d+ Contact details$/m)
})

describe('lines on a terminal', () => {
  const words = ['--from', fixture('formulas.json'), '--out', 'a.csv']

  test.each([40, 80])('are broken between words at %d columns', async (columns) => {
    const { stderr } = await exporting(words, { isTerminal: true, columns })
    const lines = stderr.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
    expect(stderr.replaceAll('\n', ' ')).toContain('; --formulas raw leaves it out.')
  })

  test('are whole in a pipe', async () => {
    const { stderr } = await exporting(words, { columns: 40 })
    expect(stderr).toMatch(/^\d+ cells would run as a formula in a spreadsheet, .*raw leaves it out\.$/m)
  })

  test('of failures are broken, too, and what takes no break is left whole', async () => {
    const option = `--${'a'.repeat(60)}`
    const { stderr } = await exporting(['--all', '--redact', option], { isTerminal: true, columns: 40 })
    const lines = stderr.split('\n')
    expect(lines).toContain(option)
    const others = lines.filter((line) => line !== option)
    expect(Math.max(...others.map((line) => line.length))).toBeLessThanOrEqual(40)
  })
})
