import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../../src/export/sqlite.ts'
import type { ColumnType, Table, TableColumn } from '../../src/table/table.ts'
import { Failure } from '../../src/failure/failure.ts'
import { reasonOf } from '../../src/failure/reason.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { inLargerPieces, tableOf, type Cell } from '../table/table-of.ts'

const options = { formulas: 'guard', bom: false, lineEnd: '\n' } as const

const folder = temporaryFolder()
let files = 0

/** Writes tables into a new file, and gives the file with what is said of it. */
async function written(...tables: readonly [Table, ...Table[]]) {
  const file = join(folder, `${files++}.sqlite`)
  return { file, summary: await sqlite.write(tables, file, options) }
}

/** What a query gives in a database that is open for that long. */
function ask(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** The same with every whole number to its last digit. */
function exactRowsOf(file: string, sql: string): unknown[][] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    return statement.all().map((row) => Object.values(row))
  } finally {
    database.close()
  }
}

const rowsOf = (file: string, sql: string): unknown[][] => ask(file, sql).map((row) => Object.values(row))

const namesOf = (file: string, table = 'responses'): unknown[] =>
  rowsOf(file, `select name from pragma_table_xinfo('${table}')`).flat()

const columnsOf = (...types: readonly ColumnType[]): TableColumn[] =>
  types.map((type, i) => ({ name: `c${i}`, type }))

// Texts come back as their bytes: Node 22 reads a text only up to U+0000.
const texts = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((text) => text.toWellFormed())
  .chain((text) => fc.constantFrom(text, `${text}\0`, `\0${text}`, text.repeat(300)))

