import { defineCommand, type Context } from '../command.ts'
import { withAskedOptions, withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import { mayReplace, refuseShared, sourceFiles } from '../responses/output-files.ts'
import { warnUnusedEnvironment, printRemarks } from '../responses/remarks.ts'
import {
  planStats,
  statsOptions,
  readFigures,
  type StatsPlan,
  jsonOf,
  nothingWords,
  remarksOf,
  reportOf,
  titleOf,
  type Figures,
} from '../responses/read-figures.ts'
import {
  byForm,
  figureColumns,
  rowsOf,
  totalOf,
  answeredWords,
  dropOffBlock,
  createdWords,
  flaggedWords,
  daysBlock,
  formTitles,
  grouped,
  headlineOf,
  questionBlocks,
  responsesWords,
  segmentsBlock,
  spanWords,
  completionTimeWords,
  type BarRow,
  type Block,
  type FormStats,
  type FiguresTable,
  type QuestionStats,
} from '../../stats/stats.ts'
import type { Files, PendingFile } from '../../files/file-system.ts'
import { firstLines, fitted, wrap, padded, widestOf, widthOf } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'
import type { Paint } from '../terminal/terminal.ts'

export const command = defineCommand({
  description:
    'Counts responses form by form, the forms of a spec as one: how many were completed and in what time, where people left, what they answered, and when. A terminal shows bars, a pipe one line per figure. The time of a response is from its creation to its last answer, since services report no time of submission. Texts that identify people (identity, e-mail) are counted but not shown.',
  options: statsOptions,
  requires: [['form', 'all', 'from']],
  outputs: ['table', 'json', 'yaml'],
  examples: {
    'formctl responses stats --form clx1': 'how a form is answered, and where people leave it',
    'formctl responses stats --from reply.json -o json': 'every figure of a saved reply',
    'formctl responses stats --form clx1 --report report.html': 'also writes a page with charts, in one file',
    'formctl responses stats --form clx1 --where "country = DE"': 'the figures of some responses',
  },
  async run({ options }, context) {
    const planned = planStats(options, context.host.now())
    const areOne = options.merge === 'headline' || planned.dividedBy === byForm
    const asked = await withAskedOptions(await withFormsOfSpecs(planned, context, areOne), context)
    const { report, replace } = asked
    const named = { reads: sourceFiles(asked, context), writes: [['report', report]] } as const
    await refuseShared(named, context.host.files)
    const plan =
      report === undefined ? asked : { ...asked, replace: await mayReplace(report, replace, context) }
    if (plan.source.kind !== 'saved') await warnUnusedEnvironment(context)
    const page = await openPage(plan, context.host.files)
    try {
      const figures = await readFigures(plan, context)
      if (page) await writePage(figures, page, context)
      await printFigures(figures, context)
    } finally {
      await page?.discard()
    }
    return 0
  },
})

/** Prints the figures in the format of --output, and remarks on stderr. */
async function printFigures(figures: Figures, context: Context): Promise<void> {
  const { terminal, host, globals } = context
  const { forms, plan } = figures
  if (globals.output === 'json') await terminal.printJson(jsonOf(figures))
  else if (globals.output === 'yaml') await terminal.printYaml(jsonOf(figures))
  else if (!host.stdout.isTerminal && globals.output !== 'table')
    await terminal.list(figureColumns(forms), [...rowsOf(forms)])
  else {
    const look = { columns: Math.min(host.stdout.columns, widest), paint: terminal.out }
    const lines = [
      ...viewLines(forms, {
        timezone: plan.zone.name,
        title: titleOf(figures),
        dividedBy: plan.dividedBy,
        look,
      }),
    ]
    if (lines.length > 0) await terminal.print(`${lines.join('\n')}\n`)
  }
  if (totalOf(forms).total === 0) await terminal.info(nothingWords(figures))
  await printRemarks(remarksOf(figures), context)
}

/** Longer lines are hard to read. */
const widest = 100

/** Begins the page of --report, if it is given. Called before counting, so that an unwritable file fails at once. */
async function openPage({ report, replace }: StatsPlan, files: Files): Promise<PendingFile | undefined> {
  return report === undefined ? undefined : files.create(report, { replace, isPrivate: true })
}

async function writePage(
  figures: Figures,
  file: PendingFile,
  { terminal, uninterruptible }: Context,
): Promise<void> {
  // Loaded on demand: it is the largest part of this command.
  const { reportPage } = await import('../../stats/page/report-page.ts')
  await file.write(reportPage(reportOf(figures)))
  await uninterruptible(file.commit)
  await terminal.info(`Wrote the page ${figures.plan.report}.`)
}

type FiguresView = {
  readonly timezone: string
  readonly title: string
  /** The column whose values divide the responses. */
  readonly dividedBy: string | undefined
  readonly look: Look
}

function* viewLines(forms: readonly FormStats[], shown: FiguresView): Iterable<string> {
  const titles = forms.length === 1 ? [shown.title] : formTitles(forms)
  for (const [i, form] of forms.entries()) {
    if (i > 0) yield ''
    yield* formLines(form, titles[i] ?? '', shown)
  }
}

function* formLines(form: FormStats, title: string, shown: FiguresView): Iterable<string> {
  const { timezone, look, dividedBy = '' } = shown
  const { columns, paint } = look
  for (const line of wrap(plain(title), columns)) yield paint.bold(line)
  const facts = [
    responsesWords(form),
    completionTimeWords(form),
    createdWords(form, timezone),
    flaggedWords(form, howToLeaveOut),
  ]
  for (const fact of facts)
    if (fact !== '') yield* wrap(fact, columns).map((line) => line.replaceAll('\u00A0', ' '))
  const { bars, heading } = daysOf(form)
  if (bars.rows.length > 0) yield* section(heading, barLines(bars, look), look)
  const dropOff = dropOffBlock(form)
  if (dropOff) yield* section('How far people got', barLines(withoutFirst(dropOff), look), look)
  const segments = segmentsBlock(form)
  if (segments) yield* section(`By ${plain(dividedBy)}`, tableLines(segments, look), look)
  for (const [i, question] of form.questions.entries()) yield* questionLines(question, i + 1, form, shown)
}

const howToLeaveOut = ": --where 'meta.flags is empty' counts the others only"

function* section(heading: string, lines: readonly string[], look: Look): Iterable<string> {
  yield ''
  yield look.paint.bold(heading)
  yield* lines
}

/** The names of figures without that of the labels; shares need none. */
const withoutFirst = ({ names, rows }: Required<Bars>): Bars => ({
  names: names.slice(1).map((name) => (name === 'share' ? '' : name)),
  rows,
})

const maxSpans = 31

function daysOf(form: FormStats): { readonly heading: string; readonly bars: Bars } {
  const { unit, spans, rest } = daysBlock(form, maxSpans)
  const most = Math.max(1, ...spans.map(({ total }) => total))
  const bars = spans.map(({ label, total }) => ({
    label: spanWords(label),
    figures: [grouped(total)],
    share: total / most,
  }))
  return {
    heading: unit === 'week' ? 'Responses by week, from Monday' : `Responses by ${unit}`,
    bars: { rows: [...bars, ...rest] },
  }
}

const limits = { options: 20 }

function* questionLines(
  question: QuestionStats,
  nth: number,
  form: FormStats,
  shown: FiguresView,
): Iterable<string> {
  const { look } = shown
  yield ''
  const number = `${nth} `
  const headline = wrap(plain(headlineOf(question)), look.columns - number.length)
  for (const [i, line] of headline.entries())
    yield look.paint.bold(`${i === 0 ? number : ' '.repeat(number.length)}${line}`)
  yield* wrapped(answeredWords(question), look).map(look.paint.dim)
  for (const block of questionBlocks(question, form, limits)) yield* blockLines(block, shown)
}

function blockLines(block: Block, { look, dividedBy = '' }: FiguresView): readonly string[] {
  const { paint, columns } = look
  if (block.kind === 'member') return [paint.dim(`  ${fitted(plain(block.name), columns - 2)}`)]
  if (block.kind === 'sentence') return wrapped(plain(block.text), look)
  if (block.kind === 'bars') return barLines({ rows: block.rows }, look)
  if (block.kind === 'texts') return textLines(block, look)
  if (block.kind === 'nps') {
    const score = wrapped(`Net Promoter Score ${block.score}, from −100 to +100.`, look)
    return [...score, ...barLines({ rows: block.groups }, look)]
  }
  if (block.kind === 'table') return tableLines(block, look)
  const heading = fitted(`By ${plain(dividedBy)}`, columns - 2)
  return [paint.dim(`  ${heading}`), ...tableLines(block, look)]
}

const wrapped = (words: string, { columns }: Look): readonly string[] =>
  wrap(words, columns - 2).map((line) => `  ${line}`)

const maxSampleLines = 3

function textLines({ heading, samples }: Extract<Block, { kind: 'texts' }>, look: Look): readonly string[] {
  const { columns, paint } = look
  const lines = heading === '' ? [] : wrapped(heading, look).map(paint.dim)
  return [
    ...lines,
    ...samples.flatMap(({ text }) =>
      firstLines(plain(text.replaceAll(/\s+/g, ' ')), columns - 4, maxSampleLines).map(
        (line, i) => `${i === 0 ? '  – ' : '    '}${line}`,
      ),
    ),
  ]
}

/** Segments side by side, as many as fit; the others below them. */
function tableLines({ columns: names, rows }: FiguresTable, { columns, paint }: Look): readonly string[] {
  const labels = rows.map(({ label }) => plain(label))
  const label = Math.min(widestOf(labels), Math.max(leastLabel, Math.floor(columns * 0.35)))
  const widths = names.map((name, i) =>
    Math.max(
      Math.min(widestOf([plain(name)]), maxSegmentName),
      widestOf(rows.map(({ cells }) => spaced(cells[i]?.text))),
    ),
  )
  const lines: string[] = []
  for (let from = 0; from < names.length;) {
    let to = from + 1
    let width = indent.length + label + 2 + (widths[from] ?? 0)
    while (to < names.length && width + 2 + (widths[to] ?? 0) <= columns) width += 2 + (widths[to++] ?? 0)
    if (from > 0) lines.push('')
    const bars = rows.map((row) => ({
      label: row.label,
      figures: row.cells.slice(from, to).map(({ text }) => spaced(text)),
      share: undefined,
    }))
    const shown = { names: names.slice(from, to), rows: bars }
    const figures = widths.slice(from, to)
    lines.push(...alignedLines(shown, { number: 0, label, lines: 1, figures, bar: 0 }, paint))
    from = to
  }
  return lines
}

const spaced = (text = ''): string => text.replaceAll('\u00A0', ' ')

const [maxSegmentName, maxNameLines] = [16, 3]

type Look = { readonly columns: number; readonly paint: Paint }

/** Bars, and the headings of their figures; '' is no heading. */
type Bars = { readonly names?: readonly string[]; readonly rows: readonly BarRow[] }

/** Bars as lines that fit: labels are wrapped, figures aligned. Wide letters take two columns. */
export const barLines = (shown: Bars, { columns, paint }: Look): readonly string[] =>
  alignedLines(shown, widthsOf(shown, columns), paint)

/** Names of figures take as many lines as the longest; all end in the last one. */
function alignedLines({ names = [], rows: bars }: Bars, widths: Widths, paint: Paint): readonly string[] {
  const lead = indent + ' '.repeat(widths.number)
  const figuresOf = (figures: readonly string[]): string =>
    widths.figures
      .map((width, n) => fitted(figures[n] ?? '', width))
      .map((text, n) => `  ${' '.repeat((widths.figures[n] ?? 0) - widthOf(text))}${text}`)
      .join('')
  const heads = widths.figures.map((width, n) => firstLines(plain(names[n] ?? ''), width, maxNameLines))
  const height = names.some(Boolean) ? Math.max(...heads.map((head) => head.length)) : 0
  const headings = Array.from({ length: height }, (_, i) =>
    figuresOf(heads.map((head) => head.at(i - height) ?? '')),
  )
  return [
    ...headings.map((heading) => paint.dim(`${lead}${' '.repeat(widths.label)}${heading}`.trimEnd())),
    ...bars.flatMap((bar) => {
      const { label, figures, share } = bar
      const [first = '', ...more] = firstLines(plain(label), widths.label, widths.lines)
      const number = numberOf(bar).padStart(widths.number)
      const begin = indent + number + padded(first, widths.label) + figuresOf(figures)
      const drawn = blocks(share, widths.bar)
      const line = drawn === '' ? begin.trimEnd() : `${begin}  ${paint.cyan(drawn)}`
      return [line].concat(more.map((rest) => `${lead}${rest}`))
    }),
  ]
}

const numberOf = ({ nth }: BarRow): string => (nth === undefined ? '' : `${nth} `)

const indent = '  '
const [leastBar, maxBar] = [8, 48]
/** Bars are left out if labels would get fewer columns. */
const leastLabel = 12

type Widths = {
  readonly number: number
  readonly label: number
  /** The most lines of a label. */
  readonly lines: number
  readonly figures: readonly number[]
  /** 0: there is no room for bars. */
  readonly bar: number
}

function widthsOf({ names = [], rows: bars }: Bars, columns: number): Widths {
  const number = widestOf(bars.map(numberOf))
  const lines = bars.length > maxWrapped ? 1 : maxLabelLines
  const figures = (bars[0]?.figures ?? []).map((_, n) =>
    widestOf([names[n] ?? '', ...bars.map((bar) => bar.figures[n] ?? '')]),
  )
  const room = columns - indent.length - number - figures.reduce((sum, one) => sum + one + 2, 0)
  const longest = Math.max(1, widestOf(bars.map(({ label }) => plain(label))))
  const besideBars = Math.min(longest, Math.floor(columns * 0.4) - number, room - leastBar - 2)
  if (besideBars < Math.min(longest, leastLabel))
    return { number, figures, lines, label: Math.max(1, Math.min(longest, room)), bar: 0 }
  return { number, figures, lines, label: besideBars, bar: Math.min(room - besideBars - 2, maxBar) }
}

const maxLabelLines = 3
/** With more bars, each label gets one line. */
const maxWrapped = 25

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar in eighths of a column; a share above 0 gets at least one. */
function blocks(share: number | undefined, width: number): string {
  const length = Math.round((share ?? 0) * width * 8)
  const shown = (share ?? 0) > 0 && width > 0 ? Math.max(1, length) : 0
  return '█'.repeat(Math.floor(shown / 8)) + (eighths[shown % 8] ?? '')
}
