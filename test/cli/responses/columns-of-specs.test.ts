import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatNames } from '../../../src/export/formats.ts'
import { applyEnv, appliedVersions, specWith, type Project } from '../../support/applying.ts'
import { parseCsv } from '../../support/csv.ts'
import {
  answerTo,
  inBothWays,
  readIn,
  replyWith,
  responseOf,
  responses,
  rowsIn,
} from '../../support/responses.ts'
import { replyOf } from '../../support/scripted-service.ts'
import type { Ran } from '../../support/test-host.ts'

const number = (headline: string, key = ''): string =>
  `{ type: Number, ${key && `key: ${key}, `}content: { question: "${headline}" } }`
const letters = specWith(number('Alpha'), number('Beta'), number('Gamma'))

/** A response whose questions have ids of its form. */
const response = (formId: string, id: string, answers: Readonly<Record<string, unknown>>): object =>
  responseOf(
    {},
    {
      id,
      formId,
      finished: true,
      data: Object.entries(answers).map(([headline, value]) =>
        answerTo(`${formId}${headline}=${headline}`, value, 'Number'),
      ),
    },
  )
const onlyAlpha = [response('f1', 'r1', { Alpha: 3 })]

/** A project where these versions of a spec were applied, and a saved reply. */
async function applied(specs: readonly string[], records: readonly object[]): Promise<Project> {
  const here = await appliedVersions(...specs)
  here.write('reply.json', replyWith(records))
  return here
}

/** Runs without a fault, by the engine and without it. */
async function ran({ cwd }: Project, line: string, exit = 0): Promise<Ran> {
  const both = await inBothWays((env) => responses(line, { cwd, env: { ...applyEnv, ...env } }))
  expect(both).toMatchObject({ exit })
  return both
}

const printed = async (here: Project, line: string): Promise<string> => (await ran(here, line)).stdout

/** The columns of an export behind those that all have. */
async function columnsOf(here: Project, line: string): Promise<string> {
  const head = parseCsv(await printed(here, `export --from reply.json ${line}`))[0] ?? []
  return head.slice(head.indexOf('personAttributes.completedForm') + 1).join()
}

/** Names and types of all columns, as a codebook has them. */
async function typesOf(here: Project, line: string): Promise<readonly string[]> {
  await ran(here, `export --from reply.json --out a.csv --codebook book.json --force ${line}`)
  const { fields } = JSON.parse(readIn(here.cwd, 'book.json')).resources[0].schema
  return fields.map(({ name, type }: Record<string, string>) => `${name}: ${type}`)
}

describe.each(['', '--form f1', '--form a.yaml'])(
  'a question that nobody answered has a column, with "%s"',
  (form) => {
    const source = `--from reply.json ${form}`

    test.each([
      [`export ${source} --columns id,Beta`, 'id,Beta\nr1,\n'],
      [`export ${source} --columns id --where 'Beta is empty'`, 'id\nr1\n'],
      [`export ${source} --columns id --where 'Beta > 3'`, 'id\n'],
      [`export ${source} --columns id,Beta --headers sql`, 'id,beta\nr1,\n'],
      [`export ${source} --columns Alpha,Gamma --redact Beta=drop`, 'Alpha,Gamma\n3,\n'],
      [`export ${source} --format ndjson --where 'Beta is empty'`, `${JSON.stringify(onlyAlpha[0])}\n`],
      [`get ${source} --columns id,Beta -o csv`, 'id,Beta\nr1,\n'],
    ])('%s', async (line, stdout) => {
      expect(await printed(await applied([letters], onlyAlpha), line)).toBe(stdout)
    })

    test('in the order of the spec, in figures, too, and others are no columns', async () => {
      const here = await applied([letters], onlyAlpha)
      expect(await columnsOf(here, form)).toBe('Alpha,Beta,Gamma')
      expect(
        (await ran(here, `export ${source} --columns Alpha,Beta --redact Beta=drop`, 2)).stderr,
      ).toContain('drops it')
      expect((await ran(here, `export ${source} --columns id,Delta`, 2)).stderr).toContain('"Delta"')
      const [{ questions }] = JSON.parse(
        await printed(here, `stats ${source} -o json --where 'Beta is empty'`),
      ).forms
      expect(
        questions.map((one: Record<string, string | number>) => `${one['headline']} ${one['answered']}`),
      ).toEqual(['Alpha 1', 'Beta 0', 'Gamma 0'])
    })
  },
)

