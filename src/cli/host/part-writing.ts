import type { FileHandle } from 'node:fs/promises'
import { availableMemory } from 'node:process'
import type { PendingFile } from '../host.ts'
import { beginPaged, type PagedWriting } from './paged-writing.ts'
import { writeAt as writeNow } from './read-at.ts'
import { uncachedPart, type UncachedPart } from './uncached-part.ts'

/** How far a file is written that has no name of its own yet. */
export type PartWriting = {
  temporary: string
  handle: FileHandle
  /** How many bytes were written, and of how many the system was asked to make them durable. */
  end: number
  synced: number
  syncing: Promise<void>
  isSettled: boolean
  /** Whether it will be written anew. */
  isPassing: boolean
  /** How many bytes it has when what comes then goes past the system's cache, the way to there, and what goes it. */
  large: number
  past: UncachedPart
  paged: PagedWriting | undefined
}

/** Of less, most is in the cache still when it is read. */
const leastUncached = 256 * 1024 * 1024

/** Nothing of it was written yet. */
export const beginPart = (temporary: string, handle: FileHandle, large = leastUncached): PartWriting => ({
  temporary,
  handle,
  end: 0,
  synced: 0,
  syncing: nothing(),
  isSettled: false,
  isPassing: false,
  large,
  past: uncachedPart(temporary, () => handle.fd),
  paged: undefined,
})

const nothing = async (): Promise<void> => undefined

/** Closes it, whatever was written. */
export async function closePart({ paged, past, handle }: PartWriting): Promise<void> {
  // Its failure was told, or nobody cares any more.
  await paged?.rest().catch(() => undefined)
  await past.close()
  await handle.close()
}

/** Writes behind what was written. */
export async function writeOn(part: PartWriting, chunk: Uint8Array | string): Promise<void> {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  part.paged ??= await pagedOf(part)
  if (part.paged) await part.paged.write(bytes)
  else await writeAt(part.handle, bytes, part.end)
  part.end += bytes.length
  if (!part.paged && part.end - part.synced >= syncedAtOnce) syncOn(part, part.end)
}

async function pagedOf({ isPassing, end, large, past }: PartWriting): Promise<PagedWriting | undefined> {
  const way = isPassing || end < large ? undefined : await past.open()
  return way && beginPaged(way, end)
}

/** Lets all that was written be in the file. */
export async function endPages(part: PartWriting): Promise<void> {
  const { paged, handle } = part
  part.paged = undefined
  await paged?.end((bytes, at) => writeAt(handle, bytes, at))
}

/** Makes all of it durable. */
export async function settlePart(part: PartWriting): Promise<void> {
  await endPages(part)
  await part.syncing
  await part.handle.sync()
  part.isSettled = true
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, place + done)).bytesWritten
}

/** Bytes that are made durable while the next ones are written, so that little is left to wait for at the end. */
const syncedAtOnce = 16 * 1024 * 1024

/** So much of a file that is read again at once the system keeps in memory until then, and need not make durable. */
const mostPassing = (): number => Math.max(128 * 1024 * 1024, availableMemory() / 8)

function syncOn(part: PartWriting, to: number): void {
  part.synced = to
  // Its failure is for the end to tell: the system tells it once.
  part.syncing = Promise.all([part.syncing, part.handle.datasync()]).then(() => undefined)
  part.syncing.catch(() => undefined)
}

/** The same for several threads. */
export const sharedOf = (
  part: PartWriting,
  guarded: (work: Promise<void>) => Promise<void>,
): PendingFile['shared'] => ({
  open: () => guarded(endPages(part)),
  handle: () => part.handle.fd,
  end: () => part.end,
  writeAt: async (bytes, place) => {
    await guarded(writeThere(part, bytes, place))
    // Others write as much at the same time.
    if (place + bytes.length - part.synced >= syncedAtOnce) syncOn(part, place)
  },
  reached: (to) => void (to - part.synced >= syncedAtOnce && syncOn(part, to)),
  passes: () => {
    if (part.isPassing) return
    part.isPassing = true
    part.synced = Math.max(part.synced, mostPassing())
  },
  uncached: async () => {
    // What is read again soon is better in the cache.
    const past = part.isPassing ? undefined : await part.past.open()
    return past && { ...past, writeAt: (bytes, place) => guarded(past.writeAt(bytes, place)) }
  },
  moveEnd: (to) => void (part.end = to),
  fail: (error) => guarded(Promise.reject(error)),
})

const writeThere = async ({ handle }: PartWriting, bytes: Uint8Array, place: number): Promise<void> =>
  writeNow(handle.fd, bytes, place)
