import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MultiStyle } from '../../src/export/format.ts'
import { checkCondition } from '../../src/export/where/condition.ts'
import { compareDecimals, decimalOf } from '../../src/export/where/decimal.ts'
import { readCondition } from '../../src/export/where/expression.ts'
import type { RawRecord } from '../../src/form/raw-record.ts'
import { parseCsv } from '../support/csv.ts'
import { recordsOf, write } from '../support/exporting.ts'

const answer = (questionId: string, headline: string, member: object): unknown => ({
  questionId,
  response: { type: 'ShortInput', headline, ...member },
})

const body = JSON.stringify({
  data: [
    {
      id: 'ada',
      createdAt: '2026-03-01T09:00:00.000Z',
      finished: true,
      data: [
        answer('age', 'Age', { value: 36 }),
        answer('zip', 'Post code', { value: '007' }),
        answer('land', 'What is your country?', { selected: 'Germany' }),
        answer('lang', 'Languages', { selected: ['English', 'French; Creole'] }),
        answer('want', 'Wanted', {
          choices: [
            { key: 'A', value: true },
            { key: 'B', value: false },
          ],
        }),
        answer('n1', 'Name', { value: 'Ada' }),
        answer('n2', 'Name', { value: 'Lovelace' }),
        answer('odd', 'a = b', { value: 'is it?' }),
      ],
      personAttributes: { country: 'DE' },
    },
    {
      id: 'bob',
      createdAt: '2026-03-01T23:59:59.999Z',
      finished: false,
      data: [
        answer('age', 'Age', { value: 9.5 }),
        answer('zip', 'Post code', { value: '7' }),
        answer('land', 'What is your country?', { selected: 'germany' }),
        answer('lang', 'Languages', { selected: [] }),
        answer('want', 'Wanted', {
          choices: [
            { key: 'A', value: false },
            { key: 'B', value: false },
          ],
        }),
      ],
    },
    { id: 'cyd', createdAt: '2026-03-02T00:00:00.000Z', data: [answer('age', 'Age', { value: '12' })] },
    { id: 'dot', createdAt: 'yesterday', data: [answer('land', 'What is your country?', { selected: '' })] },
    { id: 'eve', createdAt: '2026-03-04T08:00:00.123456Z', data: [answer('big', 'Big', { value: 0 })] },
    { id: 'fay', data: [answer('big', 'Big', { value: 1 })] },
  ],
})
  .replace('"headline":"Big","value":0', '"headline":"Big","value":9007199254740993')
  .replace('"headline":"Big","value":1', '"headline":"Big","value":9007199254740992.0')

const records: Promise<RawRecord[]> = recordsOf(body)

async function matching(where: readonly string[], multi: MultiStyle = 'joined'): Promise<string> {
  const { text, summary } = await write([await records], 'csv', { where, multi })
  const ids = parseCsv(text)
    .slice(1)
    .map(([id = '']) => id)
  expect(summary.rows).toBe(ids.length)
  expect(summary.tables?.[0]?.rows).toBe(ids.length)
  return ids.join(' ')
}

