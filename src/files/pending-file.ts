import { link, rename, rm, type FileHandle, lstat, realpath, stat, open } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Failure } from '../failure/failure.ts'
import { syncFolder, partOf, prefetch, sweepParts } from './files.ts'
import { codeOf, reasonOf } from '../failure/reason.ts'
import type { PendingFile, ScratchFile } from './file-system.ts'

/** Begins a file beside its final place, under a name that nobody reads. */
export async function beginFile(request: FileRequest): Promise<PendingFile> {
  const target = await targetOf(request)
  const temporary = partOf(target.full)
  const handle = await request.parts.open(temporary, target.mode).catch((error: unknown) => {
    throw unwritable(request, error)
  })
  const file: OpenFile = { ...request, ...target, ...beginPart(temporary, handle) }
  const discard = async (): Promise<void> => {
    request.onEnd()
    await file.handle.close().catch(() => undefined)
    await rm(file.temporary, { force: true })
  }
  const guarded = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      await discard()
      throw error instanceof Failure ? error : unwritable(request, error)
    }
  }
  await sweepParts(dirname(target.full))
  return {
    place: temporary,
    write: (chunk) => guarded(append(file, chunk)),
    rewrite: (from, remake) => guarded(rewrite(file, from, remake)),
    sync: () => guarded(sync(file)),
    read: () => readChunks(file.handle, 0),
    commit: () => guarded(commit(file)),
    discard,
  }
}

/** A temporary file, and how much of it is written. */
type Part = {
  temporary: string
  handle: FileHandle
  /** Bytes written, and bytes that a sync was started for. */
  end: number
  synced: number
  syncing: Promise<void>
  isSynced: boolean
}

type OpenFile = FileRequest & FileTarget & Part

const beginPart = (temporary: string, handle: FileHandle): Part => ({
  temporary,
  handle,
  end: 0,
  synced: 0,
  syncing: Promise.resolve(),
  isSynced: false,
})

/** A sync starts after this many bytes, while the next ones are written, so that the last one is short. */
const syncInterval = 16 * 1024 * 1024

async function append(part: Part, chunk: Uint8Array | string): Promise<void> {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  await writeAt(part.handle, bytes, part.end)
  part.end += bytes.length
  if (part.end - part.synced < syncInterval) return
  part.synced = part.end
  part.syncing = Promise.all([part.syncing, part.handle.datasync()]).then(() => undefined)
  // The system reports a failed sync once; `sync` awaits it.
  part.syncing.catch(() => undefined)
}

async function sync(part: Part): Promise<void> {
  await part.syncing
  await part.handle.sync()
  part.isSynced = true
}

/** Writes a second temporary file from the first, and continues with it. */
async function rewrite(file: OpenFile, from: number, remake: Remake): Promise<void> {
  const { handle, temporary, full, mode, parts } = file
  const other = partOf(full)
  const next = beginPart(other, await parts.open(other, mode))
  try {
    await remake(readChunks(handle, from), (chunk) => append(next, chunk))
    // A failed sync may have lost what was just read.
    await file.syncing
  } catch (error) {
    await next.handle.close().catch(() => undefined)
    await rm(other, { force: true })
    throw error
  }
  Object.assign(file, next)
  await handle.close()
  await rm(temporary, { force: true })
}

type Remake = Parameters<PendingFile['rewrite']>[1]

async function commit(file: OpenFile): Promise<void> {
  const { full, replace, onEnd, parts } = file
  if (!file.isSynced) await sync(file)
  await file.handle.close()
  if (replace) await rename(file.temporary, full)
  else await linkInto(file)
  onEnd()
  parts.release(file.temporary)
  await syncFolder(dirname(full))
}

// A hard link, unlike a rename, fails when another program made the file meanwhile.
async function linkInto({ temporary, full, path }: OpenFile): Promise<void> {
  try {
    await link(temporary, full)
    await rm(temporary)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw Failure.of('file-exists', { path })
    // Some file systems have no hard links.
    await rename(temporary, full)
  }
}

/** A file to be written. */
type FileRequest = {
  /** As the caller wrote it, for messages. */
  readonly path: string
  /** The absolute path. */
  readonly full: string
  /** Whether an existing file is replaced. */
  readonly replace: boolean
  readonly mode?: number
  readonly isPrivate?: boolean
  readonly parts: TemporaryFiles
  /** Called once the file is committed or discarded. */
  readonly onEnd: () => void
}

type FileTarget = { readonly full: string; readonly mode: number }

const unwritable = ({ path }: FileRequest, error: unknown): Failure =>
  Failure.of('file-unwritable', { path, reason: reasonOf(error) })

