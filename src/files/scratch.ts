import { randomBytes } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../failure/failure.ts'
import { reasonOf } from '../failure/reason.ts'
import type { ScratchFile } from './file-system.ts'

/** Opens a scratch file in the folder for temporary files (TMPDIR); readable by this user alone. */
export async function openScratch(forget: () => void): Promise<ScratchFile> {
  const folder = tmpdir()
  const path = join(folder, `formctl-${randomBytes(8).toString('hex')}.tmp`)
  const guarded = async <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      const reason = `${reasonOf(error)} (TMPDIR names another folder)`
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
      forget()
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