describe('a condition takes the responses for which it holds', () => {
  test.each([
    // numbers, however they are spelt
    ['Age > 9.4', 'ada bob cyd'],
    ['Age over 9.5', 'ada cyd'],
    ['Age at least 9.50', 'ada bob cyd'],
    ['Age>=36', 'ada'],
    ['Age under 12', 'bob'],
    ['Age at most 12', 'bob cyd'],
    ['Age = 9.50', 'bob'],
    ['Age is 36.0', 'ada'],
    ['Big = 9007199254740993', 'eve'],
    ['Big = 9007199254740992', 'fay'],
    ['Big over 9007199254740992', 'eve'],
    // texts, letter by letter
    ['Post code = 7', 'bob'],
    ['Post code is 007', 'ada'],
    ['What is your country? is Germany', 'ada'],
    ['What is your country? contains GERM', 'ada bob'],
    ['What is your country?~man', 'ada bob'],
    ['What is your country? is not Germany', 'bob cyd dot eve fay'],
    ['What is your country? != "Germany"', 'bob cyd dot eve fay'],
    ['"What is your country?" = Germany', 'ada'],
    // nothing
    ['What is your country? is empty', 'cyd dot eve fay'],
    ['What is your country? is not empty', 'ada bob'],
    // times
    ['createdAt is 2026-03-01', 'ada bob'],
    ['createdAt after 2026-03-01', 'cyd eve'],
    ['createdAt >= 2026-03-01', 'ada bob cyd eve'],
    ['createdAt is 2026-03-04', 'eve'],
    ['createdAt before 2026-03-04T08:00:00.124Z', 'ada bob cyd eve'],
    ['createdAt before 2026-03-02', 'ada bob'],
    ['createdAt <= 2026-03-01', 'ada bob'],
    ['createdAt > 2026-03-01T10:00:00+01:00', 'bob cyd eve'],
    ['createdAt = 2026-03-01T10:00+01:00', 'ada'],
    ['createdAt = "yesterday"', 'dot'],
    // true and false
    ['finished = true', 'ada'],
    ['finished is False', 'bob'],
    // by any name
    ['Age [age] = 36', 'ada'],
    ['age = 36', 'ada'],
    ['Name [n2] = Lovelace', 'ada'],
    ['n2 = Lovelace', 'ada'],
    ['country = DE', 'ada'],
    ['a = b = is it?', 'ada'],
    ['a = b contains is', 'ada'],
    // any of a list
    ['Age in (36, 9.5)', 'ada bob'],
    ['Age is one of (36,12.0)', 'ada cyd'],
    ['Age not in (36, 9.50)', 'cyd dot eve fay'],
    ['Age is not in (12)', 'ada bob dot eve fay'],
    ['What is your country? in (Germany, "germany")', 'ada bob'],
    ['Languages in ("French; Creole", Latin)', 'ada'],
    ['id in (ada, "bob", (cyd))', 'ada bob'],
    ['createdAt in (2026-03-01, 2026-03-04)', 'ada bob eve'],
    ['finished in (True)', 'ada'],
    ['Post code in (007, "7")', 'ada bob'],
    // either, or both, `and` before `or`
    ['Age is 36 or Age is 9.5', 'ada bob'],
    ['Age over 9.4 and Age under 12.5', 'bob cyd'],
    ['Age is 36 or Age over 9 and Age under 10', 'ada bob'],
    ['(Age is 36 or Age over 9) and finished is false', 'bob'],
    ['finished is false and (Age is 36 or (Age over 9 and Age under 10))', 'bob'],
    ['Age=36 OR Age=12 AND zip is empty', 'ada cyd'],
    ['What is your country? is empty or Age is 36', 'ada cyd dot eve fay'],
    ['Age is 36 or Age is empty', 'ada dot eve fay'],
    ['"Age" = 36 or "What is your country?" = "germany"', 'ada bob'],
    ['((Age = 36))', 'ada'],
    ['(What is your country? is not empty)', 'ada bob'],
    ['(Age is 36 or (What is your country? is empty))', 'ada cyd dot eve fay'],
    ['(What is your country? is empty) or Age is 36', 'ada cyd dot eve fay'],
    ['(Age is 36 or Wanted is not empty)', 'ada'],
    ['createdAt before 2026-03-02 and (country = DE or finished = false)', 'ada bob'],
  ])('%s', async (condition, ids) => {
    expect(await matching([condition])).toBe(ids)
  })

  test.each([
    ['Languages is English', 'ada'],
    ['Languages = French; Creole', 'ada'],
    ['Languages = English; French', ''],
    ['Languages contains creole', 'ada'],
    ['Languages is not English', 'bob cyd dot eve fay'],
    ['Languages is empty', 'bob cyd dot eve fay'],
    ['Wanted = A', 'ada'],
    ['Wanted is not empty', 'ada'],
    ['lang = English', 'ada'],
  ])('of a list each option by itself, however lists are written: %s', async (condition, ids) => {
    for (const multi of ['joined', 'json', 'columns'] as const)
      expect(await matching([condition], multi), `--multi ${multi}`).toBe(ids)
  })

  test('of a column an option, by 1 and 0', async () => {
    expect(await matching(['Languages: English = 1'], 'columns')).toBe('ada')
    expect(await matching(['Wanted: B = 0'], 'columns')).toBe('ada bob')
  })

  test.each([
    ['Name = Ada', 'ada'],
    ['Name is Lovelace', 'ada'],
    ['Name is not Lovelace', 'bob cyd dot eve fay'],
  ])('of any of the questions that share a headline: %s', async (condition, ids) => {
    expect(await matching([condition])).toBe(ids)
  })

  const spelt = ['18', '18.0', '+18', '18 ', '1.8e1', '018', '"18"', 18]
  const spellings = spelt.map((value, i) => ({ id: String(i), data: [answer('v', 'V', { value })] }))

  test.each([
    ['V is 18', '0 1 2 3 4 7'],
    ['V is 18.00', '0 1 2 3 4 7'],
    ['V at least 17.5', '0 1 2 3 4 7'],
    ['V under 18.5', '0 1 2 3 4 7'],
    ['V is not 18', '5 6'],
    // 018 is no number, but a text as a post code is; in quotes, each value is a text.
    ['V is 018', '5'],
    ['V is "18"', '0 7'],
    ['V is not "18"', '1 2 3 4 5 6'],
  ])('with one idea of what a number is: %s', async (condition, ids) => {
    const { text } = await write([spellings], 'csv', { where: [condition] })
    expect(
      parseCsv(text)
        .slice(1)
        .map(([id]) => id)
        .join(' '),
    ).toBe(ids)
  })

  test('several have to hold together', async () => {
    expect(await matching(['Age over 9', 'finished = false'])).toBe('bob')
  })

  test('in every layout, and without changing a cell of what it takes', async () => {
    const all = parseCsv((await write([await records], 'csv', {})).text)
    const some = parseCsv((await write([await records], 'csv', { where: ['Age over 9'] })).text)
    expect(some).toEqual([all[0], ...all.slice(1, 4)])
    const long = await write([await records], 'csv', { where: ['Age over 10'], layout: 'long' })
    const ids = parseCsv(long.text).map(([number, id]) => `${number} ${id}`)
    expect([...new Set(ids.slice(1))]).toEqual(['1 ada', '2 cyd'])
  })

  test('more than a block of rows keep their place', async () => {
    const many = Array.from({ length: 30_000 }, (_, i) => ({
      id: `r${i}`,
      data: [answer('n', 'N', { value: i })],
    }))
    const { text, summary } = await write([many], 'csv', {
      where: ['N at least 29998'],
      columns: ['id', 'N'],
    })
    expect(text).toBe('id,N\nr29998,29998\nr29999,29999\n')
    expect(summary.rows).toBe(2)
  })
})

