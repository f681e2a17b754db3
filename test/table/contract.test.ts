import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsText, parseColumns } from '../../src/export/files/columns-file.ts'
import { keyOf, type Contract, type ColumnSource, orderBy, applyContract } from '../../src/table/contract.ts'
import { typeOf, makeColumns } from '../../src/table/columns.ts'
import type { ColumnType } from '../../src/table/table.ts'
import { rawNumber } from '../../src/record/exact-json.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { parseCsv } from '../support/csv.ts'
import { write } from '../support/exporting.ts'

const begun: Contract = { headers: 'headline', multi: 'joined', columns: [], questions: [] }

type Answer = { readonly id: string; readonly headline?: string; readonly [member: string]: unknown }

let made = 0
const recordOf = (...answers: readonly Answer[]): RawRecord => ({
  id: `r${made++}`,
  formId: 'f1',
  createdAt: new Date(1_700_000_000_000 + made * 1000).toISOString(),
  data: answers.map(({ id, headline = `Question ${id}`, ...members }) => ({
    questionId: id,
    response: { type: 'ShortInput', headline, ...members },
  })),
})

const [beyond, over] = ['9007199254740993', '12345678901234567890'].map(rawNumber)

/** An export held to a contract. */
async function exported(records: readonly RawRecord[], contract: Contract, columns?: readonly string[]) {
  const { text, summary } = await write([records], 'csv', {
    headers: contract.headers,
    multi: contract.multi,
    formulas: 'raw',
    contract,
    ...(columns && { columns }),
  })
  if (!summary.contractResult) throw new Error('no contract was held to')
  const [header = [], ...rows] = parseCsv(text)
  return { header, rows, text, ...summary.contractResult, summary }
}

const namesOf = ({ columns }: Contract): readonly string[] => columns.map(({ name }) => name)

