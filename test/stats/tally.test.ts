import * as fc from 'fast-check'
import { grouped } from '../../src/stats/figure-words.ts'
import { describe, expect, test } from 'vitest'
import { maxOptions } from '../../src/table/option-tally.ts'
import { parseExactly } from '../../src/record/exact-json.ts'
import { foldDays } from '../../src/stats/days.ts'
import { memberStats } from '../../src/stats/member-figures.ts'
import {
  addValue,
  newMember,
  addText,
  noTexts,
  samplesOf,
  type MemberTally,
} from '../../src/stats/member-tally.ts'
import {
  addNumber,
  histogram,
  mergeNumbers,
  noNumbers,
  quantile,
  relativeError,
  type NumberTally,
} from '../../src/stats/numbers.ts'
import { maxDays, newForm, addResponse } from '../../src/stats/tally.ts'

/** The figures of a member of a question of which nothing else is known. */
const statsOf = (member: MemberTally) =>
  memberStats([member], 0, {
    headline: '',
    type: '',
    options: [],
    silent: { member: undefined, no: 0 },
    like: undefined,
  })

const shuffled = <T>(values: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> =>
  values.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))

const tallyOf = (values: readonly number[]): NumberTally => {
  const tally = noNumbers()
  for (const value of values) addNumber(tally, value)
  return tally
}

const counting = { timeZone: { isUtc: true, offsetAt: () => 0 } as const, samples: 0, countsPartials: true }

describe('numbers', () => {
  test.each([
    ['0.1, 0.2, 0.3', 0.2, 0.2],
    ['0.1, 0.2', 0.15, 0.15],
    ['1, 2, 2', 5 / 3, 2],
    ['18.0, 1e2', 59, 59],
    ['9007199254740993, 9007199254740993', 2 ** 53, 2 ** 53],
  ])('are doubles, however many digits they have: %s', (values, expected, median) => {
    const member = newMember('value')
    for (const value of parseExactly(`[${values}]`) as readonly unknown[])
      addValue(member, value, { responseId: 'r', at: 0, type: 'X', day: '', maxTexts: 0 })
    const { numbers } = statsOf(member)[0] ?? {}
    expect(numbers?.mean).toBeCloseTo(expected, 12)
    expect(numbers?.median).toBeCloseTo(median, 12)
    expect(numbers?.relativeError).toBe(0)
  })

  test('have exact quantiles up to 8,192 different ones, however often these come', () => {
    const values = Array.from({ length: 8192 * 3 }, (_, n) => Math.sin(n % 8192))
    const sorted = values.toSorted((a, b) => a - b)
    const tally = tallyOf(values)
    expect(relativeError(tally)).toBe(0)
    for (const nth of [100, 8192, 20_000])
      expect(quantile(tally, (nth + 0.5) / values.length)).toBe(sorted[nth])
  })

  test('of ten million different values need little memory, and their quantiles stay near', () => {
    const last = 10_000_000
    const numbers = noNumbers()
    for (let n = 1; n <= last; n += 7) addNumber(numbers, n)
    expect(numbers.buckets.size).toBeLessThanOrEqual(8192)
    const error = relativeError(numbers)
    expect(error).toBeGreaterThan(0)
    for (const share of [0.25, 0.5, 0.75]) {
      const off = 1 - quantile(numbers, share) / (last * share)
      expect(off).toBeLessThan(error * 1.01)
      expect(off).toBeGreaterThan(-0.001)
    }
    expect(numbers.sum / numbers.count).toBeCloseTo(5_000_000, -2)
  })

  test('that are close together and far from zero have quantiles among them', () => {
    const first = 1_000_000_000
    const numbers = tallyOf(Array.from({ length: 20_000 }, (_, n) => first + n))
    expect(Math.abs(quantile(numbers, 0.5) - (first + 10_000))).toBeLessThan(1000)
    expect(quantile(numbers, 0)).toBe(first)
    expect(histogram(numbers).reduce((sum, { count }) => sum + count, 0)).toBe(20_000)
  })

  test('below 4,096 stay exact when they are whole, as seconds are', () => {
    const numbers = tallyOf(Array.from({ length: 9096 }, (_, n) => (n < 4096 ? n : 1e6 + n / 3)))
    expect(relativeError(numbers)).toBeGreaterThan(0)
    expect(quantile(numbers, 1000.5 / 9096)).toBe(1000)
  })

  test('in buckets are the same in whatever order they come, and in two tallies that are merged', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => Math.sin(n) * 10 ** (n % 9))
    const whole = tallyOf(many)
    const merged = tallyOf(many.slice(5000))
    mergeNumbers(merged, tallyOf(many.slice(0, 5000)))
    for (const other of [tallyOf(many.toReversed()), merged]) {
      expect(histogram(other)).toEqual(histogram(whole))
      expect([other.least, other.greatest, other.bits]).toEqual([whole.least, whole.greatest, whole.bits])
    }
  })
})