describe('a name that no column bears is refused', () => {
  test.each([
    ['Languges is English', 'no column "Languges" in these responses. Is "Languages" meant?'],
    ['AGE is 18', 'no column "AGE" in these responses. Is "Age" meant?'],
    ['NAME is Ada', 'no column "NAME" in these responses. Is "Name" meant?'],
    ['Nam = Ada', 'no column "Nam" in these responses. Is "Name" or "Name [n1]" or "Name [n2]" meant?'],
  ])('%s', async (condition, sentence) => {
    await expect(matching([condition])).rejects.toThrow(sentence)
  })

  test('but not where there is no response, and so nothing to be wrong about', async () => {
    expect((await write([], 'csv', { where: ['Languges is English'] })).summary.rows).toBe(0)
  })
})

describe('English that would be taken for a text is refused, and says what to write', () => {
  test.each([
    [
      'Age is at least 18',
      'Write Age at least 18. Is this text meant, put it in quotes: Age is "at least 18".',
    ],
    ['Age is over 17', 'Write Age over 17.'],
    ['Age is more than 17', 'Write Age over 17.'],
    ['Age is not over 17', 'Write Age at most 17.'],
    ['Age = >= 3', 'two comparisons follow each other'],
    ['Age is after 2026-05-01', 'Write Age after 2026-05-01.'],
    ['Age is between 3 and 5', 'Write Age at least 3 and Age at most 5.'],
    ['Age is one of 18', 'Write Age in (18).'],
    ['Age is not any of 18, 19 or 20', 'Write Age not in (18, 19, 20).'],
    ['Age is null', 'Write Age is empty.'],
    ['Age is not null', 'Write Age is not empty.'],
    ['Age = empty', 'Write Age is empty. Is this text meant, put it in quotes: Age is "empty".'],
    ['Age != empty', 'Write Age is not empty.'],
    ['Age is blank', 'Write Age is empty.'],
    ['Age is any of (2,3)', 'Write Age in (2, 3).'],
    [
      'Age is 18 or 17',
      'character 14: after "or" stands a condition, and 17 is none. Write Age in (18, 17).',
    ],
    ['Age is not 18 or 17', 'Write Age not in (18, 17).'],
    ['Age is 18 and 17', 'character 15: after "and" stands a condition'],
    ['Post code is Rock or roll', 'Write Post code in (Rock, roll). Is this text meant, put it in quotes:'],
    ['Post code contains rock or roll', 'put it in quotes: Post code contains "rock or roll".'],
    ['Post code is Rock or', 'character 21: after "or" a condition is missing.'],
    ["Age in ('18', 17)", 'only "…" are quotes here, around a whole value of the list'],
    ['createdAt in (2026-03-01, 2026)', 'createdAt is a time, and 2026 is none'],
    ["Age is '18'", 'Write Age = "18".'],
    ['Age is “18”', 'only "…" are quotes here'],
    ['Age is "18', 'a quote opens'],
    ['createdAt > 2026', 'createdAt is a time, and 2026 is none. Write a day'],
    ['createdAt = 2026-03', 'createdAt is a time'],
    ['createdAt is not yesterday', 'createdAt is a time'],
  ])('%s', async (condition, sentence) => {
    await expect(matching([condition])).rejects.toThrow(sentence)
  })

  test.each([
    ['Age is "at least 18"', ''],
    ['Post code is Under the bridge', ''],
    ['Post code is Salt and pepper', ''],
    ['Post code is "Rock or roll"', ''],
    ['Post code is Salt, pepper and soup in bowls', ''],
    ['createdAt contains yester', 'dot'],
  ])('but not what can be meant: %s', async (condition, ids) => {
    expect(await matching([condition])).toBe(ids)
  })

  test('conditions that no response holds are named', async () => {
    const where = ['Age over 9', 'Name is Bob', 'zip is 8', 'Post code is 7']
    const { summary } = await write([await records], 'csv', { where })
    expect(summary.names?.unmatched).toEqual([{ condition: 'Name is Bob' }, { condition: 'zip is 8' }])
  })

  test('and parts of them, or the whole where each part is held by some', async () => {
    const where = ['Age over 9 or (Name is Bob and Age is 36)', 'Age is 36 and Age is 12']
    const { summary } = await write([await records], 'csv', { where })
    expect(summary.names?.unmatched).toEqual([
      { condition: where[0], part: 'Name is Bob' },
      { condition: where[1] },
    ])
  })
})

