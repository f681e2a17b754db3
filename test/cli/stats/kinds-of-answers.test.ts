import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { answerTo, replyWith, responseOf, responses } from '../../support/responses.ts'

/** A reply with one answer of a type each. */
const replyOf = (type: string, answers: readonly unknown[]): string =>
  replyWith(
    answers.map((members, i) =>
      responseOf(
        {},
        {
          id: `r${i}`,
          formId: 'f',
          createdAt: `2026-0${1 + (i % 4)}-28T23:30:00.000Z`,
          finished: true,
          data: members === undefined ? [] : [answerTo('q=Question', members, type)],
        },
      ),
    ),
  )

const read = async (type: string, answers: readonly unknown[], line = '') => {
  const stdin = replyOf(type, answers)
  const ran = await responses(`stats --from - -o json ${line}`, { stdin })
  return Object(outputOf('responses-stats', ran.stdout)).forms[0]
}
const answerOf = async (type: string, answers: readonly unknown[], line = '') =>
  (await read(type, answers, line)).questions[0].answers[0]
const shown = async (type: string, answers: readonly unknown[]) =>
  (await responses('stats --from -', { stdin: replyOf(type, answers), isTerminal: true })).stdout

describe('days and times are counted', () => {
  test('each day of a few weeks, also one without an answer', async () => {
    const { dates, texts } = await answerOf('Date', ['2026-03-02', '2026-03-04', '2026-03-02'])
    expect([dates, texts]).toEqual([
      {
        earliest: '2026-03-02',
        latest: '2026-03-04',
        unit: 'day',
        distribution: [
          { from: '2026-03-02', count: 2 },
          { from: '2026-03-03', count: 0 },
          { from: '2026-03-04', count: 1 },
        ],
        weekdays: [2, 0, 1, 0, 0, 0, 0],
      },
      null,
    ])
  })

  test.each([
    [['2026-03-02', '2026-05-04'], 'week', '2026-03-02', 10],
    [['2026-03-02', '2027-05-04'], 'month', '2026-03', 15],
    [['2026-03-02', '1997-05-04'], 'year', '1997', 30],
    [['2026-03-02', '1937-05-04'], 'decade', '1930s', 10],
  ])('%j by %s', async (days, unit, from, length) => {
    const { dates } = await answerOf('Date', days)
    expect([dates.unit, dates.distribution[0], dates.distribution.length]).toEqual([
      unit,
      { from, count: 1 },
      length,
    ])
    expect(dates.weekdays.reduce((sum: number, n: number) => sum + n, 0)).toBe(2)
    expect(await shown('Date', days)).toMatch(/Monday +\d/)
  })

  test('times by their hour; what is no time leaves texts', async () => {
    const { times, texts } = await answerOf('Time', ['09:05', '11:59', '09:55'])
    expect([times, texts]).toEqual([
      {
        earliest: '09:05',
        latest: '11:59',
        hours: [
          { from: '09:00', count: 2 },
          { from: '10:00', count: 0 },
          { from: '11:00', count: 1 },
        ],
      },
      null,
    ])
    expect(await answerOf('Time', ['09:05', '9 Uhr'])).toMatchObject({ times: null, texts: { count: 2 } })
    expect(await answerOf('ShortInput', ['09:05', '11:59'])).toMatchObject({ times: null })
  })
})

describe('equal short texts', () => {
  const towns = [
    'Berlin',
    'berlin ',
    'Bonn',
    ' BERLIN',
    'Berlin',
    'Köln',
    'Ko\u0308ln',
    'a'.repeat(61),
    'a'.repeat(61),
  ]

  test('are counted, capitals and blanks aside, in their most frequent spelling', async () => {
    const { frequent, count, samples } = (await answerOf('ShortInput', towns)).texts
    expect(frequent).toEqual([
      { text: 'Berlin', count: 4 },
      { text: 'Köln', count: 2 },
    ])
    expect([count, samples.length]).toEqual([9, 5])
    expect(await shown('ShortInput', towns)).toMatch(/\n {2}Berlin +4 +44\.4% .*\n {2}Köln +2 /)
  })

  test('are neither shown of people nor with --samples 0', async () => {
    const none = { texts: { frequent: [] } }
    expect(await answerOf('ShortInput', towns, '--samples 0')).toMatchObject(none)
    expect(await answerOf('EmailForm', ['a@b.de', 'a@b.de'])).toMatchObject(none)
  })
})

