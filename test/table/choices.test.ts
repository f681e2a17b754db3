import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyEnv, appliedVersions, specWith } from '../support/applying.ts'
import { parseCsv, splitList } from '../support/csv.ts'
import {
  answerTo,
  inBothWays,
  readIn,
  replyWith,
  responseOf,
  responses,
  rowsIn,
} from '../support/responses.ts'
import { temporaryFolder } from '../support/test-host.ts'

type Members = Readonly<Record<string, unknown>>

/** An answer to a question whose id is its headline in small letters. */
const ask = (type: string, headline: string, members: Members): object =>
  answerTo(`${headline.toLowerCase()}=${headline}`, members, type)
const days = (...selected: readonly string[]): object => ask('Dropdown', 'Days', { selected })
const city = (selected: string): object => ask('Dropdown', 'City', { selected })
const why = (value: string): object => ask('ShortInput', 'Why', { value })
const ticks = (
  chosen: Readonly<Record<string, boolean>>,
  more: Members = { selectedOther: false },
): Members => ({
  choices: Object.entries(chosen).map(([key, value], index) => ({ key, value, index })),
  ...more,
})
const likes = (chosen: Readonly<Record<string, boolean>>, selectedOther: unknown = false): object =>
  ask('MultipleOptionsQuestion', 'Likes', ticks(chosen, { selectedOther }))
const other = (text: string): Members => ({ selectedOther: true, other: text })

/** A saved reply of finished responses a, b and so on. */
const replyOf = (...all: readonly (readonly object[])[]): string =>
  replyWith(
    all.map((data, i) => responseOf({}, { id: 'abcdefgh'[i] ?? `r${i}`, formId: 'f', finished: true, data })),
  )

/** The rows of a file of an export, which both ways write alike. */
async function rowsOf(stdin: string, line: string, file = 'a.csv'): Promise<string[][]> {
  const text = await inBothWays(async (env) => {
    const cwd = temporaryFolder()
    const { exit, stderr } = await responses(`export --from - --out a.csv ${line}`, { cwd, stdin, env })
    expect({ exit, stderr }).toMatchObject({ exit: 0 })
    return readIn(cwd, file)
  })
  return parseCsv(text)
}

const linesOf = async (stdin: string, line: string, file?: string): Promise<readonly string[]> =>
  (await rowsOf(stdin, line, file)).map((row) => row.join(' | '))

/** The columns of answers, with their heads. */
const answersIn = async (stdin: string, line: string): Promise<readonly string[]> =>
  (await rowsOf(stdin, line)).map((row) => row.slice(13).join(' | '))

/** Of each answer the number of its response, its member and its value. */
async function valuesIn(stdin: string, line: string): Promise<readonly string[]> {
  const [head = [], ...rows] = await rowsOf(
    stdin,
    line,
    line.includes('relational') ? 'a.answers.csv' : 'a.csv',
  )
  return rows.map((row) =>
    ['responseNumber', 'member', 'value'].map((name) => row[head.indexOf(name)]).join(' '),
  )
}

async function query(stdin: string, sql: string, line = '--layout relational'): Promise<readonly string[]> {
  const file = await inBothWays(async (env) => {
    const cwd = temporaryFolder()
    expect(await responses(`export --from - --out a.db ${line}`, { cwd, stdin, env })).toMatchObject({
      exit: 0,
    })
    return rowsIn(join(cwd, 'a.db'), sql)
  })
  return file.map((row) => Object.values(row).join(' '))
}

async function statsOf(stdin: string, line: string): Promise<string> {
  const { exit, stdout, stderr } = await responses(`stats --from - ${line}`, { stdin })
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  return stdout
}
const formOf = async (stdin: string, line = '') =>
  JSON.parse(await statsOf(stdin, `-o json ${line}`)).forms[0]

type Counted = { readonly headline: string; readonly answers: readonly { readonly options: object | null }[] }

