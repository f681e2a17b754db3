import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../support/is-long.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { unzip } from '../../support/zip.ts'

const secrets = ['ada.quill', 'bob.quill', 'cy.quill'] as const

type Told = { readonly day: number; readonly headline: string; readonly secret: string }

const entry = (headline: string, value: string): object => ({
  questionId: 'q1',
  response: { type: 'ShortInput', headline, value },
})

/** A response whose answer other members repeat, under the headline that the question had then. */
const response = ({ day, headline, secret }: Told): object => ({
  id: `r${day}`,
  formId: 'f',
  createdAt: `2026-03-0${day}T09:00:00.000Z`,
  data: [
    entry(headline, `${secret}@example.org`),
    {
      questionId: 'age',
      response: { type: 'NumberInput', headline: 'Age', value: day },
      beside: { [headline]: secret },
    },
  ],
  meta: { lead: 'kestrel', nested: [{ [headline]: secret }] },
  personAttributes: { [headline]: secret },
  [headline]: [secret],
  answers: { [headline]: `${secret}@example.org`, kept: 'Bergen' },
})

const renamed = [
  response({ day: 1, headline: 'E-mail', secret: 'ada.quill' }),
  response({ day: 3, headline: 'Your mail', secret: 'bob.quill' }),
  response({ day: 2, headline: 'Mail,\n please', secret: 'cy.quill' }),
]
const age = { questionId: 'age', response: { type: 'NumberInput', headline: 'Age', value: 1 } }
// A record that answers twice, under two headlines.
const twice = {
  ...response({ day: 3, headline: 'Your mail', secret: 'bob.quill' }),
  data: [
    entry('Your mail', 'bob.quill'),
    entry('E-mail', 'ada.quill'),
    entry('Mail, please', 'cy.quill'),
    age,
  ],
  answers: { 'E-mail': 'ada.quill', 'Mail, please': 'cy.quill', kept: 'Bergen' },
}
const many = (records: readonly object[]): readonly object[] =>
  Array.from({ length: 60 }, (_, i) => records[i % records.length] ?? {})

const orders = {
  'older first': renamed,
  'newer first': renamed.toReversed(),
  'many, read by what was learned': many(renamed),
  'twice in a record': [twice],
} as const

/** Every text that an export leaves, of packed formats unpacked. */
async function leftIn(folder: string): Promise<string> {
  const texts: string[] = []
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name))
    if (name.endsWith('.xlsx')) texts.push(...[...unzip(bytes).values()].map(String))
    else if (name.endsWith('.parquet')) texts.push(await parquetText(bytes))
    if (name !== 'rl.json') texts.push(bytes.toString())
  }
  return texts.join('\n')
}

async function parquetText(bytes: Uint8Array): Promise<string> {
  const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) }
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer, compressors })
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function exporting(cwd: string, records: readonly object[], words: readonly string[]): Promise<Ran> {
  writeFileSync(join(cwd, 'rl.json'), JSON.stringify({ data: records }))
  return runInProcess({
    cwd,
    argv: ['responses', 'export', '--from', 'rl.json', ...words],
    env: { FORMCTL_REDACT_KEY: 'a key that is long enough' },
  })
}

const formats = [
  ['json'],
  ['ndjson'],
  ['ndjson', '--where', 'id is not empty'],
  ...['csv', 'tsv', 'xlsx', 'sqlite', 'parquet'].flatMap((format) => [
    [format],
    [format, '--multi', 'json'],
    [format, '--multi', 'columns'],
    [format, '--layout', 'long', '--columns', 'id,value,answers,meta.nested'],
    [format, '--layout', 'relational'],
  ]),
] as const

describe('what repeats a redacted answer under an older headline of its question is redacted, too', () => {
  const hows = ['drop', 'hash', 'mask'] as const
  // Each format in each order, with one way to redact; in the long run with each.
  const cases = formats.flatMap(([format = '', ...words], i) =>
    Object.entries(orders).flatMap(([order, records], k) =>
      hows
        .filter((_, n) => isLong || n === (i + k) % hows.length)
        .map((how) => ({ format, words, how, order, records })),
    ),
  )
  test.each(cases)('$format $words, by $how, $order', async ({ format, words, how, records }) => {
    const cwd = temporaryFolder()
    const ran = await exporting(cwd, records, [...words, '--redact', `q1=${how}`, '--out', `out.${format}`])
    expect(ran).toMatchObject({ exit: 0 })
    const left = await leftIn(cwd)
    for (const secret of secrets) expect(left + ran.stderr).not.toContain(secret)
    expect(left).toContain('Bergen')
  })
})

