import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareTable, type Comparison, type ReadTable, type Telling } from '../../bench/read-back/compare.ts'
import { parseExact } from '../../bench/read-back/exact-json.ts'
import { namedByPlace } from '../../bench/read-back/compare-files.ts'
import type { ColumnType, Expected, ExpectedTable } from '../../bench/read-back/expected.ts'
import { faultOf, formats } from '../../bench/read-back/export-worlds.ts'
import { longOf, relationalOf } from '../../bench/read-back/long.ts'
import { calledAsAsked } from '../../bench/read-back/sql-columns.ts'
import { uniqueOf } from '../../bench/read-back/unique.ts'
import { wideOf } from '../../bench/read-back/wide.ts'
import { tooDeepAt } from '../../bench/read-back/worlds.ts'
import { isSameInteger, isSameNumber } from '../../bench/read-back/same-number.ts'
import { temporaryFolder } from '../support/test-host.ts'

const records = (text: string): readonly unknown[] => {
  const list = parseExact(text)
  return Array.isArray(list) ? list : []
}

/** The cells of a table that hold something, a row a line. */
const shown = (table: ExpectedTable | undefined): readonly string[] =>
  (table?.rows ?? []).map((row) =>
    [...row].flatMap(([name, cell]) => (cell === null ? [] : [`${name}=${cell.text}`])).join(' | '),
  )

const reply = records(`[{
  "id": "r1", "status": 2.0, "meta": {"leadId": "l", "utm": "x"}, "formId": null, "data": [
    {"questionId": "q", "response": {"type": "T", "selected": ["a;b", "c"], "other": 1e400}},
    {"questionId": "m", "response": {"choices": [{"key": "A", "value": true}, {"key": "B", "value": false}]}, "extra": {"x": 0.10}},
    {"questionId": "q", "response": {"selected": ["d"]}},
    "stray"]}]`)

test('a wide table is expected to hold every value of the source, with its digits', () => {
  expect(shown(wideOf(reply)?.[0])).toEqual([
    String.raw`id=r1 | status=2.0 | meta.leadId=l | meta.utm=x | data=["stray"] | q=a\;b; c; d | q.other=1e400 | m=A | m.extra={"x":0.10}`,
  ])
})

test('a long table is expected to have a row an answer, and a row an option that was chosen', () => {
  expect(shown(longOf(reply)[0]).map((line) => line.replace(/^.*question=/, ''))).toEqual([
    'q | type=T | member= | value=a;b',
    'q | type=T | member= | value=c',
    'q | type=T | member= | value=d',
    'q | type=T | member=other | value=1e400',
    'm | member= | value=A',
    'm | member=extra | value={"x":0.10}',
  ])
})

test('relational tables are expected to name options that were not chosen', () => {
  const [responses, answers, choices] = relationalOf(reply) ?? []
  expect(responses?.columns.has('q')).toBe(false)
  expect(answers?.rows).toHaveLength(4)
  expect(shown(choices).map((line) => line.replace(/^.*option=/, ''))).toEqual([
    'a;b | chosen=true',
    'c | chosen=true',
    'd | chosen=true',
    'A | chosen=true',
    'B | chosen=false',
  ])
})

test('nothing is expected of columns that want one name', () => {
  expect(
    wideOf(records('[{"q": 1, "data": [{"questionId": "q", "response": {"value": 1}}]}]')),
  ).toBeUndefined()
})

test('a choice that came alone is as it was chosen, and several texts in answer to one question are one', () => {
  const [table] =
    wideOf(
      records(`[{"data": [
        {"questionId": "one", "response": {"type": "Dropdown", "selected": ["a;b"]}},
        {"questionId": "text", "response": {"value": "a;b"}}, {"questionId": "text", "response": {"value": "c"}},
        {"questionId": "text", "response": {"value": "d"}},
        {"questionId": "list", "response": {"type": "Dropdown", "selected": "a"}},
        {"questionId": "list", "response": {"selected": ["b", "a"]}}]}]`),
    ) ?? []
  expect(shown(table)).toEqual([String.raw`one=a;b | text=a\;b; c; d | list=a; b`])
})

