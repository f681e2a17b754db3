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
