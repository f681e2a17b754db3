import { describe, expect, test } from 'vitest'
import {
  apply,
  applyEnv,
  appliedVersions,
  made,
  project,
  specWith,
  type Project,
} from '../../support/applying.ts'
import { parseCsv } from '../../support/csv.ts'
import { answerTo, inBothWays, readIn, replyWith, responseOf, responses } from '../../support/responses.ts'

const spec = (options: string): string =>
  specWith(
    `{ type: Dropdown, content: { question: "Dish?", options: [${options}] } }`,
    '{ type: Dropdown, content: { question: "Twice?", options: [A, B] } }',
    '{ type: Dropdown, content: { question: "Twice?", options: [C, D] } }',
  )

const chosen = (question: string, selected: unknown): object => answerTo(question, { selected }, 'Dropdown')
const response = (formId: string, ...data: readonly object[]): object =>
  responseOf({}, { id: formId, formId, finished: true, data })

/** Two versions of a spec: form f1 asked without fish, form f2 with it. */
async function applied(): Promise<Project> {
  const here = await appliedVersions(spec('Soup, Pie'), spec('Pie, Fish, Soup'))
  const records = [
    response('f1', chosen('d1=Dish?', 'Soup'), chosen('t1=Twice?', 'A')),
    response('f2', chosen('d2=Dish?', ['Pie']), chosen('o2=Other?', 'x')),
  ]
  here.write('reply.json', replyWith(records))
  return here
}

