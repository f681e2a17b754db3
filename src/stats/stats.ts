import type { Batches } from '../record/records.ts'
import { questionnaireOf, sameQuestions, type MergeOptions } from '../table/questions.ts'
import {
  figuresOf,
  type CountedForm,
  type FormStats,
  type Known,
  type ResponseCounts,
  type QuestionStats,
  type Segment,
  type Segments,
} from './figures.ts'
import { type MemberStats } from './member-figures.ts'
import { weekdayNames } from './figure-words.ts'
import { addResponse, mergeForms, newForm, type TallyOptions, type FormTally } from './tally.ts'

export { courseBlock, questionBlocks, segmentsBlock, type BarRow, type Block, type Matrix } from './blocks.ts'
export { foldDays } from './days.ts'
export type { FormStats, QuestionStats, ResponseCounts } from './figures.ts'
export * from './figure-words.ts'
export type { Outline } from './figures.ts'
export { byForm, byMonth, segmentsOf } from './segments.ts'

export type CountedResponses = {
  /** The forms that they name. */
  readonly formIds: readonly string[]
  /**
   * The figures of these forms and of others that were asked for, that with the most responses first. Forms of one
   * questionnaire are counted as one: `merging` says which, and which of their questions are one; absent: each form by itself.
   */
  readonly figures: (
    known: Omit<Known, 'samples' | 'countsPartials'> & {
      readonly formIds: readonly string[]
      readonly merging?: MergeOptions
    },
  ) => readonly FormStats[]
}

/** Counts every response, form by form, in memory that does not grow with their number. `segments`: absent: responses are not divided. */
export async function countResponses(
  batches: Batches,
  { segments, ...counting }: TallyOptions & { readonly segments?: Segments | undefined },
): Promise<CountedResponses> {
  const forms = new Map<string | undefined, CountedForm>()
  const formOf = (id: string | undefined): CountedForm => {
    const form = forms.get(id) ?? newCounted(id, segments)
    forms.set(id, form)
    return form
  }
  let nth = 0
  for await (const batch of batches)
    for (const record of batch) {
      const { whole, parts } = formOf(typeof record['formId'] === 'string' ? record['formId'] : undefined)
      addResponse(whole, record, counting)
      for (const segment of segments?.of(nth++) ?? []) {
        const part = parts?.get(segment)
        if (part) addResponse(part, record, counting)
      }
    }
  return {
    formIds: [...forms.keys()].filter((id) => id !== undefined),
    figures: ({ formIds, merging = { forms: [], mergesAll: false }, ...known }) => {
      const missing = formIds.filter((id) => !forms.has(id))
      const counted = [...forms.values(), ...missing.map((id) => newCounted(id, segments))]
      const sections = Map.groupBy(counted, (form) => questionnaireOf(merging, form.formIds[0]) ?? form)
      return figuresOf(
        Array.from(sections.values(), (section) => asOne(section, merging, counting.samples)),
        { ...known, ...counting },
      )
    },
  }
}

const newCounted = (id: string | undefined, segments: Segments | undefined): CountedForm => ({
  formIds: id === undefined ? [] : [id],
  whole: newForm(id),
  parts: segments && new Map(segments.all.map((segment) => [segment, newForm(id)])),
})

/** Forms of one questionnaire, counted as one. */
function asOne(forms: readonly CountedForm[], merging: MergeOptions, samples: number): CountedForm {
  const [first, second] = forms
  if (first && !second) return first
  const ranks = new Map(merging.forms.map(({ id }, rank) => [id, rank]))
  const rankOf = (id: string): number => ranks.get(id) ?? ranks.size
  const formIds = forms
    .flatMap((form) => form.formIds)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  const wholes = forms.map(({ whole }) => whole)
  const { questions } = mergeForms(wholes, { into: new Map(), samples })
  const { groups } = sameQuestions([...questions.values()], merging)
  const into = new Map(
    groups.flatMap((group) => group.map(({ name }) => [name, group[0]?.name ?? name] as const)),
  )
  const merged = (tallies: readonly FormTally[]): FormTally => mergeForms(tallies, { into, samples })
  const partOf = (segment: Segment): FormTally =>
    merged(forms.flatMap(({ parts }) => parts?.get(segment) ?? []))
  return {
    formIds,
    whole: merged(wholes),
    parts: first?.parts && new Map(Array.from(first.parts.keys(), (segment) => [segment, partOf(segment)])),
  }
}

