import type { FormVersion, LockedForm } from '../generated/lock.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { isAt, lockedForm, originKey, versionsOf, withForms, type Target } from './locked-forms.ts'
import { baseUrlFrom, type LockPlace } from './lock-file.ts'

/** The entries of a lock file with what earlier runs created and could not write there any more, and the notes on it. */
export type Recovered = {
  readonly forms: readonly LockedForm[]
  /** Notes on forms that these entries name: once they are written, nobody needs the notes. */
  readonly notes: readonly JournalEntry[]
}

/** Puts what the journal knows into the entries of a lock file; the oldest note comes first. */
export function recovered(
  entries: readonly LockedForm[],
  notes: readonly JournalEntry[],
  place: LockPlace,
): Recovered {
  let forms = entries
  const told: JournalEntry[] = []
  for (const note of notes) {
    const target = { baseUrl: baseUrlFrom(place, note.baseUrl), environmentId: note.environmentId }
    const entry = isNamed(forms, note, target) ? undefined : entryOf(forms, note, { target, place })
    if (entry) forms = withForms(forms, { put: [entry] })
    if (isNamed(forms, note, target)) told.push(note)
  }
  return { forms, notes: told }
}

const isNamed = (forms: readonly LockedForm[], { form }: JournalEntry, target: Target): boolean =>
  form !== undefined &&
  forms.some((entry) => isAt(entry, target) && versionsOf(entry).some(({ id }) => id === form.id))

type Where = { readonly target: Target; readonly place: LockPlace }

/** The entry for a note on a form that is to stand in this lock file. */
function entryOf(
  forms: readonly LockedForm[],
  { form, lock, at }: JournalEntry,
  { target, place }: Where,
): LockedForm | undefined {
  if (!form || lock?.path !== place.path) return undefined
  const { path: _, content, ...origin } = lock
  const before = forms.find((entry) => isAt(entry, target) && originKey(entry) === originKey(origin))
  const version = { content, id: form.id, url: form.url, created: at }
  // What was created later stays the form of its spec.
  if (before && before.created > at)
    return lockedForm({ origin: before, target, version: before, history: newestFirst(before, version) })
  return lockedForm({ origin, target, version, history: before ? versionsOf(before) : [] })
}

const newestFirst = ({ history = [] }: LockedForm, version: FormVersion): readonly FormVersion[] =>
  [...history, version].toSorted((a, b) => (a.created < b.created ? 1 : -1))
