import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const answer = (questionId: string, headline: string, members: object): object => ({
  questionId,
  response: { headline, ...members },
})
const option = (key: string, value: boolean): object => ({ key, value })

function exporting(
  records: readonly object[],
  words: readonly string[],
  cwd = temporaryFolder(),
): Promise<Ran> {
  return runInProcess({
    cwd,
    argv: ['responses', 'export', '--from', '-', ...words],
    stdin: JSON.stringify({ data: records }),
    env: { FORMCTL_REDACT_KEY: 'a key that is long enough' },
  })
}

const leftIn = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

describe('no hint names an option of a list, where anything is redacted', () => {
  const records = [
    {
      id: 'r1',
      createdAt: '2026-03-01T09:00:00.000Z',
      data: [
        answer('lang', 'Languages', { selected: ['Zebra', 'French'] }),
        answer('pick', 'Picks', { choices: [option('Zanzibar', true), option('Oslo', false)] }),
        answer('age', 'Age', { value: '18' }),
      ],
    },
  ]
  const slips = [
    ['--where', 'ebra = 1'],
    ['--where', '"languages: zebra" = 1'],
    ['--where', 'Age = 18 and "lang.zebra" = 1'],
    ['--where', '"languagse" = Zebr'],
    ['--columns', 'id,ebra'],
    ['--columns', 'id,Languages: Zebr'],
    ['--columns', 'id,lang.Zebr'],
    ['--redact', 'ebra=drop'],
    ['--redact', 'Languages: Zebr=hash'],
    ['--redact', 'Languages: Zebr [lang.Zebr]=mask'],
    ['--redact', 'anziba=drop'],
  ] as const
  const cases = slips.flatMap(([flag, slip]) =>
    (['drop', 'hash', 'mask'] as const).flatMap((how) =>
      ['wide', 'long', 'relational'].map((layout) => ({ flag, slip, how, layout })),
    ),
  )
  test.each(cases)('$flag $slip, by $how, $layout', async ({ flag, slip, how, layout }) => {
    const multi = layout === 'wide' ? ['--multi', 'columns'] : []
    const redact = ['--redact', `Languages=${how}`, '--redact', `Picks=${how}`]
    const ran = await exporting(records, [...redact, flag, slip, '--layout', layout, ...multi])
    expect(ran.stderr.replaceAll(slip, '')).not.toMatch(/Zebra|Zanzibar/)
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
  })

  test('of a slip in --redact itself, the list is proposed', async () => {
    const ran = await exporting(records, ['--multi', 'columns', '--redact', 'Language=drop'])
    expect(ran.stderr).toContain('"Languages"')
    expect(ran.stderr).not.toMatch(/Zebra|French/)
  })

  test('where nothing is, it does', async () => {
    const ran = await exporting(records, ['--multi', 'columns', '--columns', 'Languages: zebra'])
    expect(ran.stderr).toContain('did you mean "Languages: Zebra"')
  })
})