/** Every response that was counted. */
export const totalOf = (forms: readonly FormStats[]): ResponseCounts =>
  forms.reduce(
    (sum, { responses: { total, finished, partial } }) => ({
      total: sum.total + total,
      finished: sum.finished + finished,
      partial: sum.partial + partial,
    }),
    { total: 0, finished: 0, partial: 0 },
  )

/** What the report page shows (`page/report-page.ts`, which is loaded only where it is wanted). */
export type Report = {
  readonly forms: readonly FormStats[]
  /** Whose days are counted. */
  readonly timezone: string
  readonly title: string
  /** Which responses are counted, in a sentence; '': all that came. */
  readonly conditions: string
  /** The name of the column whose values divide the responses; undefined: they are not divided. */
  readonly dividedBy: string | undefined
  /** The accent colour of the form, as `#rrggbb`; undefined: not known. */
  readonly accent: string | undefined
  /** Where the responses come from. */
  readonly source: string
  /** Which of them were asked for; '': all. */
  readonly bounds: string
  /** What a reader must know of the figures. */
  readonly remarks: readonly Remark[]
  /** What is said where there are no figures. */
  readonly nothing: string
  readonly made: Date
}

/** A sentence on the figures; a warning says that something may be missing. */
export type Remark = { readonly sentence: string; readonly isWarning: boolean }

/** The columns of the figures as rows; with segments there is one more, which is empty for all responses. */
export const figureColumns = (forms: readonly FormStats[]): readonly string[] =>
  hasSegments(forms) ? [...figureNames, 'segment'] : figureNames

const figureNames = ['form', 'question', 'headline', 'member', 'figure', 'of', 'value']

const hasSegments = (forms: readonly FormStats[]): boolean => forms.some(({ segments }) => segments !== null)

/** The figures as rows, one row a figure. */
export function* rowsOf(forms: readonly FormStats[]): Iterable<readonly string[]> {
  const whole = hasSegments(forms) ? [''] : []
  for (const form of forms) {
    const id = form.formId ?? form.name ?? ''
    for (const [figure, of, value] of formFigures(form)) yield [id, '', '', '', figure, of, value, ...whole]
    yield* questionRows(id, form.questions, whole)
    for (const segment of form.segments ?? []) {
      for (const [figure, of, value] of countFigures(segment))
        yield [id, '', '', '', figure, of, value, segment.label]
      yield* questionRows(id, segment.questions, [segment.label])
    }
  }
}

function* questionRows(
  id: string,
  questions: readonly QuestionStats[],
  end: readonly string[],
): Iterable<readonly string[]> {
  for (const question of questions) {
    const { questionId, headline } = question
    for (const [figure, of, value] of questionFigures(question))
      yield [id, questionId, headline, '', figure, of, value, ...end]
    for (const member of question.answers)
      for (const [figure, of, value] of memberFigures(member))
        yield [id, questionId, headline, member.member, figure, of, value, ...end]
  }
}

type Figure = readonly [figure: string, of: string, value: string]

const known = (figure: string, value: number | null | undefined): readonly Figure[] =>
  value === null || value === undefined ? [] : [[figure, '', String(value)]]

