/** Plans a run from the lock file alone: which forms are new, changed, moved, reverted or removed. Pure. */
import {
  lockedForm,
  originKey,
  versionsOf,
  type FormVersion,
  type LockedForm,
  type Origin,
  type Target,
} from './lock-entries.ts'

/** A form that the specs ask for, its name, and the hash of what would be sent for it. */
export type Wanted = { readonly origin: Origin; readonly name: string; readonly content: string }

/** What apply does with a form of the specs. */
export type Change<Form extends Wanted> =
  /** It is to be created; the forms of `before`, its entry so far, become its history. */
  | {
      readonly kind: 'new' | 'changed' | 'gone'
      readonly form: Form
      readonly before?: LockedForm
      readonly history: readonly FormVersion[]
    }
  /** It is there already, under this entry. `before`: the entry as it was, where the lock file changes. */
  | {
      readonly kind: 'unchanged' | 'moved' | 'reverted'
      readonly form: Form
      readonly entry: LockedForm
      readonly before?: LockedForm
    }

/** What is to be done, in the order of the specs. */
export type Plan<Form extends Wanted> = {
  readonly changes: readonly Change<Form>[]
  /** Entries whose spec, or whose document in it, is gone. */
  readonly removed: readonly LockedForm[]
  /** Entries whose document has another number now; those that are `removed` make room for the others. */
  readonly renumbered: readonly { readonly before: LockedForm; readonly entry: LockedForm }[]
}

/** What the lock file says of one target, and what is known of the specs that it names. */
export type Known = {
  readonly target: Target
  /** The entries of that target. */
  readonly entries: readonly LockedForm[]
  /** Whether the spec of an entry exists outside this run, so that its form stays where it is. */
  readonly isElsewhere: (spec: string) => boolean
  /** Whether the run's arguments cover a spec, even if it does not exist. */
  readonly isNamed: (spec: string) => boolean
  /** Whether the service is known to have lost or deleted that form. */
  readonly isGone: (id: string) => boolean
}

/**
 * The change for each form, and the entries whose spec is gone. A document of a file is recognised by its content, then by its name,
 * and by its place only where the file has as many documents as entries, so that none gets the history of another.
 */
export function planChanges<Form extends Wanted>(forms: readonly Form[], known: Known): Plan<Form> {
  const { target } = known
  const left = new Map(known.entries.map((entry) => [originKey(entry), entry]))
  // A look through all forms or entries for each form would take minutes for some ten thousand.
  const byContent = Map.groupBy(left.values(), ({ content }) => content)
  const byName = Map.groupBy(left.values(), (entry) => nameKey(entry, entry))
  const formsByName = Map.groupBy(forms, (form) => nameKey(form, form.origin))
  const entriesIn = Map.groupBy(known.entries, fileKey)
  const formsIn = Map.groupBy(forms, ({ origin }) => fileKey(origin))
  const isLeft = (entry: LockedForm): boolean => left.get(originKey(entry)) === entry
  const found = new Map<Form, Change<Form>>()
  const pass = (find: (form: Form) => Change<Form> | undefined): void => {
    for (const form of forms) {
      const change = found.has(form) ? undefined : find(form)
      if (change) found.set(form, change)
    }
  }
  const take = (entry: LockedForm | undefined): readonly FormVersion[] => {
    if (entry) left.delete(originKey(entry))
    return entry ? versionsOf(entry) : []
  }
  /** Whether it was created from what the spec says now, and is still there. */
  const isOf = ({ content, id }: FormVersion, form: Wanted): boolean =>
    content === form.content && !known.isGone(id)
  const at = (form: Form): LockedForm | undefined => left.get(originKey(form.origin))
  /** The version of an entry that has its content becomes the current one, at its place. */
  const keep = (
    kind: 'moved' | 'reverted',
    form: Form,
    before: LockedForm | undefined,
  ): Change<Form> | undefined => {
    const versions = before ? versionsOf(before) : []
    const version = versions.find((each) => isOf(each, form))
    if (!before || !version) return undefined
    take(before)
    const history = versions.filter((other) => other !== version)
    return { kind, form, before, entry: lockedForm({ origin: form.origin, target, version, history }) }
  }
  const move = (form: Form, isNear: (entry: LockedForm) => boolean): Change<Form> | undefined => {
    const entries = byContent.get(form.content)?.filter((entry) => isLeft(entry) && isOf(entry, form)) ?? []
    const moved = entries.filter((entry) => !known.isElsewhere(entry.spec) && isNear(entry))
    return keep('moved', form, moved.find(({ spec }) => spec === form.origin.spec) ?? moved[0])
  }
  // Unchanged: its place has its content.
  pass((form) => {
    const entry = at(form)
    if (!entry || !isOf(entry, form)) return undefined
    take(entry)
    return { kind: 'unchanged', form, entry }
  })
  // Moved within its file: another document of the file had its content. Before any older form, which is a weaker sign.
  pass((form) => move(form, (entry) => isSameFile(entry, form.origin)))
  // Reverted: its place had its content before.
  pass((form) => keep('reverted', form, at(form)))
  // Moved from another file, which no spec asks for any more, such as a file that was renamed.
  pass((form) => move(form, () => true))
  // After all moves, since the entry at a form's new place may have moved itself.
  for (const [form, change] of found)
    if (change.kind === 'moved' && at(form) && !isSameFile(change.before ?? change.entry, form.origin))
      found.set(form, withHistory(change, take(at(form))))
  const create = (form: Form, before: LockedForm | undefined): Change<Form> => ({
    kind: !before ? 'new' : known.isGone(before.id) ? 'gone' : 'changed',
    form,
    before,
    history: take(before),
  })
  // Changed under its name, in any place of its file; unless some of that name are gone, since nobody knows which.
  pass((form) => {
    const key = nameKey(form, form.origin)
    const open = formsByName.get(key)?.filter((each) => !found.has(each)) ?? []
    const entries = byName.get(key)?.filter(isLeft) ?? []
    if (entries.length !== open.length) return undefined
    const before = entries.find((entry) => originKey(entry) === originKey(form.origin)) ?? entries[0]
    return before && create(form, before)
  })
  // Changed in its place, if its file has as many documents as entries; new otherwise.
  pass((form) => {
    const file = fileKey(form.origin)
    const isWhole = formsIn.get(file)?.length === entriesIn.get(file)?.length
    return create(form, isWhole ? at(form) : undefined)
  })
  // Every form was given a change by the last pass.
  const changes = forms.flatMap((form) => found.get(form) ?? [])
  const removed = [...left.values()].filter(({ spec }) => known.isNamed(spec))
  return { changes, ...renumbered(changes, { removed, entries: known.entries, target }) }
}

