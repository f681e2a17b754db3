import { readSync, writeSync } from 'node:fs'

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
