import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess } from '../../support/test-host.ts'

/** Values as JSON, in replies to one question. */
const replyOf = (values: readonly string[], member = 'value'): string => {
  const records = values.map(
    (value, n) =>
      `{"id":"r${n}","formId":"f","createdAt":"2026-03-01T09:00:00Z","finished":true,"data":[{"questionId":"q","response":{"type":"X","headline":"Q","${member}":${value}}}]}`,
  )
  return `{"data":[${records.join()}]}`
}

/** Words that change nothing but the stream: only a run without words has a terminal. */
const piped = ['--color', 'never']

const run = async (stdin: string, ...words: readonly string[]): Promise<string> => {
  const argv = ['responses', 'stats', '--from', '-', ...words]
  const { exit, stdout } = await runInProcess({ argv, stdin, isTerminal: words.length === 0 })
  expect(exit).toBe(0)
  return stdout
}

const memberOf = (json: string): Record<string, Record<string, unknown>> =>
  Object(outputOf('responses-stats', json)).forms[0].questions[0].answers[0]

const figures = async (values: readonly string[]): Promise<Record<string, Record<string, unknown>>> =>
  memberOf(await run(replyOf(values), '-o', 'json'))

const unwrapped = (lines: string): string => lines.replaceAll(/\s+/g, ' ')

const quoted = (texts: readonly string[]): readonly string[] => texts.map((text) => JSON.stringify(text))

describe('texts among numbers', () => {
  test('leave the figures of the numbers, and are told as what is no number', async () => {
    const values = quoted(['18', '20', 'about thirty', '40', 'about thirty', '1,5'])
    expect(await figures(values)).toMatchObject({
      numbers: { count: 3, fromTexts: 3, mean: 26, median: 20, least: 18, greatest: 40 },
      texts: { count: 3, samples: [{ text: '1,5' }, { text: 'about thirty' }] },
    })
    const shown = await run(replyOf(values))
    expect(shown).toContain('  Mean 26, median 20, from 18 to 40.\n')
    expect(shown).toContain(
      '  3 answers are not numbers. The newest 2, each text once:\n  – 1,5\n  – about thirty\n',
    )
    const rows = await run(replyOf(values), ...piped)
    expect(rows).toContain('value\tno number\t\t3\n')
    expect(rows).not.toContain('\ttexts\t')
  })

  test('are told in whatever order they come, beside numbers that came as such', async () => {
    const values = ['1', '"3"', '"none"', '2']
    const one = await figures(values)
    expect(one).toMatchObject({ numbers: { count: 3, fromTexts: 1, mean: 2 }, texts: { count: 1 } })
    const other = await figures(values.toReversed())
    expect([other['numbers'], other['texts']?.['count']]).toEqual([one['numbers'], 1])
  })

  test('are no numbers where most are none, and numbers that came as such stay', async () => {
    expect(await figures(quoted(['7', 'a', 'b']))).toMatchObject({ numbers: null, texts: { count: 3 } })
    expect(await figures(['7', '"8"', '"a"', '"b"', '"c"'])).toMatchObject({
      numbers: { count: 1, fromTexts: 0 },
      texts: { count: 4 },
    })
  })

  test.each([
    ['1.50', 1.5],
    ['1E5', 100_000],
    ['-2.5e-1', -0.25],
    ['.5', 0.5],
    [' 18 ', 18],
    ['0.0', 0],
  ])('written as %j are the number %j', async (text, value) => {
    const { numbers } = await figures(quoted([text]))
    expect(numbers).toMatchObject({ count: 1, mean: value, least: value })
    const asNumber = text.trim().replace(/^\./, '0.')
    expect((await figures([asNumber]))['numbers']).toMatchObject({ count: 1, mean: value })
  })

  test.each(['018', '+4917012345', '1234567890123456', '1e400', '1e-400', '.', '-', 'e5', '1 000', '٣'])(
    'written as %j are none',
    async (text) => {
      expect(await figures(quoted([text]))).toMatchObject({ numbers: null, texts: { count: 1 } })
    },
  )
})