test('an option has a row wherever the question was answered, and what was typed as "Other" stands for that option', () => {
  const choices = records(`[
    {"data": [{"questionId": "q", "response": {"type": "Dropdown", "selected": "a", "selectedOther": false}}]},
    {"data": [{"questionId": "q", "response": {"type": "Dropdown", "selected": ["Other", "b"], "selectedOther": "c"}}]},
    {"data": [{"questionId": "q", "response": {"type": "Dropdown", "selectedOther": true}}]}]`)
  const [, , options] = relationalOf(choices) ?? []
  expect(shown(options).map((line) => line.replace(/^(\S+) .*option=/, '$1 '))).toEqual([
    'responseNumber=1 a | chosen=true',
    'responseNumber=1 Other | chosen=false',
    'responseNumber=1 b | chosen=false',
    'responseNumber=2 a | chosen=false',
    'responseNumber=2 Other | chosen=true',
    'responseNumber=2 b | chosen=true',
  ])
  const values = shown(longOf(choices)[0]).map((line) => line.replace(/^.*value=/, ''))
  expect(values).toEqual(['a', 'c', 'b', 'Other'])
})

test.each<[ColumnType, string, string]>([
  ['whole', '"9", 10, ""', 'ShortInput'],
  ['number', '"9", "2.50"', 'ShortInput'],
  ['number', '9, 10', 'Number'],
  ['text', '"9", "01067"', 'ShortInput'],
  ['text', '"1234567890123456"', 'ShortInput'],
  ['text', '"9", 9007199254740993, 0.5', 'ShortInput'],
  ['whole', '"9", 9007199254740993', 'ShortInput'],
  ['text', '"9", 1e400', 'ShortInput'],
  ['text', '"9", "10"', 'Phone'],
  ['text', '"1.1", "1.10"', 'Dropdown'],
  ['whole', '"1", "2"', 'Dropdown'],
  ['whole', '9, 10', 'Phone'],
  ['boolean', '"true", false', 'ShortInput'],
  ['text', '"true", 1', 'ShortInput'],
  ['day', '"2026-03-01", ""', 'ShortInput'],
  ['text', '"2026-02-29"', 'ShortInput'],
  ['time', '"2026-03-01T09:00:00.000Z"', 'ShortInput'],
  ['text', '"2026-03-01T09:00:00.000Z", "2026-03-01"', 'ShortInput'],
  ['text', '""', 'ShortInput'],
  ['json', '{"a": 1}, ""', 'ShortInput'],
  ['text', '{"a": 1}, "a"', 'ShortInput'],
])('a column is expected to be of type %s that holds %s in answer to a %s', (type, values, component) => {
  const given = records(`[${values}]`).map((value) => ({
    data: [{ questionId: 'q', response: { type: component, value } }],
  }))
  expect(wideOf(given)?.[0]?.types.get('q')).toBe(type)
})

test('where answers share a column, those of a column of numbers are numbers, and names of options are texts', () => {
  const answer = (type: string, value: unknown): unknown => ({
    data: [{ questionId: type, response: { type, value } }],
  })
  const given = [answer('ShortInput', '9'), answer('ShortInput', 10), answer('Dropdown', '5')]
  const cells = longOf(given)[0]?.rows.map((row) => row.get('value')?.kind)
  expect(cells).toEqual(['number', 'number', 'text'])
})

test('texts of a record are no numbers, and its times are times', () => {
  const [table] = wideOf(records('[{"id": "7", "status": 2, "createdAt": "2026-03-01T09:00:00.000Z"}]')) ?? []
  expect(Object.fromEntries(table?.types ?? [])).toEqual({ id: 'text', status: 'whole', createdAt: 'time' })
})

