import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import type { Service } from '../../../src/wire/wire.ts'
import { outputOf } from '../../support/output-schema.ts'
import { sampleAnswer, sampleForm, sampleSave } from '../../support/samples.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { ours, startTestService } from '../../support/test-service.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../../fixtures/responses', name)
const env = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }

const stats = (words: readonly string[], given: Partial<TestHostOptions> = {}): Promise<Ran> =>
  runInProcess({ env, ...given, argv: ['responses', 'stats', ...words] })

const answer = (questionId: string, headline: string, members: object): object => ({
  questionId,
  response: { type: 'X', headline, componentShapeVersion: '2.0', ...members },
})

const response = (id: string, finished: boolean, ...data: readonly object[]): object => ({
  id,
  formId: 'f',
  createdAt: '2026-03-01T23:30:00.000Z',
  dataUpdatedAt: finished ? '2026-03-01T23:31:30.000Z' : '2026-03-01T23:30:00.000Z',
  finished,
  data,
})

const role = (text: string): object => answer('q1', '役割は何ですか', { value: text })
const colours = (...ticked: readonly string[]): object =>
  answer('q2', 'Which colours do you like?', {
    choices: ['Red', '青', 'Green'].map((key, index) => ({ key, value: ticked.includes(key), index })),
    selectedOther: false,
  })
const stars = (value: number): object => answer('q3', 'Stars', { value })

const some = [
  response('r1', true, role('Baker'), colours('Red', '青'), stars(4)),
  response('r2', true, role('Pilot'), colours('Red'), stars(5)),
  response('r3', true, role('Baker'), colours(), stars(5)),
  response('r4', false, role('Baker'), colours('Green')),
  response('r5', false, role('Nurse')),
  response('r6', false),
]
const reply = (records: readonly object[]): string => JSON.stringify({ data: records })

