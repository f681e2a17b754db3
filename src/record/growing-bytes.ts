/** Bytes that are put one after another into one array; a copy per doubling, not per chunk. */
export type GrowingBytes = {
  readonly add: (bytes: Uint8Array) => void
  /** What was added; changes with the next `add` or `clear`. */
  readonly view: () => Uint8Array
  readonly clear: () => void
}

/** An empty one. */
export function growingBytes(): GrowingBytes {
  let room = new Uint8Array(0)
  let length = 0
  return {
    add: (bytes) => {
      if (length + bytes.length > room.length) {
        const larger = new Uint8Array(Math.max(4096, 2 * (length + bytes.length)))
        larger.set(room.subarray(0, length))
        room = larger
      }
      room.set(bytes, length)
      length += bytes.length
    },
    view: () => room.subarray(0, length),
    clear: () => {
      length = 0
      // One huge record must not hold its memory to the end.
      if (room.length > 1024 * 1024) room = new Uint8Array(0)
    },
  }
}
