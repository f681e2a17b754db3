/** Chunks that have come and wait for their reader. */
export type Waiting = {
  readonly add: (chunk: Uint8Array) => void
  /** No more will come; told again, it changes nothing. */
  readonly end: (error?: unknown) => void
  /** Bytes of which the reader still needs some. */
  readonly size: () => number
  /** All that come, in their order, and the error at the end. Once a chunk is needed no longer, `used` is told. */
  readonly chunks: (used: (chunk: Uint8Array) => void) => AsyncIterable<Uint8Array>
}

/** None has come. */
export function makeWaiting(): Waiting {
  const waiting: Uint8Array[] = []
  let size = 0
  let ended: { readonly error: unknown } | undefined
  let wake = (): void => undefined
  return {
    add: (chunk) => {
      waiting.push(chunk)
      size += chunk.length
      wake()
    },
    end: (error) => {
      ended ??= { error }
      wake()
    },
    size: () => size,
    async *chunks(used) {
      for (;;) {
        const chunk = waiting.shift()
        if (chunk) {
          // Its reader may give its memory back.
          const { length } = chunk
          yield chunk
          size -= length
          used(chunk)
        } else if (ended) break
        else await new Promise<void>((done) => (wake = done))
      }
      if (ended.error) throw ended.error
    },
  }
}
