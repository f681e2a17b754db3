/**
 * The same bytes in few chunks: small ones are put together until they are `size` bytes, where that is wanted. A chunk holds
 * only until the next one is asked for. What came before a failure is given before it fails.
 */
export async function* gathered(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  isWanted: () => boolean = () => true,
): AsyncGenerator<Uint8Array, void> {
  const room = new Uint8Array(size)
  let filled = 0
  let failure: { readonly error: unknown } | undefined
  try {
    for await (const chunk of chunks) {
      const least = isWanted() ? size : 0
      if (filled > 0 && filled + chunk.length > least) {
        yield room.subarray(0, filled)
        filled = 0
      }
      if (filled === 0 && chunk.length >= least) yield chunk
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
