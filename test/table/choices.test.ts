import { join } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../support/csv.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const ask = (questionId: string, type: string, headline: string, response: object): object => ({
  questionId,
  response: { type, headline, ...response },
})
const days = (...selected: readonly string[]): object => ask('days', 'Dropdown', 'Days', { selected })
const city = (selected: string): object => ask('city', 'Dropdown', 'City', { selected })
const why = (value: string): object => ask('why', 'ShortInput', 'Why', { value })
const likes = (ticks: Readonly<Record<string, boolean>>, selectedOther: unknown = false): object =>
  ask('likes', 'MultipleOptionsQuestion', 'Likes', {
    choices: Object.entries(ticks).map(([key, value], index) => ({ key, value, index })),
    selectedOther,
  })

type Counted = {
  readonly headline: string
  readonly answers: readonly {
    readonly options: {
      readonly choosers: number
      readonly counts: readonly {
        readonly option: string
        readonly count: number
        readonly offered?: number
      }[]
    } | null
  }[]
}

const bodyOf = (...answers: readonly (readonly object[])[]): string =>
  JSON.stringify({
    data: answers.map((data, i) => ({
      id: `r${i + 1}`,
      formId: 'f',
      createdAt: '2026-03-01T09:00:00Z',
      finished: true,
      data,
    })),
  })

/** Runs an export in both ways, which must write the same, and gives the folder with its files. */
async function exported(stdin: string, words: readonly string[], file: string): Promise<string> {
  const folders = await Promise.all(
    ['', '1'].map(async (plain) => {
      const cwd = temporaryFolder()
      const argv = ['responses', 'export', '--from', '-', '--out', file, ...words]
      const env = { FORMCTL_REDACT_KEY: 'a key that is long enough', FORMCTL_NO_ENGINE: plain }
      expect(await runInProcess({ cwd, argv, stdin, env })).toMatchObject({ exit: 0 })
      return cwd
    }),
  )
  const [engine, plain] = folders.map((cwd) =>
    readdirSync(cwd).map((name) => [name, readFileSync(join(cwd, name), 'latin1')]),
  )
  expect(engine).toEqual(plain)
  return folders[0] ?? ''
}

async function query(stdin: string, sql: string, ...words: readonly string[]): Promise<readonly object[]> {
  const layout = words.includes('--layout') ? [] : ['--layout', 'relational']
  const cwd = await exported(stdin, ['--format', 'sqlite', ...layout, ...words], 'a.db')
  const database = new DatabaseSync(join(cwd, 'a.db'))
  const rows = database.prepare(sql).all()
  database.close()
  return rows.map((row) => Object.assign({}, row))
}

/** The columns of answers, with their heads. */
async function answersIn(stdin: string, ...words: readonly string[]): Promise<unknown> {
  const cwd = await exported(stdin, words, 'a.csv')
  return parseCsv(readFileSync(join(cwd, 'a.csv'), 'utf8')).map((row) => row.slice(13).join(' | '))
}

async function valuesIn(stdin: string, ...words: readonly string[]): Promise<unknown> {
  const cwd = await exported(stdin, words, 'a.csv')
  const file = words.includes('relational') ? 'a.answers.csv' : 'a.csv'
  const [head = [], ...rows] = parseCsv(readFileSync(join(cwd, file), 'utf8'))
  const of = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? ''
  return rows.map((row) => `${of(row, 'responseNumber')} ${of(row, 'member')} ${of(row, 'value')}`)
}