describe('every option of a question has a row or column in each answer to it', () => {
  const all = replyOf(
    [days('Mon', 'Tue'), city('Berlin'), likes({ Red: true })],
    [days('Wed'), city('Bonn'), likes({ Red: false, Blue: true })],
    [days('Mon'), city('Berlin'), likes({ Red: false, Blue: false })],
    [why('no time')],
  )

  test('so that avg(chosen) is the share of those who chose any, as in stats', async () => {
    const sql =
      'select question, option, round(avg(chosen), 2) share, count(*) n from choices group by 1, 2 order by 1, 2'
    const rows = await query(all, sql)
    expect(rows).toEqual([
      'City Berlin 0.67 3',
      'City Bonn 0.33 3',
      'Days Mon 0.67 3',
      'Days Tue 0.33 3',
      'Days Wed 0.33 3',
      'Likes Blue 1 1',
      'Likes Red 0.5 2',
    ])
    const shares = (await formOf(all)).questions.flatMap(({ headline, answers }: Counted) =>
      answers.flatMap(({ options }) => {
        const { counts = [], choosers } = Object(options)
        return counts.map(({ option, count, offered = choosers }: Record<string, number>) =>
          [headline, option, Number(((count ?? 0) / offered).toFixed(2)), offered].join(' '),
        )
      }),
    )
    expect(rows).toEqual(shares.toSorted())
  })

  const heads =
    'Days: Mon | Days: Wed | Days: Tue | Why | City: Berlin | City: Bonn | Likes: Red | Likes: Blue | Likes: selectedOther'

  test('as 0 or 1, and nothing where no option was chosen', async () => {
    expect(await answersIn(all, '--multi columns')).toEqual([
      heads,
      '1 | 0 | 1 |  | 1 | 0 | 1 |  | false',
      '0 | 1 | 0 |  | 0 | 1 | 0 | 1 | false',
      '1 | 0 | 0 |  | 1 | 0 |  |  | false',
      ' |  |  | no time |  |  |  |  | ',
    ])
  })

  test.each([
    ['', 'Mon,Tue,Wed'],
    ['--redact city=hash', 'Mon,Tue,Wed'],
    ['--redact id=mask --codebook a.json', 'Mon,Tue,Wed'],
    ['--redact days=mask', '•••,•••'],
  ])('also those that only responses name that --where leaves out: "%s"', async (line, expected) => {
    const sql = `select group_concat(option order by option) days from choices where question_id = 'days'`
    expect(await query(all, sql, `--layout relational --where 'id = a' ${line}`)).toEqual([expected])
    const second = '0 | 1 | 0 |  | 0 | 1 | 0 | 1 | false'
    expect(await answersIn(all, "--multi columns --where 'id = b'")).toEqual([heads, second])
  })

  test('also where only "Other" was chosen', async () => {
    const reply = replyOf([likes({ Red: true })], [likes({ Red: false }, 'Mauve')], [likes({ Red: false })])
    expect(await query(reply, 'select avg(chosen) share, count(*) n from choices')).toEqual(['0.5 4'])
    const columns = ['Likes: Red | Likes: selectedOther', '1 | false', '0 | Mauve', ' | false']
    expect(await answersIn(reply, '--multi columns')).toEqual(columns)
  })

  test('unless there are more than 1000', async () => {
    const many = replyOf(...Array.from({ length: 1001 }, (_, i) => [days(`day ${i}`)]))
    expect(await query(many, 'select count(*) n, avg(chosen) share from choices')).toEqual(['1001 1'])
  })
})

test.each(['wide', 'long'])('--where compares options as texts in the %s layout', async (layout) => {
  const all = replyOf([days('3')], [days('2')])
  expect(await rowsOf(all, `--layout ${layout} --where 'Days = 3'`)).toHaveLength(2)
  expect(await rowsOf(all, `--layout ${layout} --where 'Days = 3.0'`)).toHaveLength(1)
})

test('options that are equal as numbers stay different options', async () => {
  const all = replyOf(...['1.1', '1.10', '1.10', '2'].map((option) => [city(option)]))
  const counts = await query(all, 'select city, count(*) n from responses group by city', '--layout wide')
  expect(counts).toEqual(['1.1 1', '1.10 2', '2 1'])
  const whole = replyOf(...['9', '10', '10'].map((option) => [city(option)]))
  expect(await query(whole, 'select max(city) most from responses', '--layout wide')).toEqual(['10'])
})

