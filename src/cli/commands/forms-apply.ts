import { askForms, type FormsAnswer } from '../../client/client.ts'
import { count, Failure, ignoreFailure, isOfSignal, misuse, type ExitCode } from '../../failure/failure.ts'
import {
  applySpecs,
  defaultLockSeconds,
  isToCreate,
  lockedIn,
  lockFileName,
  previewApply,
  originText,
  planHash,
  type ApplyOutcome,
  type ApplyPlan,
  type FormChange,
  type JournalEntry,
  type LockedForm,
} from '../../publish/publish.ts'
import {
  defineCommand,
  flag,
  inGroup,
  isForPeople,
  many,
  number,
  text,
  type Context,
  type OptionValues,
} from '../command.ts'
import { readRequest, requestOptions, type SpecsRequest } from '../forms/apply-request.ts'
import { nameOf } from '../forms/project-specs.ts'
import { publisherOf, reportIn, stateOf, warnNotCreated, warnNotSent } from '../forms/publishing.ts'
import {
  addressOf,
  differencesOf,
  hasNews,
  isClosed,
  originIn,
  planMarkdown,
  planText,
  printPlan,
  versionIn,
  type PlanView,
} from '../forms/plan-report.ts'
import { printReports, type PrintReports } from '../forms/read-forms.ts'
import { wantedReports, writeReports } from '../forms/reporters.ts'
import type { FileReport } from '../../authoring/reports.ts'
import { pagesAt } from '../settings/base-url.ts'
import { resolveTarget, withCaller } from '../settings/connect.ts'
import { shellWord } from '../option-values.ts'
import { isAgreed, mayAsk } from '../terminal/ask.ts'
import { creatingLine, showProgress, type Progress } from '../terminal/progress.ts'
import { failureLine } from '../terminal/terminal.ts'
import { capital } from '../../form/words.ts'
import { untilSignal } from '../host.ts'

const planReporters = ['text', 'markdown', 'github'] as const

const applyOptions = {
  ...inGroup('Plan', {
    dryRun: flag(
      '--dry-run',
      'print the plan and create nothing; needs a key only to see which forms of the lock file are gone',
    ),
    detailedExitcode: flag('--detailed-exitcode', 'exit with 1 when there is something to do', {
      needs: ['dryRun'],
    }),
    yes: flag('--yes', 'carry out the plan without asking'),
    expectPlan: text(
      '--expect-plan <hash>',
      'do nothing unless the plan is the one of this hash, which --dry-run -o json prints as planHash',
    ),
    recreate: flag('--recreate', 'make a new form of each spec, also where one is there'),
    closeReplaced: flag(
      '--close-replaced',
      'close the former forms of the specs; its key needs the scope manage',
    ),
    reporter: many(
      '--reporter <name[=file]>',
      `how to report plan and findings: ${planReporters.join(', ')}; repeat it to write Markdown to a file, as in markdown=plan.md. github annotates findings and writes the plan into the summary of the job`,
      { choices: planReporters },
    ),
    forget: flag('--forget', `remove entries without a spec from ${lockFileName}; their forms stay`),
  }),
  ...requestOptions,
  ...inGroup('Sending', {
    jobs: number('--jobs <n>', 'how many forms to send at once (default: 1, in the order of the specs)', {
      range: [1, 64],
    }),
    lockTimeout: number(
      '--lock-timeout <seconds>',
      `how long to wait for another run on the same lock file (default: ${defaultLockSeconds})`,
    ),
  }),
}

type ApplyOptions = OptionValues<typeof applyOptions>

/** The options of a run, and where its reports go. */
type RunOptions = ApplyOptions & Pick<PlanReporter, 'isText' | 'report' | 'onPlanned'>

