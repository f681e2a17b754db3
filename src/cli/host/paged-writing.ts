import type { LeapFiles } from '../../export/leap/pieces.ts'
import { pageSize, type Uncached } from '../../export/leap/uncached.ts'
import { memoryOf } from '../../export/web-assembly.ts'

/** Writes one chunk after another past the system's cache. */
export type PagedWriting = {
  /** Takes the bytes, which need not stay. */
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** Waits for what is on its way. */
  readonly rest: () => Promise<void>
  /** Writes what is left, and what fills no page in the usual way; then all is there. */
  readonly end: (writeAt: LeapFiles['writeAt']) => Promise<void>
}

/** What is written at once, in pages of the memory that it stands in. */
const roomPages = 6
const roomSize = roomPages * 64 * 1024

/** Begins at a byte, up to which all was written. */
export async function beginPaged(past: Uncached, from: number): Promise<PagedWriting> {
  // No other memory surely begins where a page does.
  const { buffer } = memoryOf(2 * roomPages)
  let [room, other] = [new Uint8Array(buffer, 0, roomSize), new Uint8Array(buffer, roomSize)]
  let filled = from % pageSize
  let at = from - filled
  let going = Promise.resolve()
  if ((await past.readAt(room.subarray(0, filled), at)) < filled)
    throw new Error('what was written is not there')
  const send = async (size: number): Promise<void> => {
    await going
    going = past.writeAt(room.subarray(0, size), at)
    // Whoever waits for it learns of a failure; until then, it is no unhandled one.
    going.catch(() => undefined)
    at += size
    filled = 0
    ;[room, other] = [other, room]
  }
  return {
    write: async (bytes) => {
      for (let done = 0; done < bytes.length;) {
        const part = bytes.subarray(done, done + roomSize - filled)
        room.set(part, filled)
        filled += part.length
        done += part.length
        if (filled === roomSize) await send(roomSize)
      }
    },
    rest: () => going,
    end: async (writeAt) => {
      const whole = filled - (filled % pageSize)
      const rest = room.slice(whole, filled)
      if (whole > 0) await send(whole)
      await going
      if (rest.length > 0) await writeAt(rest, at)
    },
  }
}