describe('a question that came twice in one response', () => {
  test.each<[others: readonly unknown[], values: string]>([
    [[false, 'Mauve'], 'Red,Mauve'],
    [['Mauve', true], 'Red,Mauve'],
    [[false, true], 'Red,Other'],
    [[false, false], 'Red'],
    [['Mauve', 'Pink'], 'Red,Mauve; Pink'],
  ])('has one "Other": %j', async (others, values) => {
    const twice = replyOf(others.map((one) => likes({ Red: true }, one)))
    expect(await valuesIn(twice, '--layout long')).toEqual(values.split(',').map((value) => `1  ${value}`))
  })

  test.each([
    ['joined', ['Why | Days | City', 'a; "b; c"; d | Mon; Tue | X; Y']],
    ['columns', ['Why | Days: Mon | Days: Tue | City: X | City: Y', 'a; "b; c"; d | 1 | 1 | 1 | 1']],
  ])('keeps texts in one cell, and options apart: %s', async (multi, expected) => {
    const texts = ['a', 'b; c', 'd', 'a'].map(why)
    const all = replyOf([...texts, days('Mon'), days('Tue'), city('X'), city('Y')])
    expect(await answersIn(all, `--multi ${multi}`)).toEqual(expected)
  })
})

test.each([
  ['long', ['1 Red', '1 Mauve', '2 Red', '2 Pink', '3 Grey', '4 Red', '5 Other', '6 Köln', '7 Ulm']],
  ['relational', ['1 Red; Mauve', '2 Red; Pink', '3 Grey', '4 Red', '5 Other', '6 Köln', '7 Ulm']],
])('what was typed as "Other" is one of the chosen options: %s', async (layout, rows) => {
  const all = replyOf(
    [likes({ Red: true, Other: true }, 'Mauve')],
    [likes({ Red: true, Other: false }, 'Pink')],
    [likes({ Red: false, Other: false }, 'Grey')],
    [likes({ Red: true, Other: false }, false)],
    [likes({ Red: false, Other: true }, true)],
    [ask('Dropdown', 'City', { selected: 'Other', selectedOther: 'Köln' })],
    [ask('Dropdown', 'City', { selectedOther: 'Ulm' })],
  )
  expect(await valuesIn(all, `--layout ${layout}`)).toEqual(rows.map((row) => row.replace(' ', '  ')))
})

test.each(['long', 'relational'])(
  'a hashed "Other" is an option where it was chosen, and only once: %s',
  async (layout) => {
    const all = replyOf(
      [likes({ Red: true }, false)],
      [likes({ Red: false }, false)],
      [likes({ Other: true }, true)],
    )
    expect(await valuesIn(all, `--layout ${layout} --redact Likes=hash`)).toEqual([
      expect.stringMatching(/^1  \S+$/),
      expect.stringMatching(/^3  \S+$/),
    ])
  },
)

test('masked options that became equal keep a row each', async () => {
  const all = replyOf([days('Mon', 'Tue')], [days('Wed')])
  const rows = await rowsOf(all, '--layout relational --redact Days=mask', 'a.choices.csv')
  expect(rows.slice(1).map((row) => `${row[0]} ${row.at(-1)}`)).toEqual(['1 true', '1 true', '2 true'])
})

