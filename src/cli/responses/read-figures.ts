import { sourceOf } from '../../export/write-export.ts'
import { chooseRecords, type NamesReport, checkCondition } from '../../table/choose-records.ts'
import { misuse, count, ignoreFailure } from '../../failure/failure.ts'
import type { Records } from '../../record/records.ts'
import { inQuotes, listed } from '../../form/words.ts'
import {
  countResponses,
  byForm,
  byMonth,
  segmentsOf,
  type CountedResponses,
  formsWords,
  totalOf,
  type FormStats,
  type StatsDocument,
  type Report,
  type FormFacts,
} from '../../stats/stats.ts'
import { type Context, flag, inGroup, many, number, text, type OptionValues } from '../command.ts'
import type { Files } from '../../files/file-system.ts'
import {
  refuseIncomplete,
  coverageJson,
  filtersJson,
  sourceJson,
  type ReadResult,
} from '../../responses/responses.ts'
import { readWithProgress } from './read-responses.ts'
import { withSpools } from '../../export/files/spool.ts'
import { type FormQuestion, type MergeOptions, onOneLine } from '../../table/questions.ts'
import { timeNames, type TimeName } from '../../record/moment.ts'
import { exportOptions, queryOf, sourceOptions } from './plan-export.ts'
import { namedZone } from './time-zone.ts'
import { basename } from 'node:path'
import { coverageRemarks, nameRemarks, note, readingRemarks, withAdvice, type Remark } from './remarks.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { knownForms, specReader, specsOfForms } from '../forms/known-forms.ts'

const { by: _, ...whichResponses } = sourceOptions

/** Other endings would hide that a browser shows the page. */
const isPagePath = (path: string): boolean =>
  path !== '-' && /^(?:\.x?html?)?$/i.test(/\.[^./\\]+$/.exec(path)?.[0] ?? '')

export const statsOptions = {
  ...whichResponses,
  merge: { ...exportOptions.merge, formats: undefined },
  ...inGroup('Which responses', {
    partials: flag(
      '--partials',
      'also count the answers of responses that were begun and not finished; how far those came is shown in any case',
    ),
  }),
  ...inGroup('Figures', {
    by: many(
      '--by <column>',
      'figures side by side for each value of a column, such as Country, or for each form; a time (updatedAt) is the one that --since and --until compare',
      { choices: [byForm, byMonth, ...timeNames] },
    ),
    timezone: text(
      '--timezone <zone>',
      'the zone of days and of --since and --until, such as Europe/Berlin or +02:00 (default: UTC)',
    ),
    samples: number(
      '--samples <n>',
      'how many texts to show of a question that is answered in words (default: 5)',
      { range: [0, 100] },
    ),
    report: text('--report <file>', 'also write an HTML page with charts', {
      takes: { what: 'the path of a page, such as report.html', isValid: isPagePath },
    }),
    title: text('--title <text>', 'the title of that page (default: the name of the form)', {
      needs: ['report'],
    }),
    force: flag('--force', 'replace an existing page', { needs: ['report'] }),
  }),
}

/** `merging`: which forms and questions are one; absent: each is one by itself. `asked`: the questions as specs have them. */
export type StatsPlan = ReturnType<typeof planStats> & {
  readonly merging?: MergeOptions
  readonly asked?: readonly FormQuestion[]
}

/** Validates the options; misuse is a Failure. */
export function planStats(options: OptionValues<typeof statsOptions>, now: Date) {
  const { timezone = 'UTC', samples = 5, report, title } = options
  for (const condition of options.where) checkCondition(condition)
  const zone = namedZone(timezone)
  const [time, otherTime] = options.by.filter(isTimeName)
  const [dividedBy, otherColumn] = options.by.filter((name) => !isTimeName(name))
  if (otherTime !== undefined || otherColumn !== undefined)
    throw misuse(`--by takes one column: leave out --by ${otherTime ?? otherColumn}.`)
  if (time !== undefined && options.since === undefined && options.until === undefined)
    throw misuse(`--by ${time} needs --since or --until.`)
  const query = queryOf({ ...options, by: time }, { zone, now })
  const isSaved = query.source.kind === 'saved'
  return {
    ...query,
    // Completion and drop-off need them.
    withPartials: !isSaved,
    /** Whether the answers of unfinished responses count, too; those of a saved reply do. */
    countsPartials: isSaved || options.partials,
    /** The column whose values divide the responses; `form`: each form; undefined: they are not divided. */
    dividedBy,
    where: options.where,
    zone,
    samples,
    report,
    title,
    replace: options.force,
  }
}