test('numbers have a sum, to 15 digits', async () => {
  expect((await answerOf('Number', [0.1, 0.2, 1000])).numbers.sum).toBe(1000.3)
  expect(await shown('Number', [0.1, 0.2, 1000])).toContain('sum 1,000.3, from 0.1 to 1000.')
})

test('numbers of four digits have no comma, since they may be years', async () => {
  expect(await shown('Number', [1954, 2003, 2010])).toContain(
    'Mean 1989, median 2003, sum 5,967, from 1954 to 2010.',
  )
})

test('a table of choices from 1 to 5 has its columns in order, and a mean for each row', async () => {
  const rows = (a: string, b: string): object => ({
    rows: [
      { row: 'Price', value: a },
      { row: 'Speed', value: b },
    ],
  })
  const text = await shown('Matrix', [rows('5', '1'), rows('4 - good', '3'), rows('5', '3')])
  expect(text).toMatch(/ 1 +3 +4 - good +5 +Mean +Answers\n {2}Price .* 4\.67 +3\n {2}Speed .* 2\.33 +3\n/)
  expect(await shown('Matrix', [rows('good', '1')])).not.toContain('Mean')
})

describe('--by a question of many values', () => {
  const labels = async (type: string, answers: readonly unknown[], by = 'Question', line = '') => {
    const { segments } = await read(type, answers, `--by ${by} ${line}`)
    return segments.map((one: { readonly label: string; readonly responses: { readonly total: number } }) =>
      [one.label, one.responses.total].join(': '),
    )
  }
  const ages = Array.from({ length: 60 }, (_, i) => 18 + i)

  test.each<[string, string, readonly unknown[], readonly string[]]>([
    [
      'an age in bands with round limits',
      'Number',
      ages,
      ['10–19: 2', '20–29: 10', '30–39: 10', '40–49: 10', '50–59: 10', '60–69: 10', '70–79: 8'],
    ],
    [
      'with a typing error among them',
      'Number',
      [...ages, 999],
      [
        '10–19: 2',
        '20–29: 10',
        '30–39: 10',
        '40–49: 10',
        '50–59: 10',
        '60–69: 10',
        '70–79: 8',
        '80 or more: 1',
      ],
    ],
    [
      'temperatures',
      'ShortInput',
      Array.from({ length: 12 }, (_, i) => `${10 * i - 60}`),
      ['-60 to -41: 2', '-40 to -21: 2', '-20 to -1: 2', '0–19: 2', '20–39: 2', '40–59: 2'],
    ],
    [
      'incomes',
      'Number',
      Array.from({ length: 12 }, (_, i) => 2500 * i),
      [
        '0–4999: 2',
        '5000–9999: 2',
        ...['10,000 to 14,999', '15,000 to 19,999', '20,000 to 24,999', '25,000 to 29,999'].map(
          (band) => `${band}: 2`,
        ),
      ],
    ],
    [
      'fractions',
      'Number',
      Array.from({ length: 12 }, (_, i) => i + 0.5),
      [
        '0 to below 2: 2',
        '2 to below 4: 2',
        '4 to below 6: 2',
        '6 to below 8: 2',
        '8 to below 10: 2',
        '10 to below 12: 2',
      ],
    ],
    [
      'numbers that are nearly all the same',
      'Number',
      Array.from({ length: 1000 }, (_, i) => (i < 985 ? 7 : i)),
      ['0–199: 985', '800–999: 15'],
    ],
    ['few numbers one by one', 'Number', [3, 1, 3, undefined], ['1: 1', '3: 2', 'No answer: 1']],
    ['stars one by one', 'Rating', [5, 1, 5], ['1: 1', '5: 2']],
    ['days by month', 'Date', ['2026-03-01', '2026-05-09', '2026-03-30'], ['March 2026: 2', 'May 2026: 1']],
    ['the days of one month', 'Date', ['2026-03-09', '2026-03-01'], ['1 March 2026: 1', '9 March 2026: 1']],
    [
      'many years',
      'Date',
      [
        '2026-03-09',
        '2024-03-01',
        '2025-01-01',
        ...Array.from({ length: 12 }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}-01`),
      ],
      ['2024: 1', '2025: 13', '2026: 1'],
    ],
    ['times by hour', 'Time', ['18:30', '09:05', '18:45'], ['09:00–09:59: 1', '18:00–18:59: 2']],
  ])('%s', async (_, type, answers, expected) => {
    expect(await labels(type, answers)).toEqual(expected)
  })

  test.each([
    ['a scale', 'OpinionScale', [10, 9, 7, 0, undefined]],
    ['options', 'Dropdown', ['10 - surely', '9', '7', '0 - never', undefined]],
  ])('a Net Promoter Score in its groups: %s', async (_, type, answers) => {
    const asked = replyOf(type, answers).replaceAll('Question', 'Would you recommend us?')
    const ran = await responses('stats --from - -o json --by q', { stdin: asked })
    const [form] = Object(outputOf('responses-stats', ran.stdout)).forms
    expect(form.segments.map(({ label }: { readonly label: string }) => label)).toEqual([
      'Detractors (0–6)',
      'Passives (7–8)',
      'Promoters (9–10)',
      'No answer',
    ])
  })

  test('month is a month, also where there is only one, and nothing where the creation is not known', async () => {
    expect(await labels('ShortInput', ['a'], 'month')).toEqual(['January 2026: 1'])
    const stdin = replyOf('ShortInput', ['a', 'b']).replaceAll('2026-01-28T23:30:00.000Z', 'soon')
    const ran = await responses('stats --from - -o json --by month', { stdin })
    const [{ segments }] = Object(outputOf('responses-stats', ran.stdout)).forms
    expect(segments.map(({ label }: { readonly label: string }) => label)).toEqual([
      'February 2026',
      'No answer',
    ])
  })

  test('month is that of the creation of a response, in --timezone', async () => {
    const answers = ['a', 'b', 'c', 'd', 'e']
    expect(await labels('ShortInput', answers, 'month')).toEqual([
      'January 2026: 2',
      'February 2026: 1',
      'March 2026: 1',
      'April 2026: 1',
    ])
    expect((await labels('ShortInput', answers, 'month', '--timezone +02:00'))[1]).toBe('March 2026: 2')
  })

  test.each([
    [
      'Matrix',
      {
        rows: [
          { row: 'Price', value: 'x' },
          { row: 'Speed', value: 'y' },
        ],
      },
      'a table of choices, which has an answer for each row',
    ],
    ['Ranking', { ranking: ['Price', 'Speed'] }, 'a ranking, which has a place for each option'],
  ])('a %s is refused, and its parts are named', async (type, members, what) => {
    const stdin = replyOf(type, [members])
    const sentence = `--by "Question" is ${what}. Divide by one of them: --by "Question: Price" or --by "Question: Speed".`
    expect(await responses('stats --from - --by Question', { stdin })).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining(sentence),
    })
    expect(await responses(`stats --from - --by 'Question: Price'`, { stdin })).toMatchObject({ exit: 0 })
  })
})

test('of more options than are shown the most frequent stay, also beside many that are as rare', async () => {
  const rare = Array.from({ length: 21 }, (_, i) => ({ selected: [`Rare ${i}`] }))
  const often = Array.from({ length: 8 }, () => ({ selected: ['Z often'] }))
  const text = await shown('MultipleOptionsQuestion', [...rare, ...often])
  expect(text).toMatch(/Z often +8/)
  expect(text).toMatch(/2 others +2/)
})
