import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { parseWithDigits } from '../../src/record/exact-json.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { gap, joined, jsonTexts, recordTexts } from '../support/json-texts.ts'
import { runs } from '../support/is-long.ts'

type Outcome = { readonly records: readonly RawRecord[]; readonly failure?: Failure }

async function read(body: string | Uint8Array, sizes: readonly number[] = [1 << 20]): Promise<Outcome> {
  const records: RawRecord[] = []
  try {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    for await (const batch of readRecords(chunksOf(bytes, sizes), '').batches()) records.push(...batch)
    return { records }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { records, failure: error }
  }
}

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncIterable<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    // A copy, as a reader that reuses its buffer would give: nothing may be kept without copying.
    const chunk = Uint8Array.from(bytes.subarray(at, at + size))
    yield chunk
    chunk.fill(0)
    at += size
  }
}

const sizeLists = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

/** A body, and the text of its array. */
const bodies = fc
  .tuple(fc.array(recordTexts, { maxLength: 6 }), fc.array(jsonTexts, { maxLength: 2 }), gap, fc.boolean())
  .chain(([records, others, space, isFirst]) =>
    joined('[', records, ']').map((list) => {
      const rest = others.map((other, i) => `"other${i}"${space}:${other}`)
      const members = isFirst
        ? [`"data"${space}:${space}${list}`, ...rest]
        : [...rest, `"\\u0064ata":${list}`]
      return { list, body: `${space}{${space}${members.join(`${space},`)}${space}}${space}` }
    }),
  )

const text = (records: unknown): string | undefined => JSON.stringify(records)

describe('what JSON accepts', () => {
  test('every body gives the records that JSON.parse gives, whatever its chunks', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, sizeLists, async ({ body, list }, sizes) => {
        const { records, failure } = await read(body, sizes)
        expect(failure).toBeUndefined()
        expect(text(records)).toBe(text(parseWithDigits(list)))
        expect(Object.getPrototypeOf(records[0] ?? {})).toBe(Object.prototype)
      }),
      { numRuns: runs(500) },
    )
  })

  test('a body with one byte changed is read as JSON.parse reads it, or refused with it', async () => {
    const changes = fc.tuple(
      fc.nat(),
      fc.boolean(),
      fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:\\019e.-tn ')), fc.nat(255)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, changes, sizeLists, async ({ body }, [place, isPut, byte], sizes) => {
        const bytes = [...Buffer.from(body)]
        bytes.splice(place % bytes.length, isPut ? 0 : 1, byte)
        const reference = referenceOf(Uint8Array.from(bytes))
        const { records, failure } = await read(Uint8Array.from(bytes), sizes)
        expect(failure === undefined ? text(records) : undefined).toBe(text(reference))
      }),
      { numRuns: runs(2000) },
    )
  })

  test.each([
    ['{"data":[]}', '[]'],
    ['{"schema_version":1,"data":[{}]}', '[{}]'],
    ['{"data":[{"a":1}],"next":null}\n', '[{"a":1}]'],
    ['\uFEFF{"data":[{"a":"\uFEFF"}]}', '[{"a":"\uFEFF"}]'],
    ['{"data2":[{"a":1}],"dat":[2],"d ata":[3],"data":[{}]}', '[{}]'],
    ['{"x":{"data":[1]},"data":[{"data":[{"data":1}]}]}', '[{"data":[{"data":1}]}]'],
    ['{"data":[{"__proto__":{"a":1},"constructor":2}]}', '[{"__proto__":{"a":1},"constructor":2}]'],
    ['{"data":[{"a":1,"a":2}]}', '[{"a":2}]'],
  ])('%s', async (body, records) => {
    const got = await read(body)
    expect(got.failure).toBeUndefined()
    expect(text(got.records)).toBe(records)
  })

  test.each([
    '9007199254740993',
    '1e400',
    '0.1000',
    '-0',
    '1E5',
    '-0.0',
    '1.0',
    '12345678901234567890123456789012345',
  ])('the number %s keeps its digits, wherever the chunks end', async (digits) => {
    for (const size of [1, 2, 3, 1000]) {
      const { records } = await read(`{"data":[{"a":${digits},"b":[${digits}]},{"a":7}]}`, [size])
      expect(text(records)).toBe(`[{"a":${digits},"b":[${digits}]},{"a":7}]`)
    }
  })

  test.each(['0', '-5', '4.5', '123456789012345', '-0.5', '1e+21', '0.000001'])(
    'the number %s is a plain number, as a double gives its digits back',
    async (digits) => {
      const { records } = await read(`{"data":[{"a":${digits}}]}`)
      expect(records).toEqual([{ a: Number(digits) }])
    },
  )

  test('records come in batches before the body has ended', async () => {
    async function* body(): AsyncIterable<Uint8Array> {
      yield Buffer.from('{"data":[{"a":1},{"a":2},{"a"')
      throw new Error('the rest never comes')
    }
    const first = await readRecords(body(), '').batches()[Symbol.asyncIterator]().next()
    expect(first.value).toEqual([{ a: 1 }, { a: 2 }])
  })

  test('512 levels are read', async () => {
    const { records, failure } = await read(nested(512), [100])
    expect(failure).toBeUndefined()
    expect(records).toHaveLength(1)
  })
})