describe('a fault is told at its character', () => {
  test.each([
    [
      'Age over 9 or Agee is 3',
      'no column "Agee" in these responses (character 15 of --where "Age over 9 or Agee is 3"). Is "Age" meant?',
    ],
    ['Age over 9 and (Nmae is Ada or Age is 3)', 'no column "Nmae" in these responses (character 17 of'],
    [
      'Name is Ada and Agee is 3',
      'no column "Agee" in these responses (character 17 of --where "Name is Ada and Agee is 3"). Is "Age" meant? Is this text meant, put it in quotes: Name is "Ada and Agee is 3".',
    ],
    ['Age over 9 or Age over ten', 'character 24: ten is no number and no time'],
    [
      'Age over 9 or 10',
      'character 10: 9 or 10 is no number and no time, and only these are over or under others. After "or" stands a whole condition, with its column.',
    ],
    [
      '(Agee under 25 or Languages in (z, none)) and Age is 3',
      'no column "Agee" in these responses (character 2 of',
    ],
    ['Age is 3 or Agee under 25 or Languages in (z)', 'no column "Agee" in these responses (character 13 of'],
    ['Age over 9 or Name in Ada', 'character 23: in needs a list'],
    [
      'Age in (9, 10) and not Languages is z',
      'no column "not Languages" in these responses (character 20 of',
    ],
    ['Age in (9, 10), Languages is z', 'character 15: behind this list stands'],
    ['Age in (9, 10', 'a ( opens here and is not closed'],
    ['Age over 9 or Name is "Ada" Age is 3', 'character 23: a quote opens and does not close as one value'],
    ['(Age over 9) Age is 3', 'character 14: between two conditions stands "and" or "or".'],
    ['(Age over 9 or (Age is 3)', 'a ( opens here and is not closed'],
    ['Age over 9 or Name is Ada and', 'character 30: after "and" a condition is missing'],
    ['𝔸 is 3 or Age over ten', 'no column "𝔸"'],
  ])('%s', async (condition, sentence) => {
    await expect(matching([condition])).rejects.toThrow(sentence)
  })

  test('before anything is read, where no column could help', () => {
    for (const condition of ['(Age over 9 or Age over ten)', 'Age over 9 or', 'Name in Ada'])
      expect(() => checkCondition(condition)).toThrow(`--where ${JSON.stringify(condition)}, character`)
  })
})

