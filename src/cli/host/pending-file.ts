import { link, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '../../failure.ts'
import { syncFolder } from '../../make-folders.ts'
import { partOf, sweepParts } from '../../part-file.ts'
import { codeOf } from '../../reason.ts'
import type { PendingFile } from '../host.ts'
import { targetOf, unwritable, type Beginning, type FileTarget } from './file-target.ts'
import { readAhead } from './read-ahead.ts'
import { writeAt as writeNow } from './read-at.ts'
import { uncachedPart, type UncachedPart } from './uncached-part.ts'

/** Begins a file beside its final place, under a name that nobody reads. */
export async function beginFile(beginning: Beginning): Promise<PendingFile> {
  const target = await targetOf(beginning)
  const temporary = partOf(target.full)
  const handle = await beginning.parts.open(temporary, target.mode).catch((error: unknown) => {
    throw unwritable(beginning, error)
  })
  const writing: Writing = { ...beginning, ...target, ...begunOf(temporary, handle), isPassing: false }
  const discard = async (): Promise<void> => {
    beginning.forget()
    await close(writing).catch(() => undefined)
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
  passes: () => {
    writing.isPassing = true
    writing.synced = Math.max(writing.synced, mostPassing)
  },
  uncached: async () => {
    // What is read again soon is better in the cache.
    const past = writing.isPassing ? undefined : await writing.past.open()
    return past && { ...past, writeAt: (bytes, place) => guarded(past.writeAt(bytes, place)) }
  },
  moveEnd: (to) => void (writing.end = to),
  fail: (error) => guarded(Promise.reject(error)),
})

const writeThere = async ({ handle }: Writing, bytes: Uint8Array, place: number): Promise<void> =>
  writeNow(handle.fd, bytes, place)

type Writing = Beginning &
  FileTarget & {
    temporary: string
    handle: FileHandle
    /** How many bytes were written, and of how many the system was asked to make them durable. */
    end: number
    synced: number
    syncing: Promise<void>
    isSettled: boolean
    /** Whether it will be written anew. */
    isPassing: boolean
    past: UncachedPart
  }

type Begun = Pick<Writing, 'temporary' | 'handle' | 'end' | 'synced' | 'syncing' | 'isSettled' | 'past'>

const begunOf = (temporary: string, handle: FileHandle): Begun => ({
  temporary,
  handle,
  end: 0,
  synced: 0,
  syncing: nothing(),
  isSettled: false,
  past: uncachedPart(temporary, () => handle.fd),
})

async function close({ past, handle }: Writing): Promise<void> {
  await past.close()
  await handle.close()
}

const nothing = async (): Promise<void> => undefined

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
  const { handle, temporary, full, mode, parts, past } = writing
  const other = partOf(full)
  const next: Writing = { ...writing, ...begunOf(other, await parts.open(other, mode)) }
  try {
    await remake(readAhead(handle, from), (chunk) => writeAll(next, chunk))
    // What was read is right only where the system could keep it.
    await writing.syncing
  } catch (error) {
    await close(next).catch(() => undefined)
    await rm(other, { force: true })
    throw error
  }
  Object.assign(writing, next)
  await past.close()
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
  const { temporary, full, replace, forget, parts } = writing
  if (!writing.isSettled) await settle(writing)
  await close(writing)
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
