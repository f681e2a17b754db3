import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess } from '../../support/test-host.ts'

/** Numbers from 0 to 1, the same in every run. */
function makeDice(): () => number {
  let state = 20_260_301
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const dice = makeDice()
const below = (n: number): number => Math.floor(dice() * n)
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T

const colours = ['Red', 'Blue, dark', 'Grün', '青']
const meals = ['Bread', 'Rice', 'Soup']

type Given = { readonly text?: string; readonly one?: string; readonly many?: readonly string[] } & {
  readonly number?: number
  readonly flag?: boolean
}

/** A response as the test knows it, before it becomes JSON. */
type Plain = {
  readonly id: string
  readonly at: number
  readonly seconds: number
  readonly isFinished: boolean
  /** Of each question in the form's order, what was given; absent: it was left out. */
  readonly given: readonly (Given | undefined)[]
}

// Clocks of New York go forward on 8 March 2026 at 07:00 UTC, and back on 1 November at 06:00 UTC.
const [forward, back] = [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6)]
const hour = 3_600_000

/** Most around the two nights on which clocks change, to the minute; the others at any time of the year. */
function moment(): number {
  const night = oneOf([forward, back, undefined])
  const minute = 60_000
  return night === undefined
    ? Date.UTC(2026, 0, 1) + below(365 * 24 * 60) * minute + below(60_000)
    : night - 40 * hour + below(80 * 60) * minute
}

function plainOne(nth: number): Plain {
  const isFinished = dice() < 0.6
  // Who gave up answered some questions, from the first on; anybody leaves one out here and there.
  const reached = isFinished ? 5 : below(6)
  const all: readonly Given[] = [
    { text: oneOf(['Baker', 'Pilot', 'größer', '  ', '']) },
    { one: oneOf(colours) },
    { many: meals.filter(() => dice() < 0.4) },
    { number: below(50) / 4 },
    { flag: dice() < 0.5 },
  ]
  return {
    id: `r${nth}`,
    at: moment(),
    seconds: dice() < 0.1 ? below(200_000) : below(900),
    isFinished,
    given: all.map((given, i) => (i < reached && dice() < 0.9 ? given : undefined)),
  }
}

const plain = Array.from({ length: 2000 }, (_, i) => plainOne(i))

const membersOf = ({ text, one, many, number, flag }: Given): object => {
  if (text !== undefined) return { value: text }
  if (one !== undefined) return { selected: one }
  if (many) return { choices: meals.map((key, index) => ({ key, value: many.includes(key), index })) }
  return { value: number ?? flag }
}

const record = ({ id, at, seconds, isFinished, given }: Plain): object => ({
  id,
  formId: 'f',
  createdAt: new Date(at).toISOString(),
  updatedAt: new Date(at).toISOString(),
  dataUpdatedAt: new Date(at + seconds * 1000).toISOString(),
  finished: isFinished,
  data: given.flatMap((one, i) =>
    one === undefined
      ? []
      : [
          {
            questionId: `q${i}`,
            response: { type: 'T', headline: `Q${i}`, componentShapeVersion: '2.0', ...membersOf(one) },
          },
        ],
  ),
})

/** Whether something was said: not an empty text, nor a list without a tick. */
const says = (given: Given | undefined): boolean =>
  given !== undefined && given.text !== '' && given.many?.length !== 0

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return Number.isInteger(half)
    ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
    : (sorted[Math.floor(half)] ?? 0)
}

const given = (question: number): readonly Given[] =>
  plain.flatMap((one) => (says(one.given[question]) ? [one.given[question] ?? {}] : []))

const counted = async (): Promise<unknown> => {
  const ran = await runInProcess({
    argv: ['responses', 'stats', '--from', '-', '-o', 'json', '--timezone', 'America/New_York'],
    stdin: JSON.stringify({ data: plain.map(record) }),
  })
  expect([ran.exit, ran.stderr]).toEqual([0, ''])
  return Object(outputOf('responses-stats', ran.stdout)).forms[0]
}

