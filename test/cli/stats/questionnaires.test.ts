import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { LockedForm } from '../../../src/publish/generated/lock.ts'
import { apply, applyEnv, made, project, specWith, type Project } from '../../support/applying.ts'
import { parseCsv } from '../../support/csv.ts'
import { outputOf } from '../../support/output-schema.ts'
import { answerTo, responseOf } from '../../support/responses.ts'
import { scriptedService } from '../../support/scripted-service.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const spec = ({ name = 'Visitors', score = 'How likely?', why = 'Why?' } = {}): string =>
  specWith(
    `{ type: ShortInput, key: score, content: { question: "${score}" } }`,
    `{ type: LongInput, content: { question: "${why}" } }`,
  ).replace('name: Letters', () => `name: ${name}`)

type Wordings = { readonly score?: string; readonly why?: string }
let count = 0
/** A response to a form, whose question ids are its own. */
const response = (
  formId: string,
  value: string,
  { score = 'How likely?', why = 'Why?' }: Wordings = {},
): object =>
  responseOf(
    {},
    {
      id: `r${++count}`,
      formId,
      createdAt: new Date(Date.UTC(2026, 2, 1) + count * 1000).toISOString(),
      finished: true,
      data: [
        answerTo(`${formId}-score=${score}`, value),
        answerTo(`${formId}-why=${why}`, 'so', 'LongInput'),
      ],
    },
  )

const run = (
  words: readonly string[],
  here: Pick<Project, 'cwd'>,
  { records, isTerminal = false }: { readonly records: readonly object[]; readonly isTerminal?: boolean },
): Promise<Ran> =>
  runInProcess({
    argv: ['responses', ...words],
    cwd: here.cwd,
    env: applyEnv,
    isTerminal,
    service: scriptedService({ body: { data: records } }).service,
  })

const formsOf = async (...given: Parameters<typeof run>): Promise<readonly Record<string, unknown>[]> => {
  const [words, ...others] = given
  const { stdout } = await run(['stats', ...words, '-o', 'json'], ...others)
  return Object(outputOf('responses-stats', stdout)).forms
}

const questionsOf = (form: Record<string, unknown> | undefined): unknown =>
  Object(form?.['questions']).map((one: Record<string, unknown>) => [
    one['questionId'],
    one['headline'],
    one['answered'],
  ])

/** A spec that was applied twice, f1 and f2, with other wordings: the question with a key stays one. */
async function versions(): Promise<Project> {
  const here = project({ 'a.yaml': spec() })
  await apply('a.yaml', here, { turns: [made('f1')] })
  here.write('a.yaml', spec({ score: 'Would you?', why: 'What for?' }))
  await apply('a.yaml', here, { turns: [made('f2')] })
  return here
}
const newer = { score: 'Would you?', why: 'What for?' }
const ofVersions = [response('f1', '9'), response('f1', '10'), response('f2', '3', newer), response('g', '1')]

/** A spec with a form for each of two customers. */
async function rows(): Promise<Project> {
  const here = project({
    'a.yaml': spec({ name: 'Feedback for ${customer}' }),
    'customers.csv': 'customer\nAcme\nGlobex\n',
  })
  await apply('a.yaml --each customers.csv', here, { turns: [made('f1'), made('f2')] })
  return here
}

describe('the forms of a spec', () => {
  test('are one section under its name, in which a question with a key is one', async () => {
    const [form, ...others] = await formsOf(['--form', 'a.yaml'], await versions(), { records: ofVersions })
    expect(others).toEqual([])
    expect(form).toMatchObject({
      formId: null,
      formIds: ['f1', 'f2'],
      name: 'Visitors',
      responses: { total: 3 },
      completion: 1,
      pages: [{ page: 1, reached: 3, leftAfter: 0 }],
    })
    expect(questionsOf(form)).toEqual([
      ['f1-score', 'Would you?', 3],
      ['f1-why', 'Why?', 2],
      ['f2-why', 'What for?', 1],
    ])
  })

  test('have the questions that an export has columns of', async () => {
    const [here, given] = [await versions(), { records: ofVersions }]
    const [form] = await formsOf(['--form', 'a.yaml'], here, given)
    const { stdout } = await run(['export', '--form', 'a.yaml'], here, given)
    const headlines = Object(form?.['questions']).map((one: { headline: string }) => one.headline)
    expect(parseCsv(stdout)[0]?.slice(-headlines.length)).toEqual(headlines)
  })

  test('of a table are one section under the name of the spec, with … for what differs', async () => {
    const records = [response('f1', '9'), response('f2', '7'), response('f2', '8')]
    const [form] = await formsOf(['--form', 'a.yaml'], await rows(), { records })
    expect(form).toMatchObject({ name: 'Feedback for …', formIds: ['f1', 'f2'], responses: { total: 3 } })
    expect(questionsOf(form)).toEqual([
      ['f1-score', 'How likely?', 3],
      ['f1-why', 'Why?', 3],
    ])
    const here = await rows()
    const { stdout } = await run(['stats', '--form', 'a.yaml'], here, { records, isTerminal: true })
    expect(stdout).toMatch(/^Feedback for …\n3 responses: 3 finished\. 100% were completed\.\n/)
  })

  test('are divided by form under their names, which are numbered where they are equal', async () => {
    const given = { records: ofVersions }
    const [form] = await formsOf(['--form', 'a.yaml', '--by', 'form'], await versions(), given)
    expect(form?.['segments']).toMatchObject([
      { kind: 'form', value: 'f1', label: 'Visitors (1)', responses: { total: 2 } },
      { kind: 'form', value: 'f2', label: 'Visitors (2)', responses: { total: 1 } },
    ])
    const records = [response('f1', '9'), response('f2', '7')]
    const [matrix] = await formsOf(['--form', 'a.yaml', '--by', 'form'], await rows(), { records })
    expect(matrix?.['segments']).toMatchObject([
      { label: 'Feedback for Acme' },
      { label: 'Feedback for Globex' },
    ])
  })

  test('give each segment the figures of its responses, under the questions of the whole', async () => {
    const given = { records: ofVersions }
    const [form] = await formsOf(['--form', 'a.yaml', '--by', 'form'], await versions(), given)
    expect(Object(form?.['segments'])[1].questions).toMatchObject([
      { questionId: 'f1-score', answered: 1, answers: [{ numbers: { mean: 3 } }] },
      { questionId: 'f2-why', answered: 1 },
    ])
  })

  test('are chosen and divided by the names of questions that are one', async () => {
    const words = ['--form', 'a.yaml', '--where', '"Would you?" > 4', '--by', 'Would you?']
    const [form] = await formsOf(words, await versions(), { records: ofVersions })
    expect(form?.['segments']).toMatchObject([{ label: '9' }, { label: '10' }])
  })

  test('stand beside other forms, each with its rows in a pipe', async () => {
    const words = ['stats', '--form', 'a.yaml', '--form', 'g']
    const { stdout } = await run(words, await versions(), { records: ofVersions })
    expect(stdout).toContain('\nVisitors\t\t\t\tresponses\t\t3\n')
    expect(stdout).toContain('\ng\t\t\t\tresponses\t\t1\n')
  })
})

