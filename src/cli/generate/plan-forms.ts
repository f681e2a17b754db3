import { Failure } from '../../failure.ts'
import type { Form } from '../../form/generated/form.ts'
import type { GenerateBody } from '../../wire/bodies.ts'
import type { JournalEntry } from '../generated/journal-entry.ts'
import type { ReadForm } from './read-specs.ts'

/** A form with the request that would create it, for which a source form may still be to choose. */
export type UnsentForm = ReadForm & {
  readonly body: Pick<Form, 'name' | 'steps'> & { readonly sourceFormId?: string }
}

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
  given: Given,
  settledSourceForm: () => Promise<string | undefined>,
): Promise<readonly PlannedForm[]> {
  const planned: PlannedForm[] = []
  for (const { body, ...read } of await planUnsent(forms, given, settledSourceForm)) {
    const { sourceFormId } = body
    if (sourceFormId === undefined) throw noSourceForm()
    planned.push({ ...read, body: { ...body, sourceFormId } })
  }
  return planned
}

/** What would be planned, for a run that sends nothing: a source form that nobody has named yet is left out. */
export async function planUnsent(
  forms: readonly ReadForm[],
  { name, sourceForm }: Given,
  settledSourceForm: () => Promise<string | undefined>,
): Promise<readonly UnsentForm[]> {
  const planned: UnsentForm[] = []
  for (const read of forms) {
    const sourceFormId = sourceForm ?? read.form.sourceFormId ?? (await settledSourceForm())
    const own = { name: name ?? read.form.name, steps: read.form.steps }
    planned.push({ ...read, body: sourceFormId === undefined ? own : { sourceFormId, ...own } })
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
