import { expect, test } from 'vitest'
import { plain, plainJson } from '../../../src/cli/terminal/plain.ts'

/** First and last code points that may never reach a terminal alone: written down here a second time, by number. */
const dangerous: readonly (readonly [number, number])[] = [
  [0x00, 0x1f], // C0
  [0x7f, 0x9f], // DEL, C1
  [0xad, 0xad], // soft hyphen
  [0x034f, 0x034f], // grapheme joiner
  [0x061c, 0x061c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f], // zero width, left-to-right and right-to-left mark
  [0x2028, 0x202e], // line and paragraph separator, bidi embeddings and overrides
  [0x2060, 0x206f], // word joiner, bidi isolates
  [0x3164, 0x3164],
  [0xd800, 0xdfff], // lone surrogates
  [0xfe00, 0xfe0f], // variation selectors without a sign to vary
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb], // interlinear annotations
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags
]

test('of all code points, just the dangerous ones are escaped, and every escape is printable ASCII', () => {
  const isDangerous = new Uint8Array(0x110000)
  for (const [first, last] of dangerous) isDangerous.fill(1, first, last + 1)
  const wrong: string[] = []
  for (let code = 0; code < 0x110000; code++) {
    const shown = plain(String.fromCodePoint(code))
    const isEscaped = /^\\(?:[nrt]|x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{5,6}\})$/.test(shown)
    if (isEscaped !== (isDangerous[code] === 1)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

test.each([
  ['a\nb\r\tc', String.raw`a\nb\r\tc`],
  ['\u001b[31mred\u009b0m', String.raw`\x1b[31mred\x9b0m`],
  ['\u202egnp.exe', String.raw`\u202egnp.exe`],
  ['pay\u200bpal', String.raw`pay\u200bpal`],
  ['a\ud800b', String.raw`a\ud800b`],
  ['\u{e0041}', String.raw`\u{e0041}`],
  [String.raw`C:\new`, String.raw`C:\new`],
  ['Zoë, 日本, 🙂', 'Zoë, 日本, 🙂'],
])('%j is shown as %s', (text, shown) => {
  expect(plain(text)).toBe(shown)
  expect(plain(shown)).toBe(shown)
})

test.each(['👩‍💻', '❤️‍🔥', '👩🏽‍🚀', '☎️', '葛󠄀', 'می‌خواهم', 'क्‍ष'])('%s stays whole', (text) => {
  expect(plain(text)).toBe(text)
})

test.each([
  ['a joiner in Latin', 'a\u200db', String.raw`a\u200db`],
  ['a second variation selector', 'a\ufe0f\ufe0f', 'a\ufe0f' + String.raw`\ufe0f`],
  ['a joiner at the end', '👩\u200d', '👩' + String.raw`\u200d`],
])('%s is made visible', (_, text, shown) => {
  expect(plain(text)).toBe(shown)
})

test('JSON for a terminal says the same and is harmless', () => {
  const value = { a: '\u001b[2J\u009b\u007f\u202e\u{e0041}\ud800 Zoë 👩‍💻', '\u200b': '\n' }
  const shown = plainJson(value)
  expect(JSON.parse(shown)).toEqual(value)
  expect(plain(shown)).toBe(shown)
  expect(shown).toContain('Zoë 👩‍💻')
})
