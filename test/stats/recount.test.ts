import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RawRecord } from '../../src/record/records.ts'
import type { MergeOptions } from '../../src/table/questions.ts'
import type { FormStats } from '../../src/stats/stats.ts'
import { runs } from '../support/is-long.ts'
import { figuresOf } from './figures-of.ts'

type Answer = { readonly questionId: string; readonly response: Readonly<Record<string, unknown>> }

const text = fc.constantFrom('', ' ', 'yes', 'größer', '東京', 'a longer text')
const choice = fc.constantFrom('Red', 'Blue', 'Green')
const members: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, unknown>>>>> = {
  text: text.map((value) => ({ value })),
  number: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })).map((value) => ({ value })),
  one: choice.map((selected) => ({ selected })),
  many: fc.array(choice, { maxLength: 4 }).map((selected) => ({ selected })),
  ticked: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()).map((ticks) => ({
    choices: ['Red', 'Blue', 'Green'].map((key, index) => ({ key, value: ticks[index], index })),
    selectedOther: false,
  })),
  flag: fc.boolean().map((value) => ({ value })),
}
const kinds = Object.keys(members)

const answer = (questionId: string, kind: string): fc.Arbitrary<Answer> =>
  (members[kind] ?? fc.constant({})).map((given) => ({
    questionId,
    response: { type: kind, headline: `About ${questionId}`, componentShapeVersion: '2.0', ...given },
  }))

// Questions stand in one order; a response leaves some out.
const data = fc
  .tuple(...kinds.map((kind, i) => fc.option(answer(`q${i}`, kind), { nil: undefined })))
  .map((answers) => answers.filter((one) => one !== undefined))

const record = fc
  .record({
    id: fc.uuid(),
    formId: fc.constantFrom('f1', 'f2', undefined),
    finished: fc.constantFrom(true, true, false, undefined),
    minutes: fc.integer({ min: 0, max: 10_000 }),
    seconds: fc.integer({ min: -2, max: 400 }),
    data,
  })
  .map(({ minutes, seconds, ...rest }): RawRecord => {
    const at = Date.UTC(2026, 2, 1) + minutes * 60_000
    const times = [at, at + seconds * 1000].map((time) => new Date(time).toISOString())
    return Object.assign(rest, { createdAt: times[0], dataUpdatedAt: times[1] })
  })

const answersIn = (one: RawRecord): readonly Answer[] => one['data'] as readonly Answer[]

function says({ response }: Answer): boolean {
  const { value, selected, choices } = response
  if (typeof value === 'string') return value !== ''
  if (Array.isArray(selected)) return selected.length > 0
  if (Array.isArray(choices)) return choices.some((option) => Object(option).value)
  return true
}

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  return (low + high) / 2
}

function chosenIn({ response: { selected, choices } }: Answer): readonly string[] {
  if (typeof selected === 'string') return [selected]
  if (Array.isArray(selected)) return [...new Set<string>(selected)]
  return Array.isArray(choices)
    ? choices.filter((one) => Object(one).value).map((one) => Object(one).key)
    : []
}

const times = <T>(values: readonly T[], wanted: T): number =>
  values.filter((value) => value === wanted).length

/** Counts again, plainly, from all records at once, and compares. */
function recount(form: FormStats, records: readonly RawRecord[]): void {
  const finished = records.filter((one) => one['finished'] === true)
  const partial = records.filter((one) => one['finished'] === false)
  expect(form.responses).toEqual({
    total: records.length,
    finished: finished.length,
    partial: partial.length,
  })
  const told = finished.length + partial.length
  expect(form.completion).toBe(told === 0 ? null : finished.length / told)
  const took = finished
    .map((one) => (Date.parse(String(one['dataUpdatedAt'])) - Date.parse(String(one['createdAt']))) / 1000)
    .filter((seconds) => seconds >= 0)
  expect([form.timeToComplete?.measured ?? 0, form.timeToComplete?.median ?? 0]).toEqual([
    took.length,
    took.length === 0 ? 0 : median(took),
  ])
  const days = records.map((one) => String(one['createdAt']).slice(0, 10))
  expect(form.days.map(({ day, total }) => [day, total])).toEqual(
    [...new Set(days)].toSorted().map((day) => [day, times(days, day)]),
  )
  recountQuestions(form, records, partial)
}

function recountQuestions(
  form: FormStats,
  records: readonly RawRecord[],
  partial: readonly RawRecord[],
): void {
  const given = records.map((one) =>
    answersIn(one)
      .filter(says)
      .map(({ questionId }) => questionId),
  )
  const lasts = partial.map((one) => answersIn(one).findLast(says)?.questionId)
  expect(form.leftBefore).toBe(times(lasts, undefined))
  let reached = records.length - times(lasts, undefined)
  for (const [i, question] of form.questions.entries()) {
    const { questionId } = question
    const next = form.questions[i + 1]?.questionId
    const answers = records.flatMap((one) => answersIn(one)).filter((one) => one.questionId === questionId)
    expect([question.answered, question.leftAfter, question.reached]).toEqual([
      answers.filter(says).length,
      times(lasts, questionId),
      reached,
    ])
    expect(question.answeredNext).toBe(
      next === undefined
        ? null
        : given.filter((ids) => ids.includes(questionId) && ids.includes(next)).length,
    )
    reached -= times(lasts, questionId)
    recountAnswers(question.answers, answers)
  }
}

