import { defineCommand, type Context, inGroup, number, text, type OptionValues } from '../command.ts'
import { withAskedOptions, withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import { printResponses } from '../responses/print-responses.ts'
import {
  warnUnusedEnvironment,
  nameRemarks,
  note,
  readingRemarks,
  printRemarks,
} from '../responses/remarks.ts'
import { sourceOf } from '../../export/write-export.ts'
import {
  chooseRecords,
  type FoundColumn,
  type NamesReport,
  checkCondition,
} from '../../table/choose-records.ts'
import type { Batches, RawRecord, Records } from '../../record/records.ts'
import { chosenWords, shellWord } from '../option-values.ts'
import {
  newestOf,
  onlyOf,
  refuseIncomplete,
  type Counts,
  type Coverage,
  mayBeMore,
} from '../../responses/responses.ts'
import { readWithProgress } from '../responses/read-responses.ts'
import {
  redactionHash,
  columnsOf,
  redactionsOf,
  exportOptions,
  queryOf,
  sinceInUtc,
} from '../responses/plan-export.ts'
import { withSpools } from '../../export/files/spool.ts'
import { count, Failure, misuse } from '../../failure/failure.ts'
import type { FormQuestion, MergeOptions } from '../../table/questions.ts'
import { maxResponsesPerFormRead } from '../../wire/wire.ts'

const getOptions = {
  ...inGroup('Which responses', {
    form: text(
      '--form <id>',
      'the ten newest responses of this form (its id, name, address or spec), or all with --where, --since, --until or a higher --limit',
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
    since: sinceInUtc,
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

export const command = defineCommand({
  description:
    'Shows the ten newest responses of a form (--form), of all forms (--all) or of a saved reply (--from). With an id, shows that response. A terminal shows them one below the other, a pipe one line per response, -o table a table in both. With --where, --since or --until all responses are searched. To write all responses to a file, use responses export.',
  args: [{ name: '[id]', summary: 'only the response of this id, among those that the options choose' }],
  options: getOptions,
  requires: [['form', 'all', 'from']],
  formatOf: (_options, output) => output,
  outputs: ['table', 'json', 'ndjson', 'yaml', 'csv'],
  examples: {
    'formctl responses get --form clx1': 'the ten newest responses of a form',
    'formctl responses get abc --all -o json': 'one response, as the service returns it',
    'formctl responses get --form clx1 --where "country = DE" --limit 3': 'the three newest that match',
    'formctl responses get --from reply.json --columns "createdAt,Your role"':
      'some columns of a saved reply',
  },
  async run({ args: [id], options }, context) {
    const asked = planGet(options, id, context)
    const chosen = await withAskedOptions(
      await withFormsOfSpecs(asked, context, options.merge === 'headline'),
      context,
    )
    // The newest responses are asked for form by form only where there is one.
    const isOne = chosen.source.kind === 'forms' && chosen.source.formIds.length === 1
    const plan = {
      ...chosen,
      isNewest: asked.isNewest && isOne,
      newest: isOne ? asked.newest : undefined,
    }
    if (plan.source.kind !== 'saved') await warnUnusedEnvironment(context)
    const shown = await getResponses(plan, context)
    const records = id === undefined ? shown.records : [responseById(shown, plan)]
    await printResponses(records, context, {
      withForm: options.form === undefined,
      mayBeMore: id === undefined && isOpen(shown, plan),
      found: shown.found,
      merging: plan.merging,
    })
    await reportShown(shown, plan, context)
    return 0
  },
})

/** `merging`: which questions of several forms are one; absent: each is one by itself. `asked`: the questions as specs have them. */
type GetPlan = ReturnType<typeof planGet> & {
  readonly merging?: MergeOptions
  readonly asked?: readonly FormQuestion[]
}

/** Validates the options; misuse is a Failure. */
function planGet(
  options: OptionValues<typeof getOptions>,
  id: string | undefined,
  { host, globals: { output } }: Context,
) {
  const { form, limit, where: conditions, columns: names } = options
  if (limit !== undefined && id !== undefined)
    throw misuse('An id means one response, and --limit several: leave one of them out.')
  for (const condition of conditions) checkCondition(condition)
  const query = queryOf({ ...options, form: form === undefined ? [] : [form] }, { now: host.now() })
  const isChoosing = conditions.length > 0 || query.since !== undefined || query.until !== undefined
  const isForPeople = host.stdout.isTerminal && (output === undefined || output === 'table')
  const isEnough = query.source.kind === 'forms' && !isChoosing && !options.requireComplete
  return {
    ...query,
    /** Only the response of this id. */
    id,
    where: conditions,
    redactions: redactionsOf(options),
    redactKeyFile: options.redactKeyFile,
    /** Only these columns, in this order; undefined: all. */
    columns: names === undefined ? undefined : columnsOf(names),
    limit: limit ?? (isForPeople && id === undefined ? maxResponsesPerFormRead : Infinity),
    isNewest: isEnough && (limit ?? maxResponsesPerFormRead) <= maxResponsesPerFormRead,
    /** So many of the newest of one form are enough; undefined: all are read. */
    newest: isEnough ? limit : undefined,
  }
}

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

async function getResponses(plan: GetPlan, context: Context): Promise<ShownResponses> {
  const { result, counts, coverage } = await readWithProgress(plan, context, (records) =>
    pickOnce(records, plan, context),
  )
  refuseIncomplete(plan, coverage)
  return { ...result, counts, coverage }
}

/** One attempt: a read that breaks off is started again with new records. */
async function pickOnce(
  records: Records,
  plan: GetPlan,
  { host }: Context,
): Promise<Omit<ShownResponses, 'counts' | 'coverage'>> {
  const { where, redactions, columns, id, limit, merging, asked } = plan
  const all = { matched: 0 }
  const met = (matched: number): void => void (all.matched = matched)
  const pick = id === undefined ? newestOf(limit, met) : onlyOf(id, met)
  if (where.length === 0 && redactions.length === 0 && columns === undefined)
    return { records: await listOf(pick(records.batches())), ...all }
  const hash = await redactionHash(plan, host)
  return withSpools(host.files, async (makeSpool) => {
    const chosen = await chooseRecords(sourceOf(records), {
      where,
      redactions,
      headers: 'headline',
      spool: makeSpool(),
      pick,
      hash,
      merging,
      asked,
      columns,
    })
    const { names, found } = chosen
    return { records: await listOf(chosen.batches), names, found, ...all }
  })
}

const listOf = async (batches: Batches): Promise<readonly RawRecord[]> =>
  (await Array.fromAsync(batches)).flat()

/** Whether pages ended before the form did. */
const isCut = (read: Coverage['reads'][number]): boolean => read.operation === 'pages' && read.mayBeMore

/** Whether more responses may match than are shown: some were left out, or the service gave only its newest. */
const isOpen = (
  { records, matched, coverage: { reads, doubts } }: ShownResponses,
  { isNewest }: GetPlan,
): boolean =>
  matched > records.length ||
  (isNewest && reads.some(({ returned }) => mayBeMore(returned))) ||
  reads.some(isCut) ||
  doubts.some(({ code }) => code !== 'partials-unannounced' && code !== 'unchecked')

/** The response of the id in the plan, or a Failure that says where it was looked for. */
function responseById(
  shown: ShownResponses,
  { id = '', source, withPartials, isNewest }: GetPlan,
): RawRecord {
  const [found] = shown.records
  if (found) return found
  const isSaved = source.kind === 'saved'
  const kind = withPartials || isSaved ? '' : 'finished '
  const ofForm = isSaved && source.formIds.length > 0 ? `of form ${source.formIds.join()} in` : 'of'
  const among = isSaved
    ? `the ${count(shown.matched, 'response')} ${ofForm} the saved reply`
    : source.kind === 'forms'
      ? `the ${count(shown.matched, `${isNewest ? 'newest ' : ''}${kind}response`)} of form ${source.formIds.join()}`
      : `the ${count(shown.matched, `${kind}response`)} of the environment`
  const hints = [...(isNewest ? ['--all'] : []), ...(withPartials || isSaved ? [] : ['--partials'])]
  throw Failure.of('response-unknown', { id, among, hints })
}

/** Reports what the shown responses leave out. */
async function reportShown(shown: ShownResponses, plan: GetPlan, context: Context): Promise<void> {
  const { counts, names, coverage } = shown
  const { redactions } = plan
  const window = plan.id === undefined ? windowWords(shown, plan, context.globals) : ''
  // A partial response among them proves that the service gives partials.
  const doubts = coverage.doubts.filter(
    ({ code }) => code !== 'partials-unannounced' || counts.partials === 0,
  )
  const remarks = [
    ...(window === '' ? [] : [note(window)]),
    ...readingRemarks(plan, { counts, coverage: { ...coverage, doubts } }),
    ...nameRemarks({ redactions }, names),
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
