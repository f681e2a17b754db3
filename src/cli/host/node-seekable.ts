import { constants, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { setImmediate as breath } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import { reasonOf } from '../../reason.ts'
import type { SeekableBytes } from '../../form/record-taker.ts'
import type { Files } from '../host.ts'
import { makeReadRooms, readAhead } from './read-ahead.ts'
import { readAt } from './read-at.ts'

/** Opens an ordinary file, to be read from anywhere on. */
export async function openSeekable(path: string, full: string): ReturnType<Files['seekable']> {
  const handle = await openFile(full)
  if (!handle) return undefined
  const { size } = await handle.stat()
  let reads = 0
  let ahead: Ahead | undefined
  const refuse = (error: unknown): never => {
    throw Failure.of('file-unreadable', { path, reason: reasonOf(error) })
  }
  return {
    size,
    handle: handle.fd,
    from: async function* (byte) {
      const own = (ahead = aheadOf(handle, byte))
      try {
        yield* own.bytes
      } catch (error) {
        refuse(error)
      }
      own.ended()
    },
    // At once: a thread of Node's own would take longer to be told than to read. But signals must be heard, too.
    readAt: async (into, byte) => {
      if (++reads % 16 === 0) await breath()
      // Who reads elsewhere begins anew then.
      await ahead?.leave()
      ahead = undefined
      try {
        return readAt(handle.fd, into, byte)
      } catch (error) {
        return refuse(error)
      }
    },
    close: () => handle.close(),
  }
}

/** What was written into a file of ours, of so many bytes, to be read from anywhere on. */
export const readAgain = (handle: FileHandle, size: number): SeekableBytes => ({
  size,
  handle: handle.fd,
  from: (byte) => readAhead(handle, byte),
  readAt: async (into, byte) => readAt(handle.fd, into, byte),
})

/** Bytes that are read ahead until they are left. */
type Ahead = {
  readonly bytes: AsyncGenerator<Uint8Array, void, void>
  /** Gives back the memory that they take: the engine looks rarely for what nobody needs. */
  readonly leave: () => Promise<void>
  /** Fails where they have ended because they were left. */
  readonly ended: () => void
}

function aheadOf(handle: FileHandle, byte: number): Ahead {
  const rooms = makeReadRooms()
  const bytes = readAhead(handle, byte, rooms)
  let isLeft = false
  return {
    bytes,
    leave: async () => {
      isLeft = true
      await bytes.return()
      for (const { buffer } of rooms) buffer.transfer(0)
    },
    ended: () => {
      if (isLeft) throw new Error('bytes that were left are read on')
    },
  }
}

async function openFile(full: string): Promise<FileHandle | undefined> {
  // A pipe that is opened and closed again has lost what its writer had for us.
  if (!isFile(full)) return undefined
  // Whoever opens one that nobody writes to would wait for ever: it may stand there by now.
  const handle = await open(full, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}

function isFile(full: string): boolean {
  try {
    return statSync(full, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    // What is wrong with it is told by who reads it.
    return false
  }
}