function* countFigures({
  responses,
  completion,
  timeToComplete,
}: Pick<FormStats, 'responses' | 'completion' | 'timeToComplete'>): Iterable<Figure> {
  yield* known('responses', responses.total)
  yield* known('finished', responses.finished)
  yield* known('partial', responses.partial)
  yield* known('completion', completion)
  yield* known('median seconds', timeToComplete?.median)
  yield* known('lower quartile of seconds', timeToComplete?.lowerQuartile)
  yield* known('upper quartile of seconds', timeToComplete?.upperQuartile)
  yield* known('responses with seconds', timeToComplete?.measured)
}

function* formFigures(form: FormStats): Iterable<Figure> {
  const { name, created, leftBefore } = form
  if (name !== null) yield ['name', '', name]
  yield* countFigures(form)
  if (created !== null) yield ['first created', '', created.first]
  if (created !== null) yield ['last created', '', created.last]
  for (const { day, total } of form.days) yield ['day', day, String(total)]
  for (const { day, finished } of form.days) yield ['day finished', day, String(finished)]
  if (form.earlier > 0) yield* known('earlier days', form.earlier)
  if (form.undated > 0) yield* known('no day', form.undated)
  if (form.flagged > 0) yield* known('flagged', form.flagged)
  yield* known('left before any answer', leftBefore)
  for (const { page, reached, leftAfter } of form.pages ?? []) {
    yield ['page reached', String(page), String(reached)]
    yield ['page left after', String(page), String(leftAfter)]
  }
}

function* questionFigures(question: QuestionStats): Iterable<Figure> {
  yield* known('answered', question.answered)
  yield* known('answered the next, too', question.answeredNext)
  yield* known('reached', question.reached)
  yield* known('left after', question.leftAfter)
}

function* memberFigures({
  options,
  numbers,
  dates,
  times,
  texts,
  flags,
  others,
}: MemberStats): Iterable<Figure> {
  for (const { option, count, offered } of options?.counts ?? []) {
    yield ['option', option, String(count)]
    if (offered !== undefined) yield ['offered', option, String(offered)]
  }
  if (options && options.others > 0) yield ['other options', '', String(options.others)]
  if (numbers) {
    for (const [name, figure] of numberFigures) yield* known(figure, numbers[name])
    if (numbers.relativeError > 0) yield ['relative error', '', String(numbers.relativeError)]
    for (const [group, value] of Object.entries(numbers.nps ?? {})) yield ['nps', group, String(value)]
    for (const { from, to, count } of numbers.distribution)
      yield ['number', rangeFigure(from, to), String(count)]
  }
  if (dates) yield ['earliest', '', dates.earliest]
  if (dates) yield ['latest', '', dates.latest]
  for (const { from, count } of dates?.distribution ?? []) yield [dates?.unit ?? '', from, String(count)]
  for (const [i, count] of dates?.weekdays.entries() ?? [])
    yield ['weekday', weekdayNames[i] ?? '', String(count)]
  if (times) yield ['earliest', '', times.earliest]
  if (times) yield ['latest', '', times.latest]
  for (const { from, count } of times?.hours ?? []) yield ['hour', from, String(count)]
  yield* known('texts', texts?.count)
  yield* known('no number', texts?.notNumbers?.count)
  for (const { text, count } of texts?.frequent ?? []) yield ['frequent text', text, String(count)]
  for (const { text, createdAt } of texts?.samples ?? []) yield ['text', text, createdAt ?? '']
  if (flags) yield ['yes', '', String(flags.yes)]
  if (flags) yield ['no', '', String(flags.no)]
  if (others > 0) yield ['others', '', String(others)]
}

const rangeFigure = (from: number, to: number): string =>
  from === to ? String(from) : `${from} to below ${to}`

const numberFigures = [
  ['count', 'numbers'],
  ['sum', 'sum'],
  ['mean', 'mean'],
  ['lowerQuartile', 'lower quartile'],
  ['median', 'median'],
  ['upperQuartile', 'upper quartile'],
  ['least', 'least'],
  ['greatest', 'greatest'],
] as const