const cells: Readonly<Record<ColumnType, fc.Arbitrary<Cell>>> = {
  text: fc.oneof(texts, fc.bigInt(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  integer: fc.maxSafeInteger().map((n) => Math.trunc(n / 10) + 0),
  int64: fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
  boolean: fc.boolean(),
  date: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((at) => at.toISOString().slice(0, 10)),
  time: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString()),
  json: fc.array(fc.string()),
}

const tables = fc
  .array(fc.constantFrom(...(Object.keys(cells) as ColumnType[])), { minLength: 1, maxLength: 6 })
  .chain((types) =>
    fc.record({
      types: fc.constant(types),
      rows: fc.array(fc.tuple(...types.map((type) => fc.option(cells[type], { freq: 3 }))), { maxLength: 9 }),
      batchSize: fc.integer({ min: 1, max: 4 }),
    }),
  )

/** A cell as the database holds it. */
function held(cell: Cell, type: ColumnType): unknown {
  if (cell === null || cell === '') return null
  if (type === 'integer' || type === 'int64') return BigInt(cell as number | bigint)
  if (type === 'number') return cell
  if (type === 'boolean') return cell === true ? 1n : 0n
  return Buffer.from(typeof cell === 'object' ? JSON.stringify(cell) : String(cell)).toString('hex')
}

describe('a SQLite file', () => {
  test('gives every value back, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ types, rows, batchSize }) => {
        const columns = columnsOf(...types)
        const { file } = await written(tableOf(columns, rows, { batchSize }))
        const asText = (i: number): boolean =>
          !['integer', 'int64', 'number', 'boolean'].includes(types[i] ?? '')
        const wanted = columns.map(({ name }, i) =>
          asText(i) ? `case when ${name} is not null then lower(hex(${name})) end` : name,
        )
        expect(exactRowsOf(file, `select ${wanted.join(', ')} from responses order by rowid`)).toEqual(
          rows.map((row) => row.map((cell, i) => held(cell, types[i] ?? 'text'))),
        )
        expect(rowsOf(file, 'pragma integrity_check')).toEqual([['ok']])
      }),
      { numRuns: 150 },
    )
  })

  test('reads rows of bytes that lie anywhere in a larger piece', async () => {
    const table = tableOf(columnsOf('text', 'text'), [
      ['äb', 'c'],
      ['d', 'e'],
    ])
    const { file } = await written(inLargerPieces(table))
    expect(rowsOf(file, 'select * from responses')).toEqual([
      ['äb', 'c'],
      ['d', 'e'],
    ])
  })

  test('says of every column what it holds', async () => {
    const columns = columnsOf('text', 'integer', 'number', 'boolean', 'time', 'json', 'int64')
    const { file } = await written(
      tableOf(columns, [
        ['1e400', 12, 0.5, true, '2026-03-01T09:00:00.000Z', ['a'], 2n ** 63n - 1n],
        [null, null, null, null, null, null, null],
      ]),
    )
    const types = rowsOf(file, `select type from pragma_table_info('responses')`).flat()
    expect(types.join(' ')).toBe('TEXT INTEGER REAL INTEGER TEXT TEXT INTEGER')
    expect(
      rowsOf(
        file,
        'select typeof(c0), typeof(c1), typeof(c2), typeof(c3), typeof(c4), typeof(c5), typeof(c6) from responses',
      ),
    ).toEqual([
      ['text', 'integer', 'real', 'integer', 'text', 'text', 'integer'],
      ['null', 'null', 'null', 'null', 'null', 'null', 'null'],
    ])
    expect(ask(file, `select datetime(c4) as at, c5 ->> 0 as first from responses limit 1`)).toMatchObject([
      { at: '2026-03-01 09:00:00', first: 'a' },
    ])
    const [table] = ask(file, `select strict from pragma_table_list where name = 'responses'`)
    expect(table).toMatchObject({ strict: 1 })
  })

  test('has nothing for an empty text, and keeps a text with U+0000', async () => {
    const { file } = await written(tableOf(columnsOf('text'), [[''], [null], ['a\0b'], ['\0']]))
    expect(rowsOf(file, 'select typeof(c0), hex(c0) from responses')).toEqual([
      ['null', ''],
      ['null', ''],
      ['text', '610062'],
      ['text', '00'],
    ])
  })

  test('keeps the digits of numbers that stand in a text column', async () => {
    const { file } = await written(tableOf(columnsOf('text'), [[9007199254740993n], [10n ** 30n], [true]]))
    expect(rowsOf(file, 'select c0 from responses').flat()).toEqual([
      '9007199254740993',
      '1000000000000000000000000000000',
      'true',
    ])
  })

  test('keeps numbers of every size', async () => {
    const powers = [7, 8, 15, 16, 23, 24, 31, 32, 39, 47].map((power) => 2 ** power)
    const edges = [0, 1, 2, ...powers.flatMap((power) => [power - 1, power, power + 1]), 10 ** 15 - 1]
    const integers = edges.flatMap((edge) => [edge, -edge]).map((edge) => edge + 0)
    const doubles = [2 ** 52, 0.5, -0.1, 1e300, -5e-324, 123_456_789.125]
    const long = [10n ** 15n, 2n ** 53n, 2n ** 53n + 1n, 10n ** 18n, 2n ** 63n - 1n]
    const longs = [...long.flatMap((edge) => [edge, -edge]), -(2n ** 63n), 0n, 1n, -1n, 999_999_999_999_999n]
    const rows: Cell[][] = [
      ...integers.map((n) => [n, n, n]),
      ...doubles.map((n) => [null, n, null]),
      ...longs.map((n) => [null, null, n]),
    ]
    const { file } = await written(tableOf(columnsOf('integer', 'number', 'int64'), rows))
    expect(exactRowsOf(file, 'select * from responses order by rowid')).toEqual(
      rows.map(([a = null, b = null, c = null]) => [
        held(a, a === null ? 'text' : 'integer'),
        b,
        held(c, c === null ? 'text' : 'int64'),
      ]),
    )
  })

  test('has nothing where a text is empty, whatever the type', async () => {
    const { file } = await written(
      tableOf(columnsOf('integer', 'number', 'boolean', 'date', 'time', 'text'), [['', '', '', '', '', '']]),
    )
    expect(rowsOf(file, 'select * from responses')).toEqual([[null, null, null, null, null, null]])
  })

  test('holds texts that are longer than its pages', async () => {
    const rows = [100, 16_000, 17_000, 1_000_000].map((length, i) => [`${i}`.repeat(length), 'x'])
    const { file } = await written(tableOf(columnsOf('text', 'text'), rows))
    expect(rowsOf(file, 'select * from responses order by rowid')).toEqual(rows)
    expect(rowsOf(file, 'pragma integrity_check')).toEqual([['ok']])
  })

  test('of no rows has its table all the same', async () => {
    const { file } = await written(tableOf(columnsOf('text', 'number'), []))
    expect(namesOf(file)).toEqual(['c0', 'c1'])
    expect(rowsOf(file, 'select count(*) from responses')).toEqual([[0]])
  })

  test('holds every row once and in order, however many go in at once', async () => {
    for (const [width, height] of [
      [1, 63],
      [1, 64],
      [7, 100],
      [33, 5],
    ] as const) {
      const rows = Array.from({ length: height }, (_, i) =>
        Array.from({ length: width }, (__, n) => `${i}.${n}`),
      )
      const types = Array.from({ length: width }, () => 'text' as const)
      const { file } = await written(tableOf(columnsOf(...types), rows, { batchSize: 3 }))
      expect(rowsOf(file, 'select * from responses order by rowid')).toEqual(rows)
    }
  })

  test('is the same, byte by byte, for equal tables in whatever batches', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => [`r${i}`, i % 3 === 0 ? null : `${i} `.repeat(i)])
    const indexes = [['c0'], ['c1', 'c0']]
    const [one, other] = await Promise.all(
      [3, 100].map((batchSize) =>
        written({ ...tableOf(columnsOf('text', 'text'), rows, { batchSize }), indexes }),
      ),
    )
    expect(readFileSync(one?.file ?? '').equals(readFileSync(other?.file ?? ''))).toBe(true)
  })

  test('has nothing beside it', async () => {
    const own = temporaryFolder()
    const file = join(own, 'answers.sqlite')
    await sqlite.write([tableOf(columnsOf('text'), [['a']])], file, options)
    expect(readdirSync(own)).toEqual(['answers.sqlite'])
    // Not of the kind that writes files beside it as soon as somebody reads.
    expect([...readFileSync(file).subarray(18, 20)]).toEqual([1, 1])
  })
})

