import {
  lockedForm,
  originKey,
  sha256,
  versionsOf,
  type FormVersion,
  type LockedForm,
  type Origin,
  type Target,
} from './lock-entries.ts'
import { Failure } from '../failure/failure.ts'
import { headlineOf } from '../form/components.ts'
import type { Form, FormLabel } from '../form/form.ts'
import { childOf, isObject } from '../form/value.ts'
import type { SpecForm, Row } from '../authoring/authoring.ts'
import { type GenerateBody, generateText } from '../wire/wire.ts'
import type { JournalEntry } from './generated/journal-entry.ts'

/** Plans a run from the lock file and what else is known of its forms: which are new, changed, moved, found or removed. Pure. */

/** A form that the specs ask for, its name, and the hash of what would be sent for it. */
export type FormContent = { readonly origin: Origin; readonly name: string; readonly content: string }

/** What apply does with a form of the specs. */
export type Change<F extends FormContent> =
  /** It is to be created; the forms of `before`, its entry so far, become its history. */
  | {
      readonly kind: 'new' | 'changed' | 'gone' | 'recreated'
      readonly form: F
      readonly before?: LockedForm
      readonly history: readonly FormVersion[]
    }
  /** It is there already, under this entry. `before`: the entry as it was, where the lock file changes. */
  | {
      readonly kind: 'unchanged' | 'moved' | 'reverted' | 'found'
      readonly form: F
      readonly entry: LockedForm
      readonly before?: LockedForm
    }

/** What is to be done, in the order of the specs. */
export type Plan<F extends FormContent> = {
  readonly changes: readonly Change<F>[]
  /** Entries whose spec, or whose document in it, is gone. */
  readonly removed: readonly LockedForm[]
  /** Entries whose document has another number now; those that are `removed` make room for the others. */
  readonly renumbered: readonly { readonly before: LockedForm; readonly entry: LockedForm }[]
}

/** What the lock file says of one target, and what is known of the specs that it names. */
export type KnownForms = {
  readonly target: Target
  /** The entries of that target. */
  readonly entries: readonly LockedForm[]
  /** Whether the spec of an entry exists outside this run, so that its form stays where it is. */
  readonly isElsewhere: (spec: string) => boolean
  /** Whether the run's arguments cover a spec, even if it does not exist. */
  readonly isNamed: (spec: string) => boolean
  /** Whether the service is known to have lost or deleted that form. */
  readonly isGone: (id: string) => boolean
  /** Whether it is known to be closed, so that no earlier version is taken up again that takes no answers. */
  readonly isClosed: (id: string) => boolean
  /** Forms of that target which the lock file does not have, though it should, without history, the newest first. */
  readonly lost: readonly LockedForm[]
  /** Whether forms that are there are made again. */
  readonly isRecreating: boolean
}

/**
 * The change for each form, and the entries whose spec is gone. A document of a file is recognised by its content, then by its name,
 * and by its place only where the file has as many documents as entries, so that none gets the history of another.
 */
