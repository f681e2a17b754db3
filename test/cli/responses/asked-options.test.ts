import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { typeNames } from '../../../src/form/schema.ts'
import { extensions } from '../../../src/wire/wire.ts'
import { apply, applyEnv, made, project, type Project } from '../../support/applying.ts'
import { parseCsv } from '../../support/csv.ts'
import { runInProcess } from '../../support/test-host.ts'

const spec = (options: string, more = ''): string => `name: Lunch
steps:
  - name: One
    components:
      - { type: Dropdown, content: { question: "Dish?", options: [${options}] } }
      - { type: Dropdown, content: { question: "Twice?", options: [A, B] } }
      - { type: Dropdown, content: { question: "Twice?", options: [C, D] } }
      ${more}
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`

const answer = (questionId: string, headline: string, selected: unknown): object => ({
  questionId,
  response: { type: 'Dropdown', headline, selected },
})
const response = (formId: string, ...data: readonly object[]): object => ({
  id: formId,
  formId,
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  data,
})

/** Two versions of a spec: form f1 asked without fish, form f2 with it. */
async function applied(): Promise<Project> {
  const here = project({ 'a.yaml': spec('Soup, Pie') })
  await apply('a.yaml', here, { turns: [made('f1')] })
  here.write('a.yaml', spec('Pie, Fish, Soup'))
  await apply('a.yaml', here, { turns: [made('f2')] })
  here.write(
    'reply.json',
    JSON.stringify({
      data: [
        response('f1', answer('d1', 'Dish?', 'Soup'), answer('t1', 'Twice?', 'A')),
        response('f2', answer('d2', 'Dish?', ['Pie']), answer('o2', 'Other?', 'x')),
      ],
    }),
  )
  return here
}

/** The rows of choices, or the columns of answers, of an export; both ways write the same. */
async function exported({ cwd }: Project, words: string, env = applyEnv): Promise<readonly string[]> {
  const isWide = words.includes('columns')
  const files = await Promise.all(
    ['', '1'].map(async (plain) => {
      const argv = [
        'responses',
        'export',
        '--from',
        'reply.json',
        '--out',
        `a${plain}.csv`,
        ...words.split(' '),
      ]
      const { exit } = await runInProcess({
        cwd,
        argv: [...argv, '--force'],
        env: { ...env, FORMCTL_NO_ENGINE: plain },
      })
      expect(exit).toBe(0)
      return readFileSync(join(cwd, `a${plain}.${isWide ? '' : 'choices.'}csv`), 'utf8')
    }),
  )
  expect(files[0]).toBe(files[1])
  const rows = parseCsv(files[0] ?? '')
  if (!isWide) return rows.slice(1).map((row) => `${row[1]} ${row[3]}: ${row.slice(-2).join(' ')}`)
  const first = rows[0]?.findIndex((name) => name.includes('?'))
  return rows.map((row) => row.slice(first).join(' | '))
}

describe('options that a form offers and nobody chose are 0', () => {
  test('in choices, for the unchanged form of a spec', async () => {
    const rows = [
      'f1 Dish? [d1]: Soup true',
      'f1 Twice?: A true',
      'f2 Dish? [d2]: Pie true',
      'f2 Dish? [d2]: Fish false',
      'f2 Dish? [d2]: Soup false',
      'f2 Other?: x true',
    ]
    const here = await applied()
    expect(await exported(here, '--layout relational')).toEqual(rows)
    here.write('a.yaml', `# the same\n${spec('Pie, Fish, Soup')}`)
    expect(await exported(here, '--layout relational --form f2')).toEqual(
      rows.filter((row) => row.startsWith('f2')).map((row) => row.replace(/ \[d2\]/, '')),
    )
  })

  test('not by a spec that has changed, or of another source form', async () => {
    const here = await applied()
    const rows = ['f2 Dish?: Pie true', 'f2 Other?: x true']
    expect(
      await exported(here, '--layout relational --form f2', { ...applyEnv, FORMCTL_SOURCE_FORM_ID: 'other' }),
    ).toEqual(rows)
    here.write('a.yaml', spec('Pie, Cake'))
    expect(await exported(here, '--layout relational --form f2')).toEqual(rows)
    here.write('a.yaml', 'name: [')
    expect(await exported(here, '--layout relational --form f2')).toEqual(rows)
    here.write('formctl.lock.json', '{')
    expect(await exported(here, '--layout relational --form f2')).toEqual(rows)
  })

  test('for all forms of a spec that --form names, whether it has changed or not', async () => {
    const here = await applied()
    here.write('a.yaml', spec('Pie, Cake'))
    expect(await exported(here, '--layout relational --form a.yaml')).toEqual([
      'f1 Dish?: Pie false',
      'f1 Dish?: Soup true',
      'f1 Dish?: Cake false',
      'f1 Twice?: A true',
      'f2 Dish?: Pie true',
      'f2 Dish?: Soup false',
      'f2 Dish?: Cake false',
      'f2 Other?: x true',
    ])
    expect(await exported(here, '--multi columns --form a.yaml')).toEqual([
      'Dish?: Pie | Dish?: Soup | Dish?: Cake | Twice?: A | Other?: x',
      '0 | 1 | 0 | 1 | ',
      '1 | 0 | 0 |  | 1',
    ])
  })

  test('but not of a question that is redacted', async () => {
    const here = await applied()
    expect(await exported(here, '--layout relational --form f2 --redact Dish?=mask')).toEqual([
      'f2 Dish?: ••• true',
      'f2 Other?: x true',
    ])
    expect(await exported(here, '--multi columns --form f2 --redact Dish?=mask')).toEqual([
      'Dish? | Twice?: A | Twice?: B | Twice?: C | Twice?: D | Other?: x',
      '••• |  |  |  |  | 1',
    ])
  })
})

