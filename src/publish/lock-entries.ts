import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Form } from '../form/form.ts'
import { childOf, isObject } from '../form/value.ts'
import { embeddedFolder } from '../wire/wire.ts'
import type { JournalEntry } from './generated/journal-entry.ts'
import type { FormVersion, LockedForm } from './generated/lock.ts'

/** The entries of a lock file: the spec, the form that was created from it, and the service. Without side effects. */

export type { FormVersion, LockedForm } from './generated/lock.ts'

/** Where the lock file is, what people call it, and the folder that its paths start from. */
export type LockPlace = { readonly path: string; readonly name: string; readonly folder: string }

/** Where a form comes from: its file, its number in the file, and the row that it was filled in from. */
export type Origin = Pick<LockedForm, 'spec' | 'document' | 'row'>

/** The service and environment of a form. Entries of one do not concern another. */
export type Target = Pick<LockedForm, 'baseUrl' | 'environmentId'>

/** A whole path as it stands in a lock file: the same on every machine and system. */
export const pathFrom = ({ folder }: LockPlace, path: string): string =>
  (relative(folder, path) || '.').replaceAll(sep, '/').normalize('NFC')

/** A service as it stands in a lock file; a folder after `embedded:` is named from the folder of the lock file. */
export function targetFrom(place: LockPlace, { baseUrl, environmentId }: Target): Target {
  const folder = embeddedFolder(baseUrl)
  return {
    baseUrl: folder === undefined ? baseUrl : `embedded:${pathFrom(place, folder)}`,
    environmentId,
  }
}

/** The file that a word names, and the name of one of its forms, as in `all.yaml#Survey`. */
export function specAndName(word: string): { readonly file: string; readonly name?: string } {
  const [, file, name] = /^(.+\.(?:ya?ml|json))#(.+)$/is.exec(word) ?? []
  return file === undefined ? { file: word } : { file, name }
}

/** Identifies an origin. */
export const originKey = ({ spec, document = 1, row }: Origin): string =>
  JSON.stringify([spec, document, row])

/** Identifies an entry: its origin and target. */
export const entryKey = (form: LockedForm): string =>
  JSON.stringify([originKey(form), form.baseUrl, form.environmentId])

export const isAt = (form: Target, { baseUrl, environmentId }: Target): boolean =>
  form.baseUrl === baseUrl && form.environmentId === environmentId

export function originText({ spec, document, row }: Origin): string {
  const of = document === undefined ? spec : `${spec}, document ${document}`
  return row === undefined ? of : `${of}, row ${row}`
}

/** The current form of an entry, without its origin. */
const versionOf = ({ content, id, url, created, name, template, keys, form }: FormVersion): FormVersion => ({
  content,
  id,
  url,
  created,
  name,
  template,
  keys,
  form,
})

/** Every form that an entry names, the newest first. */
export const versionsOf = (form: LockedForm): readonly FormVersion[] => [
  versionOf(form),
  ...(form.history ?? []),
]

/** Whether an entry names a form, as the present or a former one. */
export const hasForm = (entry: LockedForm, id: string): boolean =>
  versionsOf(entry).some((version) => version.id === id)

export type Entry = {
  readonly origin: Origin
  readonly target: Target
  readonly version: FormVersion
  readonly history: readonly FormVersion[]
}

/** An entry of the lock file, its members in the order that they are written in. */
export const lockedForm = ({ origin, target, version, history }: Entry): LockedForm => {
  const { spec, document, row } = origin
  return {
    spec,
    document,
    row,
    baseUrl: target.baseUrl,
    environmentId: target.environmentId,
    ...versionOf(version),
    ...(history.length === 0
      ? {}
      : { history: history.map((former) => ({ ...versionOf(former), form: undefined })) }),
  }
}

/** The entries without some and with others, which replace those of the same origin and target; sorted. */
export function withForms(
  forms: readonly LockedForm[],
  {
    without = [],
    put = [],
  }: { readonly without?: readonly LockedForm[]; readonly put?: readonly LockedForm[] },
): readonly LockedForm[] {
  const given = new Set([...without, ...put].map(entryKey))
  return [...forms.filter((form) => !given.has(entryKey(form))), ...put].toSorted(inOrder)
}

// By code units, so that the order is the same on every machine.
function inOrder(a: LockedForm, b: LockedForm): number {
  for (const key of sortKeys) {
    const [one, other] = [key(a), key(b)]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

const sortKeys: readonly ((form: LockedForm) => string | number)[] = [
  ({ spec }) => spec,
  ({ document = 1 }) => document,
  ({ row = '' }) => row,
  ({ baseUrl }) => baseUrl,
  ({ environmentId }) => environmentId,
]

/** The entries of a lock file with the forms that earlier runs created and could not write there. */
export type RecoveredLock = {
  readonly forms: readonly LockedForm[]
  /** The journal entries of forms that stand in the lock file now: nobody needs them once it is written. */
  readonly written: readonly JournalEntry[]
}

/** Puts the forms of the journal, oldest first, into the entries of a lock file. */
export function recovered(
  entries: readonly LockedForm[],
  journal: readonly JournalEntry[],
  place: LockPlace,
): RecoveredLock {
  let forms = entries
  const written: JournalEntry[] = []
  for (const noted of journal) {
    const target = targetFrom(place, noted)
    const entry = isIn(forms, noted, target) ? undefined : entryOf(forms, noted, target, place)
    if (entry) forms = withForms(forms, { put: [entry] })
    if (isIn(forms, noted, target)) written.push(noted)
  }
  return { forms, written }
}

const isIn = (forms: readonly LockedForm[], { form }: JournalEntry, target: Target): boolean =>
  form !== undefined && forms.some((entry) => isAt(entry, target) && hasForm(entry, form.id))

/** The entry for a form of the journal that belongs into this lock file. */
function entryOf(
  forms: readonly LockedForm[],
  { form, lock, at, name }: JournalEntry,
  target: Target,
  place: LockPlace,
): LockedForm | undefined {
  if (!form || lock?.path !== place.path) return undefined
  const { path: _, content, template, keys, form: packed, ...origin } = lock
  const before = forms.find((entry) => isAt(entry, target) && originKey(entry) === originKey(origin))
  const version = { content, id: form.id, url: form.url, created: at, name, template, keys, form: packed }
  // A form that was created later stays the form of its spec.
  if (before && before.created > at)
    return lockedForm({
      origin: before,
      target,
      version: before,
      history: newestFirst([...(before.history ?? []), version]),
    })
  return lockedForm({ origin, target, version, history: before ? versionsOf(before) : [] })
}

/** By the time of creation; equals in their order. */
export const newestFirst = <Version extends FormVersion>(versions: readonly Version[]): readonly Version[] =>
  versions.toSorted((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : 0))

/** The name of the file in which `forms apply` records the forms it created. */
export const lockFileName = 'formctl.lock.json'

/** SHA-256 of a text, hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What was sent for a form, as the lock file keeps it. */
export const packedForm = (body: Form): string => deflateRawSync(JSON.stringify(body)).toString('base64')

/** The same as it was sent; undefined where the lock file has none, or a damaged one. */
export function unpackedForm({ form }: FormVersion): Form | undefined {
  try {
    const value: unknown = JSON.parse(inflateRawSync(Buffer.from(form ?? '', 'base64')).toString())
    return isForm(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isForm = (value: unknown): value is Form =>
  isObject(value) &&
  Array.isArray(value['steps']) &&
  value['steps'].every((step) => Array.isArray(childOf(step, 'components')))
