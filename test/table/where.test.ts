import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inQuotes } from '../../src/form/words.ts'
import { compareDecimals, decimalOf, parseCondition } from '../../src/table/where/parse-condition.ts'
import { rawNumber } from '../../src/record/exact-json.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { parseCsv } from '../support/csv.ts'
import { recordsOf, write } from '../support/exporting.ts'
import { answerTo, replyWith, responseOf, type Answers } from '../support/responses.ts'
import type { ExportOptions } from '../../src/export/write-export.ts'
import type { ColumnType, MultiStyle } from '../../src/table/table.ts'

const answer = (questionId: string, headline: string, member: object): unknown =>
  answerTo(`${questionId}=${headline}`, member)

const wanted = (isA: boolean): object => ({
  choices: [
    { key: 'A', value: isA },
    { key: 'B', value: false },
  ],
})
const land = (selected: string): Answers => ({ 'land=What is your country?': { selected } })
const ada = {
  'age=Age': 36,
  'zip=Post code': '007',
  ...land('Germany'),
  'lang=Languages': { selected: ['English', 'French; Creole'] },
  'want=Wanted': wanted(true),
  'n1=Name': 'Ada',
  'n2=Name': 'Lovelace',
  'odd=a = b': 'is it?',
}
const bob = {
  'age=Age': 9.5,
  'zip=Post code': '7',
  ...land('germany'),
  'lang=Languages': { selected: [] },
  'want=Wanted': wanted(false),
}

