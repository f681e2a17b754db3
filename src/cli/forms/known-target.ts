import { Failure, ignoreFailure } from '../../failure/failure.ts'
import type { Target } from '../../form/check.ts'
import { typeNames } from '../../form/schema.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { destinationOf } from '../settings/base-url.ts'
import { retryContextOf } from '../settings/waits.ts'

/** What is known of the service of the settings without a request: an embedded one is ours. */
export async function targetInSettings(context: Pick<Context, 'settings'>): Promise<Target> {
  const { baseUrl } = (await context.settings().catch(ignoreFailure)) ?? {}
  return baseUrl && embeddedFolder(baseUrl.value) !== undefined
    ? { address: baseUrl.value, types: typeNames }
    : undefined
}

/** What the service of the settings announces. Needs no key; whatever fails is reported later. */
export const askTarget = (context: Context): Promise<Target> => announcedBy(context).catch(ignoreFailure)

/**
 * What is known of the service for a check that sends nothing: only a service that the command line names is asked, and a
 * failure to ask it is reported.
 */
export async function targetOfCheck(context: Context): Promise<Target> {
  const { globals, terminal } = context
  const known = await targetInSettings(context)
  if (known || (globals.baseUrl === undefined && globals.profile === undefined)) return known
  try {
    return await announcedBy(context)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await terminal.info(`The service could not be asked what it takes: ${terminal.plain(error.message)}`)
    return undefined
  }
}

async function announcedBy(context: Context): Promise<Target> {
  const settings = await context.settings()
  const destination = settings.baseUrl && destinationOf(settings.baseUrl)
  if (destination?.kind !== 'http') return undefined
  const { url: baseUrl } = destination
  // Loaded here, as most runs meet nothing that hangs on the service.
  const [{ readAnnounced }, { quietServiceAt }] = await Promise.all([
    import('../../client/client.ts'),
    import('../settings/connect.ts'),
  ])
  const service = await quietServiceAt(baseUrl, { settings, context })
  const access = { service, baseUrl, apiKey: '', keySource: '', keyAdvice: '', environmentId: undefined }
  const retry = retryContextOf(context)
  const seconds = Math.min(retry.seconds ?? mostSeconds, mostSeconds)
  const announced = await readAnnounced({ access, retry: { ...retry, seconds } })
  return 'extensions' in announced
    ? { address: baseUrl, types: announced.types, extensions: announced.extensions }
    : { address: baseUrl, extensions: [], isBare: true }
}

// An optional answer is not worth a longer wait.
const mostSeconds = 15
