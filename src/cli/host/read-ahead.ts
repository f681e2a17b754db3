/** Reads into a room, at a place of a file or where it stands; file handles can. */
type Reader = { readonly read: (...how: Reading) => Promise<{ readonly bytesRead: number }> }
type Reading = [into: Uint8Array, offset: number, length: number, position: number | null]

// Reads of 64 KiB take twice the time on large files.
const readSize = 512 * 1024

/** Two rooms, which are read into by turns. */
export type ReadRooms = readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]

/** Makes such rooms. */
export const makeReadRooms = (): ReadRooms => [new Uint8Array(readSize), new Uint8Array(readSize)]

/** The bytes of a file from one on, or from where it stands: the next of them on their way while the last ones are used. */
export async function* readAhead(
  handle: Reader,
  from?: number,
  rooms: ReadRooms = makeReadRooms(),
): AsyncGenerator<Uint8Array, void, void> {
  // Two rooms again and again: fresh chunks of 1 GB made the memory grow by 80 MB.
  let [room, other] = rooms
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
