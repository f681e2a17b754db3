import { undoIfFailed, Failure, misuse } from '../../failure/failure.ts'
import { buildApp, lineOf, listen, serviceOf, type LogOptions, type ServerDeps } from '../../server/server.ts'
import { findFirst, provision, type FirstEnvironment, withSessionKey } from '../../server/provision.ts'
import { isNetwork } from '../../server/webhooks/webhooks.ts'
import { blobsIn, uploadsIn } from '../../store/blobs.ts'
import { memoryLimits } from '../../store/rate-limits.ts'
import type { Bucket } from '../../store/s3-blobs.ts'
import { databaseName, shownUrl } from '../../store/store.ts'
import {
  claimForServer,
  openPostgresStore,
  openSqliteStore,
  refuseForeignFiles,
  type StoreUse,
} from '../../store/open-store.ts'
import type { Service } from '../../wire/wire.ts'
import type { Host } from '../host.ts'
import { flag, many, text, type Context } from '../command.ts'
import { optionWords, shellWord } from '../option-values.ts'
import { plain } from '../terminal/plain.ts'
import { holdsData } from './base-url.ts'

/** The data folder when no option names one. */
const defaultDataFolder = './formctl-data'

const storeVariable = 'FORMCTL_STORE'

/** `--data` and `--store`, for all commands on the data of a service. */
export const dataOptions = {
  data: text(
    '--data <dir>',
    `the data folder (default: that of embedded:<dir> in the settings, else ${defaultDataFolder}); with --store, the folder of uploaded files`,
  ),
  store: {
    ...text(
      '--store <url>',
      'keep the data in this PostgreSQL database instead of the data folder, such as postgres://user@host/forms (default: FORMCTL_STORE)',
    ),
    variable: storeVariable,
  },
}

/** Which addresses webhooks may reach. */
export const addressOptions = {
  webhookAllow: many(
    '--webhook-allow <network>',
    'let webhooks reach this network, such as 10.0.0.0/8, though it is not public',
    { takes: { what: 'a network such as 10.0.0.0/8, or an address', isValid: isNetwork } },
  ),
  webhookAllowHttp: flag('--webhook-allow-http', 'let webhooks use http, and not https alone'),
}

export type DataOptions = { readonly data: string | undefined; readonly store: string | undefined }

/** Where the data of a run is. `source`: the settings that name the folder. `store`: the URL of the database in its place. */
type DataPlace = { readonly folder: string; readonly source?: string; readonly store?: string }

export async function dataPlaceOf(
  { settings, host }: Pick<Context, 'settings' | 'host'>,
  { data, store = host.env[storeVariable] || undefined }: DataOptions,
): Promise<DataPlace> {
  if (store !== undefined) return { folder: data ?? defaultDataFolder, store }
  if (data !== undefined) return { folder: data }
  const { embedded } = await settings()
  return embedded ? { folder: embedded.value, source: embedded.source } : { folder: defaultDataFolder }
}

/** The options that named the data of a run, for a piece of advice; a URL without its password. A variable also holds for the next run. */
export const dataWords = (
  { data, store }: DataOptions,
  { host, globals: { profile, baseUrl } }: Pick<Context, 'host' | 'globals'>,
): string =>
  store !== undefined && store !== host.env[storeVariable]
    ? optionWords({ '--store': shownUrl(store) })
    : optionWords(data === undefined ? { '--profile': profile, '--base-url': baseUrl } : { '--data': data })

/** The bucket of --uploads with its keys, which never stand on a command line. */
export function bucketOf(uploads: string | undefined, env: Host['env']): Bucket | undefined {
  if (uploads === undefined) return undefined
  const url = URL.parse(uploads)
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/[^/]+$/.test(url.pathname) || url.search !== '')
    throw misuse(
      `--uploads ${uploads} names no bucket: give its address, such as https://s3.example.com/forms.`,
    )
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
  if (!accessKeyId || !secretAccessKey)
    throw misuse('--uploads needs the keys of the bucket in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return { endpoint: url.href, region: env['AWS_REGION'] ?? 'auto', accessKeyId, secretAccessKey }
}

/** What a data folder needs of its host. */
type FolderHost = Pick<Host, 'files' | 'now' | 'randomBytes' | 'stderr'> & {
  readonly processes: Pick<Host['processes'], 'self'>
}

type DataFolder = {
  readonly deps: ServerDeps
  /** The folder or the URL, as messages show it. */
  readonly shown: string
  readonly close: () => Promise<void>
}

/** How a store is used; `store`: the URL of a database in place of the folder. */
type OpenOptions = StoreUse & { readonly store?: string; readonly environmentId?: string }

type ServedFolder = DataFolder & Pick<ReturnType<typeof claimForServer>, 'announce'>

