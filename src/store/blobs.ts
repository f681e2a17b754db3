import { createReadStream, lstatSync } from 'node:fs'
import { link, lstat, mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Failure } from '../failure/failure.ts'
import { ifMissing } from '../failure/reason.ts'
import { partOf, sweepParts, syncFolder } from '../files/files.ts'
import { storeFailure } from './sqlite/database.ts'
import { uploadsName } from './store.ts'

/** A file that is being received. */
export type PendingBlob = {
  readonly append: (bytes: Uint8Array) => Promise<void>
  /** Bytes so far. */
  readonly size: () => number
  readonly read: () => Promise<Uint8Array>
  /** Keeps it under an id, durably once this resolves. */
  readonly keep: (id: string) => Promise<void>
  /** Removes it, unless it was kept. Safe to call twice. */
  readonly discard: () => Promise<void>
}

/** Where the bytes of uploaded files are kept; the store holds everything else about them. */
export type Blobs = {
  /** Begins one. Fails with `disk-full`, as does appending, while little space is left. */
  readonly create: () => Promise<PendingBlob>
  /** Its bytes; undefined: there is none with that id. */
  readonly read: (id: string) => Promise<Readable | undefined>
  /** False: it was not found. */
  readonly remove: (id: string) => Promise<boolean>
  /** Removes what killed processes were receiving. */
  readonly sweep: () => Promise<void>
}

/** Bytes of free space that uploads leave for responses. */
const reserve = 256 * 1024 * 1024

/** How many bytes of all uploads are written before the free space is looked at again. */
const checkEvery = 8 * 1024 * 1024

/** Where the uploads of a data folder are. */
export const uploadsIn = (dataFolder: string): string => join(dataFolder, uploadsName)

export const pathOfBlob = (folder: string, id: string): string =>
  join(folder, encodeURIComponent(id.toWellFormed()))

/** The size of a blob in a folder, in bytes; undefined: it is not there. */
export const sizeIn = (folder: string, id: string): number | undefined =>
  lstatSync(pathOfBlob(folder, id), { throwIfNoEntry: false })?.size

/** Keeps blobs as files in a folder, which is made when the first one comes. */
export function blobsIn(folder: string): Blobs {
  const guarded = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw storeFailure(folder, error)
    })
  let unchecked = checkEvery
  const checkSpace = async (bytes: number): Promise<void> => {
    unchecked += bytes
    if (unchecked < checkEvery) return
    const { bavail, bsize } = await guarded(statfs(folder))
    if (bavail * bsize < reserve) throw Failure.of('disk-full', { path: folder })
    unchecked = 0
  }
  return {
    create: async () => {
      await guarded(mkdir(folder, { recursive: true, mode: 0o700 }))
      await checkSpace(0)
      return guarded(pendingIn(folder, checkSpace, guarded))
    },
    read: async (id) => {
      const path = pathOfBlob(folder, id)
      // No link: it could lead to any file of the user.
      const isThere = await guarded(lstat(path).then((stats) => stats.isFile(), ifMissing(false)))
      return isThere ? createReadStream(path) : undefined
    },
    remove: (id) => guarded(rm(pathOfBlob(folder, id)).then(() => true, ifMissing(false))),
    sweep: () => sweepParts(folder),
  }
}

async function pendingIn(
  folder: string,
  checkSpace: (bytes: number) => Promise<void>,
  guarded: <Value>(work: Promise<Value>) => Promise<Value>,
): Promise<PendingBlob> {
  const part = partOf(join(folder, 'upload'))
  const handle = await open(part, 'wx', 0o600)
  let size = 0
  const discard = async (): Promise<void> => {
    await handle.close()
    await rm(part, { force: true })
  }
  return {
    append: async (bytes) => {
      await checkSpace(bytes.length)
      await guarded(handle.writeFile(bytes))
      size += bytes.length
    },
    size: () => size,
    read: () => guarded(readFile(part)),
    keep: async (id) => {
      await guarded(handle.sync())
      // Some file systems have no links.
      const path = pathOfBlob(folder, id)
      await guarded(link(part, path).catch(() => rename(part, path)))
      await syncFolder(folder)
    },
    discard: () => guarded(discard()),
  }
}
