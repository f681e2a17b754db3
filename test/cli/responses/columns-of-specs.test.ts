import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { formatNames } from '../../../src/export/formats.ts'
import { typeNames } from '../../../src/form/schema.ts'
import { extensions } from '../../../src/wire/wire.ts'
import type { Service } from '../../../src/wire/wire.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { apply, applyEnv, made, project, type Project } from '../../support/applying.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const number = (headline: string, key = ''): string =>
  `{ type: Number, ${key && `key: ${key}, `}content: { question: "${headline}" } }`
const alphaToGamma = [number('Alpha'), number('Beta'), number('Gamma')]

const spec = (...components: readonly string[]): string => `name: Letters
steps:
  - name: One
    components:
      - { type: Header, content: { title: Hello } }
${components.map((one) => `      - ${one}`).join('\n')}
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`

const response = (formId: string, id: string, answers: Readonly<Record<string, unknown>>): object => ({
  id,
  formId,
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  data: Object.entries(answers).map(([headline, value]) => ({
    questionId: `${formId}${headline}`,
    response: { type: 'Number', headline, value },
  })),
})

/** A project where these specs were applied, one after the other, as the forms f1, f2 and so on, and a saved reply. */
async function applied(specs: readonly string[], records: readonly object[]): Promise<Project> {
  const here = project({ 'a.yaml': '' })
  for (const [i, text] of specs.entries()) {
    here.write('a.yaml', text)
    await apply('a.yaml', here, {
      turns: [made(`f${i + 1}`)],
      announces: { extensions, componentTypes: typeNames },
    })
  }
  here.write('reply.json', JSON.stringify({ data: records }))
  return here
}

const onlyAlpha = [response('f1', 'r1', { Alpha: 3 })]

/** What a command prints, by the engine and without it; both are the same. */
async function ran({ cwd }: Project, words: string, exit = 0): Promise<Ran> {
  const [engine, plain] = await Promise.all(
    ['', '1'].map((plainly) =>
      runInProcess({
        cwd,
        argv: ['responses', ...(words.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? [])],
        env: { ...applyEnv, FORMCTL_NO_ENGINE: plainly },
      }),
    ),
  )
  if (!engine || !plain) throw new Error('both ran')
  expect([plain.exit, plain.stdout, plain.stderr]).toEqual([engine.exit, engine.stdout, engine.stderr])
  expect([engine.exit, exit === 0 ? '' : engine.stderr]).toEqual([exit, exit === 0 ? '' : engine.stderr])
  return engine
}

const sources = ['--from reply.json', '--from reply.json --form f1', '--from reply.json --form a.yaml']

describe.each(sources)('%s', (source) => {
  test('a question that nobody answered has a column', async () => {
    const here = await applied([spec(...alphaToGamma)], onlyAlpha)
    const all = await ran(here, `export ${source}`)
    expect(all.stdout.split('\n')[0]).toMatch(/,Alpha,Beta,Gamma$/)
    expect((await ran(here, `export ${source} --columns id,Beta`)).stdout).toBe('id,Beta\nr1,\n')
    expect((await ran(here, `export ${source} --columns id --where 'Beta is empty'`)).stdout).toBe('id\nr1\n')
    expect((await ran(here, `export ${source} --columns id --where 'Beta > 3'`)).stdout).toBe('id\n')
    expect((await ran(here, `export ${source} --columns id,Beta --headers sql`)).stdout).toBe(
      'id,beta\nr1,\n',
    )
    expect((await ran(here, `export ${source} --columns Alpha,Beta --redact Beta=drop`, 2)).stderr).toContain(
      'drops it',
    )
    expect((await ran(here, `export ${source} --columns Alpha,Gamma --redact Beta=drop`)).stdout).toBe(
      'Alpha,Gamma\n3,\n',
    )
    expect((await ran(here, `export ${source} --format ndjson --where 'Beta is empty'`)).stdout).toContain(
      '"r1"',
    )
    expect((await ran(here, `get ${source} --columns id,Beta -o csv`)).stdout).toBe('id,Beta\nr1,\n')
    expect((await ran(here, `export ${source} --columns id,Delta`, 2)).stderr).toContain('"Delta"')
    const stats = JSON.parse((await ran(here, `stats ${source} -o json --where 'Beta is empty'`)).stdout)
    expect(
      stats.forms[0].questions.map(({ headline, answered }: { headline: string; answered: number }) => [
        headline,
        answered,
      ]),
    ).toEqual([
      ['Alpha', 1],
      ['Beta', 0],
      ['Gamma', 0],
    ])
  })
})

