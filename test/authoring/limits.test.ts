import { expect, test } from 'vitest'
import { limits } from '../../src/authoring/limits.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'

const mebibyte = 1024 * 1024
const filled = (text: string): string => text.repeat(Math.floor(mebibyte / text.length))
const firstOf = (text: string): string => {
  const [finding] = checkSpec(new TextEncoder().encode(text)).findings
  return `${finding?.code}: ${finding?.message}`
}

// Each of these took a parser seconds, gigabytes or its stack when nothing stopped it; here each ends in time.
test.each([
  ['brackets without end', filled('['), 'deeper than 64 levels'],
  ['objects without end', filled('{a: '), 'deeper than 64 levels'],
  ['dashes without end', filled('- '), 'deeper than 64 levels'],
  ['question marks without end', filled('? '), 'deeper than 64 levels'],
  ['colons without end', filled(': '), 'deeper than 64 levels'],
  ['nothing but closing brackets', filled(']'), 'YAML does not allow'],
  [
    'nothing but commas',
    `[${filled(',')}`.slice(0, mebibyte),
    'more than 200000 keys, values, punctuation and lines',
  ],
  ['documents without end', filled('---\n'), 'more than 200 documents'],
  ['ends of documents', filled('...\n'), 'more than 200 documents'],
  ['directives without end', filled('%A\n'), 'more than 200 directives'],
  ['anchors without end', filled('&a\n'), 'more than 200 anchors'],
  ['a nest of 150 aliases', `x: &a0 [[1]]\n${nest(150)}`, 'deeper than 64 levels'],
  ['an alias bomb', `x: &a0 [x]\n${bomb(20)}`, 'larger than 4 MiB'],
  [
    'a large text, many times',
    `x: &a "${'y'.repeat(400_000)}"\ny: [${'*a, '.repeat(90_000)}]`,
    'larger than 4 MiB',
  ],
  [
    'a large merge, many times',
    `x: &c {${keys(5000)}}\nsteps:\n${'  - <<: *c\n'.repeat(3000)}`,
    'larger than 4 MiB',
  ],
  ['bad escapes without end', `"${filled('\\q')}`.slice(0, mebibyte), 'means nothing'],
  ['spaces without end', filled(' '), 'no form'],
])('%s: answered with a sentence', (_, text, says) => {
  expect(firstOf(text)).toContain(says)
})

test.each([
  ['a key written 40,000 times', 'k: 1\n'.repeat(40_000), 'yaml-duplicate-key'],
  ['a list of 20,000 unknown aliases', '- *b\n'.repeat(20_000), 'yaml-alias'],
  [
    '10,000 misspelt keys of 5,000 steps',
    `name: a\nsteps:\n${'  - {nmae: a, componets: []}\n'.repeat(5000)}`,
    'too-many',
  ],
  ['10,000 wrong variables', `name: "${'${'.repeat(10_000)}"\n`, 'missing-key'],
  ['10,000 wrong escapes', `name: "${'\\q'.repeat(10_000)}"\n`, 'missing-key'],
  [
    '150 forms with 60 empty steps each',
    `--- {name: a, steps: [${'{}, '.repeat(60)}]}\n`.repeat(150),
    'missing-key',
  ],
])('%s: the first findings are shown, and that there are more', (_, text, code) => {
  const { findings } = checkSpec(new TextEncoder().encode(text))
  expect(findings[0]?.code).toBe(code)
  expect(findings).toHaveLength(limits.findings + 1)
  const [last, more] = findings.slice(-2)
  expect(more).toMatchObject({
    code: 'yaml-limit',
    line: last?.line,
    message: 'The file has more than 5000 findings, and what follows is not shown.',
  })
})

test('a file over 1 MiB is refused before it is read', () => {
  expect(checkSpec(new Uint8Array(mebibyte + 1))).toEqual({
    forms: [],
    findings: [expect.objectContaining({ code: 'yaml-limit', line: 1, column: 1 })],
    variables: new Set(),
  })
})

test('as much as is allowed is read: 64 levels, 200 anchors, 200 documents', () => {
  const anchors = Array.from({ length: 200 }, (_, i) => `- &a${i} x\n`).join('')
  for (const text of [`${'['.repeat(64)}${']'.repeat(64)}`, anchors, '--- a\n'.repeat(200)])
    expect(firstOf(text)).toContain('wrong-type')
})

function nest(levels: number): string {
  return Array.from({ length: levels }, (_, i) => `x${i}: &a${i + 1} [[*a${i}]]\n`).join('')
}

function bomb(levels: number): string {
  const nine = (i: number): string => Array.from({ length: 9 }, () => `*a${i}`).join(', ')
  return Array.from({ length: levels }, (_, i) => `x${i}: &a${i + 1} [${nine(i)}]\n`).join('')
}

function keys(count: number): string {
  return Array.from({ length: count }, (_, i) => `k${i}: 1`).join(', ')
}
