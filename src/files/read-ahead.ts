import type { FileHandle } from 'node:fs/promises'

// Reads of 64 KiB take twice the time on large files.
const readSize = 1024 * 1024

/**
 * The bytes of a file from byte `from` on, or from its current position. The next chunk is read while the last one is
 * used. A chunk is valid until the next one is requested: fresh buffers took 80 MB more for a file of 1 GB.
 */
export async function* readAhead(
  handle: Pick<FileHandle, 'read'>,
  from?: number,
): AsyncGenerator<Uint8Array, void, void> {
  let [buffer, other] = [new Uint8Array(readSize), new Uint8Array(readSize)]
  let position = from
  const read = (into: Uint8Array): Promise<{ readonly bytesRead: number }> =>
    handle.read(into, 0, readSize, position ?? null)
  let coming = read(buffer)
  try {
    for (;;) {
      const { bytesRead } = await coming
      if (bytesRead === 0) return
      const chunk = buffer.subarray(0, bytesRead)
      if (position !== undefined) position += bytesRead
      ;[buffer, other] = [other, buffer]
      coming = read(buffer)
      // A reader that stops early does not get this error.
      coming.catch(() => undefined)
      yield chunk
    }
  } finally {
    await coming.catch(() => undefined)
  }
}
