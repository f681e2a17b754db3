import fc from 'fast-check'
import { expect, test } from 'vitest'
import { github, githubSummary } from '../../src/authoring/report-formats.ts'
import { plain } from '../../src/cli/terminal/plain.ts'
import type { PlacedFinding } from '../../src/authoring/yaml/lines.ts'
import { reportOf, scene } from './findings.ts'

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)
const times = (n: number, change: Partial<PlacedFinding>): Partial<PlacedFinding>[] =>
  Array.from({ length: n }, () => change)

test('a finding is a command that says where and what', () => {
  expect(github([reportOf([{}])], scene)).toBe(
    '::error file=a.yaml,line=1,endLine=1,col=7,endColumn=9,title=some-code::Something is wrong.%0AMend it.\n',
  )
})

test.each([
  ['error', 'error'],
  ['warning', 'warning'],
  ['note', 'notice'],
] as const)('a finding of severity %s is an annotation of kind %s', (severity, kind) => {
  expect(github([reportOf([{ severity }])], scene)).toMatch(new RegExp(`^::${kind} `))
})

test('a stretch of several lines has no last column, which GitHub takes for one line only', () => {
  const line = github([reportOf([{ endLine: 3 }])], scene)
  expect(line).toContain(',line=1,endLine=3,col=7,title=')
})

test('an empty stretch ends where it begins', () => {
  expect(github([reportOf([{ endColumn: 7 }])], scene)).toContain(',col=7,endColumn=7,')
})

// What the runner does with a line.
const unescaped = (text: string): string =>
  text
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%25', '%')

test('no name and no sentence can end its command, or begin another', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('%', ':', ',', '\r', '\n', '2', '5', 'A', '=', '::error::', 'ä') }),
      (words) => {
        const [line = '', ...more] = linesOf(
          github([reportOf([{ message: words, help: words }], words)], { ...scene, plain: (text) => text }),
        )
        expect(more).toEqual([])
        const [, file = '', message = ''] = /^::error file=([^,:]*),line=1,[^:]*::(.*)$/.exec(line) ?? []
        expect([unescaped(file), unescaped(message)]).toEqual([words, `${words}\n${words}`])
      },
    ),
  )
})

test('ten of each kind are annotations, as many as GitHub shows of a step; the last line counts the rest', () => {
  const findings = [
    ...times(12, { severity: 'warning' }),
    ...times(11, { severity: 'error' }),
    ...times(10, { severity: 'note' }),
  ]
  const lines = linesOf(github([reportOf(findings)], scene))
  const kinds = ['error', 'warning', 'notice'].map((kind) =>
    lines.filter((line) => line.startsWith(`::${kind} `)),
  )
  expect(kinds.map(({ length }) => length)).toEqual([10, 10, 10])
  expect(lines.at(-1)).toBe(
    '1 more error, 2 more warnings: GitHub limits how many it shows; the text report has all.',
  )
  expect(linesOf(github([reportOf(findings)], { ...scene, hasSummary: true })).at(-1)).toBe(
    '1 more error, 2 more warnings: see the summary of this run.',
  )
})

test('a file that cannot be read is an error as well, and takes its room', () => {
  const unread = ['b.yaml does not exist.']
  const lines = linesOf(github([reportOf(times(10, {}))], { ...scene, unread }))
  expect(lines[0]).toBe('::error::b.yaml does not exist.')
  expect(lines.at(-1)).toMatch(/^1 more error: /)
})

test('the summary holds the rest, in a table', () => {
  const findings = [...times(10, {}), { message: 'The | of <b> & `x` *y*.', line: 40 }]
  expect(githubSummary([{ ...reportOf(findings), place: 'forms/a_b.yaml' }], { plain, unread: [] })).toBe(
    [
      '### formctl: 1 finding beside the annotations',
      '',
      '| Severity | Place | Finding |',
      '| --- | --- | --- |',
      String.raw`| error | forms/a\_b.yaml, line 40 | some-code: The \| of &lt;b\> &amp; \`x\` \*y\*. Mend it. |`,
      '',
      '',
    ].join('\n'),
  )
})

test('a summary stays far below the 1 MiB that GitHub takes', () => {
  const message = '<'.repeat(200)
  const summary = githubSummary([reportOf(times(5000, { message }))], { plain, unread: [] })
  expect(summary.length).toBeLessThan(1024 * 1024)
  expect(summary).toContain('3,990 more findings.')
})

test('there is no summary where the annotations show all', () => {
  expect(githubSummary([reportOf(times(10, {}))], { plain, unread: [] })).toBe('')
})
