import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillTable } from '../../../src/export/sqlite/fill-table.ts'
import { numberAfter } from '../../../src/export/sqlite/pages.ts'
import type { ColumnType, Table, TableColumn } from '../../../src/export/table.ts'
import { isLong } from '../../support/is-long.ts'
import { temporaryFolder } from '../../support/test-host.ts'
import { tableOf, type Cell } from '../table-of.ts'

const folder = temporaryFolder()
let files = 0

type Database = { readonly pageSize?: number; readonly types: string }

/** Fills a table of a new database past SQLite. */
async function filled(table: Table, { pageSize = 512, types }: Database): Promise<string> {
  const file = join(folder, `${files++}.sqlite`)
  const database = new DatabaseSync(file)
  database.exec(`pragma page_size = ${pageSize}; pragma synchronous = off; create table t (${types}) strict`)
  const row = database.prepare(`select rootpage from sqlite_schema where name = 't'`).get()
  database.close()
  await fillTable(table, file, Number(row?.['rootpage']))
  return file
}

/** What SQLite says of a file: of its own making, and to a query. */
function asked(file: string, sql: string): { readonly isWhole: boolean; readonly rows: unknown[][] } {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [said] = database.prepare('pragma integrity_check').all()
    const rows = database.prepare(sql).all()
    return { isWhole: said?.['integrity_check'] === 'ok', rows: rows.map((row) => Object.values(row)) }
  } finally {
    database.close()
  }
}

const columnsOf = (...types: readonly ColumnType[]): TableColumn[] =>
  types.map((type, i) => ({ name: `c${i}`, type }))

const column = (cells: readonly Cell[]): Cell[][] => cells.map((cell) => [cell])

