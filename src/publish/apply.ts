/**
 * Makes every form that the specs ask for exist: plans by the lock file, creates what is new or changed, and writes each
 * form into the lock file the moment it is there. The journal remembers forms that a killed run could not write any more;
 * the next run does.
 */
import { environmentOf, listForms, type Caller } from '../client/client.ts'
import { Failure, isOfSignal } from '../failure/failure.ts'
import type { FormSummary } from '../form/form.ts'
import {
  createForm,
  decide,
  subjectOf,
  type Decision,
  type RefusedForm,
  type Publisher,
} from './create-once.ts'
import { isOfContent, isOfSpec, journalOf, openFailure, type JournalEntry } from './journal.ts'
import {
  isAt,
  lockedForm,
  pathFrom,
  recovered,
  targetFrom,
  withForms,
  type LockedForm,
  type LockPlace,
  type Origin,
  type Target,
} from './lock-entries.ts'
import { holdLock, openLock, readLock, type LockFile } from './lock-file.ts'
import type { Files } from '../files/file-system.ts'
import type { Machine } from './journal.ts'
import {
  isToCreate,
  planChanges,
  type Change,
  type Plan,
  type FormContent,
  canonicalHash,
  keysOf,
  planForms,
  stepsHash,
  type Overrides,
  type PlannedForm,
  type ReadForm,
} from './plan.ts'
/** A form that the specs ask for, with the request that creates it. */
type WantedForm = PlannedForm & FormContent

export type FormChange = Change<WantedForm>

type FormToCreate = Extract<FormChange, { readonly history: unknown }>

/** `toDo` is how much a run would change: forms to create, and entries of the lock file to move, revert or drop. */
export type ApplyPlan = Plan<WantedForm> & { readonly target: Target; readonly toDo: number }

/** The specs of a run, and how they were named. */
export type ApplyRequest = Omit<Overrides, 'name'> & {
  readonly place: LockPlace
  readonly forms: readonly ReadForm[]
  /** Whether the run's arguments cover the spec at a whole path, even if it does not exist. */
  readonly isNamed: (path: string) => boolean
  /** The keys of rows by the number of the row; absent where forms are not made of rows. */
  readonly rowKeys: ReadonlyMap<number, string> | undefined
  /** Drops entries without a spec from the lock file. */
  readonly isForgetting: boolean
}

/** How a plan is carried out, and the callbacks that report on it. */
export type ApplyOptions = {
  /** How many forms are sent at once. */
  readonly jobs: number
  /** How long to wait for another run on the same lock file. */
  readonly lockSeconds: number | undefined
  /** Called with the plan before anything is sent. */
  readonly onPlan: (plan: ApplyPlan) => Promise<void>
  /** Called before that many forms are created; false ends the run. */
  readonly confirm: (creating: number) => Promise<boolean>
  /** Called for each form as soon as the lock file has it. */
  readonly onCreated: (change: FormChange, entry: LockedForm) => Promise<void>
}

export type ApplyOutcome =
  | { readonly change: FormChange; readonly entry: LockedForm }
  | { readonly change: FormChange; readonly failure: Failure; readonly refused?: RefusedForm }

/** A plan and the outcomes; `applied` is absent where the plan was not confirmed. */
export type ApplyResult = { readonly plan: ApplyPlan; readonly applied?: readonly ApplyOutcome[] }

/** Plans and, if confirmed, creates. Only one run at a time works on a lock file. */
export const applySpecs = (
  request: ApplyRequest,
  publisher: Publisher,
  options: ApplyOptions,
): Promise<ApplyResult> =>
  holdLock(request.place, { ...publisher, seconds: options.lockSeconds }, () =>
    applyWhileHeld(request, publisher, options),
  )

async function applyWhileHeld(
  request: ApplyRequest,
  publisher: Publisher,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const { files } = publisher.machine
  const lock = await openLock(files, request.place)
  await putRecovered(lock, request.place, publisher)
  const service = serviceOf(publisher)
  const entries = lock.forms()
  const { caller, report } = publisher
  const plan = await makePlan(files, request, { service, entries, list: () => listSoon(caller), report })
  await options.onPlan(plan)
  const toCreate = plan.changes.filter(isToCreate).map(({ form }) => form)
  const decisions = await decide(toCreate, publisher, { isForced: false })
  await refuseOpen(request, decisions, publisher)
  if (!(await options.confirm(toCreate.length))) return { plan }
  const { isForgetting } = request
  const run = { publisher, lock, decisions, options, isForgetting }
  return { plan, applied: plan.toDo > 0 ? await carryOut(plan, run) : [] }
}

