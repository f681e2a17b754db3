import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { answerTo, folderWith, readIn, replyWith, responseOf, responses } from '../../support/responses.ts'
import { temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'

/** Figures of records. */
const stats = (
  records: readonly object[],
  line: string,
  given: Partial<TestHostOptions> = {},
): Promise<Ran> => responses(`stats --from - ${line}`, { stdin: replyWith(records), ...given })

async function json(records: readonly object[], line: string, given?: Partial<TestHostOptions>) {
  const { exit, stdout, stderr } = await stats(records, `${line} -o json`, given)
  expect([exit, stderr.includes('error')]).toEqual([0, false])
  return Object(outputOf('responses-stats', stdout))
}

describe('--where', () => {
  const record = (i: number, more: object = {}): object =>
    responseOf(
      {
        'age=Age': 16 + i,
        'tags=Tags': { selected: i % 2 === 0 ? ['x', 'y'] : ['y'] },
        ...(i % 3 !== 0 && { 'why=Why': `because ${i}` }),
      },
      {
        id: `r${i}`,
        formId: i % 3 === 0 ? 'g' : 'f',
        createdAt: `2026-03-0${1 + (i % 5)}T10:00:00.000Z`,
        dataUpdatedAt: `2026-03-0${1 + (i % 5)}T10:0${i % 4}:00.000Z`,
        finished: i % 4 !== 0,
        ...more,
      },
    )
  const some = Array.from({ length: 24 }, (_, i) => record(i))
  const exported = (line: string): Promise<Ran> =>
    responses(`export --from - ${line}`, { stdin: replyWith(some) })

  test.each<[line: string, holds: (i: number) => boolean]>([
    ["--where 'Age >= 30'", (i) => 16 + i >= 30],
    ["--where 'Tags = x' --where 'age < 30'", (i) => i % 2 === 0 && 16 + i < 30],
    ["--where 'createdAt = 2026-03-02'", (i) => i % 5 === 1],
    ["--where 'why is empty'", (i) => i % 3 === 0],
    ["--where 'finished = false' --form f", (i) => i % 4 === 0 && i % 3 !== 0],
    ["--where 'Age > 20' --since 2026-03-03", (i) => i > 4 && i % 5 >= 2],
  ])('%s counts the responses that an export with it writes, in every figure', async (line, holds) => {
    const chosen = some.filter((_, i) => holds(i))
    const counted = await json(some, line)
    const { forms, responses: numbers } = await json(chosen, '')
    expect(counted.responses.total).toBe(chosen.length)
    expect(counted).toMatchObject({ forms, responses: numbers })
    const { stdout } = await exported(`--format ndjson ${line}`)
    expect(stdout).toBe(chosen.map((one) => `${JSON.stringify(one)}\n`).join(''))
  })

  test('partial responses are known to be there, also where none is chosen', async () => {
    expect((await json(some, "--where 'finished = true'")).partials).toBe('known')
  })

  test('more than fits into memory at once', async () => {
    const filler = 'and so on '.repeat(60)
    const records = Array.from({ length: 20_000 }, (_, i) => record(i % 9, { id: `r${i}`, filler }))
    const counted = await json(records, "--where 'Age = 24'", { cwd: temporaryFolder() })
    expect(counted.responses.total).toBe(records.filter((_, i) => i % 9 === 8).length)
  })

  test('is told in JSON, beside lines and bars', async () => {
    const where = "--where 'Age >= 30' --where 'Tags = x'"
    const sentence = 'Only responses that match "Age >= 30" and "Tags = x" are counted.'
    const { filters, remarks } = await json(some, where)
    expect([filters.where, remarks.includes(sentence)]).toEqual([['Age >= 30', 'Tags = x'], true])
    expect((await json(some, '')).filters.where).toEqual([])
    expect((await stats(some, where)).stderr).toContain(sentence)
    const { stderr } = await stats(some, where, { isTerminal: true })
    expect(stderr.replaceAll('\n', ' ')).toContain(sentence)
    expect(stderr).toContain('Left out: 19 other responses that did not match.')
    expect((await stats(some, '')).stderr).not.toContain('--where')
  })

  test('is told at the top of the page, whatever it holds', async () => {
    const cwd = folderWith({ 'reply.json': replyWith(some) })
    await responses(`stats --from reply.json --report page.html --where 'Age != "<b>"'`, { cwd })
    const [header = ''] = readIn(cwd, 'page.html').split('<main>')
    expect(header).toContain('&lt;b&gt;')
    expect(readIn(cwd, 'page.html')).not.toContain('<b>')
  })

  test.each([
    ['Agee = 3', 'There is no column "Agee" (did you mean "Age"?)'],
    ['Age > ten', 'character 7: expected a number or a time'],
  ])('goes wrong as it does in an export: %s', async (condition, sentence) => {
    const ran = await stats(some, `--where '${condition}'`)
    expect(ran).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(sentence) })
    expect(ran.stderr).toBe((await exported(`--where '${condition}'`)).stderr)
  })

  test.each([
    ["--where 'Age = 99'", 'warning: No response matches "Age = 99".'],
    ["--where 'Age = 99'", 'No response matched, so there is nothing to count.'],
    [
      "--where 'Why > 3'",
      'warning: 16 values of "Why" cannot be compared in "Why > 3", such as "because 1": they do not match.',
    ],
    [
      "--where 'Why > 3' --samples 0",
      'warning: 16 values of "Why" cannot be compared in "Why > 3": they do not match.',
    ],
  ])('%s: %s', async (line, said) => {
    expect(await stats(some, line)).toMatchObject({ exit: 0, stderr: expect.stringContaining(said) })
  })
})

