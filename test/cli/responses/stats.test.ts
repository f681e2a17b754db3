import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import type { Service } from '../../../src/wire/wire.ts'
import { outputOf } from '../../support/output-schema.ts'
import { folderWith, readIn, replyWith, responseOf, responses } from '../../support/responses.ts'
import { sampleAnswer, sampleForm, sampleSave } from '../../support/samples.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { ours, startTestService } from '../../support/test-service.ts'

const fixture = (name: string): string =>
  join(import.meta.dirname, `../../../fixtures/responses/${name}.json`)
const env = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }

const stats = (line: string, given: Partial<TestHostOptions> = {}): Promise<Ran> =>
  responses(`stats ${line}`, { ...given, env: { ...env, ...given.env } })

/** The JSON that is printed, of the shape of its schema. */
const json = async (line: string, given?: Partial<TestHostOptions>) =>
  Object(outputOf('responses-stats', (await stats(`${line} -o json`, given)).stdout))

const colours = (...ticked: readonly string[]): object => ({
  choices: ['Red', '青', 'Green'].map((key, index) => ({ key, value: ticked.includes(key), index })),
  selectedOther: false,
})
const response = (
  id: string,
  finished: boolean,
  role?: string,
  ticked?: readonly string[],
  stars?: number,
  more = {},
): object =>
  responseOf(
    {
      ...(role !== undefined && { 'q1=役割は何ですか': role }),
      ...(ticked && { 'q2=Which colours do you like?': colours(...ticked) }),
      ...(stars !== undefined && { 'q3=Stars': stars }),
      ...more,
    },
    {
      id,
      formId: 'f',
      createdAt: '2026-03-01T23:30:00.000Z',
      dataUpdatedAt: finished ? '2026-03-01T23:31:30.000Z' : '2026-03-01T23:30:00.000Z',
      finished,
    },
  )

const some = [
  response('r1', true, 'Baker', ['Red', '青'], 4),
  response('r2', true, 'Pilot', ['Red'], 5),
  response('r3', true, 'Baker', [], 5),
  response('r4', false, 'Baker', ['Green']),
  response('r5', false, 'Nurse'),
  response('r6', false),
]
const stdin = replyWith(some)

