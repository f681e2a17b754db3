import type { LeapFiles } from './pieces.ts'
import type { Turns } from './turns.ts'

/** Writes what a thread's pieces became. */
export type Writing = {
  /** Gives the place of a room in the kernel's memory from which nothing is written any more. */
  readonly room: () => Promise<number>
  /** Writes what stands in it; the kernel needs a room again then. */
  readonly now: (bytes: Uint8Array, at: number) => Promise<void>
  /**
   * Ends a piece's turn and writes the last of it, at once or while we read on. The bytes have to stay until there is a
   * room again.
   */
  readonly last: (bytes: Uint8Array, at: number, end: () => void) => Promise<void>
  /** Writes what was left; then all is there. */
  readonly rest: () => Promise<void>
}

/**
 * Writes out of one room into the system's cache, with a call that copies. The system lets one thread at a time write into a
 * file, and who comes second takes a processor while it waits: where another thread is writing, the last of a piece waits for
 * our next call.
 */
export function makeWriting(
  files: Pick<LeapFiles, 'writeAt'>,
  { turns, room }: { readonly turns: Turns; readonly room: number },
): Writing {
  let left: (() => Promise<void>) | undefined
  const write = async (bytes: Uint8Array, at: number, isOurs: boolean): Promise<void> => {
    try {
      await files.writeAt(bytes, at)
    } finally {
      if (isOurs) turns.endWriting()
    }
  }
  const now = (bytes: Uint8Array, at: number): Promise<void> => write(bytes, at, turns.mayWrite())
  const rest = async (): Promise<void> => {
    const writeLeft = left
    left = undefined
    await writeLeft?.()
  }
  return {
    room: async () => {
      await rest()
      return room
    },
    now,
    last: async (bytes, at, end) => {
      // Before the turn ends: whoever waits for it wants to write next.
      const isOurs = turns.mayWrite()
      end()
      if (isOurs) await write(bytes, at, isOurs)
      else left = () => now(bytes, at)
    },
    rest,
  }
}