/** Opens a data folder. A new one gets an environment, a key and the starter forms, if the use `writes`. */
export async function openDataFolder(
  host: FolderHost,
  folder: string,
  { environmentId, ...use }: OpenOptions = {},
): Promise<DataFolder & { readonly first: FirstEnvironment }> {
  const opened = await openStore(host, folder, use)
  return undoIfFailed(opened.close, async () => {
    const first = await (use.writes === false ? findFirst : provision)(opened.deps, environmentId)
    if (!first) throw Failure.of('no-data-folder', { path: folder })
    return { ...opened, first }
  })
}

/** The same, with this process as the only server of the folder. A database may have several. */
export async function openServedFolder(
  host: FolderHost,
  folder: string,
  use: OpenOptions = {},
): Promise<ServedFolder & { readonly first: FirstEnvironment }> {
  const opened = await openDataFolder(host, folder, use)
  return use.store === undefined ? claimed(opened, host, folder) : { ...opened, announce: () => undefined }
}

/** An open folder with this process as its only server. Fails with `folder-served`, and then closes it. */
export const claimed = <Opened extends Pick<DataFolder, 'close'>>(
  opened: Opened,
  host: FolderHost,
  folder: string,
): Promise<Opened & Pick<ServedFolder, 'announce'>> =>
  undoIfFailed(opened.close, async () => {
    const { pid } = await host.processes.self()
    const { announce, release } = claimForServer(host.files.resolve(folder), pid)
    return { ...opened, announce, close: () => opened.close().finally(release) }
  })

/** Opens an existing data folder, by default only to read it. To write, a database gets the tables that it lacks. */
export async function openExistingDataFolder(
  host: FolderHost,
  folder: string,
  { writes = false, store }: Pick<OpenOptions, 'writes' | 'store'> = {},
): Promise<DataFolder> {
  if (store === undefined) await requireData(host, folder)
  return openStore(host, folder, { writes, store })
}

/** Refuses a folder that is no data folder. */
export async function requireData(host: FolderHost, folder: string): Promise<void> {
  if (await holdsData(host.files, folder)) return
  const reason = `it holds no ${databaseName}; name the right folder with --data, or make one with formctl serve --data ${shellWord(folder)}`
  throw Failure.of('store-unusable', { path: folder, reason })
}

/** Serves an open data folder on a free port of this machine; closing the service closes the folder. */
export const serveFolder = ({
  deps,
  close,
  announce,
}: ServedFolder): Promise<{ readonly url: string; readonly close: () => Promise<void> }> =>
  undoIfFailed(close, async () => {
    const listening = await listen(buildApp(deps), { host: '127.0.0.1', port: 0 })
    announce(listening.url)
    return { url: listening.url, close: () => listening.close().then(close) }
  })

async function openStore(
  host: FolderHost,
  folder: string,
  { store: url, ...use }: OpenOptions,
): Promise<DataFolder> {
  const path = host.files.resolve(folder)
  refuseForeignFiles(path)
  const { store, secret, blobs, limits } =
    url === undefined
      ? {
          ...(await openSqliteStore(path, host.randomBytes, use)),
          limits: memoryLimits(() => host.now().getTime()),
        }
      : { ...(await openPostgresStore(url, host.randomBytes, use)), blobs: blobsIn(uploadsIn(path)) }
  const deps: ServerDeps = {
    store,
    secret,
    now: () => host.now().toISOString(),
    randomBytes: host.randomBytes,
    blobs,
    log: logTo(host),
    limits,
    sessionKeys: new Map(),
  }
  return { deps, shown: url === undefined ? path : shownUrl(url), close: store.close }
}

/** Writes log lines to stderr; errors are ignored, so a service keeps running when stderr is closed. */
export const logTo =
  ({ stderr }: Pick<Host, 'stderr'>, options?: LogOptions): ServerDeps['log'] =>
  (entry) => {
    const line = lineOf(entry, options)
    void stderr.write(`${options?.format === 'json' ? line : plain(line)}\n`).catch(() => undefined)
  }

/** The service in a data folder, run in this process. */
export type EmbeddedService = {
  readonly service: Service
  /** A key of the environment, valid in this process only. */
  readonly apiKey: string
  readonly environmentId: string
  readonly sourceFormId: string
  readonly close: () => Promise<void>
}

/**
 * Opens the service that `embedded:<dir>` names. A missing folder is created only if the use `writes`: otherwise a mistyped
 * name would look like an empty service.
 */
export async function openEmbedded(
  host: FolderHost,
  folder: string,
  { writes = true, environmentId }: Pick<OpenOptions, 'writes' | 'environmentId'> = {},
): Promise<EmbeddedService> {
  if (!writes && !(await holdsData(host.files, folder))) {
    // A path that is no folder is refused when it is opened.
    if (['missing', 'folder'].includes(await host.files.kind(folder)))
      throw Failure.of('no-data-folder', { path: folder })
  }
  const { deps, first, close } = await openDataFolder(host, folder, { environmentId, writes })
  const session = withSessionKey(deps, first.environmentId)
  const app = buildApp(session.deps)
  return {
    service: serviceOf(app),
    apiKey: session.apiKey,
    environmentId: first.environmentId,
    sourceFormId: first.sourceFormId,
    close: async () => {
      await app.close()
      await close()
    },
  }
}