const isTimeName = (name: string): name is TimeName => timeNames.some((time) => time === name)

export async function readFigures(plan: StatsPlan, context: Context): Promise<Figures> {
  const { files } = context.host
  const reading = await readWithProgress(plan, context, (records) => countOnce(records, plan, files))
  const { result, origin, counts } = reading
  const { doubts } = reading.coverage
  // Where nobody asked for unfinished responses, a doubt about them is none about the figures.
  const others = doubts.filter(({ code }) => code !== 'partials-unannounced')
  const coverage = plan.countsPartials ? reading.coverage : { ...reading.coverage, doubts: others }
  refuseIncomplete(plan, coverage)
  const { counted, names, matched = counts.kept } = result
  const arePartialsProven = others.length === doubts.length
  const isSaved = origin.kind === 'saved'
  const partials: Partials =
    counts.hasPartial || (!isSaved && arePartialsProven) ? 'known' : isSaved ? 'none-saved' : 'unproven'
  const formIds = askedForms(plan, counts)
  const facts = await factsOf([...new Set([...counted.formIds, ...formIds])], origin, context)
  return {
    plan,
    origin,
    coverage,
    counts: { ...counts, kept: matched },
    partials,
    arePartialsProven,
    names,
    facts,
    forms: counted.figures({
      formIds,
      asked: plan.asked ?? [],
      partials: partials === 'known',
      merging: plan.merging,
      facts,
    }),
    made: context.host.now(),
  }
}

/** The forms to report even without a matching response; of a saved reply, only those it holds. */
function askedForms({ source }: StatsPlan, { metForms }: Figures['counts']): readonly string[] {
  if (source.kind === 'all') return []
  return source.kind === 'saved' ? source.formIds.filter((id) => metForms.has(id)) : source.formIds
}

/** How many responses match --where, and how its names matched; absent: it is not given. */
type Matches = { readonly matched?: number; readonly names?: NamesReport }

/** One attempt: a read that breaks off is counted again from the start. */
async function countOnce(
  records: Records,
  { where, zone, samples, countsPartials, dividedBy, merging, asked }: StatsPlan,
  files: Files,
): Promise<Matches & { readonly counted: CountedResponses }> {
  const counting = { timeZone: zone.timeZone, samples, countsPartials }
  if (where.length === 0 && dividedBy === undefined)
    return { counted: await countResponses(records.batches(), counting) }
  return withSpools(files, async (makeSpool) => {
    const chosen = await chooseRecords(sourceOf(records), {
      where,
      headers: 'headline',
      spool: makeSpool(),
      by: dividedBy === byForm ? 'formId' : dividedBy === byMonth ? 'createdAt' : dividedBy,
      merging,
      asked,
    })
    const segments =
      chosen.by && dividedBy !== undefined
        ? segmentsOf(chosen.by, { name: dividedBy, asked: asked ?? [], timeZone: zone.timeZone })
        : undefined
    const counted = await countResponses(chosen.batches, { ...counting, segments })
    return { counted, matched: chosen.count, names: chosen.names }
  })
}

export type Figures = Omit<ReadResult<unknown>, 'result'> &
  Pick<Matches, 'names'> & {
    readonly plan: StatsPlan
    readonly partials: Partials
    /** Whether the service announces that it gives unfinished responses. */
    readonly arePartialsProven: boolean
    readonly facts: ReadonlyMap<string, FormFacts>
    readonly forms: readonly FormStats[]
    readonly made: Date
  }

