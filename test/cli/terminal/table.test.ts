import { expect, test } from 'vitest'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import { framedLines } from '../../../src/cli/terminal/framed-table.ts'
import { tabbedLines } from '../../../src/cli/terminal/plain.ts'

const framed = (head: readonly string[], rows: readonly (readonly string[])[], columns: number): string =>
  [...framedLines(head, rows, { columns, paintHead: (text) => text })].join('')

test('on a terminal a table has a frame, and wide letters and emoji stay in line', () => {
  const table = framed(
    ['name', 'city'],
    [
      ['Zoë', '東京'],
      ['👩‍💻', 'Bonn'],
    ],
    80,
  )
  expect(table).toBe(
    [
      '┌──────┬──────┐',
      '│ name │ city │',
      '├──────┼──────┤',
      '│ Zoë  │ 東京 │',
      '│ 👩‍💻   │ Bonn │',
      '└──────┴──────┘',
      '',
    ].join('\n'),
  )
})

test('a table that is too wide folds its widest columns and keeps the narrow ones', () => {
  const table = framed(['id', 'answer'], [['f1', 'the quick brown fox jumps over the lazy dog']], 30)
  expect(table).toBe(
    [
      '┌────┬───────────────────────┐',
      '│ id │ answer                │',
      '├────┼───────────────────────┤',
      '│ f1 │ the quick brown fox   │',
      '│    │ jumps over the lazy   │',
      '│    │ dog                   │',
      '└────┴───────────────────────┘',
      '',
    ].join('\n'),
  )
})

test('a very long cell ends with … after five lines', () => {
  const lines = framed(['id', 'answer'], [['f1', 'word '.repeat(200)]], 30).split('\n')
  expect(lines).toHaveLength(3 + 5 + 1 + 1)
  expect(lines[7]).toBe('│    │ word word word word … │')
})

test('columns that cannot stand side by side stand one under the other', () => {
  expect(framed(['first', 'second', 'third'], [['one value here', 'another', 'third value']], 24)).toBe(
    ['── 1 ───────────────────', 'first   one value here', 'second  another', 'third   third value', ''].join(
      '\n',
    ),
  )
})

test.each([20, 33, 40, 61, 80, 120])('no line is longer than %i columns', (columns) => {
  const head = ['id', 'question that is long', 'answer', 'at']
  const rows = Array.from({ length: 9 }, (_, i) => [
    `r${i}`,
    '質問 '.repeat(i * 3),
    'x'.repeat(i * 17),
    '2026',
  ])
  for (const line of framed(head, rows, columns).split('\n'))
    expect(widthOf(line)).toBeLessThanOrEqual(columns)
})

test('in a pipe rows are tab-separated with full values; what would break a row is made visible', () => {
  const rows = [
    ['a\tb', 'x'.repeat(300)],
    ['\u001b[31m', 'two\nlines'],
  ]
  expect([...tabbedLines(['id', 'text'], rows)].join('')).toBe(
    `id\ttext\na${String.raw`\t`}b\t${'x'.repeat(300)}\n${String.raw`\x1b[31m`}\t${String.raw`two\nlines`}\n`,
  )
})

test('rows with missing cells still fill the frame', () => {
  expect(framed(['a', 'b'], [['1']], 80)).toContain('│ 1 │   │')
})