test('of responses that come again the one is expected that was updated last', () => {
  const again = records(`[
    {"id": "a", "updatedAt": "2026-03-01T09:00:00.000Z", "n": 1}, {"id": "b", "n": 2}, {"n": 3},
    {"id": "a", "updatedAt": "2026-03-01T11:00:00+03:00", "n": 4}, {"id": "b", "n": 5}, {"n": 6},
    {"id": "a", "updatedAt": "2026-03-01T09:00Z", "n": 7}]`)
  expect(uniqueOf(again).map((record) => Reflect.get(Object(record), 'n'))).toEqual([3, 5, 6, 7])
})

const text = { hasNoNone: true, isGuarded: true }
const typed = { hasNoNone: false, isGuarded: false }
const expected: ExpectedTable = {
  name: 'responses',
  columns: new Set(['a', 'b']),
  types: new Map(),
  rows: [
    new Map([
      ['a', { kind: 'text', text: '=1' }],
      ['b', { kind: 'number', text: '0.10' }],
    ]),
    new Map([
      ['a', { kind: 'text', text: '' }],
      ['b', null],
    ]),
  ],
}

function compared(table: Partial<ReadTable>, telling: Telling): Comparison {
  const counts: Comparison = { cells: 0, guarded: 0, untellable: 0, differences: [] }
  compareTable({ name: '', columns: ['a', 'b'], rows: [], ...table }, { expected, telling, counts })
  return counts
}

test('what was read as it was expected does not differ, and guarded cells are counted', () => {
  const rows = [
    ["t'=1", 't0.10'],
    ['t', 't'],
  ]
  expect(compared({ rows }, text)).toEqual({ cells: 4, guarded: 1, untellable: 0, differences: [] })
  const exact = [
    ['t=1', 't0.10'],
    [null, null],
  ]
  expect(compared({ rows: exact }, typed).differences).toEqual([])
})

test.each<[string, readonly (readonly (string | null)[])[], Telling]>([
  [
    'a text',
    [
      ['t=2', 't0.10'],
      ['t', null],
    ],
    typed,
  ],
  [
    'a digit',
    [
      ['t=1', 't0.1'],
      ['t', null],
    ],
    typed,
  ],
  [
    'another number',
    [
      ['t=1', 'n0.11'],
      ['t', null],
    ],
    typed,
  ],
  [
    'no value that became an empty text',
    [
      ['t=1', 't0.10'],
      ['t', 't'],
    ],
    typed,
  ],
  [
    'a guard where there is none',
    [
      ["t'=1", 't0.10'],
      ['t', null],
    ],
    typed,
  ],
  [
    'a value out of nothing',
    [
      ['t=1', 't0.10'],
      ['t', 't0'],
    ],
    text,
  ],
  ['a row that is lost', [['t=1', 't0.10']], text],
  [
    'rows that changed places',
    [
      ['t', 't'],
      ['t=1', 't0.10'],
    ],
    text,
  ],
])('%s is a difference', (_, rows, telling) => {
  expect(compared({ rows }, telling).differences).not.toEqual([])
})

test.each([
  ['0.1', '0.10'],
  ['100000', '1E5'],
  ['-0', '0.0'],
  ['0', '-0'],
  ['1e-07', '0.0000001'],
  ['1.5|1.50', '1.50'],
  ['0|0.00', '-0.00'],
  ['1E+020|1E+020', '1e20'],
  ['0.5|0.5', '0.5'],
])('a number that is read as %s is %s', (found, wanted) => {
  expect(isSameNumber(found, wanted)).toBe(true)
})

test.each([
  ['0.2', '0.10'],
  ['9007199254740992', '9007199254740993'],
  ['0.12345678901234568', '0.1234567890123456789'],
  ['0', '1e-400'],
  ['inf', '1e400'],
  ['1.5|1.5', '1.50'],
  ['1.5|1.500', '1.50'],
  ['100000|1E+05', '100000.0'],
])('and read as %s it is not %s', (found, wanted) => {
  expect(isSameNumber(found, wanted)).toBe(false)
})

