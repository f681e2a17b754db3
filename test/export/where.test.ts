import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MultiStyle } from '../../src/export/format.ts'
import { checkCondition } from '../../src/export/where/condition.ts'
import { compareDecimals, decimalOf } from '../../src/export/where/decimal.ts'
import { readingsOf } from '../../src/export/where/parse.ts'
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
    ['Age is between 3 and 5', 'as at least and at most; all of them have to hold'],
    ['Age is one of 18', 'a condition compares with one value'],
    ['Age is null', 'Write Age is empty.'],
    ['Age is not null', 'Write Age is not empty.'],
    ['Age is 18 or 17', 'knows no "or"'],
    ['Age is 18 and Name is Ada', 'Give --where once for each'],
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
    ['Post code is Rock or roll', ''],
    ['createdAt contains yester', 'dot'],
  ])('but not what can be meant: %s', async (condition, ids) => {
    expect(await matching([condition])).toBe(ids)
  })

  test('conditions that no response holds are named', async () => {
    const where = ['Age over 9', 'Name is Bob', 'zip is 8', 'Post code is 7']
    const { summary } = await write([await records], 'csv', { where })
    expect(summary.names?.unmatched).toEqual([
      { condition: 'Name is Bob', namesakes: [] },
      { condition: 'zip is 8', namesakes: [] },
    ])
  })
})

describe('what compares nothing is misuse', () => {
  test.each(['', 'Country', '= 3', 'Age >', 'Age over many', 'Age is', 'is empty'])('%j', (condition) => {
    expect(() => checkCondition(condition)).toThrow('compares nothing')
  })

  test.each([
    ['"Age is 18', 'opens a quote and does not close it'],
    ['Age <> 18', 'Write != instead'],
  ])('%s', (condition, sentence) => {
    expect(() => checkCondition(condition)).toThrow(sentence)
  })

  test('words stand by themselves, and values may be quoted', () => {
    expect(readingsOf('This is empty')).toEqual([
      { column: 'This', comparison: 'empty', value: '', isQuoted: false },
    ])
    expect(readingsOf('This is "empty"')).toEqual([
      { column: 'This', comparison: '=', value: 'empty', isQuoted: true },
    ])
    expect(readingsOf('Island overall')).toEqual([])
    expect(readingsOf('"say ""x"" = y"="z"')).toEqual([
      { column: 'say "x" = y', comparison: '=', value: 'z', isQuoted: true },
    ])
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
