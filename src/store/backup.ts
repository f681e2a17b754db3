/** Copies and checks of a data folder, made while it is in use: the database, and the folder of uploaded files if there is one. */
import { copyFile, lstat, mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure, misuse } from '../failure/failure.ts'
import { ifMissing } from '../failure/reason.ts'
import { leadsInto, makeFolders, missingFolders, partOf, sweepParts, syncFolder } from '../files/files.ts'
import { pathOfBlob } from './blobs.ts'
import type { Statement } from './sql-store.ts'
import { refuseMoved } from './move.ts'
import { databaseName, uploadsName, type ResponseKey } from './store.ts'
import { openDatabase, refuseForeignFiles, storeFailure, type Database } from './sqlite/database.ts'
import { checkLayout, settingsIn } from './sqlite/layout.ts'
import { filesOf, uploadOf, type ResponseRecord } from '../form/response.ts'

/** What a copy holds. */
type CopyResult = { readonly databaseBytes: number; readonly uploads: number }

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
): Promise<CopyResult> {
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
    const copied = await copyInto(folder, part, join(folder, databaseName), databaseName)
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
export async function restore(from: string, folder: string): Promise<CopyResult> {
  await sweepParts(folder)
  const there = await whatIsAt(folder)
  if (there === 'backup' || there === 'other')
    throw Failure.of('folder-in-use', { path: folder, option: '--data' })
  const source = join(from, databaseName)
  if ((await whatIsAt(source)) === 'nothing') throw Failure.of('file-not-found', { path: source })
  // On a read-only disk SQLite needs `immutable=1`. That ignores a WAL, so it is used only when there is none.
  const immutable = new URL(`${pathToFileURL(source).href}?immutable=1`)
  const made = await missingFolders(folder)
  const file = join(resolve(folder), databaseName)
  const part = partOf(file)
  try {
    await makeFolders(folder, 0o700)
    const hasWal = await stat(`${source}-wal`).catch(ifMissing(undefined))
    const copied = await copyInto(from, folder, hasWal ? source : immutable, part)
    await rename(part, file)
    await syncFolder(folder)
    return copied
  } catch (error) {
    for (const path of [part, join(folder, uploadsName)]) await rm(path, { recursive: true, force: true })
    for (const each of made) await rmdir(each).catch(() => undefined)
    throw storeFailure(folder, error)
  }
}

/** A fault of a database: its kind and a sentence. */
type StoreProblem = {
  readonly code: 'database-damaged' | 'sequence-gap' | 'event-missing' | 'upload-missing'
  readonly sentence: string
}

/** A file that an answer names. */
type NamedFile = {
  readonly uploadId: string
  /** In bytes; undefined where the id is unknown. */
  readonly size: number | undefined
  /** What is wrong if the file is not there, or not of this size. */
  readonly problem: StoreProblem
}

/** Checks the database of a folder at one moment: up to 1,000 problems of each kind, and the files that should be there. */
export function checkDatabase(
  file: string,
  folder: string,
): { readonly problems: readonly StoreProblem[]; readonly files: readonly NamedFile[] } {
  const database = openDatabase(file, folder)
  try {
    // All that follows sees the same state.
    database.script('begin')
    const damages = integrityProblems(database).map((message): StoreProblem => ({
      code: 'database-damaged',
      sentence: `The database is damaged: ${message}.`,
    }))
    // In a damaged database nothing else can be relied on.
    if (damages.length > 0) return { problems: damages, files: [] }
    return {
      problems: [...sequenceProblems(database), ...eventProblems(database)],
      files: [...namedFiles(database)],
    }
  } catch (error) {
    if (!Failure.is(error, 'store-unusable')) throw error
    return { problems: [{ code: 'database-damaged', sentence: error.message }], files: [] }
  } finally {
    database.close()
  }
}

/**
 * The database first: every file that it names was there then, so one that is missing later was erased meanwhile. A file
 * never changes.
 */
async function copyInto(
  from: string,
  to: string,
  location: string | URL,
  database: string,
): Promise<CopyResult> {
  refuseForeignFiles(from)
  const file = resolve(to, database)
  // SQLite would give it the usual mode.
  await (await open(file, 'wx', 0o600)).close()
  const source = new DatabaseSync(location, { timeout: 10_000 })
  try {
    // All pages in one step: with smaller steps, a concurrent write restarts the backup.
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

const uploadIds = 'select id from uploads' as Statement<{ readonly id: string }>

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

/** What SQLite finds; nothing in a whole database. */
const integrityProblems = (database: Database): readonly string[] =>
  database
    .rows(integrity)
    .map(({ found }) => found)
    .filter((found) => found !== 'ok')

const integrity: Statement<{ readonly found: string }> =
  'select integrity_check as found from pragma_integrity_check'

/** The numbers of an environment's events are 1, 2, 3 and so on, up to the number that the environment holds. */
const sequenceProblems = (database: Database): readonly StoreProblem[] =>
  database.rows(sequences).map(({ id, last, count, highest }) => ({
    code: 'sequence-gap',
    sentence: `The events of environment ${id} have gaps: there are ${count}, the highest number is ${highest}, and the last one given is ${last}.`,
  }))

const sequences = `
  select environments.id, last_seq as last, count(seq) as count, coalesce(max(seq), 0) as highest
  from environments left join events on environment_id = environments.id
  group by environments.id having count <> last or highest <> last limit 1000` as Statement<{
  readonly id: string
  readonly last: number
  readonly count: number
  readonly highest: number
}>

const eventProblems = (database: Database): readonly StoreProblem[] =>
  database.rows(withoutEvent).map(({ environmentId, formId, id, seq }) => ({
    code: 'event-missing',
    sentence: `The last event of response ${id} of form ${formId}, number ${seq} of environment ${environmentId}, is missing.`,
  }))

const withoutEvent = `
  select r.environment_id as environmentId, r.form_id as formId, r.id, r.seq
  from responses r left join events e
    on e.environment_id = r.environment_id and e.seq = r.seq and e.form_id = r.form_id and e.response_id = r.id
  where e.seq is null limit 1000` as Statement<
  ResponseKey & { readonly environmentId: string; readonly seq: number }
>

function* namedFiles(database: Database): Iterable<NamedFile> {
  for (const { environmentId, formId, id, record } of database.each(withFiles)) {
    // Written by `save`.
    const { data } = JSON.parse(record) as ResponseRecord
    for (const file of data.flatMap((entry) => filesOf(entry.response))) {
      const uploadId = uploadOf(file)
      const { size } = database.one(uploadById, [environmentId, uploadId]) ?? {}
      const sentence = `The file ${file.name} of response ${id} of form ${formId} is missing or cut short.`
      yield { uploadId, size, problem: { code: 'upload-missing', sentence } }
    }
  }
}

const withFiles = `
  select environment_id as environmentId, form_id as formId, id, record
  from responses where record like '%"files":%'` as Statement<
  ResponseKey & { readonly environmentId: string; readonly record: string }
>

const uploadById =
  'select size from uploads where environment_id = ? and id = ? and unheld_at is null' as Statement<{
    readonly size: number
  }>