describe('--by', () => {
  const recommend = 'How likely are you to recommend us?'

  /** Responses to a form: its id, a country and a score each. */
  const records = (given: readonly (readonly [form: string, country: string, score: number])[]): object[] =>
    given.map(([formId, country, score], i) =>
      responseOf(
        {},
        {
          id: `r${i}`,
          formId,
          createdAt: `2026-03-01T10:00:0${i % 10}.000Z`,
          finished: i % 5 !== 4,
          data: [
            ...(country === '' ? [] : [answerTo(`${formId}-c=Country`, { selected: country })]),
            answerTo(`${formId}-s=${recommend}`, String(score)),
            { questionId: `${formId}-i`, response: { type: 'IdentityInfo', firstName: 'Ada', city: 'Bonn' } },
          ],
        },
      ),
    )
  const some = records([
    ['f', 'Italy', 10],
    ['f', 'Italy', 9],
    ['g', 'France', 3],
    ['f', 'France', 8],
    ['f', '', 7],
    ['f', 'Italy', 0],
  ])

  type Part = {
    readonly kind: string
    readonly value: string | null
    readonly label: string
    readonly responses: { readonly total: number }
    readonly questions: readonly { readonly answers: readonly unknown[] }[]
  }
  const partsOf = async (line: string, given: readonly object[] = some): Promise<readonly Part[]> =>
    (await json(given, line)).forms[0].segments
  const labels = async (line: string, given?: readonly object[]): Promise<readonly string[]> =>
    (await partsOf(line, given)).map(({ label }) => label)

  test.each(['Country', 'f-c'])('%s divides the responses, the most frequent value first', async (name) => {
    const { forms, filters } = await json(some, `--form f --by ${name}`)
    expect(forms[0].segments).toMatchObject([
      { kind: 'value', value: 'Italy', label: 'Italy', responses: { total: 3 } },
      { kind: 'value', value: 'France', label: 'France', responses: { total: 1 } },
      { kind: 'none', value: null, label: 'No answer', responses: { total: 1 } },
    ])
    expect(filters.dividedBy).toBe(name)
  })

  test('gives each segment the figures that its responses have alone, on the scale of the whole', async () => {
    const parts = await partsOf('--form f --by Country')
    const [italy, france] = parts.map(({ questions }) => Object(questions.at(-2)?.answers[0]).numbers)
    expect(italy).toMatchObject({ mean: 19 / 3, nps: { score: 100 / 3, promoters: 2, detractors: 1 } })
    // 8 alone would be on a scale from 1 to 10.
    expect(france).toMatchObject({ scale: { from: 0, to: 10 }, nps: { score: 0, passives: 1 } })
  })

  test('form counts all forms as one, and divides it by form', async () => {
    const { forms } = await json(some, '--by form')
    const questions = [
      { headline: 'Country', answered: 5 },
      { headline: recommend, answered: 6 },
      { headline: '', answered: 6 },
    ]
    const segments = [
      { kind: 'form', value: 'f', responses: { total: 5 } },
      { kind: 'form', value: 'g', responses: { total: 1 } },
    ]
    expect(forms).toMatchObject([{ formId: null, responses: { total: 6 }, questions, segments }])
  })

  test('shows ten segments and the others together', async () => {
    const many = records(
      Array.from({ length: 14 }, (_, i) => ['f', `C${String(i).padStart(2, '0')}`, 5] as const),
    )
    const again = many.slice(0, 2).map((one, i) => Object.assign({}, one, { id: `again${i}` }))
    const parts = await partsOf('--by Country', [...many, ...again])
    expect(parts.map(({ label, responses: { total } }) => `${label}: ${total}`)).toEqual([
      'C00: 2',
      'C01: 2',
      ...Array.from({ length: 8 }, (_, i) => `C0${i + 2}: 1`),
      'Others (4): 4',
    ])
  })

  const flagged = [true, false, true].map((value, i) =>
    responseOf({ 'n=Newsletter': value }, { id: `r${i}`, formId: 'f', finished: true }),
  )
  test.each([
    [
      "--by 'How likely are you to recommend us?' --form f",
      some,
      'Detractors (0–6) Passives (7–8) Promoters (9–10)',
    ],
    ['--by Newsletter', flagged, 'Yes No'],
    ["--by Country --where 'Country = France'", some, 'France'],
    // A time beside it is that of --since; the city of an identity is no name.
    ['--by city --since 2026-03-01 --by createdAt', some, 'Bonn'],
  ])(
    'sets numbers in their order, and calls true and false yes and no: %s',
    async (line, given, expected) => {
      expect((await labels(line, given)).join(' ')).toBe(expected)
    },
  )

  test('shows segments side by side at the terminal, and as rows in a pipe', async () => {
    const { stdout } = await stats(some, '--form f --by Country', { isTerminal: true })
    expect(stdout).toContain(
      '\nBy Country\n               Italy  France  No answer\n  Responses        3       1          1\n',
    )
    expect(stdout).toMatch(/ {2}Score +\+33 +0 +0\n/)
    const rows = (await stats(some, '--form f --by Country')).stdout.split('\n')
    expect(rows[0]).toBe('form\tquestion\theadline\tmember\tfigure\tof\tvalue\tsegment')
    expect(rows).toContain('f\t\t\t\tresponses\t\t3\tItaly')
  })

  test('has a table of segments on the page', async () => {
    const cwd = folderWith({ 'reply.json': replyWith(some) })
    await responses('stats --from reply.json --form f --by Country --report page.html', { cwd })
    const page = readIn(cwd, 'page.html')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
    expect(page).toMatch(/ By Country .*Italy France No answer Responses 3 1 1 /)
  })

  const contacts = ['EmailForm', 'ShortInput', 'ShortInput'].map((type, i) =>
    responseOf(
      {},
      {
        id: `r${i}`,
        createdAt: `2026-03-0${i + 1}T09:00:00.000Z`,
        data: [answerTo('c=Contact', `a${i}@example.com`, type)],
      },
    ),
  )
  test.each([
    ['Contry', some, 'There is no column "Contry" (did you mean "Country"?)'],
    [
      'nope',
      some,
      'There is no column "nope". To see the columns of these responses, run formctl responses export on them.',
    ],
    ['firstName', some, '--by "firstName" would show who people are'],
    ['id', some, '--by "id" would show who people are'],
    // It once asked for an e-mail address.
    ['Contact', contacts, '--by "Contact" would show who people are'],
    ['Country --by form', some, '--by takes one column: leave out --by form.'],
    ['updatedAt', some, '--by updatedAt needs --since or --until.'],
  ])('%s is refused', async (name, given, sentence) => {
    const stderr = expect.stringContaining(sentence)
    expect(await stats(given, `--by ${name}`)).toMatchObject({ exit: 2, stdout: '', stderr })
  })
})
