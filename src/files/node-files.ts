import { constants, existsSync, lstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs'
import {
  appendFile,
  glob,
  open,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../failure/failure.ts'
import { codeOf, reasonOf, sqliteBusy, sqliteCodeOf } from '../failure/reason.ts'
import type { Claim, FileAccess, FileKind, Files } from './file-system.ts'
import { leadsInto, makeFolders, realPathOf } from './files.ts'
import {
  beginFile,
  cleanupOf,
  makeTemporaryFiles,
  openScratch,
  readChunks,
  type Cleanup,
  type OpenFiles,
} from './pending-file.ts'

/** Files of this machine, and the cleanup of those that were begun and not committed. */
export type NodeFiles = Files & Cleanup

export function nodeFiles(cwd: string): NodeFiles {
  const opened: OpenFiles = { pending: new Set(), scratches: new Set(), temporary: makeTemporaryFiles() }
  return { ...filesIn(cwd, opened), ...cleanupOf(opened) }
}

function filesIn(cwd: string, opened: OpenFiles): Files {
  const { pending, scratches, temporary } = opened
  const at = (path: string): string => resolve(cwd, path)
  return {
    resolve: (...parts) => resolve(cwd, ...parts),
    kind: (path) => kindOf(path, at(path)),
    stamp: (path) => stampOf(at(path)),
    read: (path, limit = 1024 * 1024) => readWhole(path, at(path), limit),
    stream: (path) => streamOf(path, at(path)),
    list: (path) => listOf(path, at(path)),
    glob: async (pattern) => {
      const isPackages = (name: string): boolean => /(^|[/\\])node_modules$/.test(name)
      return (await Array.fromAsync(glob(pattern, { cwd, exclude: isPackages }))).toSorted()
    },
    makeFolder: (path, mode = 0o777) =>
      makeFolders(at(path), mode).catch((error: unknown) => refuseWrite(path, error)),
    create: async (path, options) => {
      const forget = (): void => void pending.delete(file)
      const file = await beginFile({ path, full: at(path), ...options, parts: temporary, onEnd: forget })
      pending.add(file)
      return file
    },
    append: (path, text) => appendFile(at(path), text).catch((error: unknown) => refuseWrite(path, error)),
    scratch: async () => {
      const scratch = await openScratch(() => scratches.delete(scratch))
      scratches.add(scratch)
      return scratch
    },
    remove: (path) =>
      rm(at(path), { force: true }).catch((error: unknown) => {
        throw Failure.of('file-unremovable', { path, reason: reasonOf(error) })
      }),
    claim: (path, folder) => claimFile(at(path), at(folder)),
    access: (path) => accessOf(path, at(path)),
    leadsInto: (folder, path) => leadsInto(at(folder), at(path)),
    realPath: (path) => realPathOf(at(path)),
    within: (folder) => filesIn(at(folder), opened),
  }
}

function refuseWrite(path: string, error: unknown): never {
  throw Failure.of('file-unwritable', { path, reason: reasonOf(error) })
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

async function kindOf(path: string, full: string): Promise<FileKind> {
  const stats = statNow(path, full)
  if (!stats) return 'missing'
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
}

/** Synchronous: an asynchronous stat takes a hundred times as long. */
function statNow(path: string, full: string, statOf: typeof lstatSync = statSync): Stats | undefined {
  try {
    return statOf(full, { throwIfNoEntry: false })
  } catch (error) {
    return undefinedIfMissing(path, error)
  }
}

// Its time alone is not enough: two writes may fall into one tick of the file system's clock.
const stampOf = (full: string): Promise<string | undefined> =>
  stat(full, { bigint: true }).then(
    ({ mtimeNs, ctimeNs, size, ino }) => [mtimeNs, ctimeNs, size, ino].join(' '),
    () => undefined,
  )

function undefinedIfMissing(path: string, error: unknown): undefined {
  if (!isMissing(error)) throw unreadable(path, error)
}

const unreadable = (path: string, error: unknown): Failure =>
  Failure.of('file-unreadable', { path, reason: reasonOf(error) })

async function readFailure(error: unknown, path: string, full: string): Promise<Failure> {
  if (!isMissing(error)) return unreadable(path, error)
  const toOther = (name: string): string =>
    name.replace(/\.(ya?)ml$/, (_, y) => (y === 'y' ? '.yaml' : '.yml'))
  const meant = toOther(full) !== full && existsSync(toOther(full)) ? toOther(path) : undefined
  // A broken link exists, so the message names its target.
  return Failure.of('file-not-found', { path, meant, target: await readlink(full).catch(() => undefined) })
}

async function readWhole(path: string, full: string, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const usual = await readRegularFile(path, full, limit)
  if (usual) return usual
  // The size of stat can't be trusted for pipes and devices, so bytes are counted as they come.
  for await (const chunk of streamOf(path, full)) {
    size += chunk.length
    if (size > limit) throw await tooLarge(path, full, limit)
    chunks.push(chunk.slice())
  }
  return Buffer.concat(chunks)
}

async function tooLarge(path: string, full: string, limit: number): Promise<Failure> {
  const stats = await stat(full).catch(() => undefined)
  const size = stats?.isFile() && stats.size > limit ? stats.size : undefined
  return Failure.of('file-too-large', { path, limit: `${limit / 1024 / 1024} MiB`, size })
}

/** Reads a regular file in one call; undefined for a pipe, a device, an empty file, or one above the limit. */
async function readRegularFile(path: string, full: string, limit: number): Promise<Uint8Array | undefined> {
  try {
    const stats = statSync(full)
    if (!stats.isFile() || stats.size === 0 || stats.size > limit) return undefined
    const bytes = readFileSync(full)
    return bytes.length > limit ? undefined : bytes
  } catch (error) {
    throw await readFailure(error, path, full)
  }
}

async function* streamOf(path: string, full: string): AsyncIterable<Uint8Array> {
  let handle: FileHandle | undefined
  try {
    if (await isPipe(full)) {
      yield* pipeChunks(full)
      return
    }
    handle = await open(full)
    yield* readChunks(handle)
  } catch (error) {
    throw await readFailure(error, path, full)
  } finally {
    await handle?.close()
  }
}

async function listOf(path: string, full: string): Promise<readonly string[]> {
  const entries = await readdir(full, { withFileTypes: true }).catch(async (error: unknown) => {
    throw await readFailure(error, path, full)
  })
  return (
    entries
      // No pipes: one that nobody writes to would be waited for without end.
      .filter((entry) => entry.isFile() || entry.isDirectory() || entry.isSymbolicLink())
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .toSorted()
  )
}

async function accessOf(path: string, full: string): Promise<FileAccess | undefined> {
  const stats = statNow(path, full, lstatSync)
  if (!stats) return undefined
  const self = process.getuid?.() ?? stats.uid
  const trusted = new Set([self, 0, self === 0 ? Number(process.env['SUDO_UID'] ?? 0) : self])
  const owners = [stats.uid, (await stat(full).catch(() => stats)).uid]
  return {
    mode: stats.mode & 0o777,
    isOwn: stats.uid === self,
    isLink: stats.isSymbolicLink(),
    isTrusted: owners.every((owner) => trusted.has(owner)),
  }
}

/** Whether a path is a named pipe that `pipeChunks` can read. */
async function isPipe(full: string): Promise<boolean> {
  // Elsewhere a pipe that nobody writes to yet reads as one that has ended.
  if (process.platform !== 'linux') return false
  const stats = await stat(full).catch(() => undefined)
  return stats?.isFIFO() === true
}

/**
 * Reads a named pipe as it is written; waits for the first writer. Opened like a file, the pipe would block a thread until
 * a writer comes, and Ctrl-C could not end the process.
 */
async function* pipeChunks(full: string): AsyncIterable<Uint8Array> {
  const { Socket } = await import('node:net')
  const fd = openSync(full, constants.O_RDONLY | constants.O_NONBLOCK)
  const chunks: AsyncIterable<Uint8Array> = new Socket({ fd, readable: true, writable: false })
  yield* chunks
}

/**
 * Takes a file for this process alone; undefined while another process of this user has it. Node has no file lock that
 * ends with its process. SQLite has one on every system, so an empty database under `folder` is locked instead.
 */
async function claimFile(full: string, folder: string): Promise<Claim | undefined> {
  // Few runs need them.
  const [{ createHash }, { DatabaseSync: Database }] = await Promise.all([
    import('node:crypto'),
    import('node:sqlite'),
  ])
  const at = join(await realpath(dirname(full)).catch(() => dirname(full)), basename(full))
  const name = join(folder, `${createHash('sha256').update(at).digest('hex').slice(0, 32)}.claim`)
  try {
    await makeFolders(folder, 0o700)
    return claimed(new Database(name, { timeout: 0 }))
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
    if (sqliteCodeOf(error) === sqliteBusy) return undefined
    throw error
  }
}
