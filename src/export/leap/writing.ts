import type { LeapFiles } from './pieces.ts'
import type { Turns } from './turns.ts'

/** Writes what a thread's pieces became. */
export type Writing = {
  readonly now: (bytes: Uint8Array, at: number) => Promise<void>
  /**
   * Ends a piece's turn and writes the last of it: at once or, where another thread is writing, with the next call, so that
   * we can read meanwhile. The bytes have to stay until then.
   */
  readonly last: (bytes: Uint8Array, at: number, end: () => void) => Promise<void>
  /** Writes what was left. */
  readonly rest: () => Promise<void>
}

/** The system lets one thread at a time write into a file, and who comes second takes a processor while it waits. */
export function makeWriting(files: Pick<LeapFiles, 'writeAt'>, turns: Turns): Writing {
  let left: (() => Promise<void>) | undefined
  const write = async (bytes: Uint8Array, at: number, isOurs: boolean): Promise<void> => {
    try {
      await files.writeAt(bytes, at)
    } finally {
      if (isOurs) turns.endWriting()
    }
  }
  const now = (bytes: Uint8Array, at: number): Promise<void> => write(bytes, at, turns.mayWrite())
  return {
    now,
    last: async (bytes, at, end) => {
      // Before the turn ends: whoever waits for it wants to write next.
      const isOurs = turns.mayWrite()
      end()
      if (isOurs) await write(bytes, at, isOurs)
      else left = () => now(bytes, at)
    },
    rest: async () => {
      const writeLeft = left
      left = undefined
      await writeLeft?.()
    },
  }
}