/** The forms of the service, listed within a few seconds: a service that is down must not hold up runs with nothing to do. */
export const listSoon = (caller: Caller): Promise<readonly FormSummary[]> =>
  listForms(caller, Math.min(caller.retry.seconds ?? 5, 5))

/** How to list the forms of the service, and what reports that it could not be done. */
type FormsSource = Pick<Publisher, 'report'> & { readonly list: () => ReturnType<typeof listSoon> }

/** Tells whether a form is gone from the service; undefined if the service does not list its forms, or has none of them. */
async function goneForms(
  entries: readonly LockedForm[],
  target: Target,
  { list, report }: FormsSource,
): Promise<IsGone | undefined> {
  if (!entries.some((entry) => isAt(entry, target))) return undefined
  try {
    const ids = new Set((await list()).map(({ id }) => id))
    return (id) => !ids.has(id)
  } catch (error) {
    if (!(error instanceof Failure) || isOfSignal(error)) throw error
    if (error.code !== 'not-supported' && error.code !== 'capabilities-unread')
      await report({ kind: 'forms-unlisted', baseUrl: target.baseUrl, failure: error })
    return undefined
  }
}

type IsGone = (id: string) => boolean

const serviceOf = ({ caller: { access } }: Publisher): Target => ({
  baseUrl: access.baseUrl,
  environmentId: environmentOf(access),
})

/** Writes into the lock file the forms that an earlier run created and could not write there. */
async function putRecovered(lock: LockFile, place: LockPlace, { journal }: Publisher): Promise<void> {
  const { forms, written } = recovered(lock.forms(), await journal.list(), place)
  if (forms !== lock.forms()) await lock.update(() => forms)
  for (const { id } of written) await journal.remove(id)
}

/**
 * Fails with `outcome-open` where an earlier run may have created a form of these specs, and this run does not send that
 * form again because its spec has changed since. Nobody would look for its id any more.
 */
async function refuseOpen(
  request: ApplyRequest,
  decisions: readonly Decision[],
  publisher: Publisher,
): Promise<void> {
  const taken = new Set(decisions.flatMap((decision) => ('entry' in decision ? [decision.entry.id] : [])))
  const isOfLock = isForLock(request, serviceOf(publisher), publisher.machine.files)
  for (const entry of await publisher.journal.list())
    if (!taken.has(entry.id) && isOfLock(entry)) throw openFailure(entry)
}

/** Whether a journal entry is about a form that these specs would put into this lock file. */
const isForLock =
  ({ place, isNamed }: ApplyRequest, service: Target, files: Files) =>
  (entry: JournalEntry): boolean =>
    entry.lock?.path === place.path &&
    isAt(entry, service) &&
    isNamed(files.resolve(place.folder, entry.lock.spec))

export type Preview = {
  readonly plan: ApplyPlan
  /** Journal entries about forms that an earlier run may have created: a run settles them before it sends anything. */
  readonly open: readonly JournalEntry[]
  /** Whether an open entry is about that form. */
  readonly isOpen: (form: FormToCreate['form']) => boolean
}

/** What `applySpecs` would do. Creates and writes nothing. */
export async function previewApply(
  request: ApplyRequest,
  machine: Pick<Machine, 'files' | 'stateFolder'>,
  service: Target & FormsSource,
): Promise<Preview> {
  const { files } = machine
  const journal = await journalOf(machine).list()
  const { forms: entries } = recovered(await readLock(files, request.place), journal, request.place)
  const plan = await makePlan(files, request, { ...service, service, entries })
  const isOfLock = isForLock(request, service, files)
  const subjects = new Map(
    plan.changes.filter(isToCreate).map(({ form }) => [form, subjectOf(form, service)]),
  )
  const isAbout = (form: WantedForm, entry: JournalEntry): boolean => {
    const subject = subjects.get(form)
    return subject !== undefined && (isOfContent(entry, subject) || isOfSpec(entry, subject))
  }
  const open = journal.filter(
    (entry) =>
      entry.form === undefined &&
      (isOfLock(entry) || [...subjects.keys()].some((form) => isAbout(form, entry))),
  )
  return { plan, open, isOpen: (form) => open.some((entry) => isAbout(form, entry)) }
}

type Known = FormsSource & { readonly service: Target; readonly entries: readonly LockedForm[] }

