import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { finished } from 'node:stream'
import { makeRooms } from '../../client/rooms.ts'
import { makeWaiting } from '../../client/waiting.ts'

/** Bytes that come through a pipe. */
export type Piped = {
  /** In chunks that are good until the next one is asked for. */
  readonly chunks: () => AsyncIterable<Uint8Array>
  readonly close: () => void
}

// A pipe of Linux holds half as much, unless it is told otherwise.
const readSize = 128 * 1024

/** What there is to be read; on Windows a pipe is some other thing, as a room may be filled after it was told to wait. */
export function inputKind(fd: number): 'pipe' | 'file' | 'folder' | 'other' {
  try {
    const stats = fstatSync(fd)
    if (stats.isFile()) return 'file'
    if (stats.isDirectory()) return 'folder'
    return process.platform !== 'win32' && (stats.isFIFO() || stats.isSocket()) ? 'pipe' : 'other'
  } catch {
    return 'other'
  }
}

/** Reads a pipe into two rooms by turns; a stream of Node would take new memory for every read. */
export function openPiped(fd: number): Piped {
  const rooms = makeRooms(readSize)
  const waiting = makeWaiting()
  const callback = (length: number): boolean => {
    const chunk = rooms.next().subarray(0, length)
    rooms.lend()
    waiting.add(chunk)
    return rooms.hasNext()
  }
  const socket = new Socket({ fd, writable: false, onread: { buffer: rooms.next, callback } })
  finished(socket, { writable: false }, waiting.end)
  const used = (): void => {
    const waits = !rooms.hasNext()
    rooms.takeBack()
    if (waits) socket.resume()
  }
  return {
    async *chunks() {
      try {
        yield* waiting.chunks(used)
      } finally {
        socket.destroy()
      }
    },
    close: () => void socket.destroy(),
  }
}
