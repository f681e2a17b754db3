import type { FlowingBytes } from '../form/record-taker.ts'
import { gathered } from './gathered.ts'

/** How bytes flow: `size` of them in all, put together to so many; absent: nobody knows, and as they come. */
type Flowing = { readonly size: number | undefined; readonly gather: number | undefined }

/** The same bytes, of which some may be put back; to be closed, whether all of them were read or not. */
export function flowing(
  chunks: AsyncIterable<Uint8Array>,
  { size, gather }: Flowing,
): FlowingBytes & { readonly close: () => Promise<void> } {
  let isGathered = true
  const few = gather === undefined ? chunks : gathered(chunks, gather, () => isGathered)
  const rest = few[Symbol.asyncIterator]()
  const back: Uint8Array[] = []
  let failure: { readonly error: unknown } | undefined
  const next = async (): Promise<Uint8Array | undefined> => {
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
  }
  return {
    size,
    next: () => {
      isGathered = true
      return next()
    },
    some: () => {
      isGathered = false
      return next()
    },
    putBack: (bytes) => {
      if (bytes.length > 0) back.unshift(bytes)
    },
    close: async () => void (await rest.return?.()),
  }
}