/**
 * Whether partial responses were read, so that completion and drop-off are known. `none-saved`: the saved reply holds none;
 * `unproven`: none came, and the service does not say that it gives them.
 */
type Partials = StatsDocument['partials']

/** What was read, what was left out, and what cannot be known. */
export function* remarksOf(figures: Figures): Iterable<Remark> {
  const { plan, coverage, counts, partials, names, forms } = figures
  const { read, kept } = counts
  if (plan.where.length > 0) yield note(conditionWords(plan.where))
  yield* nameRemarks({ redactions: [], hidesValues: plan.samples === 0 }, names)
  yield* coverageRemarks(coverage, plan.withPartials && (plan.countsPartials || figures.arePartialsProven))
  yield* readingRemarks(plan, { counts, coverage })
  if (read > kept) yield note(`Left out: ${count(read - kept, 'other response')} that did not match.`)
  if (partials === 'unproven' && kept > 0)
    yield note(
      'The service returned no unfinished responses and does not announce that it can, so completion and drop-off are unknown.',
    )
  if (partials === 'none-saved' && kept > 0)
    yield note(
      'The saved reply has no unfinished responses, so completion and drop-off are unknown.',
      'A service returns those only on request (returnPartials=true).',
    )
  if (!plan.countsPartials && totalOf(forms).partial > 0)
    yield note('Answers are those of finished responses.', '--partials counts those of unfinished ones, too.')
}

export const nothingWords = ({ counts: { read }, origin }: Pick<Figures, 'counts' | 'origin'>): string =>
  `${read > 0 ? 'No response matched' : origin.kind === 'saved' ? 'No response came' : 'No responses yet'}, so there is nothing to count.`

const conditionWords = (where: readonly string[]): string =>
  `Only responses that match ${listed(where.map(inQuotes))} are counted.`

/** The figures as `schemas/output/responses-stats.schema.json` has them. */
export const jsonOf = (figures: Figures): unknown => ({
  schema_version: 1,
  source: sourceJson(figures),
  filters: {
    ...filtersJson({ ...figures.plan, withPartials: figures.plan.countsPartials }),
    by: figures.plan.by,
    where: figures.plan.where,
    dividedBy: figures.plan.dividedBy ?? null,
  },
  timezone: figures.plan.zone.name,
  coverage: coverageJson(figures),
  partials: figures.partials,
  remarks: Array.from(remarksOf(figures), withAdvice),
  responses: totalOf(figures.forms),
  forms: figures.forms,
})

/** The page says by itself from when to when responses count, and its readers know no saved reply. */
export const reportOf = (figures: Figures): Report => ({
  forms: figures.forms,
  timezone: figures.plan.zone.name,
  title: titleOf(figures),
  dividedBy: figures.plan.dividedBy,
  conditions: figures.plan.where.length === 0 ? '' : conditionWords(figures.plan.where),
  source: sourceWords(figures),
  bounds: boundsWords(figures),
  remarks: Array.from(
    remarksOf({ ...figures, plan: { ...figures.plan, resolved: undefined } }),
    ({ sentence, isWarning }) => ({
      sentence: withNames(sentence.replace('saved reply', 'file'), figures),
      isWarning,
    }),
  ),
  nothing: nothingWords(figures),
  made: figures.made,
})

/** A sentence with the names of forms in place of their ids. */
const withNames = (sentence: string, { facts }: Figures): string =>
  sentence.replaceAll(/(?<=( of|,| and) )[^\s,]+(?= |,)/g, (id) => {
    const name = facts.get(id)?.name ?? id
    return name === id ? id : inQuotes(name)
  })

const timeVerbs = {
  createdAt: 'created',
  updatedAt: 'updated',
  dataUpdatedAt: 'whose answers changed',
} as const

// The page is sent around, so it names no folder of this machine.
const serviceWords = (baseUrl: string): string =>
  baseUrl.startsWith('embedded:') ? 'a service in a folder' : `the service at ${baseUrl}`

function sourceWords({ origin }: Figures): string {
  if (origin.kind === 'service') return serviceWords(origin.baseUrl)
  return origin.file === '-' ? 'responses that were saved' : `the file ${basename(origin.file)}`
}

