/** What is shown of questions and their figures, in the same words, order and scale on the page and at the terminal. */
import { count as countOf } from '../failure/failure.ts'
import { capital } from '../form/words.ts'
import { sumOf } from '../form/value.ts'
import { isMain } from '../table/answers.ts'
import {
  aboutDuration,
  datesWords,
  grouped,
  memberWords,
  notNumbersWords,
  numberWords,
  othersWords,
  percent,
  rangeWords,
  shortHeadlineOf,
  signed,
  spanWords,
  weekdayNames,
  textsWords,
} from './figure-words.ts'
import { foldDays } from './days.ts'
import { isCounted } from './member-figures.ts'
import { npsGroups, optionNumbers } from './scale.ts'
import type {
  FormStats,
  Kind,
  MemberStats,
  Nps,
  NumberStats,
  OptionStats,
  QuestionStats,
  SegmentStats,
} from './shapes.ts'

/** A bar: the figures beside it say what it shows. */
export type BarRow = {
  /** The number of the page or question, where it has one. */
  readonly nth?: number
  readonly label: string
  readonly figures: readonly string[]
  /** From 0 to 1 (everybody); undefined: no bar. */
  readonly share: number | undefined
}

/** Bars, the heading of their labels and those of their figures. */
export type Bars = { readonly names: readonly string[]; readonly rows: readonly BarRow[] }

export type Block =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'sentence'; readonly text: string }
  | ({ readonly kind: 'bars' } & Bars)
  | {
      readonly kind: 'nps'
      readonly score: string
      readonly groups: readonly (BarRow & { readonly name: (typeof npsGroups)[number][0] })[]
    }
  | {
      readonly kind: 'texts'
      readonly heading: string
      readonly samples: readonly { readonly text: string; readonly day: string }[]
    }
  | ({ readonly kind: 'segments' | 'table' } & FiguresTable)

/** Figures side by side: of segments, of the rows of a Matrix or of the options of a Ranking. */
export type FiguresTable = {
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly { readonly text: string; readonly share?: number }[]
  }[]
}

/** Responses by time, and the figures of those before it and without any. */
export function daysBlock({ days, earlier, undated }: FormStats, maxSpans: number) {
  const { spans, unit, before } = foldDays(days, maxSpans)
  const others: readonly Counted[] = [
    ['Earlier', earlier + before],
    ['Without a date', undated],
  ]
  const rest = others.filter(([, total]) => total > 0)
  return {
    spans,
    unit,
    rest: rest.map(([label, total]) => ({ label, figures: [grouped(total)], share: undefined })),
  }
}

/** Drop-off: by page where pages are known, else by question. */
export function dropOffBlock({
  questions,
  pages,
  responses: { total },
  leftBefore,
}: FormStats): Bars | undefined {
  if (questions.length === 0) return undefined
  const row = (nth: number, label: string, [n, left]: readonly [number, number | null]): BarRow => {
    const bar = barRow(label, n, total)
    return { ...bar, nth, figures: left === null ? bar.figures : [...bar.figures, grouped(left)] }
  }
  const first = pages ? 'Page' : 'Question'
  const rows = pages
    ? pages.map(({ page, name, reached, leftAfter }) => row(page, name, [reached, leftAfter]))
    : questions.map((question, i) => {
        const { reached, answered, leftAfter } = question
        return row(i + 1, shortHeadlineOf(question), [reached ?? answered, leftAfter])
      })
  if (leftBefore === null) return { names: [first, 'answered', 'share'], rows }
  const names = [first, 'reached', 'share', 'left after']
  if (leftBefore === 0) return { names, rows }
  const before = { label: 'Before any answer', figures: ['', '', grouped(leftBefore)], share: undefined }
  return { names, rows: [before, ...rows] }
}