/** A body that nests so many levels; its own two count. */
const nested = (levels: number): string =>
  `{"data":[{"a":${'['.repeat(levels - 3)}${']'.repeat(levels - 3)}}]}`

/** The records as JSON.parse reads them; undefined when the body is none that is accepted. */
function referenceOf(bytes: Uint8Array): unknown {
  try {
    const body = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const parsed = parseWithDigits(body)
    const data = (parsed as { data?: unknown }).data
    if (Array.isArray(parsed) || !Array.isArray(data)) return undefined
    return data.every((record) => text(record)?.startsWith('{')) ? data : undefined
  } catch {
    return undefined
  }
}

describe('what is refused', () => {
  const refused: readonly [body: string, problem: string][] = [
    ['<html>', 'byte 0 is < where a value was expected'],
    ['[]', 'byte 0 is [ where an object with the array "data" was expected'],
    ['null', 'byte 0 is n where an object with the array "data" was expected'],
    ['{"message":"no"}', 'byte 15 ends it, and it has no "data"'],
    ['{"data":{}}', 'byte 8 is { where the array "data" was expected'],
    ['{"data":null}', 'byte 8 is n where the array "data" was expected'],
    ['{"data":[],"data":[]}', 'byte 16 ends a second "data"'],
    ['{"data":[],"\\u0064\\u0061\\u0074\\u0061":[]}', 'byte 36 ends a second "data"'],
    ['{"data":[1]}', 'byte 9 is 1 where a record (an object) or ] was expected'],
    ['{"data":[{},null]}', 'byte 12 is n where a record (an object) was expected'],
    ['{"data":[{},]}', 'byte 12 is ] where a record (an object) was expected'],
    ['{"data":[,{}]}', 'byte 9 is , where a record (an object) or ] was expected'],
    ['{"data":[{} {}]}', 'byte 12 is { where a comma or ] was expected'],
    ['{"data":[{"a":01}]}', 'byte 15 is 1 where a comma or } was expected'],
    ['{"data":[{"a":1]]}', 'byte 15 is ] where a comma or } was expected'],
    ['{"data":[{"a" 1}]}', 'byte 14 is 1 where a colon was expected'],
    ['{"data":[{a:1}]}', 'byte 10 is a where a key in quotes or } was expected'],
    ['{"data":[{"a":1,}]}', 'byte 16 is } where a key in quotes was expected'],
    ['{"data":[{"a":nul}]}', 'byte 17 is } where something else was expected'],
    ['{"data":[{"a":NaN}]}', 'byte 14 is N where a value was expected'],
    ['{"data":[{"a":"\t"}]}', 'byte 15 is a control character, which JSON writes with a backslash'],
    ['{"data":[]} x', 'byte 12 is x where the end was expected'],
    ['{"data":[]}{"data":[]}', 'byte 11 is { where the end was expected'],
    [
      '{"data":[]} \uFEFF',
      'byte 12 is 0xef, the first byte of a non-ASCII character, where the end was expected',
    ],
    [
      '{"data":[{“a”:1}]}',
      'byte 10 is 0xe2, the first byte of a non-ASCII character, where a key in quotes or } was expected',
    ],
    [
      '{"data":[{"a":\u00A01}]}',
      'byte 14 is 0xc2, the first byte of a non-ASCII character, where a value was expected',
    ],
    [nested(513), 'byte 523 opens more than 512 levels'],
    [`{"a":${'['.repeat(100_000)}`, 'byte 516 opens more than 512 levels'],
    [`{"data":[{"a":${'['.repeat(100_000)}`, 'byte 523 opens more than 512 levels'],
    // What is too deep goes on in the next chunk; the records before it are sound.
    [`{"data":[{"b":1},{"a":${'['.repeat(600)}`, 'byte 531 opens more than 512 levels'],
    [`{"data":[{"a":"${'x'.repeat(17 << 20)}"}]}`, 'the record at byte 9 is larger than 16 MiB'],
  ]
  test.each(refused.map(([body, problem]) => [body.slice(0, 40), { body, problem }] as const))(
    '%s',
    async (_, { body, problem }) => {
      for (const size of [body.length > 10_000_000 ? 1 << 16 : 1, 1 << 20]) {
        const { failure } = await read(body, [size])
        expect(failure?.message).toContain(problem)
        expect(failure?.code).toBe('reply-unreadable')
      }
    },
  )

  test.each([
    ['overlong', [0xc0, 0x80]],
    ['overlong in three bytes', [0xe0, 0x80, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a lone continuation', [0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['no lead byte', [0xff]],
  ])('bytes that are not UTF-8 (%s), in a record and beside it, at any chunk size', async (_, bytes) => {
    for (const [before, after] of [
      ['{"data":[{"a":"', '"}]}'],
      ['{"other":"', '","data":[]}'],
    ] as const)
      for (const size of [1, 2, 1000]) {
        const body = Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)])
        const { failure } = await read(body, [size])
        expect(failure?.message).toMatch(/byte \d+ is not UTF-8 text/)
        const offset = Number(/byte (\d+)/.exec(failure?.message ?? '')?.[1])
        expect(offset - before.length).toBeGreaterThanOrEqual(0)
        expect(offset - before.length).toBeLessThanOrEqual(bytes.length)
      }
  })

  test('a half byte order mark', async () => {
    const { failure } = await read(Buffer.concat([Uint8Array.from([0xef, 0xbb]), Buffer.from('{"data":[]}')]))
    expect(failure?.message).toContain('byte 2 is not UTF-8 text')
  })

  test('a body cut at any byte is reported as cut off there', async () => {
    const body = Buffer.from(
      '{"a":[1,{"b":null}],"data":[{"id":"é\\n\\u00e9","n":-1.5e3,"t":true},{"x":[]}],"z":"ü"}',
    )
    expect((await read(body)).failure).toBeUndefined()
    for (let length = 0; length < body.length; length++)
      for (const size of [1, 7, 1000]) {
        const { failure } = await read(body.subarray(0, length), [size])
        expect(failure?.code).toBe('cut-off')
        expect(failure?.message).toContain(`after byte ${length}:`)
      }
  })

  test('invalid JSON before the end is reported rather than the cut', async () => {
    const { failure } = await read('{"data":[{"a":tru x')
    expect(failure?.message).toContain('byte 17')
  })
})