/** The filters in a few words. */
function boundsWords({ plan: { since, until, by, where } }: Figures): string {
  const times = [
    ...(since === undefined ? [] : [`from ${new Date(since).toISOString()}`]),
    ...(until === undefined ? [] : [`until ${new Date(until).toISOString()}`]),
  ]
  const window = times.length > 0 ? [`${timeVerbs[by]} ${times.join(' ')}`] : []
  return [...window, ...where].join('; ')
}

/** The title of all figures: the name of the form or questionnaire, of some, or of the saved reply. */
export function titleOf({ plan, origin, forms, facts }: Figures): string {
  if (plan.title !== undefined) return plan.title
  // Of the forms that have responses; where none has, of those that were asked for.
  const answered = forms.filter(({ responses }) => responses.total > 0)
  const met = answered.length > 0 ? answered : forms
  const ofForms = met.flatMap(({ name, formIds }) =>
    name === null ? formIds.map((id) => facts.get(id)?.questionnaire) : [name],
  )
  const names = [...new Set(ofForms)]
  const joined = listed(names.map((name) => onOneLine(name ?? '')))
  if (names.length > 0 && !names.includes(undefined) && (names.length === 1 || joined.length <= longestTitle))
    return joined
  return origin.kind === 'saved' ? fileTitle(origin.file) : formsWords(met.flatMap(({ formIds }) => formIds))
}

const longestTitle = 80

const fileTitle = (file: string): string =>
  file === '-' ? 'Saved responses' : basename(file).replace(/(.)\.(json|ndjson|jsonl)$/i, '$1')

/**
 * What is known of forms beside their responses. A name is that of the service's list, else that of the lock file, else that of the spec,
 * else that of an earlier run; pages are those of the service in a folder, else those of the spec that the lock file or an earlier run names.
 */
async function factsOf(
  formIds: readonly string[],
  origin: ReadResult<unknown>['origin'],
  context: Context,
): Promise<ReadonlyMap<string, FormFacts>> {
  if (formIds.length === 0) return new Map()
  const isService = origin.kind === 'service'
  const inService = isService ? await (await import('../forms/find-form.ts')).listedForms(context) : []
  const folder = isService ? embeddedFolder(origin.baseUrl) : undefined
  const kept = folder === undefined ? [] : await keptForms(folder, formIds, context)
  const [known, specs] = [await knownForms(context.host), await specsOfForms(context)]
  const read = specReader(context)
  const facts = new Map<string, FormFacts>()
  for (const id of formIds) {
    const form = kept.find((one) => one.id === id)
    const own = form && (await outlineOf(form))
    const spec = own && formIds.length === 1 ? undefined : specs.get(id)
    const ofSpec = spec && (await outlineOf(await read(spec)))
    const isFinal = !ofSpec?.name?.includes('${')
    const [inList, inState] = [inService, known].map((forms) => forms.find((one) => one.id === id))
    const name = [inList, own, specs.get(id), isFinal ? ofSpec : undefined, inState]
      .map((one) => one?.name)
      .find(Boolean)
    facts.set(id, {
      name,
      questionnaire: ofSpec?.name?.replaceAll(/\$\{[^{}]*\}/g, '…') ?? name,
      outline: own?.outline ?? ofSpec?.outline,
    })
  }
  return facts
}

/** Loaded late: it needs all component types, and most counts know no spec. */
const outlineOf = async (form: unknown) => (await import('../forms/form-outline.ts')).readForm(form)

/** The forms as a service in a folder keeps them. */
async function keptForms(folder: string, formIds: readonly string[], { host }: Context) {
  const { openExistingDataFolder } = await import('../settings/open-data-folder.ts')
  const opened = await openExistingDataFolder(host, folder).catch(ignoreFailure)
  try {
    if (opened === undefined) return []
    const { forms: kept } = opened.deps.store
    const forms = await Promise.all(formIds.map((id) => kept.get(id)))
    return forms.filter((form) => form !== undefined)
  } finally {
    await opened?.close()
  }
}
