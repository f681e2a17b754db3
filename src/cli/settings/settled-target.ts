import { environmentOf } from '../../client/caller.ts'
import type { Context } from '../command.ts'
import { holdsData } from '../holds-data.ts'
import { destinationOf } from './base-url.ts'
import { requiredBaseUrl } from './connect.ts'
import { withCaller } from './with-caller.ts'

/** Where forms would go and what they would look like; nothing where a service in a folder is yet to be made. */
export type SettledTarget = {
  readonly baseUrl: string
  readonly environmentId: string
  readonly sourceFormId: string | undefined
}

/** The same as a connection tells, by the settings alone: without a key, without a call, and nothing is made. */
export async function settledTarget(context: Context): Promise<SettledTarget> {
  const settings = await context.settings()
  const destination = destinationOf(requiredBaseUrl(settings))
  const [environmentId, sourceFormId] = [settings.environment?.value, settings.sourceForm?.value]
  if (destination.kind === 'http')
    return { baseUrl: destination.url, environmentId: environmentOf({ environmentId }), sourceFormId }
  if (await holdsData(context.host.files, destination.dir))
    return withCaller(context, async ({ access }) => ({
      ...access,
      environmentId: environmentOf(access),
    }))
  return {
    baseUrl: `embedded:${destination.dir}`,
    environmentId: environmentId ?? '',
    sourceFormId: sourceFormId ?? '',
  }
}