/** Compares the specs with the entries of the lock file. */
async function makePlan(
  files: Files,
  request: ApplyRequest,
  { service, entries, ...asking }: Known,
): Promise<ApplyPlan> {
  const { place, forms, isNamed, isForgetting } = request
  const target = targetFrom(place, service)
  const isGone = (await goneForms(entries, target, asking)) ?? (() => false)
  const wanted = planForms(forms, request).map((form) => wantedOf(form, request))
  const ofTarget = entries.filter((entry) => isAt(entry, target))
  const read = new Set(wanted.map(({ origin }) => origin.spec))
  const elsewhere = new Set<string>()
  for (const { spec } of ofTarget)
    if (!read.has(spec) && (await files.kind(files.resolve(place.folder, spec))) !== 'missing')
      elsewhere.add(spec)
  const plan = planChanges(wanted, {
    target,
    entries: ofTarget,
    isElsewhere: (spec) => elsewhere.has(spec),
    isGone,
    isNamed: (spec) => isNamed(files.resolve(place.folder, spec)),
  })
  const changing = plan.changes.filter(({ kind }) => kind !== 'unchanged')
  return { ...plan, target, toDo: changing.length + (isForgetting ? plan.removed.length : 0) }
}

function wantedOf(form: PlannedForm, { place, rowKeys }: ApplyRequest): WantedForm {
  const { path, document, row } = form
  const key = row && rowKeys?.get(row.number)
  const origin: Origin = {
    spec: pathFrom(place, path),
    ...(document === 1 ? {} : { document }),
    row: key,
  }
  const content = canonicalHash(form.body)
  const keys = keysOf(form.body)
  const template = stepsHash(form.template)
  const lock = { path: place.path, ...origin, content, template, ...(keys.length > 0 && { keys }) }
  return { ...form, origin, name: form.body.name, content, lock }
}

/** What `carryOut` works with. */
type Run = {
  readonly publisher: Publisher
  readonly lock: LockFile
  readonly decisions: readonly Decision[]
  readonly options: ApplyOptions
  readonly isForgetting: boolean
}

/**
 * Creates the forms of a plan, in its order. After a failure no further form is begun, since it might fail for the same
 * reason; forms on their way are waited for.
 */
async function carryOut(plan: ApplyPlan, run: Run): Promise<readonly ApplyOutcome[]> {
  const { publisher, lock, options, isForgetting } = run
  const { signal } = publisher.machine
  await lock.update((forms) => withForms(forms, changesOfLockFile(plan, isForgetting)))
  const waiting = plan.changes.filter(isToCreate)
  const applied = new Map<FormChange, ApplyOutcome>()
  let isStopped = signal.aborted
  const work = async (): Promise<void> => {
    for (let change = waiting.shift(); change && !isStopped; change = waiting.shift()) {
      const outcome = await create(change, plan, run)
      applied.set(change, outcome)
      if ('failure' in outcome || signal.aborted) isStopped = true
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, waiting.length) }, work))
  return plan.changes.flatMap((change) => applied.get(change) ?? [])
}

/** The changes of the lock file that need no new form. */
function changesOfLockFile(
  { changes, removed, renumbered }: ApplyPlan,
  isForgetting: boolean,
): { readonly without: readonly LockedForm[]; readonly put: readonly LockedForm[] } {
  const settled = changes.flatMap((change) =>
    'entry' in change && change.before ? [{ before: change.before, entry: change.entry }] : [],
  )
  const moves = [...settled, ...renumbered]
  return {
    without: [...moves.map(({ before }) => before), ...(isForgetting ? removed : [])],
    put: moves.map(({ entry }) => entry).filter((entry) => !isForgetting || !removed.includes(entry)),
  }
}

async function create(change: FormToCreate, { target }: ApplyPlan, run: Run): Promise<ApplyOutcome> {
  const { publisher, decisions, lock, options } = run
  const { form, history } = change
  const decision = decisions.find(({ planned }) => planned === form)
  if (!decision) throw new Error(`no decision was made for ${form.body.name}`)
  const outcome = await createForm(decision, publisher)
  if ('failure' in outcome) return { change, ...outcome }
  const { id, url, name } = outcome.created
  const { content, lock: { template, keys } = {} } = form
  const created = publisher.machine.now().toISOString()
  const version = { content, id, url, created, name, template, keys }
  const entry = lockedForm({ origin: form.origin, target, version, history })
  try {
    await lock.update((forms) => withForms(forms, { put: [entry] }))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Its journal entry stays, and the next run puts the id where it belongs.
    const failure = Failure.of('form-unrecorded', { name: form.body.name, id, reason: error.message })
    return { change, failure }
  }
  await outcome.clearEntry()
  await options.onCreated(change, entry)
  return { change, entry }
}