describe('a table that is filled past SQLite', () => {
  test(
    'is whole to SQLite, however long its rows are and however large its pages',
    { timeout: 120_000 },
    async () => {
      // Around what a page holds, what stands in it of a longer row, and what fills one page more or two.
      const sizes = fc.oneof(
        fc.nat({ max: 3000 }),
        fc
          .tuple(
            fc.constantFrom(32, 39, 460, 477, 500, 508, 985, 1016, 1493),
            fc.integer({ min: -12, max: 12 }),
          )
          .map(([around, more]) => around + more),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(512, 1024, 4096),
          fc.array(fc.tuple(sizes, sizes), { maxLength: 60 }),
          async (pageSize, lengths) => {
            const rows = lengths.map(([one, other], i) => ['a'.repeat(one), String(i).repeat(other)])
            const file = await filled(tableOf(columnsOf('text', 'text'), rows, { batchSize: 7 }), {
              pageSize,
              types: 'a text, b text',
            })
            expect(asked(file, 'select * from t order by rowid')).toEqual({ isWhole: true, rows })
          },
        ),
        { numRuns: isLong ? 2000 : 60 },
      )
    },
  )

  test.each([
    ['the smallest pages, so that there are pages above pages above pages', 512, 30_000],
    ['the usual pages, with pages above pages', 16_384, 40_000],
    ['the largest pages', 65_536, 3000],
  ])('finds each row by its number among %s', async (_, pageSize, count) => {
    const rows = column(Array.from({ length: count }, (__, i) => `${i} ${'x'.repeat(i % 700)}`))
    const file = await filled(tableOf(columnsOf('text'), rows, { batchSize: 1000 }), {
      pageSize,
      types: 'a text',
    })
    expect(asked(file, 'select count(*), max(rowid) from t')).toEqual({
      isWhole: true,
      rows: [[count, count]],
    })
    for (const i of [0, 1, 17, Math.floor(count / 2), count - 1])
      expect(asked(file, `select a from t where rowid = ${i + 1}`).rows).toEqual([rows[i]])
  })

  test('of no rows is empty, also in the largest pages', async () => {
    for (const pageSize of [512, 65_536]) {
      const file = await filled(tableOf(columnsOf('text'), []), { pageSize, types: 'a text' })
      expect(asked(file, 'select * from t')).toEqual({ isWhole: true, rows: [] })
    }
  })

  test('can be written to by SQLite from then on', async () => {
    const rows = column(Array.from({ length: 500 }, (_, i) => `${i}`.repeat(i)))
    const file = await filled(tableOf(columnsOf('text'), rows), { types: 'a text' })
    const database = new DatabaseSync(file)
    database.exec(`
      create index t_by_a on t (a);
      delete from t where rowid % 3 = 0;
      insert into t values ('new');
      create table other (b text) strict;
      insert into other select a from t`)
    database.close()
    const { isWhole, rows: left } = asked(file, 'select a from t order by rowid')
    expect(isWhole).toBe(true)
    expect(left).toEqual([...rows.filter((__, i) => (i + 1) % 3 !== 0), ['new']])
    expect(asked(file, `select rowid from t where a = 'new'`).rows).toEqual([[501]])
  })

  test('holds numbers of every size, as small as SQLite itself would', async () => {
    const powers = [7, 8, 15, 16, 23, 24, 31, 32, 39, 47].map((power) => 2 ** power)
    const edges = [0, 1, 2, ...powers.flatMap((power) => [power - 1, power, power + 1])]
    const integers = [...edges, 10 ** 15 - 1].flatMap((edge) => [edge, -edge]).map((edge) => edge + 0)
    const numbers = [...integers, 2 ** 52, 0.5, -0.1, 1e300, -5e-324, 123_456_789.125]
    const table = tableOf(
      columnsOf('integer', 'number'),
      numbers.map((number) => [integers.includes(number) ? number : null, number]),
    )
    const file = await filled(table, { types: 'a integer, b real' })
    expect(asked(file, 'select a, b, typeof(b) from t order by rowid')).toEqual({
      isWhole: true,
      rows: numbers.map((number) => [integers.includes(number) ? number : null, number, 'real']),
    })
    const its = join(folder, `${files++}.sqlite`)
    const database = new DatabaseSync(its)
    database.exec(
      `pragma page_size = 512; pragma synchronous = off; create table t (a integer, b real) strict`,
    )
    const insert = database.prepare('insert into t values (?, ?)')
    for (const number of numbers) insert.run(integers.includes(number) ? BigInt(number) : null, number)
    database.close()
    expect(statSync(file).size).toBe(statSync(its).size)
  })

  test('holds whole numbers of 64 bits to the last digit, as small as SQLite itself would', async () => {
    const edges = [10n ** 15n, 2n ** 53n, 2n ** 53n + 1n, 10n ** 18n, 2n ** 63n - 1n]
    const whole = [...edges.flatMap((edge) => [edge, -edge]), -(2n ** 63n), 0n, 1n, -1n, 999_999_999_999_999n]
    const file = await filled(tableOf(columnsOf('int64'), column(whole)), { types: 'a integer' })
    const its = join(folder, `${files++}.sqlite`)
    const database = new DatabaseSync(its)
    database.exec(`pragma page_size = 512; pragma synchronous = off; create table t (a integer) strict`)
    const insert = database.prepare('insert into t values (?)')
    for (const number of whole) insert.run(number)
    database.close()
    expect(asked(file, 'select typeof(a), cast(a as text) from t order by rowid')).toEqual({
      isWhole: true,
      rows: whole.map((number) => ['integer', String(number)]),
    })
    expect(readFileSync(file).subarray(512)).toEqual(readFileSync(its).subarray(512))
  })

  test('has nothing where a number would be without a digit', async () => {
    const table = tableOf(columnsOf('integer', 'number', 'boolean', 'text'), [['', '', '', '']])
    const file = await filled(table, { types: 'a integer, b real, c integer, d text' })
    expect(asked(file, 'select * from t').rows).toEqual([[null, null, null, '']])
  })

  test('leaves out the page where SQLite locks the file', () => {
    expect(numberAfter(1, 4096)).toBe(2)
    for (const pageSize of [512, 4096, 16_384, 65_536]) {
      const before = 2 ** 30 / pageSize
      expect([before - 1, before, before + 2].map((count) => numberAfter(count, pageSize))).toEqual([
        before,
        before + 2,
        before + 3,
      ])
    }
  })

  // Only beyond a gigabyte there is a page that SQLite never uses.
  const rows = isLong ? 1100 : 40

  test(`may have ${rows} megabytes`, { timeout: 120_000 }, async () => {
    const text = 'x'.repeat(1_000_000)
    const table: Table = {
      ...tableOf(columnsOf('text'), []),
      async *rows() {
        for (let i = 0; i < rows; i++) yield* tableOf(columnsOf('text'), [[`${i} ${text}`]]).rows()
      },
    }
    const file = await filled(table, { pageSize: 16_384, types: 'a text' })
    const length = Array.from({ length: rows }, (_, i) => `${i} ${text}`.length).reduce(
      (sum, one) => sum + one,
      0,
    )
    expect(asked(file, 'select count(*), sum(length(a)) from t')).toEqual({
      isWhole: true,
      rows: [[rows, length]],
    })
  })
})
