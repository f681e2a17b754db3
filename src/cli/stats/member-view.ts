import { firstLines, fitted, wrap } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'
import { barLines, type Bar, type Look } from './bars.ts'
import { isMain } from '../../export/main-member.ts'
import { isCounted, type NumberStats, type OptionStats, type TextStats } from './member-stats.ts'
import { memberWords, numberWords, othersWords, textsWords } from './member-words.ts'
import { grouped, percent, rangeWords } from './number-words.ts'
import type { QuestionStats } from './stats.ts'

/** What was answered to a question, as lines. */
export function* memberLines({ answers, answered }: QuestionStats, look: Look): Iterable<string> {
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
  // Texts that tell of persons are only counted: one list of all of them.
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
    label: rangeWords(range),
    figures: [grouped(range.count), percent(range.count, numbers.count)],
    share: range.count / most,
  }))
  yield* barLines({ bars }, look)
}

const wrapped = (words: string, { columns }: Look): readonly string[] =>
  wrap(words, columns - 2).map((line) => `  ${line}`)

const mostSampleLines = 3

/** The numbers among which the texts came, if any. */
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
