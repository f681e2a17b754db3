/**
 * Makes every form that the specs ask for exist: plans by the lock file, creates what is new or changed, and writes each
 * form into the lock file the moment it is there. The journal remembers forms that a killed run could not write any more;
 * the next run does.
 */
import { askForms, closeForm, environmentOf, expectKnownKey, type FormsAnswer } from '../client/client.ts'
import { asFailure, Failure } from '../failure/failure.ts'
import type { FormLabel } from '../form/form.ts'
import {
  createForm,
  decide,
  subjectOf,
  type Decision,
  type RefusedForm,
  type Publisher,
} from './create-once.ts'
import { isOfContent, isOfSpec, journalOf, openFailure, type JournalEntry, type Machine } from './journal.ts'
import {
  isAt,
  lockedForm,
  originKey,
  packedForm,
  pathFrom,
  recovered,
  sha256,
  targetFrom,
  versionsOf,
  withForms,
  type FormVersion,
  type LockedForm,
  type LockPlace,
  type Origin,
  type Target,
} from './lock-entries.ts'
import { holdLock, openLock, type LockFile } from './lock-file.ts'
import { lostForms, readdressed } from './lost-forms.ts'
import type { Files } from '../files/file-system.ts'
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

export type ApplyPlan = Plan<WantedForm> & {
  readonly target: Target
  /** How much a run would change: forms to create, and entries of the lock file to move, revert or drop. */
  readonly toDo: number
  /** The entries of the lock file before: of both sides of a merge, and under the present address of the service. */
  readonly entries: readonly LockedForm[]
  /** The address of the same service that the lock file has. */
  readonly formerUrl: string | undefined
  /** Former forms to be closed, with the origin of the form that has taken the place of each. */
  readonly closing: readonly (FormVersion & { readonly origin: Origin })[]
  /** The forms that somebody has closed, by their ids, where the service says so. */
  readonly closed: ReadonlySet<string>
  /** Whether the lock file holds a merge, and is written clean. */
  readonly isMerged: boolean
  /** Whether the entries of removed specs leave the lock file. */
  readonly isForgetting: boolean
}

/**
 * A hash of all that a plan would do, to tell whether a plan that somebody agreed to is still the one. `isUnmade`: as it was while the
 * folder of the service was yet to be made, so that neither environment nor starter forms were known.
 */
export function planHash(plan: ApplyPlan, isUnmade: boolean = plan.target.environmentId === ''): string {
  const { target, changes, closing, removed, formerUrl, isMerged, isForgetting } = plan
  const content = {
    target: isUnmade ? target.baseUrl : [target.baseUrl, target.environmentId],
    changes: changes.map((change) => [
      change.kind,
      originKey(change.form.origin),
      isUnmade ? canonicalHash({ ...change.form.body, sourceFormId: undefined }) : change.form.content,
      isToCreate(change) ? (change.before?.id ?? '') : change.entry.id,
    ]),
    closing: closing.map(({ id }) => id),
    removed: removed.map(({ id }) => id),
    others: [formerUrl ?? '', isMerged, isForgetting],
  }
  return `sha256:${sha256(JSON.stringify(content))}`
}

/** The specs of a run, and how they were named. */
export type ApplyRequest = Omit<Overrides, 'name'> & {
  readonly place: LockPlace
  readonly forms: readonly ReadForm[]
  /** Whether the run's arguments cover the spec at a whole path, even if it does not exist. */
  readonly isNamed: (path: string) => boolean
  /** Drops entries without a spec from the lock file. */
  readonly isForgetting?: boolean
  /** Makes forms that are there again. */
  readonly isRecreating?: boolean
  /** Closes the former forms of its specs. */
  readonly isClosing?: boolean
  /** The name of the project, which labels of forms carry. */
  readonly project: string | undefined
}

/** How a plan is carried out, and the callbacks that report on it. */
export type ApplyOptions = {
  /** How many forms are sent at once. */
  readonly jobs: number
  /** How long to wait for another run on the same lock file. */
  readonly lockSeconds: number | undefined
  /** Called with the plan before anything is sent. */
  readonly onPlan: (plan: ApplyPlan) => Promise<void>
  /** Called before anything is done; false ends the run. */
  readonly confirm: (plan: ApplyPlan) => Promise<boolean>
  /** Called for each form as soon as the lock file has it. */
  readonly onCreated: (change: FormChange, entry: LockedForm) => Promise<void>
}

