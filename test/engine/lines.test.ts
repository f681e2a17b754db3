import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Records } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { writeRaw } from '../../src/engine/engine.ts'
import { writeRecords } from '../../src/export/write-export.ts'
import { write } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { recordTexts } from '../support/json-texts.ts'
import { randomOf } from '../support/random.ts'
import { replyOf } from '../support/random-replies.ts'

type Options = { readonly between: '\n' | ',\n' }

type Writing = (out: (bytes: Uint8Array) => Promise<void>) => Promise<object>

/** What was written, or the fault. */
async function written(writing: Writing): Promise<object> {
  const chunks: Uint8Array[] = []
  try {
    const counts = await writing(async (bytes) => {
      await Promise.resolve()
      chunks.push(bytes.slice())
    })
    return { ...counts, text: Buffer.concat(chunks).toString('latin1') }
  } catch (error) {
    return { error: String(error) }
  }
}

const linesByParser = (records: Records, { between }: Options): Promise<object> =>
  written(async (out) => ({ rows: await writeRecords(records.batches(), { out, between }) }))

const linesByEngine = ({ raw }: Records, { between }: Options): Promise<object> =>
  written(async (out) => {
    if (!raw) throw new Error('these records give no bytes')
    const { lines, counts } = await writeRaw(raw, { out, between })
    return { rows: lines, ...counts }
  })

/** What both make of the same bytes; the numbers of records that went which way are beside it. */
async function both(
  records: () => Records,
  options: Options,
): Promise<{ reference: unknown; result: unknown; fast: number; slow: number }> {
  const {
    fast: _none,
    slow: _neither,
    ...reference
  } = { fast: 0, slow: 0, ...(await linesByParser(records(), options)) }
  const { fast, slow, ...result } = { fast: 0, slow: 0, ...(await linesByEngine(records(), options)) }
  return { reference, result, fast, slow }
}

/** A body in chunks of a size, each larger than the one before by a factor. */
const chunked = (body: string | Uint8Array, size = Infinity, growth = 1): Records => {
  const bytes = Buffer.from(body)
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (let at = 0, end = size; at < bytes.length; [at, end] = [end, end + growth * (end - at)])
      yield new Uint8Array(bytes.subarray(at, end))
  }
  return readRecords(chunks(), '')
}

describe('the engine writes the lines that the parser and JSON.stringify write, and refuses what they refuse', () => {
  test('of JSON in every spelling, in chunks of any size', async () => {
    const bodies = fc.array(recordTexts, { maxLength: 5 }).map((list) => `{"data":[${list.join(',')}]}`)
    await fc.assert(
      fc.asyncProperty(bodies, fc.integer({ min: 1, max: 60 }), fc.boolean(), async (body, size, isJson) => {
        const between = isJson ? ',\n' : '\n'
        const { reference, result } = await both(() => chunked(body, size), { between })
        expect(result).toEqual(reference)
      }),
      { numRuns: isLong ? 20_000 : 250 },
    )
  })

  const half = '{"id":"r0","data":[1.50,"ä\\n"]}'
  const broken: readonly (readonly [string, string | Uint8Array])[] = [
    ['a record that is cut off', `{"data":[${half},{"id":"r`],
    ['an array that is cut off', `{"data":[${half},`],
    ['no comma', `{"data":[${half}${half}]}`],
    ['a comma before the end', `{"data":[${half},]}`],
    ['a text for a record', `{"data":[${half},"x"]}`],
    ['a closing bracket of the other kind', `{"data":[{"id":[1}]}]}`],
    ['a comma before the end of a record', `{"data":[{"id":1,}]}`],
    ['a number with a leading zero', `{"data":[{"id":01}]}`],
    ['a key without quotes', `{"data":[{id:1}]}`],
    ['a word in part', `{"data":[{"id":tru}]}`],
    ['an escape that there is not', `{"data":[{"id":"\\x41"}]}`],
    ['an escape of three digits', `{"data":[{"id":"\\u12g4"}]}`],
    ['a line break in a string', `{"data":[{"id":"a\nb"}]}`],
    ['a zero', `{"data":[{"id":\0 1}]}`],
    ['half a character', Buffer.from('{"data":[{"id":"\xc3"}]}', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from('{"data":[{"id":"\xed\xa0\x80"}]}', 'latin1')],
    ['too many levels', `{"data":[{"id":${'['.repeat(520)}${']'.repeat(520)}}]}`],
    ['text after the end', `{"data":[${half}]}x`],
    ['a second array', `{"data":[${half}],"data":[]}`],
    ['a record larger than 16 MiB', `{"data":[${half},{"id":"${'a'.repeat(17 << 20)}"}]}`],
    ['a broken record larger than 16 MiB', `{"data":[${half},{"id":"${'a'.repeat(17 << 20)}\n"}]}`],
  ]
  test.each(broken)('%s is the same fault', async (_name, body) => {
    for (const size of [...(body.length < 5000 ? [1, 7] : []), 256 * 1024]) {
      const { reference, result } = await both(() => chunked(body, size), { between: '\n' })
      expect(reference).toHaveProperty('error')
      expect(result).toEqual(reference)
    }
  })
})

const members = (count: number, key = (i: number): string => `key ${i}`): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [key(i), i])))

