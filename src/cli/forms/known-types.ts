import { ignoreFailure } from '../../failure/failure.ts'
import type { KnownTypes } from '../../form/check.ts'
import { typeNames } from '../../form/schema.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { destinationOf } from '../settings/base-url.ts'
import { patienceOf } from '../settings/waits.ts'

/** The component types of the service of the settings, as far as no request is needed: an embedded one is ours. */
export async function typesInSettings(context: Pick<Context, 'settings'>): Promise<KnownTypes> {
  const { baseUrl } = (await context.settings().catch(ignoreFailure)) ?? {}
  return baseUrl && embeddedFolder(baseUrl.value) !== undefined ? typeNames : undefined
}

/** The component types that the service of the settings announces. Needs no key; whatever fails is reported later. */
export const askTypes = (context: Context): Promise<KnownTypes> =>
  announcedTypes(context).catch(ignoreFailure)

async function announcedTypes(context: Context): Promise<KnownTypes> {
  const settings = await context.settings()
  const destination = settings.baseUrl && destinationOf(settings.baseUrl)
  if (destination?.kind !== 'http') return undefined
  const { url: baseUrl } = destination
  // Loaded here, as most runs meet no unknown type.
  const [{ announcement }, { quietServiceAt }] = await Promise.all([
    import('../../client/client.ts'),
    import('../settings/connect.ts'),
  ])
  const service = await quietServiceAt(baseUrl, { settings, context })
  const access = { service, baseUrl, apiKey: '', keySource: '', keyAdvice: '', environmentId: undefined }
  return (await announcement({ access, patience: patienceOf(context) }))?.types
}
