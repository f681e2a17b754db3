import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberKind, type NumberKind, hasFraction, serialOf } from '../../../src/export/xlsx/values.ts'
import type { CellText } from '../../../src/export/xlsx/text.ts'
import { doubleHolds, isPlainNumber } from '../../../src/record/exact-json.ts'
import { jsonNumbers } from '../../support/json-texts.ts'
import { runs } from '../../support/is-long.ts'

const cellOf = (text: string): CellText => {
  // Not at the beginning, and with something behind it.
  const bytes = new TextEncoder().encode(`9${text}9`)
  return { bytes, start: 1, end: bytes.length - 1 }
}

test.each<readonly [NumberKind, string]>([
  [
    'general',
    '0 7 -7 12345678901 -12345678901 0.5 -0.25 1.5e-7 1e-7 1e+21 123456.789012345 9.99999999999999e+307',
  ],
  ['whole', '123456789012 -123456789012345 1234567890123450000 100000000000000000000'],
  // Digits that Excel would lose, or write otherwise.
  ['text', '9007199254740993 12345678901234567 1234567890123456 0.1234567890123456 1e400 1.7e+308 5e-324'],
  ['text', '007 -007 00 -00 - . 1. --1 Infinity NaN 0x10'],
  ['text', `${'1'.repeat(50)} 0.${'0'.repeat(50)}1`],
  // Numbers that Excel writes otherwise: with the decimals that they came with, or none.
  [0, '-0 1e5 1E5 15e-1 -1.50E+3 0e0 -0E5 1000000000000000000000 9.99999999999999E307'],
  [1, '1.0 -0.0 99999999999999.0 100000000000000.0 100000000000000000000.0'],
  [2, '0.10 1.50 -2.20 0.00'],
  [4, '123456789012.1230'],
  ['general', '5.0000001 10.00000001 0.000001 -0.00000123'],
  [7, '0.0000001 12345678.5000000'],
  [15, '0.000000000000001 0.100000000000000 -0.000000000000000'],
  ['text', '0.1000000000000000 0.0000000000000001 1234567890123456.0 12345678901234.560'],
  ['text', '9007199254740993.0 1.2345678901234567E5 1e400 1E-400 4.9e-324 2.0e-308 1E308'],
])('as %s: %s', (kind, numbers) => {
  const found = numbers.split(' ').map((number) => [number, numberKind(cellOf(number))])
  expect(found).toEqual(numbers.split(' ').map((number) => [number, kind]))
})

test('whatever spelling a number has, it is one where Excel holds its value, with the decimals that it came with', () => {
  const kindOf = (number: string): NumberKind => {
    const [value, [, decimals = '']] = [Number(number), number.split('.')]
    const size = Math.abs(value)
    const isHeld =
      size === 0 || (size > 2.3e-308 && size < 9.9e307 && Number(value.toPrecision(15)) === value)
    if (!isHeld || !doubleHolds(number)) return 'text'
    if (isPlainNumber(number)) return /[.e]/.test(number) || size < 1e11 ? 'general' : 'whole'
    if (/e/i.test(number)) return 0
    return decimals.length > 15 ? 'text' : decimals.length
  }
  fc.assert(
    fc.property(jsonNumbers, (number) => {
      // Longer ones are texts, too: they hold zeros that nobody counts.
      fc.pre(number.length <= 40)
      expect([number, numberKind(cellOf(number))]).toEqual([number, kindOf(number)])
    }),
    { numRuns: runs(5000) },
  )
})

test.each([
  ['1900-03-01T00:00:00.000Z', 61],
  ['2026-03-01T00:00:00.000Z', 46_082],
  ['2026-03-01T12:00:00Z', 46_082.5],
  ['2026-03-01T12:00:00+02:00', 46_082.5],
  ['2024-02-29T06:00:00.000000Z', 45_351.25],
  ['2000-02-29T18:00:00-00:00', 36_585.75],
  ['9999-12-31T12:00:00.000Z', 2_958_465.5],
])('%s is day %d', (time, serial) => {
  expect(serialOf(cellOf(time))).toBe(serial)
})

test.each([
  ['before March 1900', '1900-02-28T23:59:59.999Z 1899-12-31T00:00:00.000Z 0000-01-01T00:00:00.000Z'],
  ['leap seconds', '2016-12-31T23:59:60.000Z 2016-12-31T23:59:60Z'],
  ['parts of milliseconds', '2026-03-01T12:00:00.0001Z 2026-03-01T12:00:00.123456Z'],
  [
    'days and hours that there are not',
    '2026-02-29T12:00:00Z 1900-02-29T12:00:00Z 2026-04-31T12:00:00Z 2026-00-01T12:00:00Z 2026-13-01T12:00:00Z 2026-03-00T12:00:00Z 2026-03-01T24:00:01Z 2026-03-01T12:60:00Z',
  ],
  [
    'other shapes',
    '2026-03-01 2026-03-01T12:00Z 2026-03-01T12:00:00 2026-03-01T12:00:00.Z 2026-03-01T12:00:00.5 2026-03-01T12:00:00+0200 2026-03-01T12:00:00+02:0 2026-03-01T12:00:00Zz 2026/03/01T12:00:00Z x',
  ],
])('%s are no times of Excel', (_, times) => {
  const found = times.split(' ').map((time) => [time, serialOf(cellOf(time))])
  expect(found).toEqual(times.split(' ').map((time) => [time, Number.NaN]))
})

test('a serial reads the same whether a reader rounds to milliseconds or cuts off', () => {
  for (let n = 0; n < 20_000; n++) {
    const time = new Date(Date.UTC(2020, 0, 1) + n * 12_345_678)
    const serial = serialOf(cellOf(time.toISOString()))
    const milliseconds = serial * 24 * 60 * 60 * 1000 + Date.UTC(1899, 11, 30)
    expect([Math.floor(milliseconds), Math.round(milliseconds)]).toEqual([time.getTime(), time.getTime()])
  }
})

test('whether the second has a fraction is seen', () => {
  expect(hasFraction(cellOf('2026-03-01T12:00:00.000Z'))).toBe(true)
  expect(hasFraction(cellOf('2026-03-01T12:00:00Z'))).toBe(false)
})
