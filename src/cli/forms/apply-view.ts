/** How `forms apply` shows its plan and its result. */
import { count, Failure } from '../../failure/failure.ts'
import {
  isToCreate,
  originText,
  type Applied,
  type ApplyPlan,
  type FormChange,
  type FormVersion,
  type JournalEntry,
  type LockedForm,
  type Origin,
} from '../../publish/publish.ts'
import type { Context } from '../command.ts'
import { absoluteUrl } from '../settings/base-url.ts'
import { printRefused, printServeHint, warnNotCreated, warnNotSent } from './publishing.ts'

export type PlanView = {
  readonly plan: ApplyPlan
  /** The name of the lock file for messages. */
  readonly lockName: string
  /** For an embedded service, with the absolute path of its folder. */
  readonly baseUrl: string
  /** The base URL of its pages. */
  readonly pages: string
  readonly isForgetting: boolean
}

/** A plan and its results; with --dry-run there are none. */
export type RunView = PlanView & {
  readonly applied: readonly Applied[]
  /** With --dry-run: forms that earlier runs may have created. */
  readonly open?: readonly JournalEntry[]
}

/** Prints a plan as a table, one row per form. */
export const printPlan = (view: PlanView, { terminal }: Context): Promise<void> =>
  terminal.table(
    ['state', 'spec', { text: 'name' }, { text: 'note' }],
    linesOf(view).map(({ state, origin, name, note }) => [state, origin, name, note]),
  )

/** Prints a plan on stderr before it is carried out; unchanged forms are only counted. */
export async function announcePlan(view: PlanView, { terminal }: Context): Promise<void> {
  const { plan, baseUrl } = view
  const lines = linesOf(view).filter(({ state }) => state !== 'unchanged')
  const unchanged = plan.changes.length + plan.removed.length - lines.length
  const { environmentId } = plan.target
  const head = `The plan for ${baseUrl}${environmentId === '' ? '' : `, environment ${environmentId}`}:`
  const width = Math.max(...lines.map(({ state }) => state.length))
  const texts = lines.map(({ state, origin, name, note }) => {
    const form = name === '' ? origin : `${origin} "${name}"`
    return `  ${state.padEnd(width)}  ${form}${note === '' ? '' : `: ${note}`}`
  })
  const rest = unchanged === 0 ? [] : [`  ${count(unchanged, 'form')} unchanged`]
  await terminal.info([head, ...texts, ...rest].map(terminal.plain).join('\n'))
}

type PlanLine = Readonly<Record<'state' | 'origin' | 'name' | 'note', string>>

const linesOf = (view: PlanView): readonly PlanLine[] => [
  ...view.plan.changes.map((change) => ({
    state: change.kind,
    origin: originText(change.form.origin),
    name: change.form.body.name,
    note: noteOn(change, view),
  })),
  ...view.plan.removed.map((entry) => ({
    state: 'removed',
    origin: originText(entry),
    name: '',
    note: view.isForgetting
      ? `dropped from ${view.lockName}; its form, ${entry.id}, stays at ${addressOf(entry, view)}`
      : `its form stays at ${addressOf(entry, view)}; --forget drops it from ${view.lockName}`,
  })),
]

function noteOn(change: FormChange, view: PlanView): string {
  if (isToCreate(change)) {
    const [before] = change.history
    if (before && change.kind === 'gone')
      return `the service no longer has its form ${before.id}; a new one is made`
    return before ? `a new form is made; the old form stays at ${addressOf(before, view)}` : ''
  }
  const address = addressOf(change.entry, view)
  if (change.kind === 'moved' && change.before)
    return `was ${originText(change.before)}; its form stays at ${address}`
  if (change.kind === 'reverted' && change.before)
    return `a form of this content is there, at ${address}; the other form stays at ${addressOf(change.before, view)}`
  return address
}

const addressOf = ({ url }: FormVersion, { pages }: PlanView): string => absoluteUrl(pages, url) ?? url

/** As `schemas/output/forms-apply.schema.json` has it. */
export function reportOf(view: RunView, isDryRun: boolean): unknown {
  const { plan, lockName, baseUrl, pages, isForgetting, open } = view
  const removedOf = (entry: (typeof plan.removed)[number]): object => ({
    ...placeOf(entry),
    ...versionIn(entry, pages),
    isForgotten: isForgetting && !isDryRun,
  })
  return {
    schema_version: 1,
    lockFile: lockName,
    baseUrl,
    environmentId: plan.target.environmentId === '' ? null : plan.target.environmentId,
    toDo: plan.toDo,
    forms: plan.changes.map((change) => formOf(change, view, isDryRun)),
    open: open?.map(({ id, name, spec, at }) => ({ id, name, spec, at })),
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
    ...placeOf(form.origin),
    name: form.body.name,
    content: form.content,
    ...(entry ? versionIn(entry, pages) : { id: null, url: null, absoluteUrl: null }),
    from: kind === 'moved' && change.before ? placeOf(change.before) : undefined,
    history: (before ?? []).map((version) => versionIn(version, pages)),
    code,
  }
}

const outcomeOf = (change: FormChange, { applied }: RunView): Applied | undefined =>
  applied.find((one) => one.change === change)

/** The entry of a form that is there, from before or since this run. */
function entryOf(change: FormChange, view: RunView): LockedForm | undefined {
  if ('entry' in change) return change.entry
  const outcome = outcomeOf(change, view)
  return outcome && 'entry' in outcome ? outcome.entry : undefined
}

const placeOf = ({ spec, document, row }: Origin): object => ({ spec, document, row })

const versionIn = ({ id, url }: FormVersion, pages: string): object => ({
  id,
  url,
  absoluteUrl: absoluteUrl(pages, url),
})

/** Prints the existing forms and reports those that were not created; throws the failure that the run ends with, if any. */
export async function reportApplied(view: RunView, context: Context): Promise<void> {
  const { applied, plan } = view
  const failed = applied.filter((one) => 'failure' in one)
  const created = applied.length - failed.length
  const reached = new Set(applied.map(({ change }) => change))
  const notSent = plan.changes.filter((change) => isToCreate(change) && !reached.has(change))
  const done = plan.toDo - failed.length - notSent.length
  const left = failed.length + notSent.length
  if (left === 0 || done > 0) await printApplied(view, context)
  if (left === 0) return reportSuccess(view, context, created)
  const end = endOf(
    failed.map(({ failure }) => failure),
    done,
    left,
    context.host.signal,
  )
  for (const { change, failure, refused } of failed) {
    await printRefused(refused, context)
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

async function printApplied(view: RunView, { terminal, globals }: Context): Promise<void> {
  if (globals.output === 'json') return terminal.printJson(reportOf(view, false))
  const rows = view.plan.changes.flatMap((change) => {
    const entry = entryOf(change, view)
    if (!entry) return []
    const { kind, form } = change
    return [[kind, form.body.name, entry.id, addressOf(entry, view), originText(entry)]]
  })
  return terminal.table(['state', { text: 'name' }, 'id', { below: 'url' }, 'spec'], rows)
}

async function reportSuccess(view: RunView, context: Context, created: number): Promise<void> {
  const { terminal, globals } = context
  if (globals.output === 'json') return
  const isChanged = view.plan.toDo > 0
  const made = created > 0 ? `Created ${count(created, 'form')}.` : 'Nothing to create.'
  await terminal.info(isChanged ? `${made} ${terminal.plain(view.lockName)} has changed: commit it.` : made)
  await printServeHint(created, view.pages, context)
}
