import type { FlowingBytes } from '../form/record-taker.ts'

/** The same bytes, of which some may be put back; to be closed, whether all of them were read or not. */
export function flowing(
  chunks: AsyncIterable<Uint8Array>,
  size?: number,
): FlowingBytes & { readonly close: () => Promise<void> } {
  const rest = chunks[Symbol.asyncIterator]()
  const back: Uint8Array[] = []
  let failure: { readonly error: unknown } | undefined
  return {
    size,
    next: async () => {
      const first = back.shift()
      if (first) return first
      if (failure) throw failure.error
      try {
        const { done, value } = await rest.next()
        return done === true ? undefined : value
      } catch (error) {
        failure = { error }
        throw error
      }
    },
    putBack: (bytes) => {
      if (bytes.length > 0) back.unshift(bytes)
    },
    close: async () => void (await rest.return?.()),
  }
}
