import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Uncached } from '../../export/leap/uncached.ts'
import { readAt, writePast } from './read-at.ts'

/** The way past the system's cache to a file that is open already. */
export type UncachedPart = {
  /** Opens it; undefined where the system or the file's place has none. */
  readonly open: () => Promise<Uncached | undefined>
  readonly close: () => Promise<void>
}

/** The same of the file with this path, which is open as `fd`. */
export function uncachedPart(path: string, fd: () => number): UncachedPart {
  let opened: Promise<FileHandle | undefined> | undefined
  return {
    open: async () => {
      opened ??= openPast(path)
      const handle = await opened
      return (
        handle && {
          handle: handle.fd,
          writeAt: (bytes, at) => writePast({ uncached: handle.fd, fd: fd() }, bytes, at),
          readAt: (into, at) => readAt(fd(), into, at),
        }
      )
    },
    close: async () => (await opened)?.close(),
  }
}

async function openPast(path: string): Promise<FileHandle | undefined> {
  // Not every system has it, whatever the types say.
  if (!(constants.O_DIRECT > 0)) return undefined
  return open(path, constants.O_WRONLY | constants.O_DIRECT).catch(() => undefined)
}