test('the newest ten years of days are counted exactly, in whatever order they come', () => {
  const days = Array.from({ length: 10_000 }, (_, n) => n)
  const forms = [days, days.toReversed(), days.toSorted((a, b) => Math.sin(a) - Math.sin(b))].map((order) => {
    const form = newForm('f')
    for (const n of [...order, ...order])
      addResponse(form, { createdAt: new Date(n * 86_400_000).toISOString(), finished: true }, counting)
    return form
  })
  for (const form of forms) {
    expect(form.days.size).toBeLessThanOrEqual(2 * maxDays)
    const newest = [...form.days.keys()].toSorted().slice(-maxDays)
    expect(newest[0]).toBe(new Date((10_000 - maxDays) * 86_400_000).toISOString().slice(0, 10))
    for (const day of newest) expect(form.days.get(day)).toEqual({ total: 2, finished: 2 })
  }
})

describe('texts', () => {
  test('that are sampled are the newest different ones, in whatever order they come', () => {
    const most = 4
    const given = fc.record({ text: fc.string({ maxLength: 2 }), at: fc.nat(9), responseId: fc.string() })
    fc.assert(
      fc.property(shuffled(fc.array(given)), ([one, other]) => {
        const [a = [], b] = [one, other].map((all) => {
          const tally = noTexts()
          for (const { text, at, responseId } of all) addText(tally, text, { at, responseId, maxTexts: most })
          return samplesOf([tally], most)
        })
        expect(b).toEqual(a)
        const newestOf = (text: string): number =>
          Math.max(...one.flatMap((its) => (its.text === text ? [its.at] : [])))
        const times = [...new Set(one.map(({ text }) => text))].map(newestOf).toSorted((x, y) => y - x)
        expect(a.map(({ createdAt }) => Date.parse(createdAt ?? ''))).toEqual(times.slice(0, most))
      }),
    )
  })

  test('of megabytes are cut, and none is kept if none is wanted', () => {
    const [some, none] = [noTexts(), noTexts()]
    const text = 'x'.repeat(5_000_000)
    addText(some, text, { responseId: 'r', at: 0, maxTexts: 1 })
    addText(none, text, { responseId: 'r', at: 0, maxTexts: 0 })
    expect(samplesOf([some], 1)[0]?.text).toBe(`${'x'.repeat(999)}…`)
    addText(some, 'y'.repeat(1000), { responseId: 's', at: 1, maxTexts: 1 })
    expect(samplesOf([some], 1)[0]?.text).toBe('y'.repeat(1000))
    expect(samplesOf([none], 0)).toEqual([])
  })
})

test('the first options are counted exactly, and the others together if there are too many', () => {
  const member = newMember('selected')
  const of = { responseId: 'r', at: 0, type: 'Dropdown', day: '', maxTexts: 0 }
  for (let n = 0; n < 3 * maxOptions; n++) addValue(member, [`Option ${n}`, `Option ${n % 10}`], of)
  const { options } = statsOf(member)[0] ?? {}
  expect(options?.counts.length).toBe(maxOptions)
  expect(options?.counts[0]).toEqual({ option: 'Option 0', count: 300 })
  const sum = options?.counts.reduce((total, { count }) => total + count, 0) ?? 0
  expect(sum + (options?.others ?? 0)).toBe(options?.chosen)
  expect(options?.chosen).toBe(6 * maxOptions - 10)
})

test('a very long text in a list is not an option and counts among the others', () => {
  const member = newMember('selected')
  const of = { responseId: 'r', at: 0, type: 'Dropdown', day: '', maxTexts: 0 }
  addValue(member, ['Red', 'x'.repeat(5000)], of)
  expect(statsOf(member)[0]?.options).toMatchObject({
    chosen: 2,
    counts: [{ option: 'Red', count: 1 }],
    others: 1,
  })
})

describe('days', () => {
  const day = (name: string, total = 1) => ({ day: name, total, finished: 0 })

  test('without responses are included', () => {
    expect(foldDays([day('2026-02-27'), day('2026-03-02', 5)], 31)).toEqual({
      unit: 'day',
      before: 0,
      spans: [
        ['2026-02-27', 1],
        ['2026-02-28', 0],
        ['2026-03-01', 0],
        ['2026-03-02', 5],
      ].map(([label, total]) => ({ label, total, finished: 0 })),
    })
  })

  test.each([
    ['2026-03-31', 'day', '2026-03-01', 31],
    ['2026-04-30', 'week', '2026-02-23', 10],
    ['2028-04-30', 'month', '2026-03', 26],
    ['2040-01-01', 'year', '2026', 15],
    ['2996-01-01', 'decade', '2690s', 31],
  ])('from 2026-03-01 to %s are shown by %s', (last, unit, label, length) => {
    const { spans, before, ...folded } = foldDays([day('2026-03-01'), day(last)], 31)
    expect([folded.unit, spans[0]?.label, spans.length]).toEqual([unit, label, length])
    expect(before + spans.reduce((sum, { total }) => sum + total, 0)).toBe(2)
  })
})

test.each([
  [0, '0'],
  [0.000_423_9, '0.000424'],
  [0.1239, '0.12'],
  [-7.891_23, '-7.89'],
  [12_345.6, '12,346'],
  [999_999_999_999_999, '999,999,999,999,999'],
  [1_234_000_000_000_000, '1.23e+15'],
])('a person reads the number %s as %s', (value, text) => expect(grouped(value)).toBe(text))
