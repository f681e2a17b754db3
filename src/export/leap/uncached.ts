import type { Kernel } from '../kernel/memory.ts'
import type { LeapFiles } from './pieces.ts'
import type { Turns } from './turns.ts'
import type { Laying } from './writing-beside.ts'

/**
 * A file's way past the system's cache. Much that is written and not read soon is quicker without it: nothing is copied, no
 * memory has to be found, and what is durable at the end is on its way from the beginning. It takes whole pages only, out of
 * memory where a page begins.
 */
export type Uncached = {
  /** A number by which other threads write this way, too. */
  readonly handle: number
  readonly writeAt: (bytes: Uint8Array, at: number) => Promise<void>
  /** Reads what was written in any way. */
  readonly readAt: LeapFiles['readAt']
}

/** Bytes that are written at once this way are so many, or a multiple; every system's pages are as large or smaller. */
export const pageSize = 4096

/** Puts what is there already of the page that is written next where the first piece finds it. */
export async function beginPages({ readAt }: Pick<Uncached, 'readAt'>, turns: Turns): Promise<void> {
  const { out } = turns.last()
  const begun = new Uint8Array(out % pageSize)
  const read = await readAt(begun, out - begun.length)
  if (read < begun.length) throw new Error('what was written is not there')
  turns.carry.set(begun)
}

/** Writes what fills no page, in the usual way. */
export async function endPages(writeAt: LeapFiles['writeAt'], { carry, last }: Turns): Promise<void> {
  const { out } = last()
  const size = out % pageSize
  if (size > 0) await writeAt(Uint8Array.from(carry.subarray(0, size)), out - size)
}

/**
 * Writes whole pages: what a piece has beyond its last one is carried to the piece that ends next, in memory that the threads
 * share. Before each room in the kernel's memory there has to be one free page, at whose boundary the room begins.
 */
export function layingPages({ bytes }: Pick<Kernel, 'bytes'>, { carry }: Pick<Turns, 'carry'>): Laying {
  return {
    lay: (made, at) => {
      const [room, carried] = [made.byteOffset, at % pageSize]
      const all = carried + made.length
      const whole = all - (all % pageSize)
      const begin = room - pageSize
      const memory = bytes()
      memory.set(carry.subarray(0, carried), begin)
      if (whole === 0) carry.set(made, carried)
      else carry.set(made.subarray(whole - carried))
      return {
        at: at - carried,
        bytes: () => {
          // Without the last of them, which are carried on.
          if (whole > 0) memory.copyWithin(begin + carried, room, room + whole - carried)
          return memory.subarray(begin, begin + whole)
        },
      }
    },
  }
}