describe('names and values that hold words of the language', () => {
  const named = [
    answer('q1', 'Do you agree or disagree', { value: 'agree and more' }),
    answer('q2', 'Sign in (or up)', { value: 'x is y' }),
    answer('q3', '(Optional) Name', { value: 'Smith (Jr)' }),
    answer('q4', 'over', { value: 3 }),
    answer('q5', 'A is x or B', { value: 'z' }),
    answer('q6', 'A', { value: 'or' }),
    answer('q7', 'B', { value: 'b' }),
  ]
  test.each([
    'Do you agree or disagree is agree and more',
    'Do you agree or disagree is agree and more and over = 3',
    'Sign in (or up) is x is y',
    'Sign in (or up) is x is y or over is 4',
    'Sign in (or up) in (a, "x is y")',
    '(Optional) Name is Smith (Jr)',
    '((Optional) Name is Smith (Jr) or over is 4) and over at least 3',
    '(Optional) Name in (x, Smith (Jr))',
    'over over 2 and over under 4',
    'A is x or B is z',
    'A is x or B is z and A is or',
    'A is or and B is b',
    'A is "or" or B is c',
  ])('%s', async (condition) => {
    expect((await write([[{ id: 'r', data: named }]], 'csv', { where: [condition] })).summary.rows).toBe(1)
  })

  test('however long a list or a chain of them is', async () => {
    const ids = Array.from({ length: 2000 }, (_, i) => `id ${i}`)
    const list = `id in (${ids.join(', ')}, ada)`
    const chain = `${ids
      .slice(0, 400)
      .map((id) => `id is ${id}`)
      .join(' or ')} or id is ada`
    expect(await matching([list, chain])).toBe('ada')
  })
})

describe('what compares nothing is misuse', () => {
  test.each(['', 'Country', '= 3', 'Age >', 'Age is', 'is empty'])('%j', (condition) => {
    expect(() => checkCondition(condition)).toThrow('compares nothing')
  })

  test.each([
    ['"Age is 18', 'opens a quote and does not close it'],
    ['Age over many', 'many is no number and no time'],
  ])('%s', (condition, sentence) => {
    expect(() => checkCondition(condition)).toThrow(sentence)
  })

  test('words stand by themselves, and values may be quoted', () => {
    const read = (text: string): unknown => readCondition(text, { has: () => true, prefers: 'longest' })
    const part = { column: 'This', value: 'empty', isQuoted: true, comparison: '=' }
    expect(read('This is empty')).toMatchObject({
      tree: { ...part, comparison: 'empty', value: '', isQuoted: false },
    })
    expect(read('This is "empty"')).toMatchObject({ tree: part })
    expect(read('Island overall')).toMatchObject({ fault: { at: 0 } })
    expect(read('"say ""x"" = y"="z"')).toMatchObject({ tree: { column: 'say "x" = y', value: 'z' } })
  })
})

test('decimal numbers are compared as numbers, to the last digit', () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [one, other] = [decimalOf(String(a)), decimalOf(String(b))]
      if (!one || !other) throw new Error('these are numbers')
      expect(Math.sign(compareDecimals(one, other))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
  const order = [
    '-1e400',
    '-0.30',
    '-0.3e-5',
    '0',
    '1e-400',
    '0.1',
    '1',
    '1.5',
    '10',
    '9007199254740992',
    '9007199254740993',
    '1E400',
  ]
  for (const [i, a] of order.entries())
    for (const [j, b] of order.entries()) {
      const [one, other] = [decimalOf(a), decimalOf(b)]
      expect(one && other && Math.sign(compareDecimals(one, other)), `${a} ${b}`).toBe(Math.sign(i - j))
    }
  expect(['', '.', '1.', 'e1', '0x1', '1,5', 'Infinity', '--1'].map(decimalOf)).toEqual(
    Array(8).fill(undefined),
  )
})
