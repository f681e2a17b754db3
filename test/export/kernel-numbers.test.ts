import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typeOf } from '../../src/export/column-type.ts'
import { collectBatches } from '../../src/export/collect.ts'
import type { Collected } from '../../src/export/collected.ts'
import { holding } from '../../src/export/columns.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { memorySpool } from '../support/exporting.ts'
import { jsonNumbers } from '../support/json-texts.ts'

/** Records of one answer each; the first ones tell the kernel what records look like. */
const replyOf = (numbers: readonly string[]): Uint8Array =>
  Buffer.from(
    `{"data":[${['null', 'null', 'null', ...numbers].map((number, i) => `{"id":"r${i}","data":[{"questionId":"q","response":{"value":${number}}}]}`).join(',')}]}`,
  )

async function* chunks(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

async function byKernel(bytes: Uint8Array): Promise<Collected> {
  const taker = await readRecords(chunks(bytes), '').take?.((reader, choice) =>
    collectBytes(reader, choice, { multi: 'joined', spool: memorySpool() }),
  )
  if (!taker) throw new Error('these records give no bytes')
  const collected = await taker.collected()
  expect(taker.counts().fast).toBeGreaterThan(0)
  return collected
}

const byParser = (bytes: Uint8Array): Promise<Collected> =>
  collectBatches(readRecords(chunks(bytes), ''), { multi: 'joined', spool: memorySpool() })

const heldIn = ({ columns }: Collected): number => columns.all.at(-1)?.held ?? 0

describe('by the kernel as by the parser, a column of numbers is', () => {
  test.each([
    ['integer', '0 7 -7 123456789012345'],
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
    ['text', '1 9007199254740993'],
    ['text', '1.5 9007199254740993.0'],
    ['text', '1 1e400'],
    ['text', '1 1e-400'],
    ['text', `1 0.${'0'.repeat(400)}1`],
    ['text', '1 0.1234567890123456789'],
    ['text', '1 0.12345678901234567890000'],
  ])('%s where it holds %s', async (type, numbers) => {
    const reply = replyOf(numbers.split(' '))
    const held = [heldIn(await byKernel(reply)), heldIn(await byParser(reply))]
    expect(held.map((bits) => typeOf({ held: bits }))).toEqual([type, type])
  })

  test('of the same type in whatever spellings', async () => {
    // What no double holds makes a column text, whatever else it holds.
    const known = (held: number): number => (held & holding.digits ? holding.digits : held)
    await fc.assert(
      fc.asyncProperty(fc.array(jsonNumbers, { minLength: 1, maxLength: 3 }), async (numbers) => {
        const reply = replyOf(numbers)
        expect([numbers, known(heldIn(await byKernel(reply)))]).toEqual([
          numbers,
          known(heldIn(await byParser(reply))),
        ])
      }),
      { numRuns: 300 },
    )
  })
})
