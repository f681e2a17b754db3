import { expect, test } from 'vitest'
import { compareTable, type Comparison, type ReadTable, type Telling } from '../../bench/read-back/compare.ts'
import { parseExact } from '../../bench/read-back/exact-json.ts'
import type { ExpectedTable } from '../../bench/read-back/expected.ts'
import { longOf, relationalOf } from '../../bench/read-back/long.ts'
import { wideOf } from '../../bench/read-back/wide.ts'

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
    String.raw`id=r1 | status=2.0 | leadId=l | meta.utm=x | data=["stray"] | q=a\;b; c; d | q.other=1e400 | m=A | m.extra={"x":0.10}`,
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

const text = { hasNoNone: true, isGuarded: true }
const typed = { hasNoNone: false, isGuarded: false }
const expected: ExpectedTable = {
  name: 'responses',
  columns: new Set(['a', 'b']),
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
    ['t', null],
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
    'digits that a double drops',
    [
      ['t=1', 'n0.1'],
      ['t', null],
    ],
    typed,
  ],
  [
    'an empty text that became no value',
    [
      ['t=1', 't0.10'],
      [null, null],
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

test.each([[['b', 'a']], [['a']], [['a', 'b', 'c']], [['a', 'b', 'b']]])('columns %j are told', (columns) => {
  const rows = [
    ['t=1', 't0.10'],
    ['t', 't'],
  ]
  expect(compared({ columns, rows }, text).differences).not.toEqual([])
})
