import { environmentOf, loggedService, type Access, type Caller } from '../../client/client.ts'
import type { HttpOptions, Proxy } from '../../client/over-http.ts'
import { Failure, ignoreFailure } from '../../failure/failure.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Service } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { warningLine } from '../terminal/terminal.ts'
import type { Host } from '../host.ts'
import { destinationOf, holdsData, type HttpDestination } from './base-url.ts'
import { isFor, readKey } from './key.ts'
import type { Key, Settings, Sourced } from './settings.ts'
import { retryContextOf, timeoutOf } from './waits.ts'

/** A service ready to be called, with what a call needs. */
type Connection = Access & {
  readonly sourceFormId: string | undefined
  readonly close: () => Promise<void>
}

/** Whether a data folder is written to: only then is a missing one created, or an older one brought up to date. */
type Opening = { readonly writes?: boolean }

/** Connects to the service of the settings in force. The caller closes the connection. */
export async function connect(context: Context, opening: Opening = {}): Promise<Connection> {
  const settings = await context.settings()
  const destination = destinationOf(requiredBaseUrl(settings))
  return destination.kind === 'http'
    ? connectHttp(destination, settings, context)
    : connectEmbedded(destination.dir, settings, context, opening)
}

async function connectHttp(
  destination: HttpDestination,
  settings: Settings,
  context: Context,
): Promise<Connection> {
  const key = await readKey(context, settings.key, destination.url)
  context.terminal.maskSecret(key.value)
  if (settings.isBaseUrlOfProject && !settings.key?.isStored) await warnOfFirstUse(key, settings, context)
  return {
    service: await serviceAt(destination, context),
    baseUrl: destination.url,
    apiKey: key.value,
    keySource: key.source,
    keyAdvice: key.advice,
    environmentId: settings.environment?.value,
    sourceFormId: settings.sourceForm?.value,
    close: async () => undefined,
  }
}

/** Warns once on this machine that a key which is not bound to an address goes to one that a project file chose. */
async function warnOfFirstUse(
  { source }: Key,
  { baseUrl }: Settings,
  { host, terminal }: Context,
): Promise<void> {
  const { files, stateFolder } = host
  const path = files.resolve(stateFolder, 'addresses', encodeURIComponent(baseUrl?.value ?? ''))
  if ((await files.kind(path)) !== 'missing') return
  await terminal.warn(
    warningLine(
      `The API key from ${source} goes to ${baseUrl?.value}, as ${baseUrl?.source} says.`,
      terminal,
    ),
  )
  // Where this cannot be remembered, the next run warns again.
  await files.makeFolder(files.resolve(path, '..'), 0o700).catch(ignoreFailure)
  await writeFile(files, path, { content: '', mode: 0o600 }).catch(ignoreFailure)
}

async function connectEmbedded(
  dir: string,
  settings: Settings,
  context: Context,
  { writes = false }: Opening,
): Promise<Connection> {
  const { host } = context
  const baseUrl = `embedded:${dir}`
  const isForFolder = settings.key !== undefined && isFor(settings.key, baseUrl)
  const key = isForFolder ? await readKey(context, settings.key, baseUrl) : undefined
  if (key) context.terminal.maskSecret(key.value)
  const { openEmbedded } = await import('./open-data-folder.ts')
  const embedded = await openEmbedded(host, dir, { writes, environmentId: settings.environment?.value })
  context.terminal.maskSecret(embedded.apiKey)
  return {
    service: withLog(embedded.service, baseUrl, context),
    baseUrl,
    apiKey: key?.value ?? embedded.apiKey,
    keySource: key?.source ?? 'the embedded service',
    keyAdvice: key?.advice ?? 'Try again.',
    environmentId: settings.environment?.value ?? embedded.environmentId,
    sourceFormId: settings.sourceForm?.value ?? (embedded.sourceFormId || undefined),
    close: embedded.close,
  }
}

/** The base URL, without which nothing can be called. */
export function requiredBaseUrl({ baseUrl }: Settings): Sourced<string> {
  if (baseUrl) return baseUrl
  const [setting, flag, variable] = ['base URL', '--base-url', 'FORMCTL_BASE_URL']
  throw Failure.of('setting-missing', { setting, flag, variable })
}

/** The service at an address; warns where the connection is not encrypted. */
export async function serviceAt({ url, isOpen }: HttpDestination, context: Context): Promise<Service> {
  const { terminal } = context
  if (isOpen)
    await terminal.warn(
      warningLine(`${url} is not encrypted, so the API key can be read on its way. Use https.`, terminal),
    )
  return quietServiceAt(url, context)
}

/** The same without the warning. */
export async function quietServiceAt(url: string, context: Context): Promise<Service> {
  return withLog(await context.host.overHttp(url, await httpOptionsOf(url, context)), url, context)
}

/** With --verbose, the service logs its calls. */
function withLog(service: Service, baseUrl: string, { host, terminal, globals }: Context): Service {
  if (!globals.verbose) return service
  return loggedService(service, {
    log: (line) => terminal.warn(terminal.err.dim(line)),
    now: host.now,
    baseUrl,
  })
}

/** The timeout and proxy for calls to an address. */
export const httpOptionsOf = async (url: string, context: Context): Promise<HttpOptions> => ({
  seconds: timeoutOf(context),
  proxy: await proxyOf(context.host, url),
})

/** The proxy of an address; most runs know of none, and load nothing for it. */
async function proxyOf({ env }: Host, url: string): Promise<Proxy | undefined> {
  if (!namesProxy(env)) return undefined
  return (await import('../../client/over-http.ts')).proxyFor(url, env)
}

export const namesProxy = (env: Host['env']): boolean =>
  Object.keys(env).some((name) => /^https?_proxy$/i.test(name) && env[name])

/** Who calls, over an open connection. */
export type ConnectedCaller = Caller & { readonly access: Connection }

/** Connects, works and closes, however the work ends. */
export async function withCaller<T>(
  context: Context,
  work: (caller: ConnectedCaller) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const access = await connect(context, opening)
  try {
    return await work({ access, retry: retryContextOf(context) })
  } finally {
    await access.close()
  }
}

/** Opens the connection of a run on its first use, so that a run that needs none needs no key. */
export type OpenConnection = () => Promise<ConnectedCaller>

/** Works with a connection, and closes it if it was opened. */
export async function withLazyCaller<T>(
  context: Context,
  work: (open: OpenConnection) => Promise<T>,
): Promise<T> {
  const workEnded = Promise.withResolvers<void>()
  let opened: Promise<ConnectedCaller> | undefined
  let connection: Promise<void> | undefined
  const open: OpenConnection = () =>
    (opened ??= new Promise((resolve, reject) => {
      connection = withCaller(context, (caller) => {
        resolve(caller)
        return workEnded.promise
      })
      connection.catch(reject)
    }))
  try {
    return await work(open)
  } finally {
    workEnded.resolve()
    await connection?.catch(() => undefined)
  }
}

/**
 * Where forms would be created, and their source form; empty ids if the data folder does not exist yet. Needs no key, sends no
 * request and creates nothing.
 */
export async function resolveTarget(context: Context): Promise<{
  readonly baseUrl: string
  readonly environmentId: string
  readonly sourceFormId: string | undefined
}> {
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
