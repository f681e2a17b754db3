import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '../../src/authoring/yaml/lines.ts'
import { placeOfByte } from '../../src/record/body-faults.ts'

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  // The room of a chunk is used again, as that of a file is.
  const room = new Uint8Array(size)
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size)
    room.set(chunk)
    yield room.subarray(0, chunk.length)
  }
}

test.each<[string, string | Uint8Array, number, { line?: number; column?: number }]>([
  ['the first byte', 'abc', 0, { line: 1, column: 1 }],
  ['one in the first line', 'abc', 2, { line: 1, column: 3 }],
  ['the end', 'abc', 3, { line: 1, column: 4 }],
  ['the end after a line end', 'abc\n', 4, { line: 2, column: 1 }],
  ['a line end', 'a\nb\nc', 3, { line: 2, column: 2 }],
  ['one behind CRLF', '{\r\n  "a"\r\n}', 7, { line: 2, column: 5 }],
  ['one behind characters of two bytes', '\n"é": }', 6, { line: 2, column: 5 }],
  ['one behind characters of three and four', '\n"語😀" }', 10, { line: 2, column: 6 }],
  ['one behind a byte order mark', '\uFEFF{x', 4, { line: 1, column: 2 }],
  ['one a line behind a byte order mark', '\uFEFF{\nx', 5, { line: 2, column: 1 }],
  ['one that cuts a character off', Uint8Array.of(0x0a, 0x22, 0xe2, 0x82, 0x28), 4, { line: 2, column: 3 }],
  ['one after half of a character', Uint8Array.of(0x22, 0xc3), 2, { line: 1, column: 3 }],
  ['one far on in a line', `\n${'x'.repeat(9999)}`, 10_000, { line: 2, column: 10_000 }],
  ['one farther on', `\n${'x'.repeat(10_000)}`, 10_001, { line: 2, column: 10_001 }],
  ['one as far on, and more', `a\n${'é'.repeat(50_000)}`, 70_002, { line: 2, column: 35_001 }],
  ['one as far on in the first line', 'x'.repeat(10_001), 10_000, { line: 1, column: 10_001 }],
  ['one in a short line after a long one', `${'x'.repeat(20_000)}\nabc`, 20_003, { line: 2, column: 3 }],
  ['one behind the end', 'abc\n', 5, {}],
  ['one of what is empty now', '', 1, {}],
])('%s has its line and column, however the chunks come', async (_, body, byte, place) => {
  const bytes = Buffer.from(body)
  for (const size of [1, 2, 3, 7, 4096, 1 << 20])
    expect(await placeOfByte(chunksOf(bytes, size), byte)).toEqual(place)
})

test('lines and columns are counted as in findings of specs', async () => {
  const piece = fc.constantFrom('a', ' ', '\n', '\r\n', 'é', '語', '😀', '"', '\uFEFF')
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 40 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      async (pieces, seed, size) => {
        const at = seed % (pieces.length + 1)
        const text = pieces.join('')
        const byte = Buffer.byteLength(pieces.slice(0, at).join(''))
        const offset = pieces
          .slice(0, at)
          .join('')
          .replace(/^\uFEFF/, '').length
        const { line, column } = linesOf(text.replace(/^\uFEFF/, '')).rangeOf(offset, offset)
        expect(await placeOfByte(chunksOf(Buffer.from(text), size), byte)).toEqual({ line, column })
      },
    ),
  )
})

test('nothing is read after the byte', async () => {
  let came = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (; ; came++) yield Buffer.from('a\n')
  }
  expect(await placeOfByte(chunks(), 4)).toEqual({ line: 3, column: 1 })
  expect(came).toBe(1)
})