test('without responses, the columns, their types and the figures are those of the spec', async () => {
  const here = await applied([spec(...alphaToGamma)], [])
  for (const form of ['f1', 'a.yaml']) {
    const words = `--from reply.json --form ${form}`
    expect((await ran(here, `export ${words}`)).stdout).toMatch(/,Alpha,Beta,Gamma\n$/)
    for (const format of formatNames.filter((name) => !['json', 'ndjson'].includes(name)))
      for (const layout of ['wide', 'long', 'relational'])
        await ran(
          here,
          `export ${words} --out a.${format} --force --layout ${layout} --columns id,Beta`.replace(
            / --columns id,Beta/,
            layout === 'wide' ? '$&' : '',
          ),
        )
    await ran(here, `export ${words} --out a.sqlite --force`)
    const db = new DatabaseSync(join(here.cwd, 'a.sqlite'), { readOnly: true })
    const types = db.prepare("select name, type from pragma_table_info('responses')").all()
    expect(types.slice(-3)).toEqual(['alpha', 'beta', 'gamma'].map((name) => ({ name, type: 'REAL' })))
    db.close()
  }
})

test('the order is that of the spec, whatever responses show, and what it does not know comes last', async () => {
  const here = await applied(
    [spec(...alphaToGamma)],
    [response('f1', 'r1', { Gamma: 1, Delta: 2, Alpha: 3 }), response('f1', 'r2', { Delta: 2, Gamma: 1 })],
  )
  for (const words of [
    '',
    ' --redact ip=drop',
    " --where 'id is not empty'",
    ' --multi columns',
    ' --multi json',
  ])
    expect((await ran(here, `export --from reply.json${words}`)).stdout.split('\n')[0]).toMatch(
      /,Alpha,Beta,Gamma,Delta$/,
    )
})

test('of several versions, the newest says which columns there are', async () => {
  const here = await applied(
    [
      spec(number('Alpha'), number('Beta?', 'beta')),
      spec(number('Alpha'), number('Beta score?', 'beta'), number('Gamma')),
    ],
    [response('f1', 'r1', { Alpha: 1, 'Beta?': 2 }), response('f2', 'r2', { Alpha: 3 })],
  )
  expect(
    (await ran(here, "export --from reply.json --form a.yaml --columns 'id,Alpha,Beta score?,Gamma'")).stdout,
  ).toBe('id,Alpha,Beta score?,Gamma\nr1,1,2,\nr2,3,,\n')
  expect((await ran(here, 'export --from reply.json --form a.yaml')).stdout.split('\n')[0]).toMatch(
    /,Alpha,Beta score\?,Gamma$/,
  )
  // The spec does not say any more what the first form asked.
  expect((await ran(here, 'export --from reply.json --form f1')).stdout.split('\n')[0]).toMatch(
    /,Alpha,Beta\?$/,
  )
})

test('a question that is asked twice has two columns, unless one was answered: nobody knows which', async () => {
  const here = await applied([spec(number('Alpha'), number('Alpha'))], [])
  const headerOf = async (): Promise<string> =>
    (await ran(here, 'export --from reply.json --form f1')).stdout.split('\n')[0] ?? ''
  expect(await headerOf()).toMatch(/,Alpha \[Alpha\],Alpha \[Alpha \[f1\]\]$/)
  here.write('reply.json', JSON.stringify({ data: onlyAlpha }))
  expect(await headerOf()).toMatch(/personAttributes.completedForm,Alpha$/)
})

test('forms that no response answers and that are not asked for have no columns', async () => {
  const here = await applied([spec(...alphaToGamma)], [response('g', 'r1', { Omega: 3 })])
  expect((await ran(here, 'export --from reply.json')).stdout.split('\n')[0]).toMatch(/,Omega$/)
})

