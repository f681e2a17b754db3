import { describe, expect, test } from 'vitest'
import { relativeTime } from '../../../src/cli/terminal/ago-words.ts'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import { framedLines } from '../../../src/cli/terminal/framed-table.ts'
import { tabbedLines } from '../../../src/cli/terminal/plain.ts'
import type { Column } from '../../../src/cli/terminal/terminal.ts'

const framed = (head: readonly Column[], rows: readonly (readonly string[])[], columns: number): string =>
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

test('a table that is too wide wraps its texts between words', () => {
  const table = framed(
    ['id', { text: 'answer' }],
    [['f1', 'the quick brown fox jumps over the lazy dog']],
    30,
  )
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

const id = 'clx0123456789012345678901'
const url = `https://forms.staging.example.com/s/${id}`
const path = 'specs/marketing-campaigns/2026-first-quarter/customers/satisfaction-after-the-first-month.yaml'

test.each([40, 80, 120, 200])('ids, URLs and paths stay whole in %i columns', (columns) => {
  const head = [{ text: 'name' }, 'id', 'url', 'file', { text: 'note' }]
  const rows = [
    ['お客様満足度アンケート 2026年 🎉', id, url, path, `its form stays at ${url}, with its responses`],
    ['A', id, url, path, ''],
  ]
  const table = framed(head, rows, columns)
  for (const whole of [id, url, path]) expect(table.split(whole).length).toBeGreaterThan(2)
  expect(table).toContain(`${url},`)
})

test('rows that do not fit become blocks with a line per field, without empty ones', () => {
  const head = ['state', { text: 'name' }, 'spec', 'note']
  const rows = [
    ['new', 'A survey of all our customers', path, ''],
    ['unchanged', 'B', 'b.yaml', 'n'],
  ]
  expect(framed(head, rows, 30)).toBe(
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

test('no text of a frame has fewer than twelve columns, or more than eight lines', () => {
  const isFramed = (text: string, columns: number): boolean =>
    framed(['id', { text: 'answer' }], [['f1', text]], columns).startsWith('┌')
  const text = 'the quick brown fox jumps over the lazy dog'
  expect([isFramed(text, 21), isFramed(text, 20)]).toEqual([true, false])
  expect([isFramed('word '.repeat(8 * 4), 29), isFramed('word '.repeat(8 * 4 + 1), 29)]).toEqual([
    true,
    false,
  ])
})

test('a column that is empty in every row is left out', () => {
  expect(
    framed(
      ['id', 'revoked', 'name'],
      [
        ['k1', '', ''],
        ['k2', '', 'ci'],
      ],
      80,
    ),
  ).toBe(
    [
      '┌────┬──────┐',
      '│ id │ name │',
      '├────┼──────┤',
      '│ k1 │      │',
      '│ k2 │ ci   │',
      '└────┴──────┘',
      '',
    ].join('\n'),
  )
  expect(framed(['id', 'name'], [], 80)).toContain('│ id │ name │')
})

test('a text of more than 3000 characters ends with …', () => {
  const table = framed(['id', { text: 'answer' }], [['f1', 'word '.repeat(2000)]], 80)
  expect(table.match(/word/g)).toHaveLength(600)
  expect(table).toContain('word …\n')
})

test.each([20, 33, 40, 61, 80, 120, 250])('no line of texts is longer than %i columns', (columns) => {
  const head = ['id', { text: 'question that is long' }, { text: 'answer' }, 'at']
  const rows = Array.from({ length: 9 }, (_, i) => [
    `r${i}`,
    '質問です、'.repeat(i * 3),
    'x '.repeat(i * 9),
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
  expect(framed(['a', 'b'], [['1'], ['2', '3']], 80)).toContain('│ 1 │   │')
})
test('columns that may go below their rows do so where not all fit, the last one first', () => {
  const head = ['id', { text: 'name' }, { below: 'created' }, { below: 'url' }]
  const at = '2026-03-01T09:00:00.000Z'
  const page = `http://127.0.0.1:8080/s/${id}`
  const rows = [
    [id, 'Customer feedback of the year', at, page],
    [id, 'B', at, ''],
  ]
  const shown = (columns: number): string => framed(head, rows, columns)
  expect(shown(140)).toContain(`│ ${id} │ Customer feedback of the year │ ${at} │ ${page} │\n`)
  expect(shown(100)).toBe(
    `┌───────────────────────────┬───────────────────────────────┬──────────────────────────┐
│ id                        │ name                          │ created                  │
├───────────────────────────┼───────────────────────────────┼──────────────────────────┤
│ ${id} │ Customer feedback of the year │ ${at} │
│ url  ${page}                               │
├───────────────────────────┬───────────────────────────────┬──────────────────────────┤
│ ${id} │ B                             │ ${at} │
└───────────────────────────┴───────────────────────────────┴──────────────────────────┘
`,
  )
  expect(shown(70)).toMatch(/^│ created {2}2026-\S+ +│\n│ url {2}http\S+ +│\n/m)
  expect(shown(55)).toMatch(/^url +http/m)
})

describe('a list', () => {
  const listed = (head: readonly Column[], rows: readonly (readonly string[])[], columns: number): string =>
    [...framedLines(head, rows, { columns, paintHead: (text) => text, isList: true })].join('')
  const head = [{ text: 'name' }, 'responses', 'created', { below: 'url' }]
  const rows = [
    ['Customer feedback of the year', '12', '2 hours ago', url],
    ['東京', '0', 'just now', url],
  ]

  test('has no frame, one line a row, and columns that stay in line', () => {
    expect(listed(head, rows, 120)).toBe(
      `name                           responses  created      url
Customer feedback of the year  12         2 hours ago  ${url}
東京                           0          just now     ${url}
`,
    )
  })

  test('that is too wide has a column below the rows before it wraps a text', () => {
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

  test.each([20, 33, 40, 61, 80, 120])('has no line of texts of more than %i columns', (columns) => {
    const texts = Array.from({ length: 9 }, (_, i) => [
      `r${i}`,
      '質問です、'.repeat(i * 3),
      'x '.repeat(i * 9),
      '2026',
    ])
    for (const line of listed(
      ['id', { text: 'question that is long' }, { text: 'answer' }, 'at'],
      texts,
      columns,
    ).split('\n'))
      expect(widthOf(line)).toBeLessThanOrEqual(columns)
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