const body = replyWith([
  responseOf(ada, { id: 'ada', finished: true, personAttributes: { country: 'DE' } }),
  responseOf(bob, { id: 'bob', createdAt: '2026-03-01T23:59:59.999Z', finished: false }),
  responseOf({ 'age=Age': '12' }, { id: 'cyd', createdAt: '2026-03-02T00:00:00.000Z' }),
  responseOf(land(''), { id: 'dot', createdAt: 'yesterday' }),
  responseOf({ 'big=Big': 0 }, { id: 'eve', createdAt: '2026-03-04T08:00:00.123456Z' }),
  responseOf({ 'big=Big': 1 }, { id: 'fay', createdAt: undefined }),
])
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
    ['Age > 9.5', 'ada cyd'],
    ['Age >= 9.50', 'ada bob cyd'],
    ['Age>=36', 'ada'],
    ['Age < 12', 'bob'],
    ['Age <= 12', 'bob cyd'],
    ['Age = 9.50', 'bob'],
    ['Age = 36.0', 'ada'],
    ['Big = 9007199254740993', 'eve'],
    // No type holds these two numbers, so their column is text.
    ['Big = 9007199254740992', ''],
    ['Big = 9007199254740992.0', 'fay'],
    ['Big > 9007199254740992', 'eve'],
    // texts, letter by letter
    ['"Post code" = 7', 'bob'],
    ['"Post code" = 007', 'ada'],
    ['"What is your country?" = Germany', 'ada'],
    ['"What is your country?" contains GERM', 'ada bob'],
    ['"What is your country?" not contains MAN', 'cyd dot eve fay'],
    ['"What is your country?" starts with GERM', 'ada bob'],
    ['"What is your country?" starts with any', ''],
    ['"What is your country?" Ends With "any"', 'ada bob'],
    ['"What is your country?" not starts with g', 'cyd dot eve fay'],
    ['"What is your country?" not ends with y', 'cyd dot eve fay'],
    ['Languages starts with french', 'ada'],
    ['Languages ends with ISH', 'ada'],
    ['"Post code" starts with 00', 'ada'],
    ['createdAt starts with 2026-03-01', 'ada bob'],
    ['Name starts with with or Name starts with love', 'ada'],
    ['"What is your country?" != Germany', 'bob cyd dot eve fay'],
    ["'What is your country?' = 'Germany'", 'ada'],
    ["zip != O'Neill and age = 36", 'ada'],
    // nothing
    ['"What is your country?" is empty', 'cyd dot eve fay'],
    ['"What is your country?" is not empty', 'ada bob'],
    // times
    ['createdAt = 2026-03-01', 'ada bob'],
    ['createdAt > 2026-03-01', 'cyd eve'],
    ['createdAt >= 2026-03-01', 'ada bob cyd eve'],
    ['createdAt = 2026-03-04', 'eve'],
    ['createdAt < 2026-03-04T08:00:00.124Z', 'ada bob cyd eve'],
    ['createdAt < 2026-03-02', 'ada bob'],
    ['createdAt <= 2026-03-01', 'ada bob'],
    ['createdAt > 2026-03-01T10:00:00+01:00', 'bob cyd eve'],
    ['createdAt = 2026-03-01T10:00+01:00', 'ada'],
    ['createdAt = "yesterday"', 'dot'],
    // true and false
    ['finished = true', 'ada'],
    ['finished = False', 'bob'],
    // by any name
    ['"Age [age]" = 36', 'ada'],
    ['age = 36', 'ada'],
    ['"Name [n2]" = Lovelace', 'ada'],
    ['n2 = Lovelace', 'ada'],
    ['country = DE', 'ada'],
    ['"a = b" = "is it?"', 'ada'],
    ['"a = b" contains "is"', 'ada'],
    // any of a list
    ['Age in (36, 9.5)', 'ada bob'],
    ['Age in (36,12.0)', 'ada cyd'],
    ['Age not in (36, 9.50)', 'cyd dot eve fay'],
    ['Age not in (12)', 'ada bob dot eve fay'],
    ['"What is your country?" in (Germany, "germany")', 'ada bob'],
    ['Languages in ("French; Creole", Latin)', 'ada'],
    ['id in (ada, "bob", \'cyd\')', 'ada bob cyd'],
    ['createdAt in (2026-03-01, 2026-03-04)', 'ada bob eve'],
    ['finished in (True)', 'ada'],
    ['"Post code" in (007, "7")', 'ada bob'],
    // not
    ['not Age = 36', 'bob cyd dot eve fay'],
    ['not (Age = 36 or "What is your country?" is empty)', 'bob'],
    ['NOT not finished = TRUE', 'ada'],
    ['finished = "True"', ''],
    ['not "What is your country?" contains germ and Age IS NOT EMPTY', 'cyd'],
    // either, or both, `and` before `or`
    ['Age = 36 or Age = 9.5', 'ada bob'],
    ['Age > 9.4 and Age < 12.5', 'bob cyd'],
    ['Age = 36 or Age > 9 and Age < 10', 'ada bob'],
    ['(Age = 36 or Age > 9) and finished = false', 'bob'],
    ['finished = false and (Age = 36 or (Age > 9 and Age < 10))', 'bob'],
    ['Age=36 OR Age=12 AND zip is empty', 'ada cyd'],
    ['"What is your country?" is empty or Age = 36', 'ada cyd dot eve fay'],
    ['Age = 36 or Age is empty', 'ada dot eve fay'],
    ['"Age" = 36 or "What is your country?" = "germany"', 'ada bob'],
    ['((Age = 36))', 'ada'],
    ['("What is your country?" is not empty)', 'ada bob'],
    ['(Age = 36 or ("What is your country?" is empty))', 'ada cyd dot eve fay'],
    ['("What is your country?" is empty) or Age = 36', 'ada cyd dot eve fay'],
    ['(Age = 36 or Wanted is not empty)', 'ada'],
    ['createdAt < 2026-03-02 and (country = DE or finished = false)', 'ada bob'],
  ])('%s', async (condition, ids) => {
    expect(await matching([condition])).toBe(ids)
  })

  test.each([
    ['Languages = English', 'ada'],
    ['Languages = "French; Creole"', 'ada'],
    ['Languages = "English; French"', ''],
    ['Languages contains creole', 'ada'],
    ['Languages != English', 'bob cyd dot eve fay'],
    ['Languages is empty', 'bob cyd dot eve fay'],
    ['Wanted = A', 'ada'],
    ['Wanted is not empty', 'ada'],
    ['lang = English', 'ada'],
  ])('of a list each option by itself, however lists are written: %s', async (condition, ids) => {
    for (const multi of ['joined', 'json', 'columns'] as const)
      expect(await matching([condition], multi), `--multi ${multi}`).toBe(ids)
  })

  test('of a column an option, by 1 and 0', async () => {
    expect(await matching(['"Languages: English" = 1'], 'columns')).toBe('ada')
    expect(await matching(['"Wanted: B" = 0'], 'columns')).toBe('ada')
  })

  test.each([
    ['Name = Ada', 'ada'],
    ['Name = Lovelace', 'ada'],
    ['Name != Lovelace', 'bob cyd dot eve fay'],
  ])('of any of the questions that share a headline: %s', async (condition, ids) => {
    expect(await matching([condition])).toBe(ids)
  })

  /** The numbers of the values that a condition on their column takes. */
  async function taken(values: readonly unknown[], where: string, given: Partial<ExportOptions> = {}) {
    const rows = values.map((value, i) => ({ id: String(i), data: [answer('v', 'V', { value })] }))
    const { text, summary } = await write([rows], 'csv', { where: [where], ...given })
    const ids = parseCsv(text).slice(1)
    return { ids: ids.map(([id]) => id).join(' '), uncompared: summary.names?.uncompared }
  }

  const numbers = ['18', '18.0', 18, '17.50', 1800, '', -0.5]
  const texts = ['18', '18.0', '+18', '18 ', '1.8e1', '018', '"18"', 18, true]
  const days = ['1990-05-01', '1990-05-31', '', '1991-01-01']
  const times = ['2026-03-01T09:00:00.000Z', '2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00.000Z']
  const flags = ['true', 'false', true]
  const [most, least] = ['9007199254740993', '-9223372036854775808'].map(rawNumber)
  const orders = [7, 9_007_199_254_740_992, most, 9_007_199_254_740_994, least]

  test.each<[of: string, values: readonly unknown[], where: string, ids: string]>([
    ['numbers, however they are spelt', numbers, 'V = 18', '0 1 2'],
    ['numbers', numbers, 'V = 1.8e1', '0 1 2'],
    ['numbers', numbers, 'V in (17.5, 1.8e3)', '3 4'],
    ['numbers', numbers, 'V != 18', '3 4 5 6'],
    ['numbers', numbers, 'V < 18.5', '0 1 2 3 6'],
    ['numbers, where quotes make a text', numbers, 'V = "18"', '0 2'],
    ['numbers, which are never times', numbers, 'V = 2026-03', ''],
    ['whole numbers of 64 bits, to the last digit', orders, 'V = 9007199254740993', '2'],
    ['whole numbers of 64 bits', orders, 'V > 9007199254740992', '2 3'],
    ['whole numbers of 64 bits', orders, 'V <= 9007199254740992', '0 1 4'],
    ['whole numbers of 64 bits', orders, 'V in (9007199254740994, -9223372036854775808)', '3 4'],
    ['texts, letter by letter', texts, 'V = 18', '0 7'],
    ['texts', texts, 'V in (018, 18.0)', '1 5'],
    ['texts', texts, 'V != 18', '1 2 3 4 5 6 8'],
    ['texts', texts, 'V = TRUE', ''],
    ['texts, those that are numbers', texts, 'V >= 17.5', '0 1 2 3 4 7'],
    ['days', days, 'V = 1990-05-01', '0'],
    ['days, by month', days, 'V = 1990-05', '0 1'],
    ['days, by year', days, 'V <= 1990', '0 1'],
    ['days', days, 'V > 1990-05-01T12:00Z', '1 3'],
    ['times', times, 'V = 2026-03', '0 1'],
    ['times', times, 'V > 2026-03', '2'],
    ['times', times, 'V in (2026-03-01T10:00+01:00)', '0'],
    ['true and false', flags, 'V = True', '0 2'],
  ])('by the type of the column, %1$s: %3$s', async (_, values, where, ids) => {
    expect((await taken(values, where)).ids).toBe(ids)
  })

  test('by the type of a columns file', async () => {
    const named = (type: ColumnType): Partial<ExportOptions> => ({
      contract: {
        headers: 'headline',
        multi: 'joined',
        columns: [
          { name: 'id', holds: { kind: 'record', name: 'id' } },
          { name: 'V', holds: { kind: 'answer', question: 'v', member: 'value', isOfEntry: false }, type },
        ],
        questions: [],
      },
    })
    expect((await taken(['1', '1.0'], 'V = 1', named('text'))).ids).toBe('0')
    expect((await taken(['1', '1.0'], 'V = 1', named('number'))).ids).toBe('0 1')
  })

  test('of several columns each by its own type', async () => {
    const some = [
      { id: '0', personAttributes: { a: '1.0', b: 5 } },
      { id: '1', personAttributes: { a: '01', b: 1 } },
      { id: '2', personAttributes: { a: '1', b: 2 } },
    ]
    const { text } = await write([some], 'csv', { where: ['personAttributes = 1.0'], columns: ['id'] })
    expect(text).toBe('id\n0\n1\n')
  })

  test('and counts the values that cannot be ordered, in every row', async () => {
    const part = 'V >= 17.5'
    const name = 'V'
    expect((await taken(texts, part)).uncompared).toEqual([{ part, name, count: 3, example: '018' }])
    const where = `id = none or not (id = none and ${part})`
    expect((await taken(texts, where)).uncompared).toEqual([{ part, name, count: 3, example: '018' }])
    expect((await taken(numbers, part)).uncompared).toEqual([])
    expect((await taken(days, part)).uncompared).toEqual([{ part, name, count: 3, example: '1990-05-01' }])
  })

  test('and shows none of them that may identify a person', async () => {
    const some = [{ id: '0', data: [answer('v', 'V', { value: 'Ada' })], meta: { leadId: 'l' } }]
    const uncompared = async (given: Partial<ExportOptions>): Promise<unknown> =>
      (await write([some], 'csv', given)).summary.names?.uncompared
    expect(await uncompared({ where: ['leadId > 1'] })).toEqual([
      { part: 'leadId > 1', name: 'leadId', count: 1 },
    ])
    for (const name of ['V', 'id'])
      expect(await uncompared({ where: ['V > 1'], redactions: [{ name, how: 'drop' }] })).toEqual([
        { part: 'V > 1', name: 'V', count: 1 },
      ])
  })

  test('several have to hold together', async () => {
    expect(await matching(['Age > 9', 'finished = false'])).toBe('bob')
  })

  test('in every layout, and without changing a cell of what it takes', async () => {
    const all = parseCsv((await write([await records], 'csv', {})).text)
    const some = parseCsv((await write([await records], 'csv', { where: ['Age > 9'] })).text)
    expect(some).toEqual([all[0], ...all.slice(1, 4)])
    const long = await write([await records], 'csv', { where: ['Age > 10'], layout: 'long' })
    const ids = parseCsv(long.text).map(([number, id]) => `${number} ${id}`)
    expect([...new Set(ids.slice(1))]).toEqual(['1 ada', '2 cyd'])
  })

  test('more than a block of rows keep their place', async () => {
    const many = Array.from({ length: 30_000 }, (_, i) => ({
      id: `r${i}`,
      data: [answer('n', 'N', { value: i })],
    }))
    const { text, summary } = await write([many], 'csv', {
      where: ['N >= 29998'],
      columns: ['id', 'N'],
    })
    expect(text).toBe('id,N\nr29998,29998\nr29999,29999\n')
    expect(summary.rows).toBe(2)
  })
})

