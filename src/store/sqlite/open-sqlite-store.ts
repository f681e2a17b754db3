import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../failure/failure.ts'
import { sweepParts } from '../../files/files.ts'
import { codeOf } from '../../failure/reason.ts'
import type { Store } from '../store.ts'
import { createDatabase } from './create-database.ts'
import { databaseName } from './database-name.ts'
import { openDatabase, type Database, type Select } from './database.ts'
import { environmentsIn } from './environments.ts'
import { formsIn } from './forms.ts'
import { keysIn } from './keys.ts'
import { bringUpToDate } from './layout.ts'
import { repliesIn } from './replies.ts'
import { responsesIn } from './responses.ts'
import { storeFailure } from './store-failure.ts'
import { uploadsIn } from './uploads.ts'

/** A store, and the secret of its folder, made when the folder was: 32 bytes. */
export type OpenedStore = { readonly store: Store; readonly secret: Uint8Array }

/**
 * Opens the store in a folder, and makes both where they are missing. Several processes may have it open. Fails with
 * `store-unusable`, and then leaves nothing behind.
 */
export async function openSqliteStore(
  folder: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<OpenedStore> {
  const file = join(folder, databaseName)
  try {
    // A start that was killed may have left its half behind, or a second name of its whole.
    await sweepParts(folder)
    if (await isMissing(file, folder)) await createDatabase(file, { folder, secret: randomBytes(32) })
    // SQLite itself would open what it may only read, and fail at the first write.
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    await access(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw storeFailure(folder, error)
  }
  const database = openDatabase(file, folder)
  try {
    bringUpToDate(database, folder)
    return { store: storeOver(database), secret: secretOf(database) }
  } catch (error) {
    database.close()
    throw error
  }
}

async function isMissing(file: string, folder: string): Promise<boolean> {
  const kind = await stat(folder).catch(missingIsUndefined)
  if (kind && !kind.isDirectory())
    throw Failure.of('store-unusable', { path: folder, reason: 'it is a file, not a folder' })
  return (await stat(file).catch(missingIsUndefined)) === undefined
}

function missingIsUndefined(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

const storeOver = (database: Database): Store => ({
  environments: environmentsIn(database),
  keys: keysIn(database),
  forms: formsIn(database),
  replies: repliesIn(database),
  responses: responsesIn(database),
  uploads: uploadsIn(database),
  close: async () => database.close(),
})

const secret = `select value from settings where name = 'secret'` as Select<{ readonly value: Uint8Array }>

function secretOf(database: Database): Uint8Array {
  const row = database.one(secret)
  if (!row) throw new Error('the data folder has lost its secret')
  return row.value
}
