import { generateForm } from '../../client/generate.ts'
import { Failure } from '../../failure.ts'
import type { Row } from '../../spec/rows.ts'
import { placeFaults } from '../../spec/place-faults.ts'
import type { CreatedForm } from '../../wire/replies.ts'
import { failureLine } from '../failure-line.ts'
import { openFailure } from '../journal/entry-words.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { FileReport } from '../reporters/reporter.ts'
import { sha256 } from './content-hash.ts'
import { isOwn, refuseRunning, subjectOf, type Creating, type Way, type WayOf } from './pick-up.ts'
import { placeOf, type PlannedForm } from './plan-forms.ts'

/** A form that exists now. */
export type Created = {
  readonly file: string
  /** The row that it was filled in from. */
  readonly row?: Row
  readonly name: string
  readonly id: string
  /** As the service gave it: usually a path. */
  readonly url: string
}

/** What came of creating one form: it exists, or why not. */
export type Outcome =
  | {
      readonly created: Created
      /** Forgets the form's entry in the journal. Call it once its id is safe with whoever asked for it. */
      readonly settle: () => Promise<void>
    }
  | Failed

/** Why a form was not created, or is not known to be; what the service finds wrong with it, at the author's own lines. */
type Failed = { readonly failure: Failure; readonly report?: FileReport }

/**
 * Creates one form, noted in the journal before it is sent. The entry goes when nothing was created, tells when that is
 * not known, and holds the form's id until it is settled.
 */
export async function createForm({ planned, way }: WayOf, creating: Creating): Promise<Outcome> {
  try {
    if (way.kind === 'known') return existing(planned, { entry: way.entry, form: way.form }, creating)
    creating.host.signal.throwIfAborted()
    const entry =
      way.kind === 'again' ? await takeUp(planned, way.entry, creating) : await begin(planned, way, creating)
    return await send(planned, { entry, isAgain: way.kind === 'again' }, creating)
  } catch (error) {
    if (error instanceof Failure) return { failure: error }
    throw error
  }
}

type Existing = { readonly entry: JournalEntry; readonly form: CreatedForm }

function existing(planned: PlannedForm, { entry, form }: Existing, creating: Creating): Outcome {
  const { file, row, body } = planned
  return {
    created: { file, ...(row && { row }), name: body.name, ...form },
    // A lock file that waits for the id still has to get it, from the next `forms apply`.
    settle: async () => {
      if (!entry.lock || planned.lock) await forget(entry, creating)
    },
  }
}

/** A run that takes up an entry holds it: another one sees that the form is on its way. */
async function takeUp(
  { lock }: PlannedForm,
  entry: JournalEntry,
  { journal, self }: Creating,
): Promise<JournalEntry> {
  const { reason: _, ...kept } = entry
  const taken: JournalEntry = { ...kept, process: self, state: 'sending', ...(lock && { lock }) }
  await journal.replace(taken)
  return taken
}

async function begin(
  planned: PlannedForm,
  { replaces }: Extract<Way, { kind: 'new' }>,
  creating: Creating,
): Promise<JournalEntry> {
  const { journal } = creating
  const made = newEntry(planned, creating)
  for (let n = 1; ; n++) {
    const entry = { ...made, id: idOf(made, n) }
    const replaced = replaces.some(({ id }) => id === entry.id)
    if (replaced) await journal.replace(entry)
    else if (!(await journal.begin(entry))) {
      await refuseOther(entry.id, creating)
      continue
    }
    for (const { id } of replaces) if (id !== entry.id) await journal.remove(id)
    return entry
  }
}

function newEntry(planned: PlannedForm, creating: Creating): Omit<JournalEntry, 'id'> {
  const { host, self } = creating
  return {
    schema_version: 1,
    at: host.now().toISOString(),
    ...subjectOf(planned, creating),
    idempotencyKey: Buffer.from(host.randomBytes(24)).toString('base64url'),
    process: self,
    state: 'sending',
    ...(planned.lock && { lock: planned.lock }),
  }
}

// Made of what is sent and from where, so that of two runs of the same spec only one gets the name.
const idOf = (entry: Omit<JournalEntry, 'id'>, n: number): string =>
  sha256(
    JSON.stringify([entry.baseUrl, entry.environmentId, entry.contentHash, entry.spec, entry.row ?? null, n]),
  ).slice(0, 16)

/** The entry of that id is ours, of the same form earlier in this run; or another run began while we looked. */
async function refuseOther(entryId: string, creating: Creating): Promise<void> {
  const other = (await creating.journal.list()).find(({ id }) => id === entryId)
  if (!other || isOwn(other, creating)) return
  await refuseRunning(other, creating)
  throw openFailure(other)
}

type Sent = { readonly entry: JournalEntry; readonly isAgain: boolean }

async function send(planned: PlannedForm, { entry, isAgain }: Sent, creating: Creating): Promise<Outcome> {
  const { caller, journal } = creating
  const { idempotencyKey } = entry
  try {
    const generated = await generateForm(caller, planned.body, { idempotencyKey, isAgain })
    if (generated.kind === 'created') {
      const { form } = generated
      // Whoever asked gets the id anyway; the entry only helps when this run ends before that.
      await unlessFailing(
        journal.replace({ ...entry, state: 'created', form: { id: form.id, url: form.url } }),
      )
      return existing(planned, { entry, form }, creating)
    }
    await forget(entry, creating)
    const { file, text, spec, body } = planned
    const findings = placeFaults(spec, generated.faults)
    const at = placeOf(planned)
    const failure = Failure.of('form-refused', { name: body.name, file: at, faults: findings.length })
    return { failure, report: { file, text, findings } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const isOpen = isAgain || error.code === 'outcome-unknown'
    const reason = Failure.is(error, 'outcome-unknown') ? error.args.reason : error.message
    // An entry that still says "sending" tells the same once this process is gone.
    if (isOpen) await unlessFailing(journal.replace({ ...entry, state: 'unknown', reason }))
    else await forget(entry, creating)
    return { failure: error }
  }
}

/** Removes an entry; where that fails it is said, for the next run would go by it. */
async function forget({ id }: JournalEntry, { journal, terminal }: Creating): Promise<void> {
  try {
    await journal.remove(id)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await terminal.warn(failureLine(error, { terminal, isJson: false }))
  }
}

async function unlessFailing(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })
}
