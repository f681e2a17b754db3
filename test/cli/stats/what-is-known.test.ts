import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Service } from '../../../src/wire/wire.ts'
import { outputOf } from '../../support/output-schema.ts'
import { readIn, replyWith, responseOf, responses } from '../../support/responses.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'

const env = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }

const stats = (line: string, given: Partial<TestHostOptions> = {}): Promise<Ran> =>
  responses(`stats ${line}`, { env, ...given })

/** A finished response, with the members of one answer. */
const response = (id: string, more: object, members?: object): object =>
  responseOf(members === undefined ? {} : { 'q=Age': { type: 'SomeType', ...members } }, {
    id,
    formId: 'f',
    createdAt: '2026-03-10T12:00:00.000Z',
    dataUpdatedAt: '2026-03-10T12:00:00.000Z',
    finished: true,
    ...more,
  })
const valued = (...values: readonly unknown[]): string =>
  replyWith(values.map((value, i) => response(`r${i}`, {}, { value })))

const json = async (line: string, given: Partial<TestHostOptions>) =>
  Object(outputOf('responses-stats', (await stats(`${line} -o json`, given)).stdout))

const saved = (stdin: string, line = '') => json(`--from - ${line}`, { stdin })

test('a time to complete that is not known is none, in JSON and in a pipe as at the terminal', async () => {
  const stdin = replyWith([response('r1', {}), response('r2', {})])
  expect(await saved(stdin)).toMatchObject({
    forms: [{ timeToComplete: { measured: 2, median: null, lowerQuartile: null, upperQuartile: null } }],
  })
  const { stdout } = await stats('--from -', { stdin })
  expect(stdout).not.toMatch(/median seconds|quartile of seconds/)
  expect(stdout).toContain('responses with seconds\t\t2\n')
  const seen = await stats('--from -', { stdin, isTerminal: true })
  expect(seen.stdout).toContain('Time to complete is not known')
})

describe('numbers that came as texts', () => {
  const answersOf = async (...values: readonly unknown[]): Promise<unknown> =>
    (await saved(valued(...values))).forms[0].questions[0].answers

  test('are told as figures where every answer is one', async () => {
    expect(await answersOf('18', '20', '22.5', '-3')).toMatchObject([
      { texts: null, numbers: { count: 4, mean: 14.375, median: 19, least: -3, greatest: 22.5 } },
    ])
  })

  test('stand together with numbers', async () => {
    const numbers = { count: 3, mean: 20, median: 20 }
    expect(await answersOf(10, '20', 30)).toMatchObject([{ texts: null, numbers }])
    expect(await answersOf('20', 10, 30)).toMatchObject([{ texts: null, numbers }])
  })

  test('are never made figures of what identifies a person', async () => {
    for (const phone of ['555', 555]) {
      const { forms } = await saved(replyWith([response('r1', {}, { type: 'IdentityInfo', phone })]))
      expect(forms[0].questions[0].answers).toMatchObject([
        { numbers: null, texts: { isPersonal: true, samples: [] } },
      ])
    }
  })

  test('give the same figures in whatever order they come, also where they are too many to be kept', async () => {
    const figuresOf = async (values: readonly unknown[]) => {
      const [{ numbers, texts, given }] = Object(await answersOf(...values))
      const { mean, sum, ...others } = numbers
      return { mean: Number(mean), sum: Number(sum), others, texts: texts?.count, given }
    }
    const areSameBackwards = async (values: readonly unknown[]): Promise<void> => {
      const { mean, sum, ...figures } = await figuresOf(values)
      const { mean: other, sum: otherSum, ...backwards } = await figuresOf(values.toReversed())
      expect(backwards).toEqual(figures)
      // The last digits of a sum of doubles depend on the order; they are the first ones where what is summed cancels out.
      const { least, greatest } = figures.others
      const near = Math.max(-least, greatest) * 1e-12
      expect(Math.abs(mean - other)).toBeLessThanOrEqual(near)
      expect(Math.abs(sum - otherSum)).toBeLessThanOrEqual(near * values.length)
    }
    const value = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -99, max: 99_999 }).map(String) },
      { weight: 9, arbitrary: fc.double({ noNaN: true, min: 0, max: 1e6 }) },
      { weight: 1, arbitrary: fc.constantFrom('12.50', '7', '') },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 30 }), (values) => areSameBackwards([...values, '1'])),
      { numRuns: 15, examples: [[[1e-323, '-1']]] },
    )
    const many = Array.from({ length: 12_000 }, (_, n) => (n % 3 === 0 ? String(n / 8) : n / 7))
    await areSameBackwards(many)
  })

  test('are told at the terminal with the ranges that they lie in, none of which shares a number', async () => {
    const stdin = valued(...Array.from({ length: 30 }, (_, n) => String(n + 20)))
    const { stdout } = await stats('--from -', { stdin, isTerminal: true })
    expect(stdout).toContain('Mean 34.5, median 34.5, sum 1,035, from 20 to 49.')
    expect(stdout).toContain('  20–24 ')
    expect(stdout).toContain('  25–29 ')
  })
})