const usual: readonly (readonly [string, string])[] = [
  ['white space', '{ "a" :\t[ 1 ,\r\n { } , [ ] , "b c" ] }'],
  ['numbers of any digits', '{"a":[1e400,0.10,-0,9007199254740993,1E+2]}'],
  ['escapes of characters', '{"a":"\\u00e4\\u6771\\ud83d\\ude42\\/\\u0041\\u0022\\u005C\\u007f\\u2028"}'],
  ['escapes of controls', '{"a":"\\u0000\\u0008\\u0009\\u000A\\u000b\\u000c\\u000d\\u001F\\b\\f\\n\\r\\t"}'],
  [
    'halves of pairs',
    '{"a":"\\uD83D","b":"\\ude42\\ud83d","c":"\\ud83d\\u0041","d":"\\uD83D\\uD83D\\uDE42"}',
  ],
  ['a control character that is none', '{"a":"\x7f\u0080\u2028"}'],
  ['long keys that differ in the middle', members(60, (i) => `a long key of member ${i} of many`)],
  ['__proto__', '{"__proto__":{"__proto__":1},"constructor":2,"toJSON":3,"rawJSON":4}'],
  ['an empty key', '{"":{"":1}}'],
  ['a record larger than a block', `{"a":[${'"some text, \\u00e4", '.repeat(40_000)}1]}`],
]
const doubtful: readonly (readonly [string, string])[] = [
  [
    'keys that are numbers in their order',
    '{"0":1,"7":2,"30":3,"b":4,"01":5,"12 and more":6,"1234567890x":7}',
  ],
  ['100 levels', `{"a":${'['.repeat(99)}{}${']'.repeat(99)}}`],
  ['escapes in keys', '{"\\u00e4":1,"a\\/b":2,"\\ud83d":3,"\\u0041":4}'],
  ['repeated keys', '{"a":1,"b":2,"a":{"c":3}}'],
  ['keys that are repeated by escapes', '{"a":1,"\\u0061":2}'],
  ['keys that are numbers after others', '{"b":1,"7":2}'],
  ['keys that are numbers in another order', '{"7":1,"3":2}'],
  ['large numbers as keys', '{"4294967294":1,"4294967295":2,"b":3,"0":4}'],
  ['200 levels', `{"a":${'['.repeat(199)}{}${']'.repeat(199)}}`],
  ['repeated keys in a record larger than a block', `{"a":1,"a":"${'ä'.repeat(400_000)}"}`],
]

/** The engine's tables grow while it reads these, so who reads which is left open. */
const large: readonly (readonly [string, string])[] = [
  ['500 members', members(500)],
  ['600 members', members(600)],
]