test.each([
  ['9007199254740993', '9007199254740993', true],
  ['9007199254740992', '9007199254740993', false],
  ['9223372036854775807', '9223372036854775807', true],
  ['-9223372036854775808', '9223372036854775808', false],
  ['1', '1.0', false],
  ['0', '-0', false],
])('a whole number of 64 bits that is read as %s is %s: %s', (found, wanted, isSame) => {
  expect(isSameInteger(found, wanted)).toBe(isSame)
})

test.each<[cell: string, type: ColumnType, wanted: Expected, isSame: boolean]>([
  ['i9007199254740993', 'whole', { kind: 'number', text: '9007199254740993' }, true],
  ['t9007199254740993', 'whole', { kind: 'number', text: '9007199254740993' }, false],
  ['n5', 'whole', { kind: 'number', text: '5' }, false],
  ['n1.5', 'number', { kind: 'number', text: '1.5' }, true],
  ['t9223372036854775808', 'text', { kind: 'number', text: '9223372036854775808' }, true],
  ['i9', 'text', { kind: 'text', text: '9' }, false],
  ['btrue', 'boolean', { kind: 'boolean', text: 'true' }, true],
  ['ttrue', 'boolean', { kind: 'boolean', text: 'true' }, false],
  ['y2026-03-01', 'day', { kind: 'text', text: '2026-03-01' }, true],
  ['t2026-03-01', 'day', { kind: 'text', text: '2026-03-01' }, false],
])('in a column of Parquet, %s in the type %s stands for %j: %s', (cell, type, wanted, isSame) => {
  const counts: Comparison = { cells: 0, guarded: 0, untellable: 0, differences: [] }
  const rows = [new Map([['b', wanted]])]
  const one = { name: 'responses', columns: new Set(['b']), types: new Map([['b', type]]), rows }
  const telling = formats['parquet'] ?? typed
  compareTable({ name: '', columns: ['b'], rows: [[cell]] }, { expected: one, telling, counts })
  expect(counts.differences.length === 0).toBe(isSame)
})

test.each<[cell: string, type: ColumnType, wanted: Expected, isSame: boolean]>([
  ['n9', 'whole', { kind: 'number', text: '9' }, true],
  ['t9', 'whole', { kind: 'number', text: '9' }, false],
  ['t9', 'text', { kind: 'text', text: '9' }, true],
  ['n9', 'text', { kind: 'text', text: '9' }, false],
  ['t1234567890123456', 'whole', { kind: 'number', text: '1234567890123456' }, true],
  ['d2026-03-01T00:00:00', 'day', { kind: 'text', text: '2026-03-01' }, true],
  ['d2026-03-01', 'day', { kind: 'text', text: '2026-03-01' }, true],
  ['t2026-03-01', 'day', { kind: 'text', text: '2026-03-01' }, false],
  ['t1899-12-31', 'day', { kind: 'text', text: '1899-12-31' }, true],
])('in a sheet, %s in a column of type %s stands for %j: %s', (cell, type, wanted, isSame) => {
  const counts: Comparison = { cells: 0, guarded: 0, untellable: 0, differences: [] }
  const rows = [new Map([['b', wanted]])]
  const one = { name: 'responses', columns: new Set(['b']), types: new Map([['b', type]]), rows }
  compareTable(
    { name: '', columns: ['b'], rows: [[cell]] },
    { expected: one, telling: formats['xlsx'] ?? typed, counts },
  )
  expect(counts.differences.length === 0).toBe(isSame)
})

test.each([[['b', 'a']], [['a']], [['a', 'b', 'c']], [['a', 'b', 'b']]])('columns %j are told', (columns) => {
  const rows = [
    ['t=1', 't0.10'],
    ['t', 't'],
  ]
  expect(compared({ columns, rows }, text).differences).not.toEqual([])
})

