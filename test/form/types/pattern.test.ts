import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternOf } from '../../../src/form/types/pattern.ts'

function matches(source: string, text: string): boolean {
  const made = patternOf(source)
  if ('problem' in made) throw new Error(made.problem)
  return made.matches(text)
}

const patterns =
  String.raw` a ab|a (a|b)*c (?:ab)+ (?<x>a)?b a{2} a{1,3}b? a{2,} a{0}b [a-c]*?c [^a]+ [\]a]+ ^a$|b a^b (a*)* (a|a)*b (a?){3}c \p{L}+ \u{61}\x62\u0063 .c|\. ()|b`.split(
    ' ',
  )

test('a pattern has at most 2000 characters', () => {
  expect(patternOf(`[${'a'.repeat(1998)}]`)).toHaveProperty('matches')
  expect(patternOf(`[${'a'.repeat(1999)}]`)).toEqual({ problem: 'It is longer than 2000 characters.' })
})

test('a simple pattern matches the longest answer, and one that takes too many steps for an answer does not match it', () => {
  const long = 'a long answer '.repeat((256 * 1024) / 14)
  for (const source of ['[^]*', '.+', '[a-z ]*'])
    expect([source, matches(source, long)]).toEqual([source, true])
  const letters = Array.from({ length: 150 }, (_, i) => `[\\p{L}${i}]`).join('|')
  const text = Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
  expect(matches(`(?:${letters})*`, text.slice(0, 1000))).toBe(true)
  expect(matches(`(?:${letters})*`, text)).toBe(false)
})

test.each(patterns)('the pattern %s matches what JavaScript matches', (source) => {
  const native = new RegExp(`^(?:${source})$`, 'u')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', ']', '.', '🙂', '\n'), maxLength: 6 }),
      (text) => {
        expect(matches(source, text)).toBe(native.test(text))
      },
    ),
    { numRuns: 200 },
  )
})

test.each(['(a+)+b', '(a|a)*b', 'a*a*a*a*a*b', '(.*)*(.*)*b', '(?:a?){100}a{100}b'])(
  'the pattern %s is done with a long text that it refuses',
  (source) => {
    expect(matches(source, 'a'.repeat(10_000))).toBe(false)
  },
)

test.each([
  ['(', /not a valid regular expression of JavaScript/],
  ['[', /not a valid regular expression/],
  ['(?=a)a', /looks ahead/],
  ['(?<!a)a', /looks ahead or back/],
  ['(a)\\1', /refers back/],
  ['(?<x>a)\\k<x>', /refers back/],
  ['\\ba', /edge of a word/],
  ['a{1000}', /too long/],
  ['(a{100}){100}', /too long/],
  [`${'('.repeat(100)}a${')'.repeat(100)}`, /too deep/],
])('the pattern %s is refused', (source, problem) => {
  expect(patternOf(source)).toEqual({ problem: expect.stringMatching(problem) })
})
