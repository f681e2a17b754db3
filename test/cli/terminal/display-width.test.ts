import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assert, constantFrom, integer, property, string } from 'fast-check'
import { listLines } from '../../../src/cli/terminal/list-lines.ts'
import {
  firstLines,
  fitLines,
  fitted,
  padded,
  shorten,
  widthOf,
  wrap,
} from '../../../src/cli/terminal/display-width.ts'

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

/** Signs of whose width Unicode 14 is not the last word, each with its reason. */
const others: readonly (readonly [first: number, last: number, width: number])[] = [
  // Drawn by no one alone; a soft hyphen is made visible before it comes here.
  [0xad, 0xad, 1],
  // The vowels and ends of Hangul syllables join the letter before them.
  [0x1160, 0x11ff, 0],
  // Half a flag, drawn as one letter or as a box.
  [0x1f1e6, 0x1f1ff, 2],
  // Wide since Unicode 16.
  [0x4dc0, 0x4dff, 2],
  // A spacing mark since Unicode 15.1.
  [0x1171e, 0x1171e, 1],
]

test('each sign takes the columns that the Unicode data give it', () => {
  const ranges = readFileSync('fixtures/unicode/widths.txt', 'utf8').split('\n').slice(2, -1)
  const wrong: string[] = []
  let signs = 0
  for (const [first = 0, last = 0, listed = 0] of ranges.map((line) => {
    const [from = '', to = '', width = ''] = line.split(' ')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16), Number(width)]
  }))
    for (let code = first; code <= last; code++) {
      const other = others.find(([from, to]) => code >= from && code <= to)
      signs++
      if (widthOf(String.fromCodePoint(code)) !== (other?.[2] ?? listed)) wrong.push(code.toString(16))
    }
  expect(wrong).toEqual([])
  expect(signs).toBeGreaterThan(140_000)
})

test('flags, families and joined signs take two columns, wherever they stand', () => {
  const signs = ['🇩🇪', '👩‍👩‍👧‍👦', '👍🏽', '❤️', '1️⃣', '👩🏽‍🚀', '🐈‍⬛', '🧑🏻‍🤝‍🧑🏿', '🏳️‍🌈']
  for (const sign of signs) {
    expect([sign, widthOf(sign)]).toEqual([sign, 2])
    expect(widthOf(`a${sign}b${sign}`)).toBe(6)
    const rows = [sign, 'ab'].map((name) => [name, 'x'])
    const lines = [...listLines(['name', 'y'], rows, { columns: 80, paintHead: (text) => text })]
    expect(lines.map((line) => widthOf(line.trimEnd()))).toEqual([7, 7, 7])
  }
})

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one  two', 5, ['one', 'two']],
  ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ['to abcdefgh', 4, ['to', 'abcd', 'efgh']],
  ['日本語です', 4, ['日本', '語で', 'す']],
  ['ab 日本語。です', 8, ['ab 日本', '語。です']],
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

test.each([
  ['one two three\nfour', ['one two', 'three', 'four']],
  ['see specs/contact.yaml now', ['see', 'specs/contact.yaml', 'now']],
  ['  row two three', ['  row two', '  three']],
  ['  new  a b c d', ['  new  a b', '       c d']],
  ['  formctl one two', ['  formctl one two']],
  ['\u001b[31mred\u001b[39m and also', ['\u001b[31mred\u001b[39m and', 'also']],
])('%j is said in lines of ten columns', (text, lines) => {
  expect(fitLines(text, 10).split('\n')).toEqual(lines)
})

test('a text is shortened where it does not fit, and in the last of its lines', () => {
  expect([fitted('日本語', 6), fitted('日本語で', 6)]).toEqual(['日本語', '日本…'])
  expect(firstLines('one two three', 5, 3)).toEqual(['one', 'two', 'three'])
  expect(firstLines('one two three four', 5, 3)).toEqual(['one', 'two', 'thre…'])
  expect(firstLines('one two', 5, 1)).toEqual(['one …'])
})

test.each([
  ['abcdefabcdef xyz', ['abcdef', 'abcdef', 'xyz']],
  ['abcdefgh xyz', ['abcdef', 'gh xyz']],
  ['abcdefabcdef ', ['abcdef', 'abcdef']],
])('%j is cut into lines of six columns without a blank at either end', (text, lines) => {
  expect(wrap(text, 6)).toEqual(lines)
})

test('a shortened text fits with its mark, and a padded one fills its columns', () => {
  expect([1, 2, 3].map((width) => shorten('abcd', width))).toEqual(['…', 'a…', 'ab…'])
  expect(shorten('日本語です', 6)).toBe('日本…')
  expect(padded('日本', 6)).toBe('日本  ')
})