describe('every option of a question has a row or column in each answer to it', () => {
  const all = bodyOf(
    [days('Mon', 'Tue'), city('Berlin'), likes({ Red: true })],
    [days('Wed'), city('Bonn'), likes({ Red: false, Blue: true })],
    [days('Mon'), city('Berlin'), likes({ Red: false, Blue: false })],
    [why('no time')],
  )

  test('so that avg(chosen) is the share of those who chose any, as in stats', async () => {
    const rows = await query(
      all,
      'select question, option, round(avg(chosen), 2) share, count(*) n from choices group by 1, 2 order by 1, 2',
    )
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'City Berlin 0.67 3',
      'City Bonn 0.33 3',
      'Days Mon 0.67 3',
      'Days Tue 0.33 3',
      'Days Wed 0.33 3',
      'Likes Blue 1 1',
      'Likes Red 0.5 2',
    ])
    const argv = ['responses', 'stats', '--from', '-', '-o', 'json']
    const { stdout } = await runInProcess({ argv, stdin: all })
    const [form] = JSON.parse(stdout).forms
    const shares = form.questions.flatMap(({ headline, answers }: Counted) =>
      answers.flatMap(({ options }) =>
        (options?.counts ?? []).map(({ option, count, offered = options?.choosers ?? 0 }) => {
          const share = Number((count / offered).toFixed(2))
          return `${headline} ${option} ${share} ${offered}`
        }),
      ),
    )
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual(shares.toSorted())
  })

  test('as 0 or 1, and nothing where no option was chosen', async () => {
    expect(await answersIn(all, '--multi', 'columns')).toEqual([
      'Days: Mon | Days: Wed | Days: Tue | Why | City: Berlin | City: Bonn | Likes: Red | Likes: Blue | Likes: selectedOther',
      '1 | 0 | 1 |  | 1 | 0 | 1 |  | false',
      '0 | 1 | 0 |  | 0 | 1 | 0 | 1 | false',
      '1 | 0 | 0 |  | 1 | 0 |  |  | false',
      ' |  |  | no time |  |  |  |  | ',
    ])
  })

  test.each<[words: readonly string[], days: string]>([
    [[], 'Mon,Tue,Wed'],
    [['--redact', 'city=hash'], 'Mon,Tue,Wed'],
    [['--redact', 'id=mask', '--codebook', 'a.json'], 'Mon,Tue,Wed'],
    [['--redact', 'days=mask'], '•••,•••'],
  ])('also those that only responses name that --where leaves out: %j', async (words, expected) => {
    const sql = `select group_concat(option order by option) days from choices where question_id = 'days'`
    expect(await query(all, sql, '--where', 'id = r1', ...words)).toEqual([{ days: expected }])
    const columns = await answersIn(all, '--multi', 'columns', '--where', 'id = r2')
    expect(columns).toEqual([
      'Days: Mon | Days: Wed | Days: Tue | Why | City: Berlin | City: Bonn | Likes: Red | Likes: Blue | Likes: selectedOther',
      '0 | 1 | 0 |  | 0 | 1 | 0 | 1 | false',
    ])
  })

  test('also where only "Other" was chosen', async () => {
    const other = bodyOf([likes({ Red: true })], [likes({ Red: false }, 'Mauve')], [likes({ Red: false })])
    expect(await query(other, 'select avg(chosen) share, count(*) n from choices')).toEqual([
      { share: 0.5, n: 4 },
    ])
    const columns = await answersIn(other, '--multi', 'columns')
    expect(columns).toEqual(['Likes: Red | Likes: selectedOther', '1 | false', '0 | Mauve', ' | false'])
  })

  test('unless there are more than 1000', async () => {
    const many = bodyOf(...Array.from({ length: 1001 }, (_, i) => [days(`day ${i}`)]))
    expect(await query(many, 'select count(*) n, avg(chosen) share from choices')).toEqual([
      { n: 1001, share: 1 },
    ])
  })
})

test('each choice that could be read otherwise stands in quotes', async () => {
  const all = bodyOf(
    [likes({ 'Yes; always': true, 'A\\B': false })],
    [likes({ 'Yes; always': false, 'A\\B': true })],
    [likes({ 'Yes; always': true, 'A\\B': true })],
    [days('a; b\\u0020"c"')],
  )
  const cwd = await exported(all, ['--columns', 'Likes,Days'], 'a.csv')
  expect(parseCsv(readFileSync(join(cwd, 'a.csv'), 'utf8'))).toEqual([
    ['Likes', 'Days'],
    ['"Yes; always"', ''],
    ['A\\B', ''],
    ['"Yes; always"; A\\B', ''],
    ['', '"a; b\\u0020""c"""'],
  ])
})

test.each(['wide', 'long'])('--where compares options as texts in the %s layout', async (layout) => {
  const all = bodyOf([days('3')], [days('2')])
  for (const [value, rows] of [
    ['3', 1],
    ['3.0', 0],
  ] as const) {
    const cwd = await exported(all, ['--layout', layout, '--where', `Days = ${value}`], 'a.csv')
    expect(parseCsv(readFileSync(join(cwd, 'a.csv'), 'utf8')).length - 1).toBe(rows)
  }
})

