import { getOrMake, sumOf } from '../form/value.ts'
import type { Batches } from '../record/records.ts'
import { questionnaireOf, sameQuestions, type MergeOptions } from '../table/questions.ts'
import { figuresOf, type CountedForm, type Known, type Segments } from './figures.ts'
import { weekdayNames } from './figure-words.ts'
import { addResponse, mergeForms, newForm, type TallyOptions, type FormTally } from './tally.ts'
import type { FormStats, MemberStats, QuestionStats, ResponseCounts, Segment } from './shapes.ts'

export { daysBlock, dropOffBlock, questionBlocks, segmentsBlock } from './blocks.ts'
export type { BarRow, Block, FiguresTable } from './blocks.ts'
export type * from './shapes.ts'
export * from './figure-words.ts'
export type { FormFacts, Outline } from './figures.ts'
export { byForm, byMonth, segmentsOf } from './segments.ts'

/** Which forms have figures; forms of one questionnaire are counted as one by `merging`, without it each by itself. */
type FigureOptions = Omit<Known, 'samples' | 'countsPartials'> & {
  readonly formIds: readonly string[]
  readonly merging?: MergeOptions
}

export type CountedResponses = Awaited<ReturnType<typeof countResponses>>

/**
 * Counts every response, form by form, in memory that does not grow with their number; with `segments`, the value of each is kept. `segments`: absent: responses are not divided.
 * The result has the forms that responses name, and the figures of these and of others, that with the most responses first.
 */