test.each(['f1', 'a.yaml'])(
  'without responses, the columns and their types are those of the spec: %s',
  async (form) => {
    const here = await applied([letters], [])
    expect(await columnsOf(here, `--form ${form}`)).toBe('Alpha,Beta,Gamma')
    for (const format of formatNames)
      for (const layout of /json/.test(format) ? [] : ['wide --columns id,Beta', 'long', 'relational'])
        await ran(
          here,
          `export --from reply.json --form ${form} --out a.${format} --force --layout ${layout}`,
        )
    await ran(here, `export --from reply.json --form ${form} --out a.sqlite --force`)
    const types = rowsIn(join(here.cwd, 'a.sqlite'), "select name, type from pragma_table_info('responses')")
    expect(types.slice(-3)).toEqual(['alpha', 'beta', 'gamma'].map((name) => ({ name, type: 'REAL' })))
  },
)

test.each(['', '--redact ip=drop', "--where 'id is not empty'", '--multi columns', '--multi json'])(
  'the order is that of the spec, whatever responses show, and what it does not know comes last: "%s"',
  async (line) => {
    const shown = [
      response('f1', 'r1', { Gamma: 1, Delta: 2, Alpha: 3 }),
      response('f1', 'r2', { Delta: 2, Gamma: 1 }),
    ]
    expect(await columnsOf(await applied([letters], shown), line)).toBe('Alpha,Beta,Gamma,Delta')
  },
)

test('of several versions, the newest says which columns there are', async () => {
  const newest = specWith(number('Alpha'), number('Beta score?', 'beta'), number('Gamma'))
  const here = await applied(
    [specWith(number('Alpha'), number('Beta?', 'beta')), newest],
    [response('f1', 'r1', { Alpha: 1, 'Beta?': 2 }), response('f2', 'r2', { Alpha: 3 })],
  )
  const chosen = "export --from reply.json --form a.yaml --columns 'id,Alpha,Beta score?,Gamma'"
  expect(await printed(here, chosen)).toBe('id,Alpha,Beta score?,Gamma\nr1,1,2,\nr2,3,,\n')
  expect(await columnsOf(here, '--form a.yaml')).toMatch(/Alpha,Beta score\?,Gamma$/)
  // The spec does not say any more what the first form asked.
  expect(await columnsOf(here, '--form f1')).toBe('Alpha,Beta?')
})

test('a question that is asked twice has two columns, unless one was answered: nobody knows which', async () => {
  const here = await applied([specWith(number('Alpha'), number('Alpha'))], [])
  expect(await columnsOf(here, '--form f1')).toBe('Alpha [Alpha],Alpha [Alpha [f1]]')
  here.write('reply.json', replyWith(onlyAlpha))
  expect(await columnsOf(here, '--form f1')).toBe('Alpha')
})

test('forms that no response answers and that are not asked for have no columns', async () => {
  expect(await columnsOf(await applied([letters], [response('g', 'r1', { Omega: 3 })]), '')).toBe('Omega')
})

