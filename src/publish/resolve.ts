/** Settles forms when no run knows whether they were created. */
import { dirname } from 'node:path'
import { formPath } from '../wire/wire.ts'
import { journalOf, type JournalEntry, type Machine } from './journal.ts'
import { recovered, type LockPlace } from './lock-entries.ts'
import { holdLock, openLock } from './lock-file.ts'
import type { Publisher } from './create-once.ts'

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
