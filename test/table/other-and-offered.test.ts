import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typeNames } from '../../src/form/schema.ts'
import { extensions } from '../../src/wire/wire.ts'
import { made, apply, applyEnv, project } from '../support/applying.ts'
import { parseCsv, splitList } from '../support/csv.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

type Members = Readonly<Record<string, unknown>>

const ask = (type: string, headline: string, members: Members): object => ({
  questionId: headline.toLowerCase(),
  response: { type, headline, ...members },
})
const ticks = (
  chosen: Readonly<Record<string, boolean>>,
  members: Members = { selectedOther: false },
): Members => ({
  choices: Object.entries(chosen).map(([key, value], index) => ({ key, value, index })),
  ...members,
})
const other = (text: string): Members => ({ selectedOther: true, other: text })

const replyOf = (...answers: readonly (readonly object[])[]): string =>
  JSON.stringify({
    data: answers.map((data, i) => ({
      id: 'abcdefgh'[i],
      formId: 'f',
      createdAt: '2026-03-01T09:00:00.000Z',
      finished: true,
      data,
    })),
  })

/** The text of a file of an export, which both ways write alike. */
async function exported(stdin: string, words: readonly string[], file = 'a.csv'): Promise<Buffer> {
  const [engine, plain] = await Promise.all(
    ['', '1'].map(async (off) => {
      const cwd = temporaryFolder()
      const argv = ['responses', 'export', '--from', '-', '--out', 'a.csv', ...words]
      const env = { FORMCTL_NO_ENGINE: off, FORMCTL_REDACT_KEY: 'a key that is long enough' }
      const { exit, stderr } = await runInProcess({ cwd, argv, stdin, env })
      expect({ exit, stderr }).toMatchObject({ exit: 0 })
      return readFileSync(join(cwd, file))
    }),
  )
  expect(engine).toEqual(plain)
  return engine ?? Buffer.of()
}

const rowsOf = async (stdin: string, words: readonly string[], file?: string): Promise<readonly string[]> =>
  parseCsv((await exported(stdin, words, file)).toString()).map((row) => row.join(' | '))

async function query(stdin: string, sql: string, ...words: readonly string[]): Promise<unknown> {
  const cwd = temporaryFolder()
  const argv = ['responses', 'export', '--from', '-', '--out', 'a.sqlite', ...words]
  expect(await runInProcess({ cwd, argv, stdin })).toMatchObject({ exit: 0 })
  const database = new DatabaseSync(join(cwd, 'a.sqlite'))
  const rows = database.prepare(sql).all()
  database.close()
  return rows.map((row) => Object.values(row).join(' | '))
}

async function statsOf(stdin: string, ...words: readonly string[]) {
  const argv = ['responses', 'stats', '--from', '-', ...words]
  const { exit, stdout, stderr } = await runInProcess({ argv, stdin })
  expect({ exit, stderr }).toMatchObject({ exit: 0 })
  return stdout
}