describe('"Other" is an answer', () => {
  const boxes = 'MultipleOptionsQuestion'
  // Each: how a and b answered, and what their cells hold.
  const shapes: readonly [type: string, a: Members, b: Members, cells: readonly [string, string]][] = [
    ['Dropdown', { selected: 'Press', selectedOther: false }, other('Radio'), ['Press', 'Radio']],
    [
      'Dropdown',
      { selected: ['Press'], selectedOther: false },
      { selected: ['TV'], ...other('Radio') },
      ['Press', 'TV; Radio'],
    ],
    ['Dropdown', { selected: 'Press' }, { selectedOther: true }, ['Press', 'Other']],
    ['Dropdown', { selected: 'Press' }, { selectedOther: 'Radio' }, ['Press', 'Radio']],
    [boxes, ticks({ Press: true }), ticks({ Press: false }, other('Radio')), ['Press', 'Radio']],
    [
      'GraphicOptions',
      ticks({ Press: true }),
      ticks({ Press: true }, other('Radio')),
      ['Press', 'Press; Radio'],
    ],
    [boxes, ticks({ Press: true }), ticks({ Other: true }, { selectedOther: 'Radio' }), ['Press', 'Radio']],
    ['Dropdown', { selected: 'Prensa' }, other('🚀 "Funk", راديو'), ['Prensa', '🚀 "Funk", راديو']],
  ]

  test.each(shapes)('to a %s: %j, %j', async (type, a, b, cells) => {
    const reply = replyOf([ask(type, 'Channel', a)], [ask(type, 'Channel', b)])
    const [first, text] = cells
    const typed = (text.split('; ').at(-1) ?? '').replaceAll('"', '""')
    expect(await linesOf(reply, '--columns id,Channel')).toEqual([
      'id | Channel',
      `a | ${first}`,
      `b | ${text}`,
    ])
    const idsOf = (condition: string, multi = 'joined'): Promise<readonly string[]> =>
      linesOf(reply, `--columns id --multi ${multi} --where 'Channel ${condition}'`)
    for (const condition of ['= Other', `= "${typed}"`])
      for (const multi of ['joined', 'json', 'columns'])
        expect(await idsOf(condition, multi), `${condition} ${multi}`).toEqual(['id', 'b'])
    expect(await idsOf('!= Other')).toEqual(['id', 'a'])
    expect(await idsOf('is empty')).toEqual(['id'])
    const answers = await linesOf(reply, '--layout relational', 'a.answers.csv')
    expect(answers.flatMap((row) => row.split(' |  | ')[1] ?? [])).toEqual(cells)
    const choices = await linesOf(reply, '--layout relational', 'a.choices.csv')
    expect(choices).toContain(`2 | b | channel | Channel | ${type} |  | Other | true`)
    const { questions, segments } = await formOf(reply, '--by Channel')
    const counts = expect.arrayContaining([expect.objectContaining({ option: 'Other', count: 1 })])
    expect(questions[0]).toMatchObject({
      answered: 2,
      answers: expect.arrayContaining([
        expect.objectContaining({ options: expect.objectContaining({ counts }) }),
      ]),
    })
    expect(segments.map(({ label }: { label: string }) => label)).toContain('Other')
    expect((await responses('get --from - --columns id,Channel', { stdin: reply })).stdout).toContain(text)
  })

  const reply = replyOf(
    [ask('Dropdown', 'Channel', { selected: 'Press', selectedOther: false })],
    [ask('Dropdown', 'Channel', other('Radio'))],
  )

  test('in a codebook, which counts it and does not list the cells as options', async () => {
    const cwd = temporaryFolder()
    await responses('export --from - --out a.csv --codebook c.json --columns Channel', { cwd, stdin: reply })
    const [field] = JSON.parse(readIn(cwd, 'c.json')).resources[0].schema.fields
    const options = ['Press', 'Other'].map((value) => ({ value, count: 1 }))
    expect(field).toMatchObject({ counts: { answered: 2 }, options })
    expect(field).not.toHaveProperty('constraints')
  })

  test.each([
    ['other=mask', /^•••$/],
    ['Channel=mask', /^•••$/],
    ['selected=mask', /^•••$/],
    ['other=drop', /^Other$/],
    ['Channel=hash', /^[0-9a-f]{16,}$/],
  ])('whose text is redacted: %s', async (redaction, cell) => {
    for (const layout of ['wide', 'long', 'relational'])
      expect(
        JSON.stringify(await rowsOf(reply, `--redact ${redaction} --layout ${layout} --codebook c.json`)),
      ).not.toContain('Radio')
    expect((await linesOf(reply, `--redact ${redaction} --columns Channel`)).at(-1)).toMatch(cell)
  })

  test.each(['joined', 'json', 'columns'])(
    'a comparison reads the typed text, not the name "Other": %s',
    async (multi) => {
      const given = [
        { selected: '2' },
        { selected: '4' },
        other('none'),
        other('12'),
        { selectedOther: '13' },
      ]
      const stdin = replyOf(...given.map((members) => [ask('Dropdown', 'Score', members)]))
      const ran = await responses(`export --from - --columns id --multi ${multi} --where 'Score > 3'`, {
        stdin,
      })
      expect(ran.stdout).toBe('id\nb\nd\ne\n')
      expect(ran.stderr).toContain('1 value of "Score" cannot be compared in "Score > 3", such as "none"')
    },
  )

  test.each<[type: string, press: Members, other: Members, cell: string]>([
    ['Dropdown', { selected: 'Press' }, { selectedOther: true }, '•••'],
    ['Dropdown', { selected: 'Press' }, { selectedOther: 'Radio' }, '•••'],
    ['Dropdown', { selected: 'Press' }, { selectedOther: 'Television' }, 'T•••'],
    ['Dropdown', { selected: 'Press' }, other('Television'), 'T•••'],
    ['Dropdown', { selected: ['Press'] }, { selected: [], selectedOther: true }, '•••'],
    ['Dropdown', { selected: ['Press'] }, { selected: ['Press'], selectedOther: true }, '•••; •••'],
    ...[boxes, 'GraphicOptions'].flatMap((type): [string, Members, Members, string][] => [
      [type, ticks({ Press: true }), ticks({ Press: false }, { selectedOther: true }), '•••'],
      [type, ticks({ Press: true }), ticks({ Press: true }, { selectedOther: true }), '•••; •••'],
      [type, ticks({ Press: true }), ticks({ Press: true }, { selectedOther: 'Radio' }), '•••; •••'],
    ]),
  ])('that a mask leaves an answer: %s, %j, %j', async (type, press, chosen, cell) => {
    const both = replyOf(
      [ask(type, 'Channel', { selectedOther: false, ...press })],
      [ask(type, 'Channel', chosen)],
    )
    for (const multi of ['joined', 'columns'])
      expect(await linesOf(both, `--redact Channel=mask --columns Channel --multi ${multi}`)).toEqual([
        'Channel',
        '•••',
        cell,
      ])
    const long = await linesOf(both, '--redact Channel=mask --layout long --columns value,member')
    const values = long.filter((row) => row.endsWith(' | ')).map((row) => row.slice(0, -3))
    expect(values).toEqual(['•••', ...cell.split('; ')])
  })

  test('beside an option that an author called so', async () => {
    const both = replyOf([ask(boxes, 'Channel', ticks({ Other: true, Press: false }, other('Radio')))])
    expect(await linesOf(both, '--columns Channel')).toEqual(['Channel', 'Other; Radio'])
    const choices = await linesOf(both, '--layout relational', 'a.choices.csv')
    expect(choices.map((row) => row.split(' |  | ')[1])).toEqual([
      undefined,
      'Other | true',
      'Press | false',
      'Other (own text) | true',
    ])
  })
})

