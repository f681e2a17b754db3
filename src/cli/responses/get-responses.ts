import { sourceOf } from '../../export/write-export.ts'
import {
  chooseRecords,
  type FoundColumn,
  type NamesReport,
  checkCondition,
  type Redaction,
} from '../../table/choose-records.ts'
import type { Batches, RawRecord, Records } from '../../record/records.ts'
import { type Context, inGroup, number, text, type OptionValues } from '../command.ts'
import { chosenWords, shellWord } from '../option-values.ts'
import {
  newestOf,
  onlyOf,
  refuseIncomplete,
  type Counts,
  type Coverage,
  mayBeMore,
  type CommandQuery,
} from '../../responses/responses.ts'
import { readWithProgress } from './read-responses.ts'
import { redactionHash, columnsOf, redactionsOf, exportOptions, queryOf, type Run } from './plan-export.ts'
import { makeSpool } from '../../export/files/spool.ts'
import { count, Failure, misuse } from '../../failure/failure.ts'
import { nameRemarks, note, readingRemarks, printRemarks } from './remarks.ts'
import type { FormQuestion, MergeOptions } from '../../table/questions.ts'
import { maxOfForm } from '../../wire/wire.ts'
type ShownResponses = {
  readonly records: readonly RawRecord[]
  /** How many responses matched; `records` are the newest of them. */
  readonly matched: number
  readonly counts: Counts
  readonly coverage: Coverage
  /** How names in options matched; absent: none were given. */
  readonly names?: NamesReport
  /** The columns of --columns; absent: not given. */
  readonly found?: readonly FoundColumn[]
}

type Picked = Omit<ShownResponses, 'counts' | 'coverage'>

export async function getResponses(plan: GetPlan, context: Context): Promise<ShownResponses> {
  const { result, counts, coverage } = await readWithProgress(plan, context, (records) =>
    pickOnce(records, plan, context),
  )
  refuseIncomplete(plan, coverage)
  return { ...result, counts, coverage }
}

/** One attempt: a read that breaks off is started again with new records. */
async function pickOnce(records: Records, plan: GetPlan, { host }: Context): Promise<Picked> {
  const { where, redactions, columns, id, limit, merging, asked } = plan
  const all = { matched: 0 }
  const met = (matched: number): void => void (all.matched = matched)
  const pick = id === undefined ? newestOf(limit, met) : onlyOf(id, met)
  if (where.length === 0 && redactions.length === 0 && columns === undefined)
    return { records: await listOf(pick(records.batches())), ...all }
  const hash = await redactionHash(plan, host)
  const spool = makeSpool(host.files)
  try {
    const chosen = await chooseRecords(sourceOf(records), {
      where,
      redactions,
      headers: 'headline',
      spool,
      pick,
      hash,
      merging,
      asked,
      columns,
    })
    const { names, found } = chosen
    return { records: await listOf(chosen.batches), names, found, ...all }
  } finally {
    await spool.close()
  }
}

const listOf = async (batches: Batches): Promise<readonly RawRecord[]> =>
  (await Array.fromAsync(batches)).flat()

/** Whether pages ended before the form did. */
const isCut = (read: Coverage['reads'][number]): boolean => read.operation === 'pages' && read.mayBeMore

/** Whether more responses may match than are shown: some were left out, or the service gave only its newest. */
export const isOpen = (
  { records, matched, coverage: { reads, doubts } }: ShownResponses,
  { isNewest }: GetPlan,
): boolean =>
  matched > records.length ||
  (isNewest && reads.some(({ returned }) => mayBeMore(returned))) ||
  reads.some(isCut) ||
  doubts.some(({ code }) => code !== 'partials-unannounced' && code !== 'unchecked')

/** The response of the id in the plan, or a Failure that says where it was looked for. */
export function responseById(
  got: ShownResponses,
  { id = '', source, withPartials, isNewest }: GetPlan,
): RawRecord {
  const [found] = got.records
  if (found) return found
  const isSaved = source.kind === 'saved'
  const kind = withPartials || isSaved ? '' : 'finished '
  const ofForm = isSaved && source.formIds.length > 0 ? `of form ${source.formIds.join()} in` : 'of'
  const among = isSaved
    ? `the ${count(got.matched, 'response')} ${ofForm} the saved reply`
    : source.kind === 'forms'
      ? `the ${count(got.matched, `${isNewest ? 'newest ' : ''}${kind}response`)} of form ${source.formIds.join()}`
      : `the ${count(got.matched, `${kind}response`)} of the environment`
  const hints = [...(isNewest ? ['--all'] : []), ...(withPartials || isSaved ? [] : ['--partials'])]
  throw Failure.of('response-unknown', { id, among, hints })
}

