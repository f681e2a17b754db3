import { expect, test } from 'vitest'
import { frame, textReport } from '../../../src/cli/forms/reporters.ts'
import type { FileReport } from '../../../src/authoring/reports.ts'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import { plain } from '../../../src/cli/terminal/plain.ts'
import type { PlacedFinding } from '../../../src/authoring/yaml/lines.ts'
import { finding, reportOf, scene as look } from '../../authoring/findings.ts'

const report = (line: string, changes: Partial<PlacedFinding> = {}): FileReport => ({
  file: 'a.yaml',
  text: line,
  findings: [{ ...finding, ...changes }],
})

test('a finding is its sentence, its place, its line and what to do', () => {
  expect(textReport([report('name: abc\nsteps: []\n')], look)).toBe(
    [
      'error[some-code]: Something is wrong.',
      ' --> a.yaml:1:7',
      '  |',
      '1 | name: abc',
      '  |       ^^^',
      'help: Mend it.',
      '',
    ].join('\n'),
  )
})

test.each<[string, string, Partial<PlacedFinding>, string, string]>([
  ['a tab before it', 'a:\tb', { column: 4, endColumn: 5 }, '1 | a:    b', '  |       ^'],
  ['wide characters before it', '日本: x', { column: 5, endColumn: 6 }, '1 | 日本: x', '  |       ^'],
  ['wide characters in it', 'a: 日本', { column: 4, endColumn: 6 }, '1 | a: 日本', '  |    ^^^^'],
  ['an emoji of several code units', '👨‍👩‍👧: x', { column: 11, endColumn: 12 }, '1 | 👨‍👩‍👧: x', '  |     ^'],
  ['a combining accent', 'e\u0301: x', { column: 5, endColumn: 6 }, '1 | e\u0301: x', '  |    ^'],
  ['nothing', 'ab', { column: 3, endColumn: 3 }, '1 | ab', '  |   ^'],
  ['several lines', 'a: b\nc: d', { column: 4, endLine: 2, endColumn: 5 }, '1 | a: b', '  |    ^'],
  ['a Windows line end', 'a: b\r\nc', { column: 4, endColumn: 5 }, '1 | a: b', '  |    ^'],
  [
    'an escape sequence',
    'a: \u001b[31mb',
    { column: 9, endColumn: 10 },
    '1 | a: \\x1b[31mb',
    '  |            ^',
  ],
  ['a place behind the line', 'ab', { column: 9, endColumn: 12 }, '1 | ab', '  |   ^'],
])('a stretch with %s is marked where it is seen', (_, line, ...[changes, source, carets]) => {
  const lines = textReport([report(line, changes)], look).split('\n')
  expect(lines.slice(3, 5)).toEqual([source, carets])
})

test('an empty line has no frame', () => {
  expect(textReport([report('\n', { column: 1, endColumn: 1 })], look)).not.toContain('|')
})

test.each([20, 40, 80, 120])('a long line is cut around its stretch to %i columns', (width) => {
  const line = `${'日'.repeat(500_000)} here ${'x'.repeat(500_000)}`
  const { source, blanks, carets } = frame(line, { from: 500_001, to: 500_005 }, { width, plain })
  expect(widthOf(source)).toBeLessThanOrEqual(width)
  expect(source).toMatch(/^….* here .*…$/)
  expect(carets).toBe('^^^^')
  expect(source.slice(source.indexOf('here'))).toMatch(/^here/)
  expect(widthOf(source.slice(0, source.indexOf('here')))).toBe(blanks.length)
})

test('a stretch wider than the terminal is marked as far as it is seen', () => {
  const { source, carets } = frame('x'.repeat(500), { from: 0, to: 500 }, { width: 30, plain })
  expect([source.length, carets.length]).toEqual([30, 30])
})

test('a cut never falls inside a character', () => {
  for (let from = 90; from < 130; from++) {
    const { source } = frame('👍'.repeat(100), { from, to: from + 2 }, { width: 21, plain })
    expect(source).not.toMatch(/\\u/)
  }
})

