/**
 * The same bytes in few chunks: small ones are put together until they are `size` bytes. A chunk holds only until the next
 * one is asked for. What came before a failure is given before it fails.
 */
export async function* gathered(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, void> {
  const room = new Uint8Array(size)
  let filled = 0
  let failure: { readonly error: unknown } | undefined
  try {
    for await (const chunk of chunks) {
      if (filled > 0 && filled + chunk.length > size) {
        yield room.subarray(0, filled)
        filled = 0
      }
      if (filled === 0 && chunk.length >= size) yield chunk
      else {
        room.set(chunk, filled)
        filled += chunk.length
      }
    }
  } catch (error) {
    failure = { error }
  }
  if (filled > 0) yield room.subarray(0, filled)
  if (failure) throw failure.error
}
