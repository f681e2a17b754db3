import { expect, test } from 'vitest'
import type { Value } from './answers.ts'
import { compareTable, formats, isSame, type ReadTable } from './compare.ts'
import type { ColumnType, ExpectedTable } from './tables.ts'

const number = (text: string): Value => ({ kind: 'number', text })
const text = (own: string): Value => ({ kind: 'text', text: own })
const bool = (own: string): Value => ({ kind: 'boolean', text: own })

test.each<
  [format: keyof typeof formats, cell: string | null, type: ColumnType, value: Value | null, isIt: boolean]
>([
  ['csv', "t'=1", 'text', text('=1'), true],
  ['csv', 't', 'text', null, true],
  ['csv', 't0', 'text', null, false],
  ['csv', 't0.10', 'number', number('0.10'), true],
  ['csv', 't0.1', 'number', number('0.10'), false],
  ['sqlite', "t'=1", 'text', text('=1'), false],
  ['sqlite', 't', 'text', null, false],
  ['sqlite', null, 'text', text(''), true],
  ['sqlite', null, 'text', text('a'), false],
  ['sqlite', 'i1', 'boolean', bool('true'), true],
  ['sqlite', 'i0', 'boolean', bool('true'), false],
  ['parquet', 'n0.10', 'number', number('0.1'), true],
  ['parquet', 'n1e-07', 'number', number('0.0000001'), true],
  ['parquet', 'n100000', 'number', number('1E5'), true],
  ['parquet', 'n-0', 'number', number('0.0'), true],
  ['parquet', 'n0', 'number', number('1e-400'), false],
  ['parquet', 'ninf', 'number', number('1e400'), false],
  ['parquet', 'n0.12345678901234568', 'number', number('0.1234567890123456789'), false],
  ['parquet', 'i9007199254740993', 'whole', number('9007199254740993'), true],
  ['parquet', 'i9007199254740992', 'whole', number('9007199254740993'), false],
  ['parquet', 'i1', 'whole', number('1.0'), false],
  ['parquet', 't9007199254740993', 'whole', number('9007199254740993'), false],
  ['parquet', 'n5', 'whole', number('5'), false],
  ['parquet', 't9223372036854775808', 'text', number('9223372036854775808'), true],
  ['parquet', 'i9', 'text', text('9'), false],
  ['parquet', 'btrue', 'boolean', bool('true'), true],
  ['parquet', 'ttrue', 'boolean', bool('true'), false],
  ['parquet', 'y2026-03-01', 'day', text('2026-03-01'), true],
  ['parquet', 't2026-03-01', 'day', text('2026-03-01'), false],
  ['parquet', 'd2026-03-01T09:00:00.000Z', 'time', text('2026-03-01T10:00+01:00'), true],
  ['parquet', 'd2026-03-01T10:00:00.000Z', 'time', text('2026-03-01T10:00+01:00'), false],
  ['xlsx', 'd2026-03-01T09:00:00', 'time', text('2026-03-01T10:00+01:00'), true],
  ['xlsx', 'd2026-03-01', 'day', text('2026-03-01'), true],
  ['xlsx', 't2026-03-01', 'day', text('2026-03-01'), false],
  ['xlsx', 't1899-12-31', 'day', text('1899-12-31'), true],
  ['xlsx', 'n9|9', 'whole', number('9'), true],
  ['xlsx', 't9', 'whole', number('9'), false],
  ['xlsx', 'n9|9', 'text', text('9'), false],
  ['xlsx', 't1234567890123456', 'whole', number('1234567890123456'), true],
  ['xlsx', 'n1.5|1.50', 'number', number('1.50'), true],
  ['xlsx', 'n1.5|1.5', 'number', number('1.50'), false],
  ['xlsx', 'n100000|1E+05', 'number', number('100000.0'), false],
])('in %s, the cell %j in a column of type %s holds %j: %s', (format, cell, type, value, isIt) => {
  expect(isSame(cell, value, { ...formats[format], type })).toBe(isIt)
})

const table: ExpectedTable = {
  name: 'responses',
  columns: new Map([
    ['a', 'text'],
    ['b', 'number'],
  ]),
  rows: [
    new Map([
      ['a', text('x')],
      ['b', number('1')],
    ]),
    new Map([['a', text('y')]]),
  ],
}
const rows = [
  ['tx', 't1'],
  ['ty', 't'],
]
const differencesIn = (found: Partial<ReadTable>, expected = table): readonly string[] =>
  compareTable({ name: '', columns: ['a', 'b'], rows, ...found }, expected, formats.csv)

test('a table that says the same has no differences', () => {
  expect(differencesIn({})).toEqual([])
  expect(differencesIn({ columns: ['b', 'a'], rows: rows.map((row) => row.toReversed()) })).toEqual([])
})

test.each<[string, Partial<ReadTable>]>([
  ['a row that is lost', { rows: rows.slice(1) }],
  ['a row too many', { rows: [...rows, ['tz', 't']] }],
  ['rows that changed places', { rows: rows.toReversed() }],
  ['a column that is lost', { columns: ['a'] }],
  ['a column too many', { columns: ['a', 'b', 'c'] }],
  ['a column that comes twice', { columns: ['a', 'b', 'b'] }],
  ['columns that changed places', { columns: ['b', 'a'] }],
])('%s is a difference', (_, found) => {
  expect(differencesIn(found)).not.toEqual([])
})

test('rows of a response are matched by key, not by position', () => {
  const expected: ExpectedTable = {
    ...table,
    columns: new Map([...table.columns, ['responseNumber', 'whole']]),
    rows: table.rows.map((row) => new Map(row).set('responseNumber', number('1'))),
    key: ['responseNumber', 'a'],
  }
  const columns = ['responseNumber', 'a', 'b']
  const found = rows.map((row) => ['t1'].concat(row))
  expect(differencesIn({ columns, rows: found.toReversed() }, expected)).toEqual([])
  expect(differencesIn({ columns, rows: found.slice(1) }, expected)).toHaveLength(1)
  expect(differencesIn({ columns, rows: [...found, ['t1', 'tx', 't1']] }, expected)).toHaveLength(1)
})

test('what a program drops of texts is no difference', () => {
  const look = { ...formats.xlsx, dropped: /\0/ }
  const [first] = table.rows
  const expected = { ...table, rows: [new Map(first).set('a', text('x\0'))] }
  const found = { name: '', columns: ['a', 'b'], rows: [['tx', 'n1|1']] }
  expect(compareTable(found, expected, look)).toEqual([])
  expect(compareTable(found, expected, formats.xlsx)).toHaveLength(1)
})