/** Reports what the shown responses leave out. */
export async function reportShown(got: ShownResponses, plan: GetPlan, context: Context): Promise<void> {
  const { counts, names, coverage } = got
  const { redactions, columns } = plan
  const window = plan.id === undefined ? windowWords(got, plan, context.globals) : ''
  // A partial response among them proves that the service gives partials.
  const doubts = coverage.doubts.filter(
    ({ code }) => code !== 'partials-unannounced' || counts.partials === 0,
  )
  const remarks = [
    ...(window === '' ? [] : [note(window)]),
    ...readingRemarks(plan, { counts, coverage: { ...coverage, doubts } }),
    ...nameRemarks({ redactions, columns }, names),
  ]
  await printRemarks(remarks, context)
}

function windowWords(
  { records, matched, counts: { read }, coverage: { reads } }: ShownResponses,
  { source, isNewest }: GetPlan,
  globals: Context['globals'],
): string {
  const shown = records.length
  const from =
    source.kind === 'saved'
      ? `--from ${shellWord(source.path)}`
      : source.kind === 'all'
        ? `--all${chosenWords(globals)}`
        : source.formIds.length === 1
          ? `--form ${source.formIds.join()}${chosenWords(globals)}`
          : 'with the same --form'
  if (read === 0) return source.kind === 'saved' ? 'No response came.' : 'No responses yet.'
  if (matched === 0) return `No response matched: ${count(read, 'other')} did not.`
  // The ten newest may include responses of other forms.
  if ((isNewest && mayBeMore(reads[0]?.returned ?? read)) || reads.some(isCut))
    return `${shown === 1 ? 'This is the newest' : `These are the ${shown} newest`}; formctl responses export ${from} writes all.`
  if (shown < matched)
    return `${shown === 1 ? 'The newest' : `The ${shown} newest`} of ${count(matched, 'response')}${matched < read ? ' that match' : ''} ${shown === 1 ? 'is' : 'are'} shown: ${
      source.kind === 'saved' && source.path === '-'
        ? 'give the same input again with --limit to see more, or to formctl responses export --from -, which writes all.'
        : `--limit shows more, and formctl responses export ${from} writes all.`
    }`
  return ''
}

export const getOptions = {
  ...inGroup('Which responses', {
    form: text(
      '--form <id>',
      'the ten newest responses of this form (its id, address or spec), or all with --where, --since, --until or a higher --limit',
      { excludes: ['all'] },
    ),
    all: exportOptions.all,
    from: exportOptions.from,
    partials: exportOptions.partials,
    keepDuplicates: exportOptions.keepDuplicates,
    limit: number(
      '--limit <n>',
      'at most this many of the newest responses (default: 10 on a terminal, else all that were read)',
      { range: [1] },
    ),
    since: text(
      '--since <time>',
      'only from this time on: 2026-03-01, 2026-03, 2026-03-01T09:00Z, 7d, 12h, 2w, today or yesterday, in UTC without an offset',
    ),
    until: exportOptions.until,
    by: exportOptions.by,
    requireComplete: exportOptions.requireComplete,
    where: exportOptions.where,
  }),
  merge: { ...exportOptions.merge, formats: undefined },
  columns: { ...exportOptions.columns, formats: ['table', 'csv'] },
  redact: exportOptions.redact,
  redactKeyFile: exportOptions.redactKeyFile,
}

type GetPlan = CommandQuery & {
  /** Only the response of this id. */
  readonly id: string | undefined
  readonly where: readonly string[]
  readonly redactions: readonly Redaction[]
  readonly redactKeyFile?: string
  /** Only these columns, in this order; absent: all. */
  readonly columns?: readonly string[]
  /** Infinity: all. */
  readonly limit: number
  readonly isNewest: boolean
  /** So many of the newest of one form are enough; undefined: all are read. */
  readonly newest: number | undefined
  /** Which questions of several forms are one; absent: each is one by itself. */
  readonly merging?: MergeOptions
  /** The questions of forms as their specs have them; absent: unknown. */
  readonly asked?: readonly FormQuestion[]
}

/** Validates the options; misuse is a Failure. */
export function planGet(
  options: OptionValues<typeof getOptions>,
  { id, output, isTerminal, now }: Run & Pick<GetPlan, 'id'>,
): GetPlan {
  const { form, limit, where: conditions, columns: names } = options
  if (limit !== undefined && id !== undefined)
    throw misuse('An id means one response, and --limit several: leave one of them out.')
  for (const condition of conditions) checkCondition(condition)
  const query = queryOf({ ...options, form: form === undefined ? [] : [form] }, { now })
  const isChoosing = conditions.length > 0 || query.since !== undefined || query.until !== undefined
  const isForPeople = isTerminal && (output === undefined || output === 'table')
  const most = limit ?? (isForPeople && id === undefined ? maxOfForm : Infinity)
  const isEnough = query.source.kind === 'forms' && !isChoosing && !options.requireComplete
  return {
    id,
    ...query,
    where: conditions,
    redactions: redactionsOf(options),
    redactKeyFile: options.redactKeyFile,
    ...(names !== undefined && { columns: columnsOf(names) }),
    limit: most,
    isNewest: isEnough && (limit ?? maxOfForm) <= maxOfForm,
    newest: isEnough ? limit : undefined,
  }
}