describe('"Other" is an answer', () => {
  // Each: how a and b answered, and what their cells hold.
  const shapes: readonly [string, a: Members, b: Members, cells: readonly [string, string]][] = [
    ['Dropdown', { selected: 'Press', selectedOther: false }, other('Radio'), ['Press', 'Radio']],
    [
      'Dropdown',
      { selected: ['Press'], selectedOther: false },
      { selected: ['TV'], ...other('Radio') },
      ['Press', 'TV; Radio'],
    ],
    ['Dropdown', { selected: 'Press' }, { selectedOther: true }, ['Press', 'Other']],
    ['Dropdown', { selected: 'Press' }, { selectedOther: 'Radio' }, ['Press', 'Radio']],
    [
      'MultipleOptionsQuestion',
      ticks({ Press: true }),
      ticks({ Press: false }, other('Radio')),
      ['Press', 'Radio'],
    ],
    [
      'GraphicOptions',
      ticks({ Press: true }),
      ticks({ Press: true }, other('Radio')),
      ['Press', 'Press; Radio'],
    ],
    [
      'MultipleOptionsQuestion',
      ticks({ Press: true }),
      ticks({ Other: true }, { selectedOther: 'Radio' }),
      ['Press', 'Radio'],
    ],
    ['Dropdown', { selected: 'Prensa' }, other('🚀 "Funk", راديو'), ['Prensa', '🚀 "Funk", راديو']],
  ]

  test.each(shapes)('to a %s: %j, %j', async (type, a, b, cells) => {
    const reply = replyOf([ask(type, 'Channel', a)], [ask(type, 'Channel', b)])
    const [, text] = cells
    const typed = text.split('; ').at(-1) ?? ''
    expect(await rowsOf(reply, ['--columns', 'id,Channel'])).toEqual([
      'id | Channel',
      ...cells.map((cell, i) => `${'ab'[i]} | ${cell}`),
    ])
    for (const condition of ['Channel = Other', `Channel = "${typed.replaceAll('"', '""')}"`])
      for (const multi of ['joined', 'json', 'columns'])
        expect(
          await rowsOf(reply, ['--where', condition, '--columns', 'id', '--multi', multi]),
          `${condition} ${multi}`,
        ).toEqual(['id', 'b'])
    expect(await rowsOf(reply, ['--where', 'Channel != Other', '--columns', 'id'])).toEqual(['id', 'a'])
    expect(await rowsOf(reply, ['--where', 'Channel is empty', '--columns', 'id'])).toEqual(['id'])
    const answers = await rowsOf(reply, ['--layout', 'relational'], 'a.answers.csv')
    expect(answers.filter((row) => row.includes(' |  | ')).map((row) => row.split(' |  | ')[1])).toEqual(
      cells,
    )
    const choices = await rowsOf(reply, ['--layout', 'relational'], 'a.choices.csv')
    expect(choices).toContain(`2 | b | channel | Channel | ${type} |  | Other | true`)
    const figures = JSON.parse(await statsOf(reply, '--by', 'Channel', '-o', 'json')).forms[0]
    expect(figures.questions[0]).toMatchObject({ answered: 2 })
    expect(figures.questions[0].answers[0].options.counts).toContainEqual(
      expect.objectContaining({ option: 'Other', count: 1 }),
    )
    expect(figures.segments.map(({ label }: { label: string }) => label)).toContain('Other')
    const get = ['responses', 'get', '--from', '-', '--columns', 'id,Channel']
    expect((await runInProcess({ argv: get, stdin: reply })).stdout).toContain(text)
  })

  const reply = replyOf(
    [ask('Dropdown', 'Channel', { selected: 'Press', selectedOther: false })],
    [ask('Dropdown', 'Channel', other('Radio'))],
  )

  test('in a codebook, which counts it and does not list the cells as options', async () => {
    const text = await exported(reply, ['--codebook', 'c.json', '--columns', 'Channel'], 'c.json')
    const [field] = JSON.parse(text.toString()).resources[0].schema.fields
    expect(field).toMatchObject({
      counts: { answered: 2 },
      options: [
        { value: 'Press', count: 1 },
        { value: 'Other', count: 1 },
      ],
    })
    expect(field).not.toHaveProperty('constraints')
  })

  test.each([
    [['--redact', 'other=mask'], '•••'],
    [['--redact', 'Channel=mask'], '•••'],
    [['--redact', 'selected=mask'], '•••'],
    [['--redact', 'other=drop'], 'Other'],
    [['--redact', 'Channel=hash'], expect.stringMatching(/^[0-9a-f]{16,}$/)],
  ])('whose text is redacted: %j', async (words, cell) => {
    for (const layout of ['wide', 'long', 'relational'])
      expect(
        (await exported(reply, [...words, '--layout', layout, '--codebook', 'c.json'])).toString(),
      ).not.toContain('Radio')
    expect((await rowsOf(reply, [...words, '--columns', 'Channel'])).at(-1)).toEqual(cell)
  })

  test.each(['joined', 'json', 'columns'])(
    'a comparison reads the typed text, not the name "Other": %s',
    async (multi) => {
      const cwd = temporaryFolder()
      const scored = replyOf(
        ...[{ selected: '2' }, { selected: '4' }, other('none'), other('12'), { selectedOther: '13' }].map(
          (members) => [ask('Dropdown', 'Score', members)],
        ),
      )
      const argv = ['responses', 'export', '--from', '-', '--columns', 'id', '--multi', multi]
      const run = await runInProcess({ cwd, argv: [...argv, '--where', 'Score > 3'], stdin: scored })
      expect(run.stdout).toBe('id\nb\nd\ne\n')
      expect(run.stderr).toContain(
        '1 value of "Score" cannot be compared in --where "Score > 3", such as "none"',
      )
    },
  )

  test.each<[type: string, press: Members, other: Members, cell: string]>([
    ['Dropdown', { selected: 'Press' }, { selectedOther: true }, '•••'],
    ['Dropdown', { selected: 'Press' }, { selectedOther: 'Radio' }, '•••'],
    ['Dropdown', { selected: 'Press' }, { selectedOther: 'Television' }, 'T•••'],
    ['Dropdown', { selected: 'Press' }, { selectedOther: true, other: 'Television' }, 'T•••'],
    ['Dropdown', { selected: ['Press'] }, { selected: [], selectedOther: true }, '•••'],
    ['Dropdown', { selected: ['Press'] }, { selected: ['Press'], selectedOther: true }, '•••; •••'],
    ...['MultipleOptionsQuestion', 'GraphicOptions'].flatMap((type): [string, Members, Members, string][] => [
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
      expect(
        await rowsOf(both, ['--redact', 'Channel=mask', '--columns', 'Channel', '--multi', multi]),
      ).toEqual(['Channel', '•••', cell])
    const long = await rowsOf(both, [
      '--redact',
      'Channel=mask',
      '--layout',
      'long',
      '--columns',
      'value,member',
    ])
    expect(long.filter((row) => row.endsWith(' | ')).map((row) => row.slice(0, -3))).toEqual([
      '•••',
      ...cell.split('; '),
    ])
  })

  test('beside an option that an author called so', async () => {
    const both = replyOf([
      ask('MultipleOptionsQuestion', 'Channel', ticks({ Other: true, Press: false }, other('Radio'))),
    ])
    expect(await rowsOf(both, ['--columns', 'Channel'])).toEqual(['Channel', 'Other; Radio'])
    expect(
      (await rowsOf(both, ['--layout', 'relational'], 'a.choices.csv')).map((row) => row.split(' |  | ')[1]),
    ).toEqual([undefined, 'Other | true', 'Press | false', 'Other (own text) | true'])
  })
})

describe('an option that was not offered', () => {
  test.each(['MultipleOptionsQuestion', 'GraphicOptions'])(
    'is NULL in a %s, and no part of its base',
    async (type) => {
      const reply = replyOf(
        [ask(type, 'Sent', ticks({ Mail: true }))],
        [ask(type, 'Sent', ticks({ Mail: false, Video: true }))],
      )
      expect(
        await query(
          reply,
          'select avg(sent_mail), avg(sent_video), count(sent_video) from responses',
          '--multi',
          'columns',
        ),
      ).toEqual(['0.5 | 1 | 1'])
      expect(
        await query(
          reply,
          'select option, count(*), avg(chosen) from choices group by 1 order by 1',
          '--layout',
          'relational',
        ),
      ).toEqual(['Mail | 2 | 0.5', 'Video | 1 | 1'])
      const { counts } = JSON.parse(await statsOf(reply, '-o', 'json')).forms[0].questions[0].answers[0]
        .options
      expect(counts).toEqual([
        { option: 'Mail', count: 1 },
        { option: 'Video', count: 1, offered: 1 },
      ])
      expect(await statsOf(reply, '-o', 'table')).toMatch(/Video \(offered to 1 of 2\) +1 +100%/)
      expect(await statsOf(reply)).toContain('offered\tVideo\t1')
    },
  )
})

describe('several choices in one cell', () => {
  test.each<[one: readonly string[], cell: string]>([
    [['a; b'], '"a; b"'],
    [['a', 'b'], 'a; b'],
    [['a; b', 'c'], '"a; b"; c'],
    [['"a"', 'b'], '"""a"""; b'],
    [['a\nb', 'c'], '"a\nb"; c'],
    [[' a', 'b "c"', 'd '], '" a"; b "c"; d '],
    [['a\\', 'b'], 'a\\; b'],
    [['a'], 'a'],
  ])('are told apart: %j', async (selected, cell) => {
    const reply = replyOf([ask('Dropdown', 'Q', { selected })], [ask('Dropdown', 'Q', { selected: ['z'] })])
    for (const words of [
      ['--columns', 'Q'],
      ['--columns', 'Q', '--where', 'id = a'],
    ])
      expect((await rowsOf(reply, words))[1]).toEqual(cell)
    expect(parseCsv((await exported(reply, [])).toString())[1]?.at(-1)).toEqual(cell)
  })

  test('of ticks, too, and the one choice of a dropdown is written as it is', async () => {
    const options = { 'a; b': false, a: false, b: false }
    const of = (chosen: object): readonly object[] => [
      ask('MultipleOptionsQuestion', 'Q', ticks({ ...options, ...chosen })),
    ]
    const reply = replyOf(
      of({ 'a; b': true }),
      of({ a: true, b: true }),
      [ask('Dropdown', 'One', { selected: 'Yes; always' })],
      [ask('Dropdown', 'One', other('No; "never"'))],
    )
    expect(await rowsOf(reply, ['--columns', 'Q,One'])).toEqual([
      'Q | One',
      '"a; b" | ',
      'a; b | ',
      ' | Yes; always',
      ' | No; "never"',
    ])
  })

  const option = fc.string({
    unit: fc.constantFrom('a', 'b', ';', '"', ' ', '\n', '\r', '\t', ',', '\\', 'ü'),
    minLength: 1,
    maxLength: 4,
  })
  const lists = fc.sample(fc.uniqueArray(option, { minLength: 1, maxLength: 3 }), { numRuns: 200, seed: 7 })
  /** Each as boxes whose options are others in every answer: as if each came from another version of the form. */
  const shapesOf: Readonly<Record<string, (list: readonly string[]) => object>> = {
    'a multiple dropdown': (selected) => ask('Dropdown', 'Q', { selected }),
    boxes: (list) =>
      ask('MultipleOptionsQuestion', 'Q', ticks(Object.fromEntries(list.map((one) => [one, true])))),
    cards: (list) =>
      ask('GraphicOptions', 'Q', ticks(Object.fromEntries([...list, 'z'].map((one) => [one, one !== 'z'])))),
    'boxes that end with "Other"': (list) =>
      ask(
        'MultipleOptionsQuestion',
        'Q',
        ticks(
          Object.fromEntries([...list.slice(0, -1), 'z'].map((one) => [one, one !== 'z'])),
          other(list.at(-1) ?? ''),
        ),
      ),
    'boxes that name only "Other", if that was chosen': (list) =>
      ask('MultipleOptionsQuestion', 'Q', {
        ...(list.length > 1 && ticks(Object.fromEntries(list.slice(0, -1).map((one) => [one, true])))),
        ...other(list.at(-1) ?? ''),
      }),
    'a multiple dropdown with "Other"': (list) =>
      ask('Dropdown', 'Q', { selected: list.slice(0, -1), ...other(list.at(-1) ?? '') }),
  }
  test.each(Object.entries(shapesOf))('of %s reads back as the same choices', async (_, askedAs) => {
    const reply = JSON.stringify({
      data: lists.map((list, i) => ({
        id: `r${i}`,
        formId: 'f',
        createdAt: '2026-03-01T09:00:00.000Z',
        finished: true,
        data: [askedAs(list)],
      })),
    })
    for (const words of [[], ['--where', 'Q is not empty']]) {
      const cells = parseCsv((await exported(reply, [...words, '--columns', 'Q'])).toString()).slice(1)
      expect(cells.map(([cell = '']) => splitList(cell))).toEqual(lists)
    }
  })
})

describe('whoever finished and did not agree said no', () => {
  const spec = `name: Visit
steps:
  - name: One
    components:
      - { type: ShortInput, content: { question: Name } }
      - { type: Consent, required: false, content: { question: Agree, text: I agree. } }
      - { type: Consent, required: false, visibleIf: { question: name, is: Ada }, content: { question: Maybe, text: I may. } }
      - { type: PasswordInput, content: { question: Code } }
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`
  test('where the form asked everybody', async () => {
    const here = project({ 'a.yaml': spec.replace('{ type: ShortInput', '{ type: ShortInput, key: name') })
    const announces = { extensions, componentTypes: typeNames }
    expect(await apply('a.yaml', here, { turns: [made('f')], announces })).toMatchObject({ exit: 0 })
    const yes = [
      ask('Consent', 'Agree', { value: true, text: 'I agree.' }),
      ask('Consent', 'Maybe', { value: true }),
      ask('PasswordInput', 'Code', { provided: true }),
    ]
    const reply = JSON.parse(
      replyOf(
        yes,
        [ask('ShortInput', 'Name', { value: 'Bo' })],
        [ask('ShortInput', 'Name', { value: 'Cy' })],
      ),
    )
    reply.data[2].finished = false
    const run = async (argv: readonly string[]) => {
      const [engine, plain] = await Promise.all(
        ['', '1'].map((off) =>
          runInProcess({
            cwd: here.cwd,
            argv: ['responses', 'export', '--from', '-', ...argv],
            stdin: JSON.stringify(reply),
            env: { ...applyEnv, FORMCTL_NO_ENGINE: off },
          }),
        ),
      )
      expect(engine?.stdout).toEqual(plain?.stdout)
      return engine?.stdout.trim().split('\n')
    }
    const columns = ['--columns', 'id,Agree,Maybe,"Code: provided"']
    expect(await run(columns)).toEqual([
      'id,Agree,Maybe,Code: provided',
      'a,true,true,true',
      'b,false,,false',
      'c,,,',
    ])
    expect(await run([...columns, '--redact', 'Name=drop'])).toEqual(await run(columns))
    for (const condition of ['Agree = no', 'Agree = false'])
      expect(await run(['--where', condition, '--columns', 'id'])).toEqual(['id', 'b'])
    expect(await run(['--format', 'ndjson', '--where', 'Agree = no'])).toHaveLength(1)
    expect(await run(['--redact', 'Agree=mask', '--columns', 'id,Agree'])).toEqual([
      'id,Agree',
      'a,•••',
      'b,',
      'c,',
    ])
  })
})
