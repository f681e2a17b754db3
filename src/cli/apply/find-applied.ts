import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import type { LockedForm } from '../generated/lock.ts'
import { settledTarget } from '../settings/settled-target.ts'
import { isAt, originText, versionsOf } from './locked-forms.ts'
import { baseUrlFrom, pathFrom, type LockPlace } from './lock-file.ts'

/** A lock file, read. */
export type Applied = { readonly place: LockPlace; readonly entries: readonly LockedForm[] }

/** The entry of a spec, or of an id, also of an older form; of several services, that of the settings. */
export async function findApplied(
  word: string,
  { place, entries }: Applied,
  context: Context,
): Promise<LockedForm> {
  const byId = entries.filter((entry) => versionsOf(entry).some(({ id }) => id === word))
  const spec = pathFrom(place, context.host.files.resolve(word))
  const found = byId.length > 0 ? byId : entries.filter((entry) => entry.spec === spec)
  const here = found.length > 1 ? await ofSettings(found, place, context) : found
  const [first, second] = here
  if (!first) throw Failure.of('form-not-applied', { word, path: place.name })
  if (!second) return first
  const ids = here.map((entry) => `${entry.id} (${originText(entry)})`)
  const problem = `${word} has ${here.length} forms. Give the id of one: ${ids.join(', ')}.`
  throw Failure.of('usage', { problem })
}

async function ofSettings(
  found: readonly LockedForm[],
  place: LockPlace,
  context: Context,
): Promise<readonly LockedForm[]> {
  const { baseUrl, environmentId } = await settledTarget(context)
  const target = { baseUrl: baseUrlFrom(place, baseUrl), environmentId }
  return found.filter((entry) => isAt(entry, target))
}