export const command = defineCommand({
  description: `Compares specs with ${lockFileName} and creates a form for each spec that is new or has changed. A service cannot change a form: a changed spec makes a new one, and the old form stays with its responses. Commit ${lockFileName}; a run that was stopped can simply be run again. On a terminal it asks before it carries out the plan.`,
  args: [
    {
      name: '[files...]',
      summary: 'files, folders, quoted patterns; without any, all that the project lists',
    },
  ],
  options: applyOptions,
  // A signal must not hide whether a form that was sent was created.
  handlesSignals: true,
  examples: {
    'formctl forms apply forms': 'the plan for a folder, then its forms',
    'formctl forms apply forms --dry-run --detailed-exitcode':
      'the plan; exits with 1 when there is something to do',
    'formctl forms apply forms --yes -o json': 'every form with its state, as JSON',
    'formctl forms apply survey.yaml --each customers.csv --row-key customer':
      'what is new or changed, one form per customer',
  },
  async run({ args, options: given }, context) {
    if (args.includes('-'))
      throw misuse(
        'A spec on the standard input has no path to be known by. Name its file, or use forms generate.',
      )
    const { forget, recreate, closeReplaced } = given
    const planReporter = makePlanReporter(given, context)
    try {
      const asked = await untilSignal(
        context.host.signal,
        readRequest(args, given, context, planReporter.report),
      )
      if (closeReplaced && asked.project === undefined)
        throw misuse(
          '--close-replaced needs a name of the project, as in project: acme in formctl.yaml: without one, a form may be that of another project, too.',
        )
      const read = { ...asked, isForgetting: forget, isRecreating: recreate, isClosing: closeReplaced }
      const work = given.dryRun ? dryRun : run
      return await work(read, { ...given, ...planReporter }, context)
    } finally {
      await planReporter.finish()
    }
  },
})

/** Where plan and findings go. */
type PlanReporter = {
  /** Whether people or programs get the plan and the result as text or JSON. */
  readonly isText: boolean
  readonly report: PrintReports
  readonly onPlanned: (view: PlanView) => void
  /** Writes the other reports, also where the run failed. */
  readonly finish: () => Promise<void>
}

function makePlanReporter({ reporter }: ApplyOptions, context: Context): PlanReporter {
  const { host, terminal } = context
  const wanted = wantedReports(reporter, 'text', planReporters)
  const isText = wanted.some(({ name, file }) => file === undefined && name !== 'markdown')
  const isQuiet = wanted.some(({ name, file }) => file === undefined && name !== 'text')
  const gathered: FileReport[] = []
  let planned: PlanView | undefined
  return {
    isText,
    report: async (reports, isFatal) => {
      gathered.push(...reports)
      if (!isQuiet) await printReports(reports, { context, isFatal })
    },
    onPlanned: (view) => void (planned = view),
    finish: async () => {
      const others = wanted.filter(({ name }) => name !== 'text')
      const before = planned && terminal.mask(planMarkdown(planned))
      const scene = { unread: [], before }
      const failures = await writeReports(gathered, { wanted: others, scene, host, terminal })
      for (const failure of failures) throw failure
    },
  }
}

/** Prints what a run would do. Creates and writes nothing; with a key, asks the service for its forms. */
async function dryRun(specs: SpecsRequest, given: RunOptions, context: Context): Promise<ExitCode> {
  const { host, terminal, globals } = context
  const { baseUrl, environmentId, sourceFormId } = await resolveTarget(context)
  const asked = { ...specs, fallbackSourceForm: sourceFormId }
  const answer = await withCaller(context, askForms).catch(unasked)
  const service = { baseUrl, environmentId }
  const { plan, open, isOpen } = await previewApply(asked, host, service, {
    answer,
    report: reportIn(context),
  })
  const pages = await pagesAt(baseUrl, context)
  const profile = (await context.settings()).profile.value
  const view = { plan, profile, lockName: specs.place.name, baseUrl, pages }
  given.onPlanned(view)
  refuseOtherPlan(plan, given)
  const isQuiet = plan.toDo === 0 && open.length === 0
  if (!given.isText) return given.detailedExitcode && !isQuiet ? 1 : 0
  if (globals.output === 'json') await terminal.printJson(reportOf({ ...view, applied: [], open }, true))
  else {
    await printPlan(view, context)
    for (const entry of open) {
      const what = `"${entry.name}" (${entry.spec}), sent at ${entry.at}: ${await stateOf(entry, context)}.`
      await terminal.warn(`Open: ${terminal.plain(what)}`)
    }
    if (open.length > 0) await terminal.warn(howOpenFormsSettle)
    const waiting = plan.changes.filter((change) => isToCreate(change) && isOpen(change.form)).length
    await terminal.info(isQuiet ? 'Nothing to do.' : sumOf(view, waiting))
  }
  if (!given.recreate && answer.isLabelled === false) await refuseLost(plan, specs, context)
  return given.detailedExitcode && !isQuiet ? 1 : 0
}

