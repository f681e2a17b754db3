import { absoluteUrl } from '../form-url.ts'
import type { FormVersion, LockedForm } from '../generated/lock.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Applied } from './apply-plan.ts'
import { originText, type Origin } from './locked-forms.ts'
import { isToCreate, toDo, type FormChange } from './make-plan.ts'
import type { Saying } from './say-plan.ts'

/** What is told of a run: its plan, and what became of it; nothing did yet with --dry-run. */
export type Telling = Saying & {
  readonly applied: readonly Applied[]
  /** Of a plan: what earlier runs may have created. */
  readonly open?: readonly JournalEntry[]
}

/** As `schemas/output/forms-apply.schema.json` has it. */
export function reportOf(telling: Telling, isDryRun: boolean): unknown {
  const { plan, lockName, baseUrl, isForgetting, open } = telling
  return {
    schema_version: 1,
    lockFile: lockName,
    baseUrl,
    environmentId: plan.target.environmentId === '' ? null : plan.target.environmentId,
    toDo: toDo(plan, isForgetting),
    forms: plan.changes.map((change) => formOf(change, telling, isDryRun)),
    ...(open && { open: open.map(({ id, name, spec, at }) => ({ id, name, spec, at })) }),
    removed: plan.removed.map((entry) => removedOf(entry, baseUrl, isForgetting && !isDryRun)),
  }
}

const removedOf = (entry: LockedForm, baseUrl: string, isForgotten: boolean): object => ({
  ...placeOf(entry),
  ...versionIn(entry, baseUrl),
  isForgotten,
})

function formOf(change: FormChange, { applied, baseUrl }: Telling, isDryRun: boolean): object {
  const { form, kind } = change
  const outcome = applied.find((one) => one.change === change)
  const entry = 'entry' in change ? change.entry : outcome && 'entry' in outcome ? outcome.entry : undefined
  const code =
    outcome && 'failure' in outcome ? outcome.failure.code : entry || isDryRun ? undefined : 'not-sent'
  const before = isToCreate(change) ? change.history : change.entry.history
  return {
    state: kind,
    ...placeOf(form.origin),
    name: form.body.name,
    content: form.content,
    ...(entry ? versionIn(entry, baseUrl) : { id: null, url: null, absoluteUrl: null }),
    ...(kind === 'moved' && change.before ? { from: placeOf(change.before) } : {}),
    history: (before ?? []).map((version) => versionIn(version, baseUrl)),
    ...(code === undefined ? {} : { code }),
  }
}

const placeOf = ({ spec, document, row }: Origin): Origin => ({
  spec,
  ...(document === undefined ? {} : { document }),
  ...(row === undefined ? {} : { row }),
})

const versionIn = ({ id, url }: FormVersion, baseUrl: string): object => ({
  id,
  url,
  absoluteUrl: absoluteUrl(baseUrl, url),
})

/** The forms that are there after a run, one a row. */
export function rowsOf({ plan, applied, baseUrl }: Telling): readonly (readonly string[])[] {
  return plan.changes.flatMap((change) => {
    const outcome = applied.find((one) => one.change === change)
    const entry = 'entry' in change ? change.entry : outcome && 'entry' in outcome ? outcome.entry : undefined
    return entry ? [rowOf(change, entry, baseUrl)] : []
  })
}

const rowOf = ({ kind, form }: FormChange, entry: LockedForm, baseUrl: string): readonly string[] => [
  kind,
  form.body.name,
  entry.id,
  absoluteUrl(baseUrl, entry.url) ?? entry.url,
  originText(entry),
]
