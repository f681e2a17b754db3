import { environmentOf, announcesExtension, generateForm, type Caller } from '../client/client.ts'
import { asFailure, Failure } from '../failure/failure.ts'
import { placeFaults, type PlacedFinding, type Row } from '../authoring/authoring.ts'
import { minIdempotencyKeyLifetime } from '../wire/wire.ts'
import {
  inProgress,
  isOfContent,
  isOfSpec,
  openFailure,
  type JournalEntry,
  type Subject,
  journalOf,
  type Journal,
  type Machine,
  type ProcessMark,
} from './journal.ts'
import { sha256, type LockedForm } from './lock-entries.ts'
import { contentHashOf, placeOf, type PlannedForm } from './plan.ts'

/**
 * Creates each form exactly once, across runs that fail, are killed or lose their connection.
 *
 * An entry with the request's idempotency key is in the journal before each request, and is removed once the outcome is
 * known and reported. `decide` reads what earlier runs left there, before anything is sent; `createForm` carries out one
 * decision.
 */

export type Decision = { readonly planned: PlannedForm } & CreationStep

type CreationStep =
  /** A new request is sent; its entry replaces these. */
  | { readonly kind: 'send'; readonly replaces: readonly JournalEntry[] }
  /** The request of an earlier run is sent again; the service knows it by its key. */
  | { readonly kind: 'resend'; readonly entry: JournalEntry }
  /** The form exists: an earlier run ended before it reported it. */
  | { readonly kind: 'known'; readonly entry: JournalEntry; readonly form: JournaledForm }

/** What the journal says of a planned form. */
export const subjectOf = (
  { path, row, body }: PlannedForm,
  { baseUrl, environmentId }: Pick<Subject, 'baseUrl' | 'environmentId'>,
): Subject => ({
  spec: path,
  row: row?.number,
  name: body.name,
  baseUrl,
  environmentId,
  contentHash: contentHashOf(body),
})

const ownSubject = (planned: PlannedForm, { caller: { access } }: Publisher): Subject =>
  subjectOf(planned, { baseUrl: access.baseUrl, environmentId: environmentOf(access) })

/**
 * Decides how each form is created. Fails before anything is sent: with `outcome-open` where an earlier run may have
 * created one, and with `form-in-progress` where another run is creating it now. `isForced` sends what is open all the same.
 */
export async function decide(
  planned: readonly PlannedForm[],
  publisher: Publisher,
  { isForced }: { readonly isForced: boolean },
): Promise<readonly Decision[]> {
  const open = new Set((await publisher.journal.list()).filter((entry) => !isOwn(entry, publisher)))
  const entriesOf = new Map<PlannedForm, readonly JournalEntry[]>()
  const take = (
    isOf: (entry: JournalEntry, form: PlannedForm, subject: Subject) => boolean,
    isOne = true,
  ) => {
    for (const form of planned) {
      if (entriesOf.has(form)) continue
      const subject = ownSubject(form, publisher)
      const all = [...open].filter((entry) => isOf(entry, form, subject))
      const entries = isOne ? all.slice(0, 1) : all
      for (const entry of entries) open.delete(entry)
      if (entries.length > 0) entriesOf.set(form, entries)
    }
  }
  // The entry of a form's own content comes first, whatever row or file it has now; only then those of its spec.
  take((entry, _, subject) => isOfContent(entry, subject) && isOfSpec(entry, subject))
  take((entry, { lock }, subject) => isOfContent(entry, subject) && isOfLock(entry, lock))
  take((entry, _, subject) => isOfSpec(entry, subject), false)
  // The service is asked at most once, and only if it matters.
  let knows: Promise<boolean> | undefined
  const deciding: DecisionContext = {
    publisher,
    isForced,
    knowsRequests: () => (knows ??= announcesExtension(publisher.caller, 'idempotency-key')),
  }
  const decisions: Decision[] = []
  for (const form of planned)
    decisions.push({ planned: form, ...(await nextStep(form, entriesOf.get(form) ?? [], deciding)) })
  return decisions
}