/** Without a key, the plan is made from the lock file alone. A folder that is yet to be made has no forms. */
function unasked(error: unknown): FormsAnswer {
  if (!(error instanceof Failure) || isOfSignal(error)) throw error
  if (Failure.is(error, 'no-data-folder')) return { forms: [], isLabelled: true }
  return { failure: error }
}

/** Fails with `plan-changed` where --expect-plan names another plan. `isUnmade`: as in `planHash`. */
function refuseOtherPlan(plan: ApplyPlan, { expectPlan }: ApplyOptions, isUnmade?: boolean): void {
  if (expectPlan !== undefined && planHash(plan, isUnmade) !== expectPlan)
    throw Failure.of('plan-changed', {})
}

const formerLocks = 50

/**
 * Fails with `form-lost` where the plan would make a form that an earlier commit of the lock file has. Only for services that do not
 * remember themselves what their forms are made of.
 */
async function refuseLost(
  { changes, target }: ApplyPlan,
  { place }: SpecsRequest,
  { host }: Context,
): Promise<void> {
  const isNew = new Set(
    changes.flatMap(({ kind, form }) => (kind === 'new' && !form.labelled ? originText(form.origin) : [])),
  )
  if (isNew.size === 0) return
  const git = async (words: string): Promise<string | undefined> => {
    const { status, output } = await host.capture(`git -C ${shellWord(place.folder)} ${words}`, 10)
    return status === 0 ? output : undefined
  }
  const commits = (await git(`log -${formerLocks} --format=%h -- ${lockFileName}`)) ?? ''
  for (const commit of commits.split('\n').filter(Boolean)) {
    const lockText = (await git(`show ${commit}:./${lockFileName}`)) ?? ''
    const entries = await lockedIn(new TextEncoder().encode(lockText), place.name).catch(ignoreFailure)
    const [lost, ...others] = (entries ?? []).filter(
      (entry) => isNew.has(originText(entry)) && entry.environmentId === target.environmentId,
    )
    if (lost)
      throw Failure.of('form-lost', {
        path: place.name,
        spec: lost.spec,
        id: lost.id,
        commit,
        others: others.length,
      })
  }
}

const howOpenFormsSettle =
  'If the service recognises repeated requests, the next run sends the same request again; otherwise it sends nothing and ends with 9. formctl forms resolve settles open forms.'

function sumOf({ plan }: PlanView, waiting: number): string {
  const created = plan.changes.filter(isToCreate).length - waiting
  const open = waiting > 0 ? `; ${count(waiting, 'form')} may be there already` : ''
  if (created > 0) return `${count(created, 'form')} would be created${open}.`
  if (waiting > 0) return `No other form would be created${open}.`
  const change = plan.toDo > 0 ? `; ${lockFileName} would change` : ''
  return `No form would be created${change}.`
}

