import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateOf } from '../../../src/server/pages/step-reply.ts'

test('a filled page is the page with each text in the place of its placeholder, plain and compressed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }), { minLength: 3, maxLength: 3 }),
      fc.string(),
      fc.string(),
      (parts, a, b) => {
        const page = parts.join('{A}').replace('{A}', '{B}')
        fc.pre(page.split('{A}').length === 2 && page.split('{B}').length === 2)
        const filled = templateOf(page, ['{A}', '{B}']).withTexts([a, b])
        const expected = page
          .split('{B}')
          .map((part) => part.split('{A}').join(a))
          .join(b)
        expect(filled.text()).toBe(expected)
        expect(gunzipSync(filled.gzip()).toString()).toBe(Buffer.from(expected).toString())
      },
    ),
  )
})

test('a placeholder that the page lacks takes no text', () => {
  const { text, gzip } = templateOf('<p>{A}</p>', ['{B}', '{A}']).withTexts(['b', 'a'])
  expect([text(), gunzipSync(gzip()).toString()]).toEqual(['<p>a</p>', '<p>a</p>'])
})