const named = (...names: readonly string[]): TableColumn[] => names.map((name) => ({ name, type: 'text' }))

describe('names in a SQLite file', () => {
  test.each([
    [['a"b', 'a""b', "it's", '[x]', '`y`', '', ' ']],
    [['rowid', 'select', '"; drop table responses; --']],
    [['É', '\uFFFD', 'a.b', '😀']],
  ])('are those of the table: %j', async (names) => {
    const row = names.map((_, i) => `v${i}`)
    const { file } = await written(tableOf(named(...names), [row]))
    expect(namesOf(file)).toEqual(names)
    expect(rowsOf(file, 'select * from responses')).toEqual([row])
  })
})

describe('a wide table', () => {
  const wide = (width: number): Table =>
    tableOf(columnsOf(...Array.from({ length: width }, () => 'text' as const)), [
      Array.from({ length: width }, (_, i) => `v${i}`),
    ])

  test('of 2,000 columns is written', async () => {
    const { file } = await written(wide(2000))
    expect(rowsOf(file, 'select c0, c1999 from responses')).toEqual([['v0', 'v1999']])
  })

  test('of 2,001 columns is refused before anything is written, with the layouts that would do', async () => {
    const own = temporaryFolder()
    const write = sqlite.write([tableOf(named('id'), [['r1']]), wide(2001)], join(own, 'a.sqlite'), options)
    const error = await write.catch((reason: unknown) => reason)
    expect(Failure.is(error, 'too-many-columns')).toBe(true)
    expect(String(error)).toMatch(
      /2001 columns.* at most 2000.*--layout relational or --layout long.*--columns/,
    )
    expect(readdirSync(own)).toEqual([])
  })
})

