import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellTypesOfNumber, cellTypesOfNumberBytes, cellTypes } from '../../src/table/cell-values.ts'
import { jsonNumbers } from '../support/json-texts.ts'
import { runs } from '../support/is-long.ts'

/** A number among others, as its bytes and as its text. */
function bothOf(digits: string): readonly number[] {
  const bytes = Buffer.from(`12${digits}34`)
  return [cellTypesOfNumberBytes(bytes, 2, bytes.length - 2), cellTypesOfNumber(digits)]
}

test.each([
  ['integer', '0 1 -1 999999999999999 -999999999999999'],
  ['whole', '1000000000000000 9007199254740991 9007199254740992 9007199254740994 -9007199254740992'],
  ['whole', '9999999999999998 10000000000000000 12345678901234568 123456789012345680 1234567890123456800'],
  ['whole', '8999999999999990000 9000000000000000000 -9223372036854775000'],
  ['long', '9007199254740993 -9007199254740993 9999999999999999 12345678901234567 123456789012345678'],
  ['long', '1234567890123456789 9223372036854775807 -9223372036854775808 9000000000000000001'],
  ['number', '-0 1.5 1.0 1e18 9007199254740992.0 12345678901234567000 123456789012345.6 1.00000000000000000'],
  ['digits', '9223372036854775808 -9223372036854775809 9007199254740993.0 1e400 0.12345678901234567890'],
  ['digits', '12345678901234567890 123456789012345.678 1234567890123456789.5'],
] as const)('the type of a cell is %s for each of %s', (type, numbers) => {
  for (const digits of numbers.split(' '))
    expect([digits, ...bothOf(digits)]).toEqual([digits, cellTypes[type], cellTypes[type]])
})

test('a number has the same types by its bytes and by its text', () => {
  const edges = fc
    .tuple(
      fc.constantFrom(10n ** 15n, 2n ** 53n, 10n ** 16n, 10n ** 17n, 10n ** 18n, 9n * 10n ** 18n, 2n ** 63n),
      fc.bigInt({ min: -2000n, max: 2000n }),
      fc.constantFrom(1n, -1n),
    )
    .map(([edge, more, sign]) => String(sign * (edge + more)))
  const whole = fc
    .tuple(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.integer({ min: 0, max: 19 }),
      fc.integer({ min: 0, max: 6 }),
    )
    .map(([number, fewer, zeros]) => String((number / 10n ** BigInt(fewer)) * 10n ** BigInt(zeros)))
  fc.assert(
    fc.property(fc.oneof(edges, whole, jsonNumbers), (digits) => {
      const [inBytes, inText] = bothOf(digits)
      expect([digits, inBytes]).toEqual([digits, inText])
    }),
    { numRuns: runs(20_000) },
  )
})