test('every type of question has the columns of its answers', async () => {
  const here = await applied(
    [
      spec(
        '{ type: Dropdown, key: city, content: { question: City?, options: [Rome, Oslo] } }',
        '{ type: MultipleOptionsQuestion, content: { question: Tools?, choices: [Saw, Axe], isMulti: true } }',
        '{ type: IdentityInfo, content: { fields: [{ key: fullName, label: Name }, { key: emailAddress, label: Mail }] } }',
        '{ type: Matrix, content: { question: How?, rows: [Food, Staff], columns: [Bad, Good] } }',
        '{ type: Ranking, content: { question: Rank?, options: [One, Two] } }',
        '{ type: Date, content: { question: Day? } }',
        '{ type: Rating, content: { question: Stars? }, visibleIf: { question: city, is: Rome } }',
        '{ type: LongInput, content: { question: Why? } }',
        '{ type: Disclaimer, content: { text: Small print } }',
      ),
    ],
    [],
  )
  const words = '--from reply.json --form f1'
  const { stdout } = await ran(here, `export ${words}`)
  const names = stdout.trim().split(',')
  for (const name of [
    'City?',
    'Tools?',
    'fullName',
    'emailAddress',
    'How?: Food',
    'How?: Staff',
    'Rank?: One',
    'Rank?: Two',
    'Day?',
    'Stars?',
    'Why?',
  ])
    expect(names).toContain(name)
  const { stdout: ticks } = await ran(here, `export ${words} --multi columns`)
  expect(ticks).toContain('City?: Rome,City?: Oslo,Tools?: Saw,Tools?: Axe')
  await ran(here, `export ${words} --out a.csv --codebook book.json --force`)
  const { fields } = JSON.parse(readFileSync(join(here.cwd, 'book.json'), 'utf8')).resources[0].schema
  const types = new Map(fields.map(({ name, type }: { name: string; type: string }) => [name, type]))
  expect([types.get('Day?'), types.get('Stars?'), types.get('Why?'), types.get('Rank?: One')]).toEqual([
    'date',
    'integer',
    'string',
    'integer',
  ])
})

test('a columns file keeps the column of a question once it is answered', async () => {
  const here = await applied([spec(...alphaToGamma)], onlyAlpha)
  const words = 'export --from reply.json --columns-file columns.yaml --out a.csv --force'
  const { cwd } = here
  const env = applyEnv
  expect((await runInProcess({ cwd, env, argv: ['responses', ...words.split(' ')] })).exit).toBe(0)
  here.write(
    'reply.json',
    JSON.stringify({ data: [...onlyAlpha, response('f1', 'r2', { Alpha: 1, Beta: 5 })] }),
  )
  const again = await runInProcess({ cwd, env, argv: ['responses', ...words.split(' ')] })
  expect(again.exit).toBe(0)
  const lines = readFileSync(join(cwd, 'a.csv'), 'utf8').split('\n')
  expect(lines[0]).toMatch(/,Alpha,Beta,Gamma$/)
  expect(lines[2]).toMatch(/,1,5,$/)
})

test('SQL that an analyst writes on the first day runs, and gives nothing where nothing is known', async () => {
  const here = await applied([spec(...alphaToGamma)], onlyAlpha)
  const argv = 'responses export --from reply.json --out a.sqlite'.split(' ')
  expect((await runInProcess({ cwd: here.cwd, env: applyEnv, argv })).exit).toBe(0)
  const db = new DatabaseSync(join(here.cwd, 'a.sqlite'), { readOnly: true })
  const value = (sql: string): unknown => db.prepare(`select ${sql} as value from responses`).get()?.['value']
  expect(value('avg(beta)')).toBe(null)
  expect(value('count(beta)')).toBe(0)
  expect(value('sum(beta is null)')).toBe(1)
  expect(value('avg(alpha)')).toBe(3)
  db.close()
})