/** Whether the form of an entry may go into that lock file: it waits for that one, or for none. */
const isOfLock = ({ lock }: JournalEntry, into: PlannedForm['lock']): boolean =>
  lock === undefined || lock.path === into?.path

type DecisionContext = {
  readonly publisher: Publisher
  readonly isForced: boolean
  /** Whether the service recognises a request by its key. */
  readonly knowsRequests: () => Promise<boolean>
}

async function nextStep(
  planned: PlannedForm,
  entries: readonly JournalEntry[],
  { publisher, isForced, knowsRequests }: DecisionContext,
): Promise<CreationStep> {
  const { report } = publisher
  const subject = ownSubject(planned, publisher)
  const replaces: JournalEntry[] = []
  for (const entry of entries) {
    await refuseRunning(entry, publisher)
    const { form } = entry
    const isSame = isOfContent(entry, subject)
    if (form && isSame && !isForced) {
      await report({ kind: 'created-already', entry })
      return { kind: 'known', entry, form }
    }
    if (form) await report({ kind: 'created-before', entry, form })
    else if (!isForced) {
      if (!isSame || !isYoung(entry, publisher) || !(await knowsRequests())) throw openFailure(entry)
      await report({ kind: 'sent-again', entry })
      return { kind: 'resend', entry }
    }
    // A lock file that waits for the id of a form still has to get it.
    if (!form || !entry.lock) replaces.push(entry)
  }
  return { kind: 'send', replaces }
}

const isOwn = ({ process }: JournalEntry, { self }: Publisher): boolean =>
  process.pid === self.pid && process.start === self.start

async function refuseRunning(entry: JournalEntry, { machine }: Publisher): Promise<void> {
  if (await machine.processes.isRunning(entry.process)) throw inProgress(entry)
}

/** Whether the service still knows the key. It counts from a later moment than we do, so it forgets later. */
function isYoung({ at }: JournalEntry, { machine }: Publisher): boolean {
  const age = machine.now().getTime() - Date.parse(at)
  return age >= 0 && age < minIdempotencyKeyLifetime
}

type CreatedForm = {
  readonly file: string
  /** The row that it was filled in from. */
  readonly row?: Row
  readonly name: string
  readonly id: string
  /** When it was sent, ISO 8601. */
  readonly at: string
  /** As the service gave it: usually a path. */
  readonly url: string
}

/** The outcome for one form: it exists, or why not. */
export type Outcome =
  | {
      readonly created: CreatedForm
      /** Removes the form's entry from the journal. Call it once the caller has stored its id. */
      readonly clearEntry: () => Promise<void>
    }
  | FailedForm

type FailedForm = { readonly failure: Failure; readonly refused?: RefusedForm }

/** What the service found wrong with a form, at the author's own lines. */
export type RefusedForm = {
  readonly file: string
  readonly text: string
  readonly findings: readonly PlacedFinding[]
}

/**
 * Creates one form, with an entry in the journal before it is sent. The entry goes when nothing was created, says so when
 * that is not known, and holds the form's id until it is cleared.
 */
export async function createForm(decision: Decision, publisher: Publisher): Promise<Outcome> {
  const { planned } = decision
  try {
    if (decision.kind === 'known') return existing(planned, decision, publisher)
    publisher.machine.signal.throwIfAborted()
    const isAgain = decision.kind === 'resend'
    const entry = isAgain
      ? await takeOver(planned, decision.entry, publisher)
      : await begin(planned, decision.replaces, publisher)
    return await send(planned, entry, isAgain, publisher)
  } catch (error) {
    return { failure: asFailure(error) }
  }
}

type JournaledEntry = { readonly entry: JournalEntry; readonly form: JournaledForm }

