/** Reads into a room, at a place of a file or where it stands; file handles can. */
type Reader = { readonly read: (...how: Reading) => Promise<{ readonly bytesRead: number }> }
type Reading = [into: Uint8Array, offset: number, length: number, position: number | null]

// Reads of 64 KiB take twice the time on large files.
const readSize = 512 * 1024

/** The bytes of a file from one on, or from where it stands: the next of them on their way while the last ones are used. */
export async function* readAhead(handle: Reader, from?: number): AsyncIterable<Uint8Array> {
  // Two rooms again and again: fresh chunks of 1 GB made the memory grow by 80 MB.
  let [room, other] = [new Uint8Array(readSize), new Uint8Array(readSize)]
  let position = from
  const read = (into: Uint8Array): ReturnType<typeof handle.read> =>
    handle.read(into, 0, readSize, position ?? null)
  let coming = read(room)
  try {
    for (;;) {
      const { bytesRead } = await coming
      if (bytesRead === 0) return
      const chunk = room.subarray(0, bytesRead)
      if (position !== undefined) position += bytesRead
      ;[room, other] = [other, room]
      coming = read(room)
      // Whoever stops reading does not learn of its failure.
      coming.catch(() => undefined)
      yield chunk
    }
  } finally {
    await coming.catch(() => undefined)
  }
}