describe('columns that are held to a contract', () => {
  test('keep name and place when a question is renamed, moved or gone, and new ones come at the end', async () => {
    const first = await exported([recordOf({ id: 'b', value: '1' }, { id: 'a', value: '2' })], begun)
    expect(first.header.slice(-2)).toEqual(['Question b', 'Question a'])
    const later = [recordOf({ id: 'z', value: '3' }, { id: 'a', headline: 'Anew', value: '4' })]
    const second = await exported(later, first.next)
    expect(second.header).toEqual([...first.header, 'Question z'])
    expect(second.rows[0]?.slice(-3)).toEqual(['', '4', '3'])
    expect(second.changes).toEqual([
      { change: 'added', column: 'Question z' },
      { change: 'headline', question: 'a', from: 'Question a', to: 'Anew' },
    ])
    expect(second.absent).toEqual(['Question b'])
    expect(second.summary.renamedQuestions).toEqual([])
  })

  test('the first export has the columns and names that it has without a contract', async () => {
    const records = [
      recordOf({ id: 'a', headline: 'Name', value: '1' }, { id: 'b', headline: 'Name', value: 2 }),
    ]
    const { text } = await write([records], 'csv', { formulas: 'raw' })
    expect((await exported(records, begun)).text).toBe(text)
  })

  test('a new question with the headline of a kept column is told apart by its id', async () => {
    const first = await exported([recordOf({ id: 'a', headline: 'Name', value: '1' })], begun)
    const second = await exported(
      [recordOf({ id: 'b', headline: 'Name', value: '1' }, { id: 'c', headline: 'id', value: '1' })],
      first.next,
    )
    expect(second.header).toEqual([...first.header, 'Name [b]', 'id [c]'])
  })

  test('are named as the file says even where a person renamed one in it', async () => {
    const records = [recordOf({ id: 'a', value: '1' })]
    const { next } = await exported(records, begun)
    const columns = next.columns.map((column) =>
      column.name === 'Question a' ? { ...column, name: 'mine' } : column,
    )
    const again = await exported(records, { ...next, columns })
    expect(again.header.at(-1)).toBe('mine')
    expect(again.changes).toEqual([])
    const one = await exported(records, { ...next, columns }, ['mine', 'id'])
    expect(one.header).toEqual(['mine', 'id'])
    expect(one.next).toEqual(again.next)
  })

  test('--columns chooses among all of them, also those that these responses lack', async () => {
    const first = await exported([recordOf({ id: 'a', value: '1' })], begun)
    const second = await exported([recordOf({ id: 'b', value: '2' })], first.next, ['Question a', 'b'])
    expect(second.header).toEqual(['Question a', 'Question b'])
    expect(second.rows).toEqual([['', '2']])
    expect(namesOf(second.next)).toEqual([...namesOf(first.next), 'Question b'])
  })

  test('options are columns of their own and stay', async () => {
    const columns: Contract = { ...begun, multi: 'columns' }
    const first = await exported([recordOf({ id: 'a', selected: ['x', 'y'] })], columns)
    const second = await exported([recordOf({ id: 'a', selected: ['z', 'y'] })], first.next)
    expect(second.header.slice(-3)).toEqual(['Question a: x', 'Question a: y', 'Question a: z'])
    expect(second.rows[0]?.slice(-3)).toEqual(['0', '1', '1'])
  })

  test.each<[string, unknown, unknown, ColumnType | undefined]>([
    ['fractions and then an integer', 1.5, 1, 'number'],
    ['one that no double holds and then integers', beyond, 1, 'int64'],
    ['integers and then an integer in a text', 1, '2', 'integer'],
    ['a text and then one that no double holds', 'one', beyond, 'text'],
    ['a truth and then nothing', true, null, 'boolean'],
    ['integers and then an empty text', 1, '', 'integer'],
  ])('%s keep their type', async (_, before, now, type) => {
    const first = await exported([recordOf({ id: 'a', value: before })], begun)
    const second = await exported([recordOf({ id: 'a', value: now })], first.next)
    expect(second.next.columns.at(-1)?.type).toBe(type)
    expect(second.types.get([...second.order].at(-1) ?? fail())).toBe(type)
    expect(second.changes).toEqual([])
  })

  test('a column without values gets its type from its first ones', async () => {
    const first = await exported([recordOf({ id: 'a', value: null })], begun)
    expect(first.next.columns.at(-1)?.type).toBeUndefined()
    const second = await exported(
      [recordOf({ id: 'a', value: '' }), recordOf({ id: 'a', value: true })],
      first.next,
    )
    expect(second.changes).toEqual([{ change: 'type', column: 'Question a', to: 'boolean' }])
  })

  test.each<[string, unknown, unknown, ColumnType]>([
    ['a fraction', 1, 1.5, 'number'],
    ['one that no double holds', 1, beyond, 'int64'],
    ['a fraction in a text', 1, '1.5', 'number'],
  ])('integers and then %s widen their type, which is a change', async (_, before, now, to) => {
    const first = await exported([recordOf({ id: 'a', value: before })], begun)
    const second = await exported([recordOf({ id: 'a', value: now })], first.next)
    expect(second.changes).toEqual([{ change: 'type', column: 'Question a', from: 'integer', to }])
    expect(second.types.get([...second.order].at(-1) ?? fail())).toBe(to)
    const third = await exported([recordOf({ id: 'a', value: before })], second.next)
    expect([third.changes, third.next.columns.at(-1)?.type]).toEqual([[], to])
  })

  test.each([
    ['ShortInput', 'value', '3', 'five'],
    ['LongInput', 'value', '2026-03-01', 'soon'],
    ['ShortInput', 'value', 'true', '1.5'],
    ['Dropdown', 'other', '3', 'five'],
  ])(
    'what people type in a %s (%s) begins as text, whatever digits it has',
    async (type, member, before, now) => {
      const answer = (text: string) => ({ id: 'a', type, [member]: text })
      const first = await exported([recordOf(answer(before))], begun)
      const column = first.next.columns.find(({ holds }) => 'member' in holds && holds.member === member)
      expect([column?.type, first.types.get([...first.order].at(-1) ?? fail())]).toEqual(['text', 'text'])
      expect((await exported([recordOf(answer(now))], first.next)).changes).toEqual([])
    },
  )

  test.each<[string, unknown, unknown, ColumnType]>([
    ['integers and then a text', 1, 'one', 'integer'],
    ['fractions and then one that no double holds', 1.5, beyond, 'number'],
    ['one that no double holds and then one of more than 64 bits', beyond, over, 'int64'],
    ['one that no double holds and then a fraction', beyond, 1.5, 'int64'],
    ['days and then a number', '2026-03-01', '2026', 'date'],
    ['JSON and then an integer', { a: 1 }, 1, 'json'],
  ])('%s end the export, and are text with on_mismatch: text', async (_, before, now, type) => {
    const answer = (value: unknown) =>
      recordOf({ id: 'a', type: type === 'date' ? 'Date' : 'ShortInput', value })
    const first = await exported([answer(before)], begun)
    const later = [answer(before), answer(now), answer(now)]
    const response = String(later[1]?.['id'])
    await expect(exported(later, first.next)).rejects.toMatchObject({
      code: 'column-type-broken',
      args: { column: 'Question a', type, response },
    })
    const columns = first.next.columns.map((column) => ({ ...column, onMismatch: 'text' as const }))
    const third = await exported(later, { ...first.next, columns })
    expect(third.types.get([...third.order].at(-1) ?? fail())).toBe('text')
    expect([...(third.misfits?.values() ?? [])]).toMatchObject([{ type, response, misfits: 2, values: 3 }])
    expect(third.next).toEqual({ ...first.next, columns })
  })

  test('hangs on what the responses are and not on the order in which they come', async () => {
    const records = ['c', 'a', 'b', 'd'].map((id) => recordOf({ id, headline: 'Same', value: id }))
    const { next } = await exported(records, begun)
    expect((await exported(records.toReversed(), begun)).next).toEqual(next)
  })

  test('a column that no table shows is not added, and stays where it was kept', () => {
    const columns = makeColumns()
    const [a, b] = ['a', 'b'].map((id) => columns.whole(columns.member(columns.question(id), 'value')))
    const hidden = new Set([a, b].filter((column) => column !== undefined))
    const contract: Contract = {
      ...begun,
      columns: [
        { name: 'kept', holds: { kind: 'answer', question: 'a', member: 'value', isOfEntry: false } },
      ],
    }
    const { order, next } = applyContract(columns, orderBy(columns, contract), { hidden })
    expect(order).toContain(a)
    expect(order).not.toContain(b)
    expect(namesOf(next)).toHaveLength(14)
  })

  test('an export of older responses does not take the headline back', async () => {
    const old = recordOf({ id: 'a', headline: 'Old', value: '1' })
    const first = await exported([old, recordOf({ id: 'a', headline: 'New', value: '1' })], begun)
    const second = await exported([old], first.next)
    expect([second.changes, second.next]).toEqual([[], first.next])
  })
})