function existing(planned: PlannedForm, { entry, form }: JournaledEntry, publisher: Publisher): Outcome {
  const { file, row, body } = planned
  return {
    created: { file, row, name: body.name, at: entry.at, ...form },
    // A lock file that waits for the id still has to get it, from the next `forms apply`.
    clearEntry: async () => {
      if (planned.lock) await unlessLeft(publisher.journal.record({ ...entry, form }), publisher)
      else if (!entry.lock) await forget(entry, publisher)
    },
  }
}

/** The entry becomes this run's, so that another run sees that the form is on its way. */
async function takeOver(
  { lock }: PlannedForm,
  entry: JournalEntry,
  { journal, self }: Publisher,
): Promise<JournalEntry> {
  const { reason: _, ...kept } = entry
  const taken: JournalEntry = { ...kept, process: self, state: 'sending', ...(lock && { lock }) }
  await journal.replace(taken)
  return taken
}

async function begin(
  planned: PlannedForm,
  replaces: readonly JournalEntry[],
  publisher: Publisher,
): Promise<JournalEntry> {
  const { journal } = publisher
  const made = newEntry(planned, publisher)
  for (let n = 1; ; n++) {
    const entry = { ...made, id: idOf(made, n) }
    const isReplaced = replaces.some(({ id }) => id === entry.id)
    if (isReplaced) await journal.replace(entry)
    else if (!(await journal.begin(entry))) {
      await refuseOther(entry.id, publisher)
      continue
    }
    for (const { id } of replaces) if (id !== entry.id) await journal.remove(id)
    return entry
  }
}

function newEntry(planned: PlannedForm, publisher: Publisher): Omit<JournalEntry, 'id'> {
  const { machine, self } = publisher
  return {
    schema_version: 1,
    at: machine.now().toISOString(),
    ...ownSubject(planned, publisher),
    idempotencyKey:
      planned.labelled?.idempotencyKey ?? Buffer.from(machine.randomBytes(24)).toString('base64url'),
    process: self,
    state: 'sending',
    lock: planned.lock,
  }
}

// Derived from what is sent and from where, so that of two runs of the same spec only one gets the id.
const idOf = (entry: Omit<JournalEntry, 'id'>, n: number): string =>
  sha256(
    JSON.stringify([entry.baseUrl, entry.environmentId, entry.contentHash, entry.spec, entry.row ?? null, n]),
  ).slice(0, 16)

/** Fails when another run wrote the entry of that id meanwhile; one of this run is fine. */
async function refuseOther(entryId: string, publisher: Publisher): Promise<void> {
  const other = (await publisher.journal.list()).find(({ id }) => id === entryId)
  if (!other || isOwn(other, publisher)) return
  await refuseRunning(other, publisher)
  throw openFailure(other)
}