test.each(['MultipleOptionsQuestion', 'GraphicOptions'])(
  'an option that was not offered is NULL in a %s, and no part of its base',
  async (type) => {
    const reply = replyOf(
      [ask(type, 'Sent', ticks({ Mail: true }))],
      [ask(type, 'Sent', ticks({ Mail: false, Video: true }))],
    )
    const wide = 'select avg(sent_mail), avg(sent_video), count(sent_video) from responses'
    expect(await query(reply, wide, '--multi columns')).toEqual(['0.5 1 1'])
    const choices = 'select option, count(*), avg(chosen) from choices group by 1 order by 1'
    expect(await query(reply, choices)).toEqual(['Mail 2 0.5', 'Video 1 1'])
    expect((await formOf(reply)).questions[0].answers[0].options.counts).toEqual([
      { option: 'Mail', count: 1 },
      { option: 'Video', count: 1, offered: 1 },
    ])
    expect(await statsOf(reply, '-o table')).toMatch(/Video \(offered to 1 of 2\) +1 +100%/)
    expect(await statsOf(reply, '')).toContain('offered\tVideo\t1')
  },
)

describe('several choices in one cell', () => {
  test.each<[one: readonly string[], cell: string]>([
    [['a; b'], '"a; b"'],
    [['a', 'b'], 'a; b'],
    [['a; b', 'c'], '"a; b"; c'],
    [['"a"', 'b'], '"""a"""; b'],
    [['a; b\\u0020"c"'], '"a; b\\u0020""c"""'],
    [['a\nb', 'c'], '"a\nb"; c'],
    [[' a', 'b "c"', 'd '], '" a"; b "c"; d '],
    [['a\\', 'b'], 'a\\; b'],
    [['a'], 'a'],
  ])('are told apart: %j', async (selected, cell) => {
    const reply = replyOf([ask('Dropdown', 'Q', { selected })], [ask('Dropdown', 'Q', { selected: ['z'] })])
    for (const line of ['', '--columns Q', "--columns Q --where 'id = a'"])
      expect((await rowsOf(reply, line))[1]?.at(-1)).toEqual(cell)
  })

  test('of ticks, too, and the one choice of a dropdown is written as it is', async () => {
    const of = (chosen: object): readonly object[] => [
      ask(
        'MultipleOptionsQuestion',
        'Q',
        ticks({ 'a; b': false, a: false, b: false, 'A\\B': false, ...chosen }),
      ),
    ]
    const reply = replyOf(
      of({ 'a; b': true }),
      of({ a: true, b: true }),
      of({ 'a; b': true, 'A\\B': true }),
      [ask('Dropdown', 'One', { selected: 'Yes; always' })],
      [ask('Dropdown', 'One', other('No; "never"'))],
    )
    expect(await linesOf(reply, '--columns Q,One')).toEqual([
      'Q | One',
      '"a; b" | ',
      'a; b | ',
      '"a; b"; A\\B | ',
      ' | Yes; always',
      ' | No; "never"',
    ])
  })

  const option = fc.string({
    unit: fc.constantFrom(...'ab;" \n\r\t,\\ü'.split('')),
    minLength: 1,
    maxLength: 4,
  })
  const lists = fc.sample(fc.uniqueArray(option, { minLength: 1, maxLength: 3 }), { numRuns: 200, seed: 7 })
  const chosen = (list: readonly string[], more: Readonly<Record<string, boolean>> = {}) => ({
    ...Object.fromEntries(list.map((one) => [one, true])),
    ...more,
  })
  /** Each as boxes whose options are others in every answer: as if each came from another version of the form. */
  const shapesOf: Readonly<Record<string, (list: readonly string[]) => object>> = {
    'a multiple dropdown': (selected) => ask('Dropdown', 'Q', { selected }),
    boxes: (list) => ask('MultipleOptionsQuestion', 'Q', ticks(chosen(list))),
    cards: (list) => ask('GraphicOptions', 'Q', ticks(chosen(list, { z: false }))),
    'boxes that end with "Other"': (list) =>
      ask(
        'MultipleOptionsQuestion',
        'Q',
        ticks(chosen(list.slice(0, -1), { z: false }), other(list.at(-1) ?? '')),
      ),
    'boxes that name only "Other", if that was chosen': (list) =>
      ask('MultipleOptionsQuestion', 'Q', {
        ...(list.length > 1 && ticks(chosen(list.slice(0, -1)))),
        ...other(list.at(-1) ?? ''),
      }),
    'a multiple dropdown with "Other"': (list) =>
      ask('Dropdown', 'Q', { selected: list.slice(0, -1), ...other(list.at(-1) ?? '') }),
  }
  test.each(Object.entries(shapesOf))('of %s reads back as the same choices', async (_, askedAs) => {
    const reply = replyOf(...lists.map((list) => [askedAs(list)]))
    for (const line of ['', "--where 'Q is not empty'"]) {
      const [, ...cells] = await rowsOf(reply, `${line} --columns Q`)
      expect(cells.map(([cell = '']) => splitList(cell))).toEqual(lists)
    }
  })
})

