import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBoundedMap } from '../../../src/cli/stats/bounded-map.ts'
import { makeExactSum } from '../../../src/cli/stats/exact-sum.ts'
import { foldDays } from '../../../src/cli/stats/fold-days.ts'
import { addValue, mostOptions, newMember } from '../../../src/cli/stats/member-tally.ts'
import { memberStats } from '../../../src/cli/stats/member-stats.ts'
import { makeQuantiles } from '../../../src/cli/stats/quantiles.ts'
import { makeSamples } from '../../../src/cli/stats/samples.ts'
import { parseExactly } from '../../../src/record/exact-json.ts'
import { textHash } from '../../../src/cli/stats/text-hash.ts'

const shuffled = <T>(values: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> =>
  values.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))

describe('a bounded map', () => {
  const countsOf = (keys: readonly string[]): readonly (readonly [string, number])[] => {
    const map = makeBoundedMap({ most: 5, rankOf: textHash, make: () => ({ times: 0 }) })
    for (const key of keys) {
      const entry = map.entry(key)
      if (entry) entry.times++
    }
    return map
      .kept()
      .map(([key, { times }]) => [key, times] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  test('keeps the same keys whatever order they come in, and counts each of them exactly', () => {
    const keys = fc.array(fc.nat({ max: 60 }).map(String), { maxLength: 300 })
    fc.assert(
      fc.property(shuffled(keys), ([one, other]) => {
        const counts = countsOf(one)
        expect(countsOf(other)).toEqual(counts)
        expect(counts.length).toBe(Math.min(5, new Set(one).size))
        for (const [key, times] of counts) expect(times).toBe(one.filter((it) => it === key).length)
      }),
    )
  })
})

describe('numbers', () => {
  test('are summed so that their order changes nothing, and rounded once', () => {
    fc.assert(
      fc.property(shuffled(fc.array(fc.double({ noNaN: true, min: -1e200, max: 1e200 }))), ([one, other]) => {
        const [a, b] = [one, other].map((values) => {
          const sum = makeExactSum()
          for (const value of values) sum.add(value)
          return sum.value()
        })
        expect(b).toBe(a)
      }),
    )
    const sum = makeExactSum()
    for (const value of [1e100, 1, -1e100, 0.1, 0.2]) sum.add(value)
    expect(sum.value()).toBe(1.3)
  })

  test.each([
    ['0.1, 0.2, 0.3', 0.2, 0.2, 0],
    ['0.1, 0.2', 0.15, 0.15, 0],
    ['1.10, 2.20, 3.30', 2.2, 2.2, 0],
    ['1, 2, 2', 5 / 3, 2, 0],
    ['18.0, 1e2', 59, 59, 0],
    ['9007199254740991, 9007199254740991', 9007199254740991, 9007199254740991, 0],
    ['9007199254740993', 9007199254740992, 9007199254740992, 2 ** -53],
    ['0.10000000000000000001, 1', 0.55, 0.55, 2 ** -53],
  ])('are told in no more digits than they have, and as near where no double holds them: %s', (...given) => {
    const [values, mean, median, relativeError] = given
    const member = newMember('value', 0)
    for (const value of parseExactly(`[${values}]`) as readonly unknown[])
      addValue(member, value, { responseId: 'r', type: 'X' })
    expect(memberStats([member])[0]?.numbers).toMatchObject({ mean, median, relativeError })
  })

  test('of ten million different values stay few, and their quantiles near', () => {
    const numbers = makeQuantiles()
    const last = 10_000_000
    for (let n = 1; n <= last; n += 7) numbers.add(n)
    expect(numbers.values().length).toBeLessThanOrEqual(8192)
    expect(numbers.error()).toBeGreaterThan(0)
    for (const share of [0.25, 0.5, 0.75]) {
      const off = 1 - numbers.at(share) / (last * share)
      expect(off).toBeLessThan(numbers.error() * 1.01)
      expect(off).toBeGreaterThan(-0.001)
    }
    expect(numbers.mean()).toBeCloseTo(5_000_000, -2)
  })

  test('below 4,096 stay exact when they are whole, as seconds are', () => {
    const numbers = makeQuantiles()
    for (let n = 0; n < 4096; n++) numbers.add(n)
    for (let n = 0; n < 5000; n++) numbers.add(1e6 + n / 3)
    expect(numbers.error()).toBeGreaterThan(0)
    expect(numbers.at(1000.5 / 9096)).toBe(1000)
  })

  test('cut to fewer digits are the same in whatever order they come', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => Math.sin(n) * 10 ** (n % 9))
    const [one, other] = [many, many.toReversed()].map((values) => {
      const numbers = makeQuantiles()
      for (const value of values) numbers.add(value)
      return [numbers.values(), numbers.mean(), numbers.error()]
    })
    expect(other).toEqual(one)
  })
})

describe('texts', () => {
  test('that are sampled hang on the texts alone, each once with how often it came', () => {
    fc.assert(
      fc.property(shuffled(fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.string()))), ([one, other]) => {
        const [a, b] = [one, other].map((pairs) => {
          const samples = makeSamples(4)
          for (const [text, id] of pairs) samples.add(text, id)
          return samples.kept()
        })
        expect(b).toEqual(a)
        for (const { text, count } of a ?? [])
          expect(count).toBe(one.filter((pair) => pair[0] === text).length)
        expect(a?.length).toBe(Math.min(4, new Set(one.map(([text]) => text)).size))
      }),
    )
  })

  test('of megabytes are cut, and none is kept where none is wanted', () => {
    const [some, none] = [makeSamples(1), makeSamples(0)]
    for (const samples of [some, none]) samples.add('x'.repeat(5_000_000), 'r')
    expect(some.kept()[0]?.text).toBe(`${'x'.repeat(1000)}…`)
    expect(none.kept()).toEqual([])
  })
})

test('options beyond the bound are counted as one, the others exactly', () => {
  const member = newMember('selected', 0)
  const origin = { responseId: 'r', type: 'Dropdown' }
  for (let n = 0; n < 3 * mostOptions; n++) addValue(member, [`Option ${n}`, `Option ${n % 10}`], origin)
  const [stats] = memberStats([member])
  const listed = stats?.options?.counts ?? []
  expect(listed.length).toBe(mostOptions)
  const sum = listed.reduce((total, { count }) => total + count, 0)
  expect(sum + (stats?.options?.others ?? 0)).toBe(stats?.options?.chosen)
  expect(stats?.options?.chosen).toBe(6 * mostOptions - 10)
})

describe('days', () => {
  const day = (name: string, total = 1) => ({ day: name, total, finished: 0 })

  test('without responses stand, too', () => {
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
    ['2996-01-01', 'year', '2966', 31],
  ])('from 2026-03-01 to %s are shown by %s', (last, unit, label, length) => {
    const { spans, before, ...folded } = foldDays([day('2026-03-01'), day(last)], 31)
    expect([folded.unit, spans[0]?.label, spans.length]).toEqual([unit, label, length])
    expect(before + spans.reduce((sum, { total }) => sum + total, 0)).toBe(2)
  })
})