const fail = (): never => {
  throw new Error('no column')
}

const values = fc.oneof(
  fc.constantFrom('text', 'a; b'),
  fc.integer({ min: -9, max: 9 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(beyond, over),
  fc.boolean(),
  fc.constant(null),
  fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
  fc.constant([
    { key: 'x', value: true },
    { key: 'w', value: false },
  ]),
  fc.constant({ deep: 1 }),
)
const answers = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'id', '__proto__'),
    headline: fc.constantFrom('Name', 'Age', 'id', 'Name [a]', 'Name: x', ''),
    member: fc.constantFrom('value', 'selected', 'other'),
    value: values,
  }),
  { selector: ({ id }) => id, maxLength: 4 },
)
const responses = fc
  .array(answers, { maxLength: 4 })
  .map((all) =>
    all.map((given) =>
      recordOf(...given.map(({ id, headline, member, value }) => ({ id, headline, [member]: value }))),
    ),
  )
const contracts = fc.record<Contract>({
  headers: fc.constantFrom('headline', 'id', 'both'),
  multi: fc.constantFrom('joined', 'json', 'columns'),
  columns: fc.constant([]),
  questions: fc.constant([]),
})

test('whatever forms become, each export keeps what earlier ones had, and the same one changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(contracts, fc.array(responses, { maxLength: 5 }), async (first, exports) => {
      let contract = first
      for (const records of exports) {
        const before = contract
        const { header, next, order, types, misfits } = await exported(records, before)
        expect(header.slice(0, before.columns.length)).toEqual(namesOf(before))
        expect(next.columns.slice(0, before.columns.length).map(({ holds }) => holds)).toEqual(
          before.columns.map(({ holds }) => holds),
        )
        expect(header).toEqual(namesOf(next))
        expect(new Set(header).size).toBe(header.length)
        expect(new Set(next.columns.map(({ holds }) => keyOf(holds))).size).toBe(header.length)
        order.forEach((column, i) => {
          const [was, type] = [before.columns[i]?.type, next.columns[i]?.type]
          const isWider = was === 'integer' && (type === 'number' || type === 'int64')
          expect(isWider ? was : type).toBe(was ?? type)
          expect(types.get(column)).toBe(misfits?.has(column) ? 'text' : (type ?? typeOf(column)))
        })
        const columns = next.columns.map((column) => ({ ...column, onMismatch: 'text' as const }))
        contract = parseColumns(Buffer.from(columnsText({ ...next, columns })), 'columns.yaml')
        expect(contract).toEqual({ ...next, columns })
        const again = await exported(records, contract)
        expect([again.changes, again.next, again.header]).toEqual([[], contract, header])
      }
    }),
  )
})

