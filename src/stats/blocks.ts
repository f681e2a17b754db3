/** What is shown of figures, in the same words, order and scale on the page and at the terminal. */
import { isMain } from '../table/answers.ts'
import {
  dayWords,
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
  unitWords,
  weekdayNames,
  textsWords,
} from './figure-words.ts'
import { type FormStats, type QuestionStats, type SegmentStats } from './figures.ts'
import { isCounted, type MemberStats, type NumberStats, type OptionStats } from './member-figures.ts'
import { npsGroups, optionNumbers, type Kind, type Nps } from './scale.ts'
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
  | { readonly kind: 'part'; readonly name: string }
  | { readonly kind: 'sentence'; readonly text: string }
  | ({ readonly kind: 'bars' } & Bars)
  | {
      readonly kind: 'nps'
      readonly score: string
      readonly groups: readonly (BarRow & {
        readonly name: (typeof npsGroups)[number][0]
        readonly share: number
      })[]
    }
  | {
      readonly kind: 'texts'
      readonly heading: string
      readonly samples: readonly { readonly text: string; readonly day: string }[]
    }
  | ({ readonly kind: 'segments' | 'table' } & Matrix)

/** Figures side by side: of segments, of the rows of a Matrix or of the options of a Ranking. */
export type Matrix = {
  readonly corner: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly { readonly text: string; readonly share?: number }[]
  }[]
}

