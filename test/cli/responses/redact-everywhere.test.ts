import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'
import { unzip } from '../../support/zip.ts'

/** What stands nowhere but in answers that are redacted. */
const secrets = ['Zebedee', 'Zanzibar', '471147', 'zoe.quill'] as const

const option = (key: string, more: object = {}): object => ({ key, value: true, ...more })
const entry = (questionId: string, headline: string, response: object, more: object = {}): object => ({
  questionId,
  response: { type: 'ShortInput', headline, ...response },
  ...more,
})

const named = entry('n1', 'Name', { value: 'Zebedee', Zebra: 'Zebedee' }, { n2: 'Zebedee' })
const two = [
  {
    id: 'r1',
    formId: 'f',
    createdAt: '2026-03-01T09:00:00.000Z',
    finished: true,
    data: [
      named,
      entry('age', 'How old', { value: 471147 }),
      entry('picks', 'Picks', { choices: [option('Zanzibar'), { key: 'Oslo', value: false }] }),
      entry('more', 'More', {
        choices: [option('Zebedee', { questionId: 'n1' }), option('Bergen', { note: 1 })],
      }),
      entry('texts', 'Texts', { selected: ['Rome', 'Paris'] }),
      entry(
        'score',
        'Score',
        { value: 3, n1: 'Zebedee', deep: { n1: ['Zebedee'], kept: 'Kestrel', age: 471147 } },
        { n1: 'Zebedee', Name: 'Zebedee', beside: { Name: { a: 'Zebedee' } } },
      ),
      { questionId: 'n1', response: 'Zebedee' },
      { questionId: 'n1', Zebra: ['Zebedee'] },
    ],
    meta: { leadId: 'lead', 'How old': 471147, mail: { emailAddress: 'zoe.quill@example.com' } },
    personAttributes: { ip: '192.0.2.1', emailAddress: 'zoe.quill@example.com', who: [{ Name: 'Zebedee' }] },
    n1: 'Zebedee',
    age: { a: 471147 },
    Picks: ['Zanzibar'],
  },
  {
    id: 'r2',
    formId: 'f',
    createdAt: '2026-03-02T09:00:00.000Z',
    data: [
      entry('n1', 'Name', { value: '' }),
      entry('more', 'More', { choices: [option('Oslo'), { key: 'Bergen', value: false }] }),
      entry('who', '', { emailAddress: 'zoe.quill@example.com', companyName: 'Ames' }),
    ],
    personAttributes: 'zoe.quill@example.com',
  },
]

/** So many that most of them are read by what was learned of the first. */
const reply = JSON.stringify({ data: Array.from({ length: 60 }, (_, i) => ({ ...two[i % 2], id: `r${i}` })) })

const formats = [
  ['csv'],
  ['tsv', '--layout', 'long'],
  ['tsv', '--layout', 'long', '--multi', 'json'],
  ['csv', '--multi', 'json', '--headers', 'both'],
  ['csv', '--multi', 'columns'],
  ['csv', '--multi', 'columns', '--columns-file', 'columns.yaml'],
  ['csv', '--layout', 'relational'],
  ['csv', '--where', 'Name = Zebedee'],
  ['xlsx', '--multi', 'columns', '--headers', 'id'],
  ['xlsx', '--layout', 'relational', '--multi', 'json'],
  ['sqlite', '--layout', 'relational'],
  ['sqlite', '--multi', 'columns'],
  ['json'],
  ['ndjson', '--where', 'Name = Zebedee'],
] as const

/** Every byte that an export leaves, of packed formats unpacked. */
function leftIn(folder: string): string {
  return readdirSync(folder)
    .flatMap((name) => {
      const bytes = readFileSync(join(folder, name))
      const parts = name.endsWith('.xlsx') ? [...unzip(bytes).values()] : [bytes]
      return parts.map((part) => part.toString())
    })
    .join('\n')
}

describe('a redacted answer stands in no file that an export writes, and in nothing that it says', () => {
  const cases = formats.flatMap(([format, ...words]) =>
    (['drop', 'hash', 'mask'] as const).flatMap((how) =>
      [[], ...(format === 'json' || format === 'ndjson' ? [] : [['--codebook', 'datapackage.json']])].map(
        (codebook) => ({ format, words, how, codebook }),
      ),
    ),
  )
  test.each(cases)('$format $words $codebook, by $how', async ({ format, words, how, codebook }) => {
    const cwd = temporaryFolder()
    const redact = ['Name', 'age', 'Picks', 'emailAddress', 'personAttributes'].flatMap((name) => [
      '--redact',
      `${name}=${how}`,
    ])
    const ran = await runInProcess({
      argv: [
        ...'responses export --from - --manifest manifest.json --out'.split(' '),
        `out.${format}`,
        ...words,
        ...codebook,
        ...redact,
      ],
      stdin: reply,
      cwd,
      env: { FORMCTL_REDACT_KEY: 'a key that is long enough' },
    })
    expect(ran).toMatchObject({ exit: 0 })
    const left = leftIn(cwd)
    for (const secret of secrets) {
      expect(left.toLowerCase()).not.toContain(secret.toLowerCase())
      expect(ran.stderr + ran.stdout).not.toContain(secret)
    }
    expect(left).toContain('Kestrel')
    // Names for SQL are in small letters.
    expect(left.toLowerCase()).toContain('bergen')
  })
})