/** Makes the plan and, if it is confirmed, creates the forms. */
async function run(specs: SpecsRequest, given: RunOptions, context: Context): Promise<ExitCode> {
  // The folder of the service that this very run makes.
  const isUnmade = given.expectPlan !== undefined && (await resolveTarget(context)).environmentId === ''
  // Another plan than the expected one does not even make the folder.
  if (isUnmade) await dryRun(specs, { ...given, isText: false }, context)
  return withCaller(
    context,
    async (caller) => {
      const { host, terminal } = context
      const { baseUrl, sourceFormId } = caller.access
      let created = 0
      let progress: Progress | undefined
      const pages = await pagesAt(baseUrl, context)
      const profile = (await context.settings()).profile.value
      const view = { profile, lockName: specs.place.name, baseUrl, pages }
      const asked = { ...specs, fallbackSourceForm: sourceFormId }
      const { plan, applied, notClosed } = await applySpecs(asked, await publisherOf(context, caller), {
        jobs: given.jobs ?? 1,
        lockSeconds: given.lockTimeout,
        onPlan: async (made) => {
          given.onPlanned({ ...view, plan: made })
          refuseOtherPlan(made, given, isUnmade)
          if (given.isText) await sayBefore({ ...view, plan: made }, given, context)
          if (!given.recreate) await refuseLost(made, specs, context)
        },
        confirm: async (made) => {
          const creating = made.changes.filter(isToCreate).length
          const isConfirmed = await untilSignal(
            host.signal,
            mayApply(creating, made.closing.length, given, context),
          )
          if (isConfirmed && creating > 0)
            progress = showProgress(
              context,
              creatingLine(creating, () => created),
            )
          return isConfirmed
        },
        onCreated: async () => void created++,
      }).finally(() => progress?.end())
      if (!applied) return 1
      await reportApplied({ ...view, plan, applied }, given, context)
      if (!notClosed) return 0
      const { forms: left, failure } = notClosed
      const done = plan.toDo - left
      if (done === 0) throw failure
      await terminal.warn(failureLine(failure, { terminal, isJson: context.globals.output === 'json' }))
      throw Failure.of('partly-done', { done, left })
    },
    { writes: true },
  )
}

/** Whether somebody can be asked. */
const isAttended = (context: Context): boolean =>
  mayAsk({ ...context, globals: { ...context.globals, noInput: false } })

async function sayBefore(view: PlanView, { yes }: ApplyOptions, context: Context): Promise<void> {
  const isForPerson = context.globals.output !== 'json' || (isAttended(context) && !yes)
  if (isForPerson && hasNews(view)) await context.terminal.info(planText(view))
}

async function mayApply(
  creating: number,
  closing: number,
  { yes }: ApplyOptions,
  context: Context,
): Promise<boolean> {
  const steps = [
    ...(creating > 0 ? [`create ${count(creating, 'form')}`] : []),
    ...(closing > 0 ? [`close ${count(closing, 'former form')}`] : []),
  ]
  if (yes || steps.length === 0 || !isAttended(context)) return true
  return isAgreed(context, `${capital(steps.join(' and '))}?`, 'sent')
}

/** A plan and its results; with --dry-run there are none. */
type RunView = PlanView & {
  readonly applied: readonly ApplyOutcome[]
  /** With --dry-run: forms that earlier runs may have created. */
  readonly open?: readonly JournalEntry[]
}

/** As `schemas/output/forms-apply.schema.json` has it. */
function reportOf(view: RunView, isDryRun: boolean): unknown {
  const { plan, lockName, baseUrl, pages, open } = view
  const removedOf = (entry: (typeof plan.removed)[number]): object => ({
    ...originIn(entry),
    ...versionIn(entry, pages),
    isForgotten: plan.isForgetting && !isDryRun,
  })
  return {
    schema_version: 1,
    lockFile: lockName,
    baseUrl,
    environmentId: plan.target.environmentId === '' ? null : plan.target.environmentId,
    profile: view.profile,
    formerUrl: plan.formerUrl,
    isMerged: plan.isMerged,
    toDo: plan.toDo,
    planHash: planHash(plan),
    forms: plan.changes.map((change) => formOf(change, view, isDryRun)),
    open: open?.map(({ id, name, spec, at }) => ({ id, name, spec, at })),
    closed: plan.closing.map(({ origin, ...form }) => ({ ...originIn(origin), ...versionIn(form, pages) })),
    removed: plan.removed.map(removedOf),
  }
}

function formOf(change: FormChange, view: RunView, isDryRun: boolean): object {
  const { form, kind } = change
  const { pages } = view
  const outcome = outcomeOf(change, view)
  const entry = entryOf(change, view)
  const code =
    outcome && 'failure' in outcome ? outcome.failure.code : entry || isDryRun ? undefined : 'not-sent'
  const before = isToCreate(change) ? change.history : change.entry.history
  return {
    state: kind,
    ...originIn(form.origin),
    name: form.body.name,
    changes: differencesOf(change),
    content: form.content,
    isClosed: isClosed(change, view) || undefined,
    ...(entry ? versionIn(entry, pages) : { id: null, url: null, absoluteUrl: null }),
    from: kind === 'moved' && change.before ? originIn(change.before) : undefined,
    history: (before ?? []).map((version) => versionIn(version, pages)),
    code,
  }
}

