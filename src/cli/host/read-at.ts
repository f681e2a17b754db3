import { readSync, write, writeSync } from 'node:fs'
import { codeOf } from '../../reason.ts'

/** Reads from a byte of a file on as much as there is, and room for; gives the number of bytes. */
export function readAt(fd: number, into: Uint8Array, at: number): number {
  let size = 0
  for (let more = -1; more !== 0 && size < into.length; size += more)
    more = readSync(fd, into, size, into.length - size, at + size)
  return size
}

/** Writes all bytes at a place of a file. */
export function writeAt(fd: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
}

/** The same by another thread, while this one goes on; until it is done, the bytes must stay. */
export async function writeBeside(fd: number, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await writeSome(fd, bytes.subarray(done), at + done)
}

const writeSome = (fd: number, bytes: Uint8Array, at: number): Promise<number> =>
  new Promise((done, fail) => {
    write(fd, bytes, 0, bytes.length, at, (error, size) => (error ? fail(error) : done(size)))
  })

/** A file that is open twice: past the system's cache, and as usual. */
export type OpenTwice = { readonly uncached: number; readonly fd: number }

/** Writes past the system's cache, while this thread goes on; what the file does not take that way goes through it. */
export async function writePast({ uncached, fd }: OpenTwice, bytes: Uint8Array, at: number): Promise<void> {
  const done = await writeSome(uncached, bytes, at).catch((error: unknown) => {
    // So says a file system that has no such way, or wants more than whole pages.
    if (codeOf(error) === 'EINVAL') return 0
    throw error
  })
  await writeBeside(fd, bytes.subarray(done), at + done)
}
