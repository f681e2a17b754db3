import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, stat, link, open, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { undoIfFailed, Failure } from '../failure/failure.ts'
import { sweepParts, makeFolders, missingFolders, syncFolder, partOf } from '../files/files.ts'
import { codeOf, ifMissing } from '../failure/reason.ts'
import { blobsIn, uploadsIn, type Blobs } from './blobs.ts'
import type { Statement } from './sql-store.ts'
import { refuseMoved, type Copy } from './move.ts'
import type { Limits } from './rate-limits.ts'
import { type Observe, type Store, databaseName } from './store.ts'
import { openDatabase, refuseForeignFiles, type Database, storeFailure } from './sqlite/database.ts'
import { layOut, prepare, settingsIn } from './sqlite/layout.ts'
import { copyIn, sqliteStore } from './sqlite/sqlite-store.ts'
import type { PostgresOptions } from './postgres/postgres-store.ts'

export { claimForServer, refuseForeignFiles, servedAt } from './sqlite/database.ts'

/** A store, and its 32 secret bytes. */
export type OpenedStore = { readonly store: Store; readonly secret: Uint8Array }

/** How a store in a folder is used. */
export type StoreUse = {
  /** Whether many people use it at once, so that it is worth threads of its own. */
  readonly isServed?: boolean
  /** Gets a report each time the state of the writes changes. */
  readonly observe?: Observe | undefined
  /** By default true. If not, nothing is created, swept or brought to another layout. */
  readonly writes?: boolean
}

/**
 * Opens the store in a folder; creates missing ones, if it `writes`. Several processes may have it open. Fails with
 * `store-unusable`, and then leaves nothing behind.
 */
export async function openSqliteStore(
  folder: string,
  randomBytes: (count: number) => Uint8Array,
  { isServed = false, observe, writes = true }: StoreUse = {},
): Promise<OpenedStore & { readonly blobs: Blobs }> {
  const { database, file, blobs, secret, ...marks } = await openFolder(folder, randomBytes, writes)
  return undoIfFailed(database.close, () => {
    refuseMoved(marks, folder)
    // What a failed sync of an earlier run left in the log may be in memory only; later writes must not follow it there.
    if (isServed) database.one('pragma wal_checkpoint(truncate)')
    return { blobs, store: sqliteStore(database, { file, folder, isServed, observe }), secret }
  })
}

/** The raw rows of the store in a folder, which is made if it is missing. */
export async function openSqliteCopy(
  folder: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<Copy> {
  const { database, secret, begun, moved } = await openFolder(folder, randomBytes)
  return copyIn(database, folder, { secret, begun, moved })
}

async function openFolder(folder: string, randomBytes: (count: number) => Uint8Array, writes = true) {
  const file = join(folder, databaseName)
  try {
    refuseForeignFiles(folder)
    // A killed start may have left an unfinished database, or a second link to a finished one.
    if (writes) await sweepParts(folder)
    if ((await isMissing(file, folder)) && writes) await createDatabase(file, folder, randomBytes(32))
    // SQLite would open a read-only file, and fail at the first write.
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    await access(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw storeFailure(folder, error)
  }
  const database = openDatabase(file, folder)
  return undoIfFailed(database.close, async () => {
    prepare(database, { folder, writes })
    const blobs = blobsIn(uploadsIn(folder))
    if (writes) await moveBytes(database, blobs)
    return { database, file, blobs, ...settingsIn(database) }
  })
}

/**
 * Opens the store in a PostgreSQL database; makes missing tables. Several servers may have it open. `url`: as
 * `postgres://user@host/database?profile=cockroachdb`. Its limits hold across all of them. Fails with `store-unusable`.
 */
export async function openPostgresStore(
  url: string,
  randomBytes: (count: number) => Uint8Array,
  options: PostgresOptions = {},
): Promise<OpenedStore & { readonly limits: Limits }> {
  const { openPostgres } = await import('./postgres/postgres-store.ts')
  return openPostgres(url, randomBytes, options)
}

/** Fails with `usage` where a text is not the URL of a database; opens nothing. */
export async function checkStoreUrl(url: string): Promise<void> {
  const { readUrl } = await import('./postgres/postgres-store.ts')
  readUrl(url)
}

/** The raw rows of a PostgreSQL database; makes missing tables. */
export async function openPostgresCopy(
  url: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<Copy> {
  const { openCopy } = await import('./postgres/postgres-store.ts')
  return openCopy(url, randomBytes)
}

async function isMissing(file: string, folder: string): Promise<boolean> {
  const kind = await stat(folder).catch(ifMissing(undefined))
  if (kind && !kind.isDirectory())
    throw Failure.of('store-unusable', { path: folder, reason: 'it is a file, not a folder' })
  return (await stat(file).catch(ifMissing(undefined))) === undefined
}

/** Moves the bytes of uploads that earlier versions kept in the database to files. It may stop anywhere, and is then done again. */
async function moveBytes(database: Database, blobs: Blobs): Promise<void> {
  const next = 'select rowid, id, bytes from uploads where bytes is not null limit 1' as Statement<{
    readonly rowid: number
    readonly id: string
    readonly bytes: Uint8Array
  }>
  for (let row = database.one(next); row; row = database.one(next)) {
    const blob = await blobs.create()
    await blob.append(row.bytes)
    await blob.keep(row.id)
    await blob.discard()
    const sha256 = createHash('sha256').update(row.bytes).digest('hex')
    database.change('update uploads set bytes = null, sha256 = ? where rowid = ?', [sha256, row.rowid])
  }
}

/**
 * Creates a database file and missing folders. The file is built under another name and then linked, so no process
 * sees an unfinished one. If another process was first, its file stays.
 */
async function createDatabase(file: string, folder: string, secret: Uint8Array): Promise<void> {
  const missing = await missingFolders(folder)
  const temporary = partOf(file)
  try {
    await makeFolders(folder, 0o700)
    // SQLite gives the files beside a database the same mode.
    await (await open(temporary, 'wx', 0o600)).close()
    const database = openDatabase(temporary, folder)
    try {
      layOut(database, secret)
    } finally {
      database.close()
    }
    await putInPlace(temporary, file)
    await syncFolder(folder)
  } catch (error) {
    await removeParts(temporary)
    // Removes empty folders only.
    for (const each of missing) await rmdir(each).catch(() => undefined)
    throw error
  }
  await removeParts(temporary)
}

// Unlike a rename, a link fails if another process has put its file there.
async function putInPlace(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (!/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EMLINK)$/.test(codeOf(error))) throw error
    // Some file systems have no links.
    await rename(temporary, file)
  }
}

const removeParts = async (temporary: string): Promise<void> => {
  for (const ending of ['', '-wal', '-shm', '-journal'])
    await rm(temporary + ending, { force: true }).catch(() => undefined)
}
