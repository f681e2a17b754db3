import type { FormVersion, LockedForm } from '../generated/lock.ts'

/** Where a form comes from: its file, which of the file's forms it is, and the row that it was filled in from. */
export type Origin = Pick<LockedForm, 'spec' | 'document' | 'row'>

/** Where a form is: forms of one service or environment say nothing about those of another. */
export type Target = Pick<LockedForm, 'baseUrl' | 'environmentId'>

/** A text that is the same for the same origin only. */
export const originKey = ({ spec, document = 1, row }: Origin): string =>
  JSON.stringify([spec, document, row])

/** Whether a form is of that service and environment. */
export const isAt = (form: Target, { baseUrl, environmentId }: Target): boolean =>
  form.baseUrl === baseUrl && form.environmentId === environmentId

/** An origin for people. */
export function originText({ spec, document, row }: Origin): string {
  const of = document === undefined ? spec : `${spec}, document ${document}`
  return row === undefined ? of : `${of}, row ${row}`
}

/** The form as it is now, without where it comes from. */
const versionOf = ({ content, id, url, created }: FormVersion): FormVersion => ({
  content,
  id,
  url,
  created,
})

/** Every form that an entry names, the newest first. */
export const versionsOf = (form: LockedForm): readonly FormVersion[] => [
  versionOf(form),
  ...(form.history ?? []),
]

/** What an entry is made of. */
export type Entry = {
  readonly origin: Origin
  readonly target: Target
  readonly version: FormVersion
  readonly history: readonly FormVersion[]
}

/** An entry of the lock file, its members in the one order that they are written in. */
export const lockedForm = ({ origin, target, version, history }: Entry): LockedForm => {
  const { spec, document, row } = origin
  return {
    spec,
    ...(document === undefined ? {} : { document }),
    ...(row === undefined ? {} : { row }),
    baseUrl: target.baseUrl,
    environmentId: target.environmentId,
    ...versionOf(version),
    ...(history.length === 0 ? {} : { history: history.map(versionOf) }),
  }
}

/** The entries with these in the place of those of the same origin and target, sorted. */
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

/** A text that is the same for the same origin and target only. */
export const entryKey = (form: LockedForm): string =>
  JSON.stringify([originKey(form), form.baseUrl, form.environmentId])

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
