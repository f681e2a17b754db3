import type { WayOf } from '../generate/pick-up.ts'
import type { Host } from '../host.ts'
import { openFailure } from '../journal/entry-words.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { isAt, type Target } from './locked-forms.ts'
import { baseUrlFrom, type LockPlace } from './lock-file.ts'
import { namedSpecs } from './named-specs.ts'

/** What open notes are judged by. */
export type OpenNotes = {
  readonly notes: readonly JournalEntry[]
  readonly place: LockPlace
  readonly target: Target
  readonly words: readonly string[]
  readonly ways: readonly WayOf[]
}

/**
 * Refuses to go on past a form of these specs that an earlier run may have created, when this run does not send it again:
 * its spec was changed since. Nobody would look for its id any more.
 */
export async function refuseOpen(files: Host['files'], open: OpenNotes): Promise<void> {
  const { notes, place, target, words, ways } = open
  const taken = new Set(ways.flatMap(({ way }) => ('entry' in way ? [way.entry.id] : [])))
  const isNamed = await namedSpecs(files, words)
  for (const note of notes) {
    const { lock, baseUrl, environmentId } = note
    if (lock?.path !== place.path || taken.has(note.id)) continue
    const isOurs = isAt({ baseUrl: baseUrlFrom(place, baseUrl), environmentId }, target)
    if (isOurs && isNamed(files.resolve(place.folder, lock.spec))) throw openFailure(note)
  }
}