test('options that are equal as numbers stay different options', async () => {
  const all = bodyOf(...['1.1', '1.10', '1.10', '2'].map((option) => [city(option)]))
  const sql = 'select city, count(*) n from responses group by city'
  expect(await query(all, sql, '--layout', 'wide')).toEqual([
    { city: '1.1', n: 1 },
    { city: '1.10', n: 2 },
    { city: '2', n: 1 },
  ])
  const whole = bodyOf(...['9', '10', '10'].map((option) => [city(option)]))
  expect(await query(whole, 'select max(city) most from responses', '--layout', 'wide')).toEqual([
    { most: 10 },
  ])
})

describe('a question that came twice in one response', () => {
  test.each<[others: readonly unknown[], values: readonly string[]]>([
    [
      [false, 'Mauve'],
      ['Red', 'Mauve'],
    ],
    [
      ['Mauve', true],
      ['Red', 'Mauve'],
    ],
    [
      [false, true],
      ['Red', 'Other'],
    ],
    [[false, false], ['Red']],
    [
      ['Mauve', 'Pink'],
      ['Red', 'Mauve; Pink'],
    ],
  ])('has one "Other": %j', async (others, values) => {
    const twice = bodyOf(others.map((other) => likes({ Red: true }, other)))
    expect(await valuesIn(twice, '--layout', 'long')).toEqual(values.map((value) => `1  ${value}`))
  })

  const all = bodyOf([
    why('a'),
    why('b; c'),
    why('d'),
    why('a'),
    days('Mon'),
    days('Tue'),
    city('X'),
    city('Y'),
  ])

  test.each([
    ['joined', ['Why | Days | City', 'a; "b; c"; d | Mon; Tue | X; Y']],
    ['columns', ['Why | Days: Mon | Days: Tue | City: X | City: Y', 'a; "b; c"; d | 1 | 1 | 1 | 1']],
  ])('keeps texts in one cell, and options apart: %s', async (multi, expected) => {
    expect(await answersIn(all, '--multi', multi)).toEqual(expected)
  })
})

describe('what was typed as "Other" is one of the chosen options', () => {
  const all = bodyOf(
    [likes({ Red: true, Other: true }, 'Mauve')],
    [likes({ Red: true, Other: false }, 'Pink')],
    [likes({ Red: false, Other: false }, 'Grey')],
    [likes({ Red: true, Other: false }, false)],
    [likes({ Red: false, Other: true }, true)],
    [ask('city', 'Dropdown', 'City', { selected: 'Other', selectedOther: 'Köln' })],
    [ask('city', 'Dropdown', 'City', { selectedOther: 'Ulm' })],
  )

  test('in the long layout', async () => {
    expect(await valuesIn(all, '--layout', 'long')).toEqual(
      ['1 Red', '1 Mauve', '2 Red', '2 Pink', '3 Grey', '4 Red', '5 Other', '6 Köln', '7 Ulm'].map((row) =>
        row.replace(' ', '  '),
      ),
    )
  })

  test('in the answers of the relational layout', async () => {
    expect(await valuesIn(all, '--layout', 'relational')).toEqual(
      ['1 Red; Mauve', '2 Red; Pink', '3 Grey', '4 Red', '5 Other', '6 Köln', '7 Ulm'].map((row) =>
        row.replace(' ', '  '),
      ),
    )
  })
})

test.each(['long', 'relational'])(
  'a hashed "Other" is an option where it was chosen, and only once: %s',
  async (layout) => {
    const all = bodyOf(
      [likes({ Red: true }, false)],
      [likes({ Red: false }, false)],
      [likes({ Other: true }, true)],
    )
    const words = ['--layout', layout, '--redact', 'Likes=hash']
    const values = await valuesIn(all, ...words)
    expect(values).toEqual([expect.stringMatching(/^1  \S+$/), expect.stringMatching(/^3  \S+$/)])
  },
)

test('masked options that became equal keep a row each', async () => {
  const all = bodyOf([days('Mon', 'Tue')], [days('Wed')])
  const cwd = await exported(all, ['--layout', 'relational', '--redact', 'Days=mask'], 'a.csv')
  const rows = parseCsv(readFileSync(join(cwd, 'a.choices.csv'), 'utf8'))
  expect(rows.slice(1).map((row) => [row[0], row.at(-1)])).toEqual([
    ['1', 'true'],
    ['1', 'true'],
    ['2', 'true'],
  ])
})