test('sentences are wrapped on a terminal, and whole in a pipe', () => {
  const message = 'Something is wrong, and it takes more than forty columns to say what it is.'
  const wrapped = textReport([report('name: abc', { message })], { ...look, columns: 40 })
  expect(wrapped.split('\n').every((line) => widthOf(line) <= 40)).toBe(true)
  expect(textReport([report('name: abc', { message })], look)).toContain(message)
})

test('colours go around the words, never into the frame', () => {
  const painted = textReport([report('name: abc')], {
    ...look,
    paint: { ...look.paint, red: (part) => `<${part}>` },
  })
  expect(painted).toContain('<error[some-code]>: Something is wrong.')
  expect(painted).toContain('  |       <^^^>\n')
})

test('what the author wrote cannot act on the terminal', () => {
  const shown = textReport([report('name: abc', { message: 'No key "\u001b]0;x\u0007".' })], look)
  expect(shown).toContain(String.raw`No key "\x1b]0;x\x07".`)
})

const several = (...changes: Partial<PlacedFinding>[]): string => textReport([reportOf(changes)], look)

test('fifty findings of a file are shown, and the rest is counted', () => {
  const shown = several(...Array.from({ length: 62 }, (_, i) => ({ message: `Fault ${i}.` })))
  expect(shown.match(/some-code/g)).toHaveLength(50)
  expect(shown.trimEnd().split('\n').at(-1)).toBe('12 more findings in a.yaml.')
})

test('what is said a second time is only placed', () => {
  const shown = several({}, { message: 'Another.' }, { line: 4 }, { line: 9, column: 2 })
  expect(shown.match(/some-code/g)).toHaveLength(2)
  expect(shown).toContain('  |       ^^^\n  = 2 more like it: 4:7, 9:2.\nhelp: Mend it.\n')
})

test('ten places are named, and the rest is counted', () => {
  const shown = several(...Array.from({ length: 62 }, (_, i) => ({ line: i + 1 })))
  expect(shown).toMatch(/ = 61 more like it: 2:7, .*, 11:7 and 51 further on\.\n/)
})

const entry = (i: number, change: Partial<PlacedFinding> = {}): Partial<PlacedFinding> => ({
  path: ['options', i],
  message: `"options[${i}]" must be a string, but is the number ${i + 2025}.`,
  help: `Put it in quotes: "${i + 2025}".`,
  line: i + 1,
  ...change,
})

test('entries of one array are said once where only their own words differ, from three on', () => {
  expect(several(entry(0), entry(1)).match(/some-code/g)).toHaveLength(2)
  const shown = several(entry(0), entry(1), entry(2))
  expect(shown.match(/some-code/g)).toHaveLength(1)
  expect(shown).toContain(' = 2 more like it: 2:7, 3:7.\nhelp: Put it in quotes: "2025".\n')
})

test.each<[string, Partial<PlacedFinding>]>([
  ['of another array', { path: ['other', 2] }],
  ['of another kind', { code: 'another-code' }],
  ['that is another mistake', { message: '"options[2]" must be a string, but is an object.' }],
  ['with another way to mend it', { help: 'Make it a string.' }],
])('an entry %s is said by itself', (_, change) => {
  expect(several(entry(0), entry(1), entry(2), entry(3, change)).match(/-code\]/g)).toHaveLength(2)
})

test('a line that is cut uses the whole width', () => {
  const { source, blanks } = frame(`${'a'.repeat(200)}: x`, { from: 202, to: 203 }, { width: 60, plain })
  expect([source.length, blanks.length]).toEqual([60, 59])
})

test('prose is no wider than 120 columns, however wide the terminal is', () => {
  const message = 'So it is. '.repeat(30)
  const shown = textReport([report('name: abc', { message, help: message })], { ...look, columns: 250 })
  expect(Math.max(...shown.split('\n').map(widthOf))).toBeLessThanOrEqual(120)
  expect(shown).toMatch(/^help: So it is\. .*\n {6}\S/m)
})
