// Every chunk ends in a record that has to be started again, and over HTTP there are thousands of small ones.
const defaultSize = 256 * 1024

/**
 * The same bytes in fewer chunks: small ones are joined up to `size` bytes. A chunk is valid until the next one is requested.
 * Bytes that came before a failure are given before it is thrown.
 */
export async function* joinChunks(
  chunks: AsyncIterable<Uint8Array>,
  size = defaultSize,
): AsyncGenerator<Uint8Array, void> {
  const buffer = new Uint8Array(size)
  let filled = 0
  let failure: { readonly error: unknown } | undefined
  try {
    for await (const chunk of chunks) {
      if (filled > 0 && filled + chunk.length > size) {
        yield buffer.subarray(0, filled)
        filled = 0
      }
      if (chunk.length >= size) yield chunk
      else {
        buffer.set(chunk, filled)
        filled += chunk.length
      }
    }
  } catch (error) {
    failure = { error }
  }
  if (filled > 0) yield buffer.subarray(0, filled)
  if (failure) throw failure.error
}

/** A byte array that grows: one copy per doubling, not per chunk. */
export type GrowingBytes = {
  readonly add: (bytes: Uint8Array) => void
  /** What was added; changes with the next `add` or `clear`. */
  readonly view: () => Uint8Array
  readonly clear: () => void
}

export function growingBytes(): GrowingBytes {
  let buffer = new Uint8Array(0)
  let length = 0
  return {
    add: (bytes) => {
      if (length + bytes.length > buffer.length) {
        const larger = new Uint8Array(Math.max(4096, 2 * (length + bytes.length)))
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(bytes, length)
      length += bytes.length
    },
    view: () => buffer.subarray(0, length),
    clear: () => {
      length = 0
      // One huge record must not keep its memory to the end.
      if (buffer.length > 1024 * 1024) buffer = new Uint8Array(0)
    },
  }
}