describe('a name that no column bears is refused', () => {
  test.each([
    ['Languges = English', 'no column "Languges" (did you mean "Languages"?)'],
    ['AGE = 18', 'no column "AGE" (did you mean "Age"?)'],
    ['NAME = Ada', 'no column "NAME" (did you mean "Name"?)'],
    ['Nam = Ada', 'no column "Nam" (did you mean "Name" or "Name [n1]" or "Name [n2]"?)'],
  ])('%s', async (condition, sentence) => {
    await expect(matching([condition])).rejects.toThrow(sentence)
  })

  test('at its character, where it stands in a longer condition', async () => {
    const condition = 'Age > 9 and (𝔸 = 3 or Name = Ada)'
    await expect(matching([condition])).rejects.toThrow(
      `no column "𝔸" (character 14 of --where ${inQuotes(condition)}).`,
    )
    await expect(matching([`"𝔸" is empty or ${condition}`])).rejects.toThrow('no column "𝔸".')
    await expect(matching(['Name != "𝔸" and Agee = 3'])).rejects.toThrow('(character 17 of')
  })

  test('but not where there is no response, and so nothing to be wrong about', async () => {
    expect((await write([], 'csv', { where: ['Languges = English'] })).summary.rows).toBe(0)
  })
})

describe('what no response holds', () => {
  test('conditions that no response meets are named', async () => {
    const where = ['Age > 9', 'Name = Bob', 'zip = 8', '"Post code" = 7']
    const { summary } = await write([await records], 'csv', { where })
    expect(summary.names?.unmatched).toEqual([{ condition: 'Name = Bob' }, { condition: 'zip = 8' }])
  })

  test('a part that no response meets is named, or the whole condition if each part is met by some', async () => {
    const where = ['Age > 9 or (Name = Bob and Age = 36)', 'Age = 36 and Age = 12']
    const { summary } = await write([await records], 'csv', { where })
    expect(summary.names?.unmatched).toEqual([
      { condition: where[0], part: 'Name = Bob' },
      { condition: where[1] },
    ])
  })

  test('is no part that is to be false', async () => {
    const { summary } = await write([await records], 'csv', { where: ['not Name = Bob', 'Name != Bob'] })
    expect(summary.names?.unmatched).toEqual([])
  })

  test.each([
    ['Name = ada', 'Name holds "Ada": letter case and spaces must match.'],
    ['Name in (Bob, ADA)', 'Name holds "Ada": letter case and spaces must match.'],
    ['Name contains Bob', undefined],
  ])('is told with a value that is nearly the same: %s', async (condition, hint) => {
    const { summary } = await write([await records], 'csv', { where: [condition] })
    expect(summary.names?.unmatched).toEqual([{ condition, hint }])
  })
})

