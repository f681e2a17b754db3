import { describe, expect, test } from 'vitest'
import { relativeTime } from '../../../src/cli/terminal/ago-words.ts'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import { listLines } from '../../../src/cli/terminal/list-lines.ts'
import { tabbedLines } from '../../../src/cli/terminal/plain.ts'
import type { Column } from '../../../src/cli/terminal/terminal.ts'

const listed = (head: readonly Column[], rows: readonly (readonly string[])[], columns: number): string =>
  [...listLines(head, rows, { columns, paintHead: (text) => text })].join('')

test('wide letters and emoji stay in line', () => {
  const rows = [
    ['Zoë', '東京', 'a'],
    ['👩‍💻', 'Bonn', 'b'],
  ]
  expect(listed(['name', 'city', 'x'], rows, 80)).toBe('name  city  x\nZoë   東京  a\n👩‍💻    Bonn  b\n')
})

test('a table that is too wide wraps its texts between words', () => {
  const table = listed(
    ['id', { text: 'answer' }],
    [['f1', 'the quick brown fox jumps over the lazy dog']],
    26,
  )
  expect(table).toBe('id  answer\nf1  the quick brown fox\n    jumps over the lazy\n    dog\n')
})

const id = 'clx0123456789012345678901'
const url = `https://forms.staging.example.com/s/${id}`
const path = 'specs/marketing-campaigns/2026-first-quarter/customers/satisfaction-after-the-first-month.yaml'

test.each([40, 80, 120, 200])('ids, URLs and paths stay whole in %i columns', (columns) => {
  const head = [{ text: 'name' }, 'id', 'url', 'file', { text: 'note' }]
  const rows = [
    ['お客様満足度アンケート 2026年 🎉', id, url, path, `its form stays at ${url}, with its responses`],
    ['A', id, url, path, ''],
  ]
  const table = listed(head, rows, columns)
  for (const whole of [id, url, path]) expect(table.split(whole).length).toBeGreaterThan(2)
  expect(table).toContain(`${url},`)
})

test('rows that do not fit become blocks with a line per field, without empty ones', () => {
  const head = ['state', { text: 'name' }, 'spec', 'note']
  const rows = [
    ['new', 'A survey of all our customers', path, ''],
    ['unchanged', 'B', 'b.yaml', 'n'],
  ]
  expect(listed(head, rows, 30)).toBe(
    [
      '──────────────────────────────',
      'state  new',
      'name   A survey of all our',
      '       customers',
      `spec   ${path}`,
      '──────────────────────────────',
      'state  unchanged',
      'name   B',
      'spec   b.yaml',
      'note   n',
      '──────────────────────────────',
      '',
    ].join('\n'),
  )
})

test('no text of a row has fewer than twelve columns, or more than eight lines', () => {
  const isRow = (text: string, columns: number): boolean =>
    listed(['id', { text: 'answer' }], [['f1', text]], columns).startsWith('id  answer\n')
  const text = 'the quick brown fox jumps over the lazy dog'
  expect([isRow(text, 16), isRow(text, 15)]).toEqual([true, false])
  expect([isRow('word '.repeat(8 * 4), 24), isRow('word '.repeat(8 * 4 + 1), 24)]).toEqual([true, false])
})

test('a column that is empty in every row is left out', () => {
  expect(
    listed(
      ['id', 'revoked', 'name'],
      [
        ['k1', '', ''],
        ['k2', '', 'ci'],
      ],
      80,
    ),
  ).toBe('id  name\nk1\nk2  ci\n')
  expect(listed(['id', 'name'], [], 80)).toBe('id  name\n')
})

test('a text of more than 3000 characters ends with …', () => {
  const table = listed(['id', { text: 'answer' }], [['f1', 'word '.repeat(2000)]], 80)
  expect(table.match(/word/g)).toHaveLength(600)
  expect(table).toContain('word…\n')
})

test.each([20, 33, 40, 61, 80, 120, 250])('no line of texts is longer than %i columns', (columns) => {
  const head = ['id', { text: 'question that is long' }, { text: 'answer' }, 'at']
  const rows = Array.from({ length: 9 }, (_, i) => [
    `r${i}`,
    '質問です、'.repeat(i * 3),
    'x '.repeat(i * 9),
    '2026',
  ])
  for (const line of listed(head, rows, columns).split('\n'))
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

test('rows with missing cells stay in line', () => {
  expect(listed(['a', 'b'], [['1'], ['2', '3']], 80)).toBe('a  b\n1\n2  3\n')
})

describe('columns that may go below their rows', () => {
  const head = [{ text: 'name' }, 'responses', 'created', { below: 'url' }]
  const rows = [
    ['Customer feedback of the year', '12', '2 hours ago', url],
    ['東京', '0', 'just now', url],
  ]

  test('stand beside the others where all fit', () => {
    expect(listed(head, rows, 120)).toBe(
      `name                           responses  created      url
Customer feedback of the year  12         2 hours ago  ${url}
東京                           0          just now     ${url}
`,
    )
  })

  test('go there before a text is wrapped, the last one first', () => {
    expect(listed(head, rows, 80)).toBe(
      `name                           responses  created
Customer feedback of the year  12         2 hours ago
  url  ${url}
東京                           0          just now
  url  ${url}
`,
    )
    expect(listed(head, rows, 40)).toContain('\nfeedback of the\nyear\n  url')
  })
})

test.each([
  ['2026-03-01T08:59:59.500Z', 'just now'],
  ['2026-03-01T07:00:00.000Z', '2 hours ago'],
  ['2026-02-27T09:00:00Z', '2 days ago'],
  ['2025-11-01T09:00:00.000Z', '2025-11-01'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01'],
  ['2026-03-01', '2026-03-01'],
  ['Opening 2026-03-01T07:00:00.000Z', 'Opening 2026-03-01T07:00:00.000Z'],
])('the cell %s is read as %s', (cell, words) => {
  expect(relativeTime(cell, new Date('2026-03-01T09:00:00.000Z'))).toBe(words)
})