describe('an option that an answer names twice', () => {
  /** Each list names an option twice, two of them ticked and not. */
  const tick = (key: string, value: boolean): object => ({ key, value })
  const lists = [
    ['French', 'German', 'French'],
    [tick('French', true), tick('German', false), tick('French', true)],
    [tick('French', true), tick('German', true), tick('French', false)],
    ['', 'French', '', 'French'],
  ]
  const reply = replyOf(...lists.map((selected) => [ask('X', 'L', { selected })]))
  const joined = ['French; German; French', 'French; French', 'French; German', '; French; ; French']
  const whole = lists.map((one) => JSON.stringify(one))

  test.each([
    ['--columns L', 'a.csv', joined],
    ['--columns L --multi json', 'a.csv', whole],
    ['--layout relational', 'a.answers.csv', joined],
    ['--layout relational --multi json', 'a.answers.csv', whole],
    ['--layout long', 'a.csv', joined.flatMap((one) => one.split('; ').filter(Boolean))],
  ])('stands as often as it came where the answer itself stands: %s', async (line, file, values) => {
    expect((await rowsOf(reply, line, file)).slice(1).map((row) => row.at(-1))).toEqual(values)
  })

  test('was chosen once where it is asked whether it was', async () => {
    const [, ...columns] = await rowsOf(reply, '--multi columns')
    expect(columns.map((row) => row.slice(13).filter((cell) => cell === '1').length)).toEqual([2, 1, 2, 1])
    const [, ...choices] = await rowsOf(reply, '--layout relational', 'a.choices.csv')
    const german = [true, false, true, false]
    expect(choices.map((row) => `${row[1]} ${row.at(-2)} ${row.at(-1)}`)).toEqual(
      german.flatMap((is, i) => [`${'abcd'[i]} German ${is}`, `${'abcd'[i]} French true`]),
    )
    const { options } = (await formOf(reply)).questions[0].answers[0]
    expect(options).toMatchObject({ choosers: 4, chosen: 6 })
    expect(Object.fromEntries(options.counts.map(Object.values))).toEqual({ French: 4, German: 2 })
  })

  test('is counted once in a codebook, as in figures, where an empty text is no option', async () => {
    const cwd = temporaryFolder()
    await responses('export --from - --out a.csv --codebook c.json', { cwd, stdin: reply })
    expect(JSON.parse(readIn(cwd, 'c.json')).resources[0].schema.fields.at(-1).options).toEqual([
      { value: 'German', count: 2 },
      { value: 'French', count: 4 },
    ])
  })
})

