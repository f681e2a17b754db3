import type { Batches } from '../record/records.ts'
import {
  figuresOf,
  type FormStats,
  type Known,
  type ResponseCounts,
  type MemberStats,
  type QuestionStats,
} from './figures.ts'
import { addResponse, newForm, type Counting, type FormTally } from './tally.ts'

export { foldDays } from './days.ts'
export { isCounted } from './figures.ts'
export type {
  FormStats,
  NumberStats,
  OptionStats,
  QuestionStats,
  ResponseCounts,
  TextStats,
} from './figures.ts'
export {
  answeredWords,
  createdWords,
  dayWords,
  grouped,
  headlineOf,
  memberWords,
  numberWords,
  othersWords,
  percent,
  rangeWords,
  responsesWords,
  textsWords,
  timeWords,
} from './figure-words.ts'

export type CountedResponses = {
  /** The forms that they name. */
  readonly formIds: readonly string[]
  /** The figures of these forms and of others that were asked for, that with the most responses first. */
  readonly figures: (
    known: Omit<Known, 'samples'> & { readonly asked: readonly string[] },
  ) => readonly FormStats[]
}

/** Counts every response, form by form, in memory that does not grow with their number. */
export async function countResponses(batches: Batches, counting: Counting): Promise<CountedResponses> {
  const forms = new Map<string | undefined, FormTally>()
  const formOf = (id: string | undefined): FormTally => {
    const form = forms.get(id) ?? newForm(id)
    forms.set(id, form)
    return form
  }
  for await (const batch of batches)
    for (const record of batch) {
      const { formId } = record
      addResponse(formOf(typeof formId === 'string' ? formId : undefined), record, counting)
    }
  return {
    formIds: [...forms.keys()].filter((id) => id !== undefined),
    figures: ({ asked, ...known }) => {
      const missing = asked.filter((id) => !forms.has(id)).map(newForm)
      return figuresOf([...forms.values(), ...missing], { ...known, samples: counting.samples })
    },
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
  /** Absent: the name of the form. */
  readonly title: string | undefined
  /** Which responses are counted, in a sentence; '': all that came. */
  readonly conditions: string
  /** Where the responses come from and when they were created, as the end of a sentence. */
  readonly source: string
  /** What a reader must know of the figures. */
  readonly remarks: readonly Remark[]
  /** What is said where there are no figures. */
  readonly nothing: string
  readonly made: Date
}

/** A sentence on the figures; a warning says that something may be missing. */
export type Remark = { readonly sentence: string; readonly isWarning: boolean }

export const figureColumns: readonly string[] = [
  'form',
  'question',
  'headline',
  'member',
  'figure',
  'of',
  'value',
]

/** The figures as rows, one row a figure. */
export function* rowsOf(forms: readonly FormStats[]): Iterable<readonly string[]> {
  for (const form of forms) {
    const id = form.formId ?? ''
    for (const [figure, of, value] of formFigures(form)) yield [id, '', '', '', figure, of, value]
    for (const question of form.questions) {
      const { questionId, headline } = question
      for (const [figure, of, value] of questionFigures(question))
        yield [id, questionId, headline, '', figure, of, value]
      for (const member of question.answers)
        for (const [figure, of, value] of memberFigures(member))
          yield [id, questionId, headline, member.member, figure, of, value]
    }
  }
}

type Figure = readonly [figure: string, of: string, value: string]

const known = (figure: string, value: number | null | undefined): readonly Figure[] =>
  value === null || value === undefined ? [] : [[figure, '', String(value)]]

function* formFigures(form: FormStats): Iterable<Figure> {
  const { name, responses, completion, timeToComplete, created, leftBefore } = form
  if (name !== null) yield ['name', '', name]
  yield* known('responses', responses.total)
  yield* known('finished', responses.finished)
  yield* known('partial', responses.partial)
  yield* known('completion', completion)
  yield* known('median seconds', timeToComplete?.median)
  yield* known('lower quartile of seconds', timeToComplete?.lowerQuartile)
  yield* known('upper quartile of seconds', timeToComplete?.upperQuartile)
  yield* known('responses with seconds', timeToComplete?.measured)
  if (created !== null) yield ['first created', '', created.first]
  if (created !== null) yield ['last created', '', created.last]
  for (const { day, total } of form.days) yield ['day', day, String(total)]
  for (const { day, finished } of form.days) yield ['day finished', day, String(finished)]
  if (form.earlier > 0) yield* known('earlier days', form.earlier)
  if (form.undated > 0) yield* known('no day', form.undated)
  yield* known('left before any answer', leftBefore)
}

function* questionFigures(question: QuestionStats): Iterable<Figure> {
  yield* known('answered', question.answered)
  yield* known('answered the next, too', question.answeredNext)
  yield* known('reached', question.reached)
  yield* known('left after', question.leftAfter)
}

function* memberFigures({ options, numbers, texts, flags, others }: MemberStats): Iterable<Figure> {
  for (const { option, count } of options?.counts ?? []) yield ['option', option, String(count)]
  if (options && options.others > 0) yield ['other options', '', String(options.others)]
  if (numbers) {
    for (const [name, figure] of numberFigures) yield* known(figure, numbers[name])
    if (numbers.relativeError > 0) yield ['relative error', '', String(numbers.relativeError)]
    for (const { from, to, count } of numbers.distribution)
      yield ['number', rangeFigure(from, to), String(count)]
  }
  yield* known(numbers && numbers.fromTexts > 0 ? 'no number' : 'texts', texts?.count)
  for (const { text, count } of texts?.samples ?? []) yield ['text', text, String(count)]
  if (flags) yield ['yes', '', String(flags.yes)]
  if (flags) yield ['no', '', String(flags.no)]
  if (others > 0) yield ['others', '', String(others)]
}

const rangeFigure = (from: number, to: number): string =>
  from === to ? String(from) : `${from} to below ${to}`

const numberFigures = [
  ['count', 'numbers'],
  ['mean', 'mean'],
  ['lowerQuartile', 'lower quartile'],
  ['median', 'median'],
  ['upperQuartile', 'upper quartile'],
  ['least', 'least'],
  ['greatest', 'greatest'],
] as const
