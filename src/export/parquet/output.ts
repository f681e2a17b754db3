import type { Sink } from '../format.ts'

/** Bytes on their way into a file, whose place in it is known. */
export type Output = {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** How many bytes there were so far. */
  readonly at: () => number
  /** Writes what waits. */
  readonly end: () => Promise<void>
}

const room = 256 * 1024

/** Collects small pieces, since each call of the sink has its cost. */
export function makeOutput(sink: Sink): Output {
  const waiting = new Uint8Array(room)
  let used = 0
  let written = 0
  const flush = async (): Promise<void> => {
    if (used > 0) await sink(waiting.subarray(0, used))
    written += used
    used = 0
  }
  return {
    async write(bytes) {
      if (used + bytes.length > room) await flush()
      if (bytes.length > room) {
        await sink(bytes)
        written += bytes.length
        return
      }
      waiting.set(bytes, used)
      used += bytes.length
    },
    at: () => written + used,
    end: flush,
  }
}