async function send(
  planned: PlannedForm,
  entry: JournalEntry,
  isAgain: boolean,
  publisher: Publisher,
): Promise<Outcome> {
  const { caller, journal } = publisher
  const { idempotencyKey } = entry
  try {
    const label = planned.labelled?.label
    const generated = await generateForm(caller, planned.body, { idempotencyKey, isAgain, label })
    if (generated.kind === 'created') {
      const form = { id: generated.form.id, url: generated.form.url }
      // Whoever asked gets the id anyway; the entry only helps when this run ends before that.
      await unlessFailing(journal.replace({ ...entry, state: 'created', form }))
      return existing(planned, { entry, form }, publisher)
    }
    await forget(entry, publisher)
    const { file, text, spec, body } = planned
    const findings = placeFaults(spec, generated.faults)
    const args = { name: body.name, file: placeOf(planned), faults: findings.length }
    return { failure: Failure.of('form-refused', args), refused: { file, text, findings } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const isOpen = isAgain || error.code === 'outcome-unknown'
    const reason = Failure.is(error, 'outcome-unknown') ? error.args.reason : error.message
    // An entry that still says "sending" means the same once this process is gone.
    if (isOpen) await unlessFailing(journal.replace({ ...entry, state: 'unknown', reason }))
    else await forget(entry, publisher)
    return { failure: error }
  }
}

/** Removes an entry. A failure is reported, since the next run would go by the entry. */
const forget = ({ id }: JournalEntry, publisher: Publisher): Promise<void> =>
  unlessLeft(publisher.journal.remove(id), publisher)

async function unlessLeft(work: Promise<void>, { report }: Publisher): Promise<void> {
  try {
    await work
  } catch (error) {
    await report({ kind: 'entry-left', failure: asFailure(error) })
  }
}

/** Ignores every Failure, also one from a signal: it must not take the place of what the service answered. */
const unlessFailing = async (work: Promise<void>): Promise<void> => void (await work.catch(asFailure))

/** The forms that were created, and the one that stopped the run, if any. */
export type Creation = {
  readonly created: readonly CreatedForm[]
  /** Removes the entries of those that exist. Call it once their ids are safe. */
  readonly clearEntries: () => Promise<void>
  readonly stop?: Stop
}

/** The form that was not created, why, and those after it that were not sent. */
type Stop = FailedForm & { readonly at: PlannedForm; readonly notSent: readonly PlannedForm[] }

/**
 * Decides about all forms (see `decide`), then creates them one after another. Stops at the first that fails: the next
 * might fail for the same reason.
 */
export async function createForms(
  planned: readonly PlannedForm[],
  publisher: Publisher,
  { isForced }: { readonly isForced: boolean },
): Promise<Creation> {
  const decisions = await decide(planned, publisher, { isForced })
  const created: CreatedForm[] = []
  const clearing: (() => Promise<void>)[] = []
  const clearEntries = async (): Promise<void> => {
    for (const each of clearing) await each()
  }
  for (const [i, decision] of decisions.entries()) {
    const outcome = await createForm(decision, publisher)
    if ('failure' in outcome) {
      const notSent = planned.slice(i + 1)
      return { created, clearEntries, stop: { at: decision.planned, ...outcome, notSent } }
    }
    created.push(outcome.created)
    clearing.push(outcome.clearEntry)
  }
  return { created, clearEntries }
}

/** What publishing reports while it works. */
export type Notice =
  /** An earlier run created this very form and ended before it reported it: nothing is sent. */
  | { readonly kind: 'created-already'; readonly entry: JournalEntry }
  /** An earlier run sent this very form and got no answer: the same request is sent once more. */
  | { readonly kind: 'sent-again'; readonly entry: JournalEntry }
  /** An earlier run created another form of this spec and ended before it reported it. */
  | { readonly kind: 'created-before'; readonly entry: JournalEntry; readonly form: JournaledForm }
  /** A journal entry could not be removed; the next run will go by it. */
  | { readonly kind: 'entry-left'; readonly failure: Failure }
  /** The forms of the service could not be listed, so it is not known whether one is gone. */
  | { readonly kind: 'forms-unlisted'; readonly baseUrl: string; readonly failure: Failure }
  /** Two sides of a merge had a form each for one spec. */
  | { readonly kind: 'merged-twins'; readonly kept: LockedForm; readonly former: LockedForm }
  /** Another run holds the lock file. */
  | { readonly kind: 'waiting-for-lock'; readonly name: string; readonly seconds: number }

type JournaledForm = NonNullable<JournalEntry['form']>

/** What is needed to create forms: the caller of the service, the machine, the journal, and a callback for progress. */
export type Publisher = {
  readonly caller: Caller
  readonly machine: Machine
  readonly journal: Journal
  /** This process, as the journal names it. */
  readonly self: ProcessMark
  readonly report: (notice: Notice) => Promise<void>
}

/** A publisher whose journal is in the state folder. */
export async function makePublisher(
  parts: Pick<Publisher, 'caller' | 'machine' | 'report'>,
): Promise<Publisher> {
  const { machine } = parts
  return { ...parts, journal: journalOf(machine), self: await machine.processes.self() }
}
