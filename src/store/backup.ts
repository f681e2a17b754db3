/** Copies of a data folder, made while it is in use: the database, and the folder of uploaded files if there is one. */
import { copyFile, lstat, mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure, misuse } from '../failure/failure.ts'
import { codeOf } from '../failure/reason.ts'
import { leadsInto, makeFolders, missingFolders, partOf, sweepParts, syncFolder } from '../files/files.ts'
import { pathOfBlob } from './blobs.ts'
import { refuseMoved } from './move.ts'
import { databaseName, uploadsName } from './store.ts'
import { integrityProblems } from './sqlite/check.ts'
import { openDatabase, refuseForeignFiles, storeFailure, type Select } from './sqlite/database.ts'
import { checkLayout, settingsIn } from './sqlite/layout.ts'

/** What a copy holds. */
export type Copied = { readonly databaseBytes: number; readonly uploads: number }

/** Marks a folder as a backup, so that nothing else is ever replaced by one. */
const markName = 'backup.json'

/**
 * Copies a data folder to `out`, a folder that appears when all of it is there and checked. An older backup stays unless
 * `replaces`, and anything else always does.
 */
export async function backUp(
  folder: string,
  out: string,
  { replaces, at }: { readonly replaces: boolean; readonly at: string },
): Promise<Copied> {
  const old = await whatIsAt(out)
  if (leadsInto(folder, out))
    throw misuse(`--out ${out} is the data folder or a part of it: name a folder elsewhere.`)
  if (old === 'other' || (old === 'backup' && !replaces)) {
    if (!replaces) throw Failure.of('file-exists', { path: out })
    throw misuse(`--force replaces only a backup, and ${out} is none: name another folder.`)
  }
  const part = partOf(resolve(out))
  try {
    await sweepParts(dirname(part))
    await makeFolders(part, 0o700)
    const copied = await copyInto(folder, part, {
      source: join(folder, databaseName),
      database: databaseName,
    })
    await writeFile(
      join(part, markName),
      `${JSON.stringify({ schema_version: 1, created_at: at, uploads: copied.uploads })}\n`,
      { mode: 0o600, flush: true },
    )
    await syncFolder(part)
    await putInPlace(part, out, old)
    return copied
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw storeFailure(out, error)
  }
}

/** Copies a backup into a data folder that is missing or empty. The database, without which it is no data folder, comes last. */
export async function restore(from: string, folder: string): Promise<Copied> {
  await sweepParts(folder)
  const there = await whatIsAt(folder)
  if (there === 'backup' || there === 'other')
    throw Failure.of('folder-in-use', { path: folder, option: '--data' })
  const source = join(from, databaseName)
  if ((await whatIsAt(source)) === 'nothing') throw Failure.of('file-not-found', { path: source })
  // On a disk that can only be read, SQLite opens it only if nothing may change it. A log beside it may hold newer data.
  const unchanging = new URL(`${pathToFileURL(source).href}?immutable=1`)
  const made = await missingFolders(folder)
  const file = join(resolve(folder), databaseName)
  const part = partOf(file)
  try {
    await makeFolders(folder, 0o700)
    const copied = await copyInto(from, folder, {
      source: (await stat(`${source}-wal`).catch(ifMissing(undefined))) ? source : unchanging,
      database: part,
    })
    await rename(part, file)
    await syncFolder(folder)
    return copied
  } catch (error) {
    for (const path of [part, join(folder, uploadsName)]) await rm(path, { recursive: true, force: true })
    for (const each of made) await rmdir(each).catch(() => undefined)
    throw storeFailure(folder, error)
  }
}

/**
 * The database first: every file that it names was there then, so one that is missing later was erased meanwhile. A file
 * never changes.
 */
async function copyInto(
  from: string,
  to: string,
  { source: of, database }: { readonly source: string | URL; readonly database: string },
): Promise<Copied> {
  refuseForeignFiles(from)
  const file = resolve(to, database)
  // SQLite would give it the usual mode.
  await (await open(file, 'wx', 0o600)).close()
  const source = new DatabaseSync(of, { timeout: 10_000 })
  try {
    // All pages in one step: what others write meanwhile would make smaller steps begin again.
    await backup(source, file, { rate: 2 ** 31 - 1 })
  } catch (error) {
    const failure = storeFailure(from, error)
    throw Failure.is(failure, 'disk-full') ? Failure.of('disk-full', { path: to }) : failure
  } finally {
    source.close()
  }
  const ids = checkCopy(file, from)
  const uploads = await copyFiles(join(from, uploadsName), join(to, uploadsName), ids)
  return { databaseBytes: (await stat(file)).size, uploads }
}

/**
 * Gives the ids of the uploads in a copy. Refuses one that is damaged, not ours, of a layout that this program does not know, or of data
 * that was moved away.
 */
function checkCopy(file: string, from: string): readonly string[] {
  const copy = openDatabase(file, from)
  try {
    checkLayout(copy, { folder: from, mayBeOlder: true })
    const [problem] = integrityProblems(copy)
    if (problem !== undefined)
      throw Failure.of('store-unusable', { path: from, reason: `its formctl.db is damaged: ${problem}` })
    refuseMoved(settingsIn(copy), from)
    return Array.from(copy.each(uploadIds), ({ id }) => id)
  } finally {
    copy.close()
  }
}

const uploadIds = 'select id from uploads' as Select<{ readonly id: string }>

/** Copies the files of these uploads; gives their number. */
async function copyFiles(from: string, to: string, ids: readonly string[]): Promise<number> {
  if (!(await stat(from).catch(ifMissing(undefined)))) return 0
  await mkdir(to, { mode: 0o700 })
  let count = 0
  for (const id of ids)
    if (await copyOne(pathOfBlob(from, id), pathOfBlob(to, id)).catch(ifMissing(false))) count += 1
  await syncFolder(to)
  return count
}

async function copyOne(source: string, target: string): Promise<boolean> {
  if (!(await lstat(source)).isFile()) return false
  await copyFile(source, target)
  const handle = await open(target, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  return true
}

const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (codeOf(error) !== 'ENOENT') throw error
    return value
  }

async function whatIsAt(path: string): Promise<'nothing' | 'empty folder' | 'backup' | 'other'> {
  const kind = await stat(path)
    .catch(ifMissing(undefined))
    .catch((error: unknown) => {
      throw storeFailure(path, error)
    })
  if (!kind) return 'nothing'
  if (!kind.isDirectory()) return 'other'
  const names = await readdir(path)
  return names.length === 0 ? 'empty folder' : names.includes(markName) ? 'backup' : 'other'
}

async function putInPlace(
  part: string,
  out: string,
  old: Awaited<ReturnType<typeof whatIsAt>>,
): Promise<void> {
  const aside = partOf(resolve(out))
  // A folder cannot be replaced in one step; a run that is killed between these two leaves both.
  if (old === 'backup') await rename(out, aside)
  if (old === 'empty folder') await rmdir(out)
  await rename(part, out)
  await syncFolder(dirname(resolve(out)))
  await rm(aside, { recursive: true, force: true })
}
