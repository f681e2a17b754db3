import type { FormStats, MemberStats, QuestionStats } from './figures.ts'

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
