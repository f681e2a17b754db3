import { constants, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'

/** Whether a path leads to a pipe from which can be read without a thread that waits. */
export async function isPipe(full: string): Promise<boolean> {
  // Elsewhere a pipe that nobody writes to yet reads as one that has ended.
  if (process.platform !== 'linux') return false
  const stats = await stat(full).catch(() => undefined)
  return stats?.isFIFO() === true
}

/**
 * What is written to a pipe that has a name, as it comes; before anybody writes, it waits. Opened as a file is, a thread
 * would wait for the writer, and the process for the thread: Ctrl-C would not end it.
 */
export async function* pipeChunks(full: string): AsyncIterable<Uint8Array> {
  const fd = openSync(full, constants.O_RDONLY | constants.O_NONBLOCK)
  const chunks: AsyncIterable<Uint8Array> = new Socket({ fd, readable: true, writable: false })
  yield* chunks
}