export function planChanges<F extends FormContent>(forms: readonly F[], known: KnownForms): Plan<F> {
  const { target, lost } = known
  const places = new Set(known.entries.map(originKey))
  const lostAt = Map.groupBy(lost, originKey)
  // Where the lock file has nothing of a place, what is known of it counts as its entry.
  const restored = [...lostAt].flatMap(([key, [newest, ...history]]) =>
    newest && !places.has(key) ? lockedForm({ origin: newest, target, version: newest, history }) : [],
  )
  const all = [...known.entries, ...restored]
  const left = new Map(all.map((entry) => [originKey(entry), entry]))
  // A look through all forms or entries for each form would take minutes for some ten thousand.
  const byContent = Map.groupBy(left.values(), ({ content }) => content)
  const byName = Map.groupBy(left.values(), (entry) => nameKey(entry, entry))
  const formsByName = Map.groupBy(forms, (form) => nameKey(form, form.origin))
  const entriesIn = Map.groupBy(all, fileKey)
  const formsIn = Map.groupBy(forms, ({ origin }) => fileKey(origin))
  const isLeft = (entry: LockedForm): boolean => left.get(originKey(entry)) === entry
  const found = new Map<F, Change<F>>()
  const pass = (find: (form: F) => Change<F> | undefined): void => {
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
  const isOf = ({ content, id }: FormVersion, form: FormContent): boolean =>
    content === form.content && !known.isGone(id)
  const at = (form: F): LockedForm | undefined => left.get(originKey(form.origin))
  /** The version of an entry that has its content becomes the current one, at its place. */
  const keep = (
    kind: 'moved' | 'reverted',
    form: F,
    before: LockedForm | undefined,
  ): Change<F> | undefined => {
    const versions = before ? versionsOf(before) : []
    const isUsable = (each: FormVersion): boolean => each === versions[0] || !known.isClosed(each.id)
    const version = versions.find((each) => isOf(each, form) && isUsable(each))
    if (!before || !version) return undefined
    take(before)
    const history = versions.filter((other) => other !== version)
    return { kind, form, before, entry: lockedForm({ origin: form.origin, target, version, history }) }
  }
  const move = (form: F, isNear: (entry: LockedForm) => boolean): Change<F> | undefined => {
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
  // Found: the lock file has other forms of its place, and lacks this one.
  pass((form) => {
    const version = lostAt
      .get(originKey(form.origin))
      ?.find((each) => isOf(each, form) && !known.isClosed(each.id))
    const before = at(form)
    if (!version) return undefined
    const entry = lockedForm({ origin: form.origin, target, version, history: take(before) })
    return { kind: 'found', form, before, entry }
  })
  // Moved from another file, which no spec asks for any more, such as a file that was renamed.
  pass((form) => move(form, () => true))
  // After all moves, since the entry at a form's new place may have moved itself.
  for (const [form, change] of found)
    if (change.kind === 'moved' && at(form) && !isSameFile(change.before ?? change.entry, form.origin))
      found.set(form, withHistory(change, take(at(form))))
  const create = (form: F, before: LockedForm | undefined): Change<F> => ({
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
  const lostIds = new Set(lost.map(({ id }) => id))
  const changes = forms.flatMap((form): readonly Change<F>[] => {
    const change = found.get(form)
    if (!change || isToCreate(change)) return change ? [change] : []
    const { entry, before = lostIds.has(entry.id) ? entry : undefined } = change
    if (known.isRecreating)
      return [{ kind: 'recreated', form, before: before ?? entry, history: versionsOf(entry) }]
    return [lostIds.has(entry.id) ? { kind: 'found', form, entry, before } : change]
  })
  const removed = [...left.values()].filter((entry) => known.isNamed(entry.spec) && !restored.includes(entry))
  return { changes, ...renumbered(changes, removed, known.entries, target) }
}

/** Whether both are documents of one file, filled in from one row. */
const isSameFile = (a: Origin, b: Origin): boolean => a.spec === b.spec && a.row === b.row

const fileKey = ({ spec, row }: Origin): string => JSON.stringify([spec, row])

const nameKey = ({ name }: { readonly name?: string }, origin: Origin): string =>
  JSON.stringify([fileKey(origin), name])

/** Gives entries the numbers that their documents have now; a removed one whose number is taken gets one behind all others. */
function renumbered(
  changes: readonly Change<FormContent>[],
  removed: readonly LockedForm[],
  entries: readonly LockedForm[],
  target: Target,
): Pick<Plan<FormContent>, 'removed' | 'renumbered'> {
  const renumber = (
    before: LockedForm,
    origin: Origin,
    history: readonly FormVersion[] = before.history ?? [],
  ): Plan<FormContent>['renumbered'][number] => ({
    before,
    entry: lockedForm({ origin, target, version: before, history }),
  })
  const taken = new Set(changes.map(({ form }) => originKey(form.origin)))
  let last = Math.max(1, ...[...entries, ...changes.map(({ form }) => form.origin)].map(numberOf))
  const madeRoom = removed.map((entry) =>
    taken.has(originKey(entry)) ? renumber(entry, { ...entry, document: ++last }) : { before: entry, entry },
  )
  const histories = changes.flatMap((change) =>
    isToCreate(change) && change.before
      ? renumber(
          change.before,
          change.form.origin,
          change.history.filter(({ id }) => id !== change.before?.id),
        )
      : [],
  )
  return {
    removed: madeRoom.map(({ entry }) => entry),
    renumbered: [...histories, ...madeRoom].filter(
      ({ before, entry }) => originKey(before) !== originKey(entry),
    ),
  }
}

const numberOf = ({ document = 1 }: Origin): number => document

const withHistory = <F extends FormContent>(
  change: Extract<Change<F>, { readonly entry: LockedForm }>,
  displaced: readonly FormVersion[],
): Change<F> => {
  const { entry } = change
  const history = [...(entry.history ?? []), ...displaced]
  return { ...change, entry: lockedForm({ origin: entry, target: entry, version: entry, history }) }
}

export const isToCreate = <F extends FormContent>(
  change: Change<F>,
): change is Extract<Change<F>, { readonly history: unknown }> => 'history' in change

/** A form without errors, and the text that it was read from. */
export type ReadForm = {
  /** The file as it was named. */
  readonly file: string
  /** Its whole path; `-` for the standard input. */
  readonly path: string
  readonly text: string
  /** The number of the form in its file, from 1. */
  readonly document: number
  readonly spec: SpecForm
  readonly form: Form
  /** The same before variables were filled in. */
  readonly template: unknown
  /** The row of the table that it was filled in from. */
  readonly row?: Row
  /** What identifies that row from run to run. */
  readonly rowKey?: string | undefined
}

/** A form with the request that would create it; the source form may still be missing. */
export type DraftForm = ReadForm & {
  readonly body: Form
}

/** A form with the request that creates it. */
export type PlannedForm = ReadForm & {
  readonly body: GenerateBody
  /** The entry of the lock file that its id is for, when `forms apply` sends it. */
  readonly lock?: NonNullable<JournalEntry['lock']>
  /** How a service that remembers what forms are made of knows it again, whoever sends it. */
  readonly labelled?: { readonly label: FormLabel; readonly idempotencyKey: string }
}

/** Where a form comes from, for people. */
export const placeOf = ({ file, row }: Pick<ReadForm, 'file' | 'row'>): string =>
  row === undefined ? file : `${file}, row ${row.number}`

/** Names and source forms from outside the specs. */
export type Overrides = {
  readonly name?: string | undefined
  /** Beats the source form of a spec. */
  readonly sourceForm?: string | undefined
  /** Serves a spec that names no source form. */
  readonly fallbackSourceForm: string | undefined
}

/** The requests for forms as far as they are known. What the contract does not name is left out. */
export const draftForms = (forms: readonly ReadForm[], overrides: Overrides): readonly DraftForm[] =>
  forms.map((read) => draftOf(read, overrides))

function draftOf(read: ReadForm, { name, sourceForm, fallbackSourceForm }: Overrides): DraftForm {
  const sourceFormId = sourceForm ?? read.form.sourceFormId ?? fallbackSourceForm
  const body = { ...requestParts(read.form), name: name ?? read.form.name }
  return { ...read, body: sourceFormId === undefined ? body : { sourceFormId, ...body } }
}

/** What a request says of a form. */
const requestParts = ({ name, language, translations, settings, address, steps }: Form): Form => ({
  name,
  language,
  translations,
  settings,
  address,
  steps,
})

/** The requests for forms; fails where a form has no source form. */
export const planForms = (forms: readonly ReadForm[], overrides: Overrides): readonly PlannedForm[] =>
  draftForms(forms, overrides).map(plannedOf)

function plannedOf({ body, ...read }: DraftForm): PlannedForm {
  const { sourceFormId } = body
  if (sourceFormId !== undefined) return { ...read, body: { ...body, sourceFormId } }
  throw Failure.of('setting-missing', {
    setting: 'source form',
    flag: '--source-form',
    variable: 'FORMCTL_SOURCE_FORM_ID',
  })
}

/** SHA-256 of the request body with the keys of its questions, hex. The journal knows a request by it. */
export const contentHashOf = (body: GenerateBody): string => sha256(generateText(body))

/**
 * SHA-256 of what a request means. The lock file knows a form by it: the order of keys and the layout do not count, the
 * order of lists does.
 */
export const canonicalHash = (body: Readonly<Partial<Record<keyof GenerateBody, unknown>>>): string =>
  `sha256:${sha256(canonical(body))}`

/** SHA-256 of what a spec asks, before variables are filled in; a style, a name or a translation changes nothing of that. */
export const stepsHash = (spec: unknown): string => canonicalHash({ steps: childOf(spec, 'steps') })

/** The questions of a form that have a key, as the lock file remembers them. */
export const keysOf = ({ steps }: Pick<Form, 'steps'>): NonNullable<FormVersion['keys']> =>
  steps.flatMap(({ components }) =>
    components.flatMap((one) =>
      one.key === undefined ? [] : [{ key: one.key, type: one.type, headline: headlineOf(one) }],
    ),
  )

/** JSON without spaces, the keys of each object sorted by their code units. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .toSorted()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join(',')}}`
}
