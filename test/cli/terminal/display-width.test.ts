import { expect, test } from 'vitest'
import { assert, constantFrom, integer, property, string } from 'fast-check'
import { padded, shorten, widthOf, wrap } from '../../../src/cli/terminal/display-width.ts'

test.each([
  ['', 0],
  ['formctl', 7],
  ['Zoë', 3],
  ['Zoe\u0308', 3],
  ['日本語', 6],
  ['한국어', 6],
  ['ｱｲｳ', 3],
  ['ＡＢ', 4],
  ['😀', 2],
  ['👩‍👩‍👧‍👦', 2],
  ['👍🏽', 2],
  ['❤️', 2],
  ['🇩🇪', 2],
  ['1️⃣', 2],
  ['☝🏽', 2],
  ['❤', 1],
  ['#', 1],
  ['→', 1],
  ['नमस्ते', 4],
  ['ᄒ\u1161\u11ab', 2],
  ['a…b', 3],
])('%s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one  two', 5, ['one', 'two']],
  ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ['to abcdefgh', 4, ['to', 'abcd', 'efgh']],
  ['日本語です', 4, ['日本', '語で', 'す']],
  ['short', 10, ['short']],
])('%j in %i columns is %j', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines)
})

test('a wrapped text fits, and loses nothing but blanks', () => {
  const texts = string({ unit: constantFrom('a', 'b', ' ', 'é', '日', '👩‍💻', 'Ж') })
  assert(
    property(texts, integer({ min: 2, max: 12 }), (text, width) => {
      const lines = wrap(text, width)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
  )
})

test('a shortened text fits with its mark, and a padded one fills its columns', () => {
  expect(shorten('日本語です', 6)).toBe('日本…')
  expect(padded('日本', 6)).toBe('日本  ')
})