test('rows are put in order by what cells hold, not by what they show', () => {
  const numbers = [1, 10, 2].map((n) => new Map([['b', { kind: 'number' as const, text: String(n) }]]))
  const counts: Comparison = { cells: 0, guarded: 0, untellable: 0, differences: [] }
  const rows = [['n2|2'], ['n1|1'], ['n10|10']]
  const table = { name: '', columns: new Set(['b']), types: new Map(), rows: numbers, sortedBy: ['b'] }
  compareTable({ name: '', columns: ['b'], rows }, { expected: table, telling: typed, counts })
  expect(counts).toMatchObject({ cells: 3, differences: [] })
})

test('names for SQL are mapped back by the codebook, and others are no such names', () => {
  const codebook = join(temporaryFolder(), 'codebook.json')
  const fields = [
    { name: 'created_at', title: 'createdAt' },
    { name: 'how', title: 'How?', question: { id: 'q', member: 'value' } },
    { name: 'how_extra', question: { id: 'q', member: 'extra' } },
    { name: 'response_number' },
    { name: 'Order' },
  ]
  writeFileSync(codebook, JSON.stringify({ resources: [{ schema: { fields } }] }))
  const counts: Comparison = { cells: 0, guarded: 0, untellable: 0, differences: [] }
  const columns = new Set(['responseNumber', 'createdAt', 'q', 'q.extra'])
  const wanted = [{ name: 'responses', columns, types: new Map(), rows: [] }]
  const tables = [{ name: 'responses', columns: fields.map(({ name }) => name), rows: [] }]
  const [table] = calledAsAsked(tables, { wanted, codebook, counts })
  expect(table?.columns).toEqual(['createdAt', 'q', 'q.extra', 'responseNumber', 'Order'])
  expect(counts.differences).toEqual(['responses: "Order" is no name for SQL'])
})

test.each<[string, readonly string[], readonly string[], { dropped: number; different: number }]>([
  ['as they are', ['a', 'b'], ['a', 'b'], { dropped: 0, different: 0 }],
  ['without what the reader drops', ['a', ''], ['a', '\0'], { dropped: 1, different: 0 }],
  ['but for a last one that is dropped', ['a'], ['a', '\0'], { dropped: 1, different: 0 }],
  ['but for a last one that is not', ['a'], ['a', 'b'], { dropped: 0, different: 1 }],
  ['otherwise', ['a', 'x'], ['a', 'b'], { dropped: 0, different: 1 }],
  ['with one more', ['a', 'b', 'c'], ['a', 'b'], { dropped: 0, different: 1 }],
])('names that are read %s are judged by their places', (_, columns, exact, { dropped, different }) => {
  const counts: Comparison = { cells: 0, guarded: 0, untellable: 0, differences: [] }
  const table = namedByPlace({ name: '', columns, rows: [] }, { exact, dropped: /\0/, counts })
  expect([table.columns, counts.untellable, counts.differences.length]).toEqual([exact, dropped, different])
})

test('a reply that nests too deep is known by the byte that opens a level too many', () => {
  const deep = (levels: number): Buffer =>
    Buffer.from(`{"[\\"[":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`)
  expect(tooDeepAt(deep(512))).toBeUndefined()
  expect(tooDeepAt(deep(513))).toBe(8 + 511)
})

const refusal =
  'error[saved-reply-broken]: a.json is not a complete saved reply: line 1, column 520 (byte 519) opens more than 512 levels. Give it whole.\n'
const ended = { status: 3, stderr: refusal, tooDeepAt: 519, isLeft: false }

test.each([
  ['an export that succeeds', { ...ended, status: 0, stderr: '', tooDeepAt: undefined }, undefined],
  ['an export that is refused as it has to be', ended, undefined],
  ['one that is not', { ...ended, status: 0 }, 'was not refused, though byte 519 opens more than 512 levels'],
  ['one that leaves a file', { ...ended, isLeft: true }, 'was refused, and a file is there'],
  ['one for another byte', { ...ended, tooDeepAt: 18 }, `was refused otherwise: ${refusal.trim()}`],
  ['one without a reason', { ...ended, tooDeepAt: undefined }, `was refused: ${refusal.trim()}`],
])('%s is judged by its end', (_, end, fault) => {
  expect(faultOf(end)).toBe(fault)
})
