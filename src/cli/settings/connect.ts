import { Failure } from '../../failure.ts'
import type { Service } from '../../wire/service.ts'
import type { Context } from '../command.ts'
import { destinationOf, type HttpDestination } from './base-url.ts'
import { httpOptionsOf } from './http-options.ts'
import { isFor, readKey } from './key.ts'
import type { Settings, Sourced } from './settings.ts'
import { toldService } from './told-service.ts'

/** A service ready to be called, with what a call needs. */
export type Connection = {
  readonly service: Service
  /** Base URL for people and for absolute form URLs. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Where the key came from, in words, for messages. */
  readonly keySource: string
  readonly environmentId: string | undefined
  readonly sourceFormId: string | undefined
  readonly close: () => Promise<void>
}

/** Whether a data folder is made where none is: only by what creates something in it. */
export type Opening = { readonly makesFolder?: boolean }

/** The service of the settings in force. Whoever connects, closes. */
export async function connect(context: Context, opening: Opening = {}): Promise<Connection> {
  const settings = await context.settings()
  const destination = destinationOf(requiredBaseUrl(settings))
  return destination.kind === 'http'
    ? connectHttp(destination, { settings, context })
    : connectEmbedded(destination.dir, { settings, context, ...opening })
}

type Connecting = Opening & { readonly settings: Settings; readonly context: Context }

async function connectHttp(destination: HttpDestination, connecting: Connecting): Promise<Connection> {
  const { settings, context } = connecting
  const key = await readKey(context, settings.key, destination.url)
  context.terminal.hide(key.value)
  return {
    service: await serviceAt(destination, connecting),
    baseUrl: destination.url,
    apiKey: key.value,
    keySource: key.source,
    environmentId: settings.environment?.value,
    sourceFormId: settings.sourceForm?.value,
    close: async () => undefined,
  }
}

async function connectEmbedded(
  dir: string,
  { settings, context, makesFolder = false }: Connecting,
): Promise<Connection> {
  const { host } = context
  const baseUrl = `embedded:${dir}`
  const isGiven = settings.key !== undefined && isFor(settings.key, baseUrl)
  const key = isGiven ? await readKey(context, settings.key, baseUrl) : undefined
  if (key) context.terminal.hide(key.value)
  const { openEmbedded } = await import('../embedded.ts')
  const embedded = await openEmbedded(host, dir, { makesFolder })
  context.terminal.hide(embedded.apiKey)
  return {
    service: inWords(embedded.service, { context, baseUrl }),
    baseUrl,
    apiKey: key?.value ?? embedded.apiKey,
    keySource: key?.source ?? 'the embedded service',
    environmentId: settings.environment?.value ?? embedded.environmentId,
    sourceFormId: settings.sourceForm?.value ?? embedded.sourceFormId,
    close: embedded.close,
  }
}

/** The base URL, without which nothing can be called. */
export function requiredBaseUrl({ baseUrl }: Settings): Sourced<string> {
  if (baseUrl) return baseUrl
  const [setting, flag, variable] = ['base URL', '--base-url', 'FORMCTL_BASE_URL']
  throw Failure.of('setting-missing', { setting, flag, variable })
}

/** The service at an address, or a warning first where the way to it is open to others. */
export async function serviceAt(
  { url, isOpen }: HttpDestination,
  { settings, context }: Connecting,
): Promise<Service> {
  const { host, terminal } = context
  if (isOpen)
    await terminal.warn(
      `${terminal.err.yellow('warning')}: ${url} is not encrypted, so the API key can be read on its way. Use https.`,
    )
  return inWords(await host.overHttp(url, await httpOptionsOf(url, { settings, context })), {
    context,
    baseUrl: url,
  })
}

/** The service at another address that is only tried, without a warning of its own. */
export async function quietServiceAt(url: string, { settings, context }: Connecting): Promise<Service> {
  const destination = destinationOf({ value: url, source: '--base-url' })
  // Nobody calls a folder that is an address.
  if (destination.kind !== 'http') throw Failure.of('usage', { problem: `${url} is no address.` })
  const terminal = { ...context.terminal, warn: async () => undefined }
  return serviceAt(destination, { settings, context: { ...context, terminal } })
}

/** Under --verbose, the service tells of its calls. */
function inWords(
  service: Service,
  { context, baseUrl }: { readonly context: Context; readonly baseUrl: string },
): Service {
  const { host, terminal, globals } = context
  if (!globals.verbose) return service
  return toldService(service, {
    tell: (line) => terminal.warn(terminal.err.dim(line)),
    now: host.now,
    baseUrl,
  })
}
