import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typeOf } from '../../src/table/columns.ts'
import { collectBatches, type Collected } from '../../src/table/collect.ts'
import { collectRaw } from '../../src/engine/engine.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { surelyHeld } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { jsonNumbers } from '../support/json-texts.ts'
import { runs } from '../support/is-long.ts'

/** Records of one answer each; the first ones tell the engine what records look like. */
const replyOf = (numbers: readonly string[]): Uint8Array =>
  Buffer.from(
    `{"data":[${['null', 'null', 'null', ...numbers].map((number, i) => `{"id":"r${i}","data":[{"questionId":"q","response":{"value":${number}}}]}`).join(',')}]}`,
  )

async function* chunks(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

async function byEngine(bytes: Uint8Array): Promise<Collected> {
  const { raw } = readRecords(chunks(bytes), '')
  if (!raw) throw new Error('these records give no bytes')
  const collected = await collectRaw(raw, { multi: 'joined', spool: memorySpool() })
  expect(collected.counts.fast).toBeGreaterThan(0)
  return collected
}

const byParser = (bytes: Uint8Array): Promise<Collected> =>
  collectBatches(readRecords(chunks(bytes), '').batches(), { multi: 'joined', spool: memorySpool() })

const heldIn = ({ columns }: Collected): number => columns.all.at(-1)?.seenTypes ?? 0

describe('by the engine as by the parser, a column of numbers is', () => {
  test.each([
    ['integer', '0 7 -7 123456789012345'],
    ['integer', '1 -1234567890123456'],
    ['integer', '9007199254740991 9007199254740992 -9007199254740992'],
    ['integer', '1000000000000000000 1234567890123456800 -1000000000000000000'],
    ['int64', '9007199254740993'],
    ['int64', '-9007199254740993 0'],
    ['int64', '1 9007199254740993'],
    ['int64', '9007199254740993 9007199254740992 1 -1'],
    ['int64', '9223372036854775807'],
    ['int64', '-9223372036854775808 1234567890123456800'],
    ['int64', '1234567890123456800 12345 9223372036854775806'],
    ['number', '1.50 2.25'],
    ['number', '1 1.0'],
    ['number', '1 1E5'],
    ['number', '1 -0'],
    ['number', '-0.0 0.000 0e0 0E99999999999'],
    ['number', '0.1000 0.0000001 0.00000012345678901234500 123456789012345.000 100000000000000000000'],
    [
      'number',
      `1.5e-7 15E-8 1e+21 1e0000005 0.${'0'.repeat(150)}1 0.${'0'.repeat(300)}1500e300 9007199254740992.0`,
    ],
    ['number', '1000000000000000000 0.5'],
    ['number', '0.5 1234567890123456800'],
    ['number', '1e18 9007199254740992'],
    ['number', '12345678901234567000 1'],
    ['text', '9223372036854775808'],
    ['text', '-9223372036854775809 1'],
    ['text', '1 9223372036854775808 9007199254740993'],
    ['text', '9007199254740993 12345678901234567890'],
    ['text', '9007199254740993 1.5'],
    ['text', '0.5 9007199254740993'],
    ['text', '9007199254740993 1.0'],
    ['text', '1e3 9007199254740993'],
    ['text', '9007199254740993 -0'],
    ['text', '9007199254740993 9223372036854775808.0'],
    ['text', '9007199254740993 12345678901234567000'],
    ['text', '9007199254740993.0'],
    ['text', '1.5 9007199254740993.0'],
    ['text', '1 1e400'],
    ['text', '1 1e-400'],
    ['text', `1 0.${'0'.repeat(400)}1`],
    ['text', '1 0.1234567890123456789'],
    ['text', '1 0.12345678901234567890000'],
  ])('%s where it holds %s', async (type, numbers) => {
    const reply = replyOf(numbers.split(' '))
    const held = [heldIn(await byEngine(reply)), heldIn(await byParser(reply))]
    expect(held.map((bits) => typeOf({ holds: { kind: 'record', name: 'x' }, seenTypes: bits }))).toEqual([
      type,
      type,
    ])
  })

  test('of the same type in whatever spellings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonNumbers, { minLength: 1, maxLength: 3 }), async (numbers) => {
        const reply = replyOf(numbers)
        expect([numbers, surelyHeld(heldIn(await byEngine(reply)))]).toEqual([
          numbers,
          surelyHeld(heldIn(await byParser(reply))),
        ])
      }),
      { numRuns: runs(300) },
    )
  })
})
