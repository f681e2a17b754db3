import { link, lstat, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { Failure } from '../../failure.ts'
import { syncFolder } from '../../make-folders.ts'
import { partOf, sweepParts } from '../../part-file.ts'
import { codeOf, reasonOf } from '../../reason.ts'
import type { PendingFile } from '../host.ts'
import { readAhead } from './read-ahead.ts'
import type { Parts } from './parts.ts'
import { writeAt as writeNow } from './read-at.ts'

/** A file to be written: its full path, as the caller named it in `path`, and whether one that is there gives way. */
export type Beginning = {
  readonly path: string
  readonly full: string
  readonly replace: boolean
  readonly mode?: number
  readonly parts: Parts
  /** Called once the file is committed or discarded. */
  readonly forget: () => void
}

/** Begins a file beside its final place, under a name that nobody reads. */
export async function beginFile(beginning: Beginning): Promise<PendingFile> {
  const target = await targetOf(beginning)
  const temporary = partOf(target.full)
  const handle = await beginning.parts.open(temporary, target.mode).catch((error: unknown) => {
    throw unwritable(beginning, error)
  })
  const begun = { temporary, handle, end: 0, synced: 0, syncing: nothing(), isSettled: false }
  const writing: Writing = { ...beginning, ...target, ...begun }
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
    write: (chunk) => guarded(writeAll(writing, chunk)),
    shared: sharedOf(writing, guarded),
    rewrite: (from, remake) => guarded(rewrite(writing, from, remake)),
    settle: () => guarded(settle(writing)),
    commit: () => guarded(commit(writing)),
    discard,
  }
}

const sharedOf = (
  writing: Writing,
  guarded: (work: Promise<void>) => Promise<void>,
): PendingFile['shared'] => ({
  handle: () => writing.handle.fd,
  end: () => writing.end,
  writeAt: async (bytes, place) => {
    await guarded(writeThere(writing, bytes, place))
    // Others write as much at the same time.
    if (place + bytes.length - writing.synced >= syncedAtOnce) syncOn(writing, place)
  },
  reached: (to) => void (to - writing.synced >= syncedAtOnce && syncOn(writing, to)),
  passes: () => void (writing.synced = Math.max(writing.synced, mostPassing)),
  moveEnd: (to) => void (writing.end = to),
  fail: (error) => guarded(Promise.reject(error)),
})

const writeThere = async ({ handle }: Writing, bytes: Uint8Array, place: number): Promise<void> =>
  writeNow(handle.fd, bytes, place)

type Target = { readonly full: string; readonly mode: number }

type Writing = Beginning &
  Target & {
    temporary: string
    handle: FileHandle
    /** How many bytes were written, and of how many the system was asked to make them durable. */
    end: number
    synced: number
    syncing: Promise<void>
    isSettled: boolean
  }

const nothing = async (): Promise<void> => undefined

const unwritable = ({ path }: Beginning, error: unknown): Failure =>
  Failure.of('file-unwritable', { path, reason: reasonOf(error) })

/** Where the file really goes and with what permissions: those of the file that it replaces, if any. */
async function targetOf({ path, full, replace, mode }: Beginning): Promise<Target> {
  const refuse = (reason: string): Failure => Failure.of('file-unwritable', { path, reason })
  const isLink = await lstat(full).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
  const there = await stat(full).catch(() => undefined)
  if (!there && isLink) throw refuse('it is a symbolic link to what is not there')
  if (!there) return { full, mode: mode ?? 0o644 }
  if (there.isDirectory()) throw refuse('it is a folder')
  // The rename at the end would put a file in the place of a device or a pipe: as root, of /dev/null.
  if (!there.isFile()) throw refuse('it is a device or a pipe, and no file')
  if (!replace) throw Failure.of('file-exists', { path })
  const real = isLink ? await realpath(full) : full
  // A link stays a link, and what it leads to is replaced; but nobody leads us out of the folder that was named.
  if (isLink && !real.startsWith(`${await realpath(dirname(full))}${sep}`))
    throw refuse(`it is a symbolic link that leads out of its folder, to ${real}; name that file itself`)
  return { full: real, mode: mode ?? there.mode & 0o777 }
}

async function writeAll(writing: Writing, chunk: Uint8Array | string): Promise<void> {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  await writeAt(writing.handle, bytes, writing.end)
  writing.end += bytes.length
  if (writing.end - writing.synced >= syncedAtOnce) syncOn(writing, writing.end)
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, place + done)).bytesWritten
}

/** Bytes that are made durable while the next ones are written, so that little is left to wait for at the end. */
const syncedAtOnce = 16 * 1024 * 1024

/** So little of a file that is read again at once the system keeps in memory until then, and need not make durable. */
const mostPassing = 128 * 1024 * 1024

function syncOn(writing: Writing, to: number): void {
  writing.synced = to
  // Its failure is for the end to tell: the system tells it once.
  writing.syncing = Promise.all([writing.syncing, writing.handle.datasync()]).then(() => undefined)
  writing.syncing.catch(() => undefined)
}

/** Writes into a file of its own, which takes the place of what was written before. */
async function rewrite(writing: Writing, from: number, remake: Remake): Promise<void> {
  const { handle, temporary, full, mode, parts } = writing
  const other = partOf(full)
  const next: Writing = {
    ...writing,
    temporary: other,
    handle: await parts.open(other, mode),
    end: 0,
    synced: 0,
    syncing: nothing(),
  }
  try {
    await remake(readAhead(handle, from), (chunk) => writeAll(next, chunk))
    // What was read is right only where the system could keep it.
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

async function settle(writing: Writing): Promise<void> {
  await writing.syncing
  await writing.handle.sync()
  writing.isSettled = true
}

async function commit(writing: Writing): Promise<void> {
  const { handle, temporary, full, replace, forget, parts } = writing
  if (!writing.isSettled) await settle(writing)
  await handle.close()
  if (replace) await rename(temporary, full)
  else await linkInto(writing)
  forget()
  parts.named(temporary)
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