/** Whether both are documents of one file, filled in from one row. */
const isSameFile = (a: Origin, b: Origin): boolean => a.spec === b.spec && a.row === b.row

const fileKey = ({ spec, row }: Origin): string => JSON.stringify([spec, row])

const nameKey = ({ name }: { readonly name?: string }, origin: Origin): string =>
  JSON.stringify([fileKey(origin), name])

/** Gives entries the numbers that their documents have now; a removed one whose number is taken gets one behind all others. */
function renumbered(
  changes: readonly Change<Wanted>[],
  {
    removed,
    entries,
    target,
  }: {
    readonly removed: readonly LockedForm[]
    readonly entries: readonly LockedForm[]
    readonly target: Target
  },
): Pick<Plan<Wanted>, 'removed' | 'renumbered'> {
  const renumber = (before: LockedForm, origin: Origin): Plan<Wanted>['renumbered'][number] => ({
    before,
    entry: lockedForm({ origin, target, version: before, history: before.history ?? [] }),
  })
  const taken = new Set(changes.map(({ form }) => originKey(form.origin)))
  let last = Math.max(1, ...[...entries, ...changes.map(({ form }) => form.origin)].map(numberOf))
  const madeRoom = removed.map((entry) =>
    taken.has(originKey(entry)) ? renumber(entry, { ...entry, document: ++last }) : { before: entry, entry },
  )
  const histories = changes.flatMap((change) =>
    isToCreate(change) && change.before ? [renumber(change.before, change.form.origin)] : [],
  )
  return {
    removed: madeRoom.map(({ entry }) => entry),
    renumbered: [...histories, ...madeRoom].filter(
      ({ before, entry }) => originKey(before) !== originKey(entry),
    ),
  }
}

const numberOf = ({ document = 1 }: Origin): number => document

const withHistory = <Form extends Wanted>(
  change: Extract<Change<Form>, { readonly entry: LockedForm }>,
  displaced: readonly FormVersion[],
): Change<Form> => {
  const { entry } = change
  const history = [...(entry.history ?? []), ...displaced]
  return { ...change, entry: lockedForm({ origin: entry, target: entry, version: entry, history }) }
}

export const isToCreate = <Form extends Wanted>(
  change: Change<Form>,
): change is Extract<Change<Form>, { readonly history: unknown }> => 'history' in change
