/** What is known of forms beyond the lock file: what the journal recorded, what the service lists, and another address of it. */
import { Failure } from '../failure/failure.ts'
import type { FormSummary } from '../form/form.ts'
import type { JournalEntry } from './generated/journal-entry.ts'
import {
  isAt,
  lockedForm,
  newestFirst,
  targetFrom,
  versionsOf,
  type FormVersion,
  type LockedForm,
  type LockPlace,
  type Origin,
  type Target,
} from './lock-entries.ts'
import { mergedForms } from './lock-merge.ts'

/** The forms of a service by id; undefined where it lists none, or could not be asked. */
export type ListedForms = ReadonlyMap<string, FormSummary> | undefined

type LostSources = {
  readonly entries: readonly LockedForm[]
  readonly target: Target
  readonly place: LockPlace
  readonly project: string | undefined
  /** What the journal recorded for this lock file. */
  readonly recorded: readonly JournalEntry[]
  readonly listed: ListedForms
  /** Whether a spec asks for that content. */
  readonly isWanted: (content: string) => boolean
}

/**
 * Forms that were made of specs of this project and are there, but not in the lock file; the newest first. A project without a name may
 * not be the only one of its environment, so of the forms that the service lists only those count that its specs ask for now.
 */
export function lostForms({
  entries,
  target,
  place,
  project,
  recorded,
  listed,
  isWanted,
}: LostSources): readonly LockedForm[] {
  const known = new Set(entries.flatMap((entry) => versionsOf(entry).map(({ id }) => id)))
  const found = new Map<string, LockedForm>()
  const add = (origin: Origin, version: FormVersion): void => {
    if (known.has(version.id) || found.has(version.id) || (listed && !listed.has(version.id))) return
    found.set(version.id, lockedForm({ origin, target, version, history: [] }))
  }
  for (const { form, lock, at, name, ...noted } of recorded) {
    const isHere = noted.environmentId === target.environmentId && form && listed?.has(form.id)
    if (form && lock && (isHere || isAt(targetFrom(place, noted), target)))
      add(lock, { ...lock, id: form.id, url: form.url, created: at, name })
  }
  for (const { id, url, name, createdAt, label } of listed?.values() ?? [])
    if (label && label.project === project && (project !== undefined || isWanted(label.content)))
      add(label, { content: label.content, id, url, created: createdAt, name })
  return newestFirst([...found.values()])
}

/** The entries of a lock file under the present address of the service, and the address that they had before. */
type Readdressed = { readonly entries: readonly LockedForm[]; readonly from?: string }

/**
 * Entries of the same environment at another address are this service's where it lists their forms. Where it lists none, nobody knows
 * whether it is the same: fails with `address-changed`, unless entries at this address show that they are two. A preview that could
 * not ask takes it for the same.
 */
export function readdressed(
  entries: readonly LockedForm[],
  target: Target,
  listed: ListedForms,
  unlisted: 'fail' | 'same' | 'other',
): Readdressed {
  const isElsewhere = ({ baseUrl, environmentId }: LockedForm): boolean =>
    environmentId === target.environmentId && baseUrl !== target.baseUrl
  const others = entries.filter(isElsewhere)
  const [other] = others
  const isOther = unlisted === 'other' || entries.some((entry) => isAt(entry, target))
  if (!other || (!listed && isOther)) return { entries }
  if (!listed && unlisted === 'fail')
    throw Failure.of('address-changed', { from: other.baseUrl, to: target.baseUrl, forms: others.length })
  const addresses = new Set(others.flatMap(({ id, baseUrl }) => (listed && !listed.has(id) ? [] : baseUrl)))
  const [from] = addresses
  if (from === undefined) return { entries }
  const moved = entries.map((entry) =>
    isElsewhere(entry) && addresses.has(entry.baseUrl) ? { ...entry, baseUrl: target.baseUrl } : entry,
  )
  return { entries: mergedForms([moved]).forms, from }
}