describe('records', () => {
  test.each([
    ...usual.map(([name, record]) => [name, record, 'engine'] as const),
    ...doubtful.map(([name, record]) => [name, record, 'parser'] as const),
    ...large.map(([name, record]) => [name, record, 'either'] as const),
  ])('with %s are the same line', async (_name, record, who) => {
    const body = `{"data":[{"id":1},${record},{"id":2} , ${record}]}`
    for (const size of [...(body.length < 50_000 ? [1, 17] : []), 1000, Infinity]) {
      const { reference, result, ...counts } = await both(() => chunked(body, size), { between: ',\n' })
      expect(result).toEqual(reference)
      expect(reference).toHaveProperty('rows', 4)
      if (who === 'either') continue
      expect(counts).toEqual(who === 'engine' ? { fast: 4, slow: 0 } : { fast: 2, slow: 2 })
    }
  })

  test.each([
    ['repeats the last', '{"id":1,"a":{"x":1,"y":2,"y":3}}'],
    ['repeats the first', '{"id":1,"a":{"x":1,"y":2,"x":3}}'],
    ['changes their order', '{"id":1,"a":{"y":1,"x":2}}'],
    ['has one of an object outside', '{"id":1,"a":{"id":1,"x":2},"x":3}'],
    ['has the same in a list', '{"id":1,"a":[{"x":1,"y":2},{"x":1,"x":2}]}'],
    ['has numbers, which change their places', '{"id":1,"a":{"x":1,"y":2,"3":3,"2":4}}'],
    ['stands apart from its colon', '{"id":1,"a" :{"x":1,"y"\t:2}}'],
    ['spells one otherwise', String.raw`{"id":1,"a":{"x":1,"\u0079":2,"y":3}}`],
  ])('that begin as others do, where one %s, are the same line', async (_name, record) => {
    const usualOne = '{"id":1,"a":{"x":1,"y":2}}'
    const others = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? record : usualOne))
    const body = `{"data":[${usualOne},${others.join(',')},${usualOne}]}`
    const { reference, result } = await both(() => chunked(body), { between: '\n' })
    expect(result).toEqual(reference)
    expect(reference).toHaveProperty('rows', 32)
  })

  // The parser of Node 24 and 26 gives other keys for them (nodejs/node#63785), so it is no reference here.
  test('with keys that are an escape come out as they went in, whatever keys came before', async () => {
    const lines = ['{"h":[],"\\\\":0}', '{"h":1,"\\"":2}', '{"h":1,"\\n":2,"\\r":3}']
    expect(await linesByEngine(chunked(`{"data":[${lines.join(',')}]}`), { between: '\n' })).toEqual({
      rows: 3,
      fast: 3,
      slow: 0,
      text: lines.map((line) => `${line}\n`).join(''),
    })
  })

  test.each([
    [500, 1],
    // The memory grows while lines are being written.
    [300_000, 2],
  ])(
    'of megabytes keep their order in chunks of %i bytes, each %i times as large as the one before',
    async (size, growth) => {
      const records = Array.from({ length: 4000 }, (_, i) =>
        i % 50 === 7 ? `{"id":${i},"id":"again"}` : `{"id":${i},"text":"${String(i).repeat(200)}"}`,
      )
      const body = `{"data":[${records.join(' ,\n')}]}`
      const { reference, result, ...counts } = await both(() => chunked(body, size, growth), {
        between: ',\n',
      })
      expect(result).toEqual(reference)
      expect(counts).toEqual({ fast: 3920, slow: 80 })
    },
  )

  test('of 15 MiB come in thousands of chunks', async () => {
    const body = `{"data":[{"a":"${'b'.repeat(15 << 20)}"}]}`
    const { reference, result, ...counts } = await both(() => chunked(body, 4096), { between: '\n' })
    expect(result).toEqual(reference)
    expect(counts).toEqual({ fast: 1, slow: 0 })
  })

  test.each(['ndjson', 'json'] as const)(
    'are written as %s out of bytes as out of batches',
    async (format) => {
      for (let seed = 0; seed < 100; seed++) {
        const bytes = replyOf(randomOf(seed), 5)
        const records = (): Records => chunked(bytes, 700)
        const batches = (): Records => ({ batches: records().batches })
        const textOf = (given: Records): Promise<string> =>
          write(given, format).then(({ text }) => text, String)
        expect(await textOf(records()), `seed ${seed}`).toEqual(await textOf(batches()))
      }
    },
  )
})
