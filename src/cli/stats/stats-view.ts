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
import { firstLines, fitted, wrap, padded, widestOf } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'
import { isMain } from '../../table/answers.ts'
import type { Paint } from '../terminal/terminal.ts'

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
  if (form.questions.length > 0) yield* section('How far people got', courseOf(form), look)
  const { bars, heading } = daysOf(form)
  if (bars.bars.length > 0) yield* section(heading, bars, look)
  for (const [i, question] of form.questions.entries()) yield* questionLines(question, i + 1, look)
}

const titleOf = ({ formId, name }: FormStats): string =>
  formId === null ? 'Responses without a form' : name === null ? `Form ${formId}` : `${name} (${formId})`

function* section(heading: string, bars: Bars, look: Look): Iterable<string> {
  yield ''
  yield look.paint.bold(heading)
  yield* barLines(bars, look)
}

/** How many reached each question; if that is not known, how many answered it. */
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

/** How many bars a chart of days has at most. */
const mostSpans = 31

function daysOf({ days, earlier, undated }: FormStats): { readonly heading: string; readonly bars: Bars } {
  const { unit, spans, before } = foldDays(days, mostSpans)
  const most = Math.max(1, ...spans.map(({ total }) => total))
  const bars = spans.map(({ label, total }) => ({ label, figures: [grouped(total)], share: total / most }))
  const others = [
    ['earlier', earlier + before],
    ['without a date', undated],
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
  // Members that are shown only as a count share one list.
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

/** The look of texts, and the figures of the same question's numbers, if any. */
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

/** How wide lines may be, and how they are painted. */
type Look = { readonly columns: number; readonly paint: Paint }

/** A label, its figures and a bar. */
export type Bar = {
  /** Its number before the label, where it has one. */
  readonly nth?: number
  readonly label: string
  readonly figures: readonly string[]
  /** The length of the bar as a share of the longest possible one, from 0 to 1. */
  readonly share: number
}

/** Bars, and the headings of their figures; '' is no heading. */
type Bars = { readonly names?: readonly string[]; readonly bars: readonly Bar[] }

/** Bars as lines that fit: labels are wrapped, figures aligned. Wide letters take two columns. */
export function barLines(shown: Bars, { columns, paint }: Look): readonly string[] {
  const { names = [], bars } = shown
  const widths = widthsOf(shown, columns)
  const mostLines = bars.length > mostWrapped ? 1 : mostLabelLines
  const lead = indent + ' '.repeat(widths.number)
  const figuresOf = (figures: readonly string[]): string =>
    widths.figures.map((width, n) => `  ${(figures[n] ?? '').padStart(width)}`).join('')
  const heading = `${lead}${' '.repeat(widths.label)}${figuresOf(names)}`.trimEnd()
  return [
    ...(names.some(Boolean) ? [paint.dim(heading)] : []),
    ...bars.flatMap((bar) => {
      const { label, figures, share } = bar
      const [first = '', ...more] = firstLines(plain(label), widths.label, mostLines)
      const number = numberOf(bar).padStart(widths.number)
      const begin = indent + number + padded(first, widths.label) + figuresOf(figures)
      const drawn = blocks(share, widths.bar)
      const line = drawn === '' ? begin.trimEnd() : `${begin}  ${paint.cyan(drawn)}`
      return [line].concat(more.map((rest) => `${lead}${rest}`))
    }),
  ]
}

const numberOf = ({ nth }: Bar): string => (nth === undefined ? '' : `${nth} `)

const indent = '  '
/** The shortest and longest bar, in columns. */
const [leastBar, mostBar] = [8, 48]
/** Bars are left out if labels would get fewer columns. */
const leastLabel = 12

type Widths = {
  readonly number: number
  readonly label: number
  readonly figures: readonly number[]
  /** 0: there is no room for bars. */
  readonly bar: number
}

function widthsOf({ names = [], bars }: Bars, columns: number): Widths {
  const number = widestOf(bars.map(numberOf))
  const figures = (bars[0]?.figures ?? []).map((_, n) =>
    widestOf([names[n] ?? '', ...bars.map((bar) => bar.figures[n] ?? '')]),
  )
  const room = columns - indent.length - number - figures.reduce((sum, one) => sum + one + 2, 0)
  const longest = Math.max(1, widestOf(bars.map(({ label }) => plain(label))))
  const besideBars = Math.min(longest, Math.floor(columns * 0.4) - number, room - leastBar - 2)
  if (besideBars < Math.min(longest, leastLabel))
    return { number, figures, label: Math.max(1, Math.min(longest, room)), bar: 0 }
  return { number, figures, label: besideBars, bar: Math.min(room - besideBars - 2, mostBar) }
}

const mostLabelLines = 3
/** With more bars, each label gets one line. */
const mostWrapped = 25

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar in eighths of a column; a share above 0 gets at least one. */
function blocks(share: number, width: number): string {
  const length = Math.round(share * width * 8)
  const shown = share > 0 && width > 0 ? Math.max(1, length) : 0
  return '█'.repeat(Math.floor(shown / 8)) + (eighths[shown % 8] ?? '')
}
