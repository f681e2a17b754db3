import { contentHashOf } from '../generate/content-hash.ts'
import type { PlannedForm } from '../generate/plan-forms.ts'
import type { Host } from '../host.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { isAt } from './locked-forms.ts'
import { baseUrlFrom, type LockPlace } from './lock-file.ts'
import { isToCreate, type ApplyPlan } from './make-plan.ts'
import { namedSpecs } from './named-specs.ts'

/** What notes are judged by: the plan, its lock file, and the words by which the specs were named. */
export type Judged = {
  readonly plan: ApplyPlan
  readonly place: LockPlace
  readonly words: readonly string[]
}

/** The notes on forms of a plan that an earlier run may have created: a run has to know of them before it sends anything. */
export async function openNotes(
  files: Host['files'],
  notes: readonly JournalEntry[],
  { plan, place, words }: Judged,
): Promise<readonly JournalEntry[]> {
  const isNamed = await namedSpecs(files, words)
  const forms = plan.changes.filter(isToCreate).map(({ form }) => form)
  const isOfForm = (note: JournalEntry): boolean => forms.some((form) => isNoteOf(note, form, files))
  const isOfLock = ({ lock }: JournalEntry): boolean =>
    lock?.path === place.path && isNamed(files.resolve(place.folder, lock.spec))
  return notes.filter((note) => {
    const { form, baseUrl, environmentId } = note
    const isHere = isAt({ baseUrl: baseUrlFrom(place, baseUrl), environmentId }, plan.target)
    return form === undefined && isHere && (isOfForm(note) || isOfLock(note))
  })
}

/** Whether a note is on that form. */
export const isNoteOf = (
  note: JournalEntry,
  { file, row, body }: Pick<PlannedForm, 'file' | 'row' | 'body'>,
  files: Host['files'],
): boolean =>
  note.contentHash === contentHashOf(body) ||
  (note.spec === files.resolve(file) && note.row === row?.number && note.name === body.name)
