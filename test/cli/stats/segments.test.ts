import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const answer = (questionId: string, headline: string, members: object): object => ({
  questionId,
  response: { type: 'X', headline, ...members },
})

/** Responses to a form: its id, a country and a score each. */
const records = (given: readonly (readonly [form: string, country: string, score: number])[]): object[] =>
  given.map(([formId, country, score], i) => ({
    id: `r${i}`,
    formId,
    createdAt: `2026-03-01T10:00:0${i % 10}.000Z`,
    finished: i % 5 !== 4,
    data: [
      ...(country === '' ? [] : [answer(`${formId}-c`, 'Country', { selected: country })]),
      answer(`${formId}-s`, 'How likely are you to recommend us?', { value: String(score) }),
      { questionId: `${formId}-i`, response: { type: 'IdentityInfo', firstName: 'Ada', city: 'Bonn' } },
    ],
  }))

const some = records([
  ['f', 'Italy', 10],
  ['f', 'Italy', 9],
  ['g', 'France', 3],
  ['f', 'France', 8],
  ['f', '', 7],
  ['f', 'Italy', 0],
])

const stats = (words: readonly string[], given: readonly object[] = some, isTerminal = false): Promise<Ran> =>
  runInProcess({
    argv: ['responses', 'stats', '--from', '-', ...words],
    stdin: JSON.stringify({ data: given }),
    isTerminal,
  })

type Part = {
  readonly kind: string
  readonly value: string | null
  readonly label: string
  readonly responses: { readonly total: number }
  readonly questions: readonly { readonly headline: string; readonly answers: readonly unknown[] }[]
}

async function partsOf(words: readonly string[], given: readonly object[] = some) {
  const { exit, stdout, stderr } = await stats([...words, '-o', 'json'], given)
  expect([exit, stderr.includes('error')]).toEqual([0, false])
  const printed = Object(outputOf('responses-stats', stdout))
  return { printed, parts: printed.forms[0].segments as readonly Part[] }
}