const plain = [
  { id: 'a', createdAt: '2026-03-01T09:00:00.000Z', data: [entry('E-mail', 'ada'), age] },
  { id: 'b', createdAt: '2026-03-02T09:00:00.000Z', data: [entry('Your mail', 'bob')] },
]
const now = '"E-mail" is now called "Your mail".'

describe('a name that a question had earlier is refused, with the one that it has now', () => {
  test.each([
    [['--columns', 'id,E-mail'], now],
    [['--columns', 'id,E-mail [q1]'], '"E-mail [q1]" is now called "Your mail".'],
    [['--columns', 'E-mail', '--layout', 'long'], now],
    [['--where', 'E-mail contains ada'], now],
    [['--where', 'Age = 1 or E-mail contains ada'], '"E-mail" (character 12 of'],
    [['--where', 'Age = 1 or E-mail contains ada'], 'is now called "Your mail".'],
    [['--redact', 'E-mail=drop'], now],
    [['--redact', 'E-mail=drop', '--format', 'ndjson'], now],
    [['--redact', 'E-mail=hash', '--multi', 'columns'], now],
  ])('%j', async (words, sentence) => {
    const cwd = temporaryFolder()
    for (const records of [plain, plain.toReversed()]) {
      const ran = await exporting(cwd, records, words)
      expect(ran).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(sentence) })
      expect(ran.stderr).not.toMatch(/There is no column|meant\?|nobody answered/)
    }
  })

  test('by stats, too', async () => {
    const argv = ['responses', 'stats', '--from', '-', '--where', 'E-mail contains ada']
    const ran = await runInProcess({ argv, stdin: JSON.stringify({ data: plain }) })
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining(now) })
  })

  test('beside one that there never was', async () => {
    const { stderr } = await exporting(temporaryFolder(), plain, ['--columns', 'Nope,E-mail'])
    expect(stderr).toContain(`${now} There is no column "Nope". To see`)
  })

  test('also where nobody might have given a member of that name', async () => {
    const mails = [
      { id: 'a', createdAt: '2026-03-01T09:00:00.000Z', data: [entry('emailAddress', 'ada')] },
      { id: 'b', createdAt: '2026-03-02T09:00:00.000Z', data: [entry('Write to', 'bob')] },
    ]
    const ran = await exporting(temporaryFolder(), mails, ['--redact', 'emailAddress=drop'])
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toContain('"emailAddress" is now called "Write to".')
  })
})

test('where another column bears the name, --redact covers the question that bore it, and says so', async () => {
  const other = { questionId: 'q2', response: { type: 'ShortInput', headline: 'E-mail', value: 'cy' } }
  const records = [...plain, { id: 'c', createdAt: '2026-03-03T09:00:00.000Z', data: [other] }]
  for (const layout of ['wide', 'long', 'relational']) {
    const cwd = temporaryFolder()
    const words = ['--redact', 'E-mail=drop', '--layout', layout, '--out', 'out.csv']
    const ran = await exporting(cwd, records, words)
    expect(ran.stderr).toContain('Redacted: E-mail (drop) in columns "E-mail" and "Your mail".')
    expect(await leftIn(cwd)).not.toMatch(/\b(ada|bob|cy)\b/)
  }
})

test('of a question whose headline is another one for everybody, each counts', async () => {
  const records = Array.from({ length: 1500 }, (_, i) => ({
    id: `r${i}`,
    createdAt: '2026-03-01T09:00:00.000Z',
    data: [entry(`Is your mail ${i}?`, 'ada.quill')],
    answers: { [`Is your mail ${i}?`]: 'ada.quill', kept: 'Bergen' },
  }))
  for (const format of ['csv', 'ndjson']) {
    const { stdout } = await exporting(temporaryFolder(), records, [
      '--redact',
      'q1=drop',
      '--format',
      format,
    ])
    expect(stdout).toContain('Bergen')
    expect(stdout).not.toContain('ada.quill')
  }
})
