import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { readJson } from '../../src/wire/replies.ts'

const where = ' of https://forms.example/x'

async function* chunksOf(bytes: Uint8Array, size = 5): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = (text: string | Uint8Array, limit?: number): Promise<unknown> =>
  readJson(chunksOf(Buffer.from(text)), where, limit).catch((error: unknown) =>
    error instanceof Failure ? error.message : error,
  )

test('a JSON body is its value, however it is cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), async (value, size) => {
      const text = JSON.stringify(value)
      expect(await readJson(chunksOf(Buffer.from(text), size), where)).toEqual(JSON.parse(text))
    }),
  )
})

test('an object or list that is cut anywhere is cut off, never taken and never called something else', async () => {
  const value = fc.oneof(
    fc.array(fc.jsonValue(), { minLength: 1 }),
    fc.dictionary(fc.string(), fc.jsonValue()),
  )
  await fc.assert(
    fc.asyncProperty(value, fc.nat(), async (whole, at) => {
      const bytes = Buffer.from(JSON.stringify(whole))
      const cut = bytes.subarray(0, at % bytes.length)
      const error = await readJson(chunksOf(cut), where).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        code: 'cut-off',
        args: { where: `The reply${where}`, offset: cut.length },
      })
    }),
  )
})

describe('a body that cannot be used is named with its beginning', () => {
  test.each([
    [
      'a page',
      '<!doctype html>\n<title>Log in</title>',
      `it is not JSON: it starts with "<!doctype html> <title>Log in</title>"`,
    ],
    ['words', 'upstream connect error', `it is not JSON: it starts with "upstream connect error"`],
    ['wrong JSON', '{"a":1,}', 'byte 7 is } where a key in quotes was expected'],
    ['a long text', 'x'.repeat(99), `it is not JSON: it starts with "${'x'.repeat(59)}…"`],
    ['two values', '{} {}', 'byte 3 is { where the end was expected'],
    ['bytes that are no text', Uint8Array.of(0x22, 0xff, 0x22), 'byte 1 is not UTF-8 text'],
  ])('%s', async (_, body, problem) => {
    expect(await read(body)).toBe(
      `The reply${where} cannot be used: ${problem}. Is the address that of the service? Check --base-url; formctl doctor says what is at that address.`,
    )
  })
})

test('no more than the limit is read', async () => {
  let taken = 0
  async function* endless(): AsyncIterable<Uint8Array> {
    for (;;) yield new Uint8Array((taken += 1024) && 1024).fill(0x20)
  }
  const error = await readJson(endless(), where, 10_240).catch((thrown: unknown) => thrown)
  expect([error, taken]).toEqual([expect.objectContaining({ code: 'reply-unreadable' }), 11 * 1024])
})

test('an empty body is one that was cut', async () => {
  expect(await read('')).toMatch(/ends too early, after byte 0/)
})