describe('the columns and their types are the same before the first response and after it', () => {
  const scale = '["1", "2", "3"]'
  const boxes = (...chosen: readonly string[]): object => ({
    choices: ['1', '2', '3'].map((key, index) => ({ key, value: chosen.includes(key), index })),
    selectedOther: false,
  })
  const columns: readonly [
    component: string,
    answer: readonly [type: string, headline: string, members: object],
  ][] = [
    [`{ type: Dropdown, content: { question: A, options: ${scale} } }`, ['Dropdown', 'A', { selected: '2' }]],
    [
      `{ type: Dropdown, content: { question: B, options: ${scale}, isMulti: true } }`,
      ['Dropdown', 'B', { selected: ['2'] }],
    ],
    [
      `{ type: Dropdown, content: { question: C, options: ${scale}, other: true } }`,
      ['Dropdown', 'C', { selected: '2', selectedOther: false }],
    ],
    [
      '{ type: Dropdown, content: { question: D, options: ["1", "2", many] } }',
      ['Dropdown', 'D', { selected: '2' }],
    ],
    [
      `{ type: MultipleOptionsQuestion, content: { question: E, choices: ${scale} } }`,
      ['MultipleOptionsQuestion', 'E', boxes('2')],
    ],
    [
      `{ type: MultipleOptionsQuestion, content: { question: F, choices: ${scale}, isMulti: true } }`,
      ['MultipleOptionsQuestion', 'F', boxes('2')],
    ],
    [
      `{ type: GraphicOptions, content: { question: G, choices: ${scale} } }`,
      ['GraphicOptions', 'G', boxes('3')],
    ],
    [
      `{ type: Matrix, content: { question: H, rows: [Food], columns: ${scale} } }`,
      ['Matrix', 'H', { rows: [{ row: 'Food', value: '1' }] }],
    ],
    [
      '{ type: Matrix, content: { question: I, rows: [Food], columns: ["1", "2", unknown] } }',
      ['Matrix', 'I', { rows: [{ row: 'Food', value: '1' }] }],
    ],
    ['{ type: Number, content: { question: J } }', ['Number', 'J', { value: 3 }]],
    ['{ type: OpinionScale, content: { question: K } }', ['OpinionScale', 'K', { value: 3 }]],
    ['{ type: Date, content: { question: L } }', ['Date', 'L', { value: '2026-03-01' }]],
    [
      '{ type: Scheduler, content: { message: M, dataUrl: "https://calendly.com/a/b" } }',
      ['Scheduler', 'M', { booked: true, eventUrl: 'https://x.example', startTime: '2026-03-01T09:00:00Z' }],
    ],
    [
      '{ type: Consent, content: { question: N, text: Yes. } }',
      ['Consent', 'N', { value: true, text: 'Yes.' }],
    ],
    ['{ type: PasswordInput, content: { question: O } }', ['PasswordInput', 'O', { provided: true }]],
  ]
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
    data: columns.map(([, [type, headline, members]], i) => ({
      questionId: `q${i}`,
      response: { type, headline, ...members },
    })),
  }

  test.each(['', ' --multi columns', ' --multi json', ' --columns-file columns.yaml'])(
    'export%s',
    async (words) => {
      const here = await applied([spec(...columns.map(([component]) => component))], [])
      const types = async (): Promise<unknown> => {
        await ran(here, `export --from reply.json --form f1 --out a.csv --codebook b.json --force${words}`)
        const { fields } = JSON.parse(readFileSync(join(here.cwd, 'b.json'), 'utf8')).resources[0].schema
        return fields.map(({ name, type }: { name: string; type: string }) => `${name}: ${type}`)
      }
      const before = await types()
      here.write('reply.json', JSON.stringify({ data: [record] }))
      expect(await types()).toEqual(before)
    },
  )

  test('of all forms of a service, and where files are chosen', async () => {
    const here = await applied([spec(...alphaToGamma)], [])
    const service: Service = async () => replyOf({ body: '{"data":[]}' })
    for (const argv of [
      ['export', '--all', '--columns', 'id,Beta'],
      ['export', '--all', '--where', 'Beta > 3'],
      ['files', '--all', '--where', 'Beta > 3', '--out', 'uploads'],
    ]) {
      const { cwd } = here
      const { stdout, stderr } = await runInProcess({
        cwd,
        env: applyEnv,
        service,
        argv: ['responses', ...argv],
      })
      expect(stdout).toMatch(argv[0] === 'files' ? '' : /(?:^id,Beta|,Alpha,Beta,Gamma)\n$/)
      expect(stderr).not.toContain('unknown whether')
    }
  })
})