function recountAnswers(
  figures: FormStats['questions'][number]['answers'],
  answers: readonly Answer[],
): void {
  const chosen = answers.flatMap(chosenIn)
  for (const { option, count } of figures.flatMap(({ options }) => options?.counts ?? []))
    expect([option, count]).toEqual([option, times(chosen, option)])
  expect(
    figures.flatMap(({ options }) => options?.counts ?? []).reduce((sum, { count }) => sum + count, 0),
  ).toBe(chosen.length)
  const values = answers.filter(says).map(({ response }) => response['value'])
  const numbers = values
    .filter((value) => typeof value === 'number')
    .filter((value) => Math.abs(value) < 1e290)
    // The least of all is told without its sign.
    .map((value) => value + 0)
  const told = figures.find((figure) => figure.numbers)?.numbers
  expect([told?.count ?? 0, told?.median ?? 0]).toEqual([
    numbers.length,
    numbers.length ? median(numbers) : 0,
  ])
  expect(told?.distribution.reduce((sum, { count }) => sum + count, 0) ?? 0).toBe(numbers.length)
  const texts = values.filter((value) => typeof value === 'string')
  expect(figures.find((figure) => figure.texts)?.texts?.count ?? 0).toBe(texts.length)
  for (const sample of figures.flatMap((figure) => figure.texts?.samples ?? []))
    expect(times(texts, sample.text)).toBeGreaterThan(0)
  for (const { flags } of figures) if (flags) expect(flags.yes).toBe(times(values, true))
}

test('every figure equals a plain recount', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (records, size) => {
        const forms = await figuresOf(records, size)
        const ids = new Set(records.map((one) => one['formId']))
        expect(new Set(forms.map(({ formId }) => formId ?? undefined))).toEqual(ids)
        for (const form of forms)
          recount(
            form,
            records.filter((one) => (one['formId'] ?? null) === form.formId),
          )
      },
    ),
    { numRuns: runs(300) },
  )
})

/** Figures without means and sums: those are sums of doubles, whose last digits depend on the order. */
const withoutMeans = (forms: readonly FormStats[]): unknown =>
  JSON.parse(
    JSON.stringify(forms, (key, value: unknown) => (key === 'mean' || key === 'sum' ? undefined : value)),
  )

test('the same responses give the same figures in whatever order they come', async () => {
  const orders = fc
    .array(record, { maxLength: 30 })
    .chain((records) =>
      fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
    )
  await fc.assert(
    fc.asyncProperty(orders, async ([one, other]) => {
      expect(withoutMeans(await figuresOf(other))).toEqual(withoutMeans(await figuresOf(one)))
    }),
    { numRuns: runs(300) },
  )
})

const questionnaire: MergeOptions = {
  forms: ['f1', 'f2', 'f3'].map((id) => ({ id, questionnaire: 'a.yaml' })),
  mergesAll: false,
}

/** The same response to a form whose questions have ids of their own. */
const ofForm = (one: RawRecord, formId: string): RawRecord => ({
  ...one,
  formId,
  data: answersIn(one).map(({ questionId, response }) => ({
    questionId: `${formId}-${questionId}`,
    response,
  })),
})

/** Figures without what differs between a form and a questionnaire: ids. */
const withoutIds = (forms: readonly FormStats[]): unknown =>
  JSON.parse(
    JSON.stringify(withoutMeans(forms), (key, value: unknown) =>
      key === 'formId' || key === 'formIds'
        ? undefined
        : key === 'questionId'
          ? String(value).slice(-2)
          : value,
    ),
  )

test('forms of one questionnaire give the figures of one form, in whatever order responses come', async () => {
  // A response to every question makes their order known.
  const whole = fc
    .tuple(record, fc.tuple(...kinds.map((kind, i) => answer(`q${i}`, kind))))
    .map(([one, answers]) => Object.assign(one, { data: answers }))
  const given = fc.tuple(fc.array(whole, { minLength: 3, maxLength: 3 }), fc.array(record, { maxLength: 30 }))
  await fc.assert(
    fc.asyncProperty(given, fc.infiniteStream(fc.constantFrom('f1', 'f2', 'f3')), async (records, forms) => {
      const all = records.flat()
      const apart = all.map((each, i) => ofForm(each, i < 3 ? `f${i + 1}` : forms.next().value))
      const one = await figuresOf(all.map((each) => Object.assign({}, each, { formId: 'f1' })))
      expect(withoutIds(await figuresOf(apart, 7, questionnaire))).toEqual(withoutIds(one))
      expect(withoutIds(await figuresOf(apart.toReversed(), 7, questionnaire))).toEqual(withoutIds(one))
    }),
    { numRuns: runs(200) },
  )
})