describe('what repeats a redacted answer under a headline that other places tell is redacted, too', () => {
  const repeating = (headline: string): object => ({
    id: 'r1',
    formId: 'f',
    createdAt: '2026-03-03T09:00:00.000Z',
    data: [answer('q1', 'Your mail', { value: 'ada.quill' }), answer('age', 'Age', { value: 18 })],
    meta: { nested: [{ [headline]: 'ada.quill', kept: 'Kestrel' }] },
    personAttributes: { [headline]: 'ada.quill' },
    [headline]: ['ada.quill'],
  })
  const columnsFile = (...more: readonly string[]): string =>
    ['schema_version: 1', 'headers: headline', 'multi: joined', 'columns:', ...more, ''].join('\n')
  const kept = {
    'the headline of a columns file': columnsFile(
      '  - { name: id, record: id }',
      'questions:',
      '  - { id: q1, headline: "Old\\n mail", shown: 2026-03-01T09:00:00.000Z }',
    ),
    'the name of a column there': columnsFile('  - { name: Old mail, question: q1, member: value }'),
    'the name of another of its columns': columnsFile(
      '  - { name: "Old mail: selectedOther", question: q1, member: selectedOther }',
    ),
  }
  const cases = Object.entries(kept).flatMap(([where, text]) =>
    ['drop', 'hash', 'mask'].flatMap((how) =>
      [
        ['csv'],
        ['tsv', '--codebook', 'book.json'],
        ['sqlite'],
        ['csv', '--columns', 'id,meta.nested,personAttributes.Old mail'],
      ].flatMap(([format = '', ...words]) => ({ where, text, how, format, words })),
    ),
  )
  test.each(cases)('$where, by $how, as $format $words', async ({ text, how, format, words }) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'columns.yaml'), text)
    const keeping = ['--columns-file', 'columns.yaml', '--out', `out.${format}`, '--manifest', 'm.json']
    const ran = await exporting([repeating('Old mail')], [...keeping, ...words, '--redact', `q1=${how}`], cwd)
    // A column that is dropped can't be shown, so nothing is written then.
    const isRefused = words[0] === '--columns' && how === 'drop'
    expect(ran).toMatchObject({ exit: isRefused ? 2 : 0 })
    expect(leftIn(cwd) + ran.stderr).not.toContain('ada.quill')
    expect(leftIn(cwd).includes('Kestrel')).toBe(!isRefused)
  })

  const nested = [
    { history: [{ questionId: 'q1', response: { headline: 'Old mail', value: 'ada.quill' } }] },
    { history: { deep: [[{ questionId: 'q1', headline: 'Old mail', answer: 'ada.quill' }]] } },
    { personAttributes: { seen: { questionId: 'q1', response: { headline: 'Old mail' } } } },
  ]
  const nestedCases = nested.flatMap((more) =>
    ['drop', 'hash', 'mask'].flatMap((how) =>
      [
        ['--format', 'ndjson'],
        ['--format', 'json', '--where', 'Age = 18'],
        ['--format', 'csv'],
        ['--format', 'csv', '--layout', 'relational', '--out', 'out.csv'],
        ['--format', 'tsv', '--multi', 'columns'],
        ['--format', 'csv', '--layout', 'long', '--columns', 'value,meta.nested'],
      ].map((words) => ({ more, how, words })),
    ),
  )
  test.each(nestedCases)('a nested answer in $more, by $how, $words', async ({ more, how, words }) => {
    const cwd = temporaryFolder()
    const one = { ...repeating('Old mail'), ...more }
    const other = { ...repeating('Old mail'), id: 'r0' }
    const ran = await exporting([other, one], [...words, '--redact', `q1=${how}`], cwd)
    expect(ran).toMatchObject({ exit: 0 })
    expect(ran.stdout + leftIn(cwd)).not.toContain('ada.quill')
    expect(ran.stdout + leftIn(cwd)).toContain('Kestrel')
  })
})

describe('a columns file tells no time of a response whose time of creation is redacted', () => {
  const asked = (headline: string, day: number): object => ({
    id: 'r1',
    createdAt: `2026-03-0${day}T09:17:31.123Z`,
    data: [answer('q1', headline, { value: 'Ada' })],
  })
  const keeping = ['--columns-file', 'columns.yaml', '--out', 'out.csv', '--force']
  test.each(['drop', 'hash', 'mask'])('by %s', async (how) => {
    const cwd = temporaryFolder()
    const redact = ['--redact', `createdAt=${how}`]
    const first = await exporting([asked('Name', 1)], [...keeping, ...redact], cwd)
    expect(first).toMatchObject({ exit: 0 })
    expect(leftIn(cwd)).not.toContain('09:17:31')
    const second = await exporting([asked('Your name', 2)], [...keeping, ...redact], cwd)
    expect(second.stderr).toContain('a question is now "Your name" and was "Name"')
    expect(leftIn(cwd)).not.toContain('09:17:31')
    expect(readFileSync(join(cwd, 'columns.yaml'), 'utf8')).toContain('Your name')
    const third = await exporting([asked('Your name', 3)], [...keeping, ...redact], cwd)
    expect(third.stderr).not.toContain('a question is now')
  })
})