const behindName = '=, !=, <, <=, >, >=, "contains", "starts with", "ends with", "in", "not" or "is"'
const quoting = ' Put names and values with blanks or symbols in quotes.'

describe('what is no condition is refused at its character, with what could stand there', () => {
  test.each([
    ['', 1, 'expected the name of a column, "not" or "(", and the text ends.'],
    ['= 3', 1, `expected the name of a column, "not" or "(", not "=".${quoting}`],
    ['Age', 4, `expected ${behindName}, and the text ends.`],
    ['Age over 9', 5, `expected ${behindName}, not "over".${quoting}`],
    ['Age == 18', 6, `expected a value, not "=".${quoting}`],
    ['Age = and', 7, `expected a value, not "and".${quoting}`],
    ['Age is 18', 8, `expected "empty" or "not empty", not "18".${quoting}`],
    ['Age is not 18', 12, `expected "empty", not "18".${quoting}`],
    ['Age starts 1', 12, `expected "with", not "1".${quoting}`],
    ['Age ends', 9, 'expected "with", and the text ends.'],
    ['Age "starts" with 1', 5, `expected ${behindName}, not '"starts"'.${quoting}`],
    ['Age starts "with" 1', 12, `expected "with", not '"with"'.${quoting}`],
    ['Age starts with', 16, 'expected a value, and the text ends.'],
    ['Age starts with (1, 2)', 17, `expected a value, not "(".${quoting}`],
    ['Age is starts with 1', 8, `expected "empty" or "not empty", not "starts".${quoting}`],
    ['Age not starts 1', 16, `expected "with", not "1".${quoting}`],
    ['Age startswith 1', 5, `expected ${behindName}, not "startswith".${quoting}`],
    ['Age not = 18', 9, `expected "contains", "starts with", "ends with" or "in", not "=".${quoting}`],
    ['Age > ten', 7, `expected a number or a time such as 2026-03-01, not "ten".${quoting}`],
    [
      'createdAt > 2026-02-29',
      13,
      `expected a number or a time such as 2026-03-01, not "2026-02-29".${quoting}`,
    ],
    ['Age in 18', 8, `expected a list in parentheses, not "18".${quoting}`],
    ['Age in ()', 9, `expected a value, not ")".${quoting}`],
    ['Age in (9 10)', 11, `expected "," or ")", not "10".${quoting}`],
    ['Age in (9', 10, 'expected "," or ")", and the text ends.'],
    ['Age = 9 Age = 10', 9, `expected "and", "or" or the end, not "Age".${quoting}`],
    ['Age = 9)', 8, `expected "and", "or" or the end, not ")".${quoting}`],
    ['(Age = 9', 9, 'expected "and", "or" or ")", and the text ends.'],
    ['𝔸 = "𝔸" or Age ~ 3', 16, `expected ${behindName}, not "~".${quoting}`],
    ['Age = 9 or', 11, 'expected the name of a column, "not" or "(", and the text ends.'],
    ['Name = "Ada', 8, 'a quote opens here and does not close. A quote within a text is doubled.'],
    [`${'not ('.repeat(51)}Age = 9`, 251, 'more than 100 parentheses and "not" are open here.'],
  ])('%s', (condition, character, problem) => {
    expect(() => parseCondition(condition)).toThrow(
      `--where ${inQuotes(condition)}, character ${character}: ${problem}`,
    )
  })

  test('however it is damaged, and never without a sentence', () => {
    const signs = `Age 'c' " = != ! < ( ) , and or NOT in is empty contains 3 😀`.split(' ')
    const pieces = fc.constantFrom(...signs, '"a b"', ' ')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (words) => {
        const text = words.join(' ')
        let said = `--where ${inQuotes(text)}, character `
        const sentence = said
        try {
          parseCondition(text)
        } catch (error) {
          said = String(error)
        }
        expect(said).toContain(sentence)
      }),
    )
  })
})

