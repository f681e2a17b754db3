import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../support/is-long.ts'
import { outputOf } from '../../support/output-schema.ts'
import { responseOf, responses } from '../../support/responses.ts'

/** Values as JSON, in replies to one question. */
const replyOf = (values: readonly string[], member = 'value'): string =>
  `{"data":[${values
    .map((value, n) =>
      JSON.stringify(
        responseOf({ 'q=Q': { [member]: '?' } }, { id: `r${n}`, formId: 'f', finished: true }),
      ).replace('"?"', value),
    )
    .join()}]}`

/** Words that change nothing but the stream: only a run without words has a terminal. */
const piped = '--color never'

const run = async (stdin: string, line = ''): Promise<string> => {
  const { exit, stdout } = await responses(`stats --from - ${line}`, { stdin, isTerminal: line === '' })
  expect(exit).toBe(0)
  return stdout
}

const memberOf = (json: string): Record<string, Record<string, unknown>> =>
  Object(outputOf('responses-stats', json)).forms[0].questions[0].answers[0]

const figures = async (
  values: readonly string[],
  member = 'value',
): Promise<Record<string, Record<string, unknown>>> => memberOf(await run(replyOf(values, member), '-o json'))

const unwrapped = (lines: string): string => lines.replaceAll(/\s+/g, ' ')

const quoted = (texts: readonly string[]): readonly string[] => texts.map((text) => JSON.stringify(text))

describe('texts among numbers', () => {
  test('make all of them texts, and one of them says why there is no mean', async () => {
    const values = quoted(['18', '20', 'about thirty', '40'])
    expect(await figures(values)).toMatchObject({
      numbers: null,
      texts: { count: 4, notNumbers: { count: 1, example: 'about thirty' } },
    })
    const shown = await run(replyOf(values))
    expect(shown).toContain('  Text · 4 answers\n')
    expect(shown).toContain('  1 of 4 answers is not a number, so there is no mean: "about thirty".\n')
    const rows = await run(replyOf(values), piped)
    expect(rows).toContain('value\ttexts\t\t4\n')
    expect(rows).toContain('value\tno number\t\t1\n')
  })

  test('are named by the newest, in whatever order they come, beside numbers that came as such', async () => {
    const values = ['1', '"3"', '"none"', '"all"', '2']
    const expected = { numbers: null, texts: { count: 5, notNumbers: { count: 2 } } }
    expect(await figures(values)).toMatchObject(expected)
    expect(await figures(values.toReversed())).toMatchObject(expected)
    expect(await run(replyOf(values))).toMatch(
      /2 of 5 answers are not numbers, so there is no mean: "(none|all)", for example\./,
    )
  })

  test('are not shown with --samples 0, but counted', async () => {
    const shown = await run(replyOf(quoted(['1', '2', 'a secret'])), '--samples 0 -o table')
    expect(shown).toContain('1 of 3 answers is not a number, so there is no mean.\n')
    expect(shown).not.toContain('secret')
    expect(await run(replyOf(quoted(['1', '2', 'a secret'])), '--samples 0 -o json')).not.toContain('secret')
  })

  test('are no reason where most are texts', async () => {
    const texts = { notNumbers: null }
    expect(await figures(quoted(['7', 'a', 'b']))).toMatchObject({ numbers: null, texts })
    expect(await figures(['7', '"8"', '"a"', '"b"', '"c"'])).toMatchObject({ numbers: null, texts })
  })

  test('that identify a person are never the example', async () => {
    expect(await figures(quoted(['1', '2', 'Ada']), 'fullName')).toMatchObject({
      texts: { count: 3, isPersonal: true, notNumbers: null, samples: [] },
    })
  })

  test.each([
    ['1.50', 1.5],
    ['-2', -2],
    ['0.0', 0],
  ])('written as %j are the number %j', async (text, value) => {
    const { numbers } = await figures(quoted([text]))
    expect(numbers).toMatchObject({ count: 1, mean: value, least: value })
    expect((await figures([text]))['numbers']).toMatchObject({ count: 1, mean: value })
  })

  test.each(['018', '+4917012345', '1234567890123456', '1e5', '.5', ' 18', '.', '-', '1,5', '1 000', '٣'])(
    'written as %j are none',
    async (text) => {
      expect(await figures(quoted([text]))).toMatchObject({ numbers: null, texts: { count: 1 } })
    },
  )
})

describe('texts', () => {
  test('that are all true or false are yes and no', async () => {
    expect(await figures(quoted(['true', 'false', 'true']))).toMatchObject({
      texts: null,
      flags: { yes: 2, no: 1 },
    })
    expect(await figures(['true', '"false"', '"perhaps"'])).toMatchObject({
      texts: { count: 3 },
      flags: null,
    })
  })

  test('that are all dates have a first and a last one', async () => {
    const values = quoted(['2026-04-02', '2025-12-31', '2026-01-01'])
    expect(await figures(values)).toMatchObject({
      dates: { earliest: '2025-12-31', latest: '2026-04-02', unit: 'week', weekdays: [0, 0, 1, 2, 0, 0, 0] },
      texts: null,
    })
    const shown = await run(replyOf(values))
    expect(shown).toContain('  Date · 3 answers\n  From 31 December 2025 to 2 April 2026.\n')
    expect(await figures([...values, '"soon"'])).toMatchObject({ dates: null, texts: { count: 4 } })
  })
})

describe('numbers', () => {
  test('that no double holds are texts, as in exports, and keep their digits', async () => {
    const values = ['12345678901234567890', '12345678901234567891']
    const { numbers, texts } = await figures(values)
    expect(numbers).toBeNull()
    expect(
      Object(texts?.['samples'])
        .map(({ text }: { text: string }) => text)
        .toSorted(),
    ).toEqual(values)
  })

  test('of more digits than whole numbers are safe with have their ends as they were answered', async () => {
    const values = ['9007199254740994', '-1234567890123456800', '5']
    const json = await run(replyOf(values), '-o json')
    expect(json).toContain('"least":-1234567890123456800,"greatest":9007199254740994')
    const rows = await run(replyOf(values), piped)
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
    for (const line of ['', '-o json', '-o yaml', '-o table'])
      expect(await run(replyOf(['-0', '-0.0']), line)).not.toMatch(/-0\b(?!3|9)|NaN|Infinity/)
  })

  test('that no sum can hold are counted, and said', async () => {
    const values = ['1', '3', '1e300']
    expect(await figures(values)).toMatchObject({ numbers: { count: 2, mean: 2, greatest: 3 }, others: 1 })
    expect(await run(replyOf(values))).toContain('  1 other value cannot be counted with.\n')
  })
})

describe('figures of any numbers', () => {
  const odd = ['-0', '0.10', '1E5', '9007199254740994', '5e-324', '1.7976931348623157e308', '1e289', '"12"']
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
    fc.integer({ min: 0, max: 1000 }).map((n) => String(n / 100)),
    fc.integer({ min: 1e15, max: 1e15 + 100 }).map(String),
    fc.constantFrom(...odd, 'null'),
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
      { numRuns: runs(60) },
    )
  })

  test('are numbers, wherever they are told', async () => {
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        for (const line of ['', '-o json', '-o yaml', '-o table'])
          expect(await run(replyOf(given), line)).not.toMatch(
            /NaN|Infinity|undefined|(?<![\d.eE])-0(?![.\d])/,
          )
      }),
      { numRuns: runs(40) },
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
