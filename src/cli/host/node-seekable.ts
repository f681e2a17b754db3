import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { setImmediate as breath } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import { reasonOf } from '../../reason.ts'
import type { Files } from '../host.ts'
import { readAhead } from './read-ahead.ts'
import { readAt } from './read-at.ts'

/** Opens an ordinary file, to be read from anywhere on. */
export async function openSeekable(path: string, full: string): ReturnType<Files['seekable']> {
  const handle = await openFile(full)
  if (!handle) return undefined
  const { size } = await handle.stat()
  let reads = 0
  const refuse = (error: unknown): never => {
    throw Failure.of('file-unreadable', { path, reason: reasonOf(error) })
  }
  return {
    size,
    handle: handle.fd,
    from: async function* (byte) {
      try {
        yield* readAhead(handle, byte)
      } catch (error) {
        refuse(error)
      }
    },
    // At once: a thread of Node's own would take longer to be told than to read. But signals must be heard, too.
    readAt: async (into, byte) => {
      if (++reads % 16 === 0) await breath()
      try {
        return readAt(handle.fd, into, byte)
      } catch (error) {
        return refuse(error)
      }
    },
    close: () => handle.close(),
  }
}

async function openFile(full: string): Promise<FileHandle | undefined> {
  // Whoever opens a pipe that nobody writes to would wait for ever.
  const handle = await open(full, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}