describe('numbers', () => {
  test('that no double holds are counted as the doubles nearest to them, in every output', async () => {
    const values = ['12345678901234567890', '12345678901234567891', '12345678901234567892']
    const json = await run(replyOf(values), '-o', 'json')
    expect(json).toContain('"least":12345678901234567000,"greatest":12345678901234567000')
    const rows = await run(replyOf(values), ...piped)
    expect(rows).toContain('\tleast\t\t12345678901234567000\n')
    const shown = await run(replyOf(values))
    expect(unwrapped(shown)).toContain('Mean 1.23e+19, median 1.23e+19, from 12,345,678,901,234,567,000 to ')
  })

  test('of more digits than whole numbers are safe with have their ends as they were answered', async () => {
    const values = ['9007199254740994', '-1234567890123456800', '5']
    const json = await run(replyOf(values), '-o', 'json')
    expect(json).toContain('"least":-1234567890123456800,"greatest":9007199254740994')
    const rows = await run(replyOf(values), ...piped)
    expect(rows).toContain('\tgreatest\t\t9007199254740994\n')
    expect(unwrapped(await run(replyOf(values)))).toContain(
      ' from -1,234,567,890,123,456,800 to 9,007,199,254,740,994',
    )
  })

  test('of more values than are kept have their ends exact', async () => {
    const values = Array.from({ length: 9000 }, (_, n) => String(100_000.125 + n * 1.0625))
    const { numbers } = await figures(values)
    expect(numbers).toMatchObject({ least: 100_000.125, greatest: 100_000.125 + 8999 * 1.0625 })
    expect(numbers?.['relativeError']).toBeGreaterThan(0)
    expect(unwrapped(await run(replyOf(values)))).toContain(
      ' to 109,561.5625; the median to within 0.0031%. ',
    )
  })

  test('that are long but few stand in ranges that hold them', async () => {
    const first = 2_026_031_400_001
    const { numbers } = await figures(Array.from({ length: 30 }, (_, n) => String(first + n)))
    const ranges = numbers?.['distribution'] as readonly { from: number; to: number; count: number }[]
    for (const { from, to, count } of ranges) {
      const within = Array.from({ length: 30 }, (_, n) => first + n).filter((n) => n >= from && n < to)
      expect(count).toBe(within.length)
    }
    expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(30)
  })

  test('at the edge of a range stand in that which begins there', async () => {
    const { numbers } = await figures(Array.from({ length: 21 }, (_, n) => String(n / 20)))
    const ranges = numbers?.['distribution'] as readonly { from: number; to: number; count: number }[]
    expect(ranges.map(({ from, count }) => [from, count])).toEqual([
      ...[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((from) => [from, 2]),
      [1, 1],
    ])
  })

  test('that differ in their third digit behind the point are told apart', async () => {
    const shown = await run(replyOf(['3.141', '3.142', '0.0042']))
    expect(shown).toContain('from 0.0042 to 3.142')
    for (const label of ['0.0042', '3.141', '3.142'])
      expect(shown).toMatch(new RegExp(`^ +${label} +1 `, 'm'))
  })

  test('near nothing are not told as nothing, nor as minus nothing', async () => {
    expect(await run(replyOf(['0.004', '-0.004', '0.003', '0.005']))).toContain('Mean 0.002, median 0.0035')
    for (const words of [[], ['-o', 'json'], ['-o', 'yaml'], ['-o', 'table']])
      expect(await run(replyOf(['-0', '-0.0']), ...words)).not.toMatch(/-0\b(?!3|9)|NaN|Infinity/)
  })

  test('that no sum can hold are counted, and said', async () => {
    const values = ['1', '3', '1e400']
    expect(await figures(values)).toMatchObject({ numbers: { count: 2, mean: 2, greatest: 3 }, others: 1 })
    expect(await run(replyOf(values))).toContain('  1 other value cannot be counted with.\n')
  })
})

describe('figures of any numbers', () => {
  const odd = ['1e400', '-0', '0.10', '1E5', '9007199254740993', '5e-324', '1.7976931348623157e308', '1e289']
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
    fc.integer({ min: 0, max: 1000 }).map((n) => String(n / 100)),
    fc.integer({ min: 1e15, max: 1e15 + 100 }).map(String),
    fc.constantFrom(...odd, '"12"', '"no"', '"1E5"', '"018"', 'true', 'null', '[1]'),
  )
  const values = fc.array(value, { minLength: 1, maxLength: 60 })

  test('stand in order and add up', async () => {
    const isInOrder = (numbers: readonly number[]): boolean =>
      numbers.every((number, i) => i === 0 || (numbers[i - 1] ?? 0) <= number)
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const { numbers } = await figures(given.concat('0'))
        const { least, lowerQuartile, median, upperQuartile, greatest, distribution } = Object(numbers)
        expect(isInOrder([least, lowerQuartile, median, upperQuartile, greatest])).toBe(true)
        const counts = distribution.map(({ count }: { count: number }) => count)
        expect(counts.reduce((sum: number, n: number) => sum + n, 0)).toBe(Object(numbers).count)
        const ends = distribution.flatMap(({ from, to }: { from: number; to: number }) => [from, to])
        expect(isInOrder(ends)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('are numbers, wherever they are told', async () => {
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        for (const words of [[], ['-o', 'json'], ['-o', 'yaml'], ['-o', 'table']])
          expect(await run(replyOf(given), ...words)).not.toMatch(
            /NaN|Infinity|undefined|(?<![\d.eE])-0(?![.\d])/,
          )
      }),
      { numRuns: 40 },
    )
  })
})

describe('shares', () => {
  test('of few among many are more than nothing, and of all but few less than all', async () => {
    const values = [...Array.from({ length: 4999 }, () => '"a"'), '"b"']
    const shown = await run(replyOf(values, 'selected'))
    expect(shown).toMatch(/ a +4,999 +>99\.9% /)
    expect(shown).toMatch(/ b +1 +<0\.1% /)
  })

  test('of several choices an answer make more than all, which the number of choices tells', async () => {
    const shown = await run(replyOf(['["a","b"]', '["a"]'], 'selected'))
    expect(shown).toContain('  Multiple choice · 2 answers with 3 choices\n')
  })
})
