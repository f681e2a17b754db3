import { createReadStream } from 'node:fs'
import { link, lstat, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '../../failure.ts'
import { reasonOf } from '../../reason.ts'
import type { FileKind, Files, PendingFile, Scratch } from '../host.ts'
import { openScratch } from './node-scratch.ts'

/** Files of this machine, and the end of every file that was begun and not committed. */
export type NodeFiles = Files & { readonly discardPending: () => Promise<void> }

/** Files seen from a working folder. */
export function nodeFiles(cwd: string): NodeFiles {
  const pending = new Set<PendingFile>()
  const scratches = new Set<Scratch>()
  const at = (path: string): string => resolve(cwd, path)
  return {
    resolve: (...parts) => resolve(cwd, ...parts),
    kind: (path) => kindOf(at(path)),
    read: (path, limit = 1024 * 1024) => readWhole(path, { full: at(path), limit }),
    stream: (path) => streamOf(path, at(path)),
    list: (path) => listOf(path, at(path)),
    makeFolder: async (path, mode = 0o777) => {
      await mkdir(at(path), { recursive: true, mode }).catch((error: unknown) => {
        throw Failure.of('file-unwritable', { path, reason: reasonOf(error) })
      })
    },
    create: async (path, options) => {
      const file = await beginFile(path, { full: at(path), ...options, forget: () => pending.delete(file) })
      pending.add(file)
      return file
    },
    scratch: async () => {
      const scratch = await openScratch(() => scratches.delete(scratch))
      scratches.add(scratch)
      return scratch
    },
    remove: (path) => rm(at(path), { force: true }),
    access: (path) => accessOf(at(path)),
    discardPending: async () => {
      await Promise.all([...pending].map((file) => file.discard()))
      await Promise.all([...scratches].map((scratch) => scratch.close()))
    },
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

async function kindOf(full: string): Promise<FileKind> {
  const stats = await stat(full).catch(() => undefined)
  if (!stats) return 'missing'
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
}

const readFailure = (path: string, error: unknown): Failure =>
  isMissing(error)
    ? Failure.of('file-not-found', { path })
    : Failure.of('file-unreadable', { path, reason: reasonOf(error) })

async function readWhole(
  path: string,
  { full, limit }: { full: string; limit: number },
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  // The size that stat tells can't be trusted for pipes and devices, so bytes are counted as they come.
  for await (const chunk of streamOf(path, full)) {
    size += chunk.length
    if (size > limit) throw Failure.of('file-too-large', { path, limit: `${limit / 1024 / 1024} MiB` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* streamOf(path: string, full: string): AsyncIterable<Uint8Array> {
  try {
    // 1 MiB reads: 64 KiB ones cost twice the time on large files.
    for await (const chunk of createReadStream(full, { highWaterMark: 1024 * 1024 })) yield chunk
  } catch (error) {
    throw readFailure(path, error)
  }
}

async function listOf(path: string, full: string): Promise<readonly string[]> {
  const entries = await readdir(full, { withFileTypes: true }).catch((error: unknown) => {
    throw readFailure(path, error)
  })
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted()
}

async function accessOf(
  full: string,
): Promise<{ mode: number; isOwn: boolean; isLink: boolean } | undefined> {
  const stats = await lstat(full).catch(() => undefined)
  if (!stats) return undefined
  return {
    mode: stats.mode & 0o777,
    isOwn: stats.uid === (process.getuid?.() ?? stats.uid),
    isLink: stats.isSymbolicLink(),
  }
}

type Beginning = {
  readonly full: string
  readonly replace: boolean
  readonly mode?: number
  readonly forget: () => void
}

async function beginFile(path: string, beginning: Beginning): Promise<PendingFile> {
  const { full, replace, mode = 0o644 } = beginning
  const unwritable = (error: unknown): Failure =>
    Failure.of('file-unwritable', { path, reason: reasonOf(error) })
  const there = await lstat(full).catch(() => undefined)
  if (there?.isDirectory()) throw Failure.of('file-unwritable', { path, reason: 'it is a folder' })
  if (there && !replace) throw Failure.of('file-exists', { path })
  const temporary = join(dirname(full), `.${basename(full)}.${randomBytes(6).toString('hex')}.part`)
  const handle = await open(temporary, 'wx', mode).catch((error: unknown) => {
    throw unwritable(error)
  })
  const discard = async (): Promise<void> => {
    beginning.forget()
    await handle.close().catch(() => undefined)
    await rm(temporary, { force: true })
  }
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      await discard()
      throw error instanceof Failure ? error : unwritable(error)
    }
  }
  return {
    write: (chunk) => guarded(() => writeAll(handle, chunk)),
    commit: () => guarded(() => commit({ handle, temporary, beginning, path })),
    discard,
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array | string): Promise<void> {
  let left = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  while (left.length > 0) left = left.subarray((await handle.write(left)).bytesWritten)
}

type Committing = { handle: FileHandle; temporary: string; beginning: Beginning; path: string }

async function commit({ handle, temporary, beginning, path }: Committing): Promise<void> {
  await handle.sync()
  await handle.close()
  if (beginning.replace) await rename(temporary, beginning.full)
  else await linkInto(temporary, { full: beginning.full, path })
  beginning.forget()
  await syncFolder(dirname(beginning.full))
}

// A hard link, unlike a rename, fails when another program made the file meanwhile.
async function linkInto(temporary: string, target: { full: string; path: string }): Promise<void> {
  try {
    await link(temporary, target.full)
    await rm(temporary)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw Failure.of('file-exists', { path: target.path })
    await rename(temporary, target.full)
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder; there the rename is as durable as it gets.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