/** The rows of choices, or the columns of answers, of an export; both ways write the same. */
async function exported({ cwd }: Project, line: string, more = {}): Promise<readonly string[]> {
  const isWide = line.includes('columns')
  const text = await inBothWays(async (way) => {
    const file = `a${way.FORMCTL_NO_ENGINE}`
    const given = { cwd, env: { ...applyEnv, ...more, ...way } }
    const words = isWide ? line : `--layout relational ${line}`
    expect((await responses(`export --from reply.json --out ${file}.csv ${words} --force`, given)).exit).toBe(
      0,
    )
    return readIn(cwd, `${file}.${isWide ? '' : 'choices.'}csv`)
  })
  const rows = parseCsv(text)
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
    expect(await exported(here, '')).toEqual(rows)
    here.write('a.yaml', `# the same\n${spec('Pie, Fish, Soup')}`)
    expect(await exported(here, '--form f2')).toEqual(rows.slice(2).map((row) => row.replace(' [d2]', '')))
  })

  test.each([
    ['with --source-form', 'a.yaml --source-form other', '', ''],
    ['with --each', 'a.yaml --each rows.csv', 'Survey of ${who}', ''],
    ['with a variable in another question', 'a.yaml --var who=Ada', 'Survey', 'Hello ${who}?'],
  ])('in a form that was applied %s', async (_, line, name, other) => {
    const one = specWith('{ type: Dropdown, content: { question: "Dish?", options: [Soup, Pie] } }')
    const text =
      other === ''
        ? one
        : one.replace(
            '- { type: Next',
            `- { type: ShortInput, content: { question: "${other}" } }\n      - { type: Next`,
          )
    const here = project({ 'a.yaml': text.replace('Letters', name || 'Letters'), 'rows.csv': 'who\nAda\n' })
    expect(await apply(line, here, { turns: [made('f1')] })).toMatchObject({ exit: 0 })
    here.write('reply.json', replyWith([response('f1', chosen('d1=Dish?', 'Soup'))]))
    const rows = ['f1 Dish?: Soup true', 'f1 Dish?: Pie false']
    expect(await exported(here, '--form f1')).toEqual(rows)
    // Without what it remembers, as in a lock file of before, the options stay unknown, and that is said.
    here.write('formctl.lock.json', here.lockText()?.replaceAll(/,\s*"template": "[^"]*"/g, '') ?? '')
    expect(await exported(here, '--form f1', { FORMCTL_SOURCE_FORM_ID: 'third' })).toEqual(rows.slice(0, 1))
    const { stderr } = await responses('export --from reply.json --form f1', {
      cwd: here.cwd,
      env: { ...applyEnv, FORMCTL_SOURCE_FORM_ID: 'third' },
    })
    expect(stderr).toContain('a.yaml has changed since the form was made, or nothing says how it was applied')
  })

  test('not by a spec that has changed', async () => {
    const here = await applied()
    const rows = ['f2 Dish?: Pie true', 'f2 Other?: x true']
    for (const [file, text] of [
      ['a.yaml', spec('Pie, Cake')],
      ['a.yaml', 'name: ['],
      ['formctl.lock.json', '{'],
    ] as const) {
      here.write(file, text)
      expect(await exported(here, '--form f2')).toEqual(rows)
    }
  })

  test('for all forms of a spec that --form names, whether it has changed or not', async () => {
    const here = await applied()
    here.write('a.yaml', spec('Pie, Cake'))
    expect(await exported(here, '--form a.yaml')).toEqual([
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
    expect(await exported(here, '--form f2 --redact Dish?=mask')).toEqual([
      'f2 Dish?: ••• true',
      'f2 Other?: x true',
    ])
    expect(await exported(here, '--multi columns --form f2 --redact Dish?=mask')).toEqual([
      'Dish? | Twice?: A | Twice?: B | Twice?: C | Twice?: D | Other?: x',
      '••• |  |  |  |  | 1',
    ])
  })
})

/** The codebook of an export of records. */
async function bookOf({ cwd, write }: Project, record: object, line: string) {
  write('reply.json', replyWith([record]))
  const words = `export --from reply.json --out a.csv --force --codebook book.json ${line}`
  expect(await responses(words, { cwd, env: applyEnv })).toMatchObject({ exit: 0 })
  return JSON.parse(readIn(cwd, 'book.json'))
}

test('a codebook says what the spec says of a scale, a number and a consent', async () => {
  const asked = specWith(
    '{ type: OpinionScale, content: { question: "Likely?", preset: nps } }',
    '{ type: Rating, content: { question: "Stars?", max: 4, lowLabel: Bad } }',
    '{ type: Number, content: { question: "Weight?", min: 1, unit: kg } }',
    '{ type: Consent, content: { text: "I [agree](https://example.com)." } }',
  )
  const answers = [
    answerTo('Likely?', 9, 'OpinionScale'),
    answerTo('Stars?', 3, 'Rating'),
    answerTo('Weight?', 2.5, 'Number'),
    answerTo('I agree (https://example.com).', true, 'Consent'),
  ]
  const book = await bookOf(await appliedVersions(asked), response('f1', ...answers), '')
  const { fields } = book.resources[0].schema
  expect(fields.flatMap(({ question }: { readonly question?: object }) => question ?? [])).toMatchObject([
    { type: 'OpinionScale', min: 0, max: 10, lowLabel: 'Not at all likely', preset: 'nps' },
    { type: 'Rating', min: 1, max: 4, lowLabel: 'Bad' },
    { type: 'Number', min: 1, unit: 'kg' },
    { type: 'Consent', member: 'value', text: 'I [agree](https://example.com).' },
    { type: 'Consent', member: 'text' },
  ])
})

test('a codebook lists the options that the forms offer, also those that nobody chose', async () => {
  const here = await applied()
  const record = response('f2', chosen('d2=Dish?', 'Pie'))
  const options = [
    { value: 'Pie', count: 1 },
    { value: 'Fish', count: 0 },
    { value: 'Soup', count: 0 },
  ]
  const { fields } = (await bookOf(here, record, '--form f2')).resources[0].schema
  expect(fields).toContainEqual(
    expect.objectContaining({ title: 'Dish?', constraints: { enum: ['Pie', 'Fish', 'Soup'] }, options }),
  )
  const long = await bookOf(here, record, '--form f2 --layout long')
  expect(JSON.stringify(long)).toContain(JSON.stringify(options))
})

test('an identity in all forms of a spec has its type for a name where it shares its columns', async () => {
  const asked = (question: string): string =>
    specWith(
      `{ type: ShortInput, content: { question: "${question}" } }`,
      '{ type: IdentityInfo, content: { fields: [{ key: fullName, label: Name }] } }',
    )
  const here = await appliedVersions(asked('Who?'), asked('And you?'))
  const who = (formId: string, id: string): object =>
    response(formId, answerTo(`${id}=`, { fullName: 'Ada' }, 'IdentityInfo'))
  here.write('reply.json', replyWith([who('f1', 'i1'), who('f2', 'i2')]))
  const given = { cwd: here.cwd, env: applyEnv }
  const { stderr } = await responses('export --from reply.json --form a.yaml', given)
  expect(stderr).toContain('1 question of several forms shares its columns: "IdentityInfo".\n')
})