describe('figures of 2,000 responses are those of a plain count', () => {
  const form = counted()
  const finished = plain.filter(({ isFinished }) => isFinished)
  const partial = plain.filter(({ isFinished }) => !isFinished)

  test('how many, completion, median time', async () => {
    expect(await form).toMatchObject({
      responses: { total: 2000, finished: finished.length, partial: partial.length },
      completion: finished.length / 2000,
      timeToComplete: {
        measured: finished.length,
        median: medianOf(finished.map(({ seconds }) => seconds)),
        relativeError: 0,
      },
    })
  })

  test('days of a zone, over both nights on which its clocks change', async () => {
    const days = new Map<string, { total: number; finished: number }>()
    for (const { at, isFinished } of plain) {
      const offset = at >= forward && at < back ? -4 : -5
      const day = new Date(at + offset * hour).toISOString().slice(0, 10)
      const { total, finished: done } = days.get(day) ?? { total: 0, finished: 0 }
      days.set(day, { total: total + 1, finished: done + (isFinished ? 1 : 0) })
    }
    const sorted = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(Object(await form).days).toEqual(
      sorted.map(([day, { total, finished: done }]) => ({ day, total, finished: done })),
    )
    // What is close to a change would be counted otherwise without it.
    const near = plain.filter(({ at }) => [forward, back].some((night) => Math.abs(at - night) < 40 * hour))
    expect(near.length).toBeGreaterThan(1000)
  })

  test('how far people got', async () => {
    const lastOf = ({ given: answers }: Plain): number => answers.findLastIndex(says)
    const leftAfter = (question: number): number => partial.filter((one) => lastOf(one) === question).length
    const reached = (question: number): number =>
      finished.length + partial.filter((one) => lastOf(one) >= question).length
    const answeredNext = (question: number): number =>
      plain.filter((one) => says(one.given[question]) && says(one.given[question + 1])).length
    const { questions, leftBefore } = Object(await form)
    expect(leftBefore).toBe(leftAfter(-1))
    expect(questions).toMatchObject(
      [0, 1, 2, 3, 4].map((i) => ({
        questionId: `q${i}`,
        answered: given(i).length,
        // A finished response that says nothing went through the form all the same.
        reached: reached(i),
        leftAfter: leftAfter(i),
        answeredNext: i === 4 ? null : answeredNext(i),
      })),
    )
  })

  test('what was answered', async () => {
    const times = (option: string, chosen: readonly string[]): number =>
      chosen.filter((one) => one === option).length
    const one = given(1).map((answer) => answer.one ?? '')
    const many = given(2).flatMap((answer) => answer.many ?? [])
    const numbers = given(3).map(({ number = 0 }) => number)
    const [texts, single, several, figures, flags] = Object(await form).questions.map(
      (question: { answers: readonly unknown[] }) => question.answers[0],
    )
    expect(texts.texts.count).toBe(given(0).length)
    const newest = plain.filter((its) => says(its.given[0])).toSorted((a, b) => b.at - a.at)[0]
    expect(texts.texts.samples[0].createdAt).toBe(new Date(newest?.at ?? 0).toISOString())
    expect(Object.fromEntries(single.options.counts.map(Object.values))).toEqual(
      Object.fromEntries(colours.map((colour) => [colour, times(colour, one)])),
    )
    expect(several.options).toMatchObject({
      choosers: given(2).length,
      chosen: many.length,
      isComplete: true,
      counts: meals.map((meal) => ({ option: meal, count: times(meal, many) })),
    })
    expect(figures.numbers).toMatchObject({
      count: numbers.length,
      median: medianOf(numbers),
      least: Math.min(...numbers),
      greatest: Math.max(...numbers),
    })
    // Quarters add up without loss.
    expect(figures.numbers.mean).toBe(numbers.reduce((sum, n) => sum + n, 0) / numbers.length)
    const yes = given(4).filter(({ flag }) => flag).length
    expect(flags.flags).toEqual({ yes, no: given(4).length - yes })
  })
})