describe('--by', () => {
  test.each([['Country'], ['f-c']])(
    '%s divides the responses, the most frequent value first',
    async (name) => {
      const { parts, printed } = await partsOf(['--form', 'f', '--by', name])
      expect(parts.map(({ kind, value, label, responses }) => [kind, value, label, responses.total])).toEqual(
        [
          ['value', 'Italy', 'Italy', 3],
          ['value', 'France', 'France', 1],
          ['none', null, 'No answer', 1],
        ],
      )
      expect(printed.filters.dividedBy).toBe(name)
    },
  )

  test('gives each segment the figures that its responses have alone, on the scale of the whole', async () => {
    const { parts } = await partsOf(['--form', 'f', '--by', 'Country'])
    const numbersOf = (label: string): unknown =>
      Object(parts.find((part) => part.label === label)?.questions.at(-2)?.answers[0]).numbers
    expect(numbersOf('Italy')).toMatchObject({
      mean: 19 / 3,
      nps: { score: 100 / 3, promoters: 2, detractors: 1 },
    })
    // 8 alone would be on a scale from 1 to 10.
    expect(numbersOf('France')).toMatchObject({ scale: { from: 0, to: 10 }, nps: { score: 0, passives: 1 } })
  })

  test('form counts all forms as one, and divides it by form', async () => {
    const { parts, printed } = await partsOf(['--by', 'form'])
    expect(printed.forms).toHaveLength(1)
    expect(printed.forms[0]).toMatchObject({ formId: null, responses: { total: 6 } })
    expect(
      printed.forms[0].questions
        .map(Object)
        .map(({ headline, answered }: { headline: string; answered: number }) => [headline, answered]),
    ).toEqual([
      ['Country', 5],
      ['How likely are you to recommend us?', 6],
      ['', 6],
    ])
    expect(parts.map(({ kind, value, responses }) => [kind, value, responses.total])).toEqual([
      ['form', 'f', 5],
      ['form', 'g', 1],
    ])
  })

  test('shows ten segments and the others together', async () => {
    const many = records(
      Array.from({ length: 14 }, (_, i) => ['f', `C${String(i).padStart(2, '0')}`, 5] as const),
    )
    const { parts } = await partsOf(
      ['--by', 'Country'],
      [...many, ...many.slice(0, 2).map((record, i) => Object.assign({}, record, { id: `again${i}` }))],
    )
    expect(parts.map(({ label, responses }) => [label, responses.total])).toEqual([
      ['C00', 2],
      ['C01', 2],
      ...Array.from({ length: 8 }, (_, i) => [`C0${i + 2}`, 1]),
      ['Others (4)', 4],
    ])
  })

  test('sets numbers in their order', async () => {
    const { parts } = await partsOf(['--by', 'How likely are you to recommend us?', '--form', 'f'])
    expect(parts.map(({ label }) => label)).toEqual(['0', '7', '8', '9', '10'])
  })

  test('calls true and false yes and no', async () => {
    const flagged = [true, false, true].map((value, i) => ({
      id: `r${i}`,
      formId: 'f',
      finished: true,
      data: [answer('n', 'Newsletter', { value })],
    }))
    const { parts } = await partsOf(['--by', 'Newsletter'], flagged)
    expect(parts.map(({ value, label }) => [value, label])).toEqual([
      ['true', 'Yes'],
      ['false', 'No'],
    ])
  })

  test('takes the segments of the responses that --where chooses', async () => {
    const { parts } = await partsOf(['--by', 'Country', '--where', 'Country = France'])
    expect(parts.map(({ label }) => label)).toEqual(['France'])
  })

  test('shows segments side by side at the terminal, and as rows in a pipe', async () => {
    const { stdout } = await stats(['--form', 'f', '--by', 'Country'], some, true)
    expect(stdout).toContain(
      '\nBy Country\n               Italy  France  No answer\n  Responses        3       1          1\n',
    )
    expect(stdout).toMatch(/ {2}Score +\+33 +0 +0\n/)
    const rows = (await stats(['--form', 'f', '--by', 'Country'])).stdout.split('\n')
    expect(rows[0]).toBe('form\tquestion\theadline\tmember\tfigure\tof\tvalue\tsegment')
    expect(rows).toContain('f\t\t\t\tresponses\t\t3\tItaly')
  })

  test.each([
    [['--by', 'Contry'], 'There is no column "Contry" (did you mean "Country"?)'],
    [
      ['--by', 'nope'],
      'There is no column "nope". To see the columns of these responses, run formctl responses export on them.',
    ],
    [['--by', 'firstName'], '--by "firstName" would show who people are'],
    [['--by', 'id'], '--by "id" would show who people are'],
    [['--by', 'Country', '--by', 'form'], '--by takes one column: leave out --by form.'],
    [['--by', 'updatedAt'], '--by updatedAt needs --since or --until.'],
  ])('%j is refused', async (words, sentence) => {
    const { exit, stdout, stderr } = await stats(words)
    expect([exit, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
  })

  test('a question that once asked for an e-mail address makes no segments', async () => {
    const asked = ['EmailForm', 'ShortInput', 'ShortInput'].map((type, i) => ({
      id: `r${i}`,
      formId: 'f',
      createdAt: `2026-03-0${i + 1}T09:00:00.000Z`,
      finished: true,
      data: [{ questionId: 'c', response: { type, headline: 'Contact', value: `a${i}@example.com` } }],
    }))
    const { exit, stderr } = await stats(['--form', 'f', '--by', 'Contact'], asked)
    expect([exit, stderr]).toEqual([2, expect.stringContaining('--by "Contact" would show who people are')])
  })

  test('city of an identity is no name, and a time beside it is that of --since', async () => {
    const { parts } = await partsOf(['--by', 'city', '--since', '2026-03-01', '--by', 'createdAt'])
    expect(parts.map(({ label }) => label)).toEqual(['Bonn'])
  })
})
