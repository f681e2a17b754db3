import { expect, test } from 'vitest'
import { readList } from '../../../src/authoring/variables/rows.ts'

const read = (text: string): ReturnType<typeof readList> => readList(new TextEncoder().encode(text))

test.each([
  [
    'YAML',
    '- customer: Acme\n  seats: 007\n\n- {customer: Beta}\n',
    [
      [1, 3],
      [2, 4],
    ],
  ],
  [
    'JSON',
    '[\n  {"customer": "Acme", "seats": 007},\n\n  {"customer": "Beta"}\n]\n',
    [
      [1, 2],
      [2, 4],
    ],
  ],
  [
    'objects that share keys',
    '- &a\n  customer: Acme\n  seats: 007\n- <<: *a\n  customer: Beta\n',
    [
      [1, 1],
      [2, 4],
    ],
  ],
])('rows may be written as %s', (name, text, [first, second]) => {
  const { rows, columns, findings } = read(text)
  expect(findings).toEqual([])
  expect(columns).toEqual(['customer', 'seats'])
  const seats = name.startsWith('objects') ? { seats: '007' } : {}
  expect(rows.map(({ number, values }) => [number, Object.fromEntries(values)])).toEqual([
    [1, { customer: 'Acme', seats: '007' }],
    [2, { customer: 'Beta', ...seats }],
  ])
  expect([rows[0]?.number, rows[1]?.number]).toEqual([first?.[0], second?.[0]])
  expect(rows[1]?.line).toBe(second?.[1])
})

test('a name with nothing behind it has no value in its row', () => {
  const [row] = read('- customer:\n  region: EU\n').rows
  expect([...(row?.values ?? [])]).toEqual([['region', 'EU']])
})

test.each([
  ['an object', 'rows: []\n', ['1:1 rows-shape']],
  ['a text', 'Acme\n', ['1:1 rows-shape']],
  ['nothing', '# none\n', ['1:1 rows-shape']],
  ['no row', '[]\n', ['1:1 rows-shape']],
  [
    'rows that are none',
    '- a\n- [b]\n-\n- ~\n- {c: d}\n',
    ['1:3 variable-value', '2:3 variable-value', '3:2 rows-shape', '4:3 rows-shape'],
  ],
  ['a value that is none', '- a: [b]\n- a: {b: c}\n', ['1:6 variable-value', '2:6 variable-value']],
  ['a key that stands twice', '- a: b\n  a: c\n', ['2:3 yaml-duplicate-key']],
  ['a name that is none', '- "a b": c\n', ['1:3 variable-name']],
  ['broken YAML', '- a: "b\n', ['1:6 yaml-quote']],
  ['a second list', '- a: b\n---\n- c: d\n', ['3:1 rows-shape']],
  ['too many rows', '- {a: b}\n'.repeat(1001), ['1001:3 rows-limit']],
])('%s for rows is said at its place', (_, text, expected) => {
  expect(read(text).findings.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(expected)
})

test.each(['[{"customer": "a"} {"customer": "b"}]', '[{"customer": "a"}, {"customer": "b"]'])(
  'what breaks the text is all that is said of it: %s',
  (text) => {
    const codes = read(text).findings.map(({ code }) => code)
    expect(codes).toHaveLength(1)
    expect(codes).not.toContain('rows-shape')
  },
)