test('names and values in quotes may hold words of the language and quotes', () => {
  const equal = (column: string, value: string, isQuoted = true): object => ({
    column,
    kind: 'in',
    values: [{ value, isQuoted }],
  })
  expect(parseCondition('"say ""x"" or = y"="z"')).toMatchObject(equal('say "x" or = y', 'z'))
  expect(parseCondition("'it''s' = 'and'")).toMatchObject(equal("it's", 'and'))
  expect(parseCondition("Name = O'Neill")).toMatchObject(equal('Name', "O'Neill", false))
  expect(parseCondition('This = "empty"')).toMatchObject(equal('This', 'empty'))
  expect(parseCondition('"in"="is"')).toMatchObject(equal('in', 'is'))
  expect(parseCondition('a=-5')).toMatchObject(equal('a', '-5', false))
})

test('lists and chains may be long', async () => {
  const ids = Array.from({ length: 2000 }, (_, i) => `id${i}`)
  const chain = ids.map((id) => `id = ${id}`).join(' or ')
  expect(await matching([`id in (${ids.join(', ')}, ada)`, `${chain} or id = ada`])).toBe('ada')
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
  const order = '-1e400 -0.30 -0.3e-5 0 1e-400 0.1 1 1.5 10 9007199254740992 9007199254740993 1E400'.split(
    ' ',
  )
  for (const [i, a] of order.entries())
    for (const [j, b] of order.entries()) {
      const [one, other] = [decimalOf(a), decimalOf(b)]
      expect(one && other && Math.sign(compareDecimals(one, other)), `${a} ${b}`).toBe(Math.sign(i - j))
    }
  expect(['', '.', '1.', 'e1', '0x1', '1,5', 'Infinity', '--1'].map(decimalOf)).toEqual(
    Array(8).fill(undefined),
  )
})