export async function countResponses(
  batches: Batches,
  { segments, ...counting }: TallyOptions & { readonly segments?: Segments | undefined },
) {
  const forms = new Map<string | undefined, CountedForm>()
  const formOf = (id: string | undefined): CountedForm => getOrMake(forms, id, () => newCounted(id, segments))
  let nth = 0
  for await (const batch of batches)
    for (const record of batch) {
      const form = formOf(typeof record['formId'] === 'string' ? record['formId'] : undefined)
      addResponse(form.whole, record, counting)
      for (const segment of segments?.of(nth++) ?? []) {
        const tally = form.segments?.get(segment)
        if (tally) addResponse(tally, record, counting)
      }
    }
  return {
    formIds: [...forms.keys()].filter((id) => id !== undefined),
    figures: ({ formIds, merging = { forms: [], mergesAll: false }, ...known }: FigureOptions) => {
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
  segments: segments && new Map(segments.all.map((segment) => [segment, newForm(id)])),
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
  const segmentOf = (segment: Segment): FormTally =>
    merged(forms.flatMap(({ segments }) => segments?.get(segment) ?? []))
  return {
    formIds,
    whole: merged(wholes),
    segments:
      first?.segments &&
      new Map(Array.from(first.segments.keys(), (segment) => [segment, segmentOf(segment)])),
  }
}

/** Every response that was counted. */
export function totalOf(forms: readonly FormStats[]): ResponseCounts {
  const sum = (of: keyof ResponseCounts): number => sumOf(forms.map(({ responses }) => responses[of]))
  return { total: sum('total'), finished: sum('finished'), partial: sum('partial') }
}

/** What the report page shows (`page/report-page.ts`, which is loaded only where it is wanted). */
export type Report = {
  readonly forms: readonly FormStats[]
  /** Whose days are counted. */
  readonly timezone: string
  readonly title: string
  /** Which responses are counted, in a sentence and in a few words; '': all that came. */
  readonly conditions: string
  readonly bounds: string
  /** The name of the column whose values divide the responses; undefined: they are not divided. */
  readonly dividedBy: string | undefined
  /** Where the responses come from. */
  readonly source: string
  /** Sentences on the figures; a warning says that something may be missing. */
  readonly remarks: readonly { readonly sentence: string; readonly isWarning: boolean }[]
  /** What is said where there are no figures. */
  readonly nothing: string
  readonly made: Date
}

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
    yield* rows([id, '', '', ''], formFigures(form), whole)
    yield* questionRows(id, form.questions, whole)
    for (const segment of form.segments ?? []) {
      yield* rows([id, '', '', ''], countFigures(segment), [segment.label])
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
    yield* rows([id, questionId, headline, ''], questionFigures(question), end)
    for (const member of question.answers)
      yield* rows([id, questionId, headline, member.member], memberFigures(member), end)
  }
}

/** A figure; without a value it is not known, and has no row. */
type Figure = readonly [figure: string, of: string, value: string | number | null | undefined]

function* rows(
  begin: readonly string[],
  figures: readonly Figure[],
  end: readonly string[],
): Iterable<readonly string[]> {
  for (const [figure, of, value] of figures)
    if (value !== null && value !== undefined) yield [...begin, figure, of, String(value), ...end]
}

const countFigures = ({
  responses: { total, finished, partial },
  completion,
  timeToComplete: time,
}: Pick<FormStats, 'responses' | 'completion' | 'timeToComplete'>): readonly Figure[] => [
  ['responses', '', total],
  ['finished', '', finished],
  ['partial', '', partial],
  ['completion', '', completion],
  ['median seconds', '', time?.median],
  ['lower quartile of seconds', '', time?.lowerQuartile],
  ['upper quartile of seconds', '', time?.upperQuartile],
  ['responses with seconds', '', time?.measured],
]

/** Nothing is no figure where there usually is none. */
const unlessNone = (value: number): number | undefined => (value > 0 ? value : undefined)

const formFigures = (form: FormStats): readonly Figure[] => [
  ['name', '', form.name],
  ...countFigures(form),
  ['first created', '', form.created?.first],
  ['last created', '', form.created?.last],
  ...form.days.map(({ day, total }): Figure => ['day', day, total]),
  ...form.days.map(({ day, finished }): Figure => ['day finished', day, finished]),
  ['earlier days', '', unlessNone(form.earlier)],
  ['no day', '', unlessNone(form.undated)],
  ['flagged', '', unlessNone(form.flagged)],
  ['left before any answer', '', form.leftBefore],
  ...(form.pages ?? []).flatMap(({ page, reached, leftAfter }): readonly Figure[] => [
    ['page reached', String(page), reached],
    ['page left after', String(page), leftAfter],
  ]),
]

const questionFigures = (question: QuestionStats): readonly Figure[] => [
  ['answered', '', question.answered],
  ['answered the next, too', '', question.answeredNext],
  ['reached', '', question.reached],
  ['left after', '', question.leftAfter],
]

const memberFigures = ({
  options,
  numbers,
  dates,
  times,
  texts,
  flags,
  others,
}: MemberStats): readonly Figure[] => [
  ...(options?.counts ?? []).flatMap(({ option, count, offered }): readonly Figure[] => [
    ['option', option, count],
    ['offered', option, offered],
  ]),
  ['other options', '', unlessNone(options?.others ?? 0)],
  ['numbers', '', numbers?.count],
  ['sum', '', numbers?.sum],
  ['mean', '', numbers?.mean],
  ['lower quartile', '', numbers?.lowerQuartile],
  ['median', '', numbers?.median],
  ['upper quartile', '', numbers?.upperQuartile],
  ['least', '', numbers?.least],
  ['greatest', '', numbers?.greatest],
  ['relative error', '', unlessNone(numbers?.relativeError ?? 0)],
  ...Object.entries(numbers?.nps ?? {}).map(([group, value]): Figure => ['nps', group, value]),
  ...(numbers?.distribution ?? []).map(({ from, to, count }): Figure => [
    'number',
    from === to ? String(from) : `${from} to below ${to}`,
    count,
  ]),
  ['earliest', '', (dates ?? times)?.earliest],
  ['latest', '', (dates ?? times)?.latest],
  ...(dates?.distribution ?? []).map(({ from, count }): Figure => [dates?.unit ?? '', from, count]),
  ...(dates?.weekdays ?? []).map((count, i): Figure => ['weekday', weekdayNames[i] ?? '', count]),
  ...(times?.hours ?? []).map(({ from, count }): Figure => ['hour', from, count]),
  ['texts', '', texts?.count],
  ['no number', '', texts?.notNumbers?.count],
  ...(texts?.frequent ?? []).map(({ text, count }): Figure => ['frequent text', text, count]),
  ...(texts?.samples ?? []).map(({ text, createdAt }): Figure => ['text', text, createdAt ?? '']),
  ['yes', '', flags?.yes],
  ['no', '', flags?.no],
  ['others', '', unlessNone(others)],
]
