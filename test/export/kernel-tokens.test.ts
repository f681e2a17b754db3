import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startKernel } from '../../src/export/kernel/memory.ts'
import { makeTokenizer, type Tokenizer } from '../../src/export/kernel/tokens.ts'
import { isPlainNumber } from '../../src/record/exact-json.ts'
import { scanRecord, startScan } from '../../src/record/record-scanner.ts'
import { jsonNumbers } from '../support/json-texts.ts'

const kernel = startKernel({ heldBy: () => 0, isFormula: () => false })
const tokenizer = makeTokenizer(kernel)

/** Puts a text into the kernel's memory and has its tokens found. */
function scanned(text: string): ReturnType<Tokenizer['scan']> {
  const bytes = new TextEncoder().encode(text)
  const at = kernel.allocate(bytes.length + 64)
  kernel.bytes().set(bytes, at)
  return tokenizer.scan(at, at + bytes.length)
}

/** The same, with the tokens as they read. */
function tokensIn(text: string): readonly string[] {
  scanned(text)
  const tokens = tokenizer.tokens()
  const bytes = new TextEncoder().encode(text)
  const read: string[] = []
  if (!tokens) return read
  for (let token = 0; token === 0 || tokens.endOf(token - 1) < bytes.length; token++) {
    const own = new TextDecoder().decode(bytes.subarray(tokens.startOf(token), tokens.endOf(token)))
    expect(String.fromCharCode(tokens.signOf(token))).toBe(own[0])
    read.push(own.startsWith('"') ? JSON.stringify(tokens.textOf(token)) : own)
  }
  return read
}

const texts = fc.string({ unit: 'binary', maxLength: 40 })
const records = fc.dictionary(texts, fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }))
const written = fc
  .tuple(records, fc.constantFrom(undefined, 1))
  .map(([record, space]) => JSON.stringify(record, null, space))

describe('the tokens of a record', () => {
  test('are its strings, brackets, numbers and words, in whatever characters and escapes', () => {
    fc.assert(
      fc.property(written, (text) => {
        const wanted = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s"[\]{}:,]+/g)].map(([token]) =>
          token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token,
        )
        expect(tokensIn(text)).toEqual(wanted)
      }),
      { numRuns: 1000 },
    )
  })

  test('lead from the beginning of any value to what comes behind it', () => {
    scanned('{"a":[1,{"b":[]}],"c":{"d":"[{"},"e":2}')
    const tokens = tokenizer.tokens()
    const behind = (token: number): string =>
      tokens?.textOf(tokens.afterValue(token)) ?? 'there are no tokens'
    expect([behind(2), behind(11)]).toEqual(['c', 'e'])
  })

  test('are found where they are thousands, and not where they would be of no use', () => {
    const list = (length: number): string => `{"list":[${Array(length).fill('1').join(',')}],"last":"é"}`
    const [some, many] = [list(50_000), list(300_000)]
    scanned(some)
    const tokens = tokenizer.tokens()
    expect(tokens?.textOf(tokens.afterValue(2) + 1)).toBe('é')
    scanned(many)
    expect(tokenizer.tokens()).toBeUndefined()
  })
})

describe('what is seen of a record on the way', () => {
  const seenIn = (text: string) => {
    const scan = startScan()
    scanRecord(scan, new TextEncoder().encode(text), 0)
    return { deepest: scan.deepest, hasOddNumber: scan.hasOddNumber }
  }

  test('is how deep it nests, as the scanner sees it', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(scanned(text).deepest).toBe(seenIn(text).deepest)
      }),
    )
  })

  test.each([
    '0',
    '1',
    '-1',
    '-0',
    '0.5',
    '0.10',
    '1e2',
    '1E400',
    '123456789012345',
    '1234567890123456',
    '9007199254740993',
    '0.0000001',
    '-0.0',
    '1.5',
    '2.0',
    '12345678901234567890123456',
    '0.30000000000000004',
    '1e5',
    '1.5e-7',
    '0.000001',
    '-0.00000012',
    '123456789012345.60',
  ])('are all numbers that a double would not give back, as is told of %s', (number) => {
    const text = `{"a":"1.0","b":[${number}]}`
    // More care than is needed does no harm, less would.
    expect([seenIn(text).hasOddNumber, true]).toContain(scanned(text).hasOddNumber)
    expect(scanned('{"a":[1.0]}').hasOddNumber && !scanned('{"a":[1,1.5,-3]}').hasOddNumber).toBe(true)
  })

  test('whatever spelling a number has', () => {
    fc.assert(
      fc.property(jsonNumbers, (number) => {
        expect([number, scanned(`{"a":${number}}`).hasOddNumber || isPlainNumber(number)]).toEqual([
          number,
          true,
        ])
      }),
      { numRuns: 2000 },
    )
  })
})