/** Segments as a whole, side by side. */
export function segmentsBlock({ segments }: FormStats): FiguresTable | undefined {
  if (segments === null || segments.length === 0) return undefined
  const seconds = ({ timeToComplete: time }: SegmentStats): string =>
    time === null || time.median === null ? '–' : aboutDuration(time.median)
  return {
    columns: segments.map(({ label }) => label),
    rows: [
      { label: 'Responses', cells: segments.map(({ responses }) => ({ text: grouped(responses.total) })) },
      ...(segments.some(({ completion }) => completion !== null)
        ? [{ label: 'Completed', cells: segments.map(({ completion }) => shareCell(completion, 1)) }]
        : []),
      { label: 'Median time', cells: segments.map((segment) => ({ text: seconds(segment) })) },
    ],
  }
}

/** What is shown of one option by one, and of the rest together. */
export type Limits = { readonly options: number }

/** The answers to a question, of all and then of segments. */
export function questionBlocks(
  question: QuestionStats,
  { segments }: Pick<FormStats, 'segments'>,
  limits: Limits,
): readonly Block[] {
  const { answers, answered, kind } = question
  const counted = answers.filter(isCounted)
  const table = segments === null ? partsTable(question) : undefined
  const parts = new Set(answers.filter(({ options, numbers }) => table && (options ?? numbers)))
  const blocks = answers
    .filter((member) => !counted.includes(member) && !parts.has(member))
    .flatMap((member): readonly Block[] => {
      const isNamed = answers.length > 1 && !isMain(member.member)
      const name: readonly Block[] = isNamed ? [{ kind: 'member', name: memberWords(member.member) }] : []
      const beside = segments === null ? [] : memberSegments(question, member, { segments, limits })
      return name.concat(memberBlocks(question, member, limits), beside)
    })
  const all = table ? [table, ...blocks] : blocks
  if (counted.length === 0) return all
  const rows = counted.map(({ member, given, flags }) => {
    const isTick = flags && (kind === 'password' || (kind === 'appointment' && member === 'booked'))
    return barRow(memberWords(member), given, isTick ? flags.yes + flags.no : answered)
  })
  return [...all, { kind: 'bars', names: ['Given', 'answers', 'share'], rows }]
}

/** The rows of a Matrix with how often each option was chosen; the options of a Ranking with their places, the best first. */
function partsTable({ kind, answers }: QuestionStats): Block | undefined {
  const table =
    kind === 'matrix' ? matrixTable(answers) : kind === 'ranking' ? rankingTable(answers) : undefined
  return table && table.rows.length > 0 ? { kind: 'table', ...table } : undefined
}

function matrixTable(answers: QuestionStats['answers']): FiguresTable {
  const options = new Set(answers.flatMap((row) => row.options?.counts.map(({ option }) => option) ?? []))
  const numbers = optionNumbers(options)
  const columns = [...options].toSorted((a, b) => (numbers?.get(a) ?? 0) - (numbers?.get(b) ?? 0))
  const hasMeans = numbers !== undefined && answers.every(({ numbers: own }) => own)
  const rows = answers.flatMap(({ member: label, options: own, numbers: rated }) => {
    if (!own) return []
    const { choosers, counts } = own
    const shares = columns.map((column) =>
      countCell(counts.find(({ option }) => option === column)?.count ?? 0, choosers),
    )
    const mean = hasMeans && rated ? [{ text: grouped(rated.mean) }] : []
    return [{ label, cells: [...shares, ...mean, { text: grouped(choosers) }] }]
  })
  return { columns: [...columns, ...(hasMeans ? ['Mean'] : []), 'Answers'], rows }
}

function rankingTable(answers: QuestionStats['answers']): FiguresTable {
  const ranked = answers.flatMap(({ member: label, numbers }) => (numbers ? [{ label, ...numbers }] : []))
  const rows = ranked
    .toSorted((a, b) => a.mean - b.mean)
    .map(({ label, mean, count, distribution }) => {
      const first = distribution.find(({ from }) => from === 1)?.count ?? 0
      return { label, cells: [{ text: grouped(mean) }, countCell(first, count), { text: grouped(count) }] }
    })
  return { columns: ['Mean place', 'In first place', 'Answers'], rows }
}