describe('a form without responses', () => {
  const createdAt = '2026-03-01T09:00:00.000Z'
  const visitors = { id: 'f', name: 'Visitors', url: 'https://forms.example/f', createdAt }
  const service: Service = async ({ path }) => {
    if (path.startsWith('/.well-known')) return replyOf({ body: { extensions: ['forms-list'] } })
    return replyOf({ body: { data: path.endsWith('/forms') ? [visitors] : [] } })
  }

  test('is told all the same, with its id', async () => {
    const form = {
      formId: 'f',
      responses: { total: 0, finished: 0, partial: 0 },
      completion: null,
      questions: [],
    }
    expect(await json('--form f', { service })).toMatchObject({ responses: { total: 0 }, forms: [form] })
    const { stdout, stderr } = await stats('--form f', { service, isTerminal: true })
    expect(stdout).toMatch(/\(?f\)?\nNo responses\.\n/)
    expect(stderr).toContain('No responses yet, so there is nothing to count.')
  })

  test('has a page with its name', async () => {
    const cwd = temporaryFolder()
    const { stderr } = await stats('--form f --report a.html --environment e', { service, cwd })
    expect(stderr).toContain('Wrote the page a.html.')
    expect(readIn(cwd, 'a.html')).toMatch(/<h1><bdi lang="">Visitors<\/bdi><\/h1>/)
    expect(readIn(cwd, 'a.html')).toContain('No responses yet, so there is nothing to count.')
  })

  test('of a saved reply is warned of', async () => {
    const stdin = replyWith([response('r1', {}), response('r2', { formId: 'g' })])
    const sentence = 'None of the 2 responses of the saved reply is of form nope.'
    const none = await stats('--from - --form nope --quiet', { stdin })
    expect([none.exit, none.stderr]).toEqual([0, `warning: ${sentence}\n`])
    const rows = await stats('--from - --form nope --quiet --form g', { stdin })
    expect([rows.stdout.includes('nope'), rows.stdout.includes('responses\t')]).toEqual([false, true])
    expect((await stats('--from - --form f --quiet', { stdin })).stderr).toBe('')
    expect((await saved(stdin, '--form nope')).remarks).toContain(sentence)
  })
})

test('members are told in words', async () => {
  const stdin = replyWith([
    response('r1', {}, { type: 'IdentityInfo', headline: '', firstName: 'Ada', lastName: 'Lovelace' }),
    response('r2', {}, { type: 'EmailForm', value: 'ada@example.com' }),
  ])
  const { stdout } = await stats('--from -', { stdin, isTerminal: true })
  expect(stdout).toMatch(/First name +1/)
  expect(stdout).not.toMatch(/firstName|^ +value /m)
})

describe('the bounds of days', () => {
  // In Tokyo the 10th begins at 15:00 of the 9th in UTC.
  const times = ['09T14:59:59.999', '09T15:00:00.000', '12T14:59:59.999', '12T15:00:00.000']
  const stdin = replyWith(times.map((time, i) => response(`r${i}`, { createdAt: `2026-03-${time}Z` })))
  const window = '--timezone Asia/Tokyo --since 2026-03-10 --until 2026-03-12'

  test('are those of the time zone whose days are counted, and the same of an export', async () => {
    expect(await saved(stdin, window)).toMatchObject({
      filters: { since: '2026-03-09T15:00:00.000Z', until: '2026-03-12T14:59:59.999Z' },
      forms: [{ days: [{ day: '2026-03-10' }, { day: '2026-03-12' }], responses: { total: 2 } }],
    })
    const { stdout } = await responses(`export --from - ${window} --columns id`, { stdin })
    expect(stdout).toBe('id\nr1\nr2\n')
  })

  test('may be of another time of the responses', async () => {
    const changed = response('r1', { dataUpdatedAt: '2026-03-20T09:00:00.000Z' })
    const line = '--since 2026-03-20 --by dataUpdatedAt'
    expect(await saved(replyWith([changed, response('r2', {})]), line)).toMatchObject({
      filters: { by: 'dataUpdatedAt' },
      responses: { total: 1 },
    })
  })
})

describe('a scale shows what can be chosen, and nothing between', () => {
  const offered = ['0 - never', '5 - sometimes', '10 - always']
  const ticked = (chosen: string, options = offered): object => ({
    type: 'MultipleOptionsQuestion',
    choices: options.map((key, index) => ({ key, value: key === chosen, index })),
  })

  test.each([
    ['boxes that name all their options', ['0 - never', '10 - always'].map((one) => ticked(one)), [0, 5, 10]],
    ['boxes with one more option', [ticked('5 - sometimes'), ticked('7', [...offered, '7'])], [0, 5, 7, 10]],
    [
      'a dropdown, whose other options are not known',
      ['0 - never', '5 - sometimes'].map((selected) => ({ type: 'Dropdown', selected })),
      [0, 1, 2, 3, 4, 5],
    ],
  ])('of %s', async (_, answers, values) => {
    const records = answers.map((members, i) =>
      response(`r${i}`, { personAttributes: { country: i === 0 ? 'DE' : 'FR' } }, members),
    )
    const [form] = (await saved(replyWith(records), '--by country')).forms
    for (const { questions } of [form, ...form.segments])
      for (const { numbers } of Object(questions[0]).answers)
        expect(numbers?.distribution.map(({ from }: { from: number }) => from) ?? values).toEqual(values)
  })
})
