import { listForms } from '../../client/forms.ts'
import { environmentOf } from '../../client/caller.ts'
import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { withCaller } from '../settings/with-caller.ts'
import { confirm, mayAsk } from '../terminal/ask.ts'
import { findForm, type Found } from './find-form.ts'
import type { Resolved } from './say-entries.ts'

/** Asks the service what became of entries; what is certain enough is settled under --yes, or when a person agrees. */
export async function lookUp(
  entries: readonly JournalEntry[],
  { isSure }: { readonly isSure: boolean },
  context: Context,
): Promise<readonly Resolved[]> {
  const forms = await withCaller(context, async (caller) => {
    const { baseUrl } = caller.access
    for (const entry of entries)
      refuseElsewhere(entry, { baseUrl, environmentId: environmentOf(caller.access) })
    return listForms(caller)
  })
  const resolved: Resolved[] = []
  for (const entry of entries) {
    const found = findForm(entry, forms, context.host.now())
    await context.terminal.say(linesOf(entry, found).map(context.terminal.plain).join('\n'))
    const isAgreed = found.kind !== 'unsure' && (isSure || (await isConfirmed(found, context)))
    resolved.push(resolvedOf(entry, found, isAgreed))
  }
  return resolved
}

type Place = Pick<JournalEntry, 'baseUrl' | 'environmentId'>

function refuseElsewhere({ id, baseUrl, environmentId }: JournalEntry, place: Place): void {
  if (baseUrl === place.baseUrl && environmentId === place.environmentId) return
  const problem = `${id} was sent to ${baseUrl}, environment ${environmentId}, and the settings lead to ${place.baseUrl}, ${place.environmentId}. Give --base-url ${baseUrl} --environment ${environmentId}, or settle it with --created or --not-created.`
  throw Failure.of('usage', { problem })
}

function linesOf({ name, at }: JournalEntry, found: Found): readonly string[] {
  const start = `"${name}", sent at ${at}`
  if (found.kind === 'none') return [`${start}: no form of that name is there, so it was not created.`]
  if (found.kind === 'one')
    return [`${start}: the form ${found.form.id} of that name was created at ${found.form.createdAt}.`]
  const listed = found.forms.map(({ id, createdAt }) => `  ${id}, created at ${createdAt}`)
  return [`${start}: ${found.reason}.`, ...listed]
}

async function isConfirmed(found: Found, context: Context): Promise<boolean> {
  if (!mayAsk(context)) return false
  const message = found.kind === 'one' ? 'Is it that one?' : 'Settle it as not created?'
  return confirm(context, { message, flag: '--yes', fallback: true })
}

function resolvedOf(entry: JournalEntry, found: Found, isAgreed: boolean): Resolved {
  if (found.kind === 'unsure') return { entry, outcome: 'open', forms: found.forms }
  const forms = found.kind === 'one' ? [found.form] : []
  if (!isAgreed) return { entry, outcome: 'open', forms }
  return { entry, outcome: found.kind === 'one' ? 'created' : 'not-created', forms }
}
