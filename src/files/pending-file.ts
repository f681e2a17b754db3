import { link, rename, rm, type FileHandle, lstat, realpath, stat, open } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { unlinkSync } from 'node:fs'
import { Failure } from '../failure/failure.ts'
import { syncFolder, partOf, sweepParts } from './files.ts'
import { codeOf, reasonOf } from '../failure/reason.ts'
import type { PendingFile, ScratchFile } from './file-system.ts'
import { readAhead } from './read-ahead.ts'

/** Begins a file beside its final place, under a name that nobody reads. */
export async function beginFile(beginning: Beginning): Promise<PendingFile> {
  const target = await targetOf(beginning)
  const temporary = partOf(target.full)
  const handle = await beginning.parts.open(temporary, target.mode).catch((error: unknown) => {
    throw unwritable(beginning, error)
  })
  const writing: Writing = { ...beginning, ...target, ...beginPart(temporary, handle) }
  const discard = async (): Promise<void> => {
    beginning.forget()
    await writing.handle.close().catch(() => undefined)
    await rm(writing.temporary, { force: true })
  }
  const guarded = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      await discard()
      throw error instanceof Failure ? error : unwritable(beginning, error)
    }
  }
  await sweepParts(dirname(target.full))
  return {
    place: temporary,
    write: (chunk) => guarded(append(writing, chunk)),
    rewrite: (from, remake) => guarded(rewrite(writing, from, remake)),
    sync: () => guarded(settle(writing)),
    read: () => readAhead(writing.handle, 0),
    commit: () => guarded(commit(writing)),
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
  isSettled: boolean
}

type Writing = Beginning & FileTarget & Part

const beginPart = (temporary: string, handle: FileHandle): Part => ({
  temporary,
  handle,
  end: 0,
  synced: 0,
  syncing: Promise.resolve(),
  isSettled: false,
})

/** A sync starts after so many bytes, while the next ones are written, so that the last one is short. */
const syncedAtOnce = 16 * 1024 * 1024

async function append(part: Part, chunk: Uint8Array | string): Promise<void> {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  for (let done = 0; done < bytes.length;)
    done += (await part.handle.write(bytes, done, bytes.length - done, part.end + done)).bytesWritten
  part.end += bytes.length
  if (part.end - part.synced < syncedAtOnce) return
  part.synced = part.end
  part.syncing = Promise.all([part.syncing, part.handle.datasync()]).then(() => undefined)
  // The system reports a failed sync once; `settle` awaits it.
  part.syncing.catch(() => undefined)
}

async function settle(part: Part): Promise<void> {
  await part.syncing
  await part.handle.sync()
  part.isSettled = true
}

/** Writes a second temporary file from the first, and continues with it. */
async function rewrite(writing: Writing, from: number, remake: Remake): Promise<void> {
  const { handle, temporary, full, mode, parts } = writing
  const other = partOf(full)
  const next = beginPart(other, await parts.open(other, mode))
  try {
    await remake(readAhead(handle, from), (chunk) => append(next, chunk))
    // A failed sync may have lost what was just read.
    await writing.syncing
  } catch (error) {
    await next.handle.close().catch(() => undefined)
    await rm(other, { force: true })
    throw error
  }
  Object.assign(writing, next)
  await handle.close()
  await rm(temporary, { force: true })
}

type Remake = Parameters<PendingFile['rewrite']>[1]

async function commit(writing: Writing): Promise<void> {
  const { full, replace, forget, parts } = writing
  if (!writing.isSettled) await settle(writing)
  await writing.handle.close()
  if (replace) await rename(writing.temporary, full)
  else await linkInto(writing)
  forget()
  parts.named(writing.temporary)
  await syncFolder(dirname(full))
}

// A hard link, unlike a rename, fails when another program made the file meanwhile.
async function linkInto({ temporary, full, path }: Writing): Promise<void> {
  try {
    await link(temporary, full)
    await rm(temporary)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw Failure.of('file-exists', { path })
    // Some file systems have no hard links.
    await rename(temporary, full)
  }
}

/** A file to be written: its full path, as the caller named it in `path`, and whether one that is there gives way. */
type Beginning = {
  readonly path: string
  readonly full: string
  readonly replace: boolean
  readonly mode?: number
  readonly isPrivate?: boolean
  readonly parts: TemporaryFiles
  /** Called once the file is committed or discarded. */
  readonly forget: () => void
}

/** Where a file really goes, and with what permissions. */
type FileTarget = { readonly full: string; readonly mode: number }

const unwritable = ({ path }: Beginning, error: unknown): Failure =>
  Failure.of('file-unwritable', { path, reason: reasonOf(error) })

/** Where the file really goes and with what permissions: those of the file that it replaces, if any. */
async function targetOf({ path, full, replace, mode, isPrivate = false }: Beginning): Promise<FileTarget> {
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
  readonly named: (part: string) => void
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
    named: (part) => void noted.delete(part),
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