const countCell = (n: number, whole: number): Cell => ({
  text: `${grouped(n)} (${percent(n, whole, 0)})`,
  share: n / Math.max(1, whole),
})

const barRow = (label: string, n: number, whole: number): BarRow => ({
  label,
  figures: [grouped(n), percent(n, whole)],
  share: whole === 0 ? 0 : n / whole,
})

/** A label, and how many answers it stands for. */
type Counted = readonly [label: string, count: number]

function memberBlocks(
  { answered, kind }: QuestionStats,
  member: MemberStats,
  limits: Limits,
): readonly Block[] {
  const { options, numbers, dates, times, texts, flags, others } = member
  const blocks: Block[] = []
  const addRows = (name: string, rows: readonly BarRow[]): number =>
    blocks.push({ kind: 'bars', names: [name, 'answers', 'share'], rows })
  const add = (name: string, whole: number, counts: readonly Counted[]): number =>
    addRows(
      name,
      Array.from(counts, ([label, count]) => barRow(label, count, whole)),
    )
  const say = (text: string): number => blocks.push({ kind: 'sentence', text })
  if (numbers) {
    const isRating = kind === 'rating' || kind === 'nps'
    if (numbers.nps) blocks.push(npsBlock(numbers.nps, numbers.count))
    say(numberWords(numbers, isRating))
    add(isRating ? 'Rating' : 'Number', numbers.count, numberCounts(options, numbers))
    if (others > 0) say(othersWords(others))
  } else if (options) addRows('Option', optionRows(options, answered, limits))
  if (dates) {
    const { unit, distribution, weekdays } = dates
    const days = weekdays.map((count, i): Counted => [weekdayNames[i] ?? '', count])
    say(datesWords(dates))
    add(capital(unit), answered, spanCounts(distribution))
    if (unit !== 'day') add('Weekday', answered, days)
  }
  if (times) {
    say(`From ${times.earliest} to ${times.latest}.`)
    add('Hour', answered, spanCounts(times.hours))
  }
  if (texts) {
    const frequent = texts.frequent.map(({ text, count }): Counted => [text, count])
    if (frequent.length > 0) add('Answer', texts.count, frequent)
    if (texts.notNumbers) say(notNumbersWords(texts))
    const samples = texts.samples.map(({ text, createdAt }) => ({
      text: text.trim(),
      day: createdAt === null ? '' : spanWords(createdAt.slice(0, 10)),
    }))
    if (countIn(texts.frequent) < texts.count)
      blocks.push({ kind: 'texts', heading: textsWords(texts), samples })
  }
  if (flags) {
    const counts = flagCounts(kind, flags).filter(([label, count]) => label !== notGiven || count > 0)
    add('Answer', flags.yes + flags.no, counts)
  }
  return blocks
}

const countIn = (counted: readonly { readonly count: number }[]): number =>
  sumOf(counted.map(({ count }) => count))

const spanCounts = (spans: readonly { readonly from: string; readonly count: number }[]) =>
  spans.map(({ from, count }): Counted => [spanWords(from), count])

/** Not agreeing to a consent gives no answer, so the number of people who were asked and did not agree may be unknown. */
const notGiven = 'Not given'

const flagCounts = (kind: Kind, { yes, no }: { readonly yes: number; readonly no: number }) =>
  [
    ['Yes', yes],
    [kind === 'consent' ? notGiven : 'No', no],
  ] as const

const npsBlock = (nps: Nps, count: number): Block => ({
  kind: 'nps',
  score: signed(nps.score),
  groups: npsGroups.map(([name, label]) => ({ ...barRow(label, nps[name], count), name })),
})

/** Each number or range; a number that is an option has the name of that. */
function numberCounts(options: OptionStats | null, numbers: NumberStats): readonly Counted[] {
  const names = options && optionNumbers(options.counts.map(({ option }) => option))
  const labels = new Map(Array.from(names ?? [], ([name, number]) => [number, name.trim()]))
  return numbers.distribution.map((range) => [
    labels.get(range.from) ?? rangeWords(range, numbers),
    range.count,
  ])
}

