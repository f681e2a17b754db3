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

/** A form that the specs ask for, and the hash of what would be sent for it. */
export type Wanted = { readonly origin: Origin; readonly content: string }

/** What apply does with a form of the specs. */
export type Change<Form extends Wanted> =
  /** It is to be created; another of that origin, if any, becomes its history. */
  | {
      readonly kind: 'new' | 'changed' | 'gone'
      readonly form: Form
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
  /** Entries whose spec is gone. */
  readonly removed: readonly LockedForm[]
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

/** The change for each form, and the entries whose spec is gone. */
export function planChanges<Form extends Wanted>(forms: readonly Form[], known: Known): Plan<Form> {
  const { target } = known
  const left = new Map(known.entries.map((entry) => [originKey(entry), entry]))
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
  pass((form) => {
    const entry = at(form)
    if (!entry || !isOf(entry, form)) return undefined
    take(entry)
    return { kind: 'unchanged', form, entry }
  })
  pass((form) => {
    const before = at(form)
    return before && reverted(form, { before, versions: versionsOf(before), target, take, isOf })
  })
  pass((form) => moved(form, { ...known, left, take, isOf }))
  // After all moves, since the entry at a form's new place may have moved itself.
  for (const [form, change] of found)
    if (change.kind === 'moved' && at(form)) found.set(form, withHistory(change, take(at(form))))
  pass((form) => {
    const entry = at(form)
    const kind = !entry ? 'new' : known.isGone(entry.id) ? 'gone' : 'changed'
    return { kind, form, history: take(entry) }
  })
  return {
    // Every form was given a change by the last pass.
    changes: forms.flatMap((form) => found.get(form) ?? []),
    removed: [...left.values()].filter(({ spec }) => known.isNamed(spec)),
  }
}

type Taking = {
  readonly take: (entry: LockedForm | undefined) => readonly FormVersion[]
  readonly isOf: (version: FormVersion, form: Wanted) => boolean
}

/** An older form of the entry has this content: it becomes the current one again. */
function reverted<Form extends Wanted>(
  form: Form,
  {
    before,
    versions,
    target,
    take,
    isOf,
  }: Taking & {
    readonly before: LockedForm
    readonly versions: readonly FormVersion[]
    readonly target: Target
  },
): Change<Form> | undefined {
  const version = versions.find((each) => isOf(each, form))
  if (!version) return undefined
  take(before)
  const history = versions.filter((other) => other !== version)
  return {
    kind: 'reverted',
    form,
    before,
    entry: lockedForm({ origin: form.origin, target, version, history }),
  }
}

/** An entry of another origin, which no spec asks for any more, has this content: the file was renamed, for example. */
function moved<Form extends Wanted>(
  form: Form,
  {
    left,
    isElsewhere,
    target,
    take,
    isOf,
  }: Known & Taking & { readonly left: ReadonlyMap<string, LockedForm> },
): Change<Form> | undefined {
  const candidates = [...left.values()].filter((entry) => isOf(entry, form) && !isElsewhere(entry.spec))
  const before = candidates.find(({ spec }) => spec === form.origin.spec) ?? candidates[0]
  if (!before) return undefined
  const [version = before, ...history] = take(before)
  const entry = lockedForm({ origin: form.origin, target, version, history })
  return { kind: 'moved', form, before, entry }
}

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
