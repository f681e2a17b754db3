import { wrap } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'
import { barLines, type Bars, type Look } from './bars.ts'
import { foldDays } from './fold-days.ts'
import { memberLines } from './member-view.ts'
import { answeredWords } from './member-words.ts'
import { grouped, percent } from './number-words.ts'
import type { FormStats, QuestionStats } from './stats.ts'
import { createdWords, headlineOf, responsesWords, timeWords } from './words.ts'

/** The figures of forms as lines for a person. */
export function* viewLines(
  forms: readonly FormStats[],
  { timezone, look }: { readonly timezone: string; readonly look: Look },
): Iterable<string> {
  for (const [i, form] of forms.entries()) {
    if (i > 0) yield ''
    yield* formLines(form, timezone, look)
  }
}

function* formLines(form: FormStats, timezone: string, look: Look): Iterable<string> {
  const { columns, paint } = look
  for (const line of wrap(plain(titleOf(form)), columns)) yield paint.bold(line)
  const facts = [responsesWords(form), timeWords(form), createdWords(form, timezone)]
  for (const fact of facts)
    if (fact !== '') yield* wrap(fact, columns).map((line) => line.replaceAll('\u00A0', ' '))
  if (form.questions.length > 0) yield* section('How far they came', courseOf(form), look)
  const { bars, heading } = daysOf(form)
  if (bars.bars.length > 0) yield* section(heading, bars, look)
  for (const [i, question] of form.questions.entries()) yield* questionLines(question, i + 1, look)
}

const titleOf = ({ formId, name }: FormStats): string =>
  formId === null ? 'Responses that tell no form' : name === null ? `Form ${formId}` : `${name} (${formId})`

function* section(heading: string, bars: Bars, look: Look): Iterable<string> {
  yield ''
  yield look.paint.bold(heading)
  yield* barLines(bars, look)
}

/** The way through the form: how many came to each question, or answered it where nobody knows who gave up. */
function courseOf({ questions, responses: { total }, leftBefore }: FormStats): Bars {
  const isKnown = leftBefore !== null
  const bars = questions.map((question, i) => {
    const { answered, reached, leftAfter } = question
    const figures = isKnown
      ? [grouped(reached ?? 0), percent(reached ?? 0, total), grouped(leftAfter ?? 0)]
      : []
    return {
      nth: i + 1,
      label: headlineOf(question),
      figures: isKnown ? figures : [grouped(answered), percent(answered, total)],
      share: total === 0 ? 0 : (reached ?? answered) / total,
    }
  })
  if (!isKnown) return { names: ['answered'], bars }
  const none = { label: 'before any answer', figures: ['', '', grouped(leftBefore)], share: 0 }
  return { names: ['reached', '', 'left after'], bars: leftBefore > 0 ? [none, ...bars] : bars }
}

function* questionLines(question: QuestionStats, nth: number, look: Look): Iterable<string> {
  yield ''
  const number = `${nth} `
  const headline = wrap(plain(headlineOf(question)), look.columns - number.length)
  for (const [i, line] of headline.entries())
    yield look.paint.bold(`${i === 0 ? number : ' '.repeat(number.length)}${line}`)
  const kind = wrap(plain(answeredWords(question)), look.columns - 2)
  for (const line of kind) yield look.paint.dim(`  ${line}`)
  yield* memberLines(question, look)
}

/** Bars of a chart that are still seen at once. */
const mostSpans = 31

function daysOf({ days, earlier, undated }: FormStats): { readonly heading: string; readonly bars: Bars } {
  const { unit, spans, before } = foldDays(days, mostSpans)
  const most = Math.max(1, ...spans.map(({ total }) => total))
  const bars = spans.map(({ label, total }) => ({ label, figures: [grouped(total)], share: total / most }))
  const others = [
    ['earlier', earlier + before],
    ['no day told', undated],
  ] as const
  return {
    heading: unit === 'week' ? 'Responses by week, from Monday' : `Responses by ${unit}`,
    bars: {
      bars: [
        ...bars,
        ...others
          .filter(([, total]) => total > 0)
          .map(([label, total]) => ({ label, figures: [grouped(total)], share: 0 })),
      ],
    },
  }
}