test('a codebook says what the spec says of a scale, a number and a consent', async () => {
  const here = project({
    'a.yaml': spec(
      'A',
      `- { type: OpinionScale, content: { question: "Likely?", preset: nps } }
      - { type: Rating, content: { question: "Stars?", max: 4, lowLabel: Bad } }
      - { type: Number, content: { question: "Weight?", min: 1, unit: kg } }
      - { type: Consent, content: { text: "I [agree](https://example.com)." } }`,
    ),
  })
  await apply('a.yaml', here, { turns: [made('f1')], announces: { extensions, componentTypes: typeNames } })
  const answered = (type: string, headline: string, value: unknown): object => ({
    questionId: headline,
    response: { type, headline, value },
  })
  const text = 'I agree (https://example.com).'
  here.write(
    'reply.json',
    JSON.stringify({
      data: [
        response(
          'f1',
          answered('OpinionScale', 'Likely?', 9),
          answered('Rating', 'Stars?', 3),
          answered('Number', 'Weight?', 2.5),
          answered('Consent', text, true),
        ),
      ],
    }),
  )
  const words = ['--from', 'reply.json', '--out', 'a.csv', '--codebook', 'datapackage.json']
  await runInProcess({ cwd: here.cwd, argv: ['responses', 'export', ...words], env: applyEnv })
  const book = readFileSync(join(here.cwd, 'datapackage.json'), 'utf8')
  const { fields } = JSON.parse(book).resources[0].schema
  const ofQuestions = fields.flatMap(({ question }: { readonly question?: object }) => question ?? [])
  expect(ofQuestions.slice(3)).toMatchObject([
    { type: 'OpinionScale', min: 0, max: 10, lowLabel: 'Not at all likely', preset: 'nps' },
    { type: 'Rating', min: 1, max: 4, lowLabel: 'Bad' },
    { type: 'Number', min: 1, unit: 'kg' },
    { type: 'Consent', member: 'value', text: 'I [agree](https://example.com).' },
    { type: 'Consent', member: 'text' },
  ])
})

test('a codebook lists the options that the forms offer, also those that nobody chose', async () => {
  const here = await applied()
  here.write('reply.json', JSON.stringify({ data: [response('f2', answer('d2', 'Dish?', 'Pie'))] }))
  const described = async (words: string): Promise<string> => {
    const argv = `responses export --from reply.json --out a.csv --force --codebook book.json --form f2 ${words}`
    const { exit } = await runInProcess({ cwd: here.cwd, argv: argv.trim().split(' '), env: applyEnv })
    expect(exit).toBe(0)
    return readFileSync(join(here.cwd, 'book.json'), 'utf8')
  }
  const options = [
    { value: 'Pie', count: 1 },
    { value: 'Fish', count: 0 },
    { value: 'Soup', count: 0 },
  ]
  const { fields } = JSON.parse(await described('')).resources[0].schema
  expect(fields).toContainEqual(
    expect.objectContaining({ title: 'Dish?', constraints: { enum: ['Pie', 'Fish', 'Soup'] }, options }),
  )
  const long = JSON.parse(await described('--layout long'))
  expect(JSON.stringify(long)).toContain(JSON.stringify(options))
})
