import { Failure } from '../failure/failure.ts'
import { provision, type First } from '../server/provision.ts'
import type { World } from '../server/world.ts'
import { temporaryFilesIn } from '../server/temporary-file.ts'
import { databaseName } from '../store/sqlite/database-name.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { holdsData } from './holds-data.ts'
import type { Host } from './host.ts'
import { logOn } from './log-on.ts'

/** An opened data folder. */
export type DataFolder = { readonly world: World; readonly close: () => Promise<void> }

/** Opens a data folder, and makes it on its first start: an environment, a key and the starter forms. */
export async function openDataFolder(
  host: Host,
  folder: string,
): Promise<DataFolder & { readonly first: First }> {
  const opened = await openStore(host, folder)
  try {
    return { ...opened, first: await provision(opened.world) }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Opens a data folder that is there already; makes nothing. */
export async function openExistingDataFolder(host: Host, folder: string): Promise<DataFolder> {
  if (!(await holdsData(host.files, folder)))
    throw Failure.of('store-unusable', {
      path: folder,
      reason: `it holds no ${databaseName}; name the right folder with --data, or make one with formctl serve --data ${folder}`,
    })
  return openStore(host, folder)
}

async function openStore(host: Host, folder: string): Promise<DataFolder> {
  const path = host.files.resolve(folder)
  const { store, secret } = await openSqliteStore(path, host.randomBytes)
  const world: World = {
    store,
    secret,
    now: () => host.now().toISOString(),
    randomBytes: host.randomBytes,
    openTemporaryFile: temporaryFilesIn(path),
    log: logOn(host),
    sessionKeys: new Map(),
  }
  return { world, close: store.close }
}
