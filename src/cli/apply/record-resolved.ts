import { dirname } from 'node:path'
import { formPath } from '../../wire/routes.ts'
import type { Context } from '../command.ts'
import { journalOf, type JournalEntry } from '../journal/journal.ts'
import { holdLock, usualLockSeconds } from './hold-lock.ts'
import { openLock, type LockPlace } from './lock-file.ts'
import { recovered } from './recover.ts'

/**
 * Puts the id of a form that was found at the service into the lock file that waits for it. It is noted in the journal
 * first: whatever happens then, the next `forms apply` puts it there.
 */
export async function recordResolved(context: Context, entry: JournalEntry, id: string): Promise<void> {
  const { host, terminal, globals } = context
  if (!entry.lock) return
  const known: JournalEntry = { ...entry, state: 'created', form: entry.form ?? { id, url: formPath(id) } }
  await journalOf(host).replace(known)
  const { path } = entry.lock
  const place: LockPlace = { path, name: path, folder: dirname(path) }
  await holdLock(context, { place, seconds: usualLockSeconds }, async () => {
    const lock = await openLock(host, place)
    await lock.update((forms) => recovered(forms, [known], place).forms)
  })
  if (globals.output !== 'json') await terminal.say(terminal.plain(`${path} has changed: commit it.`))
}