function optionRows(stats: OptionStats, answered: number, limits: Limits): readonly BarRow[] {
  const shown = shownOptions(stats, limits)
  const rows = shown.map(({ option, count, offered = answered }) => {
    const to = offered === answered ? '' : ` (offered to ${grouped(offered)} of ${grouped(answered)})`
    return barRow(option + to, count, offered)
  })
  const rest = stats.counts.length - shown.length
  if (rest === 0 && stats.others === 0) return rows
  const label = stats.others > 0 ? 'All others' : countOf(rest, 'other')
  const chosen = countIn(stats.counts) + stats.others - countIn(shown)
  return [...rows, { label, figures: [grouped(chosen), ''], share: undefined }]
}

/** The options that are shown, in their order: the most frequent where they are too many. */
function shownOptions({ counts }: OptionStats, { options: maxOptions }: Limits): OptionStats['counts'] {
  const shown = new Set(counts.toSorted((a, b) => b.count - a.count).slice(0, maxOptions))
  return counts.filter((option) => shown.has(option))
}

type Cell = FiguresTable['rows'][number]['cells'][number]

const shareCell = (part: number | null, whole: number): Cell =>
  part === null || whole === 0 ? { text: '–' } : { text: percent(part, whole, 0), share: part / whole }

/** A member of the answers, segment by segment; nothing of texts. */
function memberSegments(
  { questionId, kind, answered }: QuestionStats,
  whole: MemberStats,
  { segments, limits }: { readonly segments: readonly SegmentStats[]; readonly limits: Limits },
): readonly Block[] {
  const parts = segments.map(({ questions }) => {
    const question = questions.find((one) => one.questionId === questionId)
    const member = question?.answers.find((one) => one.member === whole.member)
    return {
      answered: question?.answered ?? 0,
      cells: member && cellsOf(member, question?.answered ?? 0, kind),
    }
  })
  const labels = [...cellsOf(whole, answered, kind, limits).keys()]
  if (labels.length === 0) return []
  const rows = labels.map((label) => ({
    label,
    cells: parts.map(({ cells }) => cells?.get(label) ?? { text: '–' }),
  }))
  const answers = { label: 'Answers', cells: parts.map((part) => ({ text: grouped(part.answered) })) }
  const columns = segments.map(({ label }) => label)
  return [{ kind: 'segments', columns, rows: [...rows, answers] }]
}

/** What is compared between segments: scores and means, or the share of each option. `limits`: only what is shown. */
function cellsOf(
  { numbers, options, flags }: MemberStats,
  answered: number,
  kind: Kind,
  limits?: Limits,
): ReadonlyMap<string, Cell> {
  if (numbers) {
    const { nps, scale, mean, median, count: all } = numbers
    const values = nps
      ? npsGroups.toReversed().map(([name, label]): Counted => [label, nps[name]])
      : scale
        ? numberCounts(options, numbers)
        : []
    const shares = values.map(([label, count]) => [label, shareCell(count, all)] as const)
    const middle = [
      ['Mean', { text: grouped(mean) }],
      ['Median', { text: grouped(median) }],
    ] as const
    return new Map<string, Cell>(
      nps ? [['Score', { text: signed(nps.score) }], ...shares, ...middle] : [...middle, ...shares],
    )
  }
  const shown = options && limits ? shownOptions(options, limits) : (options?.counts ?? [])
  const ticks = flags ? flagCounts(kind, flags) : []
  return new Map([
    ...shown.map(({ option, count, offered = answered }) => [option, shareCell(count, offered)] as const),
    ...ticks
      .filter(([label, count]) => !limits || label !== notGiven || count > 0)
      .map(([label, count]) => [label, shareCell(count, (flags?.yes ?? 0) + (flags?.no ?? 0))] as const),
  ])
}
