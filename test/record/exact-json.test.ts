import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  doubleHolds,
  isInt64,
  isPlainNumber,
  parseExactly,
  parsePlainly,
} from '../../src/record/exact-json.ts'
import { jsonNumbers } from '../support/json-texts.ts'
import { runs } from '../support/is-long.ts'

describe('a double holds the value of a number', () => {
  test.each([
    ['as it writes it', '0 7 -7 0.1 1e+21 1.5e-7 9007199254740992 5e-324 1.7976931348623157e+308'],
    ['with zeros behind', '1.50 1.0 0.1000 -2.250 100000000000000000000.00 0.30000000000000004000'],
    ['with another exponent', '1E5 1e5 10e4 0.1E+6 1e05 1500e-1 15e-8 0.0000001 1E21 1e0000000000000000005'],
    ['that is zero', '-0 -0.0 0e0 0.000 0E99999999999 -0e-400'],
    ['however long it is', `1.5${'0'.repeat(500)} 0.${'0'.repeat(500)}1e501 1${'0'.repeat(300)}e-300`],
  ])('%s', (_, numbers) => {
    expect(numbers.split(' ').filter((number) => !doubleHolds(number))).toEqual([])
  })

  test.each([
    [
      'digits',
      '9007199254740993 1234567890123456789 0.1234567890123456789 9007199254740993.0 90071992547409930e-1',
    ],
    ['digits that it would write shorter', '0.1000000000000000055511151231257827 0.30000000000000001'],
    ['size', '1e400 -1E400 1e-400 -1.50e-400 4.9e-324'],
  ])('and not where it would change its %s', (_, numbers) => {
    expect(numbers.split(' ').filter(doubleHolds)).toEqual([])
  })

  test('just when the shortest digits of the double are the same number', () => {
    const exact = (text: string): readonly [digits: bigint, power: number] => {
      const [, sign, whole = '', fraction = '', power = '0'] =
        /^(-?)(\d+)\.?(\d*)(?:e(.*))?$/i.exec(text) ?? []
      return [BigInt(`${sign}${whole}${fraction}`), Number(power) - fraction.length]
    }
    fc.assert(
      fc.property(jsonNumbers, (number) => {
        const double = Number(number)
        const [[a, powerOfA], [b, powerOfB]] = [
          exact(number),
          exact(Number.isFinite(double) ? String(double) : '0'),
        ]
        const least = Math.min(powerOfA, powerOfB)
        const isSame = a * 10n ** BigInt(powerOfA - least) === b * 10n ** BigInt(powerOfB - least)
        expect([number, doubleHolds(number)]).toEqual([number, isSame])
        expect(doubleHolds(number) || !isPlainNumber(number)).toBe(true)
      }),
      { numRuns: runs(5000) },
    )
  })

  test('and a long one is scanned once, not once for each zero', () => {
    expect(doubleHolds(`1${'0'.repeat(1_000_000)}1e-1000001`)).toBe(false)
  })
})

describe('a whole number of 64 bits is spelt by digits alone', () => {
  const among =
    '0 1 -1 15 9007199254740991 9007199254740992 9007199254740993 -9007199254740993 1000000000000000000 9223372036854775807 -9223372036854775808 -9223372036854775807'
  test.each(among.split(' '))('%s', (digits) => {
    expect(isInt64(digits)).toBe(true)
  })

  const none =
    '-0 0.0 1.0 1e3 1E18 9007199254740993.0 9223372036854775808 -9223372036854775809 9999999999999999999 12345678901234567890 -10000000000000000000'
  test.each(none.split(' '))('and not %s', (digits) => {
    expect(isInt64(digits)).toBe(false)
  })

  test('just when it is one by its size', () => {
    const around = fc
      .tuple(fc.constantFrom(53n, 63n, 64n), fc.bigInt({ min: -3n, max: 3n }), fc.constantFrom(1n, -1n))
      .map(([power, more, sign]) => sign * (2n ** power + more))
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), around), (whole) => {
        expect([whole, isInt64(String(whole))]).toEqual([whole, BigInt.asIntN(64, whole) === whole])
      }),
      { numRuns: runs(5000) },
    )
  })
})

describe('the name of a member is its own', () => {
  const signs = ['\\', '"', '\\n', '\n', '\u0001', '\\"']
  const names = [...signs, 'A', ...[...signs, '\\\\', '\\B'].map((sign) => `A${sign}`), 'Ä\\', 'Ä"']
  const spelled = names.flatMap((name) => {
    const units = Array.from(name, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    return [JSON.stringify(name), `"${units.join('')}"`].map((text) => ({ name, text }))
  })

  test.each([
    ['parsePlainly', parsePlainly],
    ['parseExactly', parseExactly],
  ])('whatever names came before, by %s', (_, parse) => {
    for (const before of spelled)
      for (const { name, text } of spelled) {
        parse(`{"id":"\\n","m":1,${before.text}:1}`)
        expect(parse(`{"id":"\\n","m":1,${text}\n:1}`)).toEqual({ id: '\n', m: 1, [name]: 1 })
        expect(parse(`[{"id":"\\\\","m":1,${text}:1},{"id":"x\\\\"}]`)).toEqual([
          { id: '\\', m: 1, [name]: 1 },
          { id: 'x\\' },
        ])
      }
  })
})