test('every type of question has the columns of its answers', async () => {
  const spec = specWith(
    '{ type: Dropdown, key: city, content: { question: City?, options: [Rome, Oslo] } }',
    '{ type: MultipleOptionsQuestion, content: { question: Tools?, choices: [Saw, Axe], isMulti: true } }',
    '{ type: IdentityInfo, content: { fields: [{ key: fullName, label: Name }, { key: emailAddress, label: Mail }] } }',
    '{ type: Matrix, content: { question: How?, rows: [Food, Staff], columns: [Bad, Good] } }',
    '{ type: Ranking, content: { question: Rank?, options: [One, Two] } }',
    '{ type: Date, content: { question: Day? } }',
    '{ type: Rating, content: { question: Stars? }, visibleIf: { question: city, is: Rome } }',
    '{ type: LongInput, content: { question: Why? } }',
    '{ type: Disclaimer, content: { text: Small print } }',
  )
  const here = await applied([spec], [])
  expect((await typesOf(here, '--form f1')).slice(13)).toEqual(
    ['City?: string', 'Tools?: string', 'Tools?: selectedOther: boolean', 'fullName: string'].concat(
      ['emailAddress: string', 'How?: Food: string', 'How?: Staff: string', 'Rank?: One: integer'],
      ['Rank?: Two: integer', 'Day?: date', 'Stars?: integer', 'Why?: string'],
    ),
  )
  expect(await columnsOf(here, '--form f1 --multi columns')).toContain(
    'City?: Rome,City?: Oslo,Tools?: Saw,Tools?: Axe',
  )
})

test('a columns file keeps the column of a question once it is answered', async () => {
  const here = await applied([letters], onlyAlpha)
  const exported = async (): Promise<readonly string[]> => {
    const line = 'export --from reply.json --columns-file columns.yaml --out a.csv --force'
    expect(await responses(line, { cwd: here.cwd, env: applyEnv })).toMatchObject({ exit: 0 })
    return readIn(here.cwd, 'a.csv').split('\n')
  }
  await exported()
  here.write('reply.json', replyWith([...onlyAlpha, response('f1', 'r2', { Alpha: 1, Beta: 5 })]))
  const [head, , second] = await exported()
  expect([head, second]).toEqual([
    expect.stringMatching(/,Alpha,Beta,Gamma$/),
    expect.stringMatching(/,1,5,$/),
  ])
})

test('SQL that an analyst writes on the first day runs, and gives nothing where nothing is known', async () => {
  const here = await applied([letters], onlyAlpha)
  await ran(here, 'export --from reply.json --out a.sqlite --force')
  const sql = 'select avg(beta) a, count(beta) b, sum(beta is null) c, avg(alpha) d from responses'
  expect(rowsIn(join(here.cwd, 'a.sqlite'), sql)).toEqual([{ a: null, b: 0, c: 1, d: 3 }])
})

