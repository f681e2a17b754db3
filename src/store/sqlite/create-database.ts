import { link, open, rename, rm, rmdir } from 'node:fs/promises'
import { makeFolders, missingFolders, syncFolder, partOf } from '../../files/files.ts'
import { codeOf } from '../../failure/reason.ts'
import { openDatabase } from './database.ts'
import { layOut } from './layout.ts'

/**
 * Makes a database file, and its folder where that is missing. It is built whole under another name and then put in
 * place, so that no process ever sees half of it; when another process was first, its file stays.
 */
export async function createDatabase(
  file: string,
  { folder, secret }: { readonly folder: string; readonly secret: Uint8Array },
): Promise<void> {
  const missing = await missingFolders(folder)
  const temporary = partOf(file)
  try {
    await makeFolders(folder, 0o700)
    await build(temporary, { folder, secret })
    await putInPlace(temporary, file)
    await syncFolder(folder)
  } catch (error) {
    await removeParts(temporary)
    // Stops at a folder in which something else stands by now.
    for (const each of missing) await rmdir(each).catch(() => undefined)
    throw error
  }
  await removeParts(temporary)
}

async function build(
  temporary: string,
  { folder, secret }: { folder: string; secret: Uint8Array },
): Promise<void> {
  // SQLite gives the files beside a database the mode of the database itself.
  await (await open(temporary, 'wx', 0o600)).close()
  const database = openDatabase(temporary, folder)
  try {
    layOut(database, secret)
  } finally {
    database.close()
  }
}

// A link, unlike a rename, fails when another process has put its file there meanwhile.
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
