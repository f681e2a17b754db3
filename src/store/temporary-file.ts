import { open, rm, statfs, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../failure/failure.ts'
import { partOf } from '../files/files.ts'
import { storeFailure } from './sqlite/database.ts'

/** A file without a name for an upload in progress. It is gone when it is closed, or when the process ends. */
export type TemporaryFile = {
  readonly append: (bytes: Uint8Array) => Promise<void>
  /** Bytes written so far. */
  readonly size: () => number
  readonly read: (at: number, length: number) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

/** Bytes of free space that uploads leave for responses. */
const reserve = 256 * 1024 * 1024

/** How many bytes of all uploads are written before the free space is looked at again. */
const checkEvery = 8 * 1024 * 1024

/**
 * Opens temporary files in a data folder, so on the disk that will hold the uploads. Opening one, appending and reading
 * fail with `disk-full` when little space is left, so that uploads of strangers cannot fill the disk.
 */
export function temporaryFilesIn(folder = tmpdir()): () => Promise<TemporaryFile> {
  const guarded = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw storeFailure(folder, error)
    })
  let unchecked = 0
  const checkSpace = async (): Promise<void> => {
    unchecked = 0
    const { bavail, bsize } = await guarded(statfs(folder))
    if (bavail * bsize < reserve) throw Failure.of('disk-full', { path: folder })
  }
  const spend = async (bytes: number): Promise<void> => {
    unchecked += bytes
    if (unchecked >= checkEvery) await checkSpace()
  }
  return async () => {
    await checkSpace()
    const file = await guarded(openIn(folder))
    return {
      append: async (bytes) => {
        await spend(bytes.length)
        await guarded(file.append(bytes))
      },
      size: file.size,
      read: async (at, length) => {
        // The reader is about to write these bytes to the store.
        await spend(length)
        return guarded(file.read(at, length))
      },
      close: file.close,
    }
  }
}

async function openIn(folder: string): Promise<TemporaryFile> {
  // The store sweeps files of such names at its start.
  const path = partOf(join(folder, 'upload'))
  const handle = await open(path, 'wx+', 0o600)
  // Windows cannot remove an open file; there it is removed on close.
  const isGone = await rm(path).then(
    () => true,
    () => false,
  )
  let size = 0
  return {
    append: async (bytes) => {
      await writeAt(handle, bytes, size)
      size += bytes.length
    },
    size: () => size,
    read: (at, length) => readAt(handle, at, length),
    close: async () => {
      await handle.close()
      if (!isGone) await rm(path, { force: true })
    },
  }
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await handle.write(bytes, written, bytes.length - written, at + written)).bytesWritten
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new Error('a temporary file became shorter while it was in use')
    done += bytesRead
  }
  return bytes
}