describe('a saved reply', () => {
  test('is counted: responses, completion, time, drop-off, answers, days', async () => {
    const { exit, stdout, stderr } = await stats('--from - -o json', { stdin })
    expect([exit, stderr]).toEqual([0, ''])
    const printed = Object(outputOf('responses-stats', stdout))
    expect(printed).toMatchObject({
      source: { kind: 'saved', file: '-' },
      partials: 'known',
      remarks: [],
      responses: { total: 6, finished: 3, partial: 3 },
      forms: [
        {
          formId: 'f',
          completion: 0.5,
          timeToComplete: { measured: 3, median: 90, relativeError: 0 },
          days: [{ day: '2026-03-01', total: 6, finished: 3 }],
          leftBefore: 1,
          questions: [
            { questionId: 'q1', answered: 5, reached: 5, leftAfter: 1, answeredNext: 3 },
            { questionId: 'q2', answered: 3, reached: 4, leftAfter: 1, answeredNext: 2 },
            { questionId: 'q3', answered: 3, reached: 3, leftAfter: 0, answeredNext: null },
          ],
        },
      ],
    })
    const [texts, options, numbers] = printed.forms[0].questions.map(
      (one: { answers: unknown }) => one.answers,
    )
    const baker = { text: 'Baker', createdAt: '2026-03-01T23:30:00.000Z', responseId: 'r4' }
    expect(texts).toMatchObject([
      { member: 'value', texts: { count: 5, samples: expect.arrayContaining([baker]) } },
    ])
    const counts = [
      { option: 'Red', count: 2 },
      { option: '青', count: 1 },
      { option: 'Green', count: 1 },
    ]
    expect(options).toMatchObject([{ member: 'choices', options: { isComplete: true, counts } }])
    const distribution = [0, 0, 0, 1, 2].map((count, i) => ({ from: i + 1, to: i + 1, count }))
    expect(numbers).toMatchObject([{ numbers: { mean: 14 / 3, median: 5, distribution } }])
  })

  test('in a pipe is a line a figure, in full', async () => {
    const { stdout } = await stats('--from -', { stdin })
    const rows = stdout.trimEnd().split('\n')
    expect(rows[0]).toBe('form\tquestion\theadline\tmember\tfigure\tof\tvalue')
    expect(rows.filter((row) => row.split('\t').length !== 7)).toEqual([])
    for (const row of [
      'f\t\t\t\tcompletion\t\t0.5',
      'f\t\t\t\tday\t2026-03-01\t6',
      'f\tq1\t役割は何ですか\t\tleft after\t\t1',
      'f\tq2\tWhich colours do you like?\tchoices\toption\t青\t1',
    ])
      expect(rows).toContain(row)
  })

  test('as YAML is the same as JSON', async () => {
    expect(parse((await stats('--from - -o yaml', { stdin })).stdout)).toEqual(
      await json('--from -', { stdin }),
    )
  })

  test.each([40, 60, 80, 200])(
    'on a terminal of %d columns is bars that fit, one under the other',
    async (columns) => {
      const long = {
        ['q4=' + 'A question that is asked in rather many words, '.repeat(4)]: { selected: 'x'.repeat(90) },
      }
      const reply = replyWith([...some, response('r7', true, 'Baker', undefined, undefined, long)])
      const { stdout } = await stats('--from -', { stdin: reply, isTerminal: true, columns })
      const lines = stdout.split('\n')
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
      const bars = lines.filter((line) => /^ {2}(Red|青|Green) /.test(line))
      // Whatever the width of their letters, bars begin in one column.
      const begins = new Set(bars.map((line) => widthOf(line.replace(/[█-▏].*/, ''))))
      expect([bars.length, begins.size]).toEqual([3, 1])
    },
  )

  test('without a partial response leaves completion and drop-off open, and says why', async () => {
    const finished = { stdin: replyWith(some.slice(0, 3)) }
    const questions = [{ answered: 3, reached: null, leftAfter: null }, {}, {}]
    expect(await json('--from -', finished)).toMatchObject({
      partials: 'none-saved',
      forms: [{ completion: null, leftBefore: null, questions }],
    })
    expect((await stats('--from -', finished)).stderr).toContain(
      'The saved reply has no unfinished responses, so completion',
    )
  })

  test('is counted by the days of a time zone', async () => {
    expect(await json('--from - --timezone Europe/Berlin', { stdin })).toMatchObject({
      timezone: 'Europe/Berlin',
      forms: [{ days: [{ day: '2026-03-02', total: 6 }] }],
    })
  })

  test.each([
    ['', [2, 2]],
    ['--form clf0000000000000000000002', [2]],
    ['--since 2026-03-01T11:30Z', [1]],
  ])(
    'of several forms is told form by form, or of one with --form, within a time: "%s"',
    async (line, totals) => {
      const { forms } = await json(`--from ${fixture('several-forms')} ${line}`)
      expect(
        forms.map((form: { formId: string; responses: { total: number } }) => [
          form.formId.at(-1),
          form.responses.total,
        ]),
      ).toEqual(totals.map((total, i) => [String(i + 3 - totals.length), total]))
    },
  )

  test('warns if no response is within the time', async () => {
    const { stderr } = await stats(`--from ${fixture('several-forms')} --since 2030-01-01`)
    expect(stderr).toContain('No response matched, so there is nothing to count.')
  })

  test.each(['every-type', 'unknown-shapes', 'repeated-questions', 'texts', 'lists', 'empty'])(
    'of %s keeps the shape of its schema',
    async (name) => {
      expect(await json(`--from ${fixture(name)}`)).toMatchObject({ schema_version: 1 })
    },
  )

  test('shows no text that identifies a person, and as many others as are asked for', async () => {
    const { stdout } = await stats(`--from ${fixture('every-type')} --samples 1`)
    expect(stdout).not.toMatch(/Ada|Lovelace|example\.com|\+44/)
    expect(stdout).toMatch(/qrole0000001\tYour role\tvalue\ttexts\t\t2\n/)
    expect(stdout.match(/qrole0000001\tYour role\tvalue\ttext\t/g)).toHaveLength(1)
    const none = await stats(`--from ${fixture('every-type')} --samples 0`)
    expect(none.stdout).not.toMatch(/Engineer|Admiral/)
  })

  test('that is cut off is refused, and no page is written', async () => {
    const cwd = temporaryFolder()
    const given = { cwd, stdin: stdin.slice(0, -5) }
    expect(await stats('--from - --report a.html', given)).toMatchObject({ exit: 3, stdout: '' })
    expect(readdirSync(cwd)).toEqual([])
  })
})

/** A service that holds these records, and announces what it can. */
function serving(records: readonly object[], extensions?: readonly string[]): Service {
  return async ({ path, query }) => {
    if (path.startsWith('/.well-known'))
      return replyOf(extensions ? { body: { extensions } } : { status: 404 })
    if (path.endsWith('/forms')) return replyOf({ status: 500 })
    const wanted =
      query['returnPartials'] === 'true' ? records : records.filter((one) => Object(one).finished)
    return replyOf({ body: { data: query['formId'] === undefined ? wanted : wanted.slice(0, 10) } })
  }
}