test('a questionnaire of 20 rows that was changed four times is one table and one section', async () => {
  const keyed = (score: string, why: string): string =>
    spec({ name: 'Feedback for ${customer}', score, why }).replace('LongInput, ', 'LongInput, key: why, ')
  const wordings = [1, 2, 3, 4, 5].map((nth) => ({
    score: `How likely? (${nth})`,
    why: `Why? (${(nth + 1) >> 1})`,
  }))
  const customers = Array.from({ length: 20 }, (_, nth) => `Customer ${nth + 1}`)
  const here = project({ 'customers.csv': `customer\n${customers.join('\n')}\n` })
  const records: object[] = []
  for (const [version, wording] of wordings.entries()) {
    here.write('a.yaml', keyed(wording.score, wording.why))
    const ids = customers.map((_, row) => `v${version}r${row}`)
    await apply('a.yaml --each customers.csv', here, { turns: ids.map((id) => made(id)) })
    for (const [row, id] of ids.entries())
      for (const score of [row % 11, 10]) records.push(response(id, String(score), wording))
  }
  const given = { records }
  const words = ['export', '--form', 'a.yaml', '--out', 'a.sqlite', '--quiet']
  expect((await run(words, here, given)).exit).toBe(0)
  const database = new DatabaseSync(join(here.cwd, 'a.sqlite'), { readOnly: true })
  const [row] = database
    .prepare(
      `select count(*) as responses, count(distinct form_id) as forms, count(distinct form_name) as names,
         avg(score) as score, count(why) as reasons from responses`,
    )
    .all()
  const columns = database.prepare('pragma table_info(responses)').all()
  database.close()
  const answers = columns.map((column) => column['name']).filter((name) => /^score|^why/.test(String(name)))
  expect(answers).toEqual(['score', 'why'])
  const mean = (2 * (0 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8) + 9 + 10 + 200) / 40
  expect(row).toEqual({ responses: 200, forms: 100, names: 20, score: mean, reasons: 200 })
  const sections = await formsOf(['--form', 'a.yaml'], here, given)
  expect(sections.map(({ name, responses }) => [name, Object(responses).total])).toEqual([
    ['Feedback for …', 200],
  ])
})

describe('unrelated forms', () => {
  const records = [response('f', '9'), response('g', '7'), response('g', '8')]
  const here = project()

  test('keep a section each', async () => {
    const forms = await formsOf(['--form', 'f', '--form', 'g'], here, { records })
    expect(forms).toMatchObject([{ formId: 'g' }, { formId: 'f' }])
    expect(await formsOf(['--all'], here, { records })).toHaveLength(2)
  })

  test('are one with --merge headline', async () => {
    const forms = await formsOf(['--all', '--merge', 'headline'], here, { records })
    expect(forms).toMatchObject([{ formId: null, formIds: ['f', 'g'], name: null, segments: null }])
    expect(questionsOf(forms[0])).toEqual([
      ['f-score', 'How likely?', 3],
      ['f-why', 'Why?', 3],
    ])
  })

  test('are named by the lock file, if the service has no list of forms', async () => {
    const folder = await rows()
    const locked: readonly LockedForm[] = folder.locked()
    expect(locked.map(({ name }) => name)).toEqual(['Feedback for Acme', 'Feedback for Globex'])
    const forms = await formsOf(['--form', 'f1', '--form', 'f2'], folder, { records: [response('f1', '1')] })
    expect(forms).toMatchObject([{ name: 'Feedback for Acme' }, { name: 'Feedback for Globex' }])
  })
})