/** Where the file really goes and with what permissions: those of the file that it replaces, if any. */
async function targetOf({ path, full, replace, mode, isPrivate = false }: FileRequest): Promise<FileTarget> {
  const refuse = (reason: string): Failure => Failure.of('file-unwritable', { path, reason })
  const isLink = await lstat(full).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
  const there = await stat(full).catch(() => undefined)
  if (!there && isLink) throw refuse('it is a symbolic link to a file that does not exist')
  if (!there) return { full, mode: mode ?? (isPrivate ? 0o600 : 0o644) }
  if (there.isDirectory()) throw refuse('it is a folder')
  // The rename at the end would put a file in the place of a device or a pipe: as root, of /dev/null.
  if (!there.isFile()) throw refuse('it is a device or a pipe, not a file')
  if (!replace) throw Failure.of('file-exists', { path })
  const real = isLink ? await realpath(full) : full
  // A link stays a link, and its target is replaced, unless that lies outside the folder that was named.
  if (isLink && !real.startsWith(`${await realpath(dirname(full))}${sep}`))
    throw refuse(`it is a symbolic link that leads out of its folder, to ${real}; name that file itself`)
  return { full: real, mode: mode ?? there.mode & 0o777 }
}

/** The temporary files of this process, so that none is left when it ends. */
type TemporaryFiles = {
  readonly open: (part: string, mode: number) => Promise<FileHandle>
  /** The file got its final name, so it is kept. */
  readonly release: (part: string) => void
  /** Refuses to open more, and waits for those that are being opened. */
  readonly end: () => Promise<void>
  /** Removes all of them at once, even while they are written. */
  readonly sweep: () => void
}

export function makeTemporaryFiles(): TemporaryFiles {
  // A file is noted before it is opened, so that none is missed.
  const noted = new Set<string>()
  const opening = new Set<Promise<unknown>>()
  let isEnding = false
  return {
    open: async (part, mode) => {
      if (isEnding) throw new Error('the run has ended')
      noted.add(part)
      const opened = open(part, 'wx+', mode)
      opening.add(opened)
      try {
        return await opened
      } finally {
        opening.delete(opened)
      }
    },
    release: (part) => void noted.delete(part),
    end: async () => {
      isEnding = true
      await Promise.allSettled(opening)
    },
    sweep: () => {
      for (const part of noted) for (const beside of sidecars) removeNow(`${part}${beside}`)
    },
  }
}

/** What SQLite puts beside a file that it writes. */
const sidecars = ['', '-journal', '-wal', '-shm']

function removeNow(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Usually it is gone already, and the process is ending.
  }
}

/** Cleans up what was begun and not committed. */
export type Cleanup = {
  readonly discardPending: () => Promise<void>
  /** For a process that ends at once: removes every temporary file. */
  readonly sweepParts: () => void
}

export type OpenFiles = {
  readonly pending: Set<PendingFile>
  readonly scratches: Set<ScratchFile>
  readonly temporary: TemporaryFiles
}

export const cleanupOf = ({ pending, scratches, temporary }: OpenFiles): Cleanup => ({
  discardPending: async () => {
    await temporary.end()
    await Promise.all([...pending].map((file) => file.discard()))
    await Promise.all([...scratches].map((scratch) => scratch.close()))
  },
  sweepParts: temporary.sweep,
})

// Reads of 64 KiB take twice the time on large files.
const readSize = 1024 * 1024

/**
 * The bytes of a file from byte `from` on, or from its current position. The next chunk is read while the last one is
 * used. A chunk is valid until the next one is requested: fresh buffers took 80 MB more for a file of 1 GB.
 */
export function readChunks(
  handle: Pick<FileHandle, 'read'>,
  from?: number,
): AsyncGenerator<Uint8Array, void, void> {
  let [buffer, other] = [new Uint8Array(readSize), new Uint8Array(readSize)]
  let position = from
  return prefetch(async () => {
    ;[buffer, other] = [other, buffer]
    const { bytesRead } = await handle.read(buffer, 0, readSize, position ?? null)
    if (position !== undefined) position += bytesRead
    return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead)
  })
}

/** Opens a scratch file in the folder for temporary files (TMPDIR); readable by this user alone. */
export async function openScratch(onEnd: () => void): Promise<ScratchFile> {
  const folder = tmpdir()
  // Few runs need it.
  const { randomBytes } = await import('node:crypto')
  const path = join(folder, `formctl-${randomBytes(8).toString('hex')}.tmp`)
  const guarded = async <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      const reason = `${reasonOf(error)} (set TMPDIR to use another folder)`
      throw Failure.of('file-unwritable', { path: `A temporary file in ${folder}`, reason })
    })
  const handle = await guarded(open(path, 'wx+', 0o600))
  // Gone from its folder at once, so that not even kill -9 leaves answers behind; Windows does not let an open file go.
  const isGone = await rm(path).then(
    () => true,
    () => false,
  )
  let size = 0
  let [buffer, other] = [new Uint8Array(0), new Uint8Array(0)]
  return {
    append: async (bytes) => {
      await guarded(writeAt(handle, bytes, size))
      size += bytes.length
    },
    read: (at, length) => {
      ;[buffer, other] = [other, buffer]
      if (buffer.length < length) buffer = new Uint8Array(length)
      return guarded(readAt(handle, buffer.subarray(0, length), at))
    },
    close: async () => {
      onEnd()
      await handle.close().catch(() => undefined)
      if (!isGone) await rm(path, { force: true })
    },
  }
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await handle.write(bytes, written, bytes.length - written, at + written)).bytesWritten
}

async function readAt(handle: FileHandle, bytes: Uint8Array, at: number): Promise<Uint8Array> {
  const { length } = bytes
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new Error('it became shorter while it was in use')
    done += bytesRead
  }
  return bytes
}
