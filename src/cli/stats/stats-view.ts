import {
  answeredWords,
  createdWords,
  foldDays,
  grouped,
  headlineOf,
  isCounted,
  memberWords,
  numberWords,
  othersWords,
  percent,
  rangeWords,
  responsesWords,
  textsWords,
  timeWords,
  type FormStats,
  type NumberStats,
  type OptionStats,
  type QuestionStats,
  type TextStats,
} from '../../stats/stats.ts'
import { firstLines, fitted, wrap } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'
import { barLines, type Bar, type Bars, type Look } from './bars.ts'
import { isMain } from '../../table/answers.ts'

/** The figures of forms as lines for a terminal. */
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

/** The drop-off: how many reached each question; where that is not known, how many answered it. */
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

/** What was answered to a question, as lines. */
function* memberLines({ answers, answered }: QuestionStats, look: Look): Iterable<string> {
  const bar = (label: string, n: number): Bar => ({
    label,
    figures: [grouped(n), percent(n, answered)],
    share: answered === 0 ? 0 : n / answered,
  })
  for (const member of answers.filter((one) => !isCounted(one))) {
    if (answers.length > 1 && !isMain(member.member))
      yield look.paint.dim(`  ${fitted(plain(memberWords(member.member)), look.columns - 2)}`)
    const { options, numbers, texts, flags, others } = member
    if (options) yield* barLines({ bars: optionBars(options, bar) }, look)
    if (numbers) yield* numberLines(numbers, look)
    if (numbers && others > 0) yield* wrapped(othersWords(others), look)
    if (texts) yield* textLines(texts, { look, ...(numbers && { numbers }) })
    if (flags) yield* barLines({ bars: [bar('yes', flags.yes), bar('no', flags.no)] }, look)
  }
  // Members that are only counted share one list.
  const counted = answers.filter(isCounted)
  if (counted.length > 0)
    yield* barLines({ bars: counted.map(({ member, given }) => bar(memberWords(member), given)) }, look)
}

/** Options that are shown one by one. */
const mostOptions = 20

function optionBars({ counts, others }: OptionStats, bar: (label: string, n: number) => Bar): readonly Bar[] {
  const least = counts.map(({ count }) => count).toSorted((a, b) => b - a)[mostOptions - 1] ?? 0
  const shown = counts.filter(({ count }) => count >= least).slice(0, mostOptions)
  const rest = counts.filter((option) => !shown.includes(option))
  const restChosen = rest.reduce((sum, { count }) => sum + count, others)
  const bars = shown.map(({ option, count }) => bar(option, count))
  if (rest.length === 0 && others === 0) return bars
  const label = others > 0 ? 'all others' : `${grouped(rest.length)} others`
  return [...bars, { label, figures: [grouped(restChosen), ''], share: 0 }]
}

function* numberLines(numbers: NumberStats, look: Look): Iterable<string> {
  const { distribution } = numbers
  yield* wrapped(numberWords(numbers), look)
  const most = Math.max(1, ...distribution.map(({ count }) => count))
  const bars = distribution.map((range) => ({
    label: rangeWords(range, numbers),
    figures: [grouped(range.count), percent(range.count, numbers.count)],
    share: range.count / most,
  }))
  yield* barLines({ bars }, look)
}

const wrapped = (words: string, { columns }: Look): readonly string[] =>
  wrap(words, columns - 2).map((line) => `  ${line}`)

const mostSampleLines = 3

/** How texts are shown, and the numbers among which they came, if any. */
type BesideNumbers = { readonly look: Look; readonly numbers?: NumberStats }

function* textLines(texts: TextStats, { look, numbers }: BesideNumbers): Iterable<string> {
  const { columns, paint } = look
  const { samples } = texts
  const heading = textsWords(texts, numbers)
  if (heading !== '') yield* wrapped(`${heading}${samples.length > 0 ? ':' : ''}`, look).map(paint.dim)
  const width = columns - 4
  for (const { text, count: times } of samples) {
    const words = plain(text.trim().replaceAll(/\s+/g, ' ')) + (times > 1 ? ` (${grouped(times)} times)` : '')
    const lines = firstLines(words, width, mostSampleLines)
    for (const [i, line] of lines.entries()) yield `${i === 0 ? '  – ' : '    '}${line}`
  }
}
