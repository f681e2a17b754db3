import { Failure } from '../../failure.ts'
import type { GenerateBody } from '../../wire/bodies.ts'
import type { JournalEntry } from '../generated/journal-entry.ts'
import type { ReadForm } from './read-specs.ts'

/** A form with the request that creates it. */
export type PlannedForm = ReadForm & {
  readonly body: GenerateBody
  /** Where its id is to stand, if in a lock file. */
  readonly lock?: LockNote
}

/** An entry of a lock file, named so that a later run can write it. */
type LockNote = NonNullable<JournalEntry['lock']>

/** Where a form comes from, in words. */
export const placeOf = ({ file, row }: Pick<PlannedForm, 'file' | 'row'>): string =>
  row === undefined ? file : `${file}, row ${row.number}`

/** What was given for all forms at once. */
export type Given = { readonly name: string | undefined; readonly sourceForm: string | undefined }

/** Refuses options that fit no form or too many. */
export function refuseMisuse(forms: readonly ReadForm[], { name, sourceForm }: Given): void {
  if (name?.trim() === '') throw misuse('--name is empty.')
  if (sourceForm?.trim() === '') throw misuse('--source-form names no form.')
  if (name !== undefined && forms.length > 1)
    throw misuse(`--name names one form, and ${forms.length} were read: name them in their specs.`)
}

/**
 * The requests for forms. What the contract does not name has no effect at the service, so it stays at home. The
 * settled source form is asked for only when a form has none of its own.
 */
export async function planForms(
  forms: readonly ReadForm[],
  { name, sourceForm }: Given,
  settledSourceForm: () => Promise<string | undefined>,
): Promise<readonly PlannedForm[]> {
  const planned: PlannedForm[] = []
  for (const read of forms) {
    const { form } = read
    const sourceFormId = sourceForm ?? form.sourceFormId ?? (await settledSourceForm())
    if (sourceFormId === undefined) throw noSourceForm()
    planned.push({ ...read, body: { sourceFormId, name: name ?? form.name, steps: form.steps } })
  }
  return planned
}

const misuse = (problem: string): Failure => Failure.of('usage', { problem })

const noSourceForm = (): Failure =>
  Failure.of('setting-missing', {
    setting: 'source form',
    flag: '--source-form',
    variable: 'FORMCTL_SOURCE_FORM_ID',
  })