describe('what cannot be known is said', () => {
  const finished = some.slice(0, 3)

  test.each([
    ['--all', serving(some), ['known', 0.5, false]],
    ['--all', serving(finished), ['unproven', null, true]],
    ['--all --partials', serving(some), ['known', 0.5, false]],
    ['--all --partials', serving(finished), ['unproven', null, true]],
    ['--all --partials', serving(finished, ['returnPartials-all']), ['known', 1, false]],
    ['--form f --partials', serving(finished), ['known', 1, false]],
  ])('of partial responses, with %s', async (line, service, expected) => {
    const { stdout, stderr } = await stats(`${line} -o json`, { service })
    const { partials, forms } = Object(outputOf('responses-stats', stdout))
    const isSaid = /completion and drop-off are unknown/.test(stderr)
    expect([partials, forms[0]?.completion, isSaid]).toEqual(expected)
  })

  test.each([
    ['', 3, { counts: [2, 1, 0] }],
    ['--partials', 5, { counts: [2, 1, 1] }],
  ])(
    'answers are those of finished responses, beside the completion of all: "%s"',
    async (line, roles, of) => {
      const { forms, filters } = await json(`--form f ${line}`, { service: serving(some) })
      const [form] = forms
      expect(form).toMatchObject({
        responses: { total: 6, finished: 3, partial: 3 },
        completion: 0.5,
        leftBefore: 1,
      })
      expect(
        form.questions.map(({ answered }: { readonly answered: number }) => answered).slice(0, 1),
      ).toEqual([roles])
      expect(form.questions.slice(0, 2).map(({ reached }: { readonly reached: number }) => reached)).toEqual([
        5, 4,
      ])
      expect(form.questions[0].leftAfter).toBe(1)
      const { options } = form.questions[1].answers[0]
      expect(options.counts.map(({ count }: { readonly count: number }) => count)).toEqual(of.counts)
      expect(filters.partials).toBe(line !== '')
      const said = (await stats(`--form f ${line}`, { service: serving(some) })).stderr
      expect(said.includes('--partials counts those of unfinished ones, too')).toBe(line === '')
    },
  )

  test('a failure to tell the names of forms is none of the figures', async () => {
    const service = serving(some, ['forms-list'])
    expect(await json('--all --environment e', { service })).toMatchObject({ forms: [{ name: null }] })
  })
})

test('the forms of our own service are told by name', async () => {
  const { service, store, ours: tenant, close } = await startTestService()
  onTestFinished(close)
  await store.forms.create(sampleForm({ id: 'form-1', environmentId: tenant.environmentId }))
  await store.responses.save(sampleSave({ responseId: 'r1', isFinished: true }))
  await store.responses.save(sampleSave({ responseId: 'r2', answers: [sampleAnswer('question-a', 'x')] }))
  const line = `--form form-1 --partials --environment ${tenant.environmentId}`
  const { stdout } = await stats(line, { service, env: { FORMCTL_API_KEY: ours.apiKey }, isTerminal: true })
  expect(stdout).toMatch(
    /^Contact\n2 responses: 1 finished, 1 begun and not finished\. 50% were completed\.\n/,
  )
})

test('--report writes a page beside the figures, and replaces no file unasked', async () => {
  const cwd = folderWith({ 'a.html': 'mine' })
  const line = "--from - --report a.html --title 'Our <visitors>'"
  expect((await stats(line, { cwd, stdin })).exit).toBe(3)
  expect(readIn(cwd, 'a.html')).toBe('mine')
  const { exit, stdout, stderr } = await stats(`${line} --force`, { cwd, stdin })
  expect([exit, stderr, stdout.includes('completion')]).toEqual([0, 'Wrote the page a.html.\n', true])
  expect(readIn(cwd, 'a.html')).toMatch(/^<!doctype html>[^]*<title>Our &lt;visitors&gt;<\/title>/)
  expect(readdirSync(cwd)).toEqual(['a.html'])
})

test.each([
  ['--report report.pdf', 'Give the path of a page, such as report.html.'],
  ['--report report.json', 'Give the path of a page, such as report.html.'],
  ['--timezone Mars/Base', '--timezone Mars/Base is not a time zone'],
  ['--timezone Europe/Berlni', 'Is Europe/Berlin meant?'],
  ['--since 2026-02-02 --until 2026-02-01', '--since is later than --until'],
  ['-o csv', 'cannot print "csv"'],
])('misuse is refused before any call: %s', async (line, sentence) => {
  expect(await stats(`--all ${line}`)).toMatchObject({ exit: 2, stderr: expect.stringContaining(sentence) })
})