test('whoever finished and did not agree said no, where the form asked everybody', async () => {
  const spec = specWith(
    '{ type: ShortInput, key: name, content: { question: Name } }',
    '{ type: Consent, required: false, content: { question: Agree, text: I agree. } }',
    '{ type: Consent, required: false, visibleIf: { question: name, is: Ada }, content: { question: Maybe, text: I may. } }',
    '{ type: PasswordInput, content: { question: Code } }',
  )
  const { cwd } = await appliedVersions(spec)
  const agree = ask('Consent', 'Agree', { value: true, text: 'I agree.' })
  const yes = [
    agree,
    ask('Consent', 'Maybe', { value: true }),
    ask('PasswordInput', 'Code', { provided: true }),
  ]
  const named = ['Bo', 'Cy'].map((value) => [ask('ShortInput', 'Name', { value })])
  const records = [yes, ...named].map((data, i) => responseOf({}, { id: 'abc'[i], finished: i < 2, data }))
  const exported = async (line: string): Promise<readonly string[]> => {
    const given = { cwd, stdin: replyWith(records) }
    const { stdout } = await inBothWays((env) =>
      responses(`export --from - ${line}`, { ...given, env: { ...applyEnv, ...env } }),
    )
    return stdout.trim().split('\n')
  }
  const columns = `--columns 'id,Agree,Maybe,"Code: provided"'`
  const rows = ['id,Agree,Maybe,Code: provided', 'a,true,true,true', 'b,false,,false', 'c,,,']
  expect(await exported(columns)).toEqual(rows)
  expect(await exported(`${columns} --redact Name=drop`)).toEqual(rows)
  for (const value of ['no', 'false'])
    expect(await exported(`--where 'Agree = ${value}' --columns id`)).toEqual(['id', 'b'])
  expect(await exported("--format ndjson --where 'Agree = no'")).toHaveLength(1)
  expect(await exported('--redact Agree=mask --columns id,Agree')).toEqual(['id,Agree', 'a,•••', 'b,', 'c,'])
})