/** Drop-off: by page where pages are known, else by question. */
export function courseBlock({
  questions,
  pages,
  responses: { total },
  leftBefore,
}: FormStats): Bars | undefined {
  if (questions.length === 0) return undefined
  const row = (nth: number, label: string, [n, left]: readonly [number, number | null]): BarRow => ({
    nth,
    label,
    figures: [grouped(n), percent(n, total), ...(left === null ? [] : [grouped(left)])],
    share: total === 0 ? 0 : n / total,
  })
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
export function segmentsBlock({ segments }: FormStats): Matrix | undefined {
  if (segments === null || segments.length === 0) return undefined
  const seconds = ({ timeToComplete: time }: SegmentStats): string =>
    time === null || time.median === null ? '–' : aboutDuration(time.median)
  return {
    corner: '',
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
      const name: readonly Block[] = isNamed ? [{ kind: 'part', name: memberWords(member.member) }] : []
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
  if (kind === 'matrix') {
    const options = answers.flatMap((row) => row.options?.counts.map(({ option }) => option) ?? [])
    const numbers = optionNumbers(new Set(options))
    const columns = [...new Set(options)].toSorted((a, b) => (numbers?.get(a) ?? 0) - (numbers?.get(b) ?? 0))
    const means = numbers && answers.every(({ numbers: own }) => own)
    const cellsOf = ({ counts, choosers }: OptionStats): readonly Cell[] =>
      columns.map((column) => {
        const n = counts.find(({ option }) => option === column)?.count ?? 0
        return { text: `${grouped(n)} (${percent(n, choosers, 0)})`, share: n / Math.max(1, choosers) }
      })
    const rows = answers.flatMap(({ member, options: own, numbers: rated }) => {
      const mean = means && rated ? [{ text: grouped(rated.mean) }] : []
      return own
        ? [{ label: member, cells: [...cellsOf(own), ...mean, { text: grouped(own.choosers) }] }]
        : []
    })
    return rows.length === 0
      ? undefined
      : { kind: 'table', corner: '', columns: [...columns, ...(means ? ['Mean'] : []), 'Answers'], rows }
  }
  if (kind !== 'ranking') return undefined
  const rows = answers
    .flatMap(({ member, numbers }) => (numbers ? [{ member, numbers }] : []))
    .toSorted((a, b) => a.numbers.mean - b.numbers.mean)
    .map(({ member, numbers: { mean, count, distribution } }) => {
      const first = distribution.find(({ from }) => from === 1)?.count ?? 0
      const share = `${grouped(first)} (${percent(first, count, 0)})`
      const cells = [{ text: grouped(mean) }, { text: share, share: first / count }, { text: grouped(count) }]
      return { label: member, cells }
    })
  const columns = ['Mean place', 'In first place', 'Answers']
  return rows.length === 0 ? undefined : { kind: 'table', corner: '', columns, rows }
}

const barRow = (label: string, n: number, whole: number): BarRow => ({
  label,
  figures: [grouped(n), percent(n, whole)],
  share: whole === 0 ? 0 : n / whole,
})

function memberBlocks(
  { answered, kind }: QuestionStats,
  member: MemberStats,
  limits: Limits,
): readonly Block[] {
  const { options, numbers, dates, times, texts, flags, others } = member
  const bars = (name: string, rows: readonly BarRow[]): Block => ({
    kind: 'bars',
    names: [name, 'answers', 'share'],
    rows,
  })
  const blocks: Block[] = []
  if (numbers?.nps) blocks.push(npsBlock(numbers.nps, numbers.count))
  if (numbers) {
    const isRating = kind === 'rating' || kind === 'nps'
    blocks.push({ kind: 'sentence', text: numberWords(numbers, isRating) })
    const rows = numberRows(member, numbers).map(({ label, count }) => barRow(label, count, numbers.count))
    blocks.push(bars(isRating ? 'Rating' : 'Number', rows))
  } else if (options) blocks.push(bars('Option', optionRows(options, answered, limits)))
  if (numbers && others > 0) blocks.push({ kind: 'sentence', text: othersWords(others) })
  if (dates) {
    const { unit, distribution, weekdays } = dates
    const row = ({ from, count }: { readonly from: string; readonly count: number }): BarRow =>
      barRow(spanWords(from), count, answered)
    blocks.push({ kind: 'sentence', text: datesWords(dates) }, bars(unitWords[unit], distribution.map(row)))
    if (unit !== 'day' && weekdays.length > 0)
      blocks.push(
        bars(
          'Weekday',
          weekdays.map((count, i) => barRow(weekdayNames[i] ?? '', count, answered)),
        ),
      )
  }
  if (times) {
    const { earliest, latest, hours } = times
    blocks.push({ kind: 'sentence', text: `From ${earliest} to ${latest}.` })
    blocks.push(
      bars(
        'Hour',
        hours.map(({ from, count }) => barRow(from, count, answered)),
      ),
    )
  }
  if (texts) {
    if (texts.frequent.length > 0)
      blocks.push(
        bars(
          'Answer',
          texts.frequent.map(({ text, count }) => barRow(text, count, texts.count)),
        ),
      )
    if (texts.notNumbers) blocks.push({ kind: 'sentence', text: notNumbersWords(texts) })
    const samples = texts.samples.map(({ text, createdAt }) => ({
      text: text.trim(),
      day: createdAt === null ? '' : dayWords(createdAt.slice(0, 10)),
    }))
    const areAllShown = sumOf(texts.frequent) === texts.count
    if (!areAllShown) blocks.push({ kind: 'texts', heading: textsWords(texts), samples })
  }
  if (flags) {
    const rows = flagRows(kind, flags).map(({ label, of }) => barRow(label, flags[of], flags.yes + flags.no))
    blocks.push(bars('Answer', rows))
  }
  return blocks
}

const sumOf = (counted: readonly { readonly count: number }[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0)

/** Not agreeing to a consent gives no answer, so the number of people who were asked and did not agree may be unknown. */
const flagRows = (kind: Kind, { no }: { readonly no: number }) =>
  [
    { label: 'Yes', of: 'yes' } as const,
    { label: kind === 'consent' ? 'Not given' : 'No', of: 'no' } as const,
  ].filter(({ of }) => of === 'yes' || no > 0 || kind !== 'consent')

const npsBlock = (nps: Nps, count: number): Block => ({
  kind: 'nps',
  score: signed(nps.score),
  groups: npsGroups.map(([name, label]) => ({
    ...barRow(label, nps[name], count),
    name,
    share: nps[name] / count,
  })),
})

/** A row for each number or range; a number that is an option has the name of that. */
function numberRows(
  { options }: MemberStats,
  numbers: NumberStats,
): readonly { readonly label: string; readonly count: number }[] {
  const names = options && optionNumbers(options.counts.map(({ option }) => option))
  const labels = new Map(Array.from(names ?? [], ([name, number]) => [number, name.trim()]))
  // A single number of a tally that has quantiles with an error stands for those near it.
  const about = numbers.relativeError > 0 ? 'about ' : ''
  return numbers.distribution.map((range) => ({
    label:
      labels.get(range.from) ?? (range.from === range.to ? about : '') + rangeWords(range, numbers.areWhole),
    count: range.count,
  }))
}

function optionRows(stats: OptionStats, answered: number, limits: Limits): readonly BarRow[] {
  const { shown, rest, restChosen } = shownOptions(stats, limits)
  const rows = shown.map(({ option, count, offered = answered }) => {
    const to = offered === answered ? '' : ` (offered to ${grouped(offered)} of ${grouped(answered)})`
    return barRow(option + to, count, offered)
  })
  if (rest === 0 && stats.others === 0) return rows
  const label = stats.others > 0 ? 'All others' : `${grouped(rest)} others`
  return [...rows, { label, figures: [grouped(restChosen), ''], share: undefined }]
}

/** The options that are shown, in their order: the most frequent where they are too many. */
function shownOptions({ counts, others }: OptionStats, { options: maxOptions }: Limits) {
  const lowestShown = counts.map(({ count }) => count).toSorted((a, b) => b - a)[maxOptions - 1] ?? 0
  const shown = counts.filter(({ count }) => count >= lowestShown).slice(0, maxOptions)
  const ofShown = shown.reduce((sum, { count }) => sum + count, 0)
  const all = counts.reduce((sum, { count }) => sum + count, others)
  return { shown, rest: counts.length - shown.length, restChosen: all - ofShown }
}

type SegmentContext = { readonly segments: readonly SegmentStats[]; readonly limits: Limits }

/** A member of the answers, segment by segment; nothing of texts. */
function memberSegments(
  { questionId, kind }: QuestionStats,
  whole: MemberStats,
  { segments, limits }: SegmentContext,
): readonly Block[] {
  const parts = segments.map(({ questions }) => {
    const question = questions.find((one) => one.questionId === questionId)
    const member = question?.answers.find((one) => one.member === whole.member)
    return { answered: question?.answered ?? 0, member }
  })
  const rows = segmentRows(kind, whole, limits).map(({ label, cellOf }) => ({
    label,
    cells: parts.map(({ member, answered }) => (member && cellOf(member, answered)) ?? { text: '–' }),
  }))
  if (rows.length === 0) return []
  const answers = { label: 'Answers', cells: parts.map(({ answered }) => ({ text: grouped(answered) })) }
  return [
    {
      kind: 'segments',
      corner: '',
      columns: segments.map(({ label }) => label),
      rows: [...rows, answers],
    },
  ]
}

type SegmentRow = {
  readonly label: string
  /** Nothing: the segment has no such figure. */
  readonly cellOf: (member: MemberStats, answered: number) => Cell | null | undefined
}

/** What is compared between segments: scores and means, or the share of each option. */
function segmentRows(kind: Kind, whole: MemberStats, limits: Limits): readonly SegmentRow[] {
  const { numbers, options, flags } = whole
  if (numbers) return numberSegmentRows(whole, numbers)
  const shown = options ? shownOptions(options, limits).shown : []
  return [
    ...shown.map(({ option: label }) => ({
      label,
      cellOf: (member: MemberStats, answered: number) => {
        const own = member.options?.counts.find(({ option }) => option === label)
        return shareCell(own?.count ?? 0, own?.offered ?? answered)
      },
    })),
    ...(flags ? flagRows(kind, flags) : []).map(({ label, of }) => ({
      label,
      cellOf: ({ flags: own }: MemberStats) => own && shareCell(own[of], own.yes + own.no),
    })),
  ]
}

function numberSegmentRows(whole: MemberStats, stats: NumberStats): readonly SegmentRow[] {
  const { nps, scale } = stats
  const row = (label: string, cellOf: (numbers: NumberStats) => Cell | null): SegmentRow => ({
    label,
    cellOf: ({ numbers }) => numbers && cellOf(numbers),
  })
  const middle = [
    row('Mean', ({ mean }) => ({ text: grouped(mean) })),
    row('Median', ({ median }) => ({ text: grouped(median) })),
  ]
  if (nps) {
    const groups = npsGroups.toReversed()
    return [
      row('Score', (own) => own.nps && { text: signed(own.nps.score) }),
      ...groups.map(([name, label]) => row(label, (own) => own.nps && shareCell(own.nps[name], own.count))),
      ...middle,
    ]
  }
  if (!scale) return middle
  const values = numberRows(whole, stats)
  return [
    ...middle,
    ...values.map(({ label }, i) =>
      row(label, ({ distribution, count }) => shareCell(distribution[i]?.count ?? 0, count)),
    ),
  ]
}

type Cell = Matrix['rows'][number]['cells'][number]

const shareCell = (part: number | null, whole: number): Cell =>
  part === null || whole === 0 ? { text: '–' } : { text: percent(part, whole, 0), share: part / whole }