describe('a columns file', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 12 })
  const loose = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
    .map((codes) => String.fromCharCode(...codes))
  const anyText = fc.oneof(
    texts,
    loose,
    fc.constantFrom('null', '~', '- a', '#', 'a: b', ' a', '0x1', '1', '\u0085', '\u2028'),
  )
  const holdings: fc.Arbitrary<ColumnSource> = fc.oneof(
    fc.record({ kind: fc.constantFrom('record', 'meta', 'person'), name: anyText }),
    fc.record(
      {
        kind: fc.constant('answer' as const),
        question: anyText,
        member: anyText,
        isOfEntry: fc.boolean(),
        option: anyText,
      },
      { requiredKeys: ['kind', 'question', 'member', 'isOfEntry'] },
    ),
  )

  test('gives back every text that it was made of, halves of signs too', () => {
    const columns = fc.uniqueArray(fc.record({ name: anyText, holds: holdings }), {
      selector: ({ name }) => name,
      maxLength: 5,
    })
    const questions = fc.uniqueArray(fc.record({ id: anyText, headline: anyText, shown: anyText }), {
      selector: ({ id }) => id,
      maxLength: 3,
    })
    fc.assert(
      fc.property(columns, questions, (some, asked) => {
        const kept = [...new Map(some.map((column) => [keyOf(column.holds), column])).values()]
        const contract: Contract = { ...begun, columns: kept, questions: asked }
        expect(parseColumns(Buffer.from(columnsText(contract)), 'columns.yaml')).toEqual(contract)
      }),
    )
  })

  const text = (columns: string): string =>
    `schema_version: 1\nheaders: id\nmulti: json\ncolumns:\n${columns}`

  test.each([
    ['is empty', '', 'line 1, column 1: The file is empty.'],
    ['has two documents', `${text('  []')}\n---\na: 1\n`, 'line 7, column 1: A second document'],
    [
      'is of a later version',
      'schema_version: 2\n',
      'columns.yaml was written by a newer formctl (file version 2; this formctl reads version 1)',
    ],
    ['lacks its columns', 'schema_version: 1\nheaders: id\nmulti: json\n', 'The file has no columns.'],
    [
      'has an unknown key',
      text('  - { name: a, quesion: b, member: c }\n'),
      'line 5, column 16: "quesion" has no meaning in columns[0]. Did you mean question?',
    ],
    [
      'has an unknown style',
      'schema_version: 1\nheaders: ids\nmulti: json\ncolumns: []',
      'line 2, column 10: headers can be headline, id, both or sql.',
    ],
    [
      'has a number for a name',
      text('  - { name: 1, record: b }\n'),
      'line 5, column 13: columns[0].name is not a text. Put it in quotes.',
    ],
    [
      'has a column of nothing',
      text('  - { name: a }\n'),
      'line 5, column 5: A column holds one thing: record, meta, person or question; this one has none.',
    ],
    [
      'has a column of two things',
      text('  - { name: a, record: b, meta: c }\n'),
      'this one has record and meta.',
    ],
    [
      'has an answer without member',
      text('  - { name: a, question: b }\n'),
      '"question" needs either "member" or "beside".',
    ],
    [
      'has an option of no question',
      text('  - { name: a, record: b, option: c }\n'),
      'line 5, column 35: "option" is for a column with "question".',
    ],
    [
      'names a column twice',
      text('  - { name: a, record: b }\n  - { name: a, record: c }\n'),
      'line 6, column 13: Column 1 has this name, too.',
    ],
    [
      'holds a thing twice',
      text('  - { name: a, record: b }\n  - { name: b, record: b }\n'),
      'line 6, column 5: Column 1 holds the same.',
    ],
    [
      'has marks of a merge',
      text('<<<<<<< HEAD\n  - { name: a, record: b }\n=======\n'),
      'line 5, column 1:',
    ],
    ['is broken YAML', text('  - { name: a, record: b\n'), 'line 5, column'],
  ])('that %s is refused at its place', (_, file, problem) => {
    expect(() => parseColumns(Buffer.from(file), 'columns.yaml')).toThrow(problem)
  })
})