const outcomeOf = (change: FormChange, { applied }: RunView): ApplyOutcome | undefined =>
  applied.find((one) => one.change === change)

/** The entry of a form that is there, from before or since this run. */
function entryOf(change: FormChange, view: RunView): LockedForm | undefined {
  if ('entry' in change) return change.entry
  const outcome = outcomeOf(change, view)
  return outcome && 'entry' in outcome ? outcome.entry : undefined
}

/** Prints the existing forms and reports those that were not created; throws the failure that the run ends with, if any. */
async function reportApplied(view: RunView, { isText, report }: RunOptions, context: Context): Promise<void> {
  const { applied, plan } = view
  const failed = applied.filter((one) => 'failure' in one)
  const created = applied.length - failed.length
  const reached = new Set(applied.map(({ change }) => change))
  const notSent = plan.changes.filter((change) => isToCreate(change) && !reached.has(change))
  const done = plan.toDo - failed.length - notSent.length
  const left = failed.length + notSent.length
  if (isText && (left === 0 || done > 0)) await printApplied(view, context)
  if (left === 0) return reportSuccess(view, context, created)
  const end = endOf(
    failed.map(({ failure }) => failure),
    done,
    left,
    context.host.signal,
  )
  for (const { change, failure, refused } of failed) {
    if (refused) await report([refused], true)
    // run.ts prints the failure that the run ends with.
    if (failure !== end) await warnNotCreated(named(change), failure, context)
  }
  await warnNotSent(notSent.map(named), context)
  throw end
}

const named = ({ form }: FormChange): { readonly name: string; readonly place: string } => ({
  name: form.body.name,
  place: originText(form.origin),
})

/** The failure that the run ends with. An unknown outcome comes first, as it has to be resolved before the next run. */
function endOf(failures: readonly Failure[], done: number, left: number, signal: AbortSignal): Failure {
  const unknown = failures.find(({ exit }) => exit === 9)
  if (unknown) return unknown
  if (signal.aborted && signal.reason instanceof Failure) return signal.reason
  const [first] = failures
  if (first && done === 0) return first
  return Failure.of('partly-done', { done, left })
}

async function printApplied(view: RunView, context: Context): Promise<void> {
  const { terminal, globals } = context
  if (globals.output === 'json') return terminal.printJson(reportOf(view, false))
  const isPlan = isForPeople(context)
  const rows = view.plan.changes.flatMap((change) => {
    const entry = entryOf(change, view)
    const { kind, form } = change
    // The plan, which people have read, counts the unchanged ones. The address of a form holds its id.
    if (!entry || (isPlan && kind === 'unchanged')) return []
    const [address, origin] = [addressOf(entry, view), originText(entry)]
    return [isPlan ? [form.body.name, origin, address] : [kind, form.body.name, entry.id, address, origin]]
  })
  if (!isPlan) return terminal.list(['state', 'name', 'id', 'url', 'spec'], rows)
  return rows.length === 0 ? undefined : terminal.list([{ text: 'name' }, 'spec', { below: 'url' }], rows)
}

async function reportSuccess(view: RunView, context: Context, created: number): Promise<void> {
  const { terminal, globals } = context
  if (globals.output === 'json') return
  const isChanged = view.plan.toDo > 0
  const made = created > 0 ? `Created ${count(created, 'form')}.` : 'Nothing to create.'
  await terminal.info(isChanged ? `${made} ${terminal.plain(view.lockName)} has changed: commit it.` : made)
  const [entry, ...others] = view.applied.flatMap((one) => ('entry' in one ? one.entry : []))
  const isOneOfSpec = others.every(({ spec }) => spec !== entry?.spec) && entry?.row === undefined
  const { files } = context.host
  const spec = nameOf(context, files.resolve(view.lockName, '..', entry?.spec ?? ''))
  const word = isOneOfSpec ? spec : (entry?.id ?? '')
  if (created > 0)
    await terminal.info(`To open ${created === 1 ? 'it' : 'one'}, run formctl forms open ${shellWord(word)}.`)
}