export type ApplyOutcome =
  | { readonly change: FormChange; readonly entry: LockedForm }
  | { readonly change: FormChange; readonly failure: Failure; readonly refused?: RefusedForm }

/** A plan and the outcomes; `applied` is absent where the plan was not confirmed. */
export type ApplyResult = {
  readonly plan: ApplyPlan
  readonly applied?: readonly ApplyOutcome[]
  /** How many former forms were not closed, and why; the next run closes them. */
  readonly notClosed?: { readonly forms: number; readonly failure: Failure } | undefined
}

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
  const { caller, journal, report } = publisher
  const { files } = publisher.machine
  const { place } = request
  const lock = await openLock(files, place)
  for (const twin of lock.merge.twins) await report({ kind: 'merged-twins', ...twin })
  const answer = await askForms(caller)
  refuseKey(answer)
  const service = serviceOf(publisher)
  await settleFound(answer, request, lock.forms(), publisher)
  await putRecovered(lock, place, publisher)
  const recorded = await journal.recorded(place.path)
  const { isMerged } = lock.merge
  const known = { service, answer, entries: lock.forms(), recorded, report, isMerged }
  const plan = await makePlan(files, request, known)
  await options.onPlan(plan)
  // A list of forms has proved the key, and so does creating one.
  if (plan.toDo === 0 && !answer.forms && !answer.failure) await expectKnownKey(caller)
  const toCreate = plan.changes.filter(isToCreate).map(({ form }) => form)
  // Whether it would make a second form of these cannot be known without its answer.
  if (toCreate.length > 0 && answer.isLabelled === undefined && answer.failure) throw answer.failure
  const decisions = await decide(toCreate, publisher, { isForced: false })
  await refuseOpen(request, decisions, publisher)
  if (!(await options.confirm(plan))) return { plan }
  const run = { publisher, lock, decisions, options }
  const applied = plan.toDo > 0 ? await carryOut(plan, run) : []
  if (applied.some((outcome) => 'failure' in outcome)) return { plan, applied }
  return { plan, applied, notClosed: await closeFormer(plan, publisher) }
}

/** Closes the former forms, once the new ones are there. */
async function closeFormer({ closing }: ApplyPlan, { caller }: Publisher): Promise<ApplyResult['notClosed']> {
  for (const [i, { id }] of closing.entries())
    try {
      await closeForm(caller, id)
    } catch (error) {
      return { forms: closing.length - i, failure: asFailure(error) }
    }
  return undefined
}

/** Ends the run where the service refuses the key itself, also if there is nothing to do. An older one refuses keys without `read`. */
export function refuseKey({ failure, isLabelled }: FormsAnswer): void {
  if (Failure.is(failure, 'key-refused') && (isLabelled === true || failure.args.detail === '')) throw failure
}

export const serviceOf = ({ caller: { access } }: Pick<Publisher, 'caller'>): Target => ({
  baseUrl: access.baseUrl,
  environmentId: environmentOf(access),
})

/**
 * Gives journal entries without an outcome the form that the service has of them, and that the lock file does not have. Removes those of
 * which it has none, as long as a request that is still on its way would have the key of the next one of that content.
 */
async function settleFound(
  { forms, isLabelled }: FormsAnswer,
  { place, project }: ApplyRequest,
  entries: readonly LockedForm[],
  { journal, machine, caller }: Publisher,
): Promise<void> {
  if (!forms || !isLabelled) return
  const { environmentId } = serviceOf({ caller })
  const known = new Set(entries.flatMap((entry) => versionsOf(entry).map(({ id }) => id)))
  for (const entry of await journal.list()) {
    const { lock, form } = entry
    if (form || lock?.path !== place.path || entry.environmentId !== environmentId) continue
    if (await machine.processes.isRunning(entry.process)) continue
    const { content } = lock
    // The project may have had another name.
    const made = forms.findLast(
      ({ id, label }) => !known.has(id) && label?.content === content && originKey(label) === originKey(lock),
    )
    const { spec, document, row } = lock
    const { idempotencyKey } = labelledBy({ project, spec, document, row, content }, [])
    if (made) {
      known.add(made.id)
      await journal.replace({ ...entry, state: 'created', form: { id: made.id, url: made.url } })
    } else if (idempotencyKey === entry.idempotencyKey) await journal.remove(entry.id)
  }
}

