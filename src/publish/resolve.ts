/** Settles forms when no run knows whether they were created. */
import { dirname } from 'node:path'
import { environmentOf, type Caller, listForms } from '../client/client.ts'
import { misuse } from '../failure/failure.ts'
import type { FormSummary } from '../form/form.ts'
import { formPath } from '../wire/wire.ts'
import { journalOf, type JournalEntry } from './journal.ts'
import { isAt, recovered, type LockPlace } from './lock-entries.ts'
import { holdLock, openLock } from './lock-file.ts'
import type { Machine } from './journal.ts'
import type { Publisher } from './create-once.ts'

/**
 * What the list of forms shows about an open entry. `one`: one form of its name was created after it was sent. `none`: it
 * was not created. `unsure`: several were created, or it is too early, or only an older form has the name.
 */
export type FormSearch =
  | { readonly kind: 'one'; readonly form: FormSummary }
  | { readonly kind: 'none' }
  | { readonly kind: 'unsure'; readonly reason: string; readonly forms: readonly FormSummary[] }

/** Looks for the forms of entries in the service's list. Fails with `usage` for an entry that was sent elsewhere. */
export async function findForms(
  entries: readonly JournalEntry[],
  caller: Caller,
  now: () => Date,
): Promise<ReadonlyMap<JournalEntry, FormSearch>> {
  const { access } = caller
  const service = { baseUrl: access.baseUrl, environmentId: environmentOf(access) }
  for (const entry of entries) {
    if (isAt(entry, service)) continue
    throw misuse(
      `${entry.id} was sent to ${entry.baseUrl}, environment ${entry.environmentId}, and the settings lead to ${service.baseUrl}, ${service.environmentId}. Give --base-url ${entry.baseUrl} --environment ${entry.environmentId}, or settle it with --created or --not-created.`,
    )
  }
  const forms = await listForms(caller)
  return new Map(entries.map((entry) => [entry, findForm(entry, forms, now())]))
}

function findForm({ name, at }: JournalEntry, forms: readonly FormSummary[], now: Date): FormSearch {
  const ofName = forms.filter((form) => form.name === name)
  const sent = Date.parse(at)
  const later = ofName.filter(({ createdAt }) => Date.parse(createdAt) >= sent - skew)
  const [form, second] = later
  if (form && !second) return { kind: 'one', form }
  if (second) return { kind: 'unsure', reason: 'several forms of that name came since', forms: later }
  if (now.getTime() - sent < onItsWay)
    return { kind: 'unsure', reason: 'it may still be on its way; look again in a few minutes', forms: [] }
  if (ofName.length > 0)
    return { kind: 'unsure', reason: 'forms of that name are there, but older', forms: ofName }
  return { kind: 'none' }
}

// The most by which the clocks of this machine and the service may differ.
const skew = 10 * 60 * 1000

// A request that is held up somewhere arrives within this time, or never.
const onItsWay = 5 * 60 * 1000

/** The machine, and a callback for progress. */
type ResolveContext = { readonly machine: Machine; readonly report: Publisher['report'] }

/**
 * Settles an entry: its form was created under this id, or was not created. An id that a lock file waits for is written
 * there. Gives the path of that lock file, if there is one.
 */
export async function resolveEntry(
  entry: JournalEntry,
  id: string | undefined,
  context: ResolveContext,
): Promise<string | undefined> {
  const journal = journalOf(context.machine)
  if (id === undefined || !entry.lock) {
    await journal.remove(entry.id)
    return undefined
  }
  const known: JournalEntry = { ...entry, state: 'created', form: entry.form ?? { id, url: formPath(id) } }
  const changed = await recordResolved(known, entry.lock, context)
  await journal.record(known)
  return changed
}

/** The journal gets the id first: whatever happens then, the next `forms apply` puts it into the lock file. */
async function recordResolved(
  known: JournalEntry,
  { path }: NonNullable<JournalEntry['lock']>,
  { machine, report }: ResolveContext,
): Promise<string> {
  await journalOf(machine).replace(known)
  const place: LockPlace = { path, name: path, folder: dirname(path) }
  await holdLock(place, { machine, report, seconds: undefined }, async () => {
    const lock = await openLock(machine.files, place)
    await lock.update((forms) => recovered(forms, [known], place).forms)
  })
  return path
}