describe('a saved reply', () => {
  test('is counted: responses, completion, time, drop-off, answers, days', async () => {
    const { exit, stdout, stderr } = await stats(['--from', '-', '-o', 'json'], { stdin: reply(some) })
    expect([exit, stderr]).toEqual([0, ''])
    const printed = outputOf('responses-stats', stdout)
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
    const answers = Object(printed).forms[0].questions.map((one: { answers: unknown }) => one.answers)
    expect(answers).toMatchObject([
      [
        {
          member: 'value',
          texts: {
            count: 5,
            samples: expect.arrayContaining([
              { text: 'Baker', createdAt: '2026-03-01T23:30:00.000Z', responseId: 'r4' },
            ]),
          },
        },
      ],
      [
        {
          member: 'choices',
          options: {
            isComplete: true,
            counts: [
              { option: 'Red', count: 2 },
              { option: '青', count: 1 },
              { option: 'Green', count: 1 },
            ],
          },
        },
      ],
      [
        {
          numbers: {
            mean: 14 / 3,
            median: 5,
            distribution: [
              ...[1, 2, 3].map((n) => ({ from: n, to: n, count: 0 })),
              { from: 4, to: 4, count: 1 },
              { from: 5, to: 5, count: 2 },
            ],
          },
        },
      ],
    ])
  })

  test('in a pipe is a line a figure, in full', async () => {
    const { stdout } = await stats(['--from', '-'], { stdin: reply(some) })
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(rows[0]).toEqual(['form', 'question', 'headline', 'member', 'figure', 'of', 'value'])
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([7]))
    expect(rows).toContainEqual(['f', '', '', '', 'completion', '', '0.5'])
    expect(rows).toContainEqual(['f', '', '', '', 'day', '2026-03-01', '6'])
    expect(rows).toContainEqual(['f', 'q1', '役割は何ですか', '', 'left after', '', '1'])
    expect(rows).toContainEqual(['f', 'q2', 'Which colours do you like?', 'choices', 'option', '青', '1'])
  })

  test('as YAML is the same as JSON', async () => {
    const [yaml, json] = await Promise.all(
      ['yaml', 'json'].map(
        async (output) => (await stats(['--from', '-', '-o', output], { stdin: reply(some) })).stdout,
      ),
    )
    expect(parse(yaml ?? '')).toEqual(JSON.parse(json ?? ''))
  })

  test.each([40, 60, 80, 200])(
    'on a terminal of %d columns is bars that fit, one under the other',
    async (columns) => {
      const long = answer('q4', 'A question that is asked in rather many words, '.repeat(4), {
        selected: 'x'.repeat(90),
      })
      const records = [...some, response('r7', true, role('Baker'), long)]
      const { stdout } = await stats(['--from', '-'], { stdin: reply(records), isTerminal: true, columns })
      const lines = stdout.split('\n')
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
      const bars = lines.filter((line) => /^ {2}(Red|青|Green) /.test(line))
      expect(bars.length).toBe(3)
      // Whatever the width of their letters, bars begin in one column.
      expect(new Set(bars.map((line) => widthOf(line.replace(/[█-▏].*/, '')))).size).toBe(1)
    },
  )

  test('without a partial response leaves completion and drop-off open, and says why', async () => {
    const { stdout, stderr } = await stats(['--from', '-', '-o', 'json'], { stdin: reply(some.slice(0, 3)) })
    expect(outputOf('responses-stats', stdout)).toMatchObject({
      partials: 'none-saved',
      forms: [
        {
          completion: null,
          leftBefore: null,
          questions: [{ answered: 3, reached: null, leftAfter: null }, {}, {}],
        },
      ],
    })
    expect(stderr).toContain('The saved reply has no unfinished responses, so completion')
  })

  test('is counted by the days of a time zone', async () => {
    const { stdout } = await stats(['--from', '-', '-o', 'json', '--timezone', 'Europe/Berlin'], {
      stdin: reply(some),
    })
    expect(outputOf('responses-stats', stdout)).toMatchObject({
      timezone: 'Europe/Berlin',
      forms: [{ days: [{ day: '2026-03-02', total: 6 }] }],
    })
  })

  test('of several forms is told form by form, or of one with --form, within a time', async () => {
    const from = ['--from', fixture('several-forms.json'), '-o', 'json']
    const ids = async (...words: readonly string[]): Promise<unknown> =>
      Object(outputOf('responses-stats', (await stats([...from, ...words])).stdout)).forms.map(
        (form: { formId: string; responses: { total: number } }) => [
          form.formId.at(-1),
          form.responses.total,
        ],
      )
    expect(await ids()).toEqual([
      ['1', 2],
      ['2', 2],
    ])
    expect(await ids('--form', 'clf0000000000000000000002')).toEqual([['2', 2]])
    expect(await ids('--since', '2026-03-01T11:30Z')).toEqual([['2', 1]])
    const none = await stats([...from, '--since', '2030-01-01'])
    expect(none.stderr).toContain('No response matched, so there is nothing to count.')
  })

  test.each(['every-type', 'unknown-shapes', 'repeated-questions', 'texts', 'lists', 'empty'])(
    'of %s keeps the shape of its schema',
    async (name) => {
      const { stdout } = await stats(['--from', fixture(`${name}.json`), '-o', 'json'])
      expect(outputOf('responses-stats', stdout)).toMatchObject({ schema_version: 1 })
    },
  )

  test('shows no text that tells who somebody is, and as many others as are asked for', async () => {
    const { stdout } = await stats(['--from', fixture('every-type.json'), '--samples', '1'])
    expect(stdout).not.toMatch(/Ada|Lovelace|example\.com|\+44/)
    expect(stdout).toMatch(/qrole0000001\tYour role\tvalue\ttexts\t\t2\n/)
    expect(stdout.match(/qrole0000001\tYour role\tvalue\ttext\t/g)).toHaveLength(1)
    const none = await stats(['--from', fixture('every-type.json'), '--samples', '0'])
    expect(none.stdout).not.toMatch(/Engineer|Admiral/)
  })

  test('that is cut off is refused, and no page is written', async () => {
    const cwd = temporaryFolder()
    const words = ['--from', '-', '--report', 'a.html']
    const { exit, stdout } = await stats(words, { cwd, stdin: reply(some).slice(0, -5) })
    expect([exit, stdout, readdirSync(cwd)]).toEqual([3, '', []])
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
  const known = async (words: readonly string[], service: Service): Promise<unknown> => {
    const { stdout, stderr } = await stats([...words, '-o', 'json'], { service })
    const { partials, forms } = Object(outputOf('responses-stats', stdout))
    return [partials, forms[0]?.completion, /completion and drop-off are unknown/.test(stderr)]
  }
  const finished = some.slice(0, 3)

  test.each([
    ['without --partials', ['--all'], serving(some), ['not-read', null, true]],
    ['with them', ['--all', '--partials'], serving(some), ['known', 0.5, false]],
    [
      'none came, nor are they announced',
      ['--all', '--partials'],
      serving(finished),
      ['unproven', null, true],
    ],
    [
      'none came, and they are announced',
      ['--all', '--partials'],
      serving(finished, ['returnPartials-all']),
      ['known', 1, false],
    ],
    ['none came of one form', ['--form', 'f', '--partials'], serving(finished), ['known', 1, false]],
  ])('of partial responses, %s', async (_, words, service, expected) => {
    expect(await known(words, service)).toEqual(expected)
  })

  test('a failure to tell the names of forms is none of the figures', async () => {
    const { exit, stdout } = await stats(['--all', '--environment', 'e', '-o', 'json'], {
      service: serving(some, ['forms-list']),
    })
    expect([exit, Object(JSON.parse(stdout)).forms[0].name]).toEqual([0, null])
  })
})

test('the forms of our own service are told by name', async () => {
  const { service, store, ours: tenant, close } = await startTestService()
  await store.forms.create(sampleForm({ id: 'form-1', environmentId: tenant.environmentId }))
  await store.responses.save(sampleSave({ responseId: 'r1', isFinished: true }))
  await store.responses.save(sampleSave({ responseId: 'r2', answers: [sampleAnswer('question-a', 'x')] }))
  const words = ['--form', 'form-1', '--partials', '--environment', tenant.environmentId]
  const { stdout } = await stats(words, {
    service,
    env: { ...env, FORMCTL_API_KEY: ours.apiKey },
    isTerminal: true,
  })
  expect(stdout).toMatch(
    /^Contact\n2 responses: 1 finished, 1 begun and not finished\. 50% were completed\.\n/,
  )
  await close()
})

test('--redact is answered with what statistics show, and where to redact', async () => {
  const argv = ['responses', 'stats', '--from', 'reply.json']
  for (const words of [
    ['--redact', 'country=drop'],
    ['--redact=country=drop', '--all'],
  ]) {
    const { exit, stderr } = await runInProcess({ argv: [...argv, ...words] })
    expect(exit).toBe(2)
    expect(stderr).toBe(
      'error[usage]: Statistics show no names or e-mail addresses, so stats has no --redact. --samples 0 leaves other texts out; formctl responses export --redact writes redacted responses.\n',
    )
  }
  expect((await runInProcess({ argv: ['responses', 'stats', '--help'] })).stdout).not.toContain('--redact')
})

describe('--report', () => {
  test('writes a page beside the figures, and replaces no file unasked', async () => {
    const cwd = temporaryFolder()
    const words = ['--from', '-', '--report', 'a.html', '--title', 'Our <visitors>']
    const first = await stats(words, { cwd, stdin: reply(some) })
    expect([first.exit, first.stderr]).toEqual([0, 'Wrote the page a.html.\n'])
    expect(first.stdout).toContain('completion')
    expect(readFileSync(join(cwd, 'a.html'), 'utf8')).toMatch(
      /^<!doctype html>[^]*<title>Our &lt;visitors&gt;<\/title>/,
    )
    writeFileSync(join(cwd, 'a.html'), 'mine')
    expect((await stats(words, { cwd, stdin: reply(some) })).exit).toBe(3)
    expect(readFileSync(join(cwd, 'a.html'), 'utf8')).toBe('mine')
    expect((await stats([...words, '--force'], { cwd, stdin: reply(some) })).exit).toBe(0)
    expect(readdirSync(cwd)).toEqual(['a.html'])
  })
})

test.each([
  [['--all', '--report', 'report.pdf'], 'Give the path of a page, such as report.html.'],
  [['--all', '--report', 'report.json'], 'Give the path of a page, such as report.html.'],
  [['--all', '--timezone', 'Mars/Base'], '--timezone Mars/Base is not a time zone'],
  [['--all', '--timezone', 'Berlni'], 'Is Europe/Berlin meant?'],
  [['--all', '--since', '2026-02-02', '--until', '2026-02-01'], '--since is later than --until'],
  [['--all', '-o', 'csv'], 'has no output as csv'],
])('misuse is refused before any call: %j', async (words, sentence) => {
  const { exit, stderr } = await stats(words)
  expect([exit, stderr]).toEqual([2, expect.stringContaining(sentence)])
  expect(existsSync('-')).toBe(false)
})