describe('the relational layout', () => {
  const answers: Table = {
    ...tableOf(
      named('responseId', 'questionId'),
      [
        ['r1', 'q1'],
        ['r2', 'q1'],
        [null, null],
      ],
      { name: 'answers' },
    ),
    indexes: [['responseId'], ['questionId', 'responseId'], ['questionId', 'gone']],
    references: [
      { column: 'responseId', of: { table: 'responses', column: 'id' } },
      { column: 'gone', of: { table: 'responses', column: 'id' } },
      { column: 'questionId', of: { table: 'questions', column: 'id' } },
    ],
  }
  const responses = (...ids: readonly Cell[]): Table => ({
    ...tableOf(
      named('id', 'formId'),
      ids.map((id) => [id, 'f1']),
    ),
    indexes: [['id'], ['formId']],
  })

  const indexesOf = (file: string): unknown[][] =>
    rowsOf(
      file,
      `select t.name as owner, i.name, i."unique", (select group_concat(name) from pragma_index_info(i.name))
        from pragma_table_list t join pragma_index_list(t.name) i where t.schema = 'main' order by 1, 2`,
    )

  test('is joined by keys where ids are of one response each', async () => {
    const { file } = await written(responses('r1', 'r2', null, null), answers)
    expect(indexesOf(file)).toEqual([
      ['answers', 'answers_by_questionId_responseId', 0, 'questionId,responseId'],
      ['answers', 'answers_by_responseId', 0, 'responseId'],
      ['responses', 'responses_by_formId', 0, 'formId'],
      ['responses', 'responses_by_id', 1, 'id'],
    ])
    expect(ask(file, `select * from pragma_foreign_key_list('answers')`)).toMatchObject([
      { table: 'responses', from: 'responseId', to: 'id' },
    ])
    expect(rowsOf(file, 'pragma foreign_key_check')).toEqual([])
    expect(rowsOf(file, 'select count(*) from answers join responses on id = responseId')).toEqual([[2]])
  })

  test('has no keys where an id comes twice, and can be changed all the same', async () => {
    const { file } = await written(responses('r1', 'r1', 'r2'), answers)
    expect(indexesOf(file)).toContainEqual(['responses', 'responses_by_id', 0, 'id'])
    expect(rowsOf(file, `select * from pragma_foreign_key_list('answers')`)).toEqual([])
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
    database.exec(`delete from responses where id = 'r2'; insert into answers values ('r9', 'q9')`)
    database.close()
  })

  test('asks for no uniqueness where nobody refers to a column', async () => {
    const { file } = await written(responses('r1', 'r2'))
    expect(indexesOf(file).map(([, name, isUnique]) => [name, isUnique])).toEqual([
      ['responses_by_formId', 0],
      ['responses_by_id', 0],
    ])
  })
})

describe('a SQLite file that cannot be written', () => {
  test('breaks off with the reason in plain words', async () => {
    const missing = join(temporaryFolder(), 'none', 'a.sqlite')
    const error = await sqlite
      .write([tableOf(named('id'), [])], missing, options)
      .catch((reason: unknown) => reason)
    expect(reasonOf(error)).toBe('it cannot be opened')
  })

  test('is closed when its rows break off', async () => {
    const own = temporaryFolder()
    const table: Table = {
      ...tableOf(named('id'), []),
      async *rows() {
        yield* tableOf(named('id'), [['r1']]).rows()
        throw new Error('cut off')
      },
    }
    await expect(sqlite.write([table], join(own, 'a.sqlite'), options)).rejects.toThrow('cut off')
    const again = new DatabaseSync(join(own, 'a.sqlite'), { timeout: 0 })
    again.exec('begin exclusive')
    again.close()
  })
})
