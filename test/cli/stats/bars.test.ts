import { describe, expect, test } from 'vitest'
import { barLines } from '../../../src/cli/commands/responses-stats.ts'
import type { BarRow } from '../../../src/stats/stats.ts'
import { duration } from '../../../src/stats/figure-words.ts'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import type { Paint } from '../../../src/cli/terminal/terminal.ts'

const same = (text: string): string => text
// Of all paints the plain one, which leaves texts as they are.
const paint = new Proxy({}, { get: () => same }) as Paint
const look = (columns: number): { columns: number; paint: Paint } => ({ columns, paint })

const bar = (label: string, more: Partial<BarRow> = {}): BarRow => ({
  label,
  figures: ['7'],
  share: 1,
  ...more,
})

describe('bars', () => {
  test('stand behind numbers that are aligned, and lines of a long label behind its number', () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'
    const lines = barLines(
      { rows: [bar('Short', { nth: 9 }), bar(word, { nth: 10 }), bar('two words of it', { nth: 11 })] },
      look(40),
    )
    expect(lines.map((line) => line.slice(0, 18).trimEnd())).toEqual([
      '   9 Short',
      '  10 Donaudampfsch',
      '     ifffahrtsgese',
      '     llschaft',
      '  11 two words of',
      '     it',
    ])
  })

  test('leave no blanks at the end of a line, and words above figures stand over them', () => {
    const bars = [bar('some', { share: 0, figures: ['12', ''] }), bar('more', { figures: ['345', '9%'] })]
    const lines = barLines({ names: ['reached', ''], rows: bars }, look(60))
    expect(lines.filter((line) => line.endsWith(' '))).toEqual([])
    expect(lines.slice(0, 2)).toEqual(['        reached', '  some       12'])
  })

  test('give way where the terminal has no room for them and for the labels', () => {
    const bars = [bar('What is your role?', { nth: 1, figures: ['1', '100%'] })]
    const lines = barLines({ names: ['answered'], rows: bars }, look(34))
    expect(lines).toEqual(['                    answered', '  1 What is your           1  100%', '    role?'])
  })

  test.each([20, 30, 40, 80, 200])('fit into %d columns', (columns) => {
    const bars = Array.from({ length: 12 }, (_, i) =>
      bar(['日本語の長い質問ですか', 'a word', 'x'.repeat(300)][i % 3] ?? '', { nth: i + 1, share: i / 12 }),
    )
    for (const line of barLines({ rows: bars }, look(columns)))
      expect(widthOf(line)).toBeLessThanOrEqual(columns)
  })

  test('of more questions than a call takes arguments are drawn all the same', () => {
    const bars = Array.from({ length: 200_000 }, (_, i) => bar('Q', { nth: i + 1, share: 0 }))
    expect(barLines({ rows: bars }, look(80)).length).toBe(bars.length)
  })

  test('of many questions take a line each', () => {
    const bars = Array.from({ length: 100 }, (_, i) => bar('Many words '.repeat(9), { nth: i + 1 }))
    const lines = barLines({ rows: bars }, look(80))
    expect(lines.length).toBe(100)
    expect(lines[99]).toMatch(/^ {2}100 Many words .*… +7 {2}█+$/)
  })
})

// A line ends at no `_`.
test.each([
  [0, '0_s'],
  [0.4, 'less than 1_s'],
  [59, '59_s'],
  [192, '3_min_12_s'],
  [3600, '1_h'],
  [7500, '2_h_5_min'],
  [86_400, '1_day'],
  [273_600, '3_days_4_h'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words.replaceAll('_', '\u00A0'))
})