describe('the columns and their types are the same before the first response and after it', () => {
  const scale = '["1", "2", "3"]'
  const boxes = (...chosen: readonly string[]): object => ({
    choices: ['1', '2', '3'].map((key, index) => ({ key, value: chosen.includes(key), index })),
    selectedOther: false,
  })
  const booked = { booked: true, eventUrl: 'https://x.example', startTime: '2026-03-01T09:00:00Z' }
  const food = { rows: [{ row: 'Food', value: '1' }] }
  const columns: readonly [type: string, content: string, answer: object, headline?: string][] = [
    ['Dropdown', `options: ${scale}`, { selected: '2' }],
    ['Dropdown', `options: ${scale}, isMulti: true`, { selected: ['2'] }],
    ['Dropdown', `options: ${scale}, other: true`, { selected: '2', selectedOther: false }],
    ['Dropdown', 'options: ["1", "2", many]', { selected: '2' }],
    ['MultipleOptionsQuestion', `choices: ${scale}`, boxes('2')],
    ['MultipleOptionsQuestion', `choices: ${scale}, isMulti: true`, boxes('2')],
    ['GraphicOptions', `choices: ${scale}`, boxes('3')],
    ['Matrix', `rows: [Food], columns: ${scale}`, food],
    ['Matrix', 'rows: [Food], columns: ["1", "2", unknown]', food],
    ['Number', '', { value: 3 }],
    ['OpinionScale', '', { value: 3 }],
    ['Date', '', { value: '2026-03-01' }],
    ['Scheduler', 'message: M, dataUrl: "https://calendly.com/a/b"', booked, 'M'],
    ['Consent', 'text: Yes.', { value: true, text: 'Yes.' }],
    ['PasswordInput', '', { provided: true }],
  ]
  const components = columns.map(([type, content, , headline], i) => {
    const question = headline === undefined ? `question: Q${i}${content && ', '}` : ''
    return `{ type: ${type}, content: { ${question}${content} } }`
  })
  const record = {
    id: 'r1',
    formId: 'f1',
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00Z',
    dataUpdatedAt: '2026-03-01T09:00:00.000Z',
    finished: true,
    status: 2,
    version: '2.0',
    meta: { leadId: 'l' },
    personAttributes: { ip: '::1', country: 'DE', visitedForm: 1, completedForm: 1 },
    data: columns.map(([type, , answer, headline = ''], i) =>
      answerTo(`q${i}=${headline || `Q${i}`}`, answer, type),
    ),
  }

  test.each(['', '--multi columns', '--multi json', '--columns-file columns.yaml'])(
    'export %s',
    async (line) => {
      const here = await applied([specWith(...components)], [])
      const before = await typesOf(here, `--form f1 ${line}`)
      here.write('reply.json', replyWith([record]))
      expect(await typesOf(here, `--form f1 ${line}`)).toEqual(before)
    },
  )

  test.each([
    ['export --all --columns id,Beta', /^id,Beta\n$/],
    ["export --all --where 'Beta > 3'", /,Alpha,Beta,Gamma\n$/],
    ["files --all --where 'Beta > 3' --out uploads", /^/],
  ])('of all forms of a service, and where files are chosen: %s', async (line, shown) => {
    const { cwd } = await applied([letters], [])
    const service = async () => replyOf({ body: '{"data":[]}' })
    const { stdout, stderr } = await responses(line, { cwd, env: applyEnv, service })
    expect(stdout).toMatch(shown)
    expect(stderr).not.toContain('unknown whether')
  })
})

describe('names for databases', () => {
  const asked = (nps: string, like: string): string =>
    specWith(
      `{ type: OpinionScale, key: nps, content: { question: "${nps}", preset: nps } }`,
      `{ type: MultipleOptionsQuestion, key: liked, content: { question: "${like}", choices: [The food], isMulti: true } }`,
      '{ type: ShortInput, key: status, content: { question: "Married?" } }',
      '{ type: Matrix, key: how_good, content: { question: "How good?", rows: [Price], columns: [a, b] } }',
      '{ type: IdentityInfo, key: contact, content: { fields: [{ key: fullName, label: Name }] } }',
      '{ type: ShortInput, content: { question: "No key?" } }',
    )
  const names =
    'nps,liked_the_food,liked_selected_other,status_married,how_good_price,contact_full_name,no_key'

  test.each(['--form a.yaml', '--form f2', '--form a.yaml --columns-file columns.yaml'])(
    'are the keys of questions, also of reworded ones: %s',
    async (line) => {
      const here = await appliedVersions(
        asked('Likely?', 'Liked?'),
        asked('How likely?', 'What did you like?'),
      )
      here.write(
        'reply.json',
        replyWith([responseOf({}, { id: 'r', formId: 'f2', finished: true, data: [] })]),
      )
      const words = `export --from reply.json --headers sql --multi columns ${line}`
      const [header = ''] = await inBothWays(async (env) => {
        const { stdout } = await responses(words, { cwd: here.cwd, env: { ...applyEnv, ...env } })
        return stdout.split('\n')[0] ?? ''
      }).then((text) => [text])
      expect(header.slice(header.indexOf('nps'))).toBe(names)
    },
  )

  test('are of no other headers', async () => {
    const here = await appliedVersions(asked('Likely?', 'Liked?'))
    here.write('reply.json', replyWith([responseOf({}, { id: 'r', formId: 'f1', finished: true, data: [] })]))
    const { stdout } = await responses('export --from reply.json --form a.yaml', {
      cwd: here.cwd,
      env: applyEnv,
    })
    expect(stdout).toContain(',Likely?,Liked?,')
  })
})