/** Writes into the lock file the forms that an earlier run created and could not write there. */
async function putRecovered(lock: LockFile, place: LockPlace, { journal }: Publisher): Promise<void> {
  const { forms, written } = recovered(lock.forms(), await journal.list(), place)
  if (forms !== lock.forms()) await lock.update(() => forms)
  for (const entry of written) await journal.record(entry)
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
    // The service may have had another address then.
    entry.environmentId === service.environmentId &&
    isNamed(files.resolve(place.folder, entry.lock.spec))

export type Preview = {
  readonly plan: ApplyPlan
  /** Journal entries about forms that an earlier run may have created: a run settles them before it sends anything. */
  readonly open: readonly JournalEntry[]
  /** Whether an open entry is about that form. */
  readonly isOpen: (form: FormToCreate['form']) => boolean
}

/** What `applySpecs` would do. Creates and writes nothing. `answer`: what the service says of its forms. */
export async function previewApply(
  request: ApplyRequest,
  machine: Pick<Machine, 'files' | 'stateFolder' | 'now'>,
  service: Target,
  { answer, report }: Pick<Known, 'answer' | 'report'>,
): Promise<Preview> {
  const { files } = machine
  const { place } = request
  refuseKey(answer)
  const journal = journalOf(machine)
  const noted = await journal.list()
  const { merge, forms } = await openLock(files, place)
  for (const twin of merge.twins) await report({ kind: 'merged-twins', ...twin })
  const { forms: entries } = recovered(forms(), noted, place)
  const recorded = await journal.recorded(place.path)
  const { isMerged } = merge
  const known = { service, answer, entries, recorded, report, isMerged, isPreview: true } as const
  const plan = await makePlan(files, request, known)
  const isOfLock = isForLock(request, service, files)
  const subjects = new Map(
    plan.changes.filter(isToCreate).map(({ form }) => [form, subjectOf(form, service)]),
  )
  const isAbout = (form: WantedForm, entry: JournalEntry): boolean => {
    const subject = subjects.get(form)
    return subject !== undefined && (isOfContent(entry, subject) || isOfSpec(entry, subject))
  }
  const open = noted.filter(
    (entry) =>
      entry.form === undefined &&
      (isOfLock(entry) || [...subjects.keys()].some((form) => isAbout(form, entry))),
  )
  return { plan, open, isOpen: (form) => open.some((entry) => isAbout(form, entry)) }
}

/** What a plan is made from, besides the specs. */
type Known = Pick<Publisher, 'report'> & {
  readonly service: Target
  readonly answer: FormsAnswer
  readonly entries: readonly LockedForm[]
  readonly recorded: readonly JournalEntry[]
  /** Whether the lock file holds the entries of a merge, and is to be written. */
  readonly isMerged: boolean
  readonly isPreview?: true
}

/** Compares the specs with what is known of their forms. */
async function makePlan(files: Files, request: ApplyRequest, known: Known): Promise<ApplyPlan> {
  const { place, isNamed, isForgetting = false, isRecreating = false, project } = request
  const { answer, recorded, report } = known
  const target = targetFrom(place, known.service)
  const listed = answer.forms && new Map(answer.forms.map((form) => [form.id, form]))
  const unlisted = isRecreating ? 'other' : known.isPreview && answer.failure ? 'same' : 'fail'
  const { entries, from: formerUrl } = readdressed(known.entries, target, listed, unlisted)
  const ofTarget = entries.filter((entry) => isAt(entry, target))
  if (answer.failure && (ofTarget.length > 0 || known.isPreview))
    await report({ kind: 'forms-unlisted', baseUrl: target.baseUrl, failure: answer.failure })
  const wanted = wantedForms(request)
  const contents = new Set(wanted.map(({ content }) => content))
  const isWanted = (content: string): boolean => contents.has(content)
  const lost = lostForms({ entries, target, place, project, recorded, listed, isWanted })
  const read = new Set(wanted.map(({ origin }) => origin.spec))
  const elsewhere = new Set<string>()
  for (const { spec } of [...ofTarget, ...lost])
    if (!read.has(spec) && (await files.kind(files.resolve(place.folder, spec))) !== 'missing')
      elsewhere.add(spec)
  const isGone = (id: string): boolean => listed !== undefined && !listed.has(id)
  const closed = new Set(answer.forms?.flatMap(({ id, closedAt }) => (closedAt === undefined ? [] : id)))
  const plan = planChanges(wanted, {
    target,
    entries: ofTarget,
    isElsewhere: (spec) => elsewhere.has(spec),
    isGone,
    isClosed: (id) => closed.has(id),
    isNamed: (spec) => isNamed(files.resolve(place.folder, spec)),
    lost,
    isRecreating,
  })
  const changes = plan.changes.map((change): FormChange => {
    if (isToCreate(change)) {
      if (!answer.isLabelled) return change
      const replaced = change.before && { replaces: change.before.id }
      const same = [...change.history, ...lost].filter(
        ({ content, id }) => content === change.form.content && !isGone(id),
      )
      const label = { project, ...change.form.origin, content: change.form.content, ...replaced }
      return { ...change, form: { ...change.form, labelled: labelledBy(label, same) } }
    }
    if (change.kind === 'unchanged') return change
    // A list of forms and a history do not have them, and equal content means equal keys.
    const { template, keys, form } = change.form.lock ?? {}
    const { origin } = change.form
    const { history = [] } = change.entry
    const version = { ...change.entry, template, keys, form }
    return { ...change, entry: lockedForm({ origin, target, version, history }) }
  })
  if (request.isClosing && !answer.forms) throw answer.failure ?? Failure.of('not-supported', cannotClose)
  const closing = request.isClosing ? formsToClose(changes, (id) => !closed.has(id) && !isGone(id)) : []
  const changing = changes.filter(({ kind }) => kind !== 'unchanged').length
  const rewritten = changing === 0 && (known.isMerged || formerUrl !== undefined) ? 1 : 0
  const toDo = changing + rewritten + closing.length + (isForgetting ? plan.removed.length : 0)
  const { isMerged } = known
  return { ...plan, changes, target, entries, formerUrl, closing, closed, isMerged, isForgetting, toDo }
}

const cannotClose = { what: 'closing forms', remedy: 'Close the old forms in its dashboard.' }

/** The former forms of the specs that are still open. */
const formsToClose = (
  changes: readonly FormChange[],
  isOpen: (id: string) => boolean,
): ApplyPlan['closing'] =>
  changes.flatMap((change) => {
    const former = isToCreate(change) ? change.history : (change.entry.history ?? [])
    const { origin } = change.form
    return former.filter(({ id }) => isOpen(id)).map((form) => Object.assign({ origin }, form))
  })

/**
 * A request of the same form has the same key in every run, so that two at the same time make one form. `same`: forms of this content
 * that are there and are not to be taken.
 */
function labelledBy(label: FormLabel, same: readonly FormVersion[]): NonNullable<PlannedForm['labelled']> {
  const { project = '', spec, document = 1, row = null, content } = label
  const ids = [...new Set(same.map(({ id }) => id))].toSorted()
  return { label, idempotencyKey: sha256(JSON.stringify([project, spec, document, row, content, ...ids])) }
}

/** The forms that the specs ask for. Fails where one has no source form. */
export const wantedForms = (request: ApplyRequest): readonly WantedForm[] =>
  planForms(request.forms, request).map((form) => wantedOf(form, request))

function wantedOf(form: PlannedForm, { place }: ApplyRequest): WantedForm {
  const { path, document, rowKey } = form
  const origin: Origin = {
    spec: pathFrom(place, path),
    ...(document === 1 ? {} : { document }),
    row: rowKey,
  }
  const content = canonicalHash(form.body)
  const keys = keysOf(form.body)
  const template = stepsHash(form.template)
  const kept = { template, ...(keys.length > 0 && { keys }), form: packedForm(form.body) }
  const lock = { path: place.path, ...origin, content, ...kept }
  return { ...form, origin, name: form.body.name, content, lock }
}

/** What `carryOut` works with. */
type Run = {
  readonly publisher: Publisher
  readonly lock: LockFile
  readonly decisions: readonly Decision[]
  readonly options: ApplyOptions
}

/**
 * Creates the forms of a plan, in its order. After a failure no further form is begun, since it might fail for the same
 * reason; forms on their way are waited for.
 */
async function carryOut(plan: ApplyPlan, run: Run): Promise<readonly ApplyOutcome[]> {
  const { publisher, lock, options } = run
  const { signal } = publisher.machine
  const readdressing = { without: lock.forms(), put: plan.entries }
  await lock.update((forms) =>
    withForms(withForms(forms, plan.formerUrl === undefined ? {} : readdressing), changesOfLockFile(plan)),
  )
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
function changesOfLockFile({ changes, removed, renumbered, isForgetting }: ApplyPlan): {
  readonly without: readonly LockedForm[]
  readonly put: readonly LockedForm[]
} {
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
  const { id, url, name, at: created } = outcome.created
  const { content, lock: { template, keys, form: packed } = {} } = form
  const version = { content, id, url, created, name, template, keys, form: packed }
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
