import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../failure/failure.ts'
import { makeFolders } from './files.ts'
import { reasonOf } from '../failure/reason.ts'
import type { Claim } from './file-system.ts'

/**
 * Takes a file for this process alone; undefined while another process of this user has it. Node has no file lock that
 * ends with its process. SQLite has one on every system, so an empty database under `folder` is locked instead.
 */
export async function claimFile(full: string, folder: string): Promise<Claim | undefined> {
  const at = join(await realpath(dirname(full)).catch(() => dirname(full)), basename(full))
  const name = join(folder, `${createHash('sha256').update(at).digest('hex').slice(0, 32)}.claim`)
  try {
    await makeFolders(folder, 0o700)
    return claimed(new DatabaseSync(name, { timeout: 0 }))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw Failure.of('file-unwritable', { path: name, reason: reasonOf(error) })
  }
}

function claimed(database: DatabaseSync): Claim | undefined {
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === busy

// SQLITE_BUSY; the bytes above it tell which kind.
const busy = 5
