import { open, type FileHandle } from 'node:fs/promises'
import { Failure } from '../../failure.ts'
import { reasonOf } from '../../reason.ts'
import type { Files } from '../host.ts'
import { readAhead } from './read-ahead.ts'

/** Opens an ordinary file, to be read from anywhere on. */
export async function openSeekable(path: string, full: string): ReturnType<Files['seekable']> {
  const handle = await openFile(full)
  if (!handle) return undefined
  const { size } = await handle.stat()
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
    readAt: async (into, byte) => {
      let read = 0
      for (let more = -1; more !== 0 && read < into.length; read += more)
        more = (await handle.read(into, read, into.length - read, byte + read).catch(refuse)).bytesRead
      return read
    },
    close: () => handle.close(),
  }
}

async function openFile(full: string): Promise<FileHandle | undefined> {
  const { O_NONBLOCK, O_RDONLY } = (await import('node:fs')).constants
  // Whoever opens a pipe that nobody writes to would wait for ever.
  const handle = await open(full, O_RDONLY | O_NONBLOCK).catch(() => undefined)
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}
